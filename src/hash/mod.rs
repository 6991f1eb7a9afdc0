//! Pure hash functions, one file each.

#[cfg(feature = "compat")]
pub mod additive;
#[cfg(feature = "compat")]
pub mod crc32;
#[cfg(feature = "compat")]
pub(crate) mod digests;
#[cfg(feature = "compat")]
pub mod fnv1a;
#[cfg(feature = "compat")]
pub mod mt19937;
#[cfg(feature = "compat")]
pub mod murmur2;
pub mod murmur3;
#[cfg(feature = "compat")]
pub mod php_number;
#[cfg(feature = "keyed")]
pub mod siphash;
#[cfg(feature = "compat")]
pub mod spark_murmur3;
#[cfg(feature = "compat")]
pub mod string_hashes;
