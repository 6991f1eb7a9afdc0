//! Probes: from the digest of a key to the positions of its cells. A sequence of pairs of numbers
//! comes from the four lanes, and each pair gives a bit. Apart from one product per probe, 32 bits
//! are enough for everything here. `docs/maintainers/decisions/hashing-and-layouts.md` has the
//! measurements.
//!
//! The layouts differ in three numbers only: where a range of words starts, how long it is, and how
//! far it moves after each probe.

use super::{Layout, Shape, WORD_BITS};
use crate::digest::Digest;
use crate::hash::four::Four;
use crate::hash::murmur3_x86_128::{self, FourLanes};
use crate::params::blocked::BLOCK_BITS;

const BLOCK_WORDS: u64 = BLOCK_BITS / WORD_BITS;

/// The factor of the generators modulo 2^32 for both numbers of a pair (P. L'Ecuyer, *Tables of
/// linear congruential generators of different sizes and good lattice structure*, 1999).
const MULTIPLIER: u32 = 0x2c92_77b5;
/// The endless sequence of positions of one key. A filter uses the first k.
pub(crate) trait Probes {
    fn next(&mut self) -> u64;
}

impl Layout {
    /// The probes of a key with this digest.
    #[inline(always)]
    pub(crate) fn probes(self, digest: Digest, shape: Shape) -> LayoutProbes {
        let mut sequence = Sequence::new(digest);
        let span = shape.span();
        match self {
            // Anywhere in the bits.
            Layout::Standard => LayoutProbes { sequence, start: 0, words: span, step: 0 },
            // Probe i goes into slice i.
            Layout::Partitioned => LayoutProbes { sequence, start: 0, words: span, step: span },
            // The first x chooses a block, each following one a word in it.
            Layout::Blocked => {
                let start = reduce(sequence.next_x(), span) * BLOCK_WORDS;
                LayoutProbes { sequence, start, words: BLOCK_WORDS, step: 0 }
            }
        }
    }

    /// As [`probes`](Layout::probes), for four keys. The span fits in 32 bits.
    #[inline(always)]
    pub(crate) fn four_probes(self, digests: FourLanes, shape: Shape, salt: u32) -> FourProbes {
        let digests = if salt == 0 {
            digests
        } else {
            murmur3_x86_128::finish_four(digests, Four::all(salt))
        };
        let (mut probes, span) = (FourProbes::new(digests), Four::all(shape.span() as u32));
        match self {
            Layout::Standard => FourProbes { words: span, ..probes },
            Layout::Partitioned => FourProbes { words: span, step: span, ..probes },
            Layout::Blocked => {
                let words = Four::all(BLOCK_WORDS as u32);
                let start = probes.next_x(span).multiply(words);
                FourProbes { start, words, ..probes }
            }
        }
    }
}

/// Pairs of numbers: x chooses a word of 64 bits, y a bit in it. Each is a linear congruential
/// generator. Its start and its increment are two lanes. Only the high bits of the numbers are
/// used.
struct Sequence {
    x: u32,
    y: u32,
    x_step: u32,
    y_step: u32,
}

impl Sequence {
    #[inline(always)]
    fn new([x, x_step, y, y_step]: Digest) -> Sequence {
        Sequence { x, y, x_step, y_step }
    }

    #[inline(always)]
    fn next_x(&mut self) -> u32 {
        let x = self.x;
        self.x = x.wrapping_mul(MULTIPLIER).wrapping_add(self.x_step);
        x
    }

    #[inline(always)]
    fn next_y(&mut self) -> u32 {
        let y = self.y;
        self.y = y.wrapping_mul(MULTIPLIER).wrapping_add(self.y_step);
        y
    }
}

/// floor(number · span / 2^32). Dividing the result by d gives the same as reducing to span / d.
/// Folding depends on this.
#[inline(always)]
pub(crate) fn reduce(number: u32, span: u64) -> u64 {
    (u64::from(number) * span) >> 32
}

/// The probes of one key: a range of words with a start, a length, and a step by which it moves
/// after each probe.
pub(crate) struct LayoutProbes {
    sequence: Sequence,
    start: u64,
    words: u64,
    step: u64,
}

impl Probes for LayoutProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let word = self.start + reduce(self.sequence.next_x(), self.words);
        self.start += self.step;
        word << 6 | u64::from(self.sequence.next_y() >> 26)
    }
}

/// The probes of four keys at a time.
pub(crate) struct FourProbes {
    x: Four,
    y: Four,
    x_step: Four,
    y_step: Four,
    start: Four,
    words: Four,
    step: Four,
    /// 0, but the compiler does not know this and must add it to `words` each time. If the factor
    /// were constant, LLVM would move its widening out of the loop. It would then no longer
    /// recognize a product of two 32-bit numbers, and V8 would need ten instructions instead of
    /// one.
    zero: Four,
}

impl FourProbes {
    #[inline(always)]
    fn new([x, x_step, y, y_step]: FourLanes) -> FourProbes {
        let none = Four::all(0);
        let zero = core::hint::black_box(none);
        FourProbes { x, y, x_step, y_step, start: none, words: none, step: none, zero }
    }

    /// The next x of each key, reduced to this number of places.
    #[inline(always)]
    fn next_x(&mut self, places: Four) -> Four {
        let reduced = self.x.high_product(places);
        self.x = self.x.multiply(Four::all(MULTIPLIER)).add(self.x_step);
        reduced
    }

    /// The next position of each of the four keys: the index of the byte, and the bit within it, in
    /// the lowest byte of a number.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> (Four, Four) {
        self.words = self.words.add(self.zero);
        let words = self.start.add(self.next_x(self.words));
        self.start = self.start.add(self.step);
        let bits = self.y;
        self.y = self.y.multiply(Four::all(MULTIPLIER)).add(self.y_step);
        let bytes = words.shift_left(3).add(bits.shift_right(29));
        (bytes, bits.shift_left(3).shift_right(29).power_of_two())
    }
}
