//! The output of `BF.SCANDUMP`: a little-endian header with one record per sub-filter, and then the
//! bits of each sub-filter. There are three layouts, which differ in their lengths.
//!
//! Source: RedisBloom 1.0.3, 2.0.3, 2.2.0, 2.8.17 and 8.8.0.

use alloc::vec::Vec;

use super::words::{
    Order, check_hashes, check_scheme, file, filter, head, words_of, write_number, write_words,
};
use crate::chain::{Chain, Growth, MAX_SUB_FILTERS};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::{Filter, Head, Target};
use crate::format::reader::Reader;
use crate::key::KeyEncoding;
use crate::scheme::Scheme;
use crate::scheme::redisbloom::{FORCE_64, MOST_UNUSED, NO_SCALING, Record, TIGHTENING};

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

    fn read_record(&self, reader: &mut Reader<'_>) -> Result<(Head, Record)> {
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
        let head = head(scheme, record.modulus(), hashes, KeyEncoding::Bytes)?;
        Ok((Head { target: Some(Target { capacity, rate }), inserted, ..head }, record))
    }
}

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    let Ok((prefix, mut reader)) = Prefix::read(bytes, None) else { return false };
    (0..prefix.count).all(|_| prefix.read_record(&mut reader).is_ok())
}

/// The filter in the output of `BF.SCANDUMP`: the header and all chunks of data, without gaps.
/// `header` is the length of the header, if the chunks show it.
///
/// ```
/// use edgebloom::format::redisbloom;
/// use edgebloom::{Chain, Filter};
///
/// let mut chain = Chain::from(Filter::redisbloom(1_000, 0.01, None)?);
/// chain.insert(b"a")?;
/// let dump = redisbloom::write(&chain)?;
/// assert_eq!(redisbloom::parts(&chain), [16 << 20, 73, dump.len() as u64 - 73]);
/// assert!(redisbloom::read(&dump, None)?.contains(b"a"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one complete output.
pub fn read(bytes: &[u8], header: Option<u64>) -> Result<Chain> {
    let (prefix, mut reader) = Prefix::read(bytes, header)?;
    let mut records = Vec::new();
    let mut size = 0u64;
    for _ in 0..prefix.count {
        let (head, record) = prefix.read_record(&mut reader)?;
        size = size.saturating_add(head.inserted);
        records.push((head, record));
    }
    if size != prefix.size {
        return Err(SIZE.broken_at(0, prefix.size).expecting(size));
    }
    let mut filters = Vec::new();
    for (head, record) in records {
        let data = reader.take(record.bytes)?;
        let used = head.shape.bits().div_ceil(64) as usize * 8;
        let (data, spare) = data.split_at_checked(used).unwrap_or((data, &[]));
        if spare.iter().any(|&byte| byte != 0) {
            return Err(SPARE.broken().at(reader.offset()));
        }
        filters.push(filter(&head, &record.parameters(), data, Order::Little)?);
    }
    if prefix.count == 1 && prefix.options & NO_SCALING != 0 {
        return filters.pop().map(Chain::from).ok_or_else(|| FILTERS.broken_at(COUNT_OFFSET, 0));
    }
    let first = filters.first().and_then(|filter| filter.head().target);
    // Each rate is half of the one before, so the sum of all rates is less than twice the first.
    let rate = (2.0 * first.map_or(0.5, |target| target.rate)).min(1.0 - f64::EPSILON);
    Chain::of_sub_filters(filters, Growth { factor: prefix.growth, tightening: TIGHTENING, rate })
}

/// The sizes that determine the chunks of the output: the longest chunk of the server, the length
/// of the header, and the number of bytes of each sub-filter.
pub fn parts(chain: &Chain) -> Vec<u64> {
    let first = record_of(chain.sub_filter(0)).layout;
    let sizes = LAYOUTS.into_iter().find(|&(layout, ..)| layout == first);
    let (_, head, record) = sizes.unwrap_or(LAYOUTS[0]);
    let longest = if first == 0 { LONGEST_OLD } else { LONGEST };
    let mut parts = Vec::from([longest, head + record * chain.sub_filter_count()]);
    for filter in chain.sub_filters() {
        parts.push(record_of(filter).bytes);
    }
    parts
}

fn record_of(filter: &Filter) -> Record {
    Record::of(&filter.head().setting(filter.parameters()))
}

/// The output of `BF.SCANDUMP`, in the layout of the server version that made the filter.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let filters: Vec<&Filter> = chain.sub_filters().collect();
    let mut records = Vec::new();
    for filter in &filters {
        check_scheme(filter, &[Scheme::RedisBloom, Scheme::RedisBloomHash32])?;
        records.push(record_of(filter));
    }
    let layout = records.first().map_or(2, |record| record.layout);
    let (growth, options) = records.first().map_or((2, FORCE_64), |one| (one.growth, one.options));
    let data = records.iter().map(|record| record.bytes).fold(0, u64::saturating_add);
    let mut file = file(data.saturating_add(20 + 53 * records.len() as u64))?;
    let size = filters.iter().map(|filter| filter.head().inserted).fold(0, u64::saturating_add);
    let mut put = |number, bytes| write_number(&mut file, number, bytes, Order::Little);
    put(size, 8);
    put(filters.len() as u64, 4);
    put(options, 4);
    if layout > 0 {
        put(growth, 4);
    }
    for (filter, record) in filters.iter().zip(&records) {
        let Head { target, inserted, shape, .. } = *filter.head();
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
