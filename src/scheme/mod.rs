//! Index schemes: key bytes to positions. One file per scheme.
//!
//! Positions are a sequence, asked for one after the other, because some schemes carry state.
//! **Ids are for ever**: a released scheme is never edited; another way to compute positions is
//! another scheme with another id.

#[cfg(feature = "compat")]
mod additive_partitioned;
mod blocked;
#[cfg(feature = "compat")]
pub mod crc32_mt;
#[cfg(feature = "compat")]
mod double_hashing;
#[cfg(feature = "compat")]
mod go_bits_and_blooms;
#[cfg(feature = "compat")]
mod guava_mitz32;
#[cfg(feature = "compat")]
mod guava_mitz64;
#[cfg(feature = "keyed")]
mod keyed;
mod native;
#[cfg(feature = "compat")]
mod npm_bloom_filters_v1;
#[cfg(feature = "compat")]
mod npm_bloom_filters_v2;
#[cfg(feature = "compat")]
mod npm_bloomfilter;
#[cfg(feature = "compat")]
pub(crate) mod parquet_sbbf;
mod partitioned;
#[cfg(feature = "compat")]
pub(crate) mod php_redis;
#[cfg(feature = "compat")]
mod pybloom_live;
#[cfg(feature = "compat")]
mod rbloom;
#[cfg(feature = "compat")]
pub(crate) mod redisbloom;
#[cfg(feature = "compat")]
pub(crate) mod rules;
mod sizing;
#[cfg(feature = "compat")]
mod spark_v1;
#[cfg(feature = "compat")]
mod spark_v2;
mod standard;

use crate::error::{Code, Result, Rule};
use crate::hash::murmur3::{self, Digest, Keys};
use crate::params::blocked::LINE_BITS;
use native::{NativeProbes, Sequence};
#[cfg(feature = "compat")]
use rules::{Folding, Grouping, Rules, Setting};

#[cfg(feature = "keyed")]
pub use keyed::SecretKey;
pub use sizing::MIN_RATE;
pub(crate) use sizing::check_rate;

/// The most probes a key of a native scheme has.
pub const MAX_HASHES: u64 = 64;
/// The most bits of a native scheme: positions come from a product of 64 and 32 bits.
pub const MAX_BITS: u64 = 1 << 32;
/// The most bits of any scheme: the largest number that JavaScript has exactly.
#[cfg(feature = "compat")]
pub const MAX_FOREIGN_BITS: u64 = (1 << 53) - 1;

static HASHES: Rule = Rule::new(Code::Argument, "hashes", "1 to 64");
static BITS: Rule = Rule::new(Code::Argument, "bits", "1 to 4294967296");
static BITS_PARTITIONED: Rule = Rule::new(Code::Argument, "bits", "a multiple of hashes");
static BITS_BLOCKED: Rule = Rule::new(Code::Argument, "bits", "a multiple of 512");

/// What uses the probes of a key, whichever scheme they are of.
#[cfg(feature = "compat")]
pub(crate) trait UseProbes {
    type Answer;
    fn with(self, probes: impl Probes) -> Self::Answer;
}

/// The table of the schemes that are not ours: a row is an id, what the scheme asks of a filter, and
/// the probes of a key. From it come the enum and the one dispatch over them.
macro_rules! schemes {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $rules:path, $probes:path;)*) => {
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
            $($(#[$doc])* #[cfg(feature = "compat")] $name = $id,)*
            /// As [`Standard`](Scheme::Standard), under a secret key.
            #[cfg(feature = "keyed")]
            KeyedStandard = 27,
            /// As [`Partitioned`](Scheme::Partitioned), under a secret key.
            #[cfg(feature = "keyed")]
            KeyedPartitioned = 28,
            /// As [`Blocked`](Scheme::Blocked), under a secret key.
            #[cfg(feature = "keyed")]
            KeyedBlocked = 29,
        }

        impl Scheme {
            /// The scheme with this id, if there is one.
            pub const fn from_id(id: u64) -> Option<Scheme> {
                Some(match id {
                    1 => Scheme::Standard,
                    2 => Scheme::Partitioned,
                    3 => Scheme::Blocked,
                    $(#[cfg(feature = "compat")] $id => Scheme::$name,)*
                    #[cfg(feature = "keyed")]
                    27 => Scheme::KeyedStandard,
                    #[cfg(feature = "keyed")]
                    28 => Scheme::KeyedPartitioned,
                    #[cfg(feature = "keyed")]
                    29 => Scheme::KeyedBlocked,
                    _ => return None,
                })
            }

            /// What a scheme that is not ours asks of a filter.
            #[cfg(feature = "compat")]
            pub(crate) fn rules(self) -> &'static Rules {
                match self {
                    $(Scheme::$name => &$rules,)*
                    _ => &NATIVE,
                }
            }
        }

        /// The last id; there are no gaps.
        #[cfg(all(feature = "compat", not(feature = "keyed")))]
        pub(crate) const LAST_ID: u64 = 3 + [$($id),*].len() as u64;

        /// Runs something with the probes of a key in a scheme that is not ours.
        #[cfg(feature = "compat")]
        pub(crate) fn with_probes<'a, U: UseProbes>(
            key: &'a [u8],
            setting: &Setting<'a>,
            user: U,
        ) -> U::Answer {
            match setting.scheme {
                $(Scheme::$name => user.with($probes(key, setting)),)*
                _ => user.with(probes_of(key, setting.scheme, setting.seed, setting.shape)),
            }
        }
    };
}

schemes! {
    /// Chosen string hashes in the arithmetic of 64-bit PHP, modulo m.
    PhpRedis = 4, php_redis::RULES, php_redis::probes;
    /// The same hashes in 32 bits, as they were meant.
    PhpRedisClean32 = 5, php_redis::RULES, php_redis::probes;
    /// CRC-32 and PHP's Mersenne Twister.
    Crc32Mt = 6, crc32_mt::RULES, crc32_mt::probes;
    /// The same with the generator of PHP 5.
    Crc32MtPhp5 = 7, crc32_mt::RULES, crc32_mt::probes;
    /// A part for each seed of an additive hash.
    AdditivePartitioned = 8, additive_partitioned::RULES, additive_partitioned::probes;
    /// Guava's MURMUR128_MITZ_32.
    GuavaMitz32 = 9, guava_mitz32::RULES, guava_mitz32::probes;
    /// Guava's MURMUR128_MITZ_64.
    GuavaMitz64 = 10, guava_mitz64::RULES, guava_mitz64::probes;
    /// Apache Spark, version 1.
    SparkV1 = 11, spark_v1::RULES, spark_v1::probes;
    /// Apache Spark, version 2.
    SparkV2 = 12, spark_v2::RULES, spark_v2::probes;
    /// RedisBloom.
    RedisBloom = 13, redisbloom::RULES, redisbloom::probes;
    /// RedisBloom 1.0, with hashes of 32 bits.
    RedisBloomHash32 = 14, redisbloom::RULES_32, redisbloom::probes_32;
    /// The Go package bits-and-blooms.
    GoBitsAndBlooms = 15, go_bits_and_blooms::RULES, go_bits_and_blooms::probes;
    /// The split-block filter of Parquet.
    ParquetSbbf = 16, parquet_sbbf::RULES, parquet_sbbf::probes;
    /// The npm package bloomfilter, 1.1.
    NpmBloomfilterFnv1a64 = 17, npm_bloomfilter::RULES, npm_bloomfilter::probes;
    /// The npm package bloomfilter, 0.0.18.
    NpmBloomfilterFnv1a32x2 = 18, npm_bloomfilter::RULES_32, npm_bloomfilter::probes_32;
    /// The npm package bloom-filters from 2.0 on.
    NpmBloomFiltersV2 = 19, npm_bloom_filters_v2::RULES, npm_bloom_filters_v2::probes;
    /// Its PartitionedBloomFilter.
    NpmBloomFiltersV2Partitioned = 20, npm_bloom_filters_v2::RULES_PARTS, npm_bloom_filters_v2::probes;
    /// The npm package bloom-filters, 1.3.0 to 1.3.4.
    NpmBloomFiltersV1a = 21, npm_bloom_filters_v1::RULES_A, npm_bloom_filters_v1::probes;
    /// The npm package bloom-filters, 1.3.8 and 1.3.9.
    NpmBloomFiltersV1b = 22, npm_bloom_filters_v1::RULES_B, npm_bloom_filters_v1::probes;
    /// The PartitionedBloomFilter of both.
    NpmBloomFiltersV1Partitioned = 23, npm_bloom_filters_v1::RULES_PARTS, npm_bloom_filters_v1::slice_probes;
    /// The Python package pybloom_live, 3.
    PybloomLiveMd5 = 24, pybloom_live::RULES_MD5, pybloom_live::probes;
    /// The Python package pybloom_live, 4.
    PybloomLiveXxh128 = 25, pybloom_live::RULES_XXH128, pybloom_live::probes;
    /// The Python package rbloom.
    Rbloom = 26, rbloom::RULES, rbloom::probes;
}

/// The last id; there are no gaps.
#[cfg(not(any(feature = "compat", feature = "keyed")))]
pub(crate) const LAST_ID: u64 = 3;
/// The last id. Without other systems' schemes those are a gap.
#[cfg(feature = "keyed")]
pub(crate) const LAST_ID: u64 = 29;

/// Our own schemes have rules of their own and no parameters; what else stands here is never asked.
#[cfg(feature = "compat")]
static NATIVE: Rules = Rules::PLAIN;

impl Scheme {
    /// The id in a dump. Ids are for ever.
    pub const fn id(self) -> u64 {
        self as u64
    }

    /// The name in `stats` and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Standard => "standard",
            Scheme::Partitioned => "partitioned",
            Scheme::Blocked => "blocked",
            #[cfg(feature = "keyed")]
            Scheme::KeyedStandard => "keyed-standard",
            #[cfg(feature = "keyed")]
            Scheme::KeyedPartitioned => "keyed-partitioned",
            #[cfg(feature = "keyed")]
            Scheme::KeyedBlocked => "keyed-blocked",
            #[cfg(feature = "compat")]
            _ => self.rules().name,
        }
    }

    /// True for the schemes that are ours: the hash of a key is one digest.
    pub const fn is_native(self) -> bool {
        matches!(self.layout(), Scheme::Standard | Scheme::Partitioned | Scheme::Blocked)
    }

    /// True for the schemes whose digest is made under a secret key.
    #[cfg(feature = "keyed")]
    pub const fn is_keyed(self) -> bool {
        matches!(self, Scheme::KeyedStandard | Scheme::KeyedPartitioned | Scheme::KeyedBlocked)
    }

    /// The scheme without a key that has the same probes for the same digest, and everything that follows
    /// from them; others are their own.
    #[inline(always)]
    pub(crate) const fn layout(self) -> Scheme {
        match self {
            #[cfg(feature = "keyed")]
            Scheme::KeyedStandard => Scheme::Standard,
            #[cfg(feature = "keyed")]
            Scheme::KeyedPartitioned => Scheme::Partitioned,
            #[cfg(feature = "keyed")]
            Scheme::KeyedBlocked => Scheme::Blocked,
            other => other,
        }
    }

    /// True where each probe has a part of the cells to itself.
    pub(crate) fn is_partitioned(self) -> bool {
        match self.layout() {
            Scheme::Partitioned => true,
            #[cfg(feature = "compat")]
            _ => self.rules().grouping == Grouping::Parts,
            #[cfg(not(feature = "compat"))]
            _ => false,
        }
    }

    /// True if the cells of a filter of this shape fold by `divisor`.
    pub(crate) fn folds(self, shape: Shape, divisor: u64) -> bool {
        let span = shape.span;
        // There is a place at least, and none of it is a multiple of 0.
        let divides = span.is_multiple_of(divisor);
        #[cfg(feature = "compat")]
        if !self.is_native() && divisor != 1 {
            let rules = self.rules();
            let parts = if rules.grouping == Grouping::Parts { shape.hashes } else { rules.unit };
            return divides
                && (shape.bits / divisor).is_multiple_of(parts)
                && match rules.folding {
                    Folding::None => false,
                    Folding::Masks => (span / divisor - 1) & !(span - 1) == 0,
                    _ => true,
                };
        }
        divides
    }

    /// True if there are smaller filters with the same keys.
    #[cfg(feature = "compat")]
    pub(crate) fn folds_at_all(self) -> bool {
        self.is_native() || self.rules().folding != Folding::None
    }

    /// Where a position goes in the filter that has 1/`divisor` of the span: in our own schemes
    /// neighbours (bits, or lines) become one. A divisor of a slice's bits leaves the slices apart.
    #[inline(always)]
    pub(crate) fn fold(self, position: u64, span: u64, divisor: u64) -> u64 {
        _ = span;
        let unit = match self.layout() {
            Scheme::Standard | Scheme::Partitioned => 1,
            Scheme::Blocked => LINE_BITS,
            #[cfg(all(feature = "keyed", not(feature = "compat")))]
            _ => 1,
            #[cfg(feature = "compat")]
            _ => {
                let size = span / divisor;
                let (part, inside) = (position / span, position % span);
                match self.rules().folding {
                    Folding::Blocks => parquet_sbbf::BLOCK,
                    Folding::Masks => return part * size + (inside & (size - 1)),
                    _ => return part * size + inside % size,
                }
            }
        };
        position / unit / divisor * unit + position % unit
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
            return Ok(Shape { bits, hashes, span: scheme.rules().span(bits, hashes)? });
        }
        if !(1..=MAX_HASHES).contains(&hashes) {
            return Err(HASHES.broken_by(hashes));
        }
        if !(1..=MAX_BITS).contains(&bits) {
            return Err(BITS.broken_by(bits));
        }
        let (unit, rule) = match scheme.layout() {
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

/// The digest of the first `length` bytes of a text, common to the native schemes.
#[cfg_attr(any(feature = "std", feature = "compat"), inline(always))]
#[cfg_attr(not(any(feature = "std", feature = "compat")), inline(never))]
pub(crate) fn digest(text: &[u8], length: usize, seed: u32) -> Digest {
    if cfg!(any(feature = "std", feature = "compat")) {
        return murmur3::hash(text.get(..length).unwrap_or(text), seed);
    }
    // Where each byte of code counts, one function hashes keys and lines.
    let mut digest = [Digest::default()];
    murmur3::hash_each(text, length, Keys::One, seed, &mut digest);
    digest[0]
}

/// The probes of a key with this digest. The native schemes differ in where a range starts and
/// moves, not in code, so that one `match` before the loop is all the dispatch they need.
#[inline(always)]
pub(crate) fn native_probes(scheme: Scheme, digest: Digest, shape: Shape) -> NativeProbes {
    let sequence = Sequence::new(digest);
    match scheme.layout() {
        Scheme::Partitioned => partitioned::probes(sequence, shape),
        Scheme::Blocked => blocked::probes(sequence, shape),
        _ => standard::probes(sequence, shape),
    }
}

/// The probes of a key of a native scheme, where time does not matter.
#[inline(never)]
pub(crate) fn probes_of(key: &[u8], scheme: Scheme, seed: u32, shape: Shape) -> NativeProbes {
    native_probes(scheme, digest(key, key.len(), seed), shape)
}
