//! Index schemes: key bytes to positions. One file per scheme.
//!
//! Positions are a sequence, asked for one after the other, because some schemes carry state.
//! **Ids are for ever**: a released scheme is never edited; another way to compute positions is
//! another scheme with another id.

#[cfg(feature = "compat")]
pub(crate) mod additive_partitioned;
mod blocked;
#[cfg(feature = "compat")]
pub mod crc32_mt;
mod native;
mod partitioned;
#[cfg(feature = "compat")]
pub(crate) mod php_redis;
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
/// The most bits of any scheme: the largest number that JavaScript has exactly.
#[cfg(feature = "compat")]
pub const MAX_FOREIGN_BITS: u64 = (1 << 53) - 1;
/// The most probes a key has in any scheme.
#[cfg(feature = "compat")]
pub const MAX_FOREIGN_HASHES: u64 = MAX_FOREIGN_BITS;

static HASHES: Rule = Rule::new(Code::Argument, "hashes", "1 to 64");
static BITS: Rule = Rule::new(Code::Argument, "bits", "1 to 4294967296");
#[cfg(feature = "compat")]
static FOREIGN_HASHES: Rule = Rule::new(Code::Argument, "hashes", "1 to what the scheme can have");
#[cfg(feature = "compat")]
static FOREIGN_BITS: Rule = Rule::new(Code::Argument, "bits", "1 to 9007199254740991");
static BITS_PARTITIONED: Rule = Rule::new(Code::Argument, "bits", "a multiple of hashes");
static BITS_BLOCKED: Rule = Rule::new(Code::Argument, "bits", "a multiple of 512");

/// Which scheme a filter uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// Every probe anywhere in the m bits.
    Standard = 1,
    /// k equal slices, one probe in each.
    Partitioned = 2,
    /// All probes of a key in one line of 512 bits.
    Blocked = 3,
    /// Chosen string hashes in the arithmetic of 64-bit PHP, modulo m.
    #[cfg(feature = "compat")]
    PhpRedis = 4,
    /// The same hashes in 32 bits, as they were meant.
    #[cfg(feature = "compat")]
    PhpRedisClean32 = 5,
    /// CRC-32 and PHP's Mersenne Twister.
    #[cfg(feature = "compat")]
    Crc32Mt = 6,
    /// The same with the generator of PHP 5.
    #[cfg(feature = "compat")]
    Crc32MtPhp5 = 7,
    /// A part for each seed of an additive hash.
    #[cfg(feature = "compat")]
    AdditivePartitioned = 8,
}

/// The last id; there are no gaps.
pub(crate) const LAST_ID: u64 = if cfg!(feature = "compat") { 8 } else { 3 };

impl Scheme {
    /// The id in a dump. Ids are for ever.
    pub const fn id(self) -> u64 {
        self as u64
    }

    /// The scheme with this id, if there is one.
    pub const fn from_id(id: u64) -> Option<Scheme> {
        Some(match id {
            1 => Scheme::Standard,
            2 => Scheme::Partitioned,
            3 => Scheme::Blocked,
            #[cfg(feature = "compat")]
            4 => Scheme::PhpRedis,
            #[cfg(feature = "compat")]
            5 => Scheme::PhpRedisClean32,
            #[cfg(feature = "compat")]
            6 => Scheme::Crc32Mt,
            #[cfg(feature = "compat")]
            7 => Scheme::Crc32MtPhp5,
            #[cfg(feature = "compat")]
            8 => Scheme::AdditivePartitioned,
            _ => return None,
        })
    }

    /// The name in `stats` and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Standard => "standard",
            Scheme::Partitioned => "partitioned",
            Scheme::Blocked => "blocked",
            #[cfg(feature = "compat")]
            Scheme::PhpRedis | Scheme::PhpRedisClean32 => "php-redis",
            #[cfg(feature = "compat")]
            Scheme::Crc32Mt | Scheme::Crc32MtPhp5 => "crc32-mt",
            #[cfg(feature = "compat")]
            Scheme::AdditivePartitioned => "additive-partitioned",
        }
    }

    /// True for the schemes that are ours: the hash of a key is one digest.
    pub const fn is_native(self) -> bool {
        matches!(self, Scheme::Standard | Scheme::Partitioned | Scheme::Blocked)
    }

    /// True where each probe has a part of the cells to itself.
    pub(crate) const fn is_partitioned(self) -> bool {
        match self {
            Scheme::Partitioned => true,
            #[cfg(feature = "compat")]
            Scheme::AdditivePartitioned => true,
            _ => false,
        }
    }

    /// True if the cells of a filter with this span fold by `divisor`.
    pub(crate) const fn folds(self, span: u64, divisor: u64) -> bool {
        let divides = divisor > 0 && span.is_multiple_of(divisor);
        match self {
            // The numbers that are drawn depend on m in no simple way.
            #[cfg(feature = "compat")]
            Scheme::Crc32Mt | Scheme::Crc32MtPhp5 => divisor == 1,
            // Positions are masked, not reduced.
            #[cfg(feature = "compat")]
            Scheme::AdditivePartitioned => divides && (span / divisor - 1) & !(span - 1) == 0,
            _ => divides,
        }
    }

    /// Where a position goes in the filter that has 1/`divisor` of the span: in our own schemes
    /// neighbours (bits, or lines) become one. A divisor of a slice's bits leaves the slices apart.
    #[inline(always)]
    pub(crate) const fn fold(self, position: u64, span: u64, divisor: u64) -> u64 {
        _ = span;
        match self {
            Scheme::Standard | Scheme::Partitioned | Scheme::Blocked => {
                let unit = if matches!(self, Scheme::Blocked) { LINE_BITS } else { 1 };
                position / unit / divisor * unit + position % unit
            }
            #[cfg(feature = "compat")]
            Scheme::AdditivePartitioned => {
                let size = span / divisor;
                position / span * size + ((position % span) & (size - 1))
            }
            #[cfg(feature = "compat")]
            _ => position % (span / divisor),
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
        #[cfg(feature = "compat")]
        if !scheme.is_native() {
            return Shape::foreign(scheme, bits, hashes);
        }
        if !(1..=MAX_HASHES).contains(&hashes) {
            return Err(HASHES.broken_by(hashes));
        }
        if !(1..=MAX_BITS).contains(&bits) {
            return Err(BITS.broken_by(bits));
        }
        let (unit, rule) = match scheme {
            Scheme::Partitioned => (hashes, &BITS_PARTITIONED),
            Scheme::Blocked => (LINE_BITS, &BITS_BLOCKED),
            _ => (1, &BITS),
        };
        if bits.is_multiple_of(unit) {
            Ok(Shape { bits, hashes, span: bits / unit })
        } else {
            Err(rule.broken_by(bits))
        }
    }

    /// The shape of another system's filter, whose limits are those of its scheme.
    #[cfg(feature = "compat")]
    fn foreign(scheme: Scheme, bits: u64, hashes: u64) -> Result<Shape> {
        let (most_bits, most_hashes) = match scheme {
            Scheme::PhpRedis | Scheme::PhpRedisClean32 => (MAX_BITS, 8),
            Scheme::AdditivePartitioned => (MAX_FOREIGN_BITS, MAX_HASHES),
            _ => (MAX_FOREIGN_BITS, MAX_FOREIGN_HASHES),
        };
        if !(1..=most_hashes).contains(&hashes) {
            return Err(FOREIGN_HASHES.broken_by(hashes));
        }
        if !(1..=most_bits).contains(&bits) {
            let rule = if most_bits == MAX_BITS { &BITS } else { &FOREIGN_BITS };
            return Err(rule.broken_by(bits));
        }
        let parts = if scheme.is_partitioned() { hashes } else { 1 };
        if !bits.is_multiple_of(parts) {
            return Err(BITS_PARTITIONED.broken_by(bits));
        }
        Ok(Shape { bits, hashes, span: bits / parts })
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
/// moves, not in code, so that one `match` before the loop is all the dispatch they need.
#[inline(always)]
pub(crate) fn native_probes(scheme: Scheme, digest: Digest, shape: Shape) -> NativeProbes {
    let sequence = Sequence::new(digest);
    match scheme {
        Scheme::Partitioned => partitioned::probes(sequence, shape),
        Scheme::Blocked => blocked::probes(sequence, shape),
        _ => standard::probes(sequence, shape),
    }
}

/// The probes of a key of a native scheme, where time does not matter.
#[inline(never)]
pub(crate) fn probes_of(key: &[u8], scheme: Scheme, seed: u32, shape: Shape) -> NativeProbes {
    native_probes(scheme, digest(key, seed), shape)
}

/// Runs a body with the probes of a key in a filter: the one dispatch over the schemes.
macro_rules! probes {
    ($filter:expr, $key:expr, $probes:pat => $body:expr) => {{
        let head = &$filter.head;
        match head.scheme {
            #[cfg(feature = "compat")]
            Scheme::PhpRedis | Scheme::PhpRedisClean32 => {
                let $probes = scheme::php_redis::probes($key, head.scheme, head.seed, head.shape);
                $body
            }
            #[cfg(feature = "compat")]
            Scheme::Crc32Mt | Scheme::Crc32MtPhp5 => {
                let $probes = scheme::crc32_mt::probes($key, head.scheme, head.shape);
                $body
            }
            #[cfg(feature = "compat")]
            Scheme::AdditivePartitioned => {
                let $probes =
                    scheme::additive_partitioned::probes($key, &$filter.seeds, head.shape);
                $body
            }
            _ => {
                let digest = scheme::digest($key, head.seed);
                let $probes = scheme::native_probes(head.scheme, digest, head.shape);
                $body
            }
        }
    }};
}
pub(crate) use probes;
