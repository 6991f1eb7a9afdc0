//! Scheme 2: k slices of m/k bits; probe i goes into slice i.

use super::native::{Sequence, reduce};
use super::{Index, Probes, Shape};
use crate::hash::murmur3::Digest;

pub(crate) struct Partitioned;

pub(crate) struct PartitionedProbes {
    sequence: Sequence,
    slice: u64,
    start: u64,
}

impl Index for Partitioned {
    type Probes = PartitionedProbes;

    #[inline(always)]
    fn probes(digest: Digest, shape: Shape) -> PartitionedProbes {
        PartitionedProbes { sequence: Sequence::new(digest), slice: shape.span(), start: 0 }
    }
}

impl Probes for PartitionedProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let position = self.start + reduce(self.sequence.next(), self.slice);
        self.start += self.slice;
        position
    }
}
