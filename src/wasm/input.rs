//! The input range: JavaScript writes keys, lines and the start of files there. It stays in place
//! from call to call, so JavaScript writes through one view, and no key is allocated.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use super::Answer;
use crate::cells::packed::{MEMORY, zeroed_words};

/// Large enough for most keys. Pieces of lists of this size stay in the second-level cache.
const INPUT_BYTES: usize = 1 << 16;

thread_local! {
    /// The range. It consists of words.
    pub(super) static INPUT: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// The first `length` bytes of the input range.
#[inline(always)]
pub(super) fn input<T>(length: usize, take: impl FnOnce(&[u8]) -> T) -> T {
    INPUT.with_borrow(|words| {
        let bytes: &[u8] = bytemuck::cast_slice(words);
        take(bytes.get(..length).unwrap_or(bytes))
    })
}

/// The address of the input range, after the first [`resize_input`].
#[wasm_bindgen(js_name = inputStart)]
pub fn input_start() -> usize {
    INPUT.with_borrow(|words| words.as_ptr() as usize)
}

/// Resizes the input range to `size` bytes, but at least to its usual size. Returns its new size.
#[wasm_bindgen(js_name = resizeInput)]
pub fn resize_input(size: usize) -> Answer<usize> {
    let size = size.max(INPUT_BYTES);
    INPUT.with_borrow_mut(|input| {
        match zeroed_words(size.div_ceil(8) as u64, &MEMORY) {
            Ok(words) => *input = words,
            // If there is no memory for a smaller range, the large one stays.
            Err(_) if size <= input.len() * 8 => {}
            Err(error) => return Err(error.into()),
        }
        Ok(input.len() * 8)
    })
}
