//! Files of scalable filters: their growth is in the section, and the files of the sub-filters are
//! the payload.

use alloc::vec::Vec;

use super::fields::{Field, field, read_fields, real_field, write_fields};
use super::header::{CAPACITY_OFFSET, FileHeader, HEADER_BYTES, PAYLOAD_OFFSET, Payload};
use super::load::Loading;
use super::reader::Reader;
use super::section::{ONE, Section};
use crate::cells::Width;
use crate::error::{Code, Result, Rule};
use crate::filter::Target;
use crate::layout::Shape;
use crate::scalable::MAX_GROWTH;
use crate::sub_filters::MAX_SUB_FILTERS;

/// The number of bytes of the entry in the section.
pub(super) const ENTRY_BYTES: u64 = 16;

static FIELDS: [Field; 3] = [
    field(4, 1, MAX_SUB_FILTERS, Code::Invalid, "subFilters", "a number from 1 to 1024"),
    // Other systems allow larger values. They are checked together with the scheme.
    field(4, 0, u32::MAX as u64, Code::Invalid, "growth", "a number from 1 to 1000"),
    real_field(1, ONE - 1, "tightening", "a number above 0 and below 1"),
];
static GROWTH: Rule = Rule::new(Code::Invalid, "growth", "a number from 1 to 1000");
static SCALABLE: Rule = Rule::new(
    Code::Invalid,
    "payloadEncoding",
    "3 if metadata tag 3 is present, and only with bits in a scheme that scales",
);
static SUB_FILTER: Rule = Rule::new(
    Code::Invalid,
    "sub-filter",
    "a Bloom filter with capacity and errorRate, and the scheme, seed and salt of the whole",
);
const SUM: &str = "{}, the sum over the sub-filters";
static HASHES: Rule = Rule::new(Code::Invalid, "hashes", SUM);
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

/// Checks the requirements of a scalable filter of ours. Other filters must have no sub-filters.
pub(super) fn check(header: &FileHeader) -> Result<()> {
    match check_all(header, true)? {
        Some(SubFilters { factor, .. }) if !(1..=MAX_GROWTH).contains(&factor) => {
            Err(GROWTH.broken_at(HEADER_BYTES, factor))
        }
        _ => Ok(()),
    }
}

/// Checks what scalable filters of all systems share, among them a capacity and a rate. `scales` is
/// true if the scheme has scalable filters. Returns how the filter grows, if it does.
pub(crate) fn check_all(header: &FileHeader, scales: bool) -> Result<Option<SubFilters>> {
    let FileHeader { payload, section, .. } = header;
    if *payload != Payload::SubFilters && section.sub_filters.is_none() {
        return Ok(None);
    }
    let stated = header.target.is_some_and(|target| target.rate > 0.0);
    if *payload != Payload::SubFilters
        || section.sub_filters.is_none()
        || header.width != Width::Bit
        || !section.parameters.is_empty()
        || !stated
        || !scales
    {
        return Err(SCALABLE.broken_at(PAYLOAD_OFFSET, *payload as u64));
    }
    Ok(section.sub_filters)
}

/// The sums over all sub-filters in the header of a scalable filter.
#[derive(Default)]
pub(crate) struct Sums {
    hashes: u64,
    bits: u64,
    capacity: u64,
    inserted: u64,
}

impl Sums {
    pub(crate) fn add(&mut self, header: &FileHeader) {
        self.hashes = self.hashes.saturating_add(header.shape.hashes());
        self.bits = self.bits.saturating_add(header.shape.bits());
        let capacity = header.target.map_or(0, |target| target.capacity);
        self.capacity = self.capacity.saturating_add(capacity);
        self.inserted = self.inserted.saturating_add(header.inserted);
    }

    /// The header of the whole filter: that of its newest sub-filter, with the sums.
    pub(crate) fn header(
        &self,
        newest: FileHeader,
        rate: f64,
        section: Section,
        bytes: usize,
    ) -> FileHeader {
        let Sums { hashes, bits, capacity, inserted } = *self;
        FileHeader {
            shape: Shape::stated(bits, hashes, bits),
            target: Some(Target { capacity, rate }),
            inserted,
            section,
            payload: Payload::SubFilters,
            has_exceptions: false,
            words: bytes as u64 / 8,
            ..newest
        }
    }

    fn check(&self, whole: &FileHeader) -> Result<()> {
        let capacity = whole.target.map_or(0, |target| target.capacity);
        let pairs = [
            (&HASHES, self.hashes, whole.shape.hashes()),
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

/// The sub-filters in the payload of a scalable filter. `finish` makes one of its verified file.
///
/// # Errors
/// A sub-filter that is not valid or does not fit; sums in the header that differ from those of the
/// sub-filters; no memory.
pub(crate) fn read_sub_filters<F>(
    whole: &FileHeader,
    payload: &[u8],
    finish: impl Fn(Loading, [u8; 8]) -> Result<(F, FileHeader)>,
) -> Result<Vec<F>> {
    let count = whole.section.sub_filters.map_or(0, |them| them.count);
    let (mut filters, mut sums, mut rest) = (Vec::new(), Sums::default(), payload);
    for _ in 0..count {
        let offset = whole.header_bytes + (payload.len() - rest.len()) as u64;
        let (filter, header, after) =
            read_one(whole, rest, &finish).map_err(|error| error.moved_by(offset))?;
        sums.add(&header);
        filters.push(filter);
        rest = after;
    }
    if !rest.is_empty() {
        return Err(END.broken_at(HEADER_BYTES, rest.len() as u64));
    }
    sums.check(whole)?;
    Ok(filters)
}

/// The first sub-filter in these bytes, its header, and the bytes after it.
fn read_one<'a, F>(
    whole: &FileHeader,
    bytes: &'a [u8],
    finish: &impl Fn(Loading, [u8; 8]) -> Result<(F, FileHeader)>,
) -> Result<(F, FileHeader, &'a [u8])> {
    let loading = Loading::begin_first(bytes)?;
    let header = loading.header();
    let key = |header: &FileHeader| {
        (header.scheme, header.seed, header.salt, header.encoding, header.width)
    };
    let plain = header.payload == Payload::Raw
        && !header.has_exceptions
        && header.section.name.is_empty()
        && header.section.version.is_empty()
        && header.section.key_form.is_empty()
        && header.target.is_some_and(|target| target.capacity > 0 && target.rate > 0.0);
    if key(header) != key(whole) || !plain {
        return Err(SUB_FILTER.broken().at(0));
    }
    let ((filter, header), rest) = loading.fill(bytes, finish)?;
    Ok((filter, header, rest))
}
