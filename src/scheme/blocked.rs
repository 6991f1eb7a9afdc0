//! Scheme 3: the first number of the sequence chooses a line of 512 bits, the top 9 bits of each
//! following number a bit of it. One cache miss a key.

use super::native::{Sequence, reduce};
use super::{Index, Probes, Shape};
use crate::hash::murmur3::Digest;
use crate::params::blocked::LINE_BITS;

const LINE_SHIFT: u32 = u64::BITS - LINE_BITS.ilog2();

pub(crate) struct Blocked;

pub(crate) struct BlockedProbes {
    sequence: Sequence,
    start: u64,
}

impl Index for Blocked {
    type Probes = BlockedProbes;

    #[inline(always)]
    fn probes(digest: Digest, shape: Shape) -> BlockedProbes {
        let mut sequence = Sequence::new(digest);
        let line = reduce(sequence.next(), shape.span());
        BlockedProbes { sequence, start: line * LINE_BITS }
    }
}

impl Probes for BlockedProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.start + (self.sequence.next() >> LINE_SHIFT)
    }
}
