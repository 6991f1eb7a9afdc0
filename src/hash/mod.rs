//! Pure hash functions, one file each.

pub mod murmur3;
