//! Writes filter files.

use alloc::vec::Vec;

use super::fields::write_fields;
use super::growth::{SubFilters, Sums};
use super::section::{self, Metadata, Section};
use super::{
    CHECKSUM_BYTES, FLAG_EXCEPTIONS, FLAG_SECTION, FLAGS_OFFSET, HEADER, HEADER_BYTES, MAGIC,
    MAX_WRITTEN_HASHES, Payload, Start, VERSION,
};
use crate::cells::packed::bytes_of;
use crate::chain::{Chain, Growth};
use crate::error::Result;
use crate::filter::{Filter, Head, Target};
use crate::hash::murmur3_x86_128::WordHasher;
use crate::scheme::{self, Shape};

/// The seed of the checksum. It is used like the seed of a filter.
const CHECKSUM_SEED: u32 = 0;

/// The filter file of a filter.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn write(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    let (payload, sparse) = filter.payload();
    write_head(&mut file, filter, payload.len(), sparse, metadata)?;
    let checksum = checksum(&file, &payload);
    file.extend_from_slice(&bytes_of(&payload));
    file.extend_from_slice(&checksum);
    Ok(file)
}

/// The file of a scalable filter. The files of its sub-filters are the payload.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn write_chain(chain: &Chain, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    if chain.growth().is_none() {
        return write(chain.newest(), metadata);
    }
    let mut file = write_scalable_head(chain, metadata)?;
    for filter in chain.sub_filters() {
        file.extend_from_slice(&write(filter, Metadata::default())?);
    }
    let mut checksum = Checksum::new();
    checksum.push(&file);
    file.extend_from_slice(&checksum.number().to_le_bytes());
    Ok(file)
}

/// The bytes before the payload of a scalable filter.
///
/// # Errors
/// As [`write_chain`].
pub fn write_scalable_head(chain: &Chain, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let growth = chain.growth().unwrap_or(Growth::to_rate(0.0));
    let (mut bytes, mut sums) = (0, Sums::default());
    for filter in chain.sub_filters() {
        let mut head = Vec::new();
        let words = filter.payload().0.len();
        write_head(&mut head, filter, words, false, Metadata::default())?;
        bytes += head.len() as u64 + words as u64 * 8 + CHECKSUM_BYTES;
        sums.add(filter.head());
    }
    let Sums { hashes, bits, capacity, inserted } = sums;
    let head = Head {
        shape: Shape::stated(bits, hashes),
        target: Some(Target { capacity, rate: growth.rate }),
        inserted,
        ..chain.newest().head
    };
    let Growth { factor, tightening, .. } = growth;
    let sub_filters = SubFilters { count: chain.sub_filter_count(), factor, tightening };
    let section = Section { metadata, sub_filters: Some(sub_filters), ..Section::default() };
    let start = Start {
        head,
        section,
        head_bytes: 0,
        payload: Payload::SubFilters,
        has_exceptions: false,
        words: bytes / 8,
    };
    let mut file = Vec::new();
    start.write(&mut file)?;
    Ok(file)
}

/// Appends the bytes before a payload of this many words. They are positions if `sparse`.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn write_head(
    file: &mut Vec<u8>,
    filter: &Filter,
    words: usize,
    sparse: bool,
    metadata: Metadata<'_>,
) -> Result<()> {
    let parameters: Vec<u8> = filter.parameters.iter().flat_map(|n| n.to_le_bytes()).collect();
    let key_check = filter.key_check();
    let start = Start {
        head: filter.head,
        section: Section { metadata, sub_filters: None, parameters: &parameters, key_check },
        head_bytes: 0,
        payload: if sparse { Payload::Positions } else { Payload::Raw },
        has_exceptions: !filter.cells.tail().is_empty(),
        words: words as u64,
    };
    start.write(file)
}

impl Start<'_> {
    /// Appends the start of a file.
    pub(super) fn write(&self, file: &mut Vec<u8>) -> Result<()> {
        let Head { scheme, shape, width, seed, salt, encoding, target, inserted } = self.head;
        let (capacity, rate) = target.map_or((0, 0.0), |t| (t.capacity, t.rate));
        let start = file.len();
        let values = [
            MAGIC,
            VERSION,
            u64::from(self.has_exceptions) * FLAG_EXCEPTIONS,
            scheme.id(),
            width.log2() + 1,
            encoding.id(),
            self.payload as u64,
            shape.hashes().min(MAX_WRITTEN_HASHES),
            self.words,
            shape.bits(),
            u64::from(seed),
            u64::from(salt),
            capacity,
            inserted,
            rate.to_bits(),
        ];
        write_fields(file, &HEADER, &values);
        section::write(file, &self.section)?;
        if file.len() - start > HEADER_BYTES as usize
            && let Some(flags) = file.get_mut(start + FLAGS_OFFSET)
        {
            *flags |= FLAG_SECTION as u8;
        }
        Ok(())
    }
}

/// The bytes after the payload: the checksum.
pub fn checksum(head: &[u8], payload: &[u64]) -> [u8; 8] {
    let mut checksum = Checksum::new();
    checksum.push(head);
    checksum.push_words(payload);
    checksum.number().to_le_bytes()
}

/// Computes the checksum of bytes that come in pieces of whole words.
#[derive(Clone, Debug)]
pub(super) struct Checksum(WordHasher);

impl Checksum {
    pub(super) fn new() -> Checksum {
        Checksum(WordHasher::new(scheme::scrambled(CHECKSUM_SEED)))
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        for &word in bytes.as_chunks().0 {
            self.0.push(u64::from_le_bytes(word));
        }
    }

    pub(super) fn push_words(&mut self, words: &[u64]) {
        self.0.push_all(words);
    }

    pub(super) fn number(self) -> u64 {
        let [low, high, _, _] = self.0.finish();
        u64::from(low) | u64::from(high) << 32
    }
}
