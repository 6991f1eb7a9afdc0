//! Writes filter files.

use alloc::vec::Vec;

use super::CHECKSUM_BYTES;
use super::header::{FileHeader, OWN_ENCODING, Payload, Scheme};
use super::scalable::{SubFilters, Sums};
use super::section::{Metadata, Section};
use crate::cells::packed::bytes_of;
use crate::digest::scrambled;
use crate::error::Result;
use crate::filter::{Filter, Header};
use crate::hash::murmur3_x86_128::WordHasher;
use crate::scalable::{Growth, ScalableFilter};

/// The seed of the checksum. It is used like the seed of a filter.
const CHECKSUM_SEED: u32 = 0;

/// The filter file of a filter.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub(super) fn write(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let (payload, _) = filter.payload();
    let mut file = header(filter, metadata)?;
    let checksum = checksum(&file, &payload);
    file.extend_from_slice(&bytes_of(&payload));
    file.extend_from_slice(&checksum);
    Ok(file)
}

/// The bytes of the file of a filter that come before the payload.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn header(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    header_of(filter, metadata).write(&mut file)?;
    Ok(file)
}

/// The header of the file of a filter.
pub(crate) fn header_of(filter: &Filter, metadata: Metadata<'_>) -> FileHeader {
    let Header { layout, shape, width, seed, salt, target, inserted } = filter.header();
    let (payload, is_sparse) = filter.payload();
    let key_check = filter.key_check();
    FileHeader {
        scheme: if key_check.is_some() { Scheme::Keyed(layout) } else { Scheme::Own(layout) },
        shape,
        width,
        seed,
        salt,
        encoding: OWN_ENCODING,
        target,
        inserted,
        section: Section { key_check, ..Section::of_texts(metadata) },
        header_bytes: 0,
        payload: if is_sparse { Payload::Positions } else { Payload::Raw },
        has_exceptions: filter.has_exceptions(),
        words: payload.len() as u64,
    }
}

/// The file of a scalable filter. The files of its sub-filters are the payload.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub(super) fn write_scalable(filter: &ScalableFilter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut files = Vec::new();
    for sub_filter in filter.sub_filters() {
        files.push(write(sub_filter, Metadata::default())?);
    }
    let lengths = files.iter().map(Vec::len).sum();
    let mut file = Vec::new();
    scalable_header_of(filter, metadata, lengths).write(&mut file)?;
    for sub_file in &files {
        file.extend_from_slice(sub_file);
    }
    Ok(with_checksum(file))
}

/// The header of the file of a scalable filter, whose payload has this many bytes.
fn scalable_header_of(
    filter: &ScalableFilter,
    metadata: Metadata<'_>,
    payload_bytes: usize,
) -> FileHeader {
    let Growth { factor, tightening, rate } = filter.growth();
    let mut sums = Sums::default();
    for sub_filter in filter.sub_filters() {
        sums.add(&header_of(sub_filter, Metadata::default()));
    }
    let sub_filters = Some(SubFilters { count: filter.sub_filter_count(), factor, tightening });
    let section = Section { sub_filters, ..Section::of_texts(metadata) };
    sums.header(header_of(filter.newest(), Metadata::default()), rate, section, payload_bytes)
}

/// The bytes of the file of a scalable filter that come before the payload.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn scalable_header(filter: &ScalableFilter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut lengths = 0;
    for sub_filter in filter.sub_filters() {
        let words = sub_filter.payload().0.len();
        let before = header(sub_filter, Metadata::default())?.len();
        lengths += before + 8 * words + CHECKSUM_BYTES as usize;
    }
    let mut file = Vec::new();
    scalable_header_of(filter, metadata, lengths).write(&mut file)?;
    Ok(file)
}

/// A file with its checksum.
pub(crate) fn with_checksum(mut file: Vec<u8>) -> Vec<u8> {
    let mut checksum = Checksum::new();
    checksum.push(&file);
    file.extend_from_slice(&checksum.number().to_le_bytes());
    file
}

/// The bytes after the payload: the checksum.
pub fn checksum(header: &[u8], payload: &[u64]) -> [u8; 8] {
    let mut checksum = Checksum::new();
    checksum.push(header);
    checksum.push_words(payload);
    checksum.number().to_le_bytes()
}

/// Computes the checksum of bytes that come in pieces of whole words.
#[derive(Clone, Debug)]
pub(crate) struct Checksum(WordHasher);

impl Checksum {
    pub(crate) fn new() -> Checksum {
        Checksum(WordHasher::new(scrambled(CHECKSUM_SEED)))
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for &word in bytes.as_chunks().0 {
            self.0.push(u64::from_le_bytes(word));
        }
    }

    pub(crate) fn push_words(&mut self, words: &[u64]) {
        self.0.push_all(words);
    }

    pub(crate) fn number(self) -> u64 {
        let [low, high, _, _] = self.0.finish();
        u64::from(low) | u64::from(high) << 32
    }
}
