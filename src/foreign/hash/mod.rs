//! The hash functions of other systems. Pure functions, one per file.

pub mod additive;
pub mod crc32;
pub(crate) mod digests;
pub mod fnv1a;
pub mod mt19937;
pub mod murmur2;
pub mod murmur3_x64_128;
pub mod php_number;
pub mod spark_murmur3;
pub mod string_hashes;
