//! What only `edgebloom publish` needs: lists in shards, the files of a published set, and the
//! changes between two lists. Keys go in and out as bytes: 16 for the digest of each key, and 4 more
//! in the lists of maps, for the number of its value.

use wasm_bindgen::prelude::wasm_bindgen;

use super::collecting::texts_in;
use super::{Answer, number};
use crate::format::{self, Metadata};
use crate::layout::Layout;
use crate::list::{self, CollectKeys};

/// Sorts keys into shards.
#[wasm_bindgen]
pub struct Sharder(list::Sharder);

collecting!(Sharder);

#[wasm_bindgen]
impl Sharder {
    /// A sharder with `shards` shards, a power of 2.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32, shards: u32) -> Answer<Sharder> {
        Ok(Sharder(list::Sharder::new(seed, shards)?))
    }

    /// The keys that are pushed from now on have this value. Call it before the first key, or
    /// never.
    #[wasm_bindgen(js_name = setValue)]
    pub fn set_value(&mut self, value: u32) {
        self.0.set_value(value);
    }

    /// Adds keys by their digests.
    #[wasm_bindgen(js_name = pushDigests)]
    pub fn push_digests(&mut self, digests: &[u8]) -> Answer<()> {
        Ok(self.0.push_digests(digests)?)
    }

    /// Adds keys by their digests and values.
    #[wasm_bindgen(js_name = pushEntries)]
    pub fn push_entries(&mut self, entries: &[u8]) -> Answer<()> {
        Ok(self.0.push_entries(entries)?)
    }

    /// Removes and returns the digests, or the entries, of the keys of a shard.
    pub fn drain(&mut self, shard: usize) -> Vec<u8> {
        self.0.drain(shard)
    }
}

/// The list of a shard: keys, or keys with values.
#[wasm_bindgen]
pub struct ShardList(Keys);

enum Keys {
    Set(list::Builder),
    Map(list::MapBuilder),
}

#[wasm_bindgen]
impl ShardList {
    /// A list without keys.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32, has_values: bool) -> ShardList {
        ShardList(match has_values {
            false => Keys::Set(list::Builder::new(seed)),
            true => Keys::Map(list::MapBuilder::new(seed)),
        })
    }

    /// Adds keys: digests, or entries.
    pub fn push(&mut self, keys: &[u8]) -> Answer<()> {
        match &mut self.0 {
            Keys::Set(list) => list.push_digests(keys)?,
            Keys::Map(list) => list.push_entries(keys)?,
        }
        Ok(())
    }

    /// Call this after the last key. Returns the digests of keys that have several values: always
    /// none with `unite`, which unites the bits of the values.
    pub fn prepare(&mut self, unite: bool) -> Answer<Vec<u8>> {
        let Keys::Map(list) = &mut self.0 else { return Ok(Vec::new()) };
        let conflicts = list.prepare(unite)?;
        Ok(conflicts.iter().flat_map(|one| one.digest).flat_map(u32::to_le_bytes).collect())
    }

    /// The number of distinct keys.
    #[wasm_bindgen(getter)]
    pub fn distinct(&mut self) -> f64 {
        number(match &mut self.0 {
            Keys::Set(list) => list.distinct(),
            Keys::Map(list) => list.collected(),
        })
    }

    /// The digests, or the entries, of `count` distinct keys, in ascending order, from index
    /// `first` on.
    pub fn keys(&mut self, first: usize, count: usize) -> Vec<u8> {
        let mut keys = Vec::new();
        match &mut self.0 {
            Keys::Set(list) => list.write_digests(first, count, &mut keys),
            Keys::Map(list) => list.write_entries(first, count, &mut keys),
        }
        keys
    }

    /// The digests among these, in their order, that are not those of its keys.
    pub fn without(&mut self, digests: &[u8]) -> Vec<u8> {
        match &mut self.0 {
            Keys::Set(list) => list.without(digests),
            Keys::Map(list) => list.without(digests),
        }
    }

    /// The numbers of the values in the list, in ascending order.
    pub fn values(&self) -> Vec<u32> {
        match &self.0 {
            Keys::Set(_) => Vec::new(),
            Keys::Map(list) => list.values(),
        }
    }

    /// The file of a map, of a static set, or of a filter in the standard layout. The list of a
    /// static set is empty afterwards. The texts of the values are in `texts`, one after the other.
    pub fn base(
        &mut self,
        is_static: bool,
        rate: f64,
        texts: &str,
        lengths: &[u32],
    ) -> Answer<Vec<u8>> {
        let list = match &mut self.0 {
            Keys::Map(list) => {
                let map = list.finish(rate, &texts_in(texts, lengths))?;
                return Ok(format::static_map_to_bytes(&map, Metadata::default())?);
            }
            Keys::Set(list) => list,
        };
        if is_static {
            let set = list.finish_static(rate)?;
            return Ok(format::static_set_to_bytes(&set, Metadata::default())?);
        }
        let mut filter = list.finish(Layout::Standard, rate)?;
        filter.pack()?;
        Ok(format::to_bytes_with(&filter, Metadata::default())?)
    }
}

/// The changes between two lists.
#[wasm_bindgen]
pub struct Changes(list::Changes);

#[wasm_bindgen]
impl Changes {
    /// No changes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Changes {
        Changes(list::Changes::new())
    }

    /// Compares the next keys of the old list: digests, or entries, in ascending order.
    pub fn compare(&mut self, new: &mut ShardList, old: &[u8]) -> Answer<()> {
        match &mut new.0 {
            Keys::Set(list) => self.0.compare(list, old)?,
            Keys::Map(list) => self.0.compare_map(list, old)?,
        }
        Ok(())
    }

    /// Call this after the last key of the old list.
    pub fn end(&mut self, new: &mut ShardList) -> Answer<()> {
        match &mut new.0 {
            Keys::Set(list) => self.0.end(list)?,
            Keys::Map(list) => self.0.end_map(list)?,
        }
        Ok(())
    }

    /// The number of added keys.
    #[wasm_bindgen(getter)]
    pub fn added(&self) -> f64 {
        number(self.0.added())
    }

    /// The number of removed keys.
    #[wasm_bindgen(getter)]
    pub fn removed(&self) -> f64 {
        number(self.0.removed())
    }

    /// The digests of the added keys, in ascending order.
    #[wasm_bindgen(js_name = addedDigests)]
    pub fn added_digests(&self) -> Vec<u8> {
        self.0.added_digests()
    }

    /// The digests of the removed keys, in ascending order.
    #[wasm_bindgen(js_name = removedDigests)]
    pub fn removed_digests(&self) -> Vec<u8> {
        self.0.removed_digests()
    }

    /// Combines earlier changes with these. `added` and `removed` are the digests of the earlier
    /// changes.
    pub fn after(&self, added: &[u8], removed: &[u8]) -> Answer<Changes> {
        Ok(Changes(self.0.after(added, removed)?))
    }

    /// Writes the file of a layer: the set, or the map, of the added keys at an error rate, then the
    /// sets of the removed keys. `removals` and `hits` are as for [`list::Changes::sets`], `texts`
    /// and `lengths` as for [`ShardList::base`].
    pub fn layer(
        &self,
        new: &mut ShardList,
        rate: f64,
        texts: &str,
        lengths: &[u32],
        removals: &[u8],
        hits: &[u8],
    ) -> Answer<Vec<u8>> {
        let mut file = Vec::new();
        let sets = match &mut new.0 {
            Keys::Set(list) => self.0.sets(list, rate, removals, hits)?,
            Keys::Map(list) => {
                let texts = texts_in(texts, lengths);
                let (map, sets) = self.0.map_and_sets(list, &texts, rate, removals, hits)?;
                file = format::static_map_to_bytes(&map, Metadata::default())?;
                sets
            }
        };
        for set in sets {
            file.extend(format::static_set_to_bytes(&set, Metadata::default())?);
        }
        Ok(file)
    }
}
