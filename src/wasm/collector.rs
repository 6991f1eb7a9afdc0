//! Filters and static sets whose size depends on their keys. They are built on servers, so only the
//! larger module has this code.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, Filter, Layout, StaticSet, each_key, input, number};
use crate::builder::Builder;

/// Collects keys.
#[wasm_bindgen]
pub struct Collector(pub(super) Builder);

#[wasm_bindgen]
impl Collector {
    /// A collector without keys.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32) -> Collector {
        Collector(Builder::new(seed))
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

    /// The digests of `count` distinct keys, in ascending order, from index `first` on.
    pub fn digests(&mut self, first: usize, count: usize) -> Vec<u8> {
        let mut digests = Vec::new();
        self.0.write_digests(first, count, &mut digests);
        digests
    }

    /// The number of distinct keys.
    #[wasm_bindgen(getter)]
    pub fn distinct(&mut self) -> f64 {
        number(self.0.distinct())
    }

    /// The number of keys it holds. A repeated key counts until it is removed.
    #[wasm_bindgen(getter)]
    pub fn collected(&self) -> f64 {
        number(self.0.collected())
    }

    /// Makes a filter of the keys.
    pub fn finish(&mut self, layout: Layout, rate: f64) -> Answer<Filter> {
        let mut filter = self.0.finish(layout.into(), rate)?;
        filter.pack()?;
        Ok(filter.into())
    }

    /// Makes a static set of the keys. The collector is empty afterwards.
    #[wasm_bindgen(js_name = finishStatic)]
    pub fn finish_static(&mut self, rate: f64) -> Answer<StaticSet> {
        Ok(StaticSet(self.0.finish_static(rate)?))
    }
}
