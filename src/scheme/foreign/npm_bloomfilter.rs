//! Schemes 17 and 18: the npm package `bloomfilter`. Scheme 17 (1.1.0, 0.0.21) uses the two halves
//! of a 64-bit FNV-1a, and its step grows. Scheme 18 (0.0.18) uses two 32-bit hashes and a + i · b.
//! Both work on signed numbers and Euclidean remainders.
//!
//! Source: `bloomfilter.js` of 0.0.18, 0.0.21 and 1.1.0.

use core::f64::consts::LN_2;

use crate::hash::fnv1a::{units32, units64};
use crate::key::KeyEncoding;
use crate::params::ceil;
use crate::params::exact_log::log;
use crate::scheme::Probes;
use crate::scheme::rules::{Rules, Setting};

pub(in crate::scheme) const RULES: Rules = Rules {
    unit: 32,
    encodings: &[KeyEncoding::Utf16],
    sized: |n, p| {
        let bits = ceil(-(n as f64) * (log(p) / LN_2) / LN_2) as f64;
        (bits, ceil(LN_2 * bits / n as f64) as f64)
    },
    ..Rules::PLAIN
};

const SECOND_SEED: u32 = 0x5df4_3149;

pub(in crate::scheme) struct NpmBloomfilterProbes {
    number: u64,
    step: u64,
    i: u64,
    /// The step grows by this times i after each number: 1 or 0.
    grows: u64,
    bits: u64,
}

#[inline(always)]
fn start(a: u32, b: u32, grows: u64, setting: &Setting<'_>) -> NpmBloomfilterProbes {
    let bits = setting.shape.bits();
    let remainder = |number: u32| i64::from(number as i32).rem_euclid(bits as i64) as u64;
    NpmBloomfilterProbes { number: remainder(a), step: remainder(b), i: 0, grows, bits }
}

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> NpmBloomfilterProbes {
    let hash = units64(key);
    start((hash >> 32) as u32, hash as u32, 1, setting)
}

#[inline(always)]
pub(in crate::scheme) fn probes_32(key: &[u8], setting: &Setting<'_>) -> NpmBloomfilterProbes {
    start(units32(key, 0), units32(key, SECOND_SEED), 0, setting)
}

impl Probes for NpmBloomfilterProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let position = self.number;
        self.i += 1;
        self.number = (self.number + self.step) % self.bits;
        self.step = (self.step + self.grows * self.i) % self.bits;
        position
    }
}
