//! Apache Spark's `org.apache.spark.util.sketch.BloomFilter`.
//!
//! Scheme 11 is version 1. It uses two 32-bit hashes; the first one is the seed of the second.
//! Scheme 12 is version 2. It has a seed, and it counts in 64 bits from h1 · (2^31 − 1) on. (An
//! unreleased version complemented the sum itself, not a copy.)
//!
//! A file of `writeTo` is big-endian: the version, k, the seed (only in version 2), the number of
//! words, the words.
//!
//! Source: `BloomFilterImpl` and `BloomFilterImplV2` of Spark 3.5.9 (version 1 only), 4.1.0 and
//! 4.3.0.

use super::double_hashing::WrappingProbes;
use super::filter::Filter;
use super::formats::Format;
use super::hash::spark_murmur3;
use super::key_encoding::KeyEncoding;
use super::rules::{Rules, Setting, best_bits, round};
use super::scheme::Scheme;
use super::sub_filter::Header;
use super::words::{Order, ReadMore, check_hashes, filter, header, single, write as write_file};
use crate::error::{Code, Result, Rule};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::layout::Probes;
use alloc::vec::Vec;
use core::f64::consts::LN_2;

pub(super) const RULES_V1: Rules = Rules {
    unit: 64,
    encodings: &[KeyEncoding::Spark],
    sized: |n, p| {
        let bits = best_bits(n, p) as u64 as f64;
        (bits, round(bits / n as f64 * LN_2))
    },
    ..Rules::PLAIN
};

#[inline(always)]
pub(super) fn probes_v1(key: &[u8], setting: &Setting<'_>) -> WrappingProbes {
    let (first, second) = hashes(key, 0);
    WrappingProbes::new(first, second, setting)
}

fn hashes(key: &[u8], seed: u32) -> (u32, u32) {
    let first = spark_murmur3::hash(key, seed);
    (first, spark_murmur3::hash(key, first))
}

pub(super) const RULES_V2: Rules =
    Rules { check: |_| true, shown_seed: |setting| f64::from(setting.seed as i32), ..RULES_V1 };

pub(super) struct SparkV2Probes {
    sum: i64,
    step: i64,
    bits: u64,
}

#[inline(always)]
pub(super) fn probes_v2(key: &[u8], setting: &Setting<'_>) -> SparkV2Probes {
    let (first, second) = hashes(key, setting.seed);
    let sum = i64::from(first as i32) * i64::from(i32::MAX);
    SparkV2Probes { sum, step: i64::from(second as i32), bits: setting.shape.bits() }
}

impl Probes for SparkV2Probes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.sum = self.sum.wrapping_add(self.step);
        let number = if self.sum < 0 { !self.sum } else { self.sum };
        number as u64 % self.bits
    }
}

static VERSION: Rule = Rule::new(Code::Unsupported, "version", "1 or 2");
static HASHES: Rule = Rule::new(Code::Invalid, "hashes", "a number from 1 to 65535");
static WORDS: Rule = Rule::new(Code::Invalid, "words", "a number from 1 to 2147483647");

fn read_header(reader: &mut Reader<'_>) -> Result<Header> {
    let version = reader.number_be(4)?;
    let scheme = match version {
        1 => Scheme::SparkV1,
        2 => Scheme::SparkV2,
        other => return Err(VERSION.broken_at(0, other)),
    };
    let hashes = reader.number_be(4)?;
    check_hashes(scheme, hashes, &HASHES, 4)?;
    let seed = if version == 2 { reader.number_be(4)? as u32 } else { 0 };
    let offset = reader.offset();
    let words = reader.number_be(4)?;
    if !(1..=i32::MAX as u64).contains(&words) {
        return Err(WORDS.broken_at(offset, words));
    }
    reader.expect(words * 8, &TOO_SHORT, &TOO_LONG)?;
    Ok(Header { seed, ..header(scheme, words * 64, hashes, KeyEncoding::Spark)? })
}

pub(super) static FORMAT: Format =
    Format { name: "spark", read: |file, _| read(file), write, recognises };

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    read_header(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a file.
///
/// ```
/// use edgebloom::foreign::spark;
///
/// let mut file = vec![0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 1];
/// file.extend_from_slice(&u64::MAX.to_be_bytes());
/// let filter = spark::read(&file)?;
/// assert!(filter.contains(b"anything"));
/// assert_eq!(spark::write(&filter)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one file.
pub fn read(bytes: &[u8]) -> Result<Filter> {
    let mut reader = Reader::new(bytes);
    let header = read_header(&mut reader)?;
    Ok(filter(&header, &[], reader.rest(), Order::Big)?.into())
}

/// The file of Spark.
///
/// # Errors
/// A filter of another scheme; more words than Spark supports; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let filter = single(filter, &[Scheme::SparkV1, Scheme::SparkV2])?;
    let Header { scheme, shape, seed, .. } = filter.header();
    let words = shape.bits() / 64;
    if words > i32::MAX as u64 {
        return Err(WORDS.broken_by(words));
    }
    // A number with a size of 0 bytes is not written.
    let (version, seed_bytes) = if scheme == Scheme::SparkV2 { (2, 4) } else { (1, 0) };
    let header = [(version, 4), (shape.hashes(), 4), (u64::from(seed), seed_bytes), (words, 4)];
    write_file(filter, (Order::Big, &header), (Order::Big, words * 8))
}
