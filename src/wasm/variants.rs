//! What only counting and scalable filters need.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Handle, count, engine, held, scheme, sure, write_numbers};
use crate::cells::Width;
use crate::chain::{Chain, Growth};
use crate::error::Result;
use crate::filter::{Filter, Head};
use crate::format::native::Start;

/// A filter by capacity and rate, with cells of 2^`width` bits; bits are sparse where that is worth it.
#[wasm_bindgen]
pub fn cells_with_rate(layout: u16, capacity: f64, rate: f64, seed: u32, width: u32) -> Handle {
    keep_cells(Head::with_rate(scheme(layout), count(capacity), rate, seed), width)
}

/// A filter by shape, with cells of 2^`width` bits; bits are sparse where that is worth it.
#[wasm_bindgen]
pub fn cells_with_shape(layout: u16, bits: f64, hashes: f64, seed: u32, width: u32) -> Handle {
    keep_cells(Head::with_shape(scheme(layout), count(bits), count(hashes), seed), width)
}

fn keep_cells(head: Result<Head>, width: u32) -> Handle {
    let width = sure(Width::from_log2(u64::from(width)));
    let made = head.and_then(|head| Filter::new(Head { width, ..head }));
    engine().keep(made.map(Chain::from))
}

/// A scalable filter.
#[wasm_bindgen]
pub fn scalable(
    layout: u16,
    capacity: f64,
    rate: f64,
    seed: u32,
    factor: f64,
    tightening: f64,
) -> Handle {
    let growth = Growth { factor: count(factor), tightening, rate };
    engine().keep(Chain::scalable(scheme(layout), count(capacity), seed, growth))
}

/// Removes the key in `input`; true if it was possibly in.
#[wasm_bindgen]
pub fn remove(filter: Handle, length: usize) -> bool {
    let engine = engine();
    let filter = sure(held(filter).single_mut().ok());
    filter.remove(engine.input.taken(length))
}

/// How often the key in `input` is in, at most.
#[wasm_bindgen]
pub fn count_of(filter: Handle, length: usize) -> u32 {
    let engine = engine();
    held(filter).newest().count(engine.input.taken(length)) as u32
}

/// How many counters are stuck.
#[wasm_bindgen]
pub fn stuck(filter: Handle) -> f64 {
    held(filter).newest().stuck() as f64
}

/// The plain filter of the keys in a counting one.
#[wasm_bindgen]
pub fn plain(filter: Handle) -> Handle {
    engine().keep_of(filter, Filter::plain)
}

/// Makes the cells of a filter packed.
#[wasm_bindgen]
pub fn pack(filter: Handle) -> i32 {
    engine().done(held(filter).single_mut().and_then(Filter::pack))
}

/// How many stages a chain has; 1 for a plain filter.
#[wasm_bindgen]
pub fn stage_count(filter: Handle) -> u32 {
    held(filter).stage_count() as u32
}

/// Writes the place in a chain of the dump whose first bytes are in `input` to `output`, as f64: the
/// number of the stage, how many there are, the factor, the tightening and the rate of the whole.
/// Nothing for a filter that is in none; how many numbers.
#[wasm_bindgen]
pub fn describe_stage(length: usize) -> i32 {
    let engine = engine();
    let start = match Start::read(engine.input.taken(length)) {
        Ok(start) => start,
        Err(error) => return engine.fail(error),
    };
    engine.output.clear();
    let Some(stage) = start.section.stage else { return 0 };
    let Growth { factor, tightening, rate } = stage.growth;
    let numbers = [stage.index as f64, stage.count as f64, factor as f64, tightening, rate];
    write_numbers(&mut engine.output, &numbers);
    numbers.len() as i32
}
