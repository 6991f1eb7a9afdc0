//! Builds a map from keys and the numbers of their values.

use alloc::vec::Vec;

use super::CollectKeys;
use crate::digest::{self, Digest};
use crate::error::{Code, Result, Rule};
use crate::static_set::{StaticMap, StaticSet, sorted};

static MEMORY: Rule = Rule::state(Code::Memory, "keys", "not enough memory for {} bytes of keys");

/// Collects the digests of keys, each with the number of a value. It takes 24 bytes of memory per
/// key. [`StaticMap`] has an example.
#[derive(Clone, Debug)]
pub struct MapBuilder {
    seed: u32,
    value: u32,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    digest: Digest,
    value: u32,
    /// How many entries were pushed before it.
    index: u32,
}

impl Entry {
    fn rank(&self) -> (Digest, u32, u32) {
        (self.digest, self.value, self.index)
    }
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
    ///
    /// # Errors
    /// Not enough memory.
    pub fn prepare(&mut self, unite: bool) -> Result<Vec<(u32, u32)>> {
        let entries = &self.entries;
        let rank = |i: u32| entries.get(i as usize).map(Entry::rank);
        let order = sorted(entries.len(), &mut |a, b| rank(a).cmp(&rank(b)))?;
        let mut ordered = Vec::new();
        let room = ordered.try_reserve_exact(entries.len());
        room.map_err(|_| MEMORY.broken_by(24 * entries.len() as u64))?;
        ordered.extend(order.iter().filter_map(|&i| entries.get(i as usize)).copied());
        self.entries = ordered;
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
        Ok(conflicts)
    }

    /// The different values, in ascending order. Call [`prepare`](MapBuilder::prepare) first.
    pub fn values(&self) -> Vec<u32> {
        // As digests, because those have a function that sorts them.
        let mut values: Vec<Digest> =
            self.entries.iter().map(|entry| [entry.value, 0, 0, 0]).collect();
        digest::sort_digests(&mut values);
        values.dedup();
        values.iter().map(|&[value, ..]| value).collect()
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
        let text = |i: u32| texts.get(i as usize).copied().unwrap_or("");
        let order = sorted(texts.len(), &mut |a, b| text(a).cmp(text(b)))?;
        // Equal texts are one value.
        let mut distinct: Vec<&str> = Vec::new();
        let mut numbers = alloc::vec![0_u32; texts.len()];
        for i in order {
            if distinct.last() != Some(&text(i)) {
                distinct.push(text(i));
            }
            if let Some(number) = numbers.get_mut(i as usize) {
                *number = distinct.len() as u32 - 1;
            }
        }
        let number_of = |value: u32| {
            values.binary_search(&value).ok().and_then(|at| numbers.get(at)).copied().unwrap_or(0)
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
