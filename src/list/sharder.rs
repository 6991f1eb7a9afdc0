//! Splits the keys of a long list into shards.

use alloc::vec::Vec;

use super::CollectKeys;
use super::map_builder::{entries_in, write_entries};
use crate::digest::{self, Digest};
use crate::error::{Code, Result, Rule};

static MEMORY: Rule = Rule::state(Code::Memory, "keys", "not enough memory for {} bytes of keys");
static SHARDS: Rule = Rule::new(Code::Argument, "shards", "a power of 2 from 1 to 65536");

/// Sorts keys into shards by their digests. If you take the digests out regularly, a list of any
/// length fits in limited memory. A [`Builder`](crate::Builder) then builds the filter of each
/// shard.
///
/// ```
/// use edgebloom::{Builder, CollectKeys, Sharder};
///
/// let mut sharder = Sharder::new(0, 2)?;
/// sharder.push_lines(b"a\nb\nc\nd\n")?;
/// let mut builder = Builder::new(0);
/// builder.push_digests(&sharder.drain(1))?;
/// assert!(builder.distinct() < 4);
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sharder {
    seed: u32,
    bits: u32,
    shards: Vec<Shard>,
    collected: u64,
    /// The value of the keys that are pushed; `None` for keys without values.
    value: Option<u32>,
}

#[derive(Clone, Debug, Default)]
struct Shard {
    digests: Vec<Digest>,
    /// The number of the value of each digest; empty for keys without values.
    values: Vec<u32>,
}

impl Sharder {
    /// A sharder of `shards` shards for filters with this seed.
    ///
    /// # Errors
    /// `shards` is not a power of 2 from 1 to 65536; not enough memory.
    pub fn new(seed: u32, shards: u32) -> Result<Sharder> {
        if !shards.is_power_of_two() || shards > 1 << 16 {
            return Err(SHARDS.broken_by(u64::from(shards)));
        }
        let mut list = Vec::new();
        let room = list.try_reserve_exact(shards as usize);
        room.map_err(|_| MEMORY.broken_by(u64::from(shards) * size_of::<Shard>() as u64))?;
        list.resize_with(shards as usize, Shard::default);
        Ok(Sharder { seed, bits: shards.ilog2(), shards: list, collected: 0, value: None })
    }

    /// The keys that are pushed from now on have the value with this number. Call it before the
    /// first key: then [`drain`](Sharder::drain) returns entries, for a
    /// [`MapBuilder`](crate::MapBuilder).
    pub fn set_value(&mut self, value: u32) {
        self.value = Some(value);
    }

    /// The shard of a key.
    pub fn shard_of(&self, key: &[u8]) -> usize {
        digest::shard_of(digest::digest(key, self.seed), self.bits)
    }

    /// Adds entries, in the form of
    /// [`MapBuilder::push_entries`](crate::MapBuilder::push_entries).
    ///
    /// # Errors
    /// Not enough memory.
    pub fn push_entries(&mut self, bytes: &[u8]) -> Result<()> {
        entries_in(bytes).try_for_each(|(digest, value)| {
            self.value = Some(value);
            self.push_digest(digest)
        })
    }

    /// Removes and returns the digests of the keys of a shard, 16 bytes each, or the entries of
    /// the shard, 20 bytes each.
    pub fn drain(&mut self, shard: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(Shard { digests, values }) = self.shards.get_mut(shard) {
            self.collected -= digests.len() as u64;
            bytes.reserve_exact(16 * digests.len() + 4 * values.len());
            match self.value {
                None => digest::write_digests(digests.iter(), &mut bytes),
                Some(_) => write_entries(digests.iter().zip(values.iter()), &mut bytes),
            }
            digests.clear();
            values.clear();
        }
        bytes
    }
}

impl CollectKeys for Sharder {
    fn seed(&self) -> u32 {
        self.seed
    }

    fn push_digest(&mut self, digest: Digest) -> Result<()> {
        let collected = self.collected + 1;
        if let Some(Shard { digests, values }) =
            self.shards.get_mut(digest::shard_of(digest, self.bits))
        {
            digests.try_reserve(1).map_err(|_| MEMORY.broken_by(16 * collected))?;
            if let Some(value) = self.value {
                values.try_reserve(1).map_err(|_| MEMORY.broken_by(20 * collected))?;
                values.push(value);
            }
            digests.push(digest);
        }
        self.collected = collected;
        Ok(())
    }

    fn collected(&self) -> u64 {
        self.collected
    }
}
