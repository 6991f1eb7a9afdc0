//! Checks of the header of a keyed filter.

use super::section::Section;
use super::{CELLS_OFFSET, ENCODING_OFFSET, HEADER_BYTES, PAYLOAD_OFFSET, Payload, SEED_OFFSET};
#[cfg(feature = "compat")]
use super::{SCHEME_OFFSET, Start};
use crate::cells::Width;
use crate::error::{Code, Result, Rule};
use crate::filter::Head;
use crate::key::KeyEncoding;
#[cfg(feature = "compat")]
use crate::scheme::SecretKey;

static SEED: Rule = Rule::new(Code::Invalid, "seed", "0 in a keyed filter");
static CELLS: Rule = Rule::new(Code::Invalid, "cells", "1 (bits) in a keyed filter");
static ENCODING: Rule = Rule::new(Code::Invalid, "keyEncoding", "1 (native) in a keyed filter");
static PAYLOAD: Rule = Rule::new(Code::Invalid, "payloadEncoding", "1 (raw) in a keyed filter");
static NO_PLACE: Rule = Rule::new(Code::Invalid, "metadata tag", "1, 2 or 5 in a keyed filter");
static CHECK: Rule = Rule::new(Code::Invalid, "key check", "one in a keyed filter, none in others");

/// Checks the requirements of a keyed scheme. Other schemes must not have its metadata.
pub(super) fn check(head: &Head, section: &Section<'_>, payload: Payload) -> Result<()> {
    let keyed = head.scheme.is_keyed();
    if keyed {
        if head.width != Width::Bit {
            return Err(CELLS.broken_at(CELLS_OFFSET, head.width.log2() + 1));
        }
        if head.encoding != KeyEncoding::Native {
            return Err(ENCODING.broken_at(ENCODING_OFFSET, head.encoding.id()));
        }
        if payload != Payload::Raw {
            return Err(PAYLOAD.broken_at(PAYLOAD_OFFSET, payload as u64));
        }
        if head.seed != 0 {
            return Err(SEED.broken_at(SEED_OFFSET, u64::from(head.seed)));
        }
        if section.sub_filters.is_some() {
            return Err(NO_PLACE.broken_at(HEADER_BYTES, 3));
        }
        if !section.parameters.is_empty() {
            return Err(NO_PLACE.broken_at(HEADER_BYTES, 4));
        }
    }
    if keyed != section.key_check.is_some() {
        return Err(CHECK.broken().at(HEADER_BYTES));
    }
    Ok(())
}

/// Checks that this is the secret key of the filter in the file.
#[cfg(feature = "compat")]
pub(super) fn check_secret(start: &Start<'_>, secret: &SecretKey) -> Result<()> {
    static NOT_KEYED: Rule = Rule::new(Code::WrongClass, "scheme", "27, 28 or 29 (a keyed filter)");
    static WRONG: Rule = Rule::state(Code::WrongKey, "key", "wrong key for this filter");
    let Some(check) = start.section.key_check else {
        return Err(NOT_KEYED.broken_at(SCHEME_OFFSET, start.head.scheme.id()));
    };
    if check != secret.check() {
        // The tag of the key check is the last tag of the section.
        return Err(WRONG.broken().at(start.head_bytes.saturating_sub(8)));
    }
    Ok(())
}
