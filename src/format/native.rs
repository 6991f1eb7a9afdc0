//! The native format, version 1; `docs/FORMAT.md` is its description, byte by byte.
//!
//! A dump is a head (56 bytes and an optional section), the payload and a checksum. The head says how
//! long the dump is, so that a reader can check everything before it allocates, and copy the payload
//! straight to where it stays. A chain is the dumps of its stages one after the other.

mod fields;
#[cfg(feature = "compat")]
mod foreign;
#[cfg(feature = "keyed")]
mod keyed;
mod known;
mod section;
#[cfg(feature = "variants")]
mod stage;

use alloc::vec::Vec;

use super::reader::Reader;
use crate::allowed;
use crate::cells::packed::{MAX_TAIL_BYTES, MEMORY, Packed, bytes_of, zeroed_words};
use crate::cells::{Cells, Width};
#[cfg(feature = "variants")]
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::filter::{Filter, Head, Target};
use crate::key::KeyEncoding;
#[cfg(feature = "keyed")]
use crate::scheme::SecretKey;
use crate::scheme::{self, LAST_ID, MIN_RATE, Scheme, Shape};
use fields::{Field, field, read_fields, write_fields};
use section::{MAX_SECTION_BYTES, ONE};

#[cfg(feature = "keyed")]
pub use keyed::read_keyed;
pub use section::{MAX_METADATA_BYTES, Metadata, Section};
#[cfg(feature = "variants")]
pub use stage::Stage;

/// The place in a chain; a build without chains has none.
#[cfg(feature = "variants")]
pub type Place = Stage;
/// The place in a chain; a build without chains has none.
#[cfg(not(feature = "variants"))]
pub type Place = core::convert::Infallible;

/// The first four bytes. The first is no ASCII, so that no text is taken for a dump.
const MAGIC: u64 = u32::from_le_bytes([0xeb, b'F', b'L', b'T']) as u64;
/// The bytes before the section or the payload.
pub const HEADER_BYTES: u64 = 56;
/// The bytes after the payload.
pub const CHECKSUM_BYTES: u64 = 8;
/// The longest head: a header and the longest section.
pub const MAX_HEAD_BYTES: u64 = HEADER_BYTES + MAX_SECTION_BYTES;

const VERSION: u64 = 1;
const FLAG_SECTION: u64 = 1;
/// Allowed keys follow the cells in the payload.
const FLAG_ALLOWED: u64 = 2;
/// What the field says of more hashes; only schemes that compute their number have so many.
const MAX_WRITTEN_HASHES: u64 = u16::MAX as u64;
const PAYLOAD_RAW: u64 = 1;
const PAYLOAD_SPARSE: u64 = 2;

#[cfg(feature = "compat")]
const HASHES_OFFSET: u64 = 10;
const FLAGS_OFFSET: usize = 5;
const PAYLOAD_LENGTH_OFFSET: u64 = 12;
const BITS_OFFSET: u64 = 16;
const CAPACITY_OFFSET: u64 = 32;
const RATE_OFFSET: u64 = 48;

/// The seeds of the two halves of the checksum.
const CHECKSUM_SEED_HEAD: u32 = 0;
const CHECKSUM_SEED_PAYLOAD: u32 = 1;

/// The header, in order: the table of docs/FORMAT.md. Ids have no gaps, so that a range tells the
/// known ones.
static HEADER: [Field; 14] = [
    field(4, MAGIC, MAGIC, Code::Magic, "magic", "eb 46 4c 54"),
    field(1, VERSION, VERSION, Code::Unsupported, "version", "1"),
    field(1, 0, FLAG_SECTION | FLAG_ALLOWED, Code::Unsupported, "flags", "0 to 3"),
    field(1, 1, LAST_ID, Code::Unsupported, "scheme", known::IDS_TEXT),
    field(1, 1, known::KINDS.0, Code::Unsupported, "cells", known::KINDS.1),
    field(1, 1, known::ENCODINGS.0, Code::Unsupported, "keyEncoding", known::ENCODINGS.1),
    field(1, 1, known::PAYLOADS.0, Code::Unsupported, "payloadEncoding", known::PAYLOADS.1),
    field(2, 1, known::MAX_HASHES, Code::Invalid, "hashes", known::HASHES_TEXT),
    field(4, 0, u32::MAX as u64, Code::Invalid, "payloadLength", ""),
    field(8, 1, known::MAX_BITS, Code::Invalid, "bits", known::BITS_TEXT),
    field(8, 0, u32::MAX as u64, Code::Invalid, "seed", "0 to 4294967295"),
    field(8, 0, u64::MAX, Code::Invalid, "capacity", ""),
    field(8, 0, u64::MAX, Code::Invalid, "inserted", ""),
    field(8, 0, ONE - 1, Code::Invalid, "errorRate", "1e-18 to below 1"),
];

static BITS_FOR_LAYOUT: Rule = Rule::new(Code::Invalid, "bits", "a multiple for the layout");
static PAYLOAD_LENGTH: Rule = Rule::new(Code::Invalid, "payloadLength", "what the cells take");
static RATE: Rule = Rule::new(Code::Invalid, "errorRate", "1e-18 to below 1");
static TARGET: Rule = Rule::new(Code::Invalid, "capacity", "with errorRate, or neither");
static TOO_SHORT: Rule = Rule::new(Code::Truncated, "length", "what the head says");
static TOO_LONG: Rule = Rule::new(Code::TrailingBytes, "length", "what the head says");
static CHECKSUM: Rule = Rule::new(Code::Checksum, "checksum", "that of the bytes");
static SPARE: Rule = Rule::new(Code::Invalid, "payload", "0 beyond the cells");
#[cfg(feature = "variants")]
static SINGLE: Rule = Rule::new(Code::Invalid, "stages", "a filter that is no chain");
#[cfg(feature = "variants")]
static CHAIN: Rule = Rule::new(Code::Invalid, "stage", "the next stage of the same chain");

/// The start of a dump, read and checked: what the filter is, and how long its dump is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start<'a> {
    /// What the filter is.
    pub head: Head,
    /// What the dump says beside the numbers.
    pub section: Section<'a>,
    /// How many bytes come before the payload.
    pub head_bytes: u64,
    words: u64,
    sparse: bool,
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
            cells,
            encoding,
            payload,
            hashes,
            words,
            bits,
            seed,
            capacity,
            inserted,
            rate,
        ] = header;
        #[cfg(all(feature = "keyed", not(feature = "compat")))]
        keyed::check_id(scheme)?;
        let (Some(scheme), Some(width), Some(encoding), Ok(seed)) = (
            Scheme::from_id(scheme),
            Width::from_log2(cells - 1),
            KeyEncoding::from_id(encoding),
            u32::try_from(seed),
        ) else {
            // The ranges of the table let no other id through.
            return Err(BITS_FOR_LAYOUT.broken_at(BITS_OFFSET, bits));
        };
        #[cfg(feature = "compat")]
        let hashes = foreign::hashes(scheme, hashes, bits, capacity)?;
        let shape = match Shape::new(scheme, bits, hashes) {
            Ok(shape) => shape,
            #[cfg(feature = "compat")]
            Err(error) if error.rule().field == "hashes" => {
                return Err(foreign::HASHES.broken_at(HASHES_OFFSET, hashes));
            }
            Err(_) => return Err(BITS_FOR_LAYOUT.broken_at(BITS_OFFSET, bits)),
        };
        let sparse = payload == PAYLOAD_SPARSE;
        let tail = words.wrapping_sub(Packed::words_for(bits, width));
        let has_tail = flags & FLAG_ALLOWED != 0;
        let fits =
            if has_tail { (1..=MAX_TAIL_BYTES / 8).contains(&tail) } else { sparse || tail == 0 };
        if !fits || sparse && has_tail {
            return Err(PAYLOAD_LENGTH.broken_at(PAYLOAD_LENGTH_OFFSET, words));
        }
        let target = Target { capacity, rate: f64::from_bits(rate) };
        let stated = rate != 0;
        if stated != (capacity > 0) && (stated || scheme.is_native()) {
            return Err(TARGET.broken_at(CAPACITY_OFFSET, capacity));
        }
        if stated && target.rate < MIN_RATE && scheme.is_native() {
            return Err(RATE.broken_at(RATE_OFFSET, rate));
        }
        let mut section = Section::default();
        if flags & FLAG_SECTION != 0 {
            section = Section::read(&mut reader)?;
        }
        let target = (capacity > 0).then_some(target);
        let head = Head { scheme, shape, width, seed, encoding, target, inserted };
        #[cfg(feature = "keyed")]
        keyed::check(&head, &section, sparse)?;
        #[cfg(feature = "compat")]
        foreign::check(&head, &section, sparse)?;
        let head_bytes = reader.offset();
        Ok(Start { head, section, head_bytes, words, sparse })
    }

    /// How many bytes the dump has; of a chain, that of this stage.
    pub fn dump_bytes(&self) -> u64 {
        self.head_bytes.saturating_add(self.words * 8 + CHECKSUM_BYTES)
    }

    /// True if the payload is positions.
    pub fn is_sparse(&self) -> bool {
        self.sparse
    }

    /// True if the dump of another stage follows.
    #[cfg(feature = "variants")]
    pub fn is_followed(&self) -> bool {
        self.section.stage.is_some_and(|stage| stage.index + 1 < stage.count)
    }
}

/// A dump whose head is read and whose memory is there; the payload comes next.
#[derive(Debug)]
pub struct Loading {
    head: Head,
    #[cfg(feature = "compat")]
    parameters: Vec<i64>,
    payload: Vec<u64>,
    sparse: bool,
    head_bytes: u64,
    head_hash: u64,
    #[cfg(feature = "variants")]
    stage: Option<Stage>,
    #[cfg(feature = "keyed")]
    secret: Option<SecretKey>,
}

impl Loading {
    /// Checks the head at the start of a dump of `length` bytes; only then makes room for the
    /// payload. `start` is the dump or at least its first [`MAX_HEAD_BYTES`]. A stage of a chain is
    /// taken only where the filter is `chained`, and the dumps of others may then follow.
    ///
    /// # Errors
    /// As [`Start::read`]; a dump that is shorter or longer than its head says; a keyed one; no memory.
    pub fn begin(start: &[u8], length: u64, chained: bool) -> Result<Loading> {
        Loading::begin_with(start, length, chained, false)
    }

    #[inline(always)]
    fn begin_with(start: &[u8], length: u64, chained: bool, has_key: bool) -> Result<Loading> {
        let read = Start::read(start)?;
        let Start { head, head_bytes, sparse, .. } = read;
        let expected = read.dump_bytes();
        if length < expected {
            return Err(TOO_SHORT.broken_at(length, length));
        }
        #[cfg(feature = "variants")]
        let ends = !read.is_followed();
        #[cfg(not(feature = "variants"))]
        let ends = true;
        #[cfg(feature = "variants")]
        if let Some(Stage { count, .. }) = read.section.stage
            && !chained
        {
            return Err(SINGLE.broken_at(HEADER_BYTES, count));
        }
        _ = chained;
        if length > expected && ends {
            return Err(TOO_LONG.broken_at(expected, length));
        }
        #[cfg(feature = "compat")]
        foreign::check_time(&head)?;
        #[cfg(feature = "keyed")]
        keyed::check_given(&head, has_key)?;
        _ = has_key;
        let head_hash = hash_head(Reader::new(start).take(head_bytes)?);
        let payload = zeroed_words(read.words, &MEMORY)?;
        Ok(Loading {
            head,
            #[cfg(feature = "compat")]
            parameters: read.section.parameters(),
            payload,
            sparse,
            head_bytes,
            head_hash,
            #[cfg(feature = "variants")]
            stage: read.section.stage,
            #[cfg(feature = "keyed")]
            secret: None,
        })
    }

    /// How many bytes come before the payload.
    pub fn head_bytes(&self) -> u64 {
        self.head_bytes
    }

    /// Where in a chain the filter is.
    #[cfg(feature = "variants")]
    pub fn stage(&self) -> Option<Stage> {
        self.stage
    }

    /// Where the payload goes: its little-endian words in order.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.payload
    }

    /// The filter, if the payload that was filled in is sound.
    ///
    /// # Errors
    /// The checksum does not match; bits beyond the last one are set.
    pub fn finish(self, checksum: [u8; 8]) -> Result<Filter> {
        let end = self.head_bytes + self.payload.len() as u64 * 8;
        let found = u64::from_le_bytes(checksum);
        if found != self.head_hash ^ hash_payload(&self.payload) {
            return Err(CHECKSUM.broken_at(end, found));
        }
        let Head { shape, width, .. } = self.head;
        let cells = Cells::from_payload(self.payload, shape.bits(), width, self.sparse)?;
        let sound = cells.filter(|cells| allowed::is_sound(&cells.tail()));
        let Some(cells) = sound else { return Err(SPARE.broken_at(end.saturating_sub(8), end)) };
        Ok(Filter {
            head: self.head,
            cells,
            #[cfg(feature = "compat")]
            parameters: self.parameters,
            #[cfg(feature = "keyed")]
            secret: self.secret,
        })
    }
}

/// The filter in a dump.
///
/// # Errors
/// As [`Loading::begin`] and [`Loading::finish`].
pub fn read(dump: &[u8]) -> Result<Filter> {
    Start::read(dump)?.section.metadata.check()?;
    Ok(read_next(dump, false)?.0)
}

/// The filter in a dump, and what comes after its part of a chain.
fn read_next(dump: &[u8], chained: bool) -> Result<(Filter, &[u8])> {
    filled(Loading::begin(dump, dump.len() as u64, chained)?, dump)
}

fn filled(mut loading: Loading, dump: &[u8]) -> Result<(Filter, &[u8])> {
    let mut reader = Reader::new(dump);
    reader.take(loading.head_bytes)?;
    let payload = reader.take(loading.payload.len() as u64 * 8)?;
    for (word, &bytes) in loading.words_mut().iter_mut().zip(payload.as_chunks().0) {
        *word = u64::from_le_bytes(bytes);
    }
    let checksum = reader.number(CHECKSUM_BYTES)?.to_le_bytes();
    Ok((loading.finish(checksum)?, reader.rest()))
}

/// The chain in a dump; a plain filter is a chain of one.
///
/// # Errors
/// As [`read`]; stages that do not follow each other.
#[cfg(feature = "variants")]
pub fn read_chain(mut dump: &[u8]) -> Result<Chain> {
    Start::read(dump)?.section.metadata.check()?;
    let mut chain = None;
    let mut announced = None;
    loop {
        let start = Start::read(dump)?;
        let (filter, rest) = read_next(dump, true)?;
        let read = next_stage(chain, filter, start.section.stage)?;
        let count = start.section.stage.map_or(1, |stage| stage.count);
        if *announced.get_or_insert(count) != count {
            return Err(CHAIN.broken_at(HEADER_BYTES, count));
        }
        if !start.is_followed() {
            return Ok(read);
        }
        (chain, dump) = (Some(read), rest);
    }
}

/// `chain` with the filter that is next in it; no chain yet, for the first.
///
/// # Errors
/// It is not the next one.
#[cfg(feature = "variants")]
pub fn next_stage(chain: Option<Chain>, filter: Filter, stage: Option<Stage>) -> Result<Chain> {
    let index = stage.map_or(0, |stage| stage.index);
    Chain::with_stage(chain, filter, index, stage.map(|stage| stage.growth))
        .ok_or_else(|| CHAIN.broken_at(HEADER_BYTES, index))
}

/// The dump of a filter.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn write(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut dump = Vec::new();
    let (payload, sparse) = filter.cells.payload();
    write_head(&mut dump, filter, payload.len(), sparse, metadata, None)?;
    let checksum = checksum(&dump, &payload);
    dump.extend_from_slice(&bytes_of(&payload));
    dump.extend_from_slice(&checksum);
    Ok(dump)
}

/// The dump of a chain. Its first stage describes the list.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
#[cfg(feature = "variants")]
pub fn write_chain(chain: &Chain, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut described = metadata;
    for (filter, index) in chain.stages().zip(0..) {
        let mut head = Vec::new();
        let (payload, sparse) = filter.cells.payload();
        write_head(&mut head, filter, payload.len(), sparse, described, place(chain, index))?;
        bytes.extend_from_slice(&head);
        bytes.extend_from_slice(&bytes_of(&payload));
        bytes.extend_from_slice(&checksum(&head, &payload));
        described = Metadata::default();
    }
    Ok(bytes)
}

/// The place of stage number `index` in a chain; none for a plain filter.
#[cfg(feature = "variants")]
pub fn place(chain: &Chain, index: u64) -> Option<Stage> {
    chain.growth().map(|growth| Stage { index, count: chain.stage_count(), growth })
}

/// Appends what comes before a payload of so many words, which are positions if it is `sparse`.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn write_head(
    head: &mut Vec<u8>,
    filter: &Filter,
    words: usize,
    sparse: bool,
    metadata: Metadata<'_>,
    place: Option<Place>,
) -> Result<()> {
    let Head { scheme, shape, width, seed, encoding, target, inserted } = filter.head;
    let (capacity, rate) = target.map_or((0, 0.0), |t| (t.capacity, t.rate));
    let start = head.len();
    let values = [
        MAGIC,
        VERSION,
        u64::from(!filter.cells.tail().is_empty()) * FLAG_ALLOWED,
        scheme.id(),
        width.log2() + 1,
        encoding.id(),
        if sparse { PAYLOAD_SPARSE } else { PAYLOAD_RAW },
        shape.hashes().min(MAX_WRITTEN_HASHES),
        words as u64,
        shape.bits(),
        u64::from(seed),
        capacity,
        inserted,
        rate.to_bits(),
    ];
    write_fields(head, &HEADER, &values);
    section::write(head, metadata, place, filter)?;
    if head.len() - start > HEADER_BYTES as usize
        && let Some(flags) = head.get_mut(start + FLAGS_OFFSET)
    {
        *flags |= FLAG_SECTION as u8;
    }
    Ok(())
}

/// What comes after the payload.
pub fn checksum(head: &[u8], payload: &[u64]) -> [u8; 8] {
    (hash_head(head) ^ hash_payload(payload)).to_le_bytes()
}

fn hash_head(head: &[u8]) -> u64 {
    hash(head, CHECKSUM_SEED_HEAD)
}

fn hash_payload(words: &[u64]) -> u64 {
    hash(&bytes_of(words), CHECKSUM_SEED_PAYLOAD)
}

#[inline(never)]
fn hash(bytes: &[u8], seed: u32) -> u64 {
    scheme::digest(bytes, bytes.len(), seed).h1
}
