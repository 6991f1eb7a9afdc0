//! Scheme 1: every probe anywhere in the m bits.

use super::Shape;
use super::native::{NativeProbes, Sequence};

#[inline(always)]
pub(super) fn probes(sequence: Sequence, shape: Shape) -> NativeProbes {
    NativeProbes { sequence, start: 0, span: shape.span(), step: 0 }
}
