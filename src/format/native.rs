//! The native format, version 1; `docs/FORMAT.md` is its description, byte by byte.
//!
//! A dump is a head (56 bytes and the optional metadata section), the payload and a checksum. The
//! head says how long the dump is, so that a reader can check everything before it allocates, and
//! copy the payload straight to where it stays.

use alloc::vec::Vec;

use super::reader::Reader;
use crate::cells::bits::Bits;
use crate::error::{Code, Result, Rule};
use crate::filter::{Filter, Head, Target};
use crate::hash::murmur3;
use crate::key::KeyEncoding;
use crate::scheme::{MAX_BITS, MAX_HASHES, MIN_RATE, Scheme, Shape};

/// The first four bytes. The first is no ASCII, so that no text is taken for a dump.
const MAGIC: u64 = u32::from_le_bytes([0xeb, b'F', b'L', b'T']) as u64;
/// The bytes before the metadata section or the payload.
pub const HEADER_BYTES: u64 = 56;
/// The most bytes of a name or of a list version.
pub const MAX_METADATA_BYTES: u64 = 1024;
/// The bytes after the payload.
pub const CHECKSUM_BYTES: u64 = 8;
/// The longest head: a header and a section with the longest name and version.
pub const MAX_HEAD_BYTES: u64 = HEADER_BYTES + SECTION_HEADER_BYTES + MAX_ENTRIES_BYTES;

const VERSION: u64 = 1;
const FLAG_METADATA: u64 = 1;
const CELLS_BITS: u64 = 1;
const PAYLOAD_RAW: u64 = 1;

const PAYLOAD_LENGTH_OFFSET: u64 = 12;
const BITS_OFFSET: u64 = 16;
const CAPACITY_OFFSET: u64 = 32;
const RATE_OFFSET: u64 = 48;
const SECTION_HEADER_BYTES: u64 = 8;
const ENTRY_HEADER_BYTES: u64 = 8;
const MAX_ENTRIES_BYTES: u64 = 2 * (ENTRY_HEADER_BYTES + MAX_METADATA_BYTES);
const TAG_NAME: u64 = 1;
const TAG_VERSION: u64 = 2;

/// The seeds of the two halves of the checksum.
const CHECKSUM_SEED_HEAD: u32 = 0;
const CHECKSUM_SEED_PAYLOAD: u32 = 1;

/// A number in a header: how many bytes it has, what it may be, and the rule that says so.
struct Field {
    size: u8,
    least: u64,
    most: u64,
    rule: Rule,
}

const fn field(
    size: u8,
    least: u64,
    most: u64,
    code: Code,
    name: &'static str,
    expected: &'static str,
) -> Field {
    Field { size, least, most, rule: Rule::new(code, name, expected) }
}

const fn reserved(size: u8) -> Field {
    field(size, 0, 0, Code::Unsupported, "reserved", "0")
}

/// The header, in order: the table of docs/FORMAT.md. Schemes and key encodings have ids without
/// gaps, so that a range tells the known ones.
static HEADER: [Field; 14] = [
    field(4, MAGIC, MAGIC, Code::Magic, "magic", "eb 46 4c 54"),
    field(1, VERSION, VERSION, Code::Unsupported, "version", "1"),
    field(1, 0, FLAG_METADATA, Code::Unsupported, "flags", "0 or 1"),
    field(1, 1, 3, Code::Unsupported, "scheme", "1, 2 or 3"),
    field(1, CELLS_BITS, CELLS_BITS, Code::Unsupported, "cells", "1 (bits)"),
    field(1, 1, 1, Code::Unsupported, "keyEncoding", "1 (native)"),
    field(1, PAYLOAD_RAW, PAYLOAD_RAW, Code::Unsupported, "payloadEncoding", "1 (raw)"),
    field(2, 1, MAX_HASHES, Code::Invalid, "hashes", "1 to 64"),
    field(4, 0, u32::MAX as u64, Code::Invalid, "payloadLength", ""),
    field(8, 1, MAX_BITS, Code::Invalid, "bits", "1 to 4294967296"),
    field(8, 0, u32::MAX as u64, Code::Invalid, "seed", "0 to 4294967295"),
    field(8, 0, u64::MAX, Code::Invalid, "capacity", ""),
    field(8, 0, u64::MAX, Code::Invalid, "inserted", ""),
    field(8, 0, ONE - 1, Code::Invalid, "errorRate", "1e-18 to below 1"),
];
/// The bits of the number 1: those of smaller positive numbers are smaller, those of negative ones,
/// infinities and NaN larger.
const ONE: u64 = 0x3ff0_0000_0000_0000;

static BITS_FOR_LAYOUT: Rule =
    Rule::new(Code::Invalid, "bits", "a multiple that the layout asks for");
static PAYLOAD_LENGTH: Rule = Rule::new(Code::Invalid, "payloadLength", "ceil(bits / 64)");
static RATE: Rule = Rule::new(Code::Invalid, "errorRate", "1e-18 to below 1");
static TARGET: Rule = Rule::new(Code::Invalid, "capacity", "with errorRate, or neither");
/// The metadata section.
static SECTION: [Field; 2] =
    [field(4, 8, MAX_ENTRIES_BYTES, Code::Invalid, "metadata", "8 to 2064"), reserved(4)];
/// The head of an entry in it.
static ENTRY: [Field; 3] = [
    field(2, TAG_NAME, TAG_VERSION, Code::Unsupported, "metadata tag", "1 or 2"),
    reserved(2),
    field(4, 1, MAX_METADATA_BYTES, Code::Invalid, "metadata text", "1 to 1024 bytes"),
];
static METADATA: Rule = Rule::new(Code::Argument, "metadata", "at most 1024 bytes a text");
static TAG_ORDER: Rule = Rule::new(Code::Invalid, "metadata tag", "ascending tags");
static TEXT: Rule = Rule::new(Code::Invalid, "metadata text", "UTF-8");
static PADDING: Rule = Rule::new(Code::Invalid, "padding", "0");
static SECTION_END: Rule = Rule::new(Code::Invalid, "metadata", "entries that fill it");
static TOO_SHORT: Rule = Rule::new(Code::Truncated, "length", "the length that the head says");
static TOO_LONG: Rule = Rule::new(Code::TrailingBytes, "length", "the length that the head says");
static CHECKSUM: Rule = Rule::new(Code::Checksum, "checksum", "the checksum of the bytes");
static SPARE: Rule = Rule::new(Code::Invalid, "payload", "0 beyond the last bit");

/// What a dump says of its list; it changes no answer.
///
/// Bytes here, because a text is checked where it becomes one: by [`Metadata::name_text`] and
/// [`Metadata::version_text`], which [`read`] asks, and by JavaScript's own decoder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metadata<'a> {
    /// What the list is called, in UTF-8; empty for none.
    pub name: &'a [u8],
    /// Which version of the list it is, in UTF-8; empty for none.
    pub version: &'a [u8],
}

impl<'a> Metadata<'a> {
    /// The metadata of these texts.
    pub fn new(name: &'a str, version: &'a str) -> Metadata<'a> {
        Metadata { name: name.as_bytes(), version: version.as_bytes() }
    }

    /// The name as text.
    ///
    /// # Errors
    /// It is not UTF-8.
    pub fn name_text(self) -> Result<&'a str> {
        text(self.name)
    }

    /// The version as text.
    ///
    /// # Errors
    /// It is not UTF-8.
    pub fn version_text(self) -> Result<&'a str> {
        text(self.version)
    }
}

fn text(bytes: &[u8]) -> Result<&str> {
    core::str::from_utf8(bytes).map_err(|error| TEXT.broken_by(error.valid_up_to() as u64))
}

/// The start of a dump, read and checked: what the filter is, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start<'a> {
    /// What the filter is.
    pub head: Head,
    /// What the dump says of its list.
    pub metadata: Metadata<'a>,
    /// How many bytes come before the payload.
    pub head_bytes: u64,
}

impl<'a> Start<'a> {
    /// Reads the start of a dump, or of its first [`MAX_HEAD_BYTES`].
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
            _,
            encoding,
            _,
            hashes,
            words,
            bits,
            seed,
            capacity,
            inserted,
            rate,
        ] = header;
        let (Some(scheme), Some(encoding), Ok(seed)) =
            (Scheme::from_id(scheme), KeyEncoding::from_id(encoding), u32::try_from(seed))
        else {
            // The ranges of the table let no other id through.
            return Err(BITS_FOR_LAYOUT.broken_at(BITS_OFFSET, bits));
        };
        let Ok(shape) = Shape::new(scheme, bits, hashes) else {
            return Err(BITS_FOR_LAYOUT.broken_at(BITS_OFFSET, bits));
        };
        if words != Bits::words_for(bits) {
            return Err(PAYLOAD_LENGTH.broken_at(PAYLOAD_LENGTH_OFFSET, words));
        }
        let target = Target { capacity, rate: f64::from_bits(rate) };
        let stated = rate != 0;
        if stated != (capacity > 0) {
            return Err(TARGET.broken_at(CAPACITY_OFFSET, capacity));
        }
        if stated && target.rate < MIN_RATE {
            return Err(RATE.broken_at(RATE_OFFSET, rate));
        }
        let mut metadata = Metadata::default();
        if flags & FLAG_METADATA != 0 {
            metadata = read_metadata(&mut reader)?;
        }
        let target = stated.then_some(target);
        let head = Head { scheme, shape, seed, encoding, target, inserted };
        Ok(Start { head, metadata, head_bytes: reader.offset() })
    }

    /// How many bytes the whole dump has.
    pub fn dump_bytes(&self) -> u64 {
        dump_bytes(self.head_bytes, self.head.shape)
    }
}

/// How many bytes a dump with a head of `head_bytes` has.
pub fn dump_bytes(head_bytes: u64, shape: Shape) -> u64 {
    head_bytes.saturating_add(Bits::words_for(shape.bits()) * 8 + CHECKSUM_BYTES)
}

/// A dump whose head is read and whose memory is there; the payload comes next.
#[derive(Debug)]
pub struct Loading {
    filter: Filter,
    head_bytes: u64,
    head_hash: u64,
}

impl Loading {
    /// Checks the head at the start of a dump of `length` bytes; only then makes room for the
    /// payload. `start` is the dump or at least its first [`MAX_HEAD_BYTES`].
    ///
    /// # Errors
    /// As [`Start::read`]; a dump that is shorter or longer than its head says; no memory.
    pub fn begin(start: &[u8], length: u64) -> Result<Loading> {
        let Start { head, head_bytes, .. } = Start::read(start)?;
        let expected_bytes = dump_bytes(head_bytes, head.shape);
        if length != expected_bytes {
            let rule = if length < expected_bytes { &TOO_SHORT } else { &TOO_LONG };
            return Err(rule.broken_at(length.min(expected_bytes), length));
        }
        let head_hash = hash_head(Reader::new(start).take(head_bytes)?);
        Ok(Loading { filter: Filter::empty(head)?, head_bytes, head_hash })
    }

    /// How many bytes come before the payload.
    pub fn head_bytes(&self) -> u64 {
        self.head_bytes
    }

    /// Where the payload goes: its little-endian words in order.
    pub fn words_mut(&mut self) -> &mut [u64] {
        self.filter.bits.words_mut()
    }

    /// The filter, if the payload that was filled in is sound.
    ///
    /// # Errors
    /// The checksum does not match; bits beyond the last one are set.
    pub fn finish(self, checksum: [u8; 8]) -> Result<Filter> {
        let bits = &self.filter.bits;
        let end = self.head_bytes + bits.words().len() as u64 * 8;
        let found = u64::from_le_bytes(checksum);
        if found != self.head_hash ^ hash_payload(bits) {
            return Err(CHECKSUM.broken_at(end, found));
        }
        if !bits.spare_is_zero() {
            let last = bits.words().last().copied().unwrap_or(0);
            return Err(SPARE.broken_at(end.saturating_sub(8), last));
        }
        Ok(self.filter)
    }
}

/// The filter in a dump.
///
/// # Errors
/// As [`Loading::begin`] and [`Loading::finish`].
pub fn read(dump: &[u8]) -> Result<Filter> {
    let Start { metadata, .. } = Start::read(dump)?;
    metadata.name_text()?;
    metadata.version_text()?;
    let mut loading = Loading::begin(dump, dump.len() as u64)?;
    let words = loading.words_mut();
    let tail = words.len() * 8 + CHECKSUM_BYTES as usize;
    let (payload, checksum) =
        dump.get(dump.len() - tail..).unwrap_or(&[]).as_chunks::<8>().0.split_at(words.len());
    for (word, bytes) in words.iter_mut().zip(payload) {
        *word = u64::from_le_bytes(*bytes);
    }
    loading.finish(checksum.first().copied().unwrap_or_default())
}

/// The dump of a filter.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn write(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut dump = head(filter, metadata)?;
    let checksum = checksum(filter, &dump);
    dump.extend_from_slice(&filter.bits.bytes());
    dump.extend_from_slice(&checksum);
    Ok(dump)
}

/// The bytes of a dump before its payload.
///
/// # Errors
/// As [`write`].
pub fn head(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let Head { scheme, shape, seed, target, inserted, .. } = filter.head;
    let has_metadata = metadata != Metadata::default();
    let (capacity, rate) = target.map_or((0, 0.0), |t| (t.capacity, t.rate));
    let mut head = Vec::new();
    let values = [
        u64::from(has_metadata) * FLAG_METADATA,
        scheme.id(),
        shape.hashes(),
        Bits::words_for(shape.bits()),
        shape.bits(),
        u64::from(seed),
        capacity,
        inserted,
        rate.to_bits(),
    ];
    write_fields(&mut head, &HEADER, &values);
    if has_metadata {
        write_metadata(&mut head, metadata)?;
    }
    Ok(head)
}

/// The checksum of a dump with this head.
pub fn checksum(filter: &Filter, head: &[u8]) -> [u8; 8] {
    (hash_head(head) ^ hash_payload(&filter.bits)).to_le_bytes()
}

fn hash_head(head: &[u8]) -> u64 {
    murmur3::hash(head, CHECKSUM_SEED_HEAD).h1
}

fn hash_payload(bits: &Bits) -> u64 {
    murmur3::hash(&bits.bytes(), CHECKSUM_SEED_PAYLOAD).h1
}

/// Reads the fields of a table; the error is that of the first that is out of its range.
fn read_fields(
    reader: &mut Reader<'_>,
    fields: &'static [Field],
    values: &mut [u64],
) -> Result<()> {
    for (field, value) in fields.iter().zip(values) {
        let offset = reader.offset();
        *value = reader.number(u64::from(field.size))?;
        if *value < field.least || *value > field.most {
            return Err(field.rule.broken_at(offset, *value));
        }
    }
    Ok(())
}

/// Writes the fields of a table; those that can have one value only are not among the `values`.
#[inline(never)]
fn write_fields(bytes: &mut Vec<u8>, fields: &[Field], values: &[u64]) {
    let mut values = values.iter();
    for field in fields {
        let fixed = field.least == field.most;
        let value = if fixed { Some(&field.least) } else { values.next() };
        let value = value.copied().unwrap_or(0).to_le_bytes();
        bytes.extend_from_slice(value.get(..usize::from(field.size)).unwrap_or(&value));
    }
}

fn read_metadata<'a>(reader: &mut Reader<'a>) -> Result<Metadata<'a>> {
    let mut metadata = Metadata::default();
    let start = reader.offset();
    let mut section = [0; SECTION.len()];
    read_fields(reader, &SECTION, &mut section)?;
    let [length, _] = section;
    let end = reader.offset() + length;
    let mut last_tag = 0;
    while reader.offset() < end {
        let offset = reader.offset();
        let mut entry = [0; ENTRY.len()];
        read_fields(reader, &ENTRY, &mut entry)?;
        let [tag, _, size] = entry;
        if tag <= last_tag {
            return Err(TAG_ORDER.broken_at(offset, tag));
        }
        last_tag = tag;
        let text = reader.take(size)?;
        let offset = reader.offset();
        let padding = reader.number(size.next_multiple_of(8) - size)?;
        if padding != 0 {
            return Err(PADDING.broken_at(offset, padding));
        }
        let place = if tag == TAG_NAME { &mut metadata.name } else { &mut metadata.version };
        *place = text;
    }
    if reader.offset() != end {
        return Err(SECTION_END.broken_at(start, length));
    }
    Ok(metadata)
}

fn write_metadata(head: &mut Vec<u8>, metadata: Metadata<'_>) -> Result<()> {
    let mut section = Vec::new();
    for (tag, text) in [(TAG_NAME, metadata.name), (TAG_VERSION, metadata.version)] {
        let length = text.len() as u64;
        if length > MAX_METADATA_BYTES {
            return Err(METADATA.broken_by(length));
        }
        if length > 0 {
            write_fields(&mut section, &ENTRY, &[tag, length]);
            section.extend_from_slice(text);
            section.resize(section.len().next_multiple_of(8), 0);
        }
    }
    write_fields(head, &SECTION, &[section.len() as u64]);
    head.extend_from_slice(&section);
    Ok(())
}
