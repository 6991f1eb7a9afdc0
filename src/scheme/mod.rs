//! Schemes: they convert the bytes of a key to positions. One file per scheme.
//!
//! Positions are computed one at a time, because some schemes have state. **Ids are permanent**: a
//! released scheme never changes. Another way to compute positions is another scheme with its own
//! id.

mod blocked;
#[cfg(feature = "compat")]
mod foreign;
#[cfg(feature = "compat")]
mod keyed;
mod native;
mod partitioned;
pub(crate) mod rules;
mod sizing;
mod standard;

use crate::error::{Code, Result, Rule};
use crate::hash::four::Four;
use crate::hash::murmur3_x86_128::{self, FourLanes};
use crate::params::blocked::BLOCK_BITS;
use native::Sequence;
pub(crate) use native::{
    Digest, FourProbes, NativeProbes, digest, digest_fours, digests_in, reduce, salted, scrambled,
    shard_of, sort_digests, write_digests,
};
use rules::{Folding, Grouping, Rules, Setting};

#[cfg(feature = "compat")]
pub use foreign::crc32_mt;
#[cfg(feature = "compat")]
pub(crate) use foreign::{parquet_sbbf, php_redis, redisbloom};
#[cfg(feature = "compat")]
pub use keyed::SecretKey;
pub use sizing::MIN_RATE;
pub(crate) use sizing::{RATES, check_rate};

/// The most probes per key in a native scheme.
pub const MAX_HASHES: u64 = 64;
/// The most bits of a native scheme: JavaScript computes the positions with 32-bit numbers.
pub const MAX_BITS: u64 = 1 << 32;
/// The bits of a word, which a probe of a native scheme chooses first.
pub(crate) const WORD_BITS: u64 = 64;
/// The most bits of any scheme: the largest whole number that JavaScript represents exactly.
pub const MAX_FOREIGN_BITS: u64 = (1 << 53) - 1;

static HASHES: Rule = Rule::new(Code::Argument, "hashes", "a whole number from 1 to 64");
static BITS: Rule = Rule::new(Code::Argument, "bits", "a whole number from 64 to 2^32");
static BITS_STANDARD: Rule = Rule::new(Code::Argument, "bits", "a multiple of 64");
static BITS_PARTITIONED: Rule = Rule::new(Code::Argument, "bits", "a multiple of {} (64 * hashes)");
static BITS_BLOCKED: Rule = Rule::new(Code::Argument, "bits", "a multiple of 512");

/// Code that uses the probes of a key in any scheme.
pub(crate) trait UseProbes {
    type Answer;
    fn with(self, probes: impl Probes) -> Self::Answer;
}

/// A build without keyed filters has no secret keys.
#[cfg(not(feature = "compat"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecretKey {}

#[cfg(not(feature = "compat"))]
impl SecretKey {
    pub(crate) fn check(&self) -> [u8; 8] {
        match *self {}
    }

    pub(crate) fn digest(&self, _: &[u8]) -> Digest {
        match *self {}
    }
}

/// The table of the schemes. A row has an id and a name. For other systems it also has the
/// requirements for a filter, and the probes of a key. The macro makes the enum and its only
/// dispatch from this table. Every build knows every id, so a file whose scheme is left out is not
/// mistaken for a damaged one.
macro_rules! schemes {
    (
        native { $($(#[$native_doc:meta])* $native:ident = $native_id:literal, $native_name:literal;)* }
        foreign { $($(#[$doc:meta])* $name:ident = $id:literal, $text:literal, $rules:path, $probes:path;)* }
    ) => {
        /// The scheme of a filter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Scheme {
            $($(#[$native_doc])* $native = $native_id,)*
            $($(#[$doc])* $name = $id,)*
        }

        impl Scheme {
            /// Every scheme: the native ones, then those of other systems, each group ordered by
            /// id.
            pub const ALL: &'static [Scheme] = &[$(Scheme::$native,)* $(Scheme::$name,)*];

            /// The scheme with this id; `None` if there is none.
            pub const fn from_id(id: u64) -> Option<Scheme> {
                Some(match id {
                    $($native_id => Scheme::$native,)*
                    $($id => Scheme::$name,)*
                    _ => return None,
                })
            }

            /// The name in `stats` and in the command line tool.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Scheme::$native => $native_name,)*
                    $(Scheme::$name => $text,)*
                }
            }

            /// The requirements of another system's scheme.
            pub(crate) fn rules(self) -> &'static Rules {
                match self {
                    $(#[cfg(feature = "compat")] Scheme::$name => &$rules,)*
                    _ => &NATIVE,
                }
            }
        }

        /// Calls `user` with the probes of a key in any scheme.
        pub(crate) fn with_probes<'a, U: UseProbes>(
            key: &'a [u8],
            setting: &Setting<'a>,
            user: U,
        ) -> U::Answer {
            match setting.scheme {
                $(#[cfg(feature = "compat")] Scheme::$name => user.with($probes(key, setting)),)*
                _ => {
                    let digest = salted(digest(key, setting.seed), setting.salt);
                    user.with(native_probes(setting.scheme, digest, setting.shape))
                }
            }
        }
    };
}

schemes! {
    native {
    /// Every probe can be anywhere in the m bits.
    Standard = 1, "standard";
    /// k equal slices with one probe in each.
    Partitioned = 2, "partitioned";
    /// All probes of a key are in one block of 512 bits.
    Blocked = 3, "blocked";
    /// As [`Standard`](Scheme::Standard), under a secret key.
    KeyedStandard = 27, "keyed-standard";
    /// As [`Partitioned`](Scheme::Partitioned), under a secret key.
    KeyedPartitioned = 28, "keyed-partitioned";
    /// As [`Blocked`](Scheme::Blocked), under a secret key.
    KeyedBlocked = 29, "keyed-blocked";
    /// For [static sets](crate::StaticSet), which have equations instead of positions. No filter
    /// uses it.
    Static = 30, "static";
    }
    foreign {
    /// A choice of string hashes in the arithmetic of 64-bit PHP, modulo m.
    PhpRedis = 4, "php-redis", foreign::php_redis::RULES, foreign::php_redis::probes;
    /// The same hashes in 32 bits, as their authors defined them.
    PhpRedisClean32 = 5, "php-redis", foreign::php_redis::RULES, foreign::php_redis::probes;
    /// CRC-32 and PHP's Mersenne Twister.
    Crc32Mt = 6, "crc32-mt", foreign::crc32_mt::RULES, foreign::crc32_mt::probes;
    /// The same with the generator of PHP 5.
    Crc32MtPhp5 = 7, "crc32-mt", foreign::crc32_mt::RULES, foreign::crc32_mt::probes;
    /// One part for each seed of an additive hash.
    AdditivePartitioned = 8, "additive-partitioned", foreign::additive_partitioned::RULES,
        foreign::additive_partitioned::probes;
    /// Guava's MURMUR128_MITZ_32.
    GuavaMitz32 = 9, "guava-mitz32", foreign::guava_mitz64::RULES, foreign::guava_mitz32::probes;
    /// Guava's MURMUR128_MITZ_64.
    GuavaMitz64 = 10, "guava-mitz64", foreign::guava_mitz64::RULES, foreign::guava_mitz64::probes;
    /// Apache Spark, version 1.
    SparkV1 = 11, "spark-v1", foreign::spark_v1::RULES, foreign::spark_v1::probes;
    /// Apache Spark, version 2.
    SparkV2 = 12, "spark-v2", foreign::spark_v2::RULES, foreign::spark_v2::probes;
    /// RedisBloom.
    RedisBloom = 13, "redisbloom", foreign::redisbloom::RULES, foreign::redisbloom::probes;
    /// RedisBloom 1.0, with hashes of 32 bits.
    RedisBloomHash32 = 14, "redisbloom-hash32", foreign::redisbloom::RULES, foreign::redisbloom::probes_32;
    /// The Go package bits-and-blooms.
    GoBitsAndBlooms = 15, "go-bits-and-blooms", Rules::PLAIN, foreign::go_bits_and_blooms::probes;
    /// The split-block filter of Parquet.
    ParquetSbbf = 16, "parquet-sbbf", foreign::parquet_sbbf::RULES, foreign::parquet_sbbf::probes;
    /// The npm package bloomfilter, 1.1.
    NpmBloomfilterFnv1a64 = 17, "npm-bloomfilter-fnv1a64", foreign::npm_bloomfilter::RULES,
        foreign::npm_bloomfilter::probes;
    /// The npm package bloomfilter, 0.0.18.
    NpmBloomfilterFnv1a32x2 = 18, "npm-bloomfilter-fnv1a32x2", foreign::npm_bloomfilter::RULES,
        foreign::npm_bloomfilter::probes_32;
    /// The npm package bloom-filters from 2.0 on.
    NpmBloomFiltersV2 = 19, "npm-bloom-filters-v2", foreign::npm_bloom_filters_v2::RULES,
        foreign::npm_bloom_filters_v2::probes;
    /// Its PartitionedBloomFilter.
    NpmBloomFiltersV2Partitioned = 20, "npm-bloom-filters-v2-partitioned", foreign::npm_bloom_filters_v2::RULES_PARTS,
        foreign::npm_bloom_filters_v2::probes;
    /// The npm package bloom-filters, 1.3.0 to 1.3.4.
    NpmBloomFiltersV1a = 21, "npm-bloom-filters-v1a", foreign::npm_bloom_filters_v1::RULES,
        foreign::npm_bloom_filters_v1::probes;
    /// The npm package bloom-filters, 1.3.8 and 1.3.9.
    NpmBloomFiltersV1b = 22, "npm-bloom-filters-v1b", foreign::npm_bloom_filters_v1::RULES,
        foreign::npm_bloom_filters_v1::probes;
    /// PartitionedBloomFilter of both versions.
    NpmBloomFiltersV1Partitioned = 23, "npm-bloom-filters-v1-partitioned", foreign::npm_bloom_filters_v2::RULES_PARTS,
        foreign::npm_bloom_filters_v1::slice_probes;
    /// The Python package pybloom_live, 3.
    PybloomLiveMd5 = 24, "pybloom-live-md5", foreign::pybloom_live::RULES, foreign::pybloom_live::probes;
    /// The Python package pybloom_live, 4.
    PybloomLiveXxh128 = 25, "pybloom-live-xxh128", foreign::pybloom_live::RULES, foreign::pybloom_live::probes;
    /// The Python package rbloom.
    Rbloom = 26, "rbloom", foreign::rbloom::RULES, foreign::rbloom::probes;
    }
}

/// The last id; there are no gaps.
pub(crate) const LAST_ID: u64 = Scheme::ALL.len() as u64;

/// Native schemes have their own checks and no parameters. The other values are never used.
static NATIVE: Rules = Rules::PLAIN;

impl Scheme {
    /// The id in a filter file. Ids are permanent.
    pub const fn id(self) -> u64 {
        self as u64
    }

    /// True for native schemes. Their hash of a key is one digest.
    pub const fn is_native(self) -> bool {
        use Scheme::{Blocked, Partitioned, Standard, Static};
        matches!(self.layout(), Standard | Partitioned | Blocked | Static)
    }

    /// True for schemes of other systems. A build without these schemes has no such filter. In
    /// such a build this is always false, so the compiler removes code that checks it first.
    #[inline(always)]
    pub(crate) const fn is_foreign(self) -> bool {
        cfg!(feature = "compat") && !self.is_native()
    }

    /// True if this build has filters of the scheme.
    pub const fn is_supported(self) -> bool {
        cfg!(feature = "compat") || (self.is_native() && !self.is_keyed())
    }

    /// True for schemes whose digest depends on a secret key.
    pub const fn is_keyed(self) -> bool {
        matches!(self, Scheme::KeyedStandard | Scheme::KeyedPartitioned | Scheme::KeyedBlocked)
    }

    /// The unkeyed scheme with the same layout: for the same digest, it has the same probes. For
    /// all other schemes, the scheme itself.
    #[inline(always)]
    pub(crate) const fn layout(self) -> Scheme {
        match self {
            Scheme::KeyedStandard => Scheme::Standard,
            Scheme::KeyedPartitioned => Scheme::Partitioned,
            Scheme::KeyedBlocked => Scheme::Blocked,
            other => other,
        }
    }

    /// True if each probe has its own part of the cells.
    pub(crate) fn is_partitioned(self) -> bool {
        self.layout() == Scheme::Partitioned || self.rules().grouping == Grouping::Parts
    }

    /// The name of the native layout that is most similar to the scheme. It is shown for a filter.
    pub fn layout_name(self) -> &'static str {
        match self.layout() {
            own if own.is_native() => own.name(),
            foreign => match foreign.rules().grouping {
                Grouping::Whole => Scheme::Standard.name(),
                Grouping::Parts => Scheme::Partitioned.name(),
                Grouping::Blocks(_) => Scheme::Blocked.name(),
            },
        }
    }

    /// True if a filter of this shape can be folded by `divisor`.
    pub(crate) fn folds(self, shape: Shape, divisor: u64) -> bool {
        let span = shape.span;
        // The span is at least 1, so it is not a multiple of 0.
        let divides = span.is_multiple_of(divisor);
        if !self.is_foreign() || divisor == 1 {
            return divides;
        }
        let rules = self.rules();
        let parts = if rules.grouping == Grouping::Parts { shape.hashes } else { rules.unit };
        divides
            && (shape.bits / divisor).is_multiple_of(parts)
            && match rules.folding {
                Folding::None => false,
                Folding::Masks => (span / divisor - 1) & !(span - 1) == 0,
                _ => true,
            }
    }

    /// The number of bits of a native filter is a multiple of this. It is the number of bits of a
    /// place that a probe chooses (a word or a block), times the number of slices.
    pub(crate) const fn unit(self, hashes: u64) -> u64 {
        match self.layout() {
            Scheme::Partitioned => WORD_BITS * hashes,
            Scheme::Blocked => BLOCK_BITS,
            _ => WORD_BITS,
        }
    }

    /// True if filters of this scheme can be folded.
    pub(crate) fn folds_at_all(self) -> bool {
        !self.is_foreign() || self.rules().folding != Folding::None
    }

    /// The new position in a filter with 1/`divisor` of the span. In native schemes, neighbours
    /// (words or blocks) become one. The divisor divides a slice, so slices stay separate.
    #[inline(always)]
    pub(crate) fn fold(self, position: u64, span: u64, divisor: u64) -> u64 {
        let unit = match self.layout() {
            Scheme::Standard | Scheme::Partitioned => WORD_BITS,
            Scheme::Blocked => BLOCK_BITS,
            _ => {
                let size = span / divisor;
                let (part, inside) = (position / span, position % span);
                match self.rules().folding {
                    Folding::Blocks(bits) => bits,
                    Folding::Masks => return part * size + (inside & (size - 1)),
                    _ => return part * size + inside % size,
                }
            }
        };
        position / unit / divisor * unit + position % unit
    }
}

/// The shape of a filter: m bits and k probes per key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    bits: u64,
    hashes: u64,
    /// The number of places that a probe (for blocked: a key) chooses from. A filter can be folded
    /// by the divisors of this.
    span: u64,
}

impl Shape {
    /// The shape of `bits` bits and `hashes` probes for `scheme`, if it is valid. Native schemes
    /// have up to 2^32 bits and 1 to 64 probes. Their bits are a multiple of 64; for partitioned,
    /// of 64 · k; for blocked, of 512.
    pub fn new(scheme: Scheme, bits: u64, hashes: u64) -> Result<Shape> {
        if scheme.is_foreign() {
            return Ok(Shape { bits, hashes, span: scheme.rules().span(bits, hashes)? });
        }
        if !(1..=MAX_HASHES).contains(&hashes) {
            return Err(HASHES.broken_by(hashes));
        }
        if !(WORD_BITS..=MAX_BITS).contains(&bits) {
            return Err(BITS.broken_by(bits));
        }
        let rule = match scheme.layout() {
            Scheme::Partitioned => &BITS_PARTITIONED,
            Scheme::Blocked => &BITS_BLOCKED,
            _ => &BITS_STANDARD,
        };
        let unit = scheme.unit(hashes);
        if bits.is_multiple_of(unit) {
            Ok(Shape { bits, hashes, span: bits / unit })
        } else {
            Err(rule.broken_by(bits).expecting(unit))
        }
    }

    /// The shape in a file whose scheme this build leaves out. No filter is made from it.
    pub(crate) const fn stated(bits: u64, hashes: u64) -> Shape {
        Shape { bits, hashes, span: bits }
    }

    /// True if the scheme allows this number of probes per key.
    pub(crate) fn has_hashes(scheme: Scheme, hashes: u64) -> bool {
        if scheme.is_foreign() {
            scheme.rules().has_hashes(hashes)
        } else {
            (1..=MAX_HASHES).contains(&hashes)
        }
    }

    /// m: the number of bits.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// k: the number of probes per key.
    pub const fn hashes(self) -> u64 {
        self.hashes
    }

    /// The number of places that a probe chooses from. In native schemes these are words of 64 bits
    /// (for partitioned: those of a slice; for blocked: blocks). In schemes of other systems these
    /// are bits (of a slice, if there are slices) or blocks. The filter can be folded by the
    /// divisors of this number.
    pub const fn span(self) -> u64 {
        self.span
    }
}

/// The endless sequence of positions of one key. A filter uses the first k.
pub(crate) trait Probes {
    fn next(&mut self) -> u64;
}

/// The probes of a key with this digest. The native schemes share their code. They differ only in
/// where a range of words starts and how it moves. So one `match` before the loop is enough.
#[inline(always)]
pub(crate) fn native_probes(scheme: Scheme, digest: Digest, shape: Shape) -> NativeProbes {
    let sequence = Sequence::new(digest);
    match scheme.layout() {
        Scheme::Partitioned => partitioned::probes(sequence, shape),
        Scheme::Blocked => blocked::probes(sequence, shape),
        _ => standard::probes(sequence, shape),
    }
}

/// As [`native_probes`], for four keys. The span of a native scheme fits in 32 bits.
#[inline(always)]
pub(crate) fn four_probes(
    scheme: Scheme,
    digests: FourLanes,
    shape: Shape,
    salt: u32,
) -> FourProbes {
    let digests =
        if salt == 0 { digests } else { murmur3_x86_128::finish_four(digests, Four::all(salt)) };
    let (probes, span) = (FourProbes::new(digests), shape.span() as u32);
    match scheme.layout() {
        Scheme::Partitioned => partitioned::four_probes(probes, span),
        Scheme::Blocked => blocked::four_probes(probes, span),
        _ => standard::four_probes(probes, span),
    }
}
