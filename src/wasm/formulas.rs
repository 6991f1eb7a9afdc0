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

/// [`params::false_positive_rate`] or, if asked, [`params::false_positive_rate_exact`].
#[wasm_bindgen]
pub fn false_positive_rate(m: f64, n: f64, k: f64, exact: bool) -> f64 {
    let rate = if exact { params::false_positive_rate_exact } else { params::false_positive_rate };
    rate(count(m), count(n), count(k))
}

/// [`params::capacity_for`].
#[wasm_bindgen]
pub fn capacity_for(m: f64, p: f64) -> f64 {
    params::capacity_for(count(m), p) as f64
}

/// [`params::capacity_with_hashes`].
#[wasm_bindgen]
pub fn capacity_with_hashes(m: f64, k: f64, p: f64) -> f64 {
    params::capacity_with_hashes(count(m), count(k), p) as f64
}
