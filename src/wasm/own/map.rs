//! Maps: static sets whose keys have values.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::format::{self, Metadata};
use crate::list::{self, CollectKeys};
use crate::static_set;
use crate::wasm::Answer;
use crate::wasm::collecting::texts_in;
use crate::wasm::file::{Header, Loading, checksum};
use crate::wasm::input::input;

/// Collects keys with the numbers of their values. Then it makes a map.
#[wasm_bindgen]
pub struct MapBuilder(list::MapBuilder);

collecting!(MapBuilder);

#[wasm_bindgen]
impl MapBuilder {
    /// A builder without keys.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32) -> MapBuilder {
        MapBuilder(list::MapBuilder::new(seed))
    }

    /// The keys that are pushed from now on have this value.
    #[wasm_bindgen(js_name = setValue)]
    pub fn set_value(&mut self, value: u32) {
        self.0.set_value(value);
    }

    /// Leaves one entry of each key. Returns the indices of each pair of entries with one digest
    /// and different values, one after the other. With `unite`, the bits of their values are united,
    /// and there are no such pairs.
    pub fn prepare(&mut self, unite: bool) -> Answer<Vec<u32>> {
        let conflicts = self.0.prepare(unite)?;
        Ok(conflicts.iter().flat_map(|one| [one.first, one.second]).collect())
    }

    /// The different values, in ascending order, after `prepare`.
    pub fn values(&self) -> Vec<u32> {
        self.0.values()
    }

    /// Makes the map. The text of each value is in UTF-8 in `texts`, one after the other.
    pub fn finish(&self, rate: f64, texts: &str, lengths: &[u32]) -> Answer<ValueMap> {
        Ok(ValueMap(self.0.finish(rate, &texts_in(texts, lengths))?))
    }
}

/// A map that does not change.
#[wasm_bindgen]
pub struct ValueMap(static_set::StaticMap);

queries!(ValueMap);

#[wasm_bindgen]
impl ValueMap {
    /// The number of the value of the key in the input range; -1 if it has none.
    pub fn get(&self, length: usize) -> i32 {
        let index = input(length, |key| self.0.index_of(key));
        index.map_or(-1, |index| index as i32)
    }

    /// The value with this number.
    pub fn value(&self, index: usize) -> String {
        self.0.values().nth(index).unwrap_or_default().into()
    }

    /// The number of different values.
    #[wasm_bindgen(getter)]
    pub fn values(&self) -> usize {
        self.0.values().len()
    }

    /// Makes the key in the input range an exception: from now on the answer is "no". True if it
    /// was not an exception yet.
    pub fn allow(&mut self, length: usize) -> Answer<bool> {
        Ok(input(length, |key| self.0.allow(key))?)
    }

    /// The file, with the name and version of the list.
    pub fn file(&self, name: &str, version: &str, form: &str) -> Answer<Vec<u8>> {
        Ok(format::static_map_to_bytes(&self.0, Metadata { name, version, key_form: form })?)
    }

    /// The header of its file.
    pub fn header(&self, name: &str, version: &str, form: &str) -> Answer<Header> {
        Header::of_bytes(&format::static_map_header(
            &self.0,
            Metadata { name, version, key_form: form },
        )?)
    }
}

#[wasm_bindgen]
impl Loading {
    /// As `filter`, for a map.
    #[wasm_bindgen(js_name = staticMap)]
    pub fn static_map(self) -> Answer<ValueMap> {
        Ok(ValueMap(self.0.static_map(checksum())?))
    }
}
