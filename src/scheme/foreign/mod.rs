//! The schemes of other systems. Each module names the system and its source.

pub(super) mod additive_partitioned;
pub mod crc32_mt;
mod double_hashing;
pub(super) mod go_bits_and_blooms;
pub(super) mod guava_mitz32;
pub(super) mod guava_mitz64;
pub(super) mod npm_bloom_filters_v1;
pub(super) mod npm_bloom_filters_v2;
pub(super) mod npm_bloomfilter;
pub(crate) mod parquet_sbbf;
pub(crate) mod php_redis;
pub(super) mod pybloom_live;
pub(super) mod rbloom;
pub(crate) mod redisbloom;
pub(super) mod spark_v1;
pub(super) mod spark_v2;
