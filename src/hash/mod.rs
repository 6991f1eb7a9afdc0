//! Pure hash functions, one per file.

pub(crate) mod four;
pub mod murmur3_x86_128;
pub mod siphash;
