//! Scheme 10: Guava's MURMUR128_MITZ_64, which Guava writes today. The numbers h1, h1 + h2,
//! h1 + 2 h2, … wrap at 64 bits, lose their top bit, and are taken modulo m.
//!
//! Source: `BloomFilterStrategies` of Guava 31.1 and 33.6.0.

use core::f64::consts::LN_2;

use crate::hash::murmur3_x64_128 as murmur3;
use crate::key::KeyEncoding;
use crate::params::exact_log::log;
use crate::scheme::Probes;
use crate::scheme::rules::{Rules, Setting, best_bits, round};

/// The number of bits of Guava's words.
const BITS: u64 = 64;

pub(in crate::scheme) const RULES: Rules = Rules {
    unit: BITS,
    most_hashes: 255,
    encodings: &[KeyEncoding::JavaText, KeyEncoding::Utf16, KeyEncoding::Int64, KeyEncoding::Int32],
    // As in Guava 33. Guava 31 and earlier take the k that is best for m.
    sized: |n, p| (best_bits(n, p) as u64 as f64, round(-log(p) / LN_2)),
    ..Rules::PLAIN
};

pub(in crate::scheme) struct Mitz64Probes {
    sum: u64,
    step: u64,
    bits: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> Mitz64Probes {
    let hash = murmur3::hash(key, 0);
    Mitz64Probes { sum: hash.h1, step: hash.h2, bits: setting.shape.bits() }
}

impl Probes for Mitz64Probes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let position = (self.sum & (u64::MAX >> 1)) % self.bits;
        self.sum = self.sum.wrapping_add(self.step);
        position
    }
}
