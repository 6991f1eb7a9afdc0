//! Scheme 3: the first x chooses a block of 512 bits, each following x a word in it. One cache miss
//! per key.

use super::Shape;
use super::native::{FourProbes, NativeProbes, Sequence, reduce};
use crate::hash::four::Four;
use crate::params::blocked::BLOCK_BITS;

const BLOCK_WORDS: u64 = BLOCK_BITS / 64;

#[inline(always)]
pub(super) fn probes(mut sequence: Sequence, shape: Shape) -> NativeProbes {
    let block = reduce(sequence.next_x(), shape.span());
    NativeProbes { sequence, start: block * BLOCK_WORDS, words: BLOCK_WORDS, step: 0 }
}

/// As [`probes`], for four keys.
#[inline(always)]
pub(super) fn four_probes(mut probes: FourProbes, blocks: u32) -> FourProbes {
    let words = Four::all(BLOCK_WORDS as u32);
    let start = probes.next_x(Four::all(blocks)).multiply(words);
    FourProbes { start, words, ..probes }
}
