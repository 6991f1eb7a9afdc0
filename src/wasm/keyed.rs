//! Filters under a secret key. The key is passed through the input range and erased there.

use wasm_bindgen::prelude::wasm_bindgen;

use super::dumps::Loading;
use super::{Answer, Filter, INPUT, Layout, count, input};
use crate::error::{Code, Result, Rule};
use crate::filter::{self, Head};
use crate::format::native;
use crate::scheme::{Scheme, SecretKey};

/// Takes the secret key that follows the first `offset` bytes of the input range, and overwrites it
/// there.
fn taken_key(offset: usize) -> Result<SecretKey> {
    static LENGTH: Rule = Rule::new(Code::Argument, "key", "16 bytes");
    INPUT.with_borrow_mut(|words| {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
        let key = bytes.get_mut(offset..).and_then(|bytes| bytes.first_chunk_mut());
        let Some(key) = key else { return Err(LENGTH.broken()) };
        let secret = SecretKey::new(key);
        *key = [0; 16];
        Ok(secret)
    })
}

/// The keyed scheme with this layout.
fn keyed(layout: Layout) -> Scheme {
    match layout {
        Layout::Partitioned => Scheme::KeyedPartitioned,
        Layout::Blocked => Scheme::KeyedBlocked,
        _ => Scheme::KeyedStandard,
    }
}

#[wasm_bindgen]
impl Filter {
    /// An empty keyed filter with this capacity and rate. Its secret key is in the input range.
    #[wasm_bindgen(js_name = keyedWithRate)]
    pub fn keyed_with_rate(layout: Layout, capacity: f64, rate: f64) -> Answer<Filter> {
        let secret = taken_key(0)?;
        let head = Head::with_rate(keyed(layout), count(capacity), rate, 0)?;
        Ok(filter::Filter::with_key(head, &secret)?.into())
    }

    /// An empty keyed filter with this shape. Its secret key is in the input range.
    #[wasm_bindgen(js_name = keyedWithShape)]
    pub fn keyed_with_shape(layout: Layout, bits: f64, hashes: f64) -> Answer<Filter> {
        let secret = taken_key(0)?;
        let head = Head::with_shape(keyed(layout), count(bits), count(hashes), 0)?;
        Ok(filter::Filter::with_key(head, &secret)?.into())
    }
}

#[wasm_bindgen]
impl Loading {
    /// As [`Loading::begin`], for a keyed filter. Its secret key follows the first bytes in the
    /// input range.
    #[wasm_bindgen(js_name = beginKeyed)]
    pub fn begin_keyed(length: usize, total: f64) -> Answer<Loading> {
        let secret = taken_key(length)?;
        Ok(Loading(input(length, |start| {
            native::Loading::begin_keyed(start, count(total), &secret)
        })?))
    }
}
