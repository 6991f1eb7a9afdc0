//! Scheme 11: version 1 of Apache Spark's sketch library. It uses two 32-bit hashes; the first one
//! is the seed of the second.
//!
//! Source: `BloomFilterImpl` of Spark 3.5.9 to 4.3.0.

use core::f64::consts::LN_2;

use super::double_hashing::WrappingProbes;
use crate::hash::spark_murmur3;
use crate::key::KeyEncoding;
use crate::scheme::rules::{Rules, Setting, best_bits, round};

pub(in crate::scheme) const RULES: Rules = Rules {
    unit: 64,
    encodings: &[KeyEncoding::Spark],
    sized: |n, p| {
        let bits = best_bits(n, p) as u64 as f64;
        (bits, round(bits / n as f64 * LN_2))
    },
    ..Rules::PLAIN
};

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> WrappingProbes {
    let (first, second) = hashes(key, 0);
    WrappingProbes::new(first, second, setting)
}

pub(in crate::scheme) fn hashes(key: &[u8], seed: u32) -> (u32, u32) {
    let first = spark_murmur3::hash(key, seed);
    (first, spark_murmur3::hash(key, first))
}
