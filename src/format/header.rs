//! The header of a filter file: 56 bytes and an optional section. `docs/reference/format/index.md`
//! describes it byte by byte.
//!
//! The header declares the length of the file. So a reader can check everything before it allocates
//! memory, and then copy the payload directly to its destination.

use alloc::vec::Vec;

use super::fields::{Field, field, read_fields, real_field, write_fields};
use super::reader::Reader;
use super::section::{MAX_SECTION_BYTES, ONE, Section};
use super::{keyed, scalable, static_set};
use crate::cells::Width;
use crate::cells::packed::{MAX_TAIL_BYTES, Packed};
use crate::error::{Code, Error, Found, MAX_SAFE_INTEGER, Result, Rule};
use crate::filter::{self, Target};
use crate::layout::{Layout, MIN_RATE, RATES, Shape};

/// The first four bytes. The first byte is not ASCII, so no text looks like a filter file.
pub(crate) const MAGIC: u64 = u32::from_le_bytes([0xeb, b'F', b'L', b'T']) as u64;
/// The bytes before the section or the payload.
pub const HEADER_BYTES: u64 = 56;
/// The bytes after the payload.
pub const CHECKSUM_BYTES: u64 = 8;
/// The most bytes before the payload: the fixed part and the longest possible section.
pub const MAX_HEADER_BYTES: u64 = HEADER_BYTES + MAX_SECTION_BYTES;

const VERSION: u64 = 1;
const FLAG_SECTION: u64 = 1;
/// Exceptions follow the cells in the payload.
const FLAG_EXCEPTIONS: u64 = 2;
/// The largest value of the field `hashes`. It stands for this many hashes or more. Only schemes of
/// other systems that compute the number can have more.
pub(crate) const MAX_WRITTEN_HASHES: u64 = u16::MAX as u64;
/// The key encoding of our own filters: UTF-8, bytes, and integers of 8 bytes. The others belong to
/// other systems.
pub(crate) const OWN_ENCODING: u64 = 1;
const LAST_ENCODING: u64 = 11;

const FLAGS_OFFSET: usize = 5;
pub(crate) const SCHEME_OFFSET: u64 = 6;
pub(crate) const CELLS_OFFSET: u64 = 7;
pub(crate) const ENCODING_OFFSET: u64 = 8;
pub(crate) const PAYLOAD_OFFSET: u64 = 9;
pub(crate) const HASHES_OFFSET: u64 = 10;
const PAYLOAD_LENGTH_OFFSET: u64 = 12;
pub(crate) const BITS_OFFSET: u64 = 16;
pub(crate) const SEED_OFFSET: u64 = 24;
pub(super) const CAPACITY_OFFSET: u64 = 32;
pub(super) const RATE_OFFSET: u64 = 48;

const HASHES_OF_SCHEME: &str = "a number from 1 to the scheme's limit";

/// The fields of the header, in order, as in the table of docs/reference/format/index.md. Ids have
/// no gaps, so a range checks them.
static FIELDS: [Field; 15] = [
    field(4, MAGIC, MAGIC, Code::Magic, "magic", "a filter file (eb 46 4c 54)"),
    field(1, VERSION, VERSION, Code::Unsupported, "version", "1"),
    field(1, 0, FLAG_SECTION | FLAG_EXCEPTIONS, Code::Unsupported, "flags", "a number from 0 to 3"),
    field(1, 1, Scheme::LAST_ID, Code::Unsupported, "scheme", "a number from 1 to 31"),
    field(1, 1, Width::Sixteen as u64 + 1, Code::Unsupported, "cells", "a number from 1 to 5"),
    field(1, 1, LAST_ENCODING, Code::Unsupported, "keyEncoding", "a number from 1 to 11"),
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
    field(8, 1, MAX_SAFE_INTEGER, Code::Invalid, "bits", "a number from 1 to the scheme's limit"),
    field(4, 0, u32::MAX as u64, Code::Invalid, "seed", ""),
    field(4, 0, u32::MAX as u64, Code::Invalid, "salt", ""),
    field(8, 0, u64::MAX, Code::Invalid, "capacity", ""),
    field(8, 0, u64::MAX, Code::Invalid, "inserted", ""),
    real_field(0, ONE - 1, "errorRate", RATES),
];

pub(crate) static HASHES: Rule = Rule::new(Code::Invalid, "hashes", HASHES_OF_SCHEME);
pub(crate) static BITS: Rule = Rule::new(Code::Invalid, "bits", "a size that the scheme allows");
static PAYLOAD_LENGTH: Rule =
    Rule::new(Code::Invalid, "payloadLength", "as many 64-bit words as the cells need");
static RATE: Rule = Rule::new(Code::Invalid, "errorRate", RATES);
static TARGET: Rule =
    Rule::new(Code::Invalid, "capacity", "capacity and errorRate both set, or both 0");
pub(crate) static ENCODING: Rule =
    Rule::new(Code::Invalid, "keyEncoding", "a key encoding that the scheme allows");
pub(crate) static PARAMETERS: Rule =
    Rule::new(Code::Invalid, "parameters", "values that the scheme allows");
static KEY_FORM: Rule =
    Rule::new(Code::Invalid, "metadata tag", "no key form in a scheme of another system");

/// What a scheme id stands for. **Ids are permanent**: a released id never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Ids 1 to 3: a layout.
    Own(Layout),
    /// Ids 27 to 29: a layout under a secret key.
    Keyed(Layout),
    /// Id 30: a static set, which has equations instead of positions.
    Static,
    /// All other ids, up to the last one: a scheme of another system.
    Foreign(u64),
}

impl Scheme {
    /// The last id.
    pub(crate) const LAST_ID: u64 = 31;
    const BEFORE_KEYED: u64 = 26;
    const STATIC: u64 = 30;

    pub(crate) fn from_id(id: u64) -> Scheme {
        let layout = |id: u64| Layout::ALL.into_iter().find(|&layout| layout as u64 == id);
        let keyed = layout(id.wrapping_sub(Scheme::BEFORE_KEYED)).map(Scheme::Keyed);
        match layout(id).map(Scheme::Own).or(keyed) {
            Some(scheme) => scheme,
            None if id == Scheme::STATIC => Scheme::Static,
            None => Scheme::Foreign(id),
        }
    }

    /// The id in a filter file.
    pub fn id(self) -> u64 {
        match self {
            Scheme::Own(layout) => layout as u64,
            Scheme::Keyed(layout) => layout as u64 + Scheme::BEFORE_KEYED,
            Scheme::Static => Scheme::STATIC,
            Scheme::Foreign(id) => id,
        }
    }

    fn is_foreign(self) -> bool {
        matches!(self, Scheme::Foreign(_))
    }
}

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
    /// A static set whose keys have values.
    Map,
}

/// The header of a filter file, checked. In schemes of other systems, only what all schemes share
/// is checked.
#[derive(Clone, Debug, PartialEq)]
pub struct FileHeader {
    /// The scheme.
    pub scheme: Scheme,
    /// m and k. For a scalable filter, the sums over its sub-filters.
    pub shape: Shape,
    /// The width of a cell.
    pub width: Width,
    /// The seed of the hash.
    pub seed: u32,
    /// The salt.
    pub salt: u32,
    /// The id of the key encoding.
    pub encoding: u64,
    /// The capacity and rate; `None` if the filter was built by shape.
    pub target: Option<Target>,
    /// The number of keys that were inserted and not removed.
    pub inserted: u64,
    /// The optional section.
    pub section: Section,
    /// The number of bytes before the payload.
    pub header_bytes: u64,
    /// The kind of payload.
    pub payload: Payload,
    pub(crate) has_exceptions: bool,
    /// The words of the payload.
    pub(crate) words: u64,
}

impl FileHeader {
    /// Reads the header at the start of a filter file. `start` is the file or its first
    /// [`MAX_HEADER_BYTES`].
    ///
    /// # Errors
    /// The first field that is missing, unknown or out of range.
    pub fn read(start: &[u8]) -> Result<FileHeader> {
        let mut reader = Reader::new(start);
        let mut fields = [0; FIELDS.len()];
        read_fields(&mut reader, &FIELDS, &mut fields)?;
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
        ] = fields;
        let (Some(width), Ok(seed), Ok(salt)) =
            (Width::from_log2(cells - 1), u32::try_from(seed), u32::try_from(salt))
        else {
            // The ranges of the table already reject all other values.
            return Err(BITS.broken_at(BITS_OFFSET, bits));
        };
        let scheme = Scheme::from_id(scheme);
        let payload = match payload {
            1 => Payload::Raw,
            2 => Payload::Positions,
            _ => Payload::SubFilters,
        };
        let shape = match (scheme, payload) {
            (Scheme::Own(layout) | Scheme::Keyed(layout), Payload::Raw | Payload::Positions) => {
                own_shape(layout, bits, hashes)?
            }
            _ => Shape::stated(bits, hashes, bits),
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
        if stated != (capacity > 0) && (stated || !scheme.is_foreign()) {
            return Err(TARGET.broken_at(CAPACITY_OFFSET, capacity));
        }
        if stated && target.rate < MIN_RATE && !scheme.is_foreign() {
            return Err(Error::new(&RATE, Found::Real(target.rate), Some(RATE_OFFSET)));
        }
        let mut section = Section::default();
        if flags & FLAG_SECTION != 0 {
            section = Section::read(&mut reader)?;
        }
        let target = (capacity > 0).then_some(target);
        let header_bytes = reader.offset();
        let header = FileHeader {
            scheme,
            shape,
            width,
            seed,
            salt,
            encoding,
            target,
            inserted,
            section,
            header_bytes,
            payload,
            has_exceptions,
            words,
        };
        header.check()?;
        Ok(header)
    }

    /// Checks what depends on several fields.
    fn check(&self) -> Result<()> {
        keyed::check(self)?;
        if self.scheme.is_foreign() {
            // These have their own rules for keys.
            return match self.section.key_form.is_empty() {
                true => Ok(()),
                false => Err(KEY_FORM.broken().at(HEADER_BYTES)),
            };
        }
        scalable::check(self)?;
        let parameters = &self.section.parameters;
        if !parameters.is_empty() {
            return Err(PARAMETERS.broken_at(HEADER_BYTES, parameters.len() as u64));
        }
        if self.encoding != OWN_ENCODING {
            return Err(ENCODING.broken_at(ENCODING_OFFSET, self.encoding));
        }
        static_set::check(self)
    }

    /// The length of the filter file in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.header_bytes.saturating_add(self.words * 8 + CHECKSUM_BYTES)
    }

    /// The type of the filter.
    pub fn kind(&self) -> Kind {
        match self.scheme {
            Scheme::Keyed(_) => Kind::Keyed,
            Scheme::Foreign(_) => Kind::Foreign,
            Scheme::Static if self.section.values.is_some() => Kind::Map,
            Scheme::Static => Kind::Static,
            Scheme::Own(_) if self.payload == Payload::SubFilters => Kind::Scalable,
            Scheme::Own(_) if self.width != Width::Bit => Kind::Counting,
            Scheme::Own(_) if self.payload == Payload::Positions => Kind::Sparse,
            Scheme::Own(_) => Kind::Plain,
        }
    }

    /// The header of the filter; `None` for a static set and for other systems.
    pub(super) fn of_filter(&self) -> Option<filter::Header> {
        let (Scheme::Own(layout) | Scheme::Keyed(layout)) = self.scheme else { return None };
        let FileHeader { shape, width, seed, salt, target, inserted, .. } = *self;
        Some(filter::Header { layout, shape, width, seed, salt, target, inserted })
    }

    /// Appends the header to a file.
    ///
    /// # Errors
    /// A name or version of more than 1,024 bytes.
    pub(crate) fn write(&self, file: &mut Vec<u8>) -> Result<()> {
        let (capacity, rate) = self.target.map_or((0, 0.0), |t| (t.capacity, t.rate));
        let start = file.len();
        let values = [
            MAGIC,
            VERSION,
            u64::from(self.has_exceptions) * FLAG_EXCEPTIONS,
            self.scheme.id(),
            self.width.log2() + 1,
            self.encoding,
            self.payload as u64,
            self.shape.hashes().min(MAX_WRITTEN_HASHES),
            self.words,
            self.shape.bits(),
            u64::from(self.seed),
            u64::from(self.salt),
            capacity,
            self.inserted,
            rate.to_bits(),
        ];
        write_fields(file, &FIELDS, &values);
        self.section.write(file)?;
        if file.len() - start > HEADER_BYTES as usize
            && let Some(flags) = file.get_mut(start + FLAGS_OFFSET)
        {
            *flags |= FLAG_SECTION as u8;
        }
        Ok(())
    }
}

/// The shape in the header, if the layout can have it.
fn own_shape(layout: Layout, bits: u64, hashes: u64) -> Result<Shape> {
    if !Shape::has_hashes(hashes) {
        return Err(HASHES.broken_at(HASHES_OFFSET, hashes));
    }
    Shape::new(layout, bits, hashes).map_err(|_| BITS.broken_at(BITS_OFFSET, bits))
}
