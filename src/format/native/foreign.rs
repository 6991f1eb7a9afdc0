//! Further checks of the headers of other systems' schemes.

use alloc::vec::Vec;

use super::section::Section;
use super::{
    CELLS_OFFSET, ENCODING_OFFSET, HASHES, HASHES_OFFSET, HEADER_BYTES, MAX_WRITTEN_HASHES,
    PAYLOAD_OFFSET, Payload, SALT_OFFSET, SEED_OFFSET,
};
use crate::cells::Width;
use crate::chain::MAX_GROWTH;
use crate::error::{Code, Result, Rule};
use crate::filter::Head;
use crate::key::KeyEncoding;
use crate::scheme::Scheme;
use crate::scheme::rules::Misfit;

static ENCODING: Rule =
    Rule::new(Code::Invalid, "keyEncoding", "a key encoding that the scheme allows");
static CELLS: Rule = Rule::new(Code::Invalid, "cells", "1 (bits) with this keyEncoding");
static PAYLOAD: Rule = Rule::new(Code::Invalid, "payloadEncoding", "1 (raw) with this keyEncoding");
static SCALABLE: Rule = Rule::new(
    Code::Invalid,
    "payloadEncoding",
    "3 if metadata tag 3 is present, and only with bits in a scheme that scales",
);
static SALT: Rule = Rule::new(Code::Invalid, "salt", "0 in this scheme");
static GROWTH: Rule = Rule::new(Code::Invalid, "growth", "a number from 1 to 1000");
static SEED: Rule =
    Rule::new(Code::Invalid, "seed", "a seed that the scheme allows for this number of hashes");
static PARAMETERS: Rule = Rule::new(Code::Invalid, "parameters", "values that the scheme allows");
static TIME: Rule = Rule::new(Code::Invalid, "hashes", "at most 8388608 in a file");
const MOST_LOADED: u64 = 1 << 23;

/// The number of hashes. If the scheme computes it, the field must match the computed number, up to
/// the field's limit.
pub(super) fn hashes(scheme: Scheme, field: u64, bits: u64, capacity: u64) -> Result<u64> {
    let Some(compute) = scheme.rules().computed_hashes else { return Ok(field) };
    let computed = compute(bits, capacity.max(1)).max(1);
    if capacity == 0 || field != computed.min(MAX_WRITTEN_HASHES) {
        return Err(HASHES.broken_at(HASHES_OFFSET, field));
    }
    Ok(computed)
}

/// Rejects a filter that would take more than about a tenth of a second per key. Real filters take
/// less, but with a forged header one query could take years.
pub(super) fn check_time(head: &Head) -> Result<()> {
    let hashes = head.shape.hashes();
    if hashes > MOST_LOADED { Err(TIME.broken_at(HASHES_OFFSET, hashes)) } else { Ok(()) }
}

/// Checks the cells, the key encoding, the seed and the parameters. Returns the parameters.
pub(super) fn check(head: &Head, section: &Section<'_>, payload: Payload) -> Result<Vec<i64>> {
    let parameters = section.parameters();
    // Only keys in the native encoding can have counters or sparse positions.
    if head.encoding != KeyEncoding::Native {
        if head.width != Width::Bit {
            return Err(CELLS.broken_at(CELLS_OFFSET, head.width.log2() + 1));
        }
        if payload == Payload::Positions {
            return Err(PAYLOAD.broken_at(PAYLOAD_OFFSET, 2));
        }
    }
    if payload == Payload::SubFilters || section.sub_filters.is_some() {
        check_scalable(head, section, payload)?;
    }
    if head.scheme.is_native() {
        if !parameters.is_empty() {
            return Err(PARAMETERS.broken_at(HEADER_BYTES, parameters.len() as u64));
        }
        if head.encoding.id() != 1 {
            return Err(ENCODING.broken_at(ENCODING_OFFSET, head.encoding.id()));
        }
        return Ok(parameters);
    }
    if head.salt != 0 {
        return Err(SALT.broken_at(SALT_OFFSET, u64::from(head.salt)));
    }
    // In a scalable filter, each sub-filter has the parameters.
    if !head.scheme.is_supported() || payload == Payload::SubFilters {
        return Ok(parameters);
    }
    match head.scheme.rules().misfit(&head.setting(&parameters), head.encoding) {
        None => Ok(parameters),
        Some(Misfit::Encoding) => Err(ENCODING.broken_at(ENCODING_OFFSET, head.encoding.id())),
        Some(Misfit::Seed) => Err(SEED.broken_at(SEED_OFFSET, u64::from(head.seed))),
        Some(Misfit::Parameters) => {
            Err(PARAMETERS.broken_at(HEADER_BYTES, parameters.len() as u64))
        }
    }
}

/// Checks the requirements of a scalable filter, among them a capacity and a rate. For native
/// schemes, the header was checked before.
fn check_scalable(head: &Head, section: &Section<'_>, payload: Payload) -> Result<()> {
    let broken = Err(SCALABLE.broken_at(PAYLOAD_OFFSET, payload as u64));
    let Some(sub_filters) = section.sub_filters else { return broken };
    let stated = head.target.is_some_and(|target| target.rate > 0.0);
    let grows =
        head.scheme.is_native() || head.scheme.rules().scales || !head.scheme.is_supported();
    if payload != Payload::SubFilters
        || head.width != Width::Bit
        || !section.parameters.is_empty()
        || !stated
        || !grows
    {
        return broken;
    }
    if head.scheme.is_native() && !(1..=MAX_GROWTH).contains(&sub_filters.factor) {
        return Err(GROWTH.broken_at(HEADER_BYTES, sub_filters.factor));
    }
    Ok(())
}
