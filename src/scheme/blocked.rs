//! Scheme 3: the first number of the sequence chooses a line of 512 bits, each following one a bit of
//! it. One cache miss a key.

use super::Shape;
use super::native::{NativeProbes, Sequence, reduce};
use crate::params::blocked::LINE_BITS;

#[inline(always)]
pub(super) fn probes(mut sequence: Sequence, shape: Shape) -> NativeProbes {
    let line = reduce(sequence.next(), shape.span());
    NativeProbes { sequence, start: line * LINE_BITS, span: LINE_BITS, step: 0 }
}
