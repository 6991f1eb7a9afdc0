//! The queries that all classes have, and what all filters have that take keys.

use super::Answer;
use super::input::input;
use crate::cells::packed::MEMORY;

/// The keys in the input range, with their lengths before them.
pub(super) fn many<T>(count: usize, length: usize, take: impl FnOnce(&[u8], &[u32]) -> T) -> T {
    input(length, |bytes| {
        let (lengths, text) = bytes.split_at_checked(4 * count).unwrap_or((bytes, &[]));
        take(text, bytemuck::try_cast_slice(lengths).unwrap_or(&[]))
    })
}

/// Collects the answers for the lines in `length` bytes. `write` passes them on in pieces.
pub(super) fn answers(length: usize, write: impl FnOnce(&mut dyn FnMut(&[u8]))) -> Answer<Vec<u8>> {
    // A line takes at least two bytes, including its end.
    let most = length / 2 + 1;
    let mut answers = Vec::new();
    answers.try_reserve_exact(most).map_err(|_| MEMORY.broken_by(most as u64))?;
    write(&mut |more| answers.extend_from_slice(more));
    Ok(answers)
}

/// Collects the answers for `count` keys in the input range. `write` passes them on in pieces.
pub(super) fn answers_of_many(
    count: usize,
    length: usize,
    write: impl FnOnce(&[u8], &[u32], &mut dyn FnMut(&[u8])),
) -> Vec<u8> {
    let mut answers = Vec::new();
    many(count, length, |text, lengths| {
        write(text, lengths, &mut |more| answers.extend_from_slice(more));
    });
    answers
}

/// The queries that all classes have.
macro_rules! queries {
    ($class:ident) => {
        #[wasm_bindgen]
        impl $class {
            /// True if the key in the input range may be in the filter.
            pub fn contains(&self, length: usize) -> bool {
                $crate::wasm::input::input(length, |key| self.0.contains(key))
            }

            /// One byte for each line of the input range: 1 is maybe, 0 is no.
            #[wasm_bindgen(js_name = containsLines)]
            pub fn contains_lines(&self, length: usize) -> $crate::wasm::Answer<Vec<u8>> {
                use $crate::wasm::{input::input, queries::answers};
                answers(length, |take| input(length, |text| self.0.answer_lines(text, take)))
            }

            /// One byte for each of `count` keys: 1 is maybe, 0 is no. The input range has the
            /// length of each key in four bytes, and then the keys.
            #[wasm_bindgen(js_name = containsMany)]
            pub fn contains_many(&self, count: usize, length: usize) -> Vec<u8> {
                $crate::wasm::queries::answers_of_many(count, length, |text, lengths, take| {
                    self.0.answer_keys(text, lengths, take);
                })
            }
        }
    };
}
/// Adding keys to a filter.
macro_rules! insertions {
    ($class:ident) => {
        #[wasm_bindgen]
        impl $class {
            /// Inserts the key in the input range. True if it was certainly new. Returns nothing on
            /// an error; nothing has changed then, and `insertOrThrow` throws the error. (A result
            /// that can throw is passed through memory. This one is a number.)
            pub fn insert(&mut self, length: usize) -> Option<bool> {
                $crate::wasm::input::input(length, |key| self.0.insert(key)).ok()
            }

            /// As `insert`, but throws an error.
            #[wasm_bindgen(js_name = insertOrThrow)]
            pub fn insert_or_throw(&mut self, length: usize) -> $crate::wasm::Answer<bool> {
                Ok($crate::wasm::input::input(length, |key| self.0.insert(key))?)
            }

            /// Inserts the lines of the input range. Returns the number of lines that changed the
            /// filter.
            #[wasm_bindgen(js_name = insertLines)]
            pub fn insert_lines(&mut self, length: usize) -> $crate::wasm::Answer<f64> {
                let changed = $crate::wasm::input::input(length, |text| self.0.insert_lines(text))?;
                Ok($crate::wasm::number(changed))
            }

            /// Inserts `count` keys. Returns the number of keys that changed the filter. The input
            /// range is as for `containsMany`.
            #[wasm_bindgen(js_name = insertMany)]
            pub fn insert_many(
                &mut self,
                count: usize,
                length: usize,
            ) -> $crate::wasm::Answer<f64> {
                let changed = $crate::wasm::queries::many(count, length, |text, lengths| {
                    self.0.insert_keys(text, lengths)
                })?;
                Ok($crate::wasm::number(changed))
            }

            /// A copy.
            pub fn copy(&self) -> $crate::wasm::Answer<$class> {
                Ok($class(self.0.copy()?))
            }

            /// True if this filter and another one have the same content.
            pub fn equals(&self, other: &$class) -> bool {
                self.0.equals(&other.0)
            }

            /// Removes all keys.
            pub fn clear(&mut self) {
                self.0.clear();
            }

            /// Estimates: the number of cells that are set, the number of keys, and the
            /// false-positive rate.
            pub fn estimate(&self) -> Vec<f64> {
                let estimate = self.0.estimate();
                vec![$crate::wasm::number(estimate.set), estimate.count, estimate.rate]
            }
        }
    };
}
