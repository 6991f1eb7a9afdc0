//! The growth of a scalable filter in its file, and the sub-filters in its payload.

use alloc::vec::Vec;

use super::fields::{Field, field, read_fields, real_field, write_fields};
use super::load::{self, CHECKSUM};
use super::section::{Metadata, ONE};
use super::write::Checksum;
use super::{CAPACITY_OFFSET, CHECKSUM_BYTES, HEADER_BYTES, Payload, Start};
use crate::chain::{Chain, Growth, MAX_SUB_FILTERS};
use crate::error::{Code, Result, Rule};
use crate::filter::{Filter, Head};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};

/// The number of bytes of the entry.
pub(super) const BYTES: u64 = 16;

static FIELDS: [Field; 3] = [
    field(4, 1, MAX_SUB_FILTERS, Code::Invalid, "subFilters", "a number from 1 to 1024"),
    // Other systems allow larger values. They are checked together with the scheme.
    field(4, 0, u32::MAX as u64, Code::Invalid, "growth", "a number from 1 to 1000"),
    real_field(1, ONE - 1, "tightening", "a number above 0 and below 1"),
];
static SUB_FILTER: Rule = Rule::new(
    Code::Invalid,
    "sub-filter",
    "a Bloom filter with capacity and errorRate, and the scheme, seed and salt of the whole",
);
const SUM: &str = "{}, the sum over the sub-filters";
static SUMS: Rule = Rule::new(Code::Invalid, "hashes", SUM);
static BITS: Rule = Rule::new(Code::Invalid, "bits", SUM);
static CAPACITY: Rule = Rule::new(Code::Invalid, "capacity", SUM);
static INSERTED: Rule = Rule::new(Code::Invalid, "inserted", SUM);
static END: Rule = Rule::new(Code::Invalid, "payloadLength", "no bytes after the last sub-filter");

/// The number of sub-filters, and how the next one is sized.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SubFilters {
    /// The number of sub-filters.
    pub count: u64,
    /// The capacity of the next sub-filter divided by that of the newest.
    pub factor: u64,
    /// The rate of the next sub-filter divided by that of the newest.
    pub tightening: f64,
}

impl SubFilters {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<SubFilters> {
        let mut fields = [0; FIELDS.len()];
        read_fields(reader, &FIELDS, &mut fields)?;
        let [count, factor, tightening] = fields;
        Ok(SubFilters { count, factor, tightening: f64::from_bits(tightening) })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let values = [self.count, self.factor, self.tightening.to_bits()];
        write_fields(&mut bytes, &FIELDS, &values);
        bytes
    }
}

/// The sums over all sub-filters in the header of a scalable filter.
#[derive(Default, PartialEq)]
pub(super) struct Sums {
    pub(super) hashes: u64,
    pub(super) bits: u64,
    pub(super) capacity: u64,
    pub(super) inserted: u64,
}

impl Sums {
    pub(super) fn add(&mut self, head: &Head) {
        self.hashes = self.hashes.saturating_add(head.shape.hashes());
        self.bits = self.bits.saturating_add(head.shape.bits());
        let capacity = head.target.map_or(0, |target| target.capacity);
        self.capacity = self.capacity.saturating_add(capacity);
        self.inserted = self.inserted.saturating_add(head.inserted);
    }

    fn check(&self, whole: &Head) -> Result<()> {
        let capacity = whole.target.map_or(0, |target| target.capacity);
        let pairs = [
            (&SUMS, self.hashes, whole.shape.hashes()),
            (&BITS, self.bits, whole.shape.bits()),
            (&CAPACITY, self.capacity, capacity),
            (&INSERTED, self.inserted, whole.inserted),
        ];
        for (rule, sum, stated) in pairs {
            if sum != stated {
                return Err(rule.broken_at(CAPACITY_OFFSET, stated).expecting(sum));
            }
        }
        Ok(())
    }
}

/// The scalable filter in a filter file whose start was already read.
///
/// # Errors
/// A file that is shorter or longer than its header declares; a sub-filter that is not valid or
/// does not fit; sums in the header that differ from those of the sub-filters; a wrong checksum; no
/// memory.
pub(super) fn read(start: &Start<'_>, sub_filters: SubFilters, file: &[u8]) -> Result<Chain> {
    let mut reader = Reader::new(file);
    reader.expect(start.dump_bytes(), &TOO_SHORT, &TOO_LONG)?;
    let SubFilters { count, factor, tightening } = sub_filters;
    let whole = start.head;
    let mut checksum = Checksum::new();
    checksum.push(reader.take(start.head_bytes)?);
    let payload = reader.take(start.words.saturating_mul(8))?;
    checksum.push(payload);
    let (mut filters, mut sums, mut rest) = (Vec::new(), Sums::default(), payload);
    for _ in 0..count {
        let offset = start.head_bytes + (payload.len() - rest.len()) as u64;
        let (filter, after) = read_one(&whole, rest).map_err(|error| error.moved_by(offset))?;
        sums.add(filter.head());
        filters.push(filter);
        rest = after;
    }
    if !rest.is_empty() {
        return Err(END.broken_at(HEADER_BYTES, rest.len() as u64));
    }
    sums.check(&whole)?;
    let (found, end) = (reader.number(CHECKSUM_BYTES)?, start.dump_bytes() - CHECKSUM_BYTES);
    let expected = checksum.number();
    if found != expected {
        return Err(CHECKSUM.broken_at(end, found).expecting(expected));
    }
    let rate = whole.target.map_or(0.0, |target| target.rate);
    Chain::of_sub_filters(filters, Growth { factor, tightening, rate })
}

/// The first sub-filter in these bytes, and the rest of the bytes.
fn read_one<'a>(whole: &Head, bytes: &'a [u8]) -> Result<(Filter, &'a [u8])> {
    let start = Start::read(bytes)?;
    let head = start.head;
    let alike = (head.scheme, head.seed, head.salt, head.encoding, head.width)
        == (whole.scheme, whole.seed, whole.salt, whole.encoding, whole.width);
    let plain = start.payload == Payload::Raw
        && !start.has_exceptions
        && start.section.metadata == Metadata::default()
        && head.target.is_some_and(|target| target.capacity > 0 && target.rate > 0.0);
    if !alike || !plain {
        return Err(SUB_FILTER.broken().at(0));
    }
    let length = bytes.len() as u64;
    if length < start.dump_bytes() {
        return Err(TOO_SHORT.broken_at(length, length).expecting(start.dump_bytes()));
    }
    load::filled(load::Loading::of(&start, bytes)?, bytes)
}
