//! Filters to dumps.

use alloc::vec::Vec;

use super::fields::write_fields;
use super::section::{self, Metadata};
use super::stage::Stage;
use super::{
    FLAG_ALLOWED, FLAG_SECTION, FLAGS_OFFSET, HEADER, HEADER_BYTES, MAGIC, MAX_WRITTEN_HASHES,
    PAYLOAD_RAW, PAYLOAD_SPARSE, VERSION,
};
use crate::cells::packed::bytes_of;
use crate::chain::Chain;
use crate::error::Result;
use crate::filter::{Filter, Head};
use crate::scheme;

/// The seeds of the two halves of the checksum.
const CHECKSUM_SEED_HEAD: u32 = 0;
const CHECKSUM_SEED_PAYLOAD: u32 = 1;

/// The dump of a filter.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn write(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut dump = Vec::new();
    let (payload, sparse) = filter.payload();
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
pub fn write_chain(chain: &Chain, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut described = metadata;
    for (filter, index) in chain.stages().zip(0..) {
        let mut head = Vec::new();
        let (payload, sparse) = filter.payload();
        write_head(&mut head, filter, payload.len(), sparse, described, place(chain, index))?;
        bytes.extend_from_slice(&head);
        bytes.extend_from_slice(&bytes_of(&payload));
        bytes.extend_from_slice(&checksum(&head, &payload));
        described = Metadata::default();
    }
    Ok(bytes)
}

/// The place of stage number `index` in a chain; none for a plain filter.
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
    place: Option<Stage>,
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

pub(super) fn hash_head(head: &[u8]) -> u64 {
    hash(head, CHECKSUM_SEED_HEAD)
}

pub(super) fn hash_payload(words: &[u64]) -> u64 {
    hash(&bytes_of(words), CHECKSUM_SEED_PAYLOAD)
}

fn hash(bytes: &[u8], seed: u32) -> u64 {
    scheme::digest(bytes, seed).h1
}
