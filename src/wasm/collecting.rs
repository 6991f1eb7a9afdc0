//! Collecting keys whose number is not known in advance.

use super::input::input;
use crate::error::Result;

/// Adding keys to what collects them.
macro_rules! collecting {
    ($class:ident) => {
        #[wasm_bindgen]
        impl $class {
            /// Adds the first `count` keys in the input range, of `length` bytes each.
            pub fn push(&mut self, length: usize, count: usize) -> $crate::wasm::Answer<()> {
                Ok($crate::wasm::collecting::each_key(length, count, |key| self.0.push(key))?)
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

/// The texts in one text, from their lengths in bytes.
pub(super) fn texts_in<'a>(mut all: &'a str, lengths: &[u32]) -> Vec<&'a str> {
    let next = |&length: &u32| {
        let (text, others) = all.split_at_checked(length as usize).unwrap_or((all, ""));
        all = others;
        text
    };
    lengths.iter().map(next).collect()
}
