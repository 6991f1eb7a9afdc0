//! The cheat sheet: every sizing formula, for m bits, n keys, k probes per key and error rate p.
//!
//! Logarithms and exponentials are our own on every platform, so that a filter sized
//! in a browser has the same number of bits as one sized on a server.
//!
//! Sources: B. Bloom, *Space/time trade-offs in hash coding with allowable errors*, CACM 13 (1970);
//! A. Broder and M. Mitzenmacher, *Network applications of Bloom filters* (2004); P. Bose et al.,
//! *On the false-positive rate of Bloom filters*, IPL 108 (2008).

pub mod blocked;
mod elementary;
pub(crate) mod exact_log;

use core::f64::consts::LN_2;

use elementary::{exp, log};

/// The number of bits with which a standard filter for `n` keys reaches the rate `p`, when k need
/// not be whole: ceil(−n ln p / ln² 2). About 9.585 bits per key for 1 %.
///
/// ```
/// assert_eq!(edgebloom::params::optimal_bits(1_000_000, 0.01), 9_585_059);
/// ```
pub fn optimal_bits(n: u64, p: f64) -> u64 {
    ceil(n as f64 * -log(p) / (LN_2 * LN_2))
}

/// The best whole number of probes for `m` bits and `n` keys: the neighbour of (m/n) ln 2 with the
/// lower rate, and the smaller of two equals. At least 1.
///
/// ```
/// assert_eq!(edgebloom::params::optimal_hashes(9_585_059, 1_000_000), 7);
/// ```
pub fn optimal_hashes(m: u64, n: u64) -> u64 {
    let low = ((m as f64 / n as f64 * LN_2) as u64).max(1);
    let high = low.saturating_add(1);
    if false_positive_rate(m, n, high) < false_positive_rate(m, n, low) { high } else { low }
}

/// The number of probes for the rate `p` alone, not rounded: −log2 p.
pub fn hashes_for_rate(p: f64) -> f64 {
    -log(p) / LN_2
}

/// The usual approximation of the rate: (1 − e^(−kn/m))^k.
///
/// ```
/// let p = edgebloom::params::false_positive_rate(9_585_059, 1_000_000, 7);
/// assert!((p - 0.010_039).abs() < 1e-6);
/// ```
pub fn false_positive_rate(m: u64, n: u64, k: u64) -> f64 {
    let fill = -expm1(-(k as f64) * n as f64 / m as f64);
    power(fill, k as f64)
}

/// The rate at the mean fill: (1 − (1 − 1/m)^(kn))^k, the form that the literature calls exact.
/// [`mean_rate`] also counts the spread of the fill.
///
/// ```
/// let p = edgebloom::params::false_positive_rate_exact(8, 1, 3);
/// assert!((p - 0.035_963_2).abs() < 1e-6);
/// ```
pub fn false_positive_rate_exact(m: u64, n: u64, k: u64) -> f64 {
    power(filled(m as f64, n as f64 * k as f64), k as f64)
}

/// The rate of a partitioned filter whose slices have `slice` bits each: (1 − (1 − 1/s)^n)^k.
pub fn partitioned_rate(slice: u64, n: u64, k: u64) -> f64 {
    power(filled(slice as f64, n as f64), k as f64)
}

/// The expected share of `cells` cells that `balls` balls hit.
fn filled(cells: f64, balls: f64) -> f64 {
    // No balls in one cell would be 0 times infinity.
    if balls > 0.0 { -expm1(balls * log1p(-1.0 / cells)) } else { 0.0 }
}

/// The mean rate over all filters with `m` bits, `n` keys and `k` independent uniform probes, with
/// the spread of the fill to the second order: what a perfect hash would show when measured. It is
/// above [`false_positive_rate_exact`] by 1 % at n = 100, p = 1e-3 and by nothing at n = 10⁶.
pub fn mean_rate(m: u64, n: u64, k: u64) -> f64 {
    let (bits, balls, probes) = (m as f64, n as f64 * k as f64, k as f64);
    let empty = exp(balls * log1p(-1.0 / bits));
    let fill = 1.0 - empty;
    if fill <= 0.0 {
        return 0.0;
    }
    // E[Y²] of the share Y of empty cells: two cells, equal or not, are both empty.
    let both = if m > 1 { exp(balls * log1p(-2.0 / bits)) } else { 0.0 };
    let variance = (empty / bits + (1.0 - 1.0 / bits) * both - empty * empty).max(0.0);
    power(fill, probes) * (1.0 + probes * (probes - 1.0) / 2.0 * variance / (fill * fill))
}

/// The lowest rate that `m` bits can give for `n` keys: 2^(−(m/n) ln 2), about 0.6185^(m/n).
pub fn minimal_rate(m: u64, n: u64) -> f64 {
    exp(-(m as f64) / n as f64 * LN_2 * LN_2)
}

/// How many keys `m` bits hold at the rate `p`, with the best k: floor(m ln² 2 / −ln p).
pub fn capacity_for(m: u64, p: f64) -> u64 {
    (m as f64 * LN_2 * LN_2 / -log(p)) as u64
}

/// How many keys `m` bits with `k` probes hold at the rate `p`: floor(−m ln(1 − p^(1/k)) / k).
pub fn capacity_with_hashes(m: u64, k: u64, p: f64) -> u64 {
    let fill = exp(log(p) / k as f64);
    (-(m as f64) * log1p(-fill) / k as f64) as u64
}

/// No structure that answers membership at the rate `p` is smaller: n log2(1/p) bits.
pub fn lower_bound_bits(n: u64, p: f64) -> f64 {
    n as f64 * hashes_for_rate(p)
}

/// How many distinct keys set `set` of `m` bits, most likely: −(m/k) ln(1 − set/m)
/// (Swamidass and Baldi 2007). Infinite when all bits are set.
///
/// ```
/// assert_eq!(edgebloom::params::estimated_count(1000, 1, 0), 0.0);
/// assert!((edgebloom::params::estimated_count(9586, 7, 4968) - 1000.0).abs() < 1.0);
/// ```
pub fn estimated_count(m: u64, k: u64, set: u64) -> f64 {
    let filled = -(m as f64) / k as f64 * log1p(-(set as f64) / m as f64);
    // −0 for an empty filter would print as such.
    filled + 0.0
}

/// The smallest whole number that is not below a positive `x`; the largest u64 if there is none.
pub(crate) fn ceil(x: f64) -> u64 {
    let floor = x as u64;
    floor.saturating_add(u64::from((floor as f64) < x))
}

/// e^x − 1 without cancellation, by W. Kahan's correction: the error of the rounded e^x is undone
/// by its own logarithm. As exact as the library's own, for none of its size.
fn expm1(x: f64) -> f64 {
    let rounded = exp(x);
    let less_one = rounded - 1.0;
    if less_one == 0.0 {
        x
    } else if less_one == -1.0 {
        -1.0
    } else {
        less_one * (x / log(rounded))
    }
}

/// ln(1 + x), likewise.
fn log1p(x: f64) -> f64 {
    let rounded = 1.0 + x;
    let less_one = rounded - 1.0;
    if less_one == 0.0 { x } else { log(rounded) * (x / less_one) }
}

pub(crate) fn power(base: f64, exponent: f64) -> f64 {
    if base <= 0.0 { 0.0 } else { exp(exponent * log(base)) }
}
