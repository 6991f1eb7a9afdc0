//! The requirements that a scheme has for a filter, besides how it computes positions.

use core::f64::consts::LN_2;

use super::exact_log::log;
use super::key_encoding::KeyEncoding;
use super::scheme::Scheme;
use super::sub_filter::SubFilter;
use crate::error::{Code, Error, Found, MAX_SAFE_INTEGER, Result, Rule};
use crate::filter::{Target, estimate};
use crate::layout::{Layout, MAX_BITS, Shape};
use crate::params::ceil;
use crate::scalable::Growth;

/// The most bits of any scheme: the largest whole number that JavaScript represents exactly.
pub(crate) const MAX_FOREIGN_BITS: u64 = MAX_SAFE_INTEGER;

/// The most probes per key in schemes whose files contain the number.
pub(crate) const MAX_STORED_HASHES: u64 = u16::MAX as u64;

static CAPACITY: Rule =
    Rule::new(Code::Argument, "capacity", "a whole number from 1 to the scheme's limit");
static RATE: Rule = Rule::new(Code::Argument, "errorRate", "a number above 0 and below 1");
static HASHES: Rule =
    Rule::new(Code::Argument, "hashes", "a whole number from 1 to the scheme's limit");
static BITS: Rule = Rule::new(Code::Argument, "bits", "a whole number from 1 to 2^53 - 1");
static BITS_32: Rule = Rule::new(Code::Argument, "bits", "a whole number from 1 to 2^32");
static BITS_PARTITIONED: Rule = Rule::new(Code::Argument, "bits", "a multiple of {} (hashes)");
static BITS_UNIT: Rule = Rule::new(Code::Argument, "bits", "a multiple of {}");
static ENCODING: Rule =
    Rule::new(Code::Argument, "keyEncoding", "a key encoding that the scheme allows");
static SEED: Rule =
    Rule::new(Code::Argument, "seed", "a seed that the scheme allows for this number of hashes");
static PARAMETERS: Rule = Rule::new(Code::Argument, "parameters", "values that the scheme allows");

/// Everything that the positions of a key depend on.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) scheme: Scheme,
    pub(crate) shape: Shape,
    pub(crate) seed: u32,
    pub(crate) parameters: &'a [i64],
}

impl Setting<'_> {
    /// A parameter that is a floating-point number.
    pub(crate) fn real(&self, index: usize) -> f64 {
        f64::from_bits(self.whole(index))
    }

    /// A parameter that is a whole number.
    pub(crate) fn whole(&self, index: usize) -> u64 {
        self.parameters.get(index).map_or(0, |&number| number as u64)
    }
}

/// How the probes of a key spread over the filter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// As in one of our layouts.
    Table(estimate::Grouping),
    /// All probes go into one block of this many bits, probe i into part i of the block.
    SplitBlocks(u64),
}

impl Grouping {
    /// Anywhere.
    pub(crate) const WHOLE: Grouping = Grouping::Table(estimate::Grouping::Whole);
    /// Probe i goes into part i of k equal parts.
    pub(crate) const PARTS: Grouping = Grouping::Table(estimate::Grouping::Parts);

    /// Our layout that is most similar.
    pub(crate) const fn layout(self) -> Layout {
        match self {
            Grouping::Table(estimate::Grouping::Whole) => Layout::Standard,
            Grouping::Table(estimate::Grouping::Parts) => Layout::Partitioned,
            Grouping::Table(estimate::Grouping::Blocks(_)) | Grouping::SplitBlocks(_) => {
                Layout::Blocked
            }
        }
    }
}

/// The cells that become one when a filter is folded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Folding {
    /// The scheme cannot be folded.
    None,
    /// Cells whose positions have the same remainder; in partitioned schemes, within their part.
    Remainders,
    /// As remainders, but the size of a part is used as a mask.
    Masks,
    /// Neighbouring blocks of this many bits.
    Blocks(u64),
}

/// How many parameters a scheme has.
#[derive(Clone, Copy)]
pub(crate) enum Parameters {
    Exactly(u64),
    OneAHash,
}

/// The part of a header that does not fit the scheme.
#[derive(Clone, Copy)]
pub(crate) enum Misfit {
    Encoding,
    Seed,
    Parameters,
}

/// Makes the sub-filter after the newest one.
pub(crate) type Next = fn(&SubFilter, Target, Growth) -> Result<SubFilter>;

/// The requirements that a scheme has for a filter.
pub(crate) struct Rules {
    /// The number of bits is a multiple of this. In partitioned schemes, it is a multiple of the
    /// number of hashes instead.
    pub(crate) unit: u64,
    pub(crate) most_bits: u64,
    pub(crate) least_hashes: u64,
    pub(crate) most_hashes: u64,
    pub(crate) encodings: &'static [KeyEncoding],
    pub(crate) parameters: Parameters,
    /// The number of parameters, from the first on, that positions depend on.
    pub(crate) decisive: usize,
    pub(crate) grouping: Grouping,
    pub(crate) folding: Folding,
    /// True if filters have very many bits and few keys. Then large ones start as positions.
    pub(crate) sparse: bool,
    /// Makes the sub-filter after the newest one, if the system has scalable filters.
    pub(crate) next: Option<Next>,
    /// A key for which the filter already answers "maybe" is not counted again.
    pub(crate) counts_new_only: bool,
    /// The empty key cannot be inserted and is never in the set.
    pub(crate) ignores_empty_key: bool,
    /// The number of hashes for a number of bits and of keys, if the scheme computes it.
    pub(crate) computed_hashes: Option<fn(u64, u64) -> u64>,
    /// The seed that `stats` shows. In some systems it can be negative or a fraction.
    pub(crate) shown_seed: fn(&Setting<'_>) -> f64,
    /// The number of bits and hashes that the system itself takes for a number of keys and a rate.
    /// Bits are rounded up to whole words.
    pub(crate) sized: fn(u64, f64) -> (f64, f64),
    /// True if the scheme allows this seed and these parameters.
    pub(crate) check: fn(&Setting<'_>) -> bool,
}

impl Rules {
    /// The rules of most schemes: no seed, no parameters, probes anywhere.
    pub(crate) const PLAIN: Rules = Rules {
        unit: 1,
        most_bits: MAX_FOREIGN_BITS,
        least_hashes: 1,
        most_hashes: MAX_STORED_HASHES,
        encodings: &[KeyEncoding::Bytes],
        parameters: Parameters::Exactly(0),
        decisive: usize::MAX,
        grouping: Grouping::WHOLE,
        folding: Folding::Remainders,
        sparse: false,
        next: None,
        counts_new_only: false,
        ignores_empty_key: false,
        computed_hashes: None,
        shown_seed: |setting| f64::from(setting.seed),
        sized: |n, p| {
            let bits = ceil(best_bits(n, p)) as f64;
            (bits, ceil(bits / n as f64 * LN_2) as f64)
        },
        check: |setting| setting.seed == 0,
    };

    /// True if a filter can have this number of probes per key.
    pub(super) fn has_hashes(&self, hashes: u64) -> bool {
        (self.least_hashes..=self.most_hashes).contains(&hashes)
    }

    /// The shape of `bits` bits and `hashes` probes. Its span is the number of places that a probe
    /// (with blocks: a key) chooses from.
    pub(super) fn shape(&self, bits: u64, hashes: u64) -> Result<Shape> {
        if !self.has_hashes(hashes) {
            return Err(HASHES.broken_by(hashes));
        }
        if !(1..=self.most_bits).contains(&bits) {
            let rule = if self.most_bits == MAX_BITS { &BITS_32 } else { &BITS };
            return Err(rule.broken_by(bits));
        }
        let is_partitioned = self.grouping == Grouping::PARTS;
        let (unit, rule) = if is_partitioned && self.unit == 1 {
            (hashes, &BITS_PARTITIONED)
        } else if is_partitioned {
            (self.unit * hashes, &BITS_UNIT)
        } else {
            (self.unit, &BITS_UNIT)
        };
        if !bits.is_multiple_of(unit) {
            return Err(rule.broken_by(bits).expecting(unit));
        }
        let span = match self.grouping {
            Grouping::PARTS => bits / hashes,
            Grouping::SplitBlocks(block) => bits / block,
            Grouping::Table(_) => bits,
        };
        Ok(Shape::stated(bits, hashes, span))
    }

    /// The shape that the system itself takes for a number of keys and a rate.
    ///
    /// # Errors
    /// There is no such shape.
    pub(super) fn shape_for_rate(&self, capacity: u64, rate: f64) -> Result<Shape> {
        // NaN is outside every range.
        if !(f64::MIN_POSITIVE..1.0).contains(&rate) {
            return Err(Error::new(&RATE, Found::Real(rate), None));
        }
        if capacity == 0 {
            return Err(CAPACITY.broken_by(capacity));
        }
        let (bits, hashes) = (self.sized)(capacity, rate);
        let most = self.most_bits as f64;
        // A size that the system could not make is an error. It is not reduced to the largest size.
        if bits.is_nan() || bits > most {
            return Err(CAPACITY.broken_by(capacity));
        }
        let bits = ceil(bits).max(1).next_multiple_of(self.unit);
        self.shape(bits, ceil(hashes).max(1)).map_err(|_| CAPACITY.broken_by(capacity))
    }

    /// True if a filter of this shape can be folded by `divisor`.
    pub(super) fn folds(&self, shape: Shape, divisor: u64) -> bool {
        let span = shape.span();
        // The span is at least 1, so it is not a multiple of 0.
        let divides = span.is_multiple_of(divisor);
        if divisor == 1 {
            return divides;
        }
        let smaller = || self.shape(shape.bits() / divisor, shape.hashes()).is_ok();
        divides
            && match self.folding {
                Folding::None => false,
                Folding::Masks => (span / divisor - 1) & !(span - 1) == 0 && smaller(),
                Folding::Remainders | Folding::Blocks(_) => smaller(),
            }
    }

    /// The position in a filter with 1/`divisor` of the span.
    #[inline(always)]
    pub(super) fn folded(&self, position: u64, span: u64, divisor: u64) -> u64 {
        let size = span / divisor;
        let (part, inside) = (position / span, position % span);
        match self.folding {
            Folding::Blocks(bits) => position / bits / divisor * bits + position % bits,
            Folding::Masks => part * size + (inside & (size - 1)),
            Folding::None | Folding::Remainders => part * size + inside % size,
        }
    }

    /// The first part of the header that does not fit the scheme, if there is one. The shape is not
    /// checked.
    pub(crate) fn misfit(&self, setting: &Setting<'_>, encoding: KeyEncoding) -> Option<Misfit> {
        if !self.encodings.contains(&encoding) {
            return Some(Misfit::Encoding);
        }
        let count = match self.parameters {
            Parameters::Exactly(count) => count,
            Parameters::OneAHash => setting.shape.hashes(),
        };
        if setting.parameters.len() as u64 != count {
            return Some(Misfit::Parameters);
        }
        if (self.check)(setting) {
            return None;
        }
        if count == 0 || (self.check)(&Setting { seed: 0, ..*setting }) {
            return Some(Misfit::Seed);
        }
        Some(Misfit::Parameters)
    }

    /// Checks everything but the shape.
    ///
    /// # Errors
    /// A key encoding, a seed or parameters that the scheme does not allow.
    pub(crate) fn check(&self, setting: &Setting<'_>, encoding: KeyEncoding) -> Result<()> {
        match self.misfit(setting, encoding) {
            None => Ok(()),
            Some(Misfit::Encoding) => Err(ENCODING.broken_by(encoding.id())),
            Some(Misfit::Seed) => Err(SEED.broken_by(u64::from(setting.seed))),
            Some(Misfit::Parameters) => Err(PARAMETERS.broken_by(setting.parameters.len() as u64)),
        }
    }
}

/// −n ln p / ln² 2, with the logarithm of other systems.
pub(super) fn best_bits(n: u64, p: f64) -> f64 {
    -(n as f64) * log(p) / (LN_2 * LN_2)
}

/// Rounds a positive number to the nearest whole number, halves up, as in Java.
pub(super) fn round(x: f64) -> f64 {
    (x + 0.5) as u64 as f64
}
