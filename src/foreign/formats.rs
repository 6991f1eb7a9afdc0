//! The table of the file formats of other systems.

use alloc::vec::Vec;

use super::filter::Filter;
use super::key_encoding::KeyEncoding;
use super::scheme::Scheme;
use super::{
    datasketches, go_bits_and_blooms, guava, npm_bloom_filters, npm_bloomfilter, parquet_sbbf,
    pybloom_live, rbloom, redisbloom, spark,
};
use crate::error::Result;

/// Values that the caller must give because the file does not contain them. Each format needs some
/// of them.
#[derive(Clone, Debug)]
pub struct Unsaid {
    /// How the keys were encoded.
    pub encoding: KeyEncoding,
    /// The scheme.
    pub scheme: Scheme,
    /// m; 0 if the file has it.
    pub bits: u64,
    /// k; 0 if the file has it.
    pub hashes: u64,
    /// The number of inserted keys.
    pub inserted: u64,
    /// The number of bytes of the file's header; 0 if the file shows it.
    pub header: u64,
    /// The parameters of the scheme.
    pub parameters: Vec<i64>,
}

/// A file format of another system.
pub struct Format {
    /// Its name in JavaScript.
    pub name: &'static str,
    /// Reads the filter in a file.
    pub read: fn(&[u8], Unsaid) -> Result<Filter>,
    /// Writes the file of a filter.
    pub write: fn(&Filter) -> Result<Vec<u8>>,
    /// True if the bytes have the layout of this format.
    pub recognises: fn(&[u8]) -> bool,
}

/// All binary formats. Of the JSON formats, this code handles only the bits; JavaScript handles the
/// fields.
pub static FORMATS: &[&Format] = &[
    &guava::FORMAT,
    &spark::FORMAT,
    &redisbloom::FORMAT,
    &go_bits_and_blooms::FORMAT,
    &parquet_sbbf::FORMAT,
    &npm_bloomfilter::FORMAT,
    &npm_bloom_filters::FORMAT,
    &pybloom_live::FORMAT,
    &rbloom::FORMAT,
    &datasketches::FORMAT,
];
