//! Scheme 1: every probe anywhere in the m bits.

use super::native::{Sequence, reduce};
use super::{Index, Probes, Shape};
use crate::hash::murmur3::Digest;

pub(crate) struct Standard;

pub(crate) struct StandardProbes {
    sequence: Sequence,
    bits: u64,
}

impl Index for Standard {
    type Probes = StandardProbes;

    #[inline(always)]
    fn probes(digest: Digest, shape: Shape) -> StandardProbes {
        StandardProbes { sequence: Sequence::new(digest), bits: shape.span() }
    }
}

impl Probes for StandardProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        reduce(self.sequence.next(), self.bits)
    }
}
