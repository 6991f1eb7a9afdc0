//! What a head of a keyed scheme must say, and how its filter is loaded.

#[cfg(not(feature = "compat"))]
use super::known;
use super::section::Section;
use super::{HEADER_BYTES, Loading, Start};
use crate::cells::Width;
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::{Filter, Head};
use crate::key::KeyEncoding;
#[cfg(not(feature = "compat"))]
use crate::scheme::Scheme;
use crate::scheme::SecretKey;

#[cfg(not(feature = "compat"))]
static SCHEME: Rule = Rule::new(Code::Unsupported, "scheme", known::IDS_TEXT);
static SEED: Rule = Rule::new(Code::Invalid, "seed", "0 in this scheme");
static CELLS: Rule = Rule::new(Code::Invalid, "cells", "1 (bits) in this scheme");
static ENCODING: Rule = Rule::new(Code::Invalid, "keyEncoding", "1 (native) in this scheme");
static PAYLOAD: Rule = Rule::new(Code::Invalid, "payloadEncoding", "1 (raw) in this scheme");
#[cfg(feature = "variants")]
static NO_PLACE: Rule = Rule::new(Code::Invalid, "metadata tag", "1, 2 and 5 in this scheme");
static CHECK: Rule = Rule::new(Code::Invalid, "key check", "one in a keyed scheme, and no other");
static NOT_KEYED: Rule =
    Rule::new(Code::Invalid, "scheme", "27 to 29 (keyed); BloomFilter reads others");
static MISSING: Rule = Rule::new(Code::WrongKey, "key", "one, as the scheme is keyed");
static WRONG: Rule = Rule::new(Code::WrongKey, "key", "that of the filter");

const SCHEME_OFFSET: u64 = 6;
const CELLS_OFFSET: u64 = 7;
const ENCODING_OFFSET: u64 = 8;
const PAYLOAD_OFFSET: u64 = 9;
const SEED_OFFSET: u64 = 24;

/// The ids have a gap where other systems' schemes are left out.
#[cfg(not(feature = "compat"))]
pub(super) fn check_id(id: u64) -> Result<()> {
    match Scheme::from_id(id) {
        Some(_) => Ok(()),
        None => Err(SCHEME.broken_at(SCHEME_OFFSET, id)),
    }
}

/// Checks what a keyed scheme asks for, and that no other has what only those have.
pub(super) fn check(head: &Head, section: &Section<'_>, sparse: bool) -> Result<()> {
    let keyed = head.scheme.is_keyed();
    if keyed {
        if head.width != Width::Bit {
            return Err(CELLS.broken_at(CELLS_OFFSET, head.width.log2() + 1));
        }
        if head.encoding != KeyEncoding::Native {
            return Err(ENCODING.broken_at(ENCODING_OFFSET, head.encoding.id()));
        }
        if sparse {
            return Err(PAYLOAD.broken_at(PAYLOAD_OFFSET, 2));
        }
        if head.seed != 0 {
            return Err(SEED.broken_at(SEED_OFFSET, u64::from(head.seed)));
        }
        #[cfg(feature = "variants")]
        if section.stage.is_some() {
            return Err(NO_PLACE.broken_at(HEADER_BYTES, 3));
        }
        #[cfg(feature = "compat")]
        if !section.parameters.is_empty() {
            return Err(NO_PLACE.broken_at(HEADER_BYTES, 4));
        }
    }
    if keyed != section.key_check.is_some() {
        return Err(CHECK.broken_at(HEADER_BYTES, head.scheme.id()));
    }
    Ok(())
}

/// Checks that a filter of this scheme is not loaded without its key.
pub(super) fn check_given(head: &Head, given: bool) -> Result<()> {
    if head.scheme.is_keyed() && !given {
        return Err(Error::new(&MISSING, Found::Unsaid, Some(SCHEME_OFFSET)));
    }
    Ok(())
}

impl Loading {
    /// As [`Loading::begin`] for the dump of a keyed filter, whose key this is. That is checked before anything is
    /// allocated.
    ///
    /// # Errors
    /// As [`Loading::begin`]; another key; a filter that is not keyed.
    pub fn begin_keyed(start: &[u8], length: u64, secret: &SecretKey) -> Result<Loading> {
        let Start { head, section, head_bytes, .. } = Start::read(start)?;
        let Some(check) = section.key_check else {
            return Err(NOT_KEYED.broken_at(SCHEME_OFFSET, head.scheme.id()));
        };
        if check != secret.check() {
            // The tag of the check is the last one.
            return Err(Error::new(&WRONG, Found::Unsaid, Some(head_bytes.saturating_sub(8))));
        }
        let loading = Loading::begin_with(start, length, false, true)?;
        Ok(Loading { secret: Some(*secret), ..loading })
    }
}

/// The filter in the dump of a keyed one.
///
/// # Errors
/// As [`read`](super::read); another key; a filter that is not keyed.
pub fn read_keyed(dump: &[u8], secret: &SecretKey) -> Result<Filter> {
    let start = Start::read(dump)?;
    start.section.metadata.check()?;
    let loading = Loading::begin_keyed(dump, dump.len() as u64, secret)?;
    Ok(super::filled(loading, dump)?.0)
}
