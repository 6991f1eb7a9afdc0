//! The native format, version 1. `docs/reference/format/index.md` describes it byte by byte.
//!
//! A filter file has a header (56 bytes and an optional section), a payload and a checksum. The
//! header declares the length of the file. So a reader can check everything before it allocates
//! memory, and then copy the payload directly to its destination. The payload of a scalable filter
//! consists of the files of its sub-filters.

mod fields;
mod foreign;
mod growth;
mod keyed;
mod load;
mod section;
mod static_set;
mod write;

use super::reader::Reader;
use crate::cells::Width;
use crate::cells::packed::{MAX_TAIL_BYTES, Packed};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::{Head, Target};
use crate::key::KeyEncoding;
use crate::scheme::{LAST_ID, MAX_FOREIGN_BITS, MIN_RATE, RATES, Scheme, Shape};
use fields::{Field, field, read_fields, real_field};
use section::{MAX_SECTION_BYTES, ONE};

pub use growth::SubFilters;
#[cfg(feature = "compat")]
pub use load::read_keyed;
pub use load::{Loading, read, read_chain};
pub use section::{MAX_METADATA_BYTES, Metadata, Section};
pub use static_set::{read_static_set, static_set_head, write_static_set};
pub use write::{checksum, write, write_chain, write_head, write_scalable_head};

/// The first four bytes. The first byte is not ASCII, so no text looks like a filter file.
pub(crate) const MAGIC: u64 = u32::from_le_bytes([0xeb, b'F', b'L', b'T']) as u64;
/// The bytes before the section or the payload.
pub const HEADER_BYTES: u64 = 56;
/// The bytes after the payload.
pub const CHECKSUM_BYTES: u64 = 8;
/// The longest header: the fixed part and the longest possible section.
pub const MAX_HEAD_BYTES: u64 = HEADER_BYTES + MAX_SECTION_BYTES;

const VERSION: u64 = 1;
const FLAG_SECTION: u64 = 1;
/// Exceptions follow the cells in the payload.
const FLAG_EXCEPTIONS: u64 = 2;
/// The largest value of the field `hashes`. It stands for this many hashes or more. Only schemes
/// that compute the number can have more.
const MAX_WRITTEN_HASHES: u64 = u16::MAX as u64;

const FLAGS_OFFSET: usize = 5;
const SCHEME_OFFSET: u64 = 6;
const CELLS_OFFSET: u64 = 7;
const ENCODING_OFFSET: u64 = 8;
const PAYLOAD_OFFSET: u64 = 9;
const HASHES_OFFSET: u64 = 10;
const PAYLOAD_LENGTH_OFFSET: u64 = 12;
const BITS_OFFSET: u64 = 16;
const SEED_OFFSET: u64 = 24;
const SALT_OFFSET: u64 = 28;
const CAPACITY_OFFSET: u64 = 32;
const RATE_OFFSET: u64 = 48;

const HASHES_OF_SCHEME: &str = "a number from 1 to the scheme's limit";

/// The fields of the header, in order, as in the table of docs/reference/format/index.md. Ids have
/// no gaps, so a range checks them. Every build reads every header. A build that leaves out a
/// scheme rejects it with an error that names the scheme.
static HEADER: [Field; 15] = [
    field(4, MAGIC, MAGIC, Code::Magic, "magic", "a filter file (eb 46 4c 54)"),
    field(1, VERSION, VERSION, Code::Unsupported, "version", "1"),
    field(1, 0, FLAG_SECTION | FLAG_EXCEPTIONS, Code::Unsupported, "flags", "a number from 0 to 3"),
    field(1, 1, LAST_ID, Code::Unsupported, "scheme", "a number from 1 to 30"),
    field(1, 1, Width::Sixteen as u64 + 1, Code::Unsupported, "cells", "a number from 1 to 5"),
    field(1, 1, KeyEncoding::LAST_ID, Code::Unsupported, "keyEncoding", "a number from 1 to 10"),
    field(
        1,
        1,
        Payload::SubFilters as u64,
        Code::Unsupported,
        "payloadEncoding",
        "a number from 1 to 3",
    ),
    field(2, 1, MAX_WRITTEN_HASHES, Code::Invalid, "hashes", HASHES_OF_SCHEME),
    field(4, 0, u32::MAX as u64, Code::Invalid, "payloadLength", ""),
    field(8, 1, MAX_FOREIGN_BITS, Code::Invalid, "bits", "a number from 1 to the scheme's limit"),
    field(4, 0, u32::MAX as u64, Code::Invalid, "seed", ""),
    field(4, 0, u32::MAX as u64, Code::Invalid, "salt", ""),
    field(8, 0, u64::MAX, Code::Invalid, "capacity", ""),
    field(8, 0, u64::MAX, Code::Invalid, "inserted", ""),
    real_field(0, ONE - 1, "errorRate", RATES),
];

static HASHES: Rule = Rule::new(Code::Invalid, "hashes", HASHES_OF_SCHEME);
static BITS_FOR_LAYOUT: Rule = Rule::new(Code::Invalid, "bits", "a size that the scheme allows");
static PAYLOAD_LENGTH: Rule =
    Rule::new(Code::Invalid, "payloadLength", "as many 64-bit words as the cells need");
static RATE: Rule = Rule::new(Code::Invalid, "errorRate", RATES);
static TARGET: Rule =
    Rule::new(Code::Invalid, "capacity", "capacity and errorRate both set, or both 0");

/// The kind of payload of a filter file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// The words of the cells.
    Raw = 1,
    /// The positions of the set bits.
    Positions = 2,
    /// The files of the sub-filters of a scalable filter.
    SubFilters = 3,
}

/// The type of filter in a filter file. Each type has its own class in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bits.
    Plain,
    /// Counters.
    Counting,
    /// Sub-filters of bits.
    Scalable,
    /// Positions of bits.
    Sparse,
    /// Bits under a secret key.
    Keyed,
    /// Any of these in a scheme of another system.
    Foreign,
    /// A static set.
    Static,
}

/// The checked start of a filter file: the header of the filter, and the length of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start<'a> {
    /// The header of the filter.
    pub head: Head,
    /// The optional section of the header.
    pub section: Section<'a>,
    /// The number of bytes before the payload.
    pub head_bytes: u64,
    payload: Payload,
    has_exceptions: bool,
    words: u64,
}

impl<'a> Start<'a> {
    /// Reads the start of a filter file. `start` is the file or its first [`MAX_HEAD_BYTES`].
    ///
    /// # Errors
    /// The first field that is missing, unknown or out of range.
    pub fn read(start: &'a [u8]) -> Result<Start<'a>> {
        let mut reader = Reader::new(start);
        let mut header = [0; HEADER.len()];
        read_fields(&mut reader, &HEADER, &mut header)?;
        let [
            ..,
            flags,
            scheme,
            cells,
            encoding,
            payload,
            hashes,
            words,
            bits,
            seed,
            salt,
            capacity,
            inserted,
            rate,
        ] = header;
        let (Some(scheme), Some(width), Some(encoding), Ok(seed), Ok(salt)) = (
            Scheme::from_id(scheme),
            Width::from_log2(cells - 1),
            KeyEncoding::from_id(encoding),
            u32::try_from(seed),
            u32::try_from(salt),
        ) else {
            // The ranges of the table already reject all other ids.
            return Err(BITS_FOR_LAYOUT.broken_at(BITS_OFFSET, bits));
        };
        let payload = match payload {
            1 => Payload::Raw,
            2 => Payload::Positions,
            _ => Payload::SubFilters,
        };
        let shape = match payload {
            Payload::SubFilters => Shape::stated(bits, hashes),
            _ => stated_shape(scheme, bits, hashes, capacity)?,
        };
        let has_exceptions = flags & FLAG_EXCEPTIONS != 0;
        let tail = words.wrapping_sub(Packed::words_for(bits, width));
        let fits = match payload {
            Payload::Raw if has_exceptions => (1..=MAX_TAIL_BYTES / 8).contains(&tail),
            Payload::Raw => tail == 0,
            Payload::Positions | Payload::SubFilters => !has_exceptions,
        };
        if !fits {
            return Err(PAYLOAD_LENGTH.broken_at(PAYLOAD_LENGTH_OFFSET, words));
        }
        let target = Target { capacity, rate: f64::from_bits(rate) };
        let stated = rate != 0;
        if stated != (capacity > 0) && (stated || scheme.is_native()) {
            return Err(TARGET.broken_at(CAPACITY_OFFSET, capacity));
        }
        if stated && target.rate < MIN_RATE && scheme.is_native() {
            return Err(Error::new(&RATE, Found::Real(target.rate), Some(RATE_OFFSET)));
        }
        let mut section = Section::default();
        if flags & FLAG_SECTION != 0 {
            section = Section::read(&mut reader)?;
        }
        let target = (capacity > 0).then_some(target);
        let head = Head { scheme, shape, width, seed, salt, encoding, target, inserted };
        keyed::check(&head, &section, payload)?;
        foreign::check(&head, &section, payload)?;
        static_set::check(&head, payload)?;
        let head_bytes = reader.offset();
        Ok(Start { head, section, head_bytes, payload, has_exceptions, words })
    }

    /// The length of the filter file in bytes.
    pub fn dump_bytes(&self) -> u64 {
        self.head_bytes.saturating_add(self.words * 8 + CHECKSUM_BYTES)
    }

    /// The kind of payload.
    pub fn payload(&self) -> Payload {
        self.payload
    }

    /// The seed as the system of the scheme shows it. In some systems it can be negative or a
    /// fraction.
    pub fn shown_seed(&self) -> f64 {
        (self.head.scheme.rules().shown_seed)(&self.head.setting(&self.section.parameters()))
    }

    /// The type of the filter.
    pub fn kind(&self) -> Kind {
        let Head { scheme, width, .. } = self.head;
        if scheme.is_keyed() {
            Kind::Keyed
        } else if !scheme.is_native() {
            Kind::Foreign
        } else if scheme == Scheme::Static {
            Kind::Static
        } else if self.payload == Payload::SubFilters {
            Kind::Scalable
        } else if width != Width::Bit {
            Kind::Counting
        } else if self.payload == Payload::Positions {
            Kind::Sparse
        } else {
            Kind::Plain
        }
    }
}

/// The shape in the header, if the scheme can have it.
fn stated_shape(scheme: Scheme, bits: u64, hashes: u64, capacity: u64) -> Result<Shape> {
    let hashes = foreign::hashes(scheme, hashes, bits, capacity)?;
    if scheme == Scheme::Static || (!scheme.is_supported() && !scheme.is_native()) {
        return Ok(Shape::stated(bits, hashes));
    }
    if !Shape::has_hashes(scheme, hashes) {
        return Err(HASHES.broken_at(HASHES_OFFSET, hashes));
    }
    Shape::new(scheme, bits, hashes).map_err(|_| BITS_FOR_LAYOUT.broken_at(BITS_OFFSET, bits))
}
