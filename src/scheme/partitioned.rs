//! Scheme 2: k slices of m/k bits; probe i goes into slice i.

use super::Shape;
use super::native::{NativeProbes, Sequence};

#[inline(always)]
pub(super) fn probes(sequence: Sequence, shape: Shape) -> NativeProbes {
    NativeProbes { sequence, start: 0, span: shape.span(), step: shape.span() }
}
