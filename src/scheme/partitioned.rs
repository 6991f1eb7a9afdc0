//! Scheme 2: k slices of m/k bits, which are whole words. Probe i goes into slice i.

use super::Shape;
use super::native::{FourProbes, NativeProbes, Sequence};
use crate::hash::four::Four;

#[inline(always)]
pub(super) fn probes(sequence: Sequence, shape: Shape) -> NativeProbes {
    NativeProbes { sequence, start: 0, words: shape.span(), step: shape.span() }
}

/// As [`probes`], for four keys.
#[inline(always)]
pub(super) fn four_probes(probes: FourProbes, words: u32) -> FourProbes {
    FourProbes { words: Four::all(words), step: Four::all(words), ..probes }
}
