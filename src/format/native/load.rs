//! Dumps to filters. The head is checked before there is room for the payload, and the payload when it is there.

use alloc::vec::Vec;

#[cfg(feature = "compat")]
use super::keyed;
use super::stage::Stage;
use super::write::{hash_head, hash_payload};
use super::{CHECKSUM_BYTES, HEADER_BYTES, SCHEME_OFFSET, Start, foreign};
use crate::allowed;
use crate::cells::Cells;
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::chain::Chain;
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::{Filter, Head};
use crate::format::reader::Reader;
use crate::scheme::SecretKey;

static TOO_SHORT: Rule = Rule::new(Code::Truncated, "length", "what the head says");
static TOO_LONG: Rule = Rule::new(Code::TrailingBytes, "length", "what the head says");
static CHECKSUM: Rule = Rule::new(Code::Checksum, "checksum", "that of the bytes");
static SPARE: Rule = Rule::new(Code::Invalid, "payload", "0 beyond the cells");
static SINGLE: Rule = Rule::new(Code::WrongClass, "stages", "a filter that is no chain");
static CHAIN: Rule = Rule::new(Code::Invalid, "stage", "the next stage of the same chain");
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
    head_hash: u64,
    stage: Option<Stage>,
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

    fn begin_with(start: &[u8], length: u64, chained: bool, has_key: bool) -> Result<Loading> {
        let read = Start::read(start)?;
        let Start { head, head_bytes, sparse, .. } = read;
        let expected = read.dump_bytes();
        if length < expected {
            return Err(TOO_SHORT.broken_at(length, length));
        }
        if !head.scheme.is_supported() {
            return Err(LEFT_OUT.broken_at(SCHEME_OFFSET, head.scheme.id()));
        }
        let ends = !read.is_followed();
        if let Some(Stage { count, .. }) = read.section.stage
            && !chained
        {
            return Err(SINGLE.broken_at(HEADER_BYTES, count));
        }
        if length > expected && ends {
            return Err(TOO_LONG.broken_at(expected, length));
        }
        foreign::check_time(&head)?;
        if head.scheme.is_keyed() && !has_key {
            return Err(Error::new(&NO_KEY, Found::Unsaid, Some(SCHEME_OFFSET)));
        }
        let head_hash = hash_head(Reader::new(start).take(head_bytes)?);
        let payload = zeroed_words(read.words, &MEMORY)?;
        Ok(Loading {
            head,
            parameters: read.section.parameters(),
            payload,
            sparse,
            head_bytes,
            head_hash,
            stage: read.section.stage,
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
        keyed::check_secret(&Start::read(start)?, secret)?;
        let loading = Loading::begin_with(start, length, false, true)?;
        Ok(Loading { secret: Some(*secret), ..loading })
    }

    /// How many bytes come before the payload.
    pub fn head_bytes(&self) -> u64 {
        self.head_bytes
    }

    /// Where in a chain the filter is.
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
        Ok(Filter { head: self.head, cells, parameters: self.parameters, secret: self.secret })
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
/// As [`read`]; stages that do not follow each other.
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
pub fn next_stage(chain: Option<Chain>, filter: Filter, stage: Option<Stage>) -> Result<Chain> {
    let index = stage.map_or(0, |stage| stage.index);
    Chain::with_stage(chain, filter, index, stage.map(|stage| stage.growth))
        .ok_or_else(|| CHAIN.broken_at(HEADER_BYTES, index))
}
