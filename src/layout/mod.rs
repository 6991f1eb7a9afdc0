//! Layouts: where in its bits a filter has the positions of a key.

mod probes;
mod sizing;

use crate::error::{Code, Result, Rule};
use crate::params::blocked::BLOCK_BITS;

pub(crate) use probes::{FourProbes, LayoutProbes, Probes, reduce};
pub use sizing::MIN_RATE;
pub(crate) use sizing::{RATES, check_rate};

/// The most probes per key.
pub const MAX_HASHES: u64 = 64;
/// The most bits: JavaScript computes the positions with 32-bit numbers.
pub const MAX_BITS: u64 = 1 << 32;
/// The bits of a word, which a probe chooses first.
pub(crate) const WORD_BITS: u64 = 64;

static HASHES: Rule = Rule::new(Code::Argument, "hashes", "a whole number from 1 to 64");
static BITS: Rule = Rule::new(Code::Argument, "bits", "a whole number from 64 to 2^32");
static BITS_STANDARD: Rule = Rule::new(Code::Argument, "bits", "a multiple of 64");
static BITS_PARTITIONED: Rule = Rule::new(Code::Argument, "bits", "a multiple of {} (64 * hashes)");
static BITS_BLOCKED: Rule = Rule::new(Code::Argument, "bits", "a multiple of 512");

/// Where the probes of a key go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Every probe can be anywhere in the m bits.
    Standard = 1,
    /// k equal slices with one probe in each.
    Partitioned = 2,
    /// All probes of a key are in one block of 512 bits, so that a query has one cache miss.
    Blocked = 3,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Layout; 3] = [Layout::Standard, Layout::Partitioned, Layout::Blocked];

    /// The name in `stats` and in the command line tool.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Standard => "standard",
            Layout::Partitioned => "partitioned",
            Layout::Blocked => "blocked",
        }
    }

    /// The number of bits is a multiple of this: of the bits of a place that a probe chooses (a
    /// word or a block), times the number of slices.
    const fn unit(self, hashes: u64) -> u64 {
        match self {
            Layout::Standard => WORD_BITS,
            Layout::Partitioned => WORD_BITS * hashes,
            Layout::Blocked => BLOCK_BITS,
        }
    }

    /// The position in a filter with 1/`divisor` of the span: neighbours (words or blocks) become
    /// one. The divisor divides a slice, so slices stay separate.
    #[inline(always)]
    pub(crate) fn folded(self, position: u64, divisor: u64) -> u64 {
        let place = match self {
            Layout::Standard | Layout::Partitioned => WORD_BITS,
            Layout::Blocked => BLOCK_BITS,
        };
        position / place / divisor * place + position % place
    }
}

/// The shape of a filter: m bits and k probes per key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    bits: u64,
    hashes: u64,
    /// The number of places that a probe (for blocked: a key) chooses from.
    span: u64,
}

impl Shape {
    /// The shape of `bits` bits and `hashes` probes.
    ///
    /// # Errors
    /// `hashes` outside 1 to 64; `bits` outside 64 to 2^32, or not a multiple of 64 (for
    /// partitioned, of 64 · k; for blocked, of 512).
    pub fn new(layout: Layout, bits: u64, hashes: u64) -> Result<Shape> {
        if !Shape::has_hashes(hashes) {
            return Err(HASHES.broken_by(hashes));
        }
        if !(WORD_BITS..=MAX_BITS).contains(&bits) {
            return Err(BITS.broken_by(bits));
        }
        let rule = match layout {
            Layout::Standard => &BITS_STANDARD,
            Layout::Partitioned => &BITS_PARTITIONED,
            Layout::Blocked => &BITS_BLOCKED,
        };
        let unit = layout.unit(hashes);
        if bits.is_multiple_of(unit) {
            Ok(Shape { bits, hashes, span: bits / unit })
        } else {
            Err(rule.broken_by(bits).expecting(unit))
        }
    }

    /// A shape that was checked elsewhere, or that only a file states.
    pub(crate) const fn stated(bits: u64, hashes: u64, span: u64) -> Shape {
        Shape { bits, hashes, span }
    }

    /// True if a filter can have this number of probes per key.
    pub(crate) fn has_hashes(hashes: u64) -> bool {
        (1..=MAX_HASHES).contains(&hashes)
    }

    /// m: the number of bits.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// k: the number of probes per key.
    pub const fn hashes(self) -> u64 {
        self.hashes
    }

    /// The number of places that a probe chooses from: words of 64 bits (for partitioned: those of
    /// a slice; for blocked: blocks). A filter can be folded by the divisors of this number.
    pub const fn span(self) -> u64 {
        self.span
    }
}
