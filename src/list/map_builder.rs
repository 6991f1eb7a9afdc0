//! Builds a map from keys and the numbers of their values.

use alloc::vec::Vec;

use super::CollectKeys;
use super::builder::without;
use crate::digest::{self, Digest};
use crate::error::{Code, Result, Rule};
use crate::static_set::{StaticMap, StaticSet, sorted};

static MEMORY: Rule = Rule::state(Code::Memory, "keys", "not enough memory for {} bytes of keys");

/// The bytes of an entry: its digest, and the number of its value.
const ENTRY_BYTES: usize = 20;

/// Collects the digests of keys, each with the number of a value. It takes 20 bytes of memory per
/// key. [`StaticMap`] has an example.
#[derive(Clone, Debug)]
pub struct MapBuilder {
    seed: u32,
    value: u32,
    digests: Vec<Digest>,
    /// The number of the value of each digest.
    values: Vec<u32>,
}

/// Two entries with one digest and different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// How many entries were pushed before the first one.
    pub first: u32,
    /// How many entries were pushed before the other one.
    pub second: u32,
    /// The digest.
    pub digest: [u32; 4],
}

impl MapBuilder {
    /// A builder of a map with this seed.
    pub const fn new(seed: u32) -> MapBuilder {
        MapBuilder { seed, value: 0, digests: Vec::new(), values: Vec::new() }
    }

    /// The keys that are pushed from now on have this value.
    pub fn set_value(&mut self, value: u32) {
        self.value = value;
    }

    /// Leaves one entry of each key. With `unite`, its value has the bits of all of them.
    /// Otherwise, it has the smallest. Returns each pair of entries with one digest and different
    /// values: always none with `unite`.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn prepare(&mut self, unite: bool) -> Result<Vec<Conflict>> {
        let count = self.digests.len();
        let rank = |i: u32| (self.digests.get(i as usize), self.value_at(i as usize), i);
        let order = sorted(count, &mut |a, b| rank(a).cmp(&rank(b)))?;
        let mut digests: Vec<Digest> = Vec::new();
        let mut values: Vec<u32> = Vec::new();
        let room = digests.try_reserve_exact(count).and_then(|()| values.try_reserve_exact(count));
        room.map_err(|_| MEMORY.broken_by(20 * count as u64))?;
        let (mut conflicts, mut first) = (Vec::new(), 0);
        for second in order {
            let (digest, value) = (self.digest_at(second as usize), self.value_at(second as usize));
            match (digests.last(), values.last_mut()) {
                (Some(&last), Some(kept)) if last == digest => {
                    if unite {
                        *kept |= value;
                    } else if *kept != value {
                        conflicts.push(Conflict { first, second, digest });
                    }
                }
                _ => {
                    first = second;
                    digests.push(digest);
                    values.push(value);
                }
            }
        }
        (self.digests, self.values) = (digests, values);
        Ok(conflicts)
    }

    fn digest_at(&self, index: usize) -> Digest {
        self.digests.get(index).copied().unwrap_or_default()
    }

    fn value_at(&self, index: usize) -> u32 {
        self.values.get(index).copied().unwrap_or(0)
    }

    /// The digests of the keys, and the numbers of their values. After
    /// [`prepare`](MapBuilder::prepare), the digests are distinct and in ascending order.
    pub(super) fn entries(&self) -> (&[Digest], &[u32]) {
        (&self.digests, &self.values)
    }

    /// The digests among these, in their order, that are not those of its keys: 16 bytes each. Call
    /// [`prepare`](MapBuilder::prepare) first.
    pub fn without(&self, digests: &[u8]) -> Vec<u8> {
        without(&self.digests, digests)
    }

    /// The different values, in ascending order. Call [`prepare`](MapBuilder::prepare) first.
    pub fn values(&self) -> Vec<u32> {
        // As digests, because those have a function that sorts them.
        let mut values: Vec<Digest> = self.values.iter().map(|&value| [value, 0, 0, 0]).collect();
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
    pub fn finish(&self, rate: f64, texts: &[&str]) -> Result<StaticMap> {
        self.map_of(&self.digests, 0, rate, texts)
    }

    /// The map of some of the keys, whose digests are in ascending order.
    pub(super) fn map_of(
        &self,
        digests: &[Digest],
        salt: u32,
        rate: f64,
        texts: &[&str],
    ) -> Result<StaticMap> {
        StaticSet::check(digests.len() as u64, rate)?;
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
        let room = entries.try_reserve_exact(digests.len());
        room.map_err(|_| MEMORY.broken_by(20 * digests.len() as u64))?;
        let mut at = 0;
        for &digest in digests {
            while self.digests.get(at).is_some_and(|&one| one < digest) {
                at += 1;
            }
            entries.push((digest, number_of(self.value_at(at))));
        }
        StaticMap::build(&entries, &distinct, self.seed, salt, rate)
    }

    /// Adds entries, 20 bytes each: five little-endian `u32`, the digest and the number of the
    /// value. An incomplete entry at the end is ignored.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn push_entries(&mut self, bytes: &[u8]) -> Result<()> {
        entries_in(bytes).try_for_each(|(digest, value)| {
            self.value = value;
            self.push_digest(digest)
        })
    }

    /// Writes `count` entries, from index `first` on, in the form that
    /// [`push_entries`](MapBuilder::push_entries) reads.
    pub fn write_entries(&self, first: usize, count: usize, to: &mut Vec<u8>) {
        write_entries(self.digests.iter().zip(&self.values).skip(first).take(count), to);
    }
}

/// Writes entries in the form of [`MapBuilder::push_entries`].
pub(super) fn write_entries<'a>(
    entries: impl Iterator<Item = (&'a Digest, &'a u32)>,
    to: &mut Vec<u8>,
) {
    for (&[a, b, c, d], &value) in entries {
        [a, b, c, d, value].iter().for_each(|lane| to.extend_from_slice(&lane.to_le_bytes()));
    }
}

/// The entries in these bytes, in the form of [`MapBuilder::push_entries`].
pub(super) fn entries_in(bytes: &[u8]) -> impl Iterator<Item = (Digest, u32)> {
    bytes.as_chunks::<ENTRY_BYTES>().0.iter().map(|entry| {
        let mut lanes = entry.as_chunks().0.iter().map(|&lane| u32::from_le_bytes(lane));
        let mut next = || lanes.next().unwrap_or(0);
        ([next(), next(), next(), next()], next())
    })
}

impl CollectKeys for MapBuilder {
    fn seed(&self) -> u32 {
        self.seed
    }

    fn push_digest(&mut self, digest: Digest) -> Result<()> {
        let room = self.digests.try_reserve(1).and_then(|()| self.values.try_reserve(1));
        room.map_err(|_| MEMORY.broken_by(20 * self.collected()))?;
        self.digests.push(digest);
        self.values.push(self.value);
        Ok(())
    }

    fn collected(&self) -> u64 {
        self.digests.len() as u64
    }
}
