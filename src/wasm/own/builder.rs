//! Collects keys for a filter or a static set.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::list::{self, CollectKeys};
use crate::wasm::number;

/// Collects keys. Then it makes a filter or a static set of them.
#[wasm_bindgen]
pub struct Builder(pub(super) list::Builder);

collecting!(Builder);

#[wasm_bindgen]
impl Builder {
    /// A builder without keys.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32) -> Builder {
        Builder(list::Builder::new(seed))
    }

    /// The number of distinct keys.
    #[wasm_bindgen(getter)]
    pub fn distinct(&mut self) -> f64 {
        number(self.0.distinct())
    }
}
