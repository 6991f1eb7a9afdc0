//! Scheme 15: the Go package `bits-and-blooms/bloom`. It has four 64-bit numbers: two from
//! MurmurHash3 x64 128 of the key, and two from that of the key followed by a byte 1. The probes
//! combine them in alternation.
//!
//! Source: `bloom.go` of v3.3.1 and v3.7.1.

use crate::hash::murmur3_x64_128 as murmur3;
use crate::scheme::Probes;
use crate::scheme::rules::Setting;

pub(in crate::scheme) struct GoProbes {
    hashes: [u64; 4],
    i: u64,
    bits: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> GoProbes {
    let (first, second) = (murmur3::hash(key, 0), murmur3::hash_and(key, 1));
    let hashes = [first.h1, first.h2, second.h1, second.h2];
    GoProbes { hashes, i: 0, bits: setting.shape.bits() }
}

impl Probes for GoProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let i = self.i;
        self.i += 1;
        let [h0, h1, h2, h3] = self.hashes;
        let start = if i & 1 == 0 { h0 } else { h1 };
        let step = if (i + (i & 1)) & 2 == 0 { h2 } else { h3 };
        start.wrapping_add(i.wrapping_mul(step)) % self.bits
    }
}
