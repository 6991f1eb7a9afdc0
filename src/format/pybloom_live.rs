//! What `tofile` of the Python package `pybloom_live` writes, little-endian: a BloomFilter is its error rate, k,
//! the bits of a slice, its capacity, its count and the bits. A ScalableBloomFilter is its scale, its ratio,
//! its first capacity, its error rate, how many filters it has, their lengths, and the filters.
//!
//! Source: `pybloom.py` of 3.1.0 and 4.0.0.

use alloc::vec::Vec;

use super::reader::Reader;
use super::words::{Order, check_scheme, file, words, words_of, write_words};
use crate::chain::{Chain, Growth, MAX_STAGES};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::{Filter, Head, Target};
use crate::key::KeyEncoding;
use crate::scheme::{Scheme, Shape};

static RATE: Rule = Rule::new(Code::Invalid, "error_rate", "above 0 and below 1");
static HASHES: Rule = Rule::new(Code::Invalid, "num_slices", "1 to 65535");
static SLICE: Rule =
    Rule::new(Code::Invalid, "bits_per_slice", "1 to 9007199254740991 in all slices");
static CAPACITY: Rule = Rule::new(Code::Invalid, "capacity", "at least 1");
static SCALE: Rule = Rule::new(Code::Invalid, "scale", "at least 1");
static RATIO: Rule = Rule::new(Code::Invalid, "ratio", "above 0 and below 1");
static FIRST: Rule = Rule::new(Code::Invalid, "initial_capacity", "that of the first filter");
static COUNT: Rule = Rule::new(Code::Invalid, "filters", "0 to 1024");
static LENGTHS: Rule = Rule::new(Code::Invalid, "length of a filter", "what the file has");
static TOO_SHORT: Rule = Rule::new(Code::Truncated, "length", "what the slices take");
static TOO_LONG: Rule = Rule::new(Code::TrailingBytes, "length", "what the slices take");

const HEADER_BYTES: u64 = 40;

fn rate(reader: &mut Reader<'_>, rule: &'static Rule) -> Result<f64> {
    let offset = reader.offset();
    let rate = reader.real()?;
    // NaN is in no range.
    if rate > 0.0 && rate < 1.0 {
        Ok(rate)
    } else {
        Err(Error::new(rule, Found::Real(rate), Some(offset)))
    }
}

fn read_head(reader: &mut Reader<'_>, scheme: Scheme) -> Result<Head> {
    let start = reader.offset();
    let rate = rate(reader, &RATE)?;
    let (hashes, slice) = (reader.number(8)?, reader.number(8)?);
    let (capacity, inserted) = (reader.number(8)?, reader.number(8)?);
    if !(1..=u64::from(u16::MAX)).contains(&hashes) {
        return Err(HASHES.broken_at(start + 8, hashes));
    }
    let bits = slice.saturating_mul(hashes);
    if !(1..1 << 53).contains(&bits) {
        return Err(SLICE.broken_at(start + 16, slice));
    }
    if capacity == 0 {
        return Err(CAPACITY.broken_at(start + 24, capacity));
    }
    reader.expect(bits.div_ceil(8), &TOO_SHORT, &TOO_LONG)?;
    let head = Head::of_system(scheme, Shape::new(scheme, bits, hashes)?, KeyEncoding::Python);
    Ok(Head { target: Some(Target { capacity, rate }), inserted, ..head })
}

fn read_filter(bytes: &[u8], scheme: Scheme) -> Result<Filter> {
    let mut reader = Reader::new(bytes);
    let head = read_head(&mut reader, scheme)?;
    Filter::of_words(head, Vec::new(), words(reader.rest(), Order::Little)?)
}

/// What a scalable file says before its filters: how it grows, its first capacity, their lengths.
fn read_growth<'a>(reader: &mut Reader<'a>) -> Result<(Growth, u64, &'a [[u8; 8]])> {
    let factor = reader.number(4)?;
    if !(1..=i32::MAX as u64).contains(&factor) {
        return Err(SCALE.broken_at(0, factor));
    }
    let tightening = rate(reader, &RATIO)?;
    let first = reader.number(8)?;
    if first == 0 {
        return Err(CAPACITY.broken_at(12, first));
    }
    let rate = rate(reader, &RATE)?;
    let count = reader.number(4)?;
    if count > MAX_STAGES {
        return Err(COUNT.broken_at(28, count));
    }
    let lengths = reader.take(count * 8)?.as_chunks().0;
    let all =
        lengths.iter().fold(0, |sum: u64, &length| sum.saturating_add(u64::from_le_bytes(length)));
    reader.expect(all, &LENGTHS, &TOO_LONG)?;
    Ok((Growth { factor, tightening, rate }, first, lengths))
}

/// True if the bytes are laid out like a BloomFilter.
pub fn recognises(bytes: &[u8]) -> bool {
    read_head(&mut Reader::new(bytes), Scheme::PybloomLiveXxh128).is_ok()
}

/// True if the bytes are laid out like a ScalableBloomFilter.
pub fn recognises_scalable(bytes: &[u8]) -> bool {
    read_growth(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a file, of whichever of the two classes; `scheme` says which hash of 128 bits it is.
///
/// # Errors
/// Anything that is not exactly one file.
pub fn read(bytes: &[u8], scheme: Scheme) -> Result<Chain> {
    if recognises_scalable(bytes) && !recognises(bytes) {
        return read_scalable(bytes, scheme);
    }
    Ok(read_filter(bytes, scheme)?.into())
}

fn read_scalable(bytes: &[u8], scheme: Scheme) -> Result<Chain> {
    let mut reader = Reader::new(bytes);
    let (growth, first, lengths) = read_growth(&mut reader)?;
    let mut filters = Vec::new();
    for &length in lengths {
        filters.push(read_filter(reader.take(u64::from_le_bytes(length))?, scheme)?);
    }
    if filters.is_empty() {
        // Its first filter comes with its first key.
        let rate = growth.rate * growth.tightening;
        let head = Head::with_rate(scheme, first, rate, 0)?;
        filters.push(Filter::new(Head { encoding: KeyEncoding::Python, ..head })?);
    }
    let capacity = filters.first().and_then(|filter| filter.head().target).map(|t| t.capacity);
    if capacity != Some(first) {
        return Err(FIRST.broken_at(12, first));
    }
    Chain::of_stages(filters, growth)
}

/// What `tofile` would have written.
///
/// # Errors
/// A filter of another scheme; one of a shape without a capacity and a rate; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let Some(Growth { factor, tightening, rate }) = chain.growth() else {
        return write_filter(chain.single()?);
    };
    // A filter without keys is one that is not there yet.
    let filled = |filter: &&Filter| filter.head().inserted > 0 || chain.stage_count() > 1;
    let mut parts = Vec::new();
    for filter in chain.stages().filter(filled) {
        parts.push(write_filter(filter)?);
    }
    let first = chain.stage(0).head().target.map_or(0, |target| target.capacity);
    let all = parts.iter().map(|part| part.len() as u64 + 8).sum::<u64>();
    let mut file = file(32 + all)?;
    file.extend_from_slice(&(factor as u32).to_le_bytes());
    file.extend_from_slice(&tightening.to_le_bytes());
    file.extend_from_slice(&first.to_le_bytes());
    file.extend_from_slice(&rate.to_le_bytes());
    file.extend_from_slice(&(parts.len() as u32).to_le_bytes());
    for part in &parts {
        file.extend_from_slice(&(part.len() as u64).to_le_bytes());
    }
    for part in &parts {
        file.extend_from_slice(part);
    }
    Ok(file)
}

fn write_filter(filter: &Filter) -> Result<Vec<u8>> {
    check_scheme(filter, &[Scheme::PybloomLiveMd5, Scheme::PybloomLiveXxh128])?;
    let Head { shape, target, inserted, .. } = *filter.head();
    let Some(Target { capacity, rate }) = target else { return Err(CAPACITY.broken_by(0)) };
    let words = words_of(filter)?;
    let mut file = file(HEADER_BYTES + words.len() as u64 * 8)?;
    file.extend_from_slice(&rate.to_le_bytes());
    for number in [shape.hashes(), shape.span(), capacity, inserted] {
        file.extend_from_slice(&number.to_le_bytes());
    }
    write_words(&mut file, &words, Order::Little, words.len() as u64 * 8);
    file.truncate((HEADER_BYTES + shape.bits().div_ceil(8)) as usize);
    Ok(file)
}
