//! A small exact set of keys that are answered "no" although their cells say "possibly": the white
//! list of known false positives.
//!
//! The set is bytes, the same in memory and in a dump: each key its length plus 1 in two bytes, the
//! low one first, then itself, in the order in which they were allowed. A length plus 1 of 0 ends the
//! set. Keys are looked at one after the other, and only where the cells say "possibly".

use alloc::vec::Vec;

/// The first key of a set, and what comes after it.
#[inline(never)]
fn first(set: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = set.split_first_chunk()?;
    rest.split_at_checked(usize::from(u16::from_le_bytes(*length)).checked_sub(1)?)
}

/// The keys of a set, in its order.
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

/// True if these bytes are a set and at most seven zeros.
pub(crate) fn is_sound(mut set: &[u8]) -> bool {
    while let Some((_, after)) = first(set) {
        set = after;
    }
    set.len() < 8 && set.iter().all(|&byte| byte == 0)
}

/// The set without a key or, if `is_in`, with it as the last.
#[inline(never)]
pub(crate) fn changed(set: &[u8], key: &[u8], is_in: bool) -> Vec<u8> {
    let mut changed = Vec::new();
    for key in keys(set).filter(|its| *its != key).chain(is_in.then_some(key)) {
        changed.extend_from_slice(&(key.len() as u16).wrapping_add(1).to_le_bytes());
        changed.extend_from_slice(key);
    }
    changed
}
