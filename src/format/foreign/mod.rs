//! The file formats of other systems. Each module names the system and its source. A table has a
//! row for each format.

pub mod go_bits_and_blooms;
pub mod guava;
pub mod npm_bloom_filters;
pub mod npm_bloomfilter;
pub mod parquet_sbbf;
pub mod pybloom_live;
pub mod rbloom;
pub mod redis_bitmap;
pub mod redisbloom;
pub mod spark;
mod words;

use alloc::vec::Vec;

use crate::chain::Chain;
use crate::error::Result;
use crate::key::KeyEncoding;
use crate::scheme::Scheme;

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
    pub read: fn(&[u8], Unsaid) -> Result<Chain>,
    /// Writes the file of a filter.
    pub write: fn(&Chain) -> Result<Vec<u8>>,
    /// True if the bytes have the layout of this format.
    pub recognises: fn(&[u8]) -> bool,
}

/// All binary formats. Of the JSON formats, this code handles only the bits; JavaScript handles the
/// fields.
pub static FORMATS: &[Format] = &[
    Format {
        name: "guava",
        read: |file, unsaid| guava::read(file, unsaid.encoding),
        write: guava::write,
        recognises: guava::recognises,
    },
    Format {
        name: "spark",
        read: |file, _| spark::read(file),
        write: spark::write,
        recognises: spark::recognises,
    },
    Format {
        name: "redisbloom",
        read: |file, unsaid| redisbloom::read(file, (unsaid.header > 0).then_some(unsaid.header)),
        write: redisbloom::write,
        recognises: redisbloom::recognises,
    },
    Format {
        name: "go-bits-and-blooms",
        read: |file, unsaid| match unsaid.bits {
            0 => go_bits_and_blooms::read(file),
            bits => go_bits_and_blooms::read_set(bits, unsaid.hashes, file),
        },
        write: go_bits_and_blooms::write,
        recognises: go_bits_and_blooms::recognises,
    },
    Format {
        name: "parquet-sbbf",
        read: |file, unsaid| parquet_sbbf::read(file, unsaid.encoding),
        write: parquet_sbbf::write,
        recognises: parquet_sbbf::recognises,
    },
    Format {
        name: "npm-bloomfilter",
        read: |file, unsaid| npm_bloomfilter::read(unsaid.scheme, unsaid.hashes, file),
        write: npm_bloomfilter::write,
        recognises: |_| false,
    },
    Format {
        name: "npm-bloom-filters",
        read: |file, unsaid| {
            let Unsaid { scheme, bits, hashes, inserted, parameters, .. } = unsaid;
            npm_bloom_filters::read(scheme, bits, hashes, inserted, parameters, file)
        },
        write: npm_bloom_filters::write,
        recognises: |_| false,
    },
    Format {
        name: "pybloom-live",
        read: |file, unsaid| pybloom_live::read(file, unsaid.scheme),
        write: pybloom_live::write,
        recognises: |file| {
            pybloom_live::recognises(file) || pybloom_live::recognises_scalable(file)
        },
    },
    Format {
        name: "rbloom",
        read: |file, _| rbloom::read(file),
        write: rbloom::write,
        recognises: rbloom::recognises,
    },
];
