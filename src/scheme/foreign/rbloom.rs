//! Scheme 26: the Python package `rbloom`. The caller's 128-bit hash is the start of a linear
//! congruential generator. Of each of its numbers, the bits from 32 on are used.
//!
//! Source: `src/lib.rs` of 1.5.4.

use core::f64::consts::LN_2;

use crate::key::KeyEncoding;
use crate::scheme::Probes;
use crate::scheme::rules::{Rules, Setting, best_bits};

pub(in crate::scheme) const RULES: Rules = Rules {
    unit: 8,
    encodings: &[KeyEncoding::Hash128],
    sized: |n, p| {
        let bits = best_bits(n, p);
        (bits as u64 as f64, (bits / n as f64 * LN_2) as u64 as f64)
    },
    ..Rules::PLAIN
};

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcb_5ced;

pub(in crate::scheme) struct RbloomProbes {
    state: u128,
    bits: u64,
}

/// The key is the hash in little-endian bytes.
#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> RbloomProbes {
    let state = u128::from_le_bytes(key.first_chunk().copied().unwrap_or_default());
    RbloomProbes { state, bits: setting.shape.bits() }
}

impl Probes for RbloomProbes {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(1);
        (self.state >> 32) as u64 % self.bits
    }
}
