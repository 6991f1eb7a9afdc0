//! Loads filter files. The header is checked before memory for the payload is allocated. The
//! payload is checked after it was copied.

use alloc::vec::Vec;
use core::cmp::Ordering;

#[cfg(feature = "compat")]
use super::keyed;
use super::write::Checksum;
use super::{CHECKSUM_BYTES, HEADER_BYTES, Payload, SCHEME_OFFSET, Start, foreign, growth};
use crate::cells::Cells;
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::exceptions;
use crate::filter::{Filter, Head};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::scheme::{Scheme, SecretKey};

pub(super) static CHECKSUM: Rule =
    Rule::new(Code::Checksum, "checksum", "{}, computed from the bytes");
pub(super) static SPARE: Rule =
    Rule::new(Code::Invalid, "payload", "valid cells and exceptions, padded with zeros");
static SINGLE: Rule = Rule::new(Code::WrongClass, "payloadEncoding", "1 or 2 (not scalable)");
static STATIC: Rule =
    Rule::new(Code::WrongClass, "scheme", "the scheme of a Bloom filter, not of a static set");
static LEFT_OUT: Rule = Rule::new(Code::WrongClass, "scheme", "1, 2 or 3 in this build");
static NO_KEY: Rule = Rule::state(Code::WrongKey, "key", "this filter needs its secret key");

/// A filter file whose header has been read and whose memory has been allocated. The payload comes
/// next.
#[derive(Debug)]
pub struct Loading {
    head: Head,
    parameters: Vec<i64>,
    payload: Vec<u64>,
    sparse: bool,
    head_bytes: u64,
    /// The checksum of the header so far.
    checksum: Checksum,
    secret: Option<SecretKey>,
}

impl Loading {
    /// Checks the header at the start of a file of `length` bytes, and then allocates memory for
    /// the payload. `start` is the filter file or at least its first
    /// [`MAX_HEAD_BYTES`](super::MAX_HEAD_BYTES).
    ///
    /// # Errors
    /// As [`Start::read`]; a file that is shorter or longer than its header declares; a keyed or
    /// scalable filter; not enough memory.
    pub fn begin(start: &[u8], length: u64) -> Result<Loading> {
        let read = Start::read(start)?;
        check_length(&read, length)?;
        Loading::of(&read, start)
    }

    /// Allocates the payload of a filter file whose start was already read. More files may follow
    /// it in `start`.
    pub(super) fn of(read: &Start<'_>, start: &[u8]) -> Result<Loading> {
        let Start { head, payload, .. } = *read;
        if !head.scheme.is_supported() {
            return Err(LEFT_OUT.broken_at(SCHEME_OFFSET, head.scheme.id()));
        }
        if head.scheme == Scheme::Static {
            return Err(STATIC.broken_at(SCHEME_OFFSET, head.scheme.id()));
        }
        if payload == Payload::SubFilters {
            return Err(SINGLE.broken_at(HEADER_BYTES, payload as u64));
        }
        foreign::check_time(&head)?;
        if head.scheme.is_keyed() {
            return Err(NO_KEY.broken().at(SCHEME_OFFSET));
        }
        Loading::make(read, start)
    }

    fn make(read: &Start<'_>, start: &[u8]) -> Result<Loading> {
        let mut checksum = Checksum::new();
        checksum.push(Reader::new(start).take(read.head_bytes)?);
        Ok(Loading {
            head: read.head,
            parameters: read.section.parameters(),
            payload: zeroed_words(read.words, &MEMORY)?,
            sparse: read.payload == Payload::Positions,
            head_bytes: read.head_bytes,
            checksum,
            secret: None,
        })
    }

    /// As [`Loading::begin`], for the file of a keyed filter. The secret key is checked before
    /// memory is allocated.
    ///
    /// # Errors
    /// As [`Loading::begin`]; a wrong secret key; a filter that is not keyed.
    #[cfg(feature = "compat")]
    pub fn begin_keyed(start: &[u8], length: u64, secret: &SecretKey) -> Result<Loading> {
        let read = Start::read(start)?;
        keyed::check_secret(&read, secret)?;
        check_length(&read, length)?;
        Ok(Loading { secret: Some(*secret), ..Loading::make(&read, start)? })
    }

    /// The number of bytes before the payload.
    pub fn head_bytes(&self) -> u64 {
        self.head_bytes
    }

    /// The destination for the payload: its little-endian words in order.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.payload
    }

    /// The filter, if the payload that was copied is valid.
    ///
    /// # Errors
    /// The checksum does not match; set bits after the last bit; exceptions that are not valid.
    pub fn finish(self, checksum: [u8; 8]) -> Result<Filter> {
        let end = self.head_bytes + self.payload.len() as u64 * 8;
        let found = u64::from_le_bytes(checksum);
        let mut checksum = self.checksum;
        checksum.push_words(&self.payload);
        let expected = checksum.number();
        if found != expected {
            return Err(CHECKSUM.broken_at(end, found).expecting(expected));
        }
        let Head { shape, width, .. } = self.head;
        let cells = Cells::from_payload(self.payload, shape.bits(), width, self.sparse)?;
        let sound = cells.filter(|cells| exceptions::is_sound(&cells.tail()));
        let Some(cells) = sound else { return Err(SPARE.broken().at(end.saturating_sub(8))) };
        Ok(Filter { head: self.head, cells, parameters: self.parameters, secret: self.secret })
    }
}

/// Checks that there are exactly as many bytes as the header declares.
pub(super) fn check_length(read: &Start<'_>, length: u64) -> Result<()> {
    let expected = read.dump_bytes();
    match length.cmp(&expected) {
        Ordering::Less => Err(TOO_SHORT.broken_at(length, length).expecting(expected)),
        Ordering::Greater => Err(TOO_LONG.broken_at(expected, length).expecting(expected)),
        Ordering::Equal => Ok(()),
    }
}

/// The payload of a complete file, if its checksum matches.
pub(super) fn checked_payload<'a>(read: &Start<'_>, file: &'a [u8]) -> Result<&'a [u8]> {
    let end = file.len().saturating_sub(CHECKSUM_BYTES as usize);
    let (hashed, found) = file.split_at_checked(end).unwrap_or((file, &[]));
    let mut checksum = Checksum::new();
    checksum.push(hashed);
    let found = Reader::new(found).number(CHECKSUM_BYTES)?;
    let expected = checksum.number();
    if found != expected {
        return Err(CHECKSUM.broken_at(end as u64, found).expecting(expected));
    }
    Ok(hashed.get(read.head_bytes as usize..).unwrap_or(&[]))
}

/// The filter in a filter file.
///
/// # Errors
/// As [`Loading::begin`] and [`Loading::finish`].
pub fn read(file: &[u8]) -> Result<Filter> {
    Start::read(file)?.section.metadata.check()?;
    Ok(filled(Loading::begin(file, file.len() as u64)?, file)?.0)
}

/// The filter in the file at the start of these bytes, and the bytes after that file.
pub(super) fn filled(mut loading: Loading, file: &[u8]) -> Result<(Filter, &[u8])> {
    let mut reader = Reader::new(file);
    reader.take(loading.head_bytes)?;
    let payload = reader.take(loading.payload.len() as u64 * 8)?;
    for (word, &bytes) in loading.words_mut().iter_mut().zip(payload.as_chunks().0) {
        *word = u64::from_le_bytes(bytes);
    }
    let checksum = reader.number(CHECKSUM_BYTES)?.to_le_bytes();
    Ok((loading.finish(checksum)?, reader.rest()))
}

/// The filter in the file of a keyed filter.
///
/// # Errors
/// As [`read`]; a wrong secret key; a filter that is not keyed.
#[cfg(feature = "compat")]
pub fn read_keyed(file: &[u8], secret: &SecretKey) -> Result<Filter> {
    Start::read(file)?.section.metadata.check()?;
    Ok(filled(Loading::begin_keyed(file, file.len() as u64, secret)?, file)?.0)
}

/// The filter in a filter file, scalable or not.
///
/// # Errors
/// As [`read`]; sub-filters that do not fit together.
pub fn read_chain(file: &[u8]) -> Result<Chain> {
    let start = Start::read(file)?;
    start.section.metadata.check()?;
    let Some(sub_filters) = start.section.sub_filters else { return Ok(read(file)?.into()) };
    if !start.head.scheme.is_supported() {
        return Err(LEFT_OUT.broken_at(SCHEME_OFFSET, start.head.scheme.id()));
    }
    growth::read(&start, sub_filters, file)
}
