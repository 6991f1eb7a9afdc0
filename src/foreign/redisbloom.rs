//! RedisBloom.
//!
//! Schemes 13 and 14: the probes are a + i · b, i from 0 on, wrapping at 64 bits, modulo m. Scheme 13
//! hashes with MurmurHash64A, scheme 14 (filters of 1.0) with MurmurHash2. b is the hash under a as
//! its seed. The parameters are the values of the header besides the shape: see [`Record`].
//!
//! The output of `BF.SCANDUMP` has a little-endian header with one record per sub-filter, and then
//! the bits of each sub-filter. There are three layouts, which differ in their lengths.
//!
//! Source: `deps/bloom/bloom.c` of RedisBloom 1.0.3 to 8.8.0.

use super::exact_log::log;
use super::filter::{Filter, full, setting_of};
use super::formats::Format;
use super::hash::murmur2::{murmur2, murmur64a};
use super::key_encoding::KeyEncoding;
use super::rules::{Folding, Parameters, Rules, Setting};
use super::scheme::Scheme;
use super::sub_filter::{Header, SubFilter};
use super::words::{
    self, Order, ReadMore, check_hashes, check_scheme, file, header, words_of, write_number,
    write_words,
};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::Target;
use crate::format::reader::Reader;
use crate::layout::Probes;
use crate::params;
use crate::scalable::Growth;
use crate::sub_filters::MAX_SUB_FILTERS;
use alloc::vec::Vec;

pub(crate) const NO_ROUND: u64 = 1;
pub(crate) const FORCE_64: u64 = 4;
pub(crate) const NO_SCALING: u64 = 8;
/// The rate of each sub-filter is this factor times that of the one before.
pub(crate) const TIGHTENING: f64 = 0.5;
/// The layout of current headers.
pub(crate) const LAST_LAYOUT: u64 = 2;
const MOST_OPTIONS: u64 = 15;
/// There can be up to this factor more bits than m. The bits after m are 0, and a filter file does
/// not contain them.
pub(crate) const MOST_UNUSED: u64 = 64;
/// The values that the servers use. They are not exact.
#[allow(clippy::approx_constant)]
const LN_2: f64 = 0.693_147_180_559_945;
const LN_2_SQUARED: f64 = 0.480_453_013_918_201;

pub(super) const RULES: Rules = Rules {
    parameters: Parameters::Exactly(FIELDS as u64),
    // Everything that positions depend on is in the shape.
    decisive: 0,
    folding: Folding::None,
    next: Some(next),
    counts_new_only: true,
    sized: |n, p| {
        let (record, _) = Record::sized(n, p, 0, NO_ROUND | FORCE_64, 2);
        (record.bits as f64, record.hashes() as f64)
    },
    check: |setting| Record::of(setting).is_sound(setting),
    ..Rules::PLAIN
};

/// The values in the header for a sub-filter and for the whole filter.
#[derive(Clone, Copy)]
pub(crate) struct Record {
    /// Bits per entry.
    pub(crate) bits_per_entry: f64,
    /// If this is not 0, m is 2 to this power.
    pub(crate) log2: u64,
    /// The number of bytes. It can be larger than m needs.
    pub(crate) bytes: u64,
    /// The number of bits in the header. In old headers it can be 0.
    pub(crate) bits: u64,
    /// The growth factor of the whole filter.
    pub(crate) growth: u64,
    /// The options of the whole filter.
    pub(crate) options: u64,
    /// The layout of the header: 0 (1.x and 2.0), 1 (2.2.0) or 2.
    pub(crate) layout: u64,
}

const FIELDS: usize = 6;

impl Record {
    pub(crate) fn of(setting: &Setting<'_>) -> Record {
        Record {
            bits_per_entry: setting.real(0),
            log2: setting.whole(1),
            bytes: setting.whole(2),
            bits: setting.whole(3),
            growth: setting.whole(4),
            options: setting.whole(5) & 0xff,
            layout: setting.whole(5) >> 8,
        }
    }

    /// The record of a sub-filter for `entries` entries at `rate`, and its real capacity. If the
    /// number of bits is rounded up to a power of two, the capacity is larger.
    pub(crate) fn sized(
        entries: u64,
        rate: f64,
        growth: u64,
        options: u64,
        layout: u64,
    ) -> (Record, u64) {
        let bits_per_entry = -log(rate) / LN_2_SQUARED;
        let exact = entries as f64 * bits_per_entry;
        let mut record = Record {
            bits_per_entry,
            log2: 0,
            bytes: 0,
            bits: exact as u64,
            growth,
            options,
            layout,
        };
        let mut room = entries;
        if options & NO_ROUND == 0 {
            record.log2 = u64::from((exact as u64).max(1).ilog2()) + 1;
            record.bits = 1 << record.log2.min(63);
            room = entries.saturating_add(((record.bits as f64 - exact) / bits_per_entry) as u64);
        }
        // 2.2.0 rounds up to bytes, all other versions to words.
        let unit = if layout == 1 { 8 } else { 64 };
        record.bytes = record.bits.div_ceil(unit).saturating_mul(unit / 8);
        // Old headers have 0 bits if the size is a power of two.
        let has_bits = layout > 0 || record.log2 == 0;
        record.bits = if has_bits { record.bytes.saturating_mul(8) } else { 0 };
        (record, room)
    }

    pub(crate) fn parameters(&self) -> [i64; FIELDS] {
        [
            self.bits_per_entry.to_bits(),
            self.log2,
            self.bytes,
            self.bits,
            self.growth,
            self.options | self.layout << 8,
        ]
        .map(|number| number as i64)
    }

    /// k, as all server versions compute it.
    pub(crate) fn hashes(&self) -> u64 {
        params::ceil(LN_2 * self.bits_per_entry)
    }

    /// m.
    pub(crate) fn modulus(&self) -> u64 {
        if self.log2 == 0 { self.bits } else { 1u64.checked_shl(self.log2 as u32).unwrap_or(0) }
    }

    pub(crate) fn scheme(&self) -> Scheme {
        if self.options & FORCE_64 == 0 { Scheme::RedisBloomHash32 } else { Scheme::RedisBloom }
    }

    fn is_sound(&self, setting: &Setting<'_>) -> bool {
        let all = self.bytes.saturating_mul(8);
        setting.seed == 0
            && self.log2 < 64
            && self.growth <= u64::from(u32::MAX)
            && self.options <= MOST_OPTIONS
            && self.layout <= 2
            && self.scheme() == setting.scheme
            && self.modulus() == setting.shape.bits()
            && self.modulus() <= all
            && all <= self.modulus().saturating_mul(MOST_UNUSED)
            && (self.bits == all || self.layout < 2)
            && self.hashes() == setting.shape.hashes()
    }
}

static EXPANSION: Rule =
    Rule::new(Code::Argument, "expansion", "a whole number from 1 to 2^32 - 1");

/// An empty filter like that of `BF.RESERVE`: it grows by the factor `expansion` (default of
/// RedisBloom: 2). `None` means NONSCALING.
///
/// # Errors
/// A capacity of 0 or too large; a rate that is not above 0 and below 1; a factor of 0 or above
/// 2^32 − 1; no memory.
pub fn filter(capacity: u64, rate: f64, expansion: Option<u32>) -> Result<Filter> {
    let common = NO_ROUND | FORCE_64;
    let Some(factor) = expansion else {
        return Ok(sub_filter(capacity, rate, 2, common | NO_SCALING, LAST_LAYOUT)?.into());
    };
    if factor == 0 {
        return Err(EXPANSION.broken_by(0));
    }
    let growth = Growth { factor: u64::from(factor), tightening: TIGHTENING, rate };
    // The sum of all rates must stay below the requested rate.
    let first = sub_filter(capacity, rate * TIGHTENING, growth.factor, common, LAST_LAYOUT)?;
    Filter::scalable(Vec::from([first]), growth)
}

/// An empty sub-filter.
fn sub_filter(
    entries: u64,
    rate: f64,
    growth: u64,
    options: u64,
    layout: u64,
) -> Result<SubFilter> {
    // Checks the rate and the size.
    Scheme::RedisBloom.shape_for_rate(entries, rate)?;
    let (record, capacity) = Record::sized(entries, rate, growth, options, layout);
    let scheme = record.scheme();
    let header = header(scheme, record.modulus(), record.hashes(), KeyEncoding::Bytes)?;
    let target = Some(Target { capacity, rate });
    SubFilter::new(Header { target, ..header }, Vec::from(record.parameters()))
}

/// The sub-filter after the newest one.
fn next(newest: &SubFilter, target: Target, growth: Growth) -> Result<SubFilter> {
    let capacity = target.capacity.saturating_mul(growth.factor);
    let Record { growth: factor, options, layout, .. } = Record::of(&setting_of(newest));
    if options & NO_SCALING != 0 || capacity == 0 {
        return Err(full(newest));
    }
    sub_filter(capacity, target.rate * growth.tightening, factor, options, layout)
}

pub(super) struct RedisBloomProbes {
    sum: u64,
    step: u64,
    bits: u64,
}

#[inline(always)]
pub(super) fn probes(key: &[u8], setting: &Setting<'_>) -> RedisBloomProbes {
    let sum = murmur64a(key, 0xc6a4_a793_5bd1_e995);
    RedisBloomProbes { sum, step: murmur64a(key, sum), bits: setting.shape.bits() }
}

#[inline(always)]
pub(super) fn probes_32(key: &[u8], setting: &Setting<'_>) -> RedisBloomProbes {
    let sum = murmur2(key, 0x9747_b28c);
    let step = u64::from(murmur2(key, sum));
    RedisBloomProbes { sum: u64::from(sum), step, bits: setting.shape.bits() }
}

impl Probes for RedisBloomProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let position = self.sum % self.bits;
        self.sum = self.sum.wrapping_add(self.step);
        position
    }
}

static HEADER: Rule =
    Rule::new(Code::Invalid, "header", "20 + 53 n, 20 + 49 n or 16 + 49 n bytes for n filters");
static LENGTH: Rule =
    Rule::new(Code::Invalid, "length", "a header and as much data as it declares");
static SIZE: Rule = Rule::new(Code::Invalid, "size", "{}, the sum over the filters");
static FILTERS: Rule = Rule::new(Code::Invalid, "nfilters", "a number from 1 to 1024");
static OPTIONS: Rule = Rule::new(Code::Unsupported, "options", "a number from 0 to 15");
static ERROR: Rule = Rule::new(Code::Invalid, "error", "a number above 0 and below 1");
static BITS: Rule = Rule::new(Code::Invalid, "bits", "as many bits as the bytes hold");
static LOG2: Rule = Rule::new(
    Code::Invalid,
    "n2",
    "0 to 63, such that 2^n2 is at most the stored bits and at least 1/64 of them",
);
static HASHES: Rule =
    Rule::new(Code::Invalid, "hashes", "ceil(0.693147180559945 * bpe), from 1 to 65535");
static ENTRIES: Rule = Rule::new(Code::Invalid, "entries", "at least 1");
static SPARE: Rule = Rule::new(Code::Invalid, "data", "zeros after the last bit");

/// The layouts, the newest first: its number, the bytes of the header, and the bytes of a record.
const LAYOUTS: [(u64, u64, u64); 3] = [(2, 20, 53), (1, 20, 49), (0, 16, 49)];
const COUNT_OFFSET: u64 = 8;
/// The longest chunk of data: 16 MiB, but 10 MiB before version 2.2.
const LONGEST: u64 = 16 << 20;
const LONGEST_OLD: u64 = 10 << 20;

/// The layout of the data and the length of its header. `header` is that length, if it is known.
fn layout(bytes: &[u8], header: Option<u64>) -> Result<(u64, u64)> {
    let mut reader = Reader::new(bytes);
    reader.take(COUNT_OFFSET)?;
    let count = reader.number(4)?;
    if !(1..=MAX_SUB_FILTERS).contains(&count) {
        return Err(FILTERS.broken_at(COUNT_OFFSET, count));
    }
    let mut rule = &HEADER;
    for (layout, head, record) in LAYOUTS {
        let end = head + record * count;
        if end > bytes.len() as u64 || header.is_some_and(|header| header != end) {
            continue;
        }
        rule = &LENGTH;
        let mut data = 0u64;
        for i in 0..count {
            let mut reader = Reader::new(bytes);
            reader.take(head + record * i)?;
            data = data.saturating_add(reader.number(8)?);
        }
        if end.saturating_add(data) == bytes.len() as u64 {
            return Ok((layout, end));
        }
    }
    Err(rule.broken_at(0, header.unwrap_or(bytes.len() as u64)))
}

struct Prefix {
    size: u64,
    count: u64,
    growth: u64,
    options: u64,
    layout: u64,
}

impl Prefix {
    fn read(bytes: &[u8], header: Option<u64>) -> Result<(Prefix, Reader<'_>)> {
        let (layout, _) = layout(bytes, header)?;
        let mut reader = Reader::new(bytes);
        let (size, count) = (reader.number(8)?, reader.number(4)?);
        let options = reader.number(4)?;
        if options > 15 {
            return Err(OPTIONS.broken_at(12, options));
        }
        // Layout 0 does not contain the growth factor, which is 2.
        let growth = if layout == 0 { 2 } else { reader.number(4)? };
        Ok((Prefix { size, count, growth, options, layout }, reader))
    }

    fn read_record(&self, reader: &mut Reader<'_>) -> Result<(Header, Record)> {
        let start = reader.offset();
        let (bytes, bits, inserted) = (reader.number(8)?, reader.number(8)?, reader.number(8)?);
        let rate = reader.real()?;
        let bits_per_entry = reader.real()?;
        let hashes = reader.number(4)?;
        let capacity = reader.number(if self.layout == 2 { 8 } else { 4 })?;
        let log2 = reader.number(1)?;
        let Prefix { growth, options, layout, .. } = *self;
        let record = Record { bits_per_entry, log2, bytes, bits, growth, options, layout };
        // NaN fails both comparisons.
        if !(rate > 0.0 && rate < 1.0) {
            return Err(Error::new(&ERROR, Found::Real(rate), Some(start + 24)));
        }
        let most = bytes.saturating_mul(8);
        if bytes == 0 || layout == 2 && bits != most || log2 == 0 && !(1..=most).contains(&bits) {
            return Err(BITS.broken_at(start + 8, bits));
        }
        if log2 > 63 || record.modulus() > most || record.modulus() < most / MOST_UNUSED {
            return Err(LOG2.broken_at(reader.offset() - 1, log2));
        }
        let scheme = record.scheme();
        check_hashes(scheme, hashes, &HASHES, start + 40)?;
        if hashes != record.hashes() {
            return Err(HASHES.broken_at(start + 40, hashes));
        }
        if capacity == 0 {
            return Err(ENTRIES.broken_at(start + 44, capacity));
        }
        let header = header(scheme, record.modulus(), hashes, KeyEncoding::Bytes)?;
        Ok((Header { target: Some(Target { capacity, rate }), inserted, ..header }, record))
    }
}

pub(super) static FORMAT: Format = Format {
    name: "redisbloom",
    read: |file, unsaid| read(file, (unsaid.header > 0).then_some(unsaid.header)),
    write,
    recognises,
};

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    let Ok((prefix, mut reader)) = Prefix::read(bytes, None) else { return false };
    (0..prefix.count).all(|_| prefix.read_record(&mut reader).is_ok())
}

/// The filter in the output of `BF.SCANDUMP`: the header and all chunks of data, without gaps.
/// `header` is the length of the header, if the chunks show it.
///
/// ```
/// use edgebloom::foreign::redisbloom;
///
/// let mut filter = redisbloom::filter(1_000, 0.01, None)?;
/// filter.insert(b"a")?;
/// let output = redisbloom::write(&filter)?;
/// assert_eq!(redisbloom::parts(&filter), [16 << 20, 73, output.len() as u64 - 73]);
/// assert!(redisbloom::read(&output, None)?.contains(b"a"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one complete output.
pub fn read(bytes: &[u8], header: Option<u64>) -> Result<Filter> {
    let (prefix, mut reader) = Prefix::read(bytes, header)?;
    let mut records = Vec::new();
    let mut size = 0u64;
    for _ in 0..prefix.count {
        let (header, record) = prefix.read_record(&mut reader)?;
        size = size.saturating_add(header.inserted);
        records.push((header, record));
    }
    if size != prefix.size {
        return Err(SIZE.broken_at(0, prefix.size).expecting(size));
    }
    let mut filters = Vec::new();
    for (header, record) in records {
        let data = reader.take(record.bytes)?;
        let used = header.shape.bits().div_ceil(64) as usize * 8;
        let (data, spare) = data.split_at_checked(used).unwrap_or((data, &[]));
        if spare.iter().any(|&byte| byte != 0) {
            return Err(SPARE.broken().at(reader.offset()));
        }
        filters.push(words::filter(&header, &record.parameters(), data, Order::Little)?);
    }
    if prefix.count == 1 && prefix.options & NO_SCALING != 0 {
        return filters.pop().map(Filter::from).ok_or_else(|| FILTERS.broken_at(COUNT_OFFSET, 0));
    }
    let first = filters.first().and_then(|filter| filter.header().target);
    // Each rate is half of the one before, so the sum of all rates is less than twice the first.
    let rate = (2.0 * first.map_or(0.5, |target| target.rate)).min(1.0 - f64::EPSILON);
    Filter::scalable(filters, Growth { factor: prefix.growth, tightening: TIGHTENING, rate })
}

/// The sizes that determine the chunks of the output: the longest chunk of the server, the length
/// of the header, and the number of bytes of each sub-filter.
pub fn parts(filter: &Filter) -> Vec<u64> {
    let first = record_of(filter.sub_filter(0)).layout;
    let sizes = LAYOUTS.into_iter().find(|&(layout, ..)| layout == first);
    let (_, head, record) = sizes.unwrap_or(LAYOUTS[0]);
    let longest = if first == 0 { LONGEST_OLD } else { LONGEST };
    let mut parts = Vec::from([longest, head + record * filter.sub_filter_count()]);
    for filter in filter.sub_filters() {
        parts.push(record_of(filter).bytes);
    }
    parts
}

fn record_of(filter: &SubFilter) -> Record {
    Record::of(&setting_of(filter))
}

/// The output of `BF.SCANDUMP`, in the layout of the server version that made the filter.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let filters: Vec<&SubFilter> = filter.sub_filters().collect();
    let mut records = Vec::new();
    for filter in &filters {
        check_scheme(filter, &[Scheme::RedisBloom, Scheme::RedisBloomHash32])?;
        records.push(record_of(filter));
    }
    let layout = records.first().map_or(2, |record| record.layout);
    let (growth, options) = records.first().map_or((2, FORCE_64), |one| (one.growth, one.options));
    let data = records.iter().map(|record| record.bytes).fold(0, u64::saturating_add);
    let mut file = file(data.saturating_add(20 + 53 * records.len() as u64))?;
    let size = filters.iter().map(|filter| filter.header().inserted).fold(0, u64::saturating_add);
    let mut put = |number, bytes| write_number(&mut file, number, bytes, Order::Little);
    put(size, 8);
    put(filters.len() as u64, 4);
    put(options, 4);
    if layout > 0 {
        put(growth, 4);
    }
    for (filter, record) in filters.iter().zip(&records) {
        let Header { target, inserted, shape, .. } = filter.header();
        let Target { capacity, rate } = target.unwrap_or(Target { capacity: 1, rate: 0.5 });
        for number in
            [record.bytes, record.bits, inserted, rate.to_bits(), record.bits_per_entry.to_bits()]
        {
            put(number, 8);
        }
        put(shape.hashes(), 4);
        put(capacity, if layout == 2 { 8 } else { 4 });
        put(record.log2, 1);
    }
    for (filter, record) in filters.iter().zip(&records) {
        write_words(&mut file, &words_of(filter)?, Order::Little, record.bytes);
    }
    Ok(file)
}
