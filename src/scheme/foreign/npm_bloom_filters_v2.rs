//! Schemes 19 and 20: BloomFilter and PartitionedBloomFilter of the npm package `bloom-filters`
//! from 2.0 on. Number i, from 0 on, is A + i · B + ⌊(i³ − i)/6⌋ modulo the size. A and B are
//! 32-bit hashes under the seed + 1 and the seed + 2.
//!
//! The first parameter is the seed, which can be any JavaScript number. A partitioned filter has
//! four more: its load factor, its size and its capacity as in its file, and 1 if its slices are
//! written as arrays, as in 2.0.
//!
//! Source: `src/hashing/hashing.ts` of 2.0.0 and 3.0.4.

use xxhash_rust::xxh64::xxh64;

use crate::key::KeyEncoding;
use crate::params::ceil;
use crate::params::exact_log::log;
use crate::scheme::Probes;
use crate::scheme::rules::{Folding, Grouping, Parameters, Rules, Setting, best_bits};

/// The package uses this seed instead of 0.
const DEFAULT_SEED: f64 = 78_187_493_520.0;

pub(in crate::scheme) const RULES: Rules = Rules {
    encodings: &[KeyEncoding::BloomFilters],
    parameters: Parameters::Exactly(1),
    decisive: 1,
    check: |setting| setting.seed == 0 && setting.real(0).is_finite(),
    shown_seed: |setting| setting.real(0),
    ..Rules::PLAIN
};
pub(in crate::scheme) const RULES_PARTS: Rules = Rules {
    parameters: Parameters::Exactly(5),
    grouping: Grouping::Parts,
    folding: Folding::None,
    sized: |n, p| {
        let slices = ceil(log(p) / log(0.5)) as f64;
        (slices * ceil(ceil(best_bits(n, p)) as f64 / slices) as f64, slices)
    },
    check: |setting| {
        setting.seed == 0 && (0..4).all(|i| setting.real(i).is_finite()) && setting.whole(4) <= 1
    },
    ..RULES
};

pub(in crate::scheme) struct V2Probes {
    a: u64,
    b: u64,
    i: u64,
    start: u64,
    step: u64,
    span: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> V2Probes {
    let seed = setting.real(0);
    let hash = |seed: f64| low32(key, if seed == 0.0 { DEFAULT_SEED } else { seed });
    let span = setting.shape.span();
    // In a partitioned filter, each probe goes to the next slice.
    let step = if span == setting.shape.bits() { 0 } else { span };
    V2Probes { a: hash(seed + 1.0), b: hash(seed + 2.0), i: 0, start: 0, step, span }
}

impl Probes for V2Probes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let i = self.i;
        let number = self.a + i * self.b + (i * i * i - i) / 6;
        let position = self.start + number % self.span;
        self.i += 1;
        self.start += self.step;
        position
    }
}

/// The low half of XXH64. The seed is converted as by JavaScript's `>>> 0`.
pub(in crate::scheme) fn low32(key: &[u8], seed: f64) -> u64 {
    xxh64(key, u64::from(to_uint32(seed))) & 0xffff_ffff
}

/// ECMAScript's ToUint32: rounds towards zero, modulo 2^32.
fn to_uint32(number: f64) -> u32 {
    let bits = number.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075;
    let mantissa = (bits & ((1 << 52) - 1)) | 1 << 52;
    let whole = match exponent {
        0..32 => mantissa << exponent,
        -52..0 => mantissa >> -exponent,
        _ => 0,
    } as u32;
    if number < 0.0 { whole.wrapping_neg() } else { whole }
}

#[cfg(test)]
mod tests {
    use super::to_uint32;

    /// The results of `x >>> 0` in Node 20.
    #[test]
    fn to_uint32_matches_javascript() {
        for (number, expected) in [
            (0.0, 0),
            (-0.0, 0),
            (0.9, 0),
            (-0.9, 0),
            (1.5, 1),
            (-1.5, 4_294_967_295),
            (4_294_967_295.0, 4_294_967_295),
            (4_294_967_296.0, 0),
            (4_294_967_297.75, 1),
            (-4_294_967_297.0, 4_294_967_295),
            (4_503_599_627_370_499.0, 3),
            (9_007_199_254_740_994.0, 2),
            (-9_007_199_254_740_994.0, 4_294_967_294),
            (1e20, 1_661_992_960),
            (-1e20, 2_632_974_336),
            (((1u128 << 83) + (1 << 31)) as f64, 2_147_483_648),
            ((1u128 << 84) as f64, 0),
            (1e300, 0),
            (5e-324, 0),
        ] {
            assert_eq!(to_uint32(number), expected, "{number}");
        }
    }
}
