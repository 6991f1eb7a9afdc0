//! Scheme 1: every probe can be anywhere in the m bits.

use super::Shape;
use super::native::{FourProbes, NativeProbes, Sequence};
use crate::hash::four::Four;

#[inline(always)]
pub(super) fn probes(sequence: Sequence, shape: Shape) -> NativeProbes {
    NativeProbes { sequence, start: 0, words: shape.span(), step: 0 }
}

/// As [`probes`], for four keys.
#[inline(always)]
pub(super) fn four_probes(probes: FourProbes, words: u32) -> FourProbes {
    FourProbes { words: Four::all(words), ..probes }
}
