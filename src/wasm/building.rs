//! Filters for keys whose number is not known before they have all been seen.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Handle, engine, held, scheme};
use crate::builder::Builder;

/// Begins a filter whose size depends on its keys; a begun one is forgotten.
#[wasm_bindgen]
pub fn begin_build(seed: u32) {
    engine().builder = Builder::new(seed);
}

/// Takes the key in `input` in.
#[wasm_bindgen]
pub fn push(length: usize) -> i32 {
    let engine = engine();
    let pushed = engine.builder.push(engine.input.taken(length));
    engine.done(pushed)
}

/// Takes the lines of `input` in.
#[wasm_bindgen]
pub fn push_lines(length: usize) -> i32 {
    let engine = engine();
    let pushed = engine.builder.push_lines(engine.input.taken(length));
    engine.done(pushed)
}

/// How many distinct keys there are so far.
#[wasm_bindgen]
pub fn distinct() -> f64 {
    engine().builder.distinct() as f64
}

/// The filter of the keys; its number.
#[wasm_bindgen]
pub fn finish_build(layout: u16, rate: f64) -> Handle {
    let engine = engine();
    let result =
        core::mem::replace(&mut engine.builder, Builder::new(0)).finish(scheme(layout), rate);
    engine.keep(result.map(held::holding))
}
