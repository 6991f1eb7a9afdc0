//! Filters under a secret key. It comes through `input`, where it does not stay.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Engine, Handle, count, engine, keep_plain, scheme, sure};
use crate::error::Result;
use crate::filter::{Filter, Head};
use crate::scheme::SecretKey;

impl Engine {
    /// The secret key that JavaScript has just written.
    fn taken_key(&mut self) -> SecretKey {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut self.input.0);
        let key = sure(bytes.first_chunk_mut());
        let secret = SecretKey::new(key);
        *key = [0; 16];
        secret
    }
}

/// A keyed filter by capacity and rate; its key is in `input`.
#[wasm_bindgen]
pub fn keyed_with_rate(id: u16, capacity: f64, rate: f64) -> Handle {
    keep(Head::with_rate(scheme(id), count(capacity), rate, 0))
}

/// A keyed filter by shape; its key is in `input`.
#[wasm_bindgen]
pub fn keyed_with_shape(id: u16, bits: f64, hashes: f64) -> Handle {
    keep(Head::with_shape(scheme(id), count(bits), count(hashes), 0))
}

fn keep(head: Result<Head>) -> Handle {
    let secret = engine().taken_key();
    keep_plain(head.and_then(|head| Filter::with_key(head, &secret)))
}

/// The dump that is loaded next is that of a keyed filter, whose key is in `input`.
#[wasm_bindgen]
pub fn expect_keyed() {
    let engine = engine();
    engine.secret = Some(engine.taken_key());
}

/// The dump that is loaded next is that of a filter without a key.
#[wasm_bindgen]
pub fn expect_unkeyed() {
    engine().secret = None;
}
