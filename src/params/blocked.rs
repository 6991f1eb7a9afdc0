//! The model of the blocked layout: every key sets k bits inside one line of 512 bits.
//!
//! Lines fill unevenly: their loads are binomial, and a crowded line answers "possibly" far more
//! often than the average one. The standard formula therefore promises too much (F. Putze,
//! P. Sanders and J. Singler, *Cache-, hash- and space-efficient Bloom filters*, 2007). This model
//! is exact for independent hashes: the loads by their distribution, the occupied bits of a line by
//! a recurrence of positive terms only, so that nothing cancels at low rates.

use alloc::vec::Vec;

use libm::exp;

use super::{ceil, false_positive_rate_exact, hashes_for_rate, log1p, optimal_bits, power};

/// The bits of a line: one cache line of 64 bytes.
pub const LINE_BITS: u64 = 512;
const CELLS: usize = LINE_BITS as usize;

/// With more keys a line than this the lines fill so evenly that the standard formula holds, and
/// the weight of an empty line is no longer a number.
const CROWDED: f64 = 600.0;

/// The mean rate over all blocked filters of `lines` lines with `n` keys and `k` probes.
///
/// ```
/// let p = edgebloom::params::blocked::rate(2_000, 100_000, 7);
/// assert!((p - 0.011_97).abs() < 0.000_01);
/// ```
pub fn rate(lines: u64, n: u64, k: u64) -> f64 {
    let load = n as f64 / lines as f64;
    // One probe into a line that was chosen at random is a probe anywhere.
    if k == 1 || load > CROWDED {
        return false_positive_rate_exact(lines * LINE_BITS, n, k);
    }
    mean(&line_rates(k, load), lines, n)
}

/// The smallest (lines, k), k at most `max_hashes`, whose rate at `n` keys is at most `p`; `None`
/// when more than `max_lines` lines would be needed.
pub fn size(n: u64, p: f64, max_hashes: u64, max_lines: u64) -> Option<(u64, u64)> {
    // No blocked filter is smaller than the standard one of the same rate, nor is its best k
    // larger. The size falls with k to the best one, then rises.
    let least = (optimal_bits(n, p) / LINE_BITS).max(1);
    let mut best = None;
    let mut most = max_lines;
    let mut k = ceil(hashes_for_rate(p)).clamp(1, max_hashes);
    while k > 0 {
        let rates = if k == 1 { Vec::new() } else { line_rates(k, n as f64 / least as f64) };
        let meets = |lines: u64| {
            let rate = if k == 1 { rate(lines, n, k) } else { mean(&rates, lines, n) };
            rate <= p
        };
        if least <= most && meets(most) {
            let mut low = least;
            while low < most {
                let middle = low + (most - low) / 2;
                if meets(middle) {
                    most = middle;
                } else {
                    low = middle + 1;
                }
            }
            best = Some((most, k));
        } else if best.is_some() {
            break;
        }
        k -= 1;
    }
    best
}

/// The rates of lines that hold 0, 1, … keys, to far beyond `load` keys.
fn line_rates(k: u64, load: f64) -> Vec<f64> {
    // The rate of a line with each number of occupied bits, and how likely that number is.
    let mut rate_of = [0.0; CELLS + 1];
    for (count, rate) in rate_of.iter_mut().enumerate() {
        *rate = power(count as f64 / CELLS as f64, k as f64);
    }
    let mut occupied = [0.0; CELLS + 1];
    occupied[0] = 1.0;
    let mut rates = Vec::new();
    // The weight of a load beyond twice the mean and 60 more does not reach 1e-20.
    for _ in 0..(2.0 * load) as u64 + 60 {
        rates.push(occupied.iter().zip(&rate_of).map(|(probability, rate)| probability * rate).sum());
        for _ in 0..k {
            let mut carried = 0.0;
            for (count, probability) in occupied.iter_mut().enumerate() {
                let hit = *probability * count as f64 / CELLS as f64;
                let missed = *probability - hit;
                *probability = hit + carried;
                carried = missed;
            }
        }
    }
    rates
}

/// The mean of the rates over the binomial loads of `lines` lines that share `n` keys.
fn mean(rates: &[f64], lines: u64, n: u64) -> f64 {
    if lines == 1 {
        return rates.get(n as usize).copied().unwrap_or(1.0);
    }
    let odds = 1.0 / (lines as f64 - 1.0);
    let mut weight = exp(n as f64 * log1p(-1.0 / lines as f64));
    let mut sum = 0.0;
    for (load, rate) in rates.iter().enumerate() {
        sum += weight * rate;
        weight *= (n as f64 - load as f64).max(0.0) * odds / (load as f64 + 1.0);
    }
    sum
}
