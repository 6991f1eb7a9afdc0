//! Loads filter files. The header is checked before memory for the payload is allocated. The
//! payload is checked after it was copied.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::header::{
    FileHeader, HEADER_BYTES, Kind, PAYLOAD_OFFSET, Payload, SCHEME_OFFSET, Scheme,
};
use super::reader::{Reader, TOO_LONG, TOO_SHORT};
use super::write::Checksum;
use super::{CHECKSUM_BYTES, keyed, scalable, static_set};
use crate::cells::Cells;
use crate::cells::packed::{MEMORY, bytes_of, zeroed_words};
use crate::error::{Code, Result, Rule};
use crate::exceptions;
use crate::filter::Filter;
use crate::scalable::{Growth, ScalableFilter};
use crate::secret_key::SecretKey;
use crate::static_set::{StaticMap, StaticSet};

static CHECKSUM: Rule = Rule::new(Code::Checksum, "checksum", "{}, computed from the bytes");
pub(crate) static SPARE: Rule =
    Rule::new(Code::Invalid, "payload", "valid cells and exceptions, padded with zeros");
static SINGLE: Rule = Rule::new(Code::WrongClass, "payloadEncoding", "1 or 2 (not scalable)");
static SEVERAL: Rule = Rule::new(Code::WrongClass, "payloadEncoding", "3 (a scalable filter)");
static STATIC: Rule =
    Rule::new(Code::WrongClass, "scheme", "the scheme of a Bloom filter, not of a static set");
static NO_VALUES: Rule = Rule::new(Code::WrongClass, "metadata tag", "a static set, not a map");
static VALUES: Rule = Rule::new(Code::WrongClass, "metadata tag", "a map, not a static set");
static NOT_STATIC: Rule = Rule::new(Code::WrongClass, "scheme", "30 (a static set)");
static LEFT_OUT: Rule =
    Rule::new(Code::WrongClass, "scheme", "a scheme of edgebloom, not of another system");
static NO_KEY: Rule = Rule::state(Code::WrongKey, "key", "this filter needs its secret key");

/// A filter file whose header has been checked. Next come the memory for its payload, the payload,
/// and the checksum.
#[derive(Debug)]
pub struct Loading {
    header: FileHeader,
    /// The checksum of the header so far.
    checksum: Checksum,
    secret: Option<SecretKey>,
    payload: Vec<u64>,
}

impl Loading {
    /// Checks the header at the start of a file of `length` bytes. `start` is the filter file or at
    /// least its first [`MAX_HEADER_BYTES`](super::MAX_HEADER_BYTES).
    ///
    /// # Errors
    /// As [`FileHeader::read`]; a file that is shorter or longer than its header declares.
    pub fn begin(start: &[u8], length: u64) -> Result<Loading> {
        let loading = Loading::new(start)?;
        let expected = loading.header.file_bytes();
        match length.cmp(&expected) {
            Ordering::Less => Err(TOO_SHORT.broken_at(length, length).expecting(expected)),
            Ordering::Greater => Err(TOO_LONG.broken_at(expected, length).expecting(expected)),
            Ordering::Equal => Ok(loading),
        }
    }

    /// As [`begin`](Loading::begin), for the first of several files in these bytes.
    pub(super) fn begin_first(bytes: &[u8]) -> Result<Loading> {
        let loading = Loading::new(bytes)?;
        let (length, expected) = (bytes.len() as u64, loading.header.file_bytes());
        if length < expected {
            return Err(TOO_SHORT.broken_at(length, length).expecting(expected));
        }
        Ok(loading)
    }

    fn new(start: &[u8]) -> Result<Loading> {
        let header = FileHeader::read(start)?;
        let mut checksum = Checksum::new();
        checksum.push(Reader::new(start).take(header.header_bytes)?);
        Ok(Loading { header, checksum, secret: None, payload: Vec::new() })
    }

    /// The header.
    pub fn header(&self) -> &FileHeader {
        &self.header
    }

    /// Takes the secret key of a keyed filter.
    ///
    /// # Errors
    /// A wrong secret key; a filter that is not keyed.
    pub fn unlock(&mut self, secret: &SecretKey) -> Result<()> {
        keyed::check_secret(&self.header, secret)?;
        self.secret = Some(*secret);
        Ok(())
    }

    /// The destination for the payload: its little-endian words in order.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn allocate(&mut self) -> Result<&mut [u64]> {
        self.payload = zeroed_words(self.header.words, &MEMORY)?;
        Ok(&mut self.payload)
    }

    /// The header and the payload, if the checksum matches.
    ///
    /// # Errors
    /// It does not match.
    pub(crate) fn verified(&mut self, checksum: [u8; 8]) -> Result<(&FileHeader, Vec<u64>)> {
        let end = self.header.header_bytes + self.payload.len() as u64 * 8;
        let found = u64::from_le_bytes(checksum);
        self.checksum.push_words(&self.payload);
        let expected = self.checksum.clone().number();
        if found != expected {
            return Err(CHECKSUM.broken_at(end, found).expecting(expected));
        }
        Ok((&self.header, core::mem::take(&mut self.payload)))
    }

    /// Checks that the file holds a filter, plain or counting.
    fn check_filter(&self) -> Result<()> {
        let FileHeader { scheme, payload, .. } = self.header;
        match scheme {
            Scheme::Foreign(id) => Err(LEFT_OUT.broken_at(SCHEME_OFFSET, id)),
            Scheme::Static => Err(STATIC.broken_at(SCHEME_OFFSET, scheme.id())),
            _ if payload == Payload::SubFilters => {
                Err(SINGLE.broken_at(HEADER_BYTES, payload as u64))
            }
            Scheme::Keyed(_) if self.secret.is_none() => Err(NO_KEY.broken().at(SCHEME_OFFSET)),
            _ => Ok(()),
        }
    }

    fn check_scalable(&self) -> Result<()> {
        match self.header.scheme {
            Scheme::Foreign(id) => Err(LEFT_OUT.broken_at(SCHEME_OFFSET, id)),
            _ if self.header.kind() == Kind::Scalable => Ok(()),
            _ => Err(SEVERAL.broken_at(PAYLOAD_OFFSET, self.header.payload as u64)),
        }
    }

    fn check_static(&self, kind: Kind) -> Result<()> {
        let header = &self.header;
        match header.kind() {
            found if found == kind => Ok(()),
            Kind::Map => Err(NO_VALUES.broken().at(HEADER_BYTES)),
            Kind::Static => Err(VALUES.broken().at(HEADER_BYTES)),
            _ => Err(NOT_STATIC.broken_at(SCHEME_OFFSET, header.scheme.id())),
        }
    }

    /// The filter, if the payload that was copied is valid.
    ///
    /// # Errors
    /// The checksum does not match; set bits after the last bit; exceptions that are not valid; a
    /// file of another class.
    pub fn filter(mut self, checksum: [u8; 8]) -> Result<Filter> {
        self.check_filter()?;
        let secret = self.secret;
        let (header, words) = self.verified(checksum)?;
        let cells = cells(header, words)?;
        let Some(header) = header.of_filter() else { return Err(SPARE.broken()) };
        Ok(Filter::of_cells(header, cells, secret))
    }

    /// As [`filter`](Loading::filter), for a scalable filter.
    ///
    /// # Errors
    /// As [`filter`](Loading::filter); sub-filters that do not fit together.
    pub fn scalable(mut self, checksum: [u8; 8]) -> Result<ScalableFilter> {
        self.check_scalable()?;
        let (whole, words) = self.verified(checksum)?;
        let filters = scalable::read_sub_filters(whole, &bytes_of(&words), |loading, checksum| {
            loading.check_filter()?;
            let header = loading.header.clone();
            Ok((loading.filter(checksum)?, header))
        })?;
        ScalableFilter::from_file(filters, growth_in(whole))
    }

    /// As [`filter`](Loading::filter), for a static set.
    ///
    /// # Errors
    /// As [`filter`](Loading::filter).
    pub fn static_set(mut self, checksum: [u8; 8]) -> Result<StaticSet> {
        self.check_static(Kind::Static)?;
        let (header, words) = self.verified(checksum)?;
        Ok(static_set::read(header, &bytes_of(&words))?.0)
    }

    /// As [`filter`](Loading::filter), for a map.
    ///
    /// # Errors
    /// As [`filter`](Loading::filter).
    pub fn static_map(mut self, checksum: [u8; 8]) -> Result<StaticMap> {
        self.check_static(Kind::Map)?;
        let (header, words) = self.verified(checksum)?;
        match static_set::read(header, &bytes_of(&words))? {
            (set, Some(values)) => Ok(StaticMap { set, values }),
            _ => Err(SPARE.broken()),
        }
    }

    /// Copies the payload at the start of a file, and makes the filter with `finish`. Returns also
    /// the bytes after the file.
    pub(crate) fn fill<T>(
        mut self,
        file: &[u8],
        finish: impl FnOnce(Loading, [u8; 8]) -> Result<T>,
    ) -> Result<(T, &[u8])> {
        let mut reader = Reader::new(file);
        reader.take(self.header.header_bytes)?;
        let payload = reader.take(self.header.words.saturating_mul(8))?;
        for (word, &bytes) in self.allocate()?.iter_mut().zip(payload.as_chunks().0) {
            *word = u64::from_le_bytes(bytes);
        }
        let checksum = reader.number(CHECKSUM_BYTES)?.to_le_bytes();
        Ok((finish(self, checksum)?, reader.rest()))
    }
}

/// The cells in the payload of a filter.
///
/// # Errors
/// Set bits after the last bit; exceptions that are not valid.
pub(crate) fn cells(header: &FileHeader, words: Vec<u64>) -> Result<Cells> {
    let end = header.header_bytes + words.len() as u64 * 8;
    let is_sparse = header.payload == Payload::Positions;
    let cells = Cells::from_payload(words, header.shape.bits(), header.width, is_sparse)?;
    let sound = cells.filter(|cells| exceptions::is_sound(&cells.tail()));
    sound.ok_or_else(|| SPARE.broken().at(end.saturating_sub(8)))
}

/// How the scalable filter in a file grows.
pub(crate) fn growth_in(header: &FileHeader) -> Growth {
    let rate = header.target.map_or(0.0, |target| target.rate);
    let (factor, tightening) =
        header.section.sub_filters.map_or((1, 0.5), |them| (them.factor, them.tightening));
    Growth { factor, tightening, rate }
}

/// Makes `finish` of a whole file whose class `check` accepts.
fn read_whole<T>(
    file: &[u8],
    check: impl FnOnce(&mut Loading) -> Result<()>,
    finish: impl FnOnce(Loading, [u8; 8]) -> Result<T>,
) -> Result<T> {
    let mut loading = Loading::begin(file, file.len() as u64)?;
    check(&mut loading)?;
    Ok(loading.fill(file, finish)?.0)
}

pub(super) fn read(file: &[u8]) -> Result<Filter> {
    read_whole(file, |loading| loading.check_filter(), Loading::filter)
}

pub(super) fn read_keyed(file: &[u8], secret: &SecretKey) -> Result<Filter> {
    read_whole(file, |loading| loading.unlock(secret), Loading::filter)
}

pub(super) fn read_scalable(file: &[u8]) -> Result<ScalableFilter> {
    read_whole(file, |loading| loading.check_scalable(), Loading::scalable)
}

pub(super) fn read_static_set(file: &[u8]) -> Result<StaticSet> {
    read_whole(file, |loading| loading.check_static(Kind::Static), Loading::static_set)
}

pub(super) fn read_static_map(file: &[u8]) -> Result<StaticMap> {
    read_whole(file, |loading| loading.check_static(Kind::Map), Loading::static_map)
}
