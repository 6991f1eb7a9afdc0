//! All sizing formulas, for m bits, n keys, k probes per key and error rate p.
//!
//! Logarithms and exponentials are computed by this crate on every platform. So a filter has the
//! same number of bits whether it is sized in a browser or on a server.
//!
//! Sources: B. Bloom, *Space/time trade-offs in hash coding with allowable errors*, CACM 13 (1970);
//! A. Broder and M. Mitzenmacher, *Network applications of Bloom filters* (2004); P. Bose et al.,
//! *On the false-positive rate of Bloom filters*, IPL 108 (2008).

pub mod blocked;
pub(crate) mod elementary;

use core::f64::consts::LN_2;

use elementary::{exp, log};

/// The number of bits with which a standard filter for `n` keys reaches the rate `p` if k may be a
/// fraction: ceil(−n ln p / ln² 2). About 9.585 bits per key for 1 %.
///
/// ```
/// assert_eq!(edgebloom::params::optimal_bits(1_000_000, 0.01), 9_585_059);
/// ```
pub fn optimal_bits(n: u64, p: f64) -> u64 {
    ceil(n as f64 * -log(p) / (LN_2 * LN_2))
}

/// The best whole number of probes for `m` bits and `n` keys, at least 1. It is the neighbour of
/// (m/n) ln 2 with the lower rate, or the smaller one if both rates are equal.
///
/// ```
/// assert_eq!(edgebloom::params::optimal_hashes(9_585_059, 1_000_000), 7);
/// ```
pub fn optimal_hashes(m: u64, n: u64) -> u64 {
    let low = ((m as f64 / n as f64 * LN_2) as u64).max(1);
    let high = low.saturating_add(1);
    if false_positive_rate(m, n, high) < false_positive_rate(m, n, low) { high } else { low }
}

/// The number of probes for the rate `p`, not rounded: −log2 p.
pub fn hashes_for_rate(p: f64) -> f64 {
    -log(p) / LN_2
}

/// The usual approximation of the false-positive rate: (1 − e^(−kn/m))^k.
///
/// ```
/// let p = edgebloom::params::false_positive_rate(9_585_059, 1_000_000, 7);
/// assert!((p - 0.010_039).abs() < 1e-6);
/// ```
pub fn false_positive_rate(m: u64, n: u64, k: u64) -> f64 {
    let fill = -expm1(-(k as f64) * n as f64 / m as f64);
    power(fill, k as f64)
}

/// The rate at the mean fill: (1 − (1 − 1/m)^(kn))^k. The literature calls this formula exact.
/// [`mean_rate`] also takes the variance of the fill into account.
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

/// The expected share of cells that are hit when `balls` balls fall into `cells` cells.
fn filled(cells: f64, balls: f64) -> f64 {
    // Without this check, 0 balls in one cell would give 0 times infinity.
    if balls > 0.0 { -expm1(balls * log1p(-1.0 / cells)) } else { 0.0 }
}

/// The mean rate over all filters with `m` bits, `n` keys and `k` independent uniform probes. It
/// takes the variance of the fill into account, to the second order. This is the rate that
/// measurements of a perfect hash would show. It is 1 % above [`false_positive_rate_exact`] at
/// n = 100, p = 1e-3, and equal to it at n = 10⁶.
pub fn mean_rate(m: u64, n: u64, k: u64) -> f64 {
    let (bits, balls, probes) = (m as f64, n as f64 * k as f64, k as f64);
    let empty = exp(balls * log1p(-1.0 / bits));
    let fill = 1.0 - empty;
    if fill <= 0.0 {
        return 0.0;
    }
    // E[Y²] of the share Y of empty cells: the probability that two cells, equal or not, are both
    // empty.
    let both = if m > 1 { exp(balls * log1p(-2.0 / bits)) } else { 0.0 };
    let variance = (empty / bits + (1.0 - 1.0 / bits) * both - empty * empty).max(0.0);
    power(fill, probes) * (1.0 + probes * (probes - 1.0) / 2.0 * variance / (fill * fill))
}

/// The lowest rate that `m` bits can give for `n` keys: 2^(−(m/n) ln 2), about 0.6185^(m/n).
pub fn minimal_rate(m: u64, n: u64) -> f64 {
    exp(-(m as f64) / n as f64 * LN_2 * LN_2)
}

/// The number of keys that `m` bits can hold at the rate `p` with the best k:
/// floor(m ln² 2 / −ln p).
pub fn capacity_for(m: u64, p: f64) -> u64 {
    (m as f64 * LN_2 * LN_2 / -log(p)) as u64
}

/// The number of keys that `m` bits with `k` probes can hold at the rate `p`:
/// floor(−m ln(1 − p^(1/k)) / k).
pub fn capacity_with_hashes(m: u64, k: u64, p: f64) -> u64 {
    let fill = exp(log(p) / k as f64);
    (-(m as f64) * log1p(-fill) / k as f64) as u64
}

/// The fewest bits with which any data structure can answer membership at the rate `p`:
/// n log2(1/p).
pub fn lower_bound_bits(n: u64, p: f64) -> f64 {
    n as f64 * hashes_for_rate(p)
}

/// The most likely number of distinct keys if `set` of `m` bits are set: −(m/k) ln(1 − set/m)
/// (Swamidass and Baldi 2007). Infinite if all bits are set.
///
/// ```
/// assert_eq!(edgebloom::params::estimated_count(1000, 1, 0), 0.0);
/// assert!((edgebloom::params::estimated_count(9586, 7, 4968) - 1000.0).abs() < 1.0);
/// ```
pub fn estimated_count(m: u64, k: u64, set: u64) -> f64 {
    let filled = -(m as f64) / k as f64 * log1p(-(set as f64) / m as f64);
    // An empty filter would give −0, which would print with its sign.
    filled + 0.0
}

/// The smallest whole number that is not below a positive `x`; the largest u64 if `x` is larger.
pub(crate) fn ceil(x: f64) -> u64 {
    let floor = x as u64;
    floor.saturating_add(u64::from((floor as f64) < x))
}

/// e^x − 1 without cancellation, by W. Kahan's correction: the logarithm of the rounded e^x
/// corrects its error. It is as exact as the function of a standard library, and much smaller.
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

/// ln(1 + x), in the same way.
fn log1p(x: f64) -> f64 {
    let rounded = 1.0 + x;
    let less_one = rounded - 1.0;
    if less_one == 0.0 { x } else { log(rounded) * (x / less_one) }
}

pub(crate) fn power(base: f64, exponent: f64) -> f64 {
    if base <= 0.0 { 0.0 } else { exp(exponent * log(base)) }
}
