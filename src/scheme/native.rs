//! What the native schemes share: one 128-bit hash a key, a sequence of 64-bit numbers from it,
//! and the way from such a number into a range. Frozen; `docs/DESIGN.md` has the measurements.

use super::Probes;
use crate::hash::murmur3::Digest;

/// A multiplier with a good spectrum for generators modulo 2^64 (G. Steele and S. Vigna,
/// *Computationally easy, spectrally good multipliers*, 2021).
const MULTIPLIER: u64 = 0xd134_2543_de82_ef95;
/// Keeps the digest 0 (the empty key under seed 0) from being the sequence 0, 0, 0, … .
const OFFSET: u64 = 0x9e37_79b9_7f4a_7c15;

/// A linear congruential generator whose start and increment are the two halves of the digest:
/// x₀ = h1 + OFFSET, xᵢ₊₁ = xᵢ · MULTIPLIER + h2. Only the high bits of the numbers are used.
pub(super) struct Sequence {
    state: u64,
    increment: u64,
}

impl Sequence {
    #[inline(always)]
    pub(super) fn new(digest: Digest) -> Sequence {
        Sequence { state: digest.h1.wrapping_add(OFFSET), increment: digest.h2 }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> u64 {
        let number = self.state;
        self.state = number.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        number
    }
}

/// floor(number · span / 2^64) for a span of at most 2^32, without a product of 128 bits. A
/// division by d of the result is the same as reduction to span / d, which is why folding works.
#[inline(always)]
pub(super) fn reduce(number: u64, span: u64) -> u64 {
    let high = (number >> 32) * span;
    let low = ((number & 0xffff_ffff) * span) >> 32;
    (high + low) >> 32
}

/// The probes of every native scheme: a range, where it starts, and how far it moves from one probe
/// to the next.
pub(crate) struct NativeProbes {
    pub(super) sequence: Sequence,
    pub(super) start: u64,
    pub(super) span: u64,
    pub(super) step: u64,
}

impl Probes for NativeProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let position = self.start + reduce(self.sequence.next(), self.span);
        self.start += self.step;
        position
    }
}
