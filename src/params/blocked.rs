//! The model of the blocked layout: every key sets k bits inside one line of 512 bits.
//!
//! Lines fill unevenly: their loads are binomial, and a crowded line answers "maybe" far more
//! often than the average one. The standard formula therefore promises too much (F. Putze,
//! P. Sanders and J. Singler, *Cache-, hash- and space-efficient Bloom filters*, 2007). Here the
//! rate of a line with j keys is [`mean_rate`] of 512 bits, averaged over the distribution of j.
//! Against the exact recurrence over occupied bits that is 0.003 % too low at p = 1e-2, 0.06 % at
//! 1e-4, 0.3 % at 1e-5, where the plain formula is 1.3 %, 4 % and 9 % too low (docs/maintainers/design.md).

use super::elementary::exp;
use super::{ceil, false_positive_rate_exact, hashes_for_rate, log1p, mean_rate, optimal_bits};

/// The bits of a line: one cache line of 64 bytes.
pub const BLOCK_BITS: u64 = 512;

/// With more keys a line than this the lines fill so evenly that the standard formula holds, and
/// the weight of an empty line is no longer a number.
const CROWDED: f64 = 600.0;

/// The mean rate over all blocked filters of `lines` lines with `n` keys and `k` probes.
///
/// ```
/// let p = edgebloom::params::blocked::rate(2_000, 100_000, 7);
/// assert!((p - 0.008_70).abs() < 0.000_01);
/// ```
pub fn rate(lines: u64, n: u64, k: u64) -> f64 {
    let (keys, count) = (n as f64, lines as f64);
    let load = keys / count;
    // One probe into a line that was chosen at random is a probe anywhere.
    if k == 1 || lines == 1 || load > CROWDED {
        let rate = if lines == 1 { mean_rate } else { false_positive_rate_exact };
        return rate(lines.saturating_mul(BLOCK_BITS), n, k);
    }
    let mut weight = exp(keys * log1p(-1.0 / count));
    let mut sum = 0.0;
    // The weight of a load beyond twice the mean and 60 more does not reach 1e-20.
    for line in 0..(2.0 * load) as u64 + 60 {
        let number = line as f64;
        sum += weight * mean_rate(BLOCK_BITS, line, k);
        weight *= (keys - number).max(0.0) / ((count - 1.0) * (number + 1.0));
    }
    sum
}

/// The smallest (lines, k), k at most `max_hashes`, whose rate at `n` keys is at most `p`; `None`
/// when more than `max_lines` lines would be needed.
pub fn size(n: u64, p: f64, max_hashes: u64, max_lines: u64) -> Option<(u64, u64)> {
    let mut best = None;
    let mut most = max_lines;
    // The best k is not above the standard one; below the best one the size only rises.
    let mut k = ceil(hashes_for_rate(p)).min(max_hashes);
    while k > 0 {
        // No blocked filter is smaller than the standard one of the same rate.
        let mut low = (optimal_bits(n, p) / BLOCK_BITS).max(1);
        if low <= most && rate(most, n, k) <= p {
            while low < most {
                let middle = low + (most - low) / 2;
                if rate(middle, n, k) <= p {
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
