//! Pure hash functions, one per file.

pub mod additive;
#[cfg(feature = "compat")]
pub mod crc32;
#[cfg(feature = "compat")]
pub(crate) mod digests;
pub mod fnv1a;
pub(crate) mod four;
pub mod mt19937;
pub mod murmur2;
pub mod murmur3_x64_128;
pub mod murmur3_x86_128;
pub mod php_number;
pub mod siphash;
pub mod spark_murmur3;
pub mod string_hashes;
