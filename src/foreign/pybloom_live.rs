//! The Python package `pybloom_live`.
//!
//! Schemes 24 and 25: salted digests are cut into chunks, one for each slice. A chunk has as many
//! bytes as the bits of a slice require. The digest function depends on the number of bits in k
//! chunks. If 128 bits are enough, scheme 24 (3.1.0 and before) uses MD5, and scheme 25 (4.0.0)
//! XXH128.
//!
//! Files of `tofile` are little-endian. A BloomFilter has its error rate, k, the bits per slice, its
//! capacity, its count and the bits. A ScalableBloomFilter has its scale, its ratio, its first
//! capacity, its error rate, the number of its filters, their lengths, and the filters.
//!
//! Source: `pybloom.py` of 3.1.0 and 4.0.0.

use super::exact_log::log;
use super::filter::Filter;
use super::formats::Format;
use super::hash::digests::{self, Function, LONGEST};
use super::key_encoding::KeyEncoding;
use super::rules::{Folding, Grouping, Rules, Setting};
use super::scheme::Scheme;
use super::sub_filter::{Header, SubFilter};
use super::words::{
    Order, ReadMore, check_hashes, check_scheme, file, filter, header, write as write_file,
    write_number,
};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::Target;
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::layout::Probes;
use crate::params::ceil;
use crate::scalable::Growth;
use crate::sub_filters::MAX_SUB_FILTERS;
use alloc::vec::Vec;
use core::f64::consts::LN_2;
use xxhash_rust::xxh3::Xxh3Default;

pub(super) const RULES: Rules = Rules {
    encodings: &[KeyEncoding::Python],
    grouping: Grouping::PARTS,
    // The digest function depends on the number of bits.
    folding: Folding::None,
    next: Some(next),
    counts_new_only: true,
    sized: |n, p| {
        let slices = ceil(log(1.0 / p) / LN_2) as f64;
        let slice = ceil(n as f64 * -log(p) / (slices * (LN_2 * LN_2))) as f64;
        (slices * slice, slices)
    },
    ..Rules::PLAIN
};

/// Writes the digest of a salt and a key. Returns its length. No function means XXH128, whose
/// digest is its number in big-endian bytes.
fn digest(function: Option<Function>, salt: &[u8], key: &[u8], out: &mut [u8; LONGEST]) -> usize {
    if let Some(function) = function {
        return digests::digest(function, salt, key, out);
    }
    let mut hash = Xxh3Default::new();
    hash.update(salt);
    hash.update(key);
    let digest = hash.digest128().to_be_bytes();
    for (to, from) in out.iter_mut().zip(digest) {
        *to = from;
    }
    digest.len()
}

pub(super) struct PybloomProbes<'a> {
    key: &'a [u8],
    function: Option<Function>,
    chunk: usize,
    salts: u32,
    digest: [u8; LONGEST],
    /// The start of the next chunk, and the end of the digest.
    next: usize,
    end: usize,
    start: u64,
    span: u64,
}

#[inline(always)]
pub(super) fn probes<'a>(key: &'a [u8], setting: &Setting<'_>) -> PybloomProbes<'a> {
    let span = setting.shape.span();
    let chunk = match span {
        0x8000_0000.. => 8,
        0x8000.. => 4,
        _ => 2,
    };
    let function = match 8 * setting.shape.hashes() * chunk {
        385.. => Some(Function::Sha512),
        257.. => Some(Function::Sha384),
        161.. => Some(Function::Sha256),
        129.. => Some(Function::Sha1),
        _ if setting.scheme == Scheme::PybloomLiveMd5 => Some(Function::Md5),
        _ => None,
    };
    PybloomProbes {
        key,
        function,
        chunk: chunk as usize,
        salts: 0,
        digest: [0; LONGEST],
        next: 0,
        end: 0,
        start: 0,
        span,
    }
}

impl Probes for PybloomProbes<'_> {
    fn next(&mut self) -> u64 {
        if self.next + self.chunk > self.end {
            let mut salt = [0; LONGEST];
            let length = digest(self.function, &self.salts.to_le_bytes(), &[], &mut salt);
            let salt = salt.get(..length).unwrap_or(&salt);
            self.end = digest(self.function, salt, self.key, &mut self.digest);
            self.salts += 1;
            self.next = 0;
        }
        let chunk = self.digest.iter().skip(self.next).take(self.chunk);
        let number = chunk.rev().fold(0, |number, &byte| (number << 8) | u64::from(byte));
        self.next += self.chunk;
        let position = self.start + number % self.span;
        self.start += self.span;
        position
    }
}

static RATE: Rule = Rule::new(Code::Invalid, "error_rate", "a number above 0 and below 1");
static HASHES: Rule = Rule::new(Code::Invalid, "num_slices", "a number from 1 to 65535");
static SLICE: Rule =
    Rule::new(Code::Invalid, "bits_per_slice", "1 to 2^53 - 1 bits in all slices together");
static CAPACITY: Rule = Rule::new(Code::Invalid, "capacity", "at least 1");
static SCALE: Rule = Rule::new(Code::Invalid, "scale", "a number from 1 to 2147483647");
static RATIO: Rule = Rule::new(Code::Invalid, "ratio", "a number above 0 and below 1");
static SCALE_ASKED: Rule = Rule::new(Code::Argument, "growth", "a whole number from 1 to 2^31 - 1");
static RATIO_ASKED: Rule = Rule::new(Code::Argument, "tightening", "a number above 0 and below 1");
static FIRST: Rule =
    Rule::new(Code::Invalid, "initial_capacity", "the capacity of the first filter");
static UNSAID: Rule = Rule::new(
    Code::Invalid,
    "initial_capacity",
    "at most 1 MiB of bits while the file has no filters",
);
static COUNT: Rule = Rule::new(Code::Invalid, "filters", "a number from 0 to 1024");
static LENGTHS: Rule = Rule::state(
    Code::Invalid,
    "length of a filter",
    "truncated: the lengths of the filters add up to {} bytes",
);

/// 1 MiB.
const MOST_UNSAID: u64 = 1 << 23;

fn rate(reader: &mut Reader<'_>, rule: &'static Rule) -> Result<f64> {
    let offset = reader.offset();
    let rate = reader.real()?;
    // NaN fails both comparisons.
    if rate > 0.0 && rate < 1.0 {
        Ok(rate)
    } else {
        Err(Error::new(rule, Found::Real(rate), Some(offset)))
    }
}

fn read_header(reader: &mut Reader<'_>, scheme: Scheme) -> Result<Header> {
    let start = reader.offset();
    let rate = rate(reader, &RATE)?;
    let (hashes, slice) = (reader.number(8)?, reader.number(8)?);
    let (capacity, inserted) = (reader.number(8)?, reader.number(8)?);
    check_hashes(scheme, hashes, &HASHES, start + 8)?;
    let bits = slice.saturating_mul(hashes);
    if !(1..1 << 53).contains(&bits) {
        return Err(SLICE.broken_at(start + 16, slice));
    }
    if capacity == 0 {
        return Err(CAPACITY.broken_at(start + 24, capacity));
    }
    reader.expect(bits.div_ceil(8), &TOO_SHORT, &TOO_LONG)?;
    let header = header(scheme, bits, hashes, KeyEncoding::Python)?;
    Ok(Header { target: Some(Target { capacity, rate }), inserted, ..header })
}

fn read_filter(bytes: &[u8], scheme: Scheme) -> Result<SubFilter> {
    let mut reader = Reader::new(bytes);
    let header = read_header(&mut reader, scheme)?;
    filter(&header, &[], reader.rest(), Order::Little)
}

/// The start of a scalable file: its growth, its first capacity, and the lengths of its filters.
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
    if count > MAX_SUB_FILTERS {
        return Err(COUNT.broken_at(28, count));
    }
    let lengths = reader.take(count * 8)?.as_chunks().0;
    let all =
        lengths.iter().fold(0, |sum: u64, &length| sum.saturating_add(u64::from_le_bytes(length)));
    reader.expect(all, &LENGTHS, &TOO_LONG)?;
    Ok((Growth { factor, tightening, rate }, first, lengths))
}

pub(super) static FORMAT: Format = Format {
    name: "pybloom-live",
    read: |file, unsaid| read(file, unsaid.scheme),
    write,
    recognises: |file| recognises(file) || recognises_scalable(file),
};

/// True if the bytes have the layout of a BloomFilter.
pub fn recognises(bytes: &[u8]) -> bool {
    read_header(&mut Reader::new(bytes), Scheme::PybloomLiveXxh128).is_ok()
}

/// True if the bytes have the layout of a ScalableBloomFilter.
pub fn recognises_scalable(bytes: &[u8]) -> bool {
    read_growth(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a file of either class. `scheme` determines the 128-bit hash.
///
/// ```
/// use edgebloom::Growth;
/// use edgebloom::foreign::{Scheme, pybloom_live};
///
/// let growth = Growth { factor: 2, tightening: 0.9, rate: 0.01 };
/// let mut filter = pybloom_live::scalable(Scheme::PybloomLiveXxh128, 100, growth)?;
/// for key in ["a", "b"] {
///     filter.insert(key.as_bytes())?;
/// }
/// let file = pybloom_live::write(&filter)?;
/// assert!(pybloom_live::read(&file, Scheme::PybloomLiveXxh128)?.contains(b"a"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one file.
pub fn read(bytes: &[u8], scheme: Scheme) -> Result<Filter> {
    if recognises_scalable(bytes) && !recognises(bytes) {
        return read_scalable(bytes, scheme);
    }
    Ok(read_filter(bytes, scheme)?.into())
}

fn read_scalable(bytes: &[u8], scheme: Scheme) -> Result<Filter> {
    let mut reader = Reader::new(bytes);
    let (growth, first, lengths) = read_growth(&mut reader)?;
    let mut filters = Vec::new();
    for &length in lengths {
        filters.push(read_filter(reader.take(u64::from_le_bytes(length))?, scheme)?);
    }
    if filters.is_empty() {
        // A file without filters has 32 bytes. The filter that pybloom_live would create for the
        // first key must not be large.
        let rate = growth.rate * growth.tightening;
        let shape = scheme.shape_for_rate(first, rate).ok();
        if shape.is_none_or(|shape| shape.bits() > MOST_UNSAID) {
            return Err(UNSAID.broken_at(12, first));
        }
        return scalable(scheme, first, growth);
    }
    let capacity = filters.first().and_then(|filter| filter.header().target).map(|t| t.capacity);
    if capacity != Some(first) {
        return Err(FIRST.broken_at(12, first));
    }
    Filter::scalable(filters, growth)
}

/// An empty ScalableBloomFilter. It has the first sub-filter, which pybloom_live creates only with
/// the first key.
///
/// # Errors
/// A factor of 0 or above 2^31 − 1; a ratio or rate that is not above 0 and below 1; a capacity of
/// 0 or too large; no memory.
pub fn scalable(scheme: Scheme, capacity: u64, growth: Growth) -> Result<Filter> {
    let Growth { factor, tightening, rate } = growth;
    if !(1..=i32::MAX as u64).contains(&factor) {
        return Err(SCALE_ASKED.broken_by(factor));
    }
    if !(tightening > 0.0 && tightening < 1.0) {
        return Err(Error::new(&RATIO_ASKED, Found::Real(tightening), None));
    }
    let filter = sub_filter(scheme, capacity, rate * tightening)?;
    Filter::scalable(Vec::from([filter]), growth)
}

/// An empty sub-filter.
fn sub_filter(scheme: Scheme, capacity: u64, rate: f64) -> Result<SubFilter> {
    SubFilter::new(Header::with_rate(scheme, capacity, rate, KeyEncoding::Python)?, Vec::new())
}

/// The sub-filter after the newest one.
fn next(newest: &SubFilter, target: Target, growth: Growth) -> Result<SubFilter> {
    let capacity = target.capacity.saturating_mul(growth.factor);
    sub_filter(newest.header().scheme, capacity, target.rate * growth.tightening)
}

/// The file of `tofile`.
///
/// # Errors
/// A filter of another scheme; a filter without a capacity and a rate; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let Some(Growth { factor, tightening, rate }) = filter.growth() else {
        return write_filter(filter.single()?);
    };
    // A single empty sub-filter is not written: pybloom_live has not created it yet.
    let is_only = filter.sub_filter_count() == 1;
    let filled = |one: &&SubFilter| one.header().inserted > 0 || one.set_cells() > 0 || !is_only;
    let mut parts = Vec::new();
    for filter in filter.sub_filters().filter(filled) {
        parts.push(write_filter(filter)?);
    }
    let first = filter.sub_filter(0).header().target.map_or(0, |target| target.capacity);
    let all = parts.iter().map(|part| part.len() as u64 + 8).sum::<u64>();
    let mut file = file(32 + all)?;
    let count = parts.len() as u64;
    for (number, bytes) in
        [(factor, 4), (tightening.to_bits(), 8), (first, 8), (rate.to_bits(), 8), (count, 4)]
    {
        write_number(&mut file, number, bytes, Order::Little);
    }
    for part in &parts {
        write_number(&mut file, part.len() as u64, 8, Order::Little);
    }
    for part in &parts {
        file.extend_from_slice(part);
    }
    Ok(file)
}

fn write_filter(filter: &SubFilter) -> Result<Vec<u8>> {
    check_scheme(filter, &[Scheme::PybloomLiveMd5, Scheme::PybloomLiveXxh128])?;
    let Header { shape, target, inserted, .. } = filter.header();
    let Some(Target { capacity, rate }) = target else { return Err(CAPACITY.broken_by(0)) };
    let header = [rate.to_bits(), shape.hashes(), shape.span(), capacity, inserted];
    let header = header.map(|number| (number, 8));
    write_file(filter, (Order::Little, &header), (Order::Little, shape.bits().div_ceil(8)))
}
