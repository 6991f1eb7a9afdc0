//! The model of the blocked layout: each key sets k bits inside one block of 512 bits.
//!
//! Blocks fill unevenly: their numbers of keys are binomially distributed, and a crowded block
//! answers "maybe" far more often than the average one. So the rate of the standard formula is too
//! low (F. Putze, P. Sanders and J. Singler, *Cache-, hash- and space-efficient Bloom filters*,
//! 2007). Here the rate of a block with j keys is [`mean_rate`] of 512 bits, averaged over the
//! distribution of j. Compared with the exact recurrence over occupied bits, the result is 0.003 %
//! too low at p = 1e-2, 0.06 % at 1e-4 and 0.3 % at 1e-5. The plain formula is 1.3 %, 4 % and 9 %
//! too low (docs/maintainers/decisions/hashing-and-layouts.md).

use super::elementary::exp;
use super::{ceil, false_positive_rate_exact, hashes_for_rate, log1p, mean_rate, optimal_bits};

/// The bits of a block: one cache line of 64 bytes.
pub const BLOCK_BITS: u64 = 512;

/// With more keys per block than this, the blocks fill so evenly that the standard formula is
/// valid. The weight of an empty block would be too small for a float.
const CROWDED: f64 = 600.0;

/// The mean rate over all blocked filters of `blocks` blocks with `n` keys and `k` probes.
///
/// ```
/// let p = edgebloom::params::blocked::rate(2_000, 100_000, 7);
/// assert!((p - 0.008_70).abs() < 0.000_01);
/// ```
pub fn rate(blocks: u64, n: u64, k: u64) -> f64 {
    let (keys, count) = (n as f64, blocks as f64);
    let load = keys / count;
    // With one probe per key, choosing a random block and then a bit is the same as choosing any
    // bit.
    if k == 1 || blocks == 1 || load > CROWDED {
        let rate = if blocks == 1 { mean_rate } else { false_positive_rate_exact };
        return rate(blocks.saturating_mul(BLOCK_BITS), n, k);
    }
    let mut weight = exp(keys * log1p(-1.0 / count));
    let mut sum = 0.0;
    // Loads above twice the mean plus 60 have a weight below 1e-20.
    for j in 0..(2.0 * load) as u64 + 60 {
        let number = j as f64;
        sum += weight * mean_rate(BLOCK_BITS, j, k);
        weight *= (keys - number).max(0.0) / ((count - 1.0) * (number + 1.0));
    }
    sum
}

/// The smallest number of blocks, and its k (at most `max_hashes`), whose rate at `n` keys is at
/// most `p`. `None` if that takes more than `max_blocks` blocks.
pub fn size(n: u64, p: f64, max_hashes: u64, max_blocks: u64) -> Option<(u64, u64)> {
    let mut best = None;
    let mut most = max_blocks;
    // The best k is not above that of the standard layout. Below the best k, the size only grows.
    let mut k = ceil(hashes_for_rate(p)).min(max_hashes);
    while k > 0 {
        // No blocked filter is smaller than a standard one with the same rate.
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
