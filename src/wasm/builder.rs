//! Collecting keys whose number is not known in advance.

use wasm_bindgen::prelude::wasm_bindgen;

use super::input::input;
use super::number;
use crate::error::Result;
use crate::list::{self, CollectKeys};

/// Adding keys to what collects them.
macro_rules! collecting {
    ($class:ident) => {
        #[wasm_bindgen]
        impl $class {
            /// Adds the first `count` keys in the input range, of `length` bytes each.
            pub fn push(&mut self, length: usize, count: usize) -> $crate::wasm::Answer<()> {
                Ok($crate::wasm::builder::each_key(length, count, |key| self.0.push(key))?)
            }

            /// Adds the lines in the input range.
            #[wasm_bindgen(js_name = pushLines)]
            pub fn push_lines(&mut self, length: usize) -> $crate::wasm::Answer<()> {
                Ok($crate::wasm::input::input(length, |text| self.0.push_lines(text))?)
            }

            /// The number of keys it holds. A repeated key counts again, until it is removed.
            #[wasm_bindgen(getter)]
            pub fn collected(&self) -> f64 {
                $crate::wasm::number(self.0.collected())
            }
        }
    };
}
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

/// Runs `take` on the first `count` keys in the input range, of `length` bytes each.
pub(super) fn each_key(
    length: usize,
    count: usize,
    mut take: impl FnMut(&[u8]) -> Result<()>,
) -> Result<()> {
    input(length.saturating_mul(count), |bytes| {
        (0..count).try_for_each(|i| take(bytes.get(length * i..length * (i + 1)).unwrap_or(&[])))
    })
}
