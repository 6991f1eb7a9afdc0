//! The cheat sheet for JavaScript, which has checked the numbers.

use wasm_bindgen::prelude::wasm_bindgen;

use super::count;
use crate::params;

/// [`params::optimal_bits`].
#[wasm_bindgen]
pub fn optimal_bits(n: f64, p: f64) -> f64 {
    params::optimal_bits(count(n), p) as f64
}

/// [`params::optimal_hashes`].
#[wasm_bindgen]
pub fn optimal_hashes(m: f64, n: f64) -> f64 {
    params::optimal_hashes(count(m), count(n)) as f64
}
