//! The other wing: filters of other systems, as these systems write and query them.
//!
//! One file or folder per system has its positions, its key encoding and its file format side by
//! side, and says where they come from. The rest is what all of them share: the table of the
//! schemes, [`Filter`], the table of the formats, and hash functions. Nothing outside this folder
//! but its binding uses it.

pub mod datasketches;
mod double_hashing;
mod exact_log;
mod filter;
pub mod filter_file;
mod formats;
pub mod go_bits_and_blooms;
pub mod guava;
pub mod hash;
mod key_encoding;
pub mod npm_bloom_filters;
pub mod npm_bloomfilter;
mod own_layouts;
pub mod parquet_sbbf;
pub mod php;
pub mod pybloom_live;
pub mod rbloom;
pub mod redis_bitmap;
pub mod redisbloom;
mod rules;
mod scheme;
pub mod spark;
mod sub_filter;
mod words;

pub use filter::Filter;
pub use formats::{FORMATS, Format, Unsaid};
pub use key_encoding::KeyEncoding;
pub use scheme::Scheme;
pub use sub_filter::{Header, SubFilter};
