//! Scheme 12: version 2 of Apache Spark's sketch library. Unlike version 1, it has a seed, and it
//! counts in 64 bits from h1 · (2^31 − 1) on.
//!
//! Source: `BloomFilterImplV2` of Spark 4.1.0 and 4.3.0. (An unreleased version complemented the
//! sum itself, not a copy.)

use super::spark_v1::{self, hashes};
use crate::scheme::Probes;
use crate::scheme::rules::{Rules, Setting};

pub(in crate::scheme) const RULES: Rules = Rules {
    check: |_| true,
    shown_seed: |setting| f64::from(setting.seed as i32),
    ..spark_v1::RULES
};

pub(in crate::scheme) struct SparkV2Probes {
    sum: i64,
    step: i64,
    bits: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> SparkV2Probes {
    let (first, second) = hashes(key, setting.seed);
    let sum = i64::from(first as i32) * i64::from(i32::MAX);
    SparkV2Probes { sum, step: i64::from(second as i32), bits: setting.shape.bits() }
}

impl Probes for SparkV2Probes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.sum = self.sum.wrapping_add(self.step);
        let number = if self.sum < 0 { !self.sum } else { self.sum };
        number as u64 % self.bits
    }
}
