//! One key: its digest, its probes, and the loops over its cells.

use super::Filter;
use crate::cells::{Look, Store, probed, store};
use crate::digest::{Digest, salted};
use crate::error::Result;
use crate::hash::murmur3_x86_128;
use crate::layout::{LayoutProbes, Probes};

/// The number of probes between two checks for a 0. If half of the cells are set, this many probes
/// reject 15 of 16 non-members. A check after each probe costs more than the probes that it saves.
pub(super) const AT_ONCE: u64 = 4;

impl Filter {
    /// Inserts a key. True if one of its cells was 0, so that the key was certainly new.
    ///
    /// # Errors
    /// No memory, if the cells are sparse. The filter is then unchanged.
    pub fn insert(&mut self, key: &[u8]) -> Result<bool> {
        self.table.reserve(1)?;
        self.table.end_exception(key)?;
        Ok(self.insert_digest(self.digest(key)))
    }

    /// False: the key is not in the set. True: maybe.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.contains_digest(self.digest(key)) && !self.table.is_exception(key)
    }

    /// Removes a key from a counting filter, once. True if the key may have been a member. False if
    /// it was not; nothing has changed then.
    ///
    /// Remove only keys that you inserted. Removing a false positive decrements counters that
    /// members use, and those members can become false negatives. Saturated counters do not change.
    /// Nothing can be removed from a plain filter, because its bits are counters that are saturated
    /// at 1.
    pub fn remove(&mut self, key: &[u8]) -> bool {
        let digest = self.digest(key);
        let (layout, shape, salt) = (self.layout, self.table.shape, self.salt);
        self.table.remove(key, || layout.probes(salted(digest, salt), shape))
    }

    /// How often a key was inserted, at most: the smallest of its counters. It is exact unless
    /// other keys share all of its cells or its counters are saturated. Saturated counters give
    /// their largest value.
    pub fn count(&self, key: &[u8]) -> u64 {
        self.table.count(key, self.probes(self.digest(key)))
    }

    /// Calls `take` with each position of a key, in probe order.
    pub fn positions(&self, key: &[u8], mut take: impl FnMut(u64)) {
        let mut probes = self.probes(self.digest(key));
        for _ in 0..self.table.shape.hashes() {
            take(probes.next());
        }
    }

    /// The digest of a key.
    #[inline(always)]
    fn digest(&self, key: &[u8]) -> Digest {
        match &self.secret {
            None => murmur3_x86_128::hash(key, self.hash_seed),
            Some(secret) => secret.digest(key),
        }
    }

    /// The probes of a key with this digest.
    #[inline(always)]
    fn probes(&self, digest: Digest) -> LayoutProbes {
        self.layout.probes(salted(digest, self.salt), self.table.shape)
    }

    /// Inserts a key by its digest. There must be room for it. True if that changed the filter.
    #[inline(never)]
    pub(crate) fn insert_digest(&mut self, digest: Digest) -> bool {
        let (probes, k) = (self.probes(digest), self.table.shape.hashes());
        let changed = probed!(&mut self.table.cells, cells => add(cells, probes, k));
        self.table.inserted = self.table.inserted.saturating_add(1);
        changed
    }

    /// The answer for a key with this digest, if it is not an exception.
    #[inline(never)]
    pub(super) fn contains_digest(&self, digest: Digest) -> bool {
        let (probes, k) = (self.probes(digest), self.table.shape.hashes());
        probed!(&self.table.cells, cells => holds(cells, probes, k))
    }
}

/// True if none of the first `k` probed cells is 0.
#[inline(always)]
fn holds(cells: &impl Look, mut probes: impl Probes, k: u64) -> bool {
    let mut all = true;
    let mut count = 0;
    while count < k {
        all &= cells.get(probes.next()) != 0;
        count += 1;
        if count % AT_ONCE == 0 && !all {
            break;
        }
    }
    all
}

/// Adds 1 to each of the first `k` probed cells. True if one of them was 0.
#[inline(always)]
fn add(cells: &mut impl Store, mut probes: impl Probes, k: u64) -> bool {
    let mut changed = false;
    for _ in 0..k {
        changed |= cells.add(probes.next(), 1) == 0;
    }
    changed
}

impl super::Table {
    /// Removes a key with these probes from counters, once. False if it was not a member; nothing
    /// has changed then.
    pub(crate) fn remove<P: Probes>(&mut self, key: &[u8], probes: impl Fn() -> P) -> bool {
        if self.is_exception(key) {
            return false;
        }
        let k = self.shape.hashes();
        let mut first = probes();
        let count = store!(&mut self.cells, cells => {
            (0..k).take_while(|_| cells.subtract(first.next()) != 0).count()
        }) as u64;
        if count < k {
            // Restores the counters. Saturated ones were not decremented, and adding does not
            // change them.
            store!(&mut self.cells, cells => add(cells, probes(), count));
            return false;
        }
        self.inserted = self.inserted.saturating_sub(1);
        true
    }

    /// The smallest counter of a key with these probes; 0 for an exception.
    pub(crate) fn count(&self, key: &[u8], mut probes: impl Probes) -> u64 {
        if self.is_exception(key) {
            return 0;
        }
        let counters = (0..self.shape.hashes()).map(|_| self.cells.get(probes.next()));
        counters.min().unwrap_or(u64::MAX)
    }
}
