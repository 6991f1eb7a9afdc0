//! Checks of the header of a keyed filter.

use super::header::{
    CELLS_OFFSET, ENCODING_OFFSET, FileHeader, HEADER_BYTES, OWN_ENCODING, PAYLOAD_OFFSET, Payload,
    SCHEME_OFFSET, SEED_OFFSET, Scheme,
};
use crate::cells::Width;
use crate::error::{Code, Result, Rule};
use crate::secret_key::SecretKey;

static SEED: Rule = Rule::new(Code::Invalid, "seed", "0 in a keyed filter");
static CELLS: Rule = Rule::new(Code::Invalid, "cells", "1 (bits) in a keyed filter");
static ENCODING: Rule = Rule::new(Code::Invalid, "keyEncoding", "1 (native) in a keyed filter");
static PAYLOAD: Rule = Rule::new(Code::Invalid, "payloadEncoding", "1 (raw) in a keyed filter");
static NO_PLACE: Rule = Rule::new(Code::Invalid, "metadata tag", "1, 2 or 5 in a keyed filter");
static CHECK: Rule = Rule::new(Code::Invalid, "key check", "one in a keyed filter, none in others");
static NOT_KEYED: Rule = Rule::new(Code::WrongClass, "scheme", "27, 28 or 29 (a keyed filter)");
static WRONG: Rule = Rule::state(Code::WrongKey, "key", "wrong key for this filter");

/// Checks the requirements of a keyed filter. Other filters must not have its key check.
pub(super) fn check(header: &FileHeader) -> Result<()> {
    let is_keyed = matches!(header.scheme, Scheme::Keyed(_));
    let section = &header.section;
    if is_keyed {
        if header.width != Width::Bit {
            return Err(CELLS.broken_at(CELLS_OFFSET, header.width.log2() + 1));
        }
        if header.encoding != OWN_ENCODING {
            return Err(ENCODING.broken_at(ENCODING_OFFSET, header.encoding));
        }
        if header.payload != Payload::Raw {
            return Err(PAYLOAD.broken_at(PAYLOAD_OFFSET, header.payload as u64));
        }
        if header.seed != 0 {
            return Err(SEED.broken_at(SEED_OFFSET, u64::from(header.seed)));
        }
        if section.sub_filters.is_some() {
            return Err(NO_PLACE.broken_at(HEADER_BYTES, 3));
        }
        if !section.parameters.is_empty() {
            return Err(NO_PLACE.broken_at(HEADER_BYTES, 4));
        }
    }
    if is_keyed != section.key_check.is_some() {
        return Err(CHECK.broken().at(HEADER_BYTES));
    }
    Ok(())
}

/// Checks that this is the secret key of the filter in the file.
pub(super) fn check_secret(header: &FileHeader, secret: &SecretKey) -> Result<()> {
    let Some(check) = header.section.key_check else {
        return Err(NOT_KEYED.broken_at(SCHEME_OFFSET, header.scheme.id()));
    };
    if check != secret.check() {
        // Only the key form can follow the key check.
        let after = header.section.key_form_entry_bytes();
        return Err(WRONG.broken().at(header.header_bytes.saturating_sub(after + 8)));
    }
    Ok(())
}
