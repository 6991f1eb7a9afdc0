//! What only `edgebloom publish` needs: lists in shards, the files of a published set, and the
//! changes between two lists. Digests go in and out as bytes, 16 for each key.

use wasm_bindgen::prelude::wasm_bindgen;

use super::builder::Builder;
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

    /// Adds keys by their digests.
    #[wasm_bindgen(js_name = pushDigests)]
    pub fn push_digests(&mut self, digests: &[u8]) -> Answer<()> {
        Ok(self.0.push_digests(digests)?)
    }

    /// Removes and returns the digests of the keys of a shard.
    pub fn drain(&mut self, shard: usize) -> Vec<u8> {
        self.0.drain(shard)
    }
}

#[wasm_bindgen]
impl Builder {
    /// Adds keys by their digests.
    #[wasm_bindgen(js_name = pushDigests)]
    pub fn push_digests(&mut self, digests: &[u8]) -> Answer<()> {
        Ok(self.0.push_digests(digests)?)
    }

    /// The digests of `count` distinct keys, in ascending order, from index `first` on.
    pub fn digests(&mut self, first: usize, count: usize) -> Vec<u8> {
        let mut digests = Vec::new();
        self.0.write_digests(first, count, &mut digests);
        digests
    }

    /// The digests among these, in their order, that are not those of its keys.
    pub fn without(&mut self, digests: &[u8]) -> Vec<u8> {
        self.0.without(digests)
    }

    /// The file of a filter of the keys, in the standard layout.
    #[wasm_bindgen(js_name = filterFile)]
    pub fn filter_file(&mut self, rate: f64) -> Answer<Vec<u8>> {
        let mut filter = self.0.finish(Layout::Standard, rate)?;
        filter.pack()?;
        Ok(format::to_bytes_with(&filter, Metadata::default())?)
    }

    /// The file of a static set of the keys. The builder is empty afterwards.
    #[wasm_bindgen(js_name = staticFile)]
    pub fn static_file(&mut self, rate: f64) -> Answer<Vec<u8>> {
        let set = self.0.finish_static(rate)?;
        Ok(format::static_set_to_bytes(&set, Metadata::default())?)
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

    /// Compares the next keys of the old list, by their digests in ascending order.
    pub fn compare(&mut self, new: &mut Builder, old: &[u8]) -> Answer<()> {
        Ok(self.0.compare(&mut new.0, old)?)
    }

    /// Call this after the last key of the old list.
    pub fn end(&mut self, new: &mut Builder) -> Answer<()> {
        Ok(self.0.end(&mut new.0)?)
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

    /// Writes the file of a layer: the set of the added keys at an error rate, then the sets of the
    /// removed keys. `removals` and `hits` are as for [`list::Changes::sets`].
    pub fn layer(
        &self,
        new: &mut Builder,
        rate: f64,
        removals: &[u8],
        hits: &[u8],
    ) -> Answer<Vec<u8>> {
        let mut file = Vec::new();
        for set in self.0.sets(&mut new.0, rate, removals, hits)? {
            file.extend(format::static_set_to_bytes(&set, Metadata::default())?);
        }
        Ok(file)
    }
}
