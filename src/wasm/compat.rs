//! What only the filters of other systems need.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{FAILED, Handle, count, engine, held, sure, write_numbers};
use crate::chain::Chain;
use crate::error::Result;
use crate::filter::Filter;
use crate::format::redis_bitmap;
use crate::hash::mt19937::Generator;
use crate::hash::string_hashes::{Arithmetic, StringHash};

fn arithmetic(clean: bool) -> Arithmetic {
    if clean { Arithmetic::Clean32 } else { Arithmetic::Php }
}

/// A filter of string hashes; their ids are bytes in `input`.
#[wasm_bindgen]
pub fn php_redis(bits: f64, length: usize, clean: bool) -> Handle {
    let engine = engine();
    let ids = engine.input.taken(length).iter();
    let functions: alloc::vec::Vec<StringHash> =
        ids.filter_map(|&id| StringHash::from_id(u64::from(id))).collect();
    engine.keep(Filter::php_redis(count(bits), &functions, arithmetic(clean)).map(Chain::from))
}

/// A filter of drawn numbers.
#[wasm_bindgen]
pub fn crc32_mt(bits: f64, capacity: f64, php5: bool) -> Handle {
    let generator = if php5 { Generator::Php5 } else { Generator::Php8 };
    engine().keep(Filter::crc32_mt(count(bits), count(capacity), generator).map(Chain::from))
}

/// A filter of additive hashes; their seeds are i64 in `input`.
#[wasm_bindgen]
pub fn additive_partitioned(size: f64, length: usize) -> Handle {
    let engine = engine();
    let seeds: alloc::vec::Vec<i64> = engine
        .input
        .taken(length)
        .as_chunks()
        .0
        .iter()
        .map(|&seed| i64::from_le_bytes(seed))
        .collect();
    engine.keep(Filter::additive_partitioned(count(size), &seeds).map(Chain::from))
}

/// The hash of the key in `input` by the function of this id.
#[wasm_bindgen]
pub fn string_hash(function: u32, clean: bool, length: usize) -> u32 {
    let function = sure(StringHash::from_id(u64::from(function)));
    function.hash(engine().input.taken(length), arithmetic(clean))
}

/// Inserts the key in `input`, and writes what each of its bits was to `output`, a byte each; how many.
#[wasm_bindgen]
pub fn test_and_set(filter: Handle, length: usize) -> i32 {
    let engine = engine();
    let (input, output) = (&engine.input, &mut engine.output);
    output.clear();
    let set = held(filter)
        .single_mut()
        .and_then(|filter| filter.test_and_set(input.taken(length), |was| output.push(was.into())));
    match set {
        Ok(()) => engine.output.len() as i32,
        Err(error) => engine.fail(error),
    }
}

/// Writes the parameters of a filter's scheme to `output` as i64; how many.
#[wasm_bindgen]
pub fn parameters(filter: Handle) -> usize {
    let engine = engine();
    let parameters = held(filter).newest().parameters();
    engine.output.clear();
    for number in parameters {
        engine.output.extend_from_slice(&number.to_le_bytes());
    }
    parameters.len()
}

/// Sets the bits of a part of a Redis string, which starts at byte `start`.
#[wasm_bindgen]
pub fn read_bitmap(filter: Handle, start: f64, length: usize) -> i32 {
    let engine = engine();
    let read: Result<()> = held(filter)
        .single_mut()
        .and_then(|filter| redis_bitmap::read(filter, count(start), engine.input.taken(length)));
    engine.done(read)
}

/// Writes the positions of set bits from `start` up to `end` to `output` as f64, in no order; how many.
#[wasm_bindgen]
pub fn positions_between(filter: Handle, start: f64, end: f64) -> i32 {
    let engine = engine();
    let range = count(start)..count(end);
    engine.output.clear();
    let Ok(filter) = held(filter).single() else { return FAILED };
    filter.each_cell(|position, _| {
        if range.contains(&position) {
            write_numbers(&mut engine.output, &[position as f64]);
        }
    });
    (engine.output.len() / 8) as i32
}

/// Writes the allowed keys to `output`, each its length in four bytes, the low one first, and itself;
/// how many bytes.
#[wasm_bindgen]
pub fn allowed_keys(filter: Handle) -> usize {
    let engine = engine();
    engine.output.clear();
    held(filter).newest().each_allowed(|key| {
        engine.output.extend_from_slice(&(key.len() as u32).to_le_bytes());
        engine.output.extend_from_slice(key);
    });
    engine.output.len()
}
