//! Index schemes: key bytes to positions. One file per scheme.
//!
//! Positions are a sequence, asked for one after the other, because some schemes carry state.
//! **Ids are for ever**: a released scheme is never edited; another way to compute positions is
//! another scheme with another id.

mod blocked;
mod native;
mod partitioned;
mod sizing;
mod standard;

use crate::error::{Code, Result, Rule};
use crate::hash::murmur3::Digest;
use crate::params::blocked::LINE_BITS;
use native::{NativeProbes, Sequence};

pub use sizing::MIN_RATE;
pub(crate) use sizing::check_rate;

/// The most probes a key of a native scheme has.
pub const MAX_HASHES: u64 = 64;
/// The most bits of a native scheme: positions come from a product of 64 and 32 bits.
pub const MAX_BITS: u64 = 1 << 32;

static HASHES: Rule = Rule::new(Code::Argument, "hashes", "1 to 64");
static BITS: Rule = Rule::new(Code::Argument, "bits", "1 to 4294967296");
static BITS_PARTITIONED: Rule =
    Rule::new(Code::Argument, "bits", "a multiple of hashes (partitioned)");
static BITS_BLOCKED: Rule = Rule::new(Code::Argument, "bits", "a multiple of 512 (blocked)");

/// Which scheme a filter uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// Every probe anywhere in the m bits.
    Standard,
    /// k equal slices, one probe in each.
    Partitioned,
    /// All probes of a key in one line of 512 bits.
    Blocked,
}

impl Scheme {
    /// The id in a dump. Ids are for ever.
    pub const fn id(self) -> u64 {
        match self {
            Scheme::Standard => 1,
            Scheme::Partitioned => 2,
            Scheme::Blocked => 3,
        }
    }

    /// The scheme with this id, if there is one.
    pub const fn from_id(id: u64) -> Option<Scheme> {
        match id {
            1 => Some(Scheme::Standard),
            2 => Some(Scheme::Partitioned),
            3 => Some(Scheme::Blocked),
            _ => None,
        }
    }

    /// The name in `stats` and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Standard => "standard",
            Scheme::Partitioned => "partitioned",
            Scheme::Blocked => "blocked",
        }
    }

    /// Where a position goes in the filter that has 1/`divisor` of the span: neighbours (bits, or
    /// lines) become one. A divisor of a slice's bits leaves the slices apart.
    pub(crate) const fn fold(self, position: u64, divisor: u64) -> u64 {
        match self {
            Scheme::Standard | Scheme::Partitioned => position / divisor,
            Scheme::Blocked => position / LINE_BITS / divisor * LINE_BITS + position % LINE_BITS,
        }
    }
}

/// The shape of a filter: m bits and k probes a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    bits: u64,
    hashes: u64,
    /// How many places a probe (for blocked: a key's line) chooses among. A divisor of this folds.
    span: u64,
}

impl Shape {
    /// The shape of `bits` bits and `hashes` probes for `scheme`, if there is such a shape: 1 to
    /// 2^32 bits, 1 to 64 probes; a multiple of k bits for partitioned, of 512 for blocked.
    pub fn new(scheme: Scheme, bits: u64, hashes: u64) -> Result<Shape> {
        if !(1..=MAX_HASHES).contains(&hashes) {
            return Err(HASHES.broken_by(hashes));
        }
        if !(1..=MAX_BITS).contains(&bits) {
            return Err(BITS.broken_by(bits));
        }
        let (unit, rule) = match scheme {
            Scheme::Standard => (1, &BITS),
            Scheme::Partitioned => (hashes, &BITS_PARTITIONED),
            Scheme::Blocked => (LINE_BITS, &BITS_BLOCKED),
        };
        if bits.is_multiple_of(unit) {
            Ok(Shape { bits, hashes, span: bits / unit })
        } else {
            Err(rule.broken_by(bits))
        }
    }

    /// m: how many bits.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// k: how many probes a key.
    pub const fn hashes(self) -> u64 {
        self.hashes
    }

    /// How many places a probe chooses among: m bits, the bits of a slice, or the lines. The
    /// filter folds by the divisors of this number.
    pub const fn span(self) -> u64 {
        self.span
    }
}

/// The positions of one key, without end; a filter takes the first k.
pub(crate) trait Probes {
    fn next(&mut self) -> u64;
}

/// The digest of a key, common to the native schemes.
#[inline(always)]
pub(crate) fn digest(key: &[u8], seed: u32) -> Digest {
    crate::hash::murmur3::hash(key, seed)
}

/// The probes of a key with this digest. The native schemes differ in where a range starts and
/// moves, not in code, so that one `match` before the loop is all the dispatch there is.
#[inline(always)]
pub(crate) fn probes(scheme: Scheme, digest: Digest, shape: Shape) -> NativeProbes {
    let sequence = Sequence::new(digest);
    match scheme {
        Scheme::Standard => standard::probes(sequence, shape),
        Scheme::Partitioned => partitioned::probes(sequence, shape),
        Scheme::Blocked => blocked::probes(sequence, shape),
    }
}
