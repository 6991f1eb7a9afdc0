//! The table of the schemes of other systems. A scheme says how a key becomes positions.
//!
//! Positions are computed one at a time, because some schemes have state. **Ids are permanent**: a
//! released scheme never changes. Another way to compute positions is another scheme with its own
//! id.

use super::rules::{Rules, Setting};
use super::{
    datasketches, go_bits_and_blooms, guava, npm_bloom_filters, npm_bloomfilter, own_layouts,
    parquet_sbbf, php, pybloom_live, rbloom, redisbloom, spark,
};
use crate::error::Result;
use crate::layout::{Probes, Shape};

/// Code that uses the probes of a key in any scheme.
pub(crate) trait UseProbes {
    type Answer;
    fn with(self, probes: impl Probes) -> Self::Answer;
}

/// A row has the id and the name of a scheme, the requirements for a filter, and the probes of a
/// key. The macro makes the enum and its only dispatch from the table.
macro_rules! schemes {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $text:literal, $rules:path, $probes:path;)*) => {
        /// A scheme of another system: how a key becomes positions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Scheme {
            $($(#[$doc])* $name = $id,)*
        }

        impl Scheme {
            /// Every scheme, ordered by id.
            pub const ALL: &'static [Scheme] = &[$(Scheme::$name,)*];

            /// The scheme with this id; `None` if there is none.
            pub const fn from_id(id: u64) -> Option<Scheme> {
                Some(match id {
                    $($id => Scheme::$name,)*
                    _ => return None,
                })
            }

            /// The name in `stats` and in the command line tool.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Scheme::$name => $text,)*
                }
            }

            /// The requirements for a filter.
            pub(crate) fn rules(self) -> &'static Rules {
                match self {
                    $(Scheme::$name => &$rules,)*
                }
            }
        }

        /// Calls `user` with the probes of a key.
        pub(crate) fn with_probes<'a, U: UseProbes>(
            key: &'a [u8],
            setting: &Setting<'a>,
            user: U,
        ) -> U::Answer {
            match setting.scheme {
                $(Scheme::$name => user.with($probes(key, setting)),)*
            }
        }
    };
}

schemes! {
    /// Our layout "standard", for bitmaps in Redis.
    Standard = 1, "standard", own_layouts::STANDARD, own_layouts::standard_probes;
    /// Our layout "partitioned", for bitmaps in Redis.
    Partitioned = 2, "partitioned", own_layouts::PARTITIONED, own_layouts::partitioned_probes;
    /// Our layout "blocked", for bitmaps in Redis.
    Blocked = 3, "blocked", own_layouts::BLOCKED, own_layouts::blocked_probes;
    /// A choice of string hashes in the arithmetic of 64-bit PHP, modulo m.
    PhpRedis = 4, "php-redis", php::redis::RULES, php::redis::probes;
    /// The same hashes in 32 bits, as their authors defined them.
    PhpRedisClean32 = 5, "php-redis", php::redis::RULES, php::redis::probes;
    /// CRC-32 and PHP's Mersenne Twister.
    Crc32Mt = 6, "crc32-mt", php::crc32_mt::RULES, php::crc32_mt::probes;
    /// The same with the generator of PHP 5.
    Crc32MtPhp5 = 7, "crc32-mt", php::crc32_mt::RULES, php::crc32_mt::probes;
    /// One part for each seed of an additive hash.
    AdditivePartitioned = 8, "additive-partitioned", php::additive_partitioned::RULES,
        php::additive_partitioned::probes;
    /// Guava's MURMUR128_MITZ_32.
    GuavaMitz32 = 9, "guava-mitz32", guava::RULES, guava::probes_32;
    /// Guava's MURMUR128_MITZ_64.
    GuavaMitz64 = 10, "guava-mitz64", guava::RULES, guava::probes;
    /// Apache Spark, version 1.
    SparkV1 = 11, "spark-v1", spark::RULES_V1, spark::probes_v1;
    /// Apache Spark, version 2.
    SparkV2 = 12, "spark-v2", spark::RULES_V2, spark::probes_v2;
    /// RedisBloom.
    RedisBloom = 13, "redisbloom", redisbloom::RULES, redisbloom::probes;
    /// RedisBloom 1.0, with hashes of 32 bits.
    RedisBloomHash32 = 14, "redisbloom-hash32", redisbloom::RULES, redisbloom::probes_32;
    /// The Go package bits-and-blooms.
    GoBitsAndBlooms = 15, "go-bits-and-blooms", Rules::PLAIN, go_bits_and_blooms::probes;
    /// The split-block filter of Parquet.
    ParquetSbbf = 16, "parquet-sbbf", parquet_sbbf::RULES, parquet_sbbf::probes;
    /// The npm package bloomfilter, 1.1.
    NpmBloomfilterFnv1a64 = 17, "npm-bloomfilter-fnv1a64", npm_bloomfilter::RULES,
        npm_bloomfilter::probes;
    /// The npm package bloomfilter, 0.0.18.
    NpmBloomfilterFnv1a32x2 = 18, "npm-bloomfilter-fnv1a32x2", npm_bloomfilter::RULES,
        npm_bloomfilter::probes_32;
    /// The npm package bloom-filters from 2.0 on.
    NpmBloomFiltersV2 = 19, "npm-bloom-filters-v2", npm_bloom_filters::RULES,
        npm_bloom_filters::probes;
    /// Its PartitionedBloomFilter.
    NpmBloomFiltersV2Partitioned = 20, "npm-bloom-filters-v2-partitioned", npm_bloom_filters::RULES_PARTS,
        npm_bloom_filters::probes;
    /// The npm package bloom-filters, 1.3.0 to 1.3.4.
    NpmBloomFiltersV1a = 21, "npm-bloom-filters-v1a", npm_bloom_filters::RULES_V1,
        npm_bloom_filters::probes_v1;
    /// The npm package bloom-filters, 1.3.8 and 1.3.9.
    NpmBloomFiltersV1b = 22, "npm-bloom-filters-v1b", npm_bloom_filters::RULES_V1,
        npm_bloom_filters::probes_v1;
    /// PartitionedBloomFilter of both versions.
    NpmBloomFiltersV1Partitioned = 23, "npm-bloom-filters-v1-partitioned", npm_bloom_filters::RULES_PARTS,
        npm_bloom_filters::slice_probes_v1;
    /// The Python package pybloom_live, 3.
    PybloomLiveMd5 = 24, "pybloom-live-md5", pybloom_live::RULES, pybloom_live::probes;
    /// The Python package pybloom_live, 4.
    PybloomLiveXxh128 = 25, "pybloom-live-xxh128", pybloom_live::RULES, pybloom_live::probes;
    /// The Python package rbloom.
    Rbloom = 26, "rbloom", rbloom::RULES, rbloom::probes;
    /// Apache DataSketches. Ids 27 to 30 are our own: keyed filters and static sets.
    DataSketches = 31, "datasketches", datasketches::RULES, datasketches::probes;
}

impl Scheme {
    /// The id in a filter file. Ids are permanent.
    pub const fn id(self) -> u64 {
        self as u64
    }

    /// The shape of `bits` bits and `hashes` probes.
    ///
    /// # Errors
    /// The scheme has no such shape.
    pub fn shape(self, bits: u64, hashes: u64) -> Result<Shape> {
        self.rules().shape(bits, hashes)
    }

    /// The shape that the system itself takes for a number of keys and an error rate.
    ///
    /// # Errors
    /// There is no such shape.
    pub fn shape_for_rate(self, capacity: u64, rate: f64) -> Result<Shape> {
        self.rules().shape_for_rate(capacity, rate)
    }

    /// The name of our layout that is most similar to the scheme. It is shown for a filter.
    pub fn layout_name(self) -> &'static str {
        self.rules().grouping.layout().name()
    }
}
