//! Schemes 21, 22 and 23: the npm package `bloom-filters` before 2.0. Number i, from 1 on, is
//! x(s + 1) + i · x(s + 2) modulo m. Each number has its own seed s: in scheme 21 (1.3.0 to 1.3.4)
//! and scheme 23 (PartitionedBloomFilter) it is the filter's seed + m mod i, in scheme 22 (1.3.8
//! and 1.3.9) the filter's seed + m + i. A BloomFilter uses the first k distinct numbers. The
//! parameters are those of version 2.
//!
//! Source: `utils.js` of 1.3.4 and 1.3.9.

use alloc::vec::Vec;

use super::npm_bloom_filters_v2::{self, low32};
use crate::scheme::rules::{Folding, Rules, Setting};
use crate::scheme::{Probes, Scheme};

/// Distinct numbers are searched in a list, so k is limited.
const MOST_DISTINCT: u64 = 1024;
/// The number of tries for each of the k numbers. If they are used up, no further distinct number
/// is expected. (For k = m and random numbers, they suffice with probability 1 − e^−100. The
/// package itself would never return.)
const TRIES: u64 = 128;

pub(in crate::scheme) const RULES: Rules = Rules {
    most_hashes: MOST_DISTINCT,
    folding: Folding::None,
    check: |setting| {
        (npm_bloom_filters_v2::RULES.check)(setting)
            && setting.shape.hashes() <= setting.shape.bits()
    },
    ..npm_bloom_filters_v2::RULES
};

struct Numbers<'a> {
    key: &'a [u8],
    seed: f64,
    span: u64,
    /// The seed of each number adds m + i, not m mod i.
    adds: bool,
    i: u64,
}

impl<'a> Numbers<'a> {
    fn new(key: &'a [u8], setting: &Setting<'_>) -> Numbers<'a> {
        let adds = setting.scheme == Scheme::NpmBloomFiltersV1b;
        Numbers { key, seed: setting.real(0), span: setting.shape.span(), adds, i: 0 }
    }

    fn next(&mut self) -> u64 {
        self.i += 1;
        let more = if self.adds { self.span + self.i } else { self.span % self.i };
        let seed = self.seed + more as f64;
        let (a, b) = (low32(self.key, seed + 1.0), low32(self.key, seed + 2.0));
        (a + self.i * b) % self.span
    }
}

pub(in crate::scheme) struct DistinctProbes<'a> {
    numbers: Numbers<'a>,
    seen: Vec<u64>,
    most: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes<'a>(key: &'a [u8], setting: &Setting<'_>) -> DistinctProbes<'a> {
    let most = TRIES * (setting.shape.hashes() + 8);
    DistinctProbes { numbers: Numbers::new(key, setting), seen: Vec::new(), most }
}

impl Probes for DistinctProbes<'_> {
    fn next(&mut self) -> u64 {
        let mut number = self.numbers.next();
        while self.seen.contains(&number) && self.numbers.i < self.most {
            number = self.numbers.next();
        }
        self.seen.push(number);
        number
    }
}

pub(in crate::scheme) struct SliceProbes<'a> {
    numbers: Numbers<'a>,
    start: u64,
}

#[inline(always)]
pub(in crate::scheme) fn slice_probes<'a>(key: &'a [u8], setting: &Setting<'_>) -> SliceProbes<'a> {
    SliceProbes { numbers: Numbers::new(key, setting), start: 0 }
}

impl Probes for SliceProbes<'_> {
    fn next(&mut self) -> u64 {
        let position = self.start + self.numbers.next();
        self.start += self.numbers.span;
        position
    }
}
