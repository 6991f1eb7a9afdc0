//! Code for `edgebloom publish`: lists in shards, and the changes between two lists. Only the
//! larger module has this code.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, Collector, each_key, input, number};
use crate::builder::Builder;
use crate::format::native::{self, Metadata};
use crate::{changes, sharder};

/// Sorts keys into shards.
#[wasm_bindgen]
pub struct Sharder(sharder::Sharder);

#[wasm_bindgen]
impl Sharder {
    /// A sharder with `shards` shards, a power of 2.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32, shards: u32) -> Answer<Sharder> {
        Ok(Sharder(sharder::Sharder::new(seed, shards)?))
    }

    /// Adds the first `count` keys in the input range, of `length` bytes each.
    pub fn push(&mut self, length: usize, count: usize) -> Answer<()> {
        Ok(each_key(length, count, |key| self.0.push(key))?)
    }

    /// Adds the lines in the input range.
    #[wasm_bindgen(js_name = pushLines)]
    pub fn push_lines(&mut self, length: usize) -> Answer<()> {
        Ok(input(length, |text| self.0.push_lines(text))?)
    }

    /// Adds keys by their digests.
    #[wasm_bindgen(js_name = pushDigests)]
    pub fn push_digests(&mut self, digests: &[u8]) -> Answer<()> {
        Ok(self.0.push_digests(digests)?)
    }

    /// The number of keys it holds. Repeated keys count again.
    #[wasm_bindgen(getter)]
    pub fn collected(&self) -> f64 {
        number(self.0.collected())
    }

    /// Removes and returns the digests of the keys of a shard.
    pub fn take(&mut self, shard: usize) -> Vec<u8> {
        self.0.take(shard)
    }
}

/// The changes between two lists.
#[wasm_bindgen]
pub struct Changes(changes::Changes);

#[wasm_bindgen]
impl Changes {
    /// No changes.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript has no such trait")]
    pub fn new() -> Changes {
        Changes(changes::Changes::new())
    }

    /// Compares the next keys of the old list, by their digests in ascending order.
    pub fn compare(&mut self, new: &mut Collector, old: &[u8]) -> Answer<()> {
        Ok(self.0.compare(builder(new), old)?)
    }

    /// Call this after the last key of the old list.
    pub fn end(&mut self, new: &mut Collector) -> Answer<()> {
        Ok(self.0.end(builder(new))?)
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
    /// removed keys.
    pub fn layer(&self, new: &mut Collector, rate: f64, removals: &[u8]) -> Answer<Vec<u8>> {
        let mut file = Vec::new();
        for set in self.0.sets(builder(new), rate, removals)? {
            file.extend(native::write_static_set(&set, Metadata::default())?);
        }
        Ok(file)
    }
}

fn builder(collector: &mut Collector) -> &mut Builder {
    &mut collector.0
}
