//! What a scheme of another system requires of a filter, besides how it computes positions.

// Without other systems there is one such row, and nobody reads it.
#![cfg_attr(not(feature = "compat"), allow(dead_code))]

use core::f64::consts::LN_2;

use super::{MAX_BITS, Scheme, Shape};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::key::KeyEncoding;
use crate::params::ceil;
use crate::params::exact_log::log;

/// The most probes that a key has where a system stores the number.
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

/// All that the positions of a key depend on.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) scheme: Scheme,
    pub(crate) shape: Shape,
    pub(crate) seed: u32,
    /// 0 in the schemes of other systems.
    pub(crate) salt: u32,
    pub(crate) parameters: &'a [i64],
}

impl Setting<'_> {
    /// A parameter that is a number with a fraction.
    pub(crate) fn real(&self, index: usize) -> f64 {
        f64::from_bits(self.whole(index))
    }

    /// A parameter that is a whole number.
    pub(crate) fn whole(&self, index: usize) -> u64 {
        self.parameters.get(index).map_or(0, |&number| number as u64)
    }
}

/// Where the probes of a key may go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// Anywhere.
    Whole,
    /// Probe i into part i of k equal ones.
    Parts,
    /// All into one block of so many bits, probe i into part i of the block.
    Blocks(u64),
}

/// Which cells become one when a filter is folded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Folding {
    /// There is no smaller filter with the same keys.
    None,
    /// Those whose positions have the same remainder; of parts, within the part.
    Remainders,
    /// As remainders, where the size of a part is a mask.
    Masks,
    /// Neighbouring blocks of so many bits.
    Blocks(u64),
}

/// How many parameters a scheme has.
#[derive(Clone, Copy)]
pub(crate) enum Parameters {
    Exactly(u64),
    OneAHash,
}

/// What of a filter does not fit its scheme.
#[derive(Clone, Copy)]
pub(crate) enum Misfit {
    Encoding,
    Seed,
    Parameters,
}

/// What a scheme requires of a filter.
pub(crate) struct Rules {
    /// The number of bits is a multiple of this; of parts, the number of hashes is it.
    pub(crate) unit: u64,
    pub(crate) most_bits: u64,
    pub(crate) least_hashes: u64,
    pub(crate) most_hashes: u64,
    pub(crate) encodings: &'static [KeyEncoding],
    pub(crate) parameters: Parameters,
    /// How many of them, the first ones, positions depend on.
    pub(crate) decisive: usize,
    pub(crate) grouping: Grouping,
    pub(crate) folding: Folding,
    /// Very many bits with few keys: large filters begin as positions.
    pub(crate) sparse: bool,
    /// The system has filters that grow.
    pub(crate) scales: bool,
    /// A key that may be in is not counted again.
    pub(crate) counts_new_only: bool,
    /// The empty key is neither taken in nor ever there.
    pub(crate) ignores_empty_key: bool,
    /// The number of hashes of so many bits and keys, where the scheme computes it.
    pub(crate) computed_hashes: Option<fn(u64, u64) -> u64>,
    /// What `stats` call the seed: some systems have negative ones, or fractions.
    pub(crate) shown_seed: fn(&Setting<'_>) -> f64,
    /// How many bits and hashes the system itself takes for so many keys at a rate; bits of words that
    /// are not whole are rounded up.
    pub(crate) sized: fn(u64, f64) -> (f64, f64),
    /// True if seed and parameters are such as the scheme can have.
    pub(crate) check: fn(&Setting<'_>) -> bool,
}

impl Rules {
    /// Those of most schemes: no seed, no parameters, bits anywhere.
    pub(crate) const PLAIN: Rules = Rules {
        unit: 1,
        most_bits: super::MAX_FOREIGN_BITS,
        least_hashes: 1,
        most_hashes: MAX_STORED_HASHES,
        encodings: &[KeyEncoding::Bytes],
        parameters: Parameters::Exactly(0),
        decisive: usize::MAX,
        grouping: Grouping::Whole,
        folding: Folding::Remainders,
        sparse: false,
        scales: false,
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

    /// True if a filter can have so many probes per key.
    pub(super) fn has_hashes(&self, hashes: u64) -> bool {
        (self.least_hashes..=self.most_hashes).contains(&hashes)
    }

    /// The span of a shape: how many places a probe (of blocks: a key's block) chooses among.
    pub(super) fn span(&self, bits: u64, hashes: u64) -> Result<u64> {
        if !self.has_hashes(hashes) {
            return Err(HASHES.broken_by(hashes));
        }
        if !(1..=self.most_bits).contains(&bits) {
            let rule = if self.most_bits == MAX_BITS { &BITS_32 } else { &BITS };
            return Err(rule.broken_by(bits));
        }
        let (unit, rule) = match self.grouping {
            Grouping::Parts => (hashes, &BITS_PARTITIONED),
            _ => (self.unit, &BITS_UNIT),
        };
        if !bits.is_multiple_of(unit) {
            return Err(rule.broken_by(bits).expecting(unit));
        }
        Ok(match self.grouping {
            Grouping::Whole => bits,
            Grouping::Parts => bits / hashes,
            Grouping::Blocks(block) => bits / block,
        })
    }

    /// The shape that the system itself takes for so many keys at a rate.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn shape(&self, scheme: Scheme, capacity: u64, rate: f64) -> Result<Shape> {
        // NaN is in no range.
        if !(f64::MIN_POSITIVE..1.0).contains(&rate) {
            return Err(Error::new(&RATE, Found::Real(rate), None));
        }
        if capacity == 0 {
            return Err(CAPACITY.broken_by(capacity));
        }
        let (bits, hashes) = (self.sized)(capacity, rate);
        let most = self.most_bits as f64;
        // What the system could not make at all is not cut to size.
        if bits.is_nan() || bits > most {
            return Err(CAPACITY.broken_by(capacity));
        }
        let bits = ceil(bits).max(1).next_multiple_of(self.unit);
        Shape::new(scheme, bits, ceil(hashes).max(1)).map_err(|_| CAPACITY.broken_by(capacity))
    }

    /// What is wrong with that of a filter which the shape does not say, if anything is.
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

    /// Checks what the shape does not say.
    ///
    /// # Errors
    /// A key encoding that the scheme does not have; a seed or parameters that it can not have.
    pub(crate) fn check(&self, setting: &Setting<'_>, encoding: KeyEncoding) -> Result<()> {
        match self.misfit(setting, encoding) {
            None => Ok(()),
            Some(Misfit::Encoding) => Err(ENCODING.broken_by(encoding.id())),
            Some(Misfit::Seed) => Err(SEED.broken_by(u64::from(setting.seed))),
            Some(Misfit::Parameters) => Err(PARAMETERS.broken_by(setting.parameters.len() as u64)),
        }
    }
}

/// −n ln p / ln² 2, with the logarithm that other systems have.
pub(super) fn best_bits(n: u64, p: f64) -> f64 {
    -(n as f64) * log(p) / (LN_2 * LN_2)
}

/// A positive number to the nearest whole one, halves up, as Java rounds.
pub(super) fn round(x: f64) -> f64 {
    (x + 0.5) as u64 as f64
}
