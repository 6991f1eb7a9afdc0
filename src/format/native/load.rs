//! Dumps to filters. The head is checked before there is room for the payload, and the payload when it is there.

use alloc::vec::Vec;
use core::cmp::Ordering;

#[cfg(feature = "compat")]
use super::keyed;
use super::write::Checksum;
use super::{CHECKSUM_BYTES, HEADER_BYTES, Payload, SCHEME_OFFSET, Start, foreign, growth};
use crate::cells::Cells;
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::chain::Chain;
use crate::error::{Code, Error, Found, Result, Rule};
use crate::exceptions;
use crate::filter::{Filter, Head};
use crate::format::reader::Reader;
use crate::scheme::{Scheme, SecretKey};

pub(super) static TOO_SHORT: Rule = Rule::new(Code::Truncated, "length", "what the head says");
pub(super) static TOO_LONG: Rule = Rule::new(Code::TrailingBytes, "length", "what the head says");
pub(super) static CHECKSUM: Rule = Rule::new(Code::Checksum, "checksum", "that of the bytes");
pub(super) static SPARE: Rule = Rule::new(Code::Invalid, "payload", "0 beyond the cells");
static SINGLE: Rule = Rule::new(Code::WrongClass, "payloadEncoding", "a filter that does not grow");
static STATIC: Rule = Rule::new(Code::WrongClass, "scheme", "one of filters, not of static sets");
static LEFT_OUT: Rule =
    Rule::new(Code::WrongClass, "scheme", "one of this build, which has 1 to 3");
static NO_KEY: Rule = Rule::new(Code::WrongKey, "key", "one, as the scheme is keyed");

/// A dump whose head is read and whose memory is there; the payload comes next.
#[derive(Debug)]
pub struct Loading {
    head: Head,
    parameters: Vec<i64>,
    payload: Vec<u64>,
    sparse: bool,
    head_bytes: u64,
    /// Of the head.
    checksum: Checksum,
    secret: Option<SecretKey>,
}

impl Loading {
    /// Checks the head at the start of a dump of `length` bytes; only then makes room for the
    /// payload. `start` is the dump or at least its first [`MAX_HEAD_BYTES`](super::MAX_HEAD_BYTES).
    ///
    /// # Errors
    /// As [`Start::read`]; a dump that is shorter or longer than its head says; a keyed or a scalable one; no memory.
    pub fn begin(start: &[u8], length: u64) -> Result<Loading> {
        let read = Start::read(start)?;
        check_length(&read, length)?;
        Loading::of(&read, start)
    }

    /// Makes room for the payload of a dump whose head is read. Others may follow it.
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
            return Err(Error::new(&NO_KEY, Found::Unsaid, Some(SCHEME_OFFSET)));
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

    /// As [`Loading::begin`] for the dump of a keyed filter, whose key this is. That is checked before anything is
    /// allocated.
    ///
    /// # Errors
    /// As [`Loading::begin`]; another key; a filter that is not keyed.
    #[cfg(feature = "compat")]
    pub fn begin_keyed(start: &[u8], length: u64, secret: &SecretKey) -> Result<Loading> {
        let read = Start::read(start)?;
        keyed::check_secret(&read, secret)?;
        check_length(&read, length)?;
        Ok(Loading { secret: Some(*secret), ..Loading::make(&read, start)? })
    }

    /// How many bytes come before the payload.
    pub fn head_bytes(&self) -> u64 {
        self.head_bytes
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
        let mut checksum = self.checksum;
        checksum.push_words(&self.payload);
        if found != checksum.number() {
            return Err(CHECKSUM.broken_at(end, found));
        }
        let Head { shape, width, .. } = self.head;
        let cells = Cells::from_payload(self.payload, shape.bits(), width, self.sparse)?;
        let sound = cells.filter(|cells| exceptions::is_sound(&cells.tail()));
        let Some(cells) = sound else { return Err(SPARE.broken_at(end.saturating_sub(8), end)) };
        Ok(Filter { head: self.head, cells, parameters: self.parameters, secret: self.secret })
    }
}

/// Checks that there are exactly as many bytes as the head says.
pub(super) fn check_length(read: &Start<'_>, length: u64) -> Result<()> {
    let expected = read.dump_bytes();
    match length.cmp(&expected) {
        Ordering::Less => Err(TOO_SHORT.broken_at(length, length)),
        Ordering::Greater => Err(TOO_LONG.broken_at(expected, length)),
        Ordering::Equal => Ok(()),
    }
}

/// The payload of a file that is all there, if its checksum matches.
pub(super) fn checked_payload<'a>(read: &Start<'_>, file: &'a [u8]) -> Result<&'a [u8]> {
    let end = file.len().saturating_sub(CHECKSUM_BYTES as usize);
    let (hashed, found) = file.split_at_checked(end).unwrap_or((file, &[]));
    let mut checksum = Checksum::new();
    checksum.push(hashed);
    let found = Reader::new(found).number(CHECKSUM_BYTES)?;
    if found != checksum.number() {
        return Err(CHECKSUM.broken_at(end as u64, found));
    }
    Ok(hashed.get(read.head_bytes as usize..).unwrap_or(&[]))
}

/// The filter in a dump.
///
/// # Errors
/// As [`Loading::begin`] and [`Loading::finish`].
pub fn read(dump: &[u8]) -> Result<Filter> {
    Start::read(dump)?.section.metadata.check()?;
    Ok(filled(Loading::begin(dump, dump.len() as u64)?, dump)?.0)
}

/// The filter whose dump is at the start of these bytes, and what comes after it.
pub(super) fn filled(mut loading: Loading, dump: &[u8]) -> Result<(Filter, &[u8])> {
    let mut reader = Reader::new(dump);
    reader.take(loading.head_bytes)?;
    let payload = reader.take(loading.payload.len() as u64 * 8)?;
    for (word, &bytes) in loading.words_mut().iter_mut().zip(payload.as_chunks().0) {
        *word = u64::from_le_bytes(bytes);
    }
    let checksum = reader.number(CHECKSUM_BYTES)?.to_le_bytes();
    Ok((loading.finish(checksum)?, reader.rest()))
}

/// The filter in the dump of a keyed one.
///
/// # Errors
/// As [`read`]; another key; a filter that is not keyed.
#[cfg(feature = "compat")]
pub fn read_keyed(dump: &[u8], secret: &SecretKey) -> Result<Filter> {
    Start::read(dump)?.section.metadata.check()?;
    Ok(filled(Loading::begin_keyed(dump, dump.len() as u64, secret)?, dump)?.0)
}

/// The chain in a dump; a plain filter is a chain of one.
///
/// # Errors
/// As [`read`]; sub-filters that are not those of one scalable filter.
pub fn read_chain(dump: &[u8]) -> Result<Chain> {
    let start = Start::read(dump)?;
    start.section.metadata.check()?;
    let Some(sub_filters) = start.section.sub_filters else { return Ok(read(dump)?.into()) };
    if !start.head.scheme.is_supported() {
        return Err(LEFT_OUT.broken_at(SCHEME_OFFSET, start.head.scheme.id()));
    }
    growth::read(&start, sub_filters, dump)
}
