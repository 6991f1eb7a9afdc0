//! The files of other systems. Each file says whose it is and where it was read; the table has a row for each.

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

/// Facts that a file does not contain and the caller must give. The row of a format says which it needs.
#[derive(Clone, Debug)]
pub struct Unsaid {
    /// How the keys were encoded.
    pub encoding: KeyEncoding,
    /// The scheme.
    pub scheme: Scheme,
    /// m; 0 if the file contains it.
    pub bits: u64,
    /// k; 0 where the file says it.
    pub hashes: u64,
    /// How many keys were inserted.
    pub inserted: u64,
    /// How many bytes of the file are its header; 0 where the file says it.
    pub header: u64,
    /// The parameters of the scheme.
    pub parameters: Vec<i64>,
}

/// A file format of another system.
pub struct Format {
    /// Its name, as in JavaScript.
    pub name: &'static str,
    /// The filter in a file.
    pub read: fn(&[u8], Unsaid) -> Result<Chain>,
    /// The file of a filter.
    pub write: fn(&Chain) -> Result<Vec<u8>>,
    /// True if bytes are laid out like a file of this format.
    pub recognises: fn(&[u8]) -> bool,
}

/// Every binary format; those in JSON are bits here, and JavaScript knows their fields.
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
