//! Builds a map from keys and the numbers of their values.

use alloc::vec::Vec;

use super::CollectKeys;
use crate::digest::Digest;
use crate::error::{Code, Result, Rule};
use crate::static_set::{StaticMap, StaticSet};

static MEMORY: Rule = Rule::state(Code::Memory, "keys", "not enough memory for {} bytes of keys");

/// Collects the digests of keys, each with the number of a value. It takes 24 bytes of memory per
/// key. [`StaticMap`] has an example.
#[derive(Clone, Debug)]
pub struct MapBuilder {
    seed: u32,
    value: u32,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    digest: Digest,
    value: u32,
    /// How many entries were pushed before it.
    index: u32,
}

impl MapBuilder {
    /// A builder of a map with this seed.
    pub const fn new(seed: u32) -> MapBuilder {
        MapBuilder { seed, value: 0, entries: Vec::new() }
    }

    /// The keys that are pushed from now on have this value.
    pub fn set_value(&mut self, value: u32) {
        self.value = value;
    }

    /// Leaves one entry of each key. With `unite`, its value has the bits of all of them.
    /// Otherwise, it has the smallest. Returns the indices, in the order in which they were pushed,
    /// of each pair of entries with one digest and different values: always none with `unite`.
    pub fn prepare(&mut self, unite: bool) -> Vec<(u32, u32)> {
        self.entries.sort_unstable();
        let mut conflicts = Vec::new();
        self.entries.dedup_by(|next, kept| {
            let is_same = next.digest == kept.digest;
            if is_same && unite {
                kept.value |= next.value;
            } else if is_same && next.value != kept.value {
                conflicts.push((kept.index, next.index));
            }
            is_same
        });
        conflicts
    }

    /// The different values, in ascending order. Call [`prepare`](MapBuilder::prepare) first.
    pub fn values(&self) -> Vec<u32> {
        let mut values: Vec<_> = self.entries.iter().map(|entry| entry.value).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Makes the map. `texts` has a text for each of the [`values`](MapBuilder::values), in their
    /// order. Two of them may be equal. Call [`prepare`](MapBuilder::prepare) first.
    ///
    /// # Errors
    /// A rate outside 2^-32 to 0.5, more than 2^32 keys, too many or too long texts; not enough
    /// memory.
    pub fn finish(&mut self, rate: f64, texts: &[&str]) -> Result<StaticMap> {
        StaticSet::check(self.entries.len() as u64, rate)?;
        let values = self.values();
        let mut distinct: Vec<&str> = texts.into();
        distinct.sort_unstable();
        distinct.dedup();
        let number_of = |value: u32| {
            let text = values.binary_search(&value).ok().and_then(|at| texts.get(at));
            text.and_then(|text| distinct.binary_search(text).ok()).unwrap_or(0) as u32
        };
        let mut entries = Vec::new();
        let room = entries.try_reserve_exact(self.entries.len());
        room.map_err(|_| MEMORY.broken_by(20 * self.entries.len() as u64))?;
        entries.extend(self.entries.iter().map(|entry| (entry.digest, number_of(entry.value))));
        StaticMap::build(&entries, &distinct, self.seed, rate)
    }
}

impl CollectKeys for MapBuilder {
    fn seed(&self) -> u32 {
        self.seed
    }

    fn push_digest(&mut self, digest: Digest) -> Result<()> {
        self.entries.try_reserve(1).map_err(|_| MEMORY.broken_by(24 * self.collected()))?;
        let (value, index) = (self.value, self.entries.len() as u32);
        self.entries.push(Entry { digest, value, index });
        Ok(())
    }

    fn collected(&self) -> u64 {
        self.entries.len() as u64
    }
}
