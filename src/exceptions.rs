//! The exceptions: a small exact set of keys. The answer for them is "no", even if their bits say
//! "maybe".
//!
//! The set has the same bytes in memory and in a filter file. Each key is stored as its length plus
//! 1 (two bytes, the low one first) and then its bytes. Keys are in ascending byte order; a key
//! comes before longer ones that begin with it. Two zero bytes instead of a length plus 1 end the
//! set. The set is searched from its start, and only if the bits say "maybe".

use alloc::vec::Vec;

use crate::error::{Code, Result, Rule};

/// The most bytes of a set.
pub(crate) const MAX_BYTES: u64 = 1 << 15;

static TOO_MANY: Rule = Rule::new(Code::Argument, "allowed", "at most 32768 bytes of exceptions");

/// Checks that a set is not too large for a file.
pub(crate) fn check_size(set: &[u8]) -> Result<()> {
    let bytes = set.len() as u64;
    if bytes > MAX_BYTES { Err(TOO_MANY.broken_by(bytes)) } else { Ok(()) }
}

/// The first key of a set, and the rest of the set.
#[inline(never)]
fn first(set: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = set.split_first_chunk()?;
    rest.split_at_checked(usize::from(u16::from_le_bytes(*length)).checked_sub(1)?)
}

/// The keys of a set, in ascending order.
#[inline(always)]
pub(crate) fn keys(mut set: &[u8]) -> impl Iterator<Item = &[u8]> {
    core::iter::from_fn(move || {
        let key;
        (key, set) = first(set)?;
        Some(key)
    })
}

/// True if the set has the key.
#[inline(never)]
pub(crate) fn contains(set: &[u8], key: &[u8]) -> bool {
    keys(set).any(|its| its == key)
}

/// True if these bytes are a valid set with at most seven zero bytes after it.
pub(crate) fn is_sound(mut set: &[u8]) -> bool {
    let mut last = None;
    while let Some((key, after)) = first(set) {
        if last.is_some_and(|last| last >= key) {
            return false;
        }
        (last, set) = (Some(key), after);
    }
    set.len() < 8 && set.iter().all(|&byte| byte == 0)
}

/// The set with the key if `is_in`, otherwise without it.
#[inline(never)]
pub(crate) fn changed(set: &[u8], key: &[u8], is_in: bool) -> Vec<u8> {
    // This much of a key is already too large for a set, so the rest is not copied.
    let key = key.get(..MAX_BYTES as usize).unwrap_or(key);
    let mut changed = Vec::new();
    let less = keys(set).filter(|its| *its < key);
    let more = keys(set).filter(|its| *its > key);
    for key in less.chain(is_in.then_some(key)).chain(more) {
        changed.extend_from_slice(&(key.len() as u16).wrapping_add(1).to_le_bytes());
        changed.extend_from_slice(key);
    }
    changed
}
