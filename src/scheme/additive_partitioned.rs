//! Scheme 8: a part of its own for each seed; the additive hash under that seed, masked with the size
//! of a part less 1, is the position in it. A size that is no power of two leaves holes.

use core::slice::Iter;

use super::{Probes, Shape};
use crate::hash::additive::additive;

pub(crate) struct AdditiveProbes<'a> {
    key: &'a [u8],
    seeds: Iter<'a, i64>,
    start: u64,
    size: u64,
}

#[inline(always)]
pub(crate) fn probes<'a>(key: &'a [u8], seeds: &'a [i64], shape: Shape) -> AdditiveProbes<'a> {
    AdditiveProbes { key, seeds: seeds.iter(), start: 0, size: shape.span() }
}

impl Probes for AdditiveProbes<'_> {
    fn next(&mut self) -> u64 {
        let seed = self.seeds.next().copied().unwrap_or(0);
        let hash = additive(seed, self.key) as u64;
        let position = self.start + (hash & (self.size - 1));
        self.start += self.size;
        position
    }
}
