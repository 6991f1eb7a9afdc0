//! PHP classes of the articles that this project was ordered from. They have no file format: their
//! bits are in Redis, or in a string of PHP.

pub mod additive_partitioned;
pub mod crc32_mt;
pub mod redis;
