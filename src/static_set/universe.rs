//! Sets that are exact on some keys: the removed keys of a list, or a universe of keys that must not
//! be false positives.
//!
//! Only the keys that a set wrongly contains cost anything. The sets here all contain each of them,
//! and no member is in all of the sets. The first is an approximate set of these keys; some members
//! are false positives of it. The second tells these from the keys of the first. So two sets are
//! exact for all keys, where a cascade (J. Larisch and others: *CRLite*, 2017) needs a dozen or
//! more. The idea of a second, exact set comes from Clubcard (J. Schanck, 2025).
//! `docs/maintainers/decisions/static-sets.md` has the figures.

use alloc::vec::Vec;

use super::{KEYS, MAX_RATE, MIN_LAYERED_RATE, StaticSet};
use crate::digest::Digest;
use crate::error::Result;

/// The salts of the two sets. They differ, so a false positive of one set is no more likely to be
/// one of another.
const REMOVED_SALT: u32 = 2;
const EXACT_SALT: u32 = 3;

/// The keys that a set never contains, although they are not members.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Universe {
    /// The number of keys of the universe that are not members.
    pub(crate) keys: u64,
    /// At most two sets. A key that all of them contain is not a member. The digests of their keys
    /// are those under the salt of the set that has the universe.
    pub(crate) removal: Vec<StaticSet>,
}

impl Universe {
    /// The number of keys that the set would contain without the universe.
    pub(crate) fn hits(&self) -> u64 {
        self.removal.first().map_or(0, |set| set.keys)
    }

    /// True if a key is one of the universe's hits. The digest is one under the salt of the set.
    pub(super) fn removes(&self, digest: Digest) -> bool {
        !self.removal.is_empty() && self.removal.iter().all(|set| set.contains_digest(digest))
    }

    /// The parts of the removal that a file has: the sets themselves, without salts and seeds.
    pub(crate) fn of_parts(
        keys: u64,
        hits: u64,
        seed: u32,
        parts: impl Iterator<Item = (f64, Vec<super::Layer>)>,
    ) -> Universe {
        let salts = [REMOVED_SALT, EXACT_SALT].into_iter();
        let set = |((rate, layers), salt)| StaticSet {
            keys: hits,
            layers,
            ..StaticSet::empty(seed, salt, rate)
        };
        Universe { keys, removal: parts.zip(salts).map(set).collect() }
    }
}

/// Zero to two sets: all of them contain each key of `removed`, and no key of `listed` is in all of
/// them.
///
/// # Errors
/// Not enough memory.
pub(crate) fn removal(
    removed: &[Digest],
    listed: impl ExactSizeIterator<Item = Digest>,
    seed: u32,
) -> Result<Vec<StaticSet>> {
    let mut sets = Vec::new();
    if removed.is_empty() {
        return Ok(sets);
    }
    sets.try_reserve(2).map_err(|_| KEYS.broken_by(2 * size_of::<StaticSet>() as u64))?;
    let mut keys = Vec::new();
    keys.try_reserve_exact(removed.len()).map_err(|_| KEYS.broken_by(16 * removed.len() as u64))?;
    keys.extend_from_slice(removed);
    let rate = first_rate(removed.len(), listed.len());
    let first = StaticSet::build(keys, seed, REMOVED_SALT, rate)?;
    let mut hits = Vec::new();
    for digest in listed {
        if first.contains_digest(digest) {
            hits.try_reserve(1).map_err(|_| KEYS.broken_by(16 * hits.len() as u64))?;
            hits.push(digest);
        }
    }
    sets.push(first);
    if !hits.is_empty() {
        sets.push(StaticSet::build_exact(removed, &hits, seed, EXACT_SALT)?);
    }
    Ok(sets)
}

/// The error rate of the first set at which both sets together are smallest. In the first set, r
/// keys take log2(1/p) bits each. The second set has one bit for each of them, and one for each of
/// the p·n false positives among the n keys of the list. The derivative is 0 at p = r / (n·ln 2).
fn first_rate(removed: usize, listed: usize) -> f64 {
    let ratio = removed as f64 / (listed as f64).max(1.0);
    (ratio * core::f64::consts::LOG2_E).clamp(MIN_LAYERED_RATE, MAX_RATE)
}
