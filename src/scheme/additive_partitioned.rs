//! Scheme 8: a part of its own for each seed; the additive hash under that seed, masked with the size
//! of a part less 1, is the position in it. A size that is no power of two leaves holes.

use core::slice::Iter;

use super::rules::{Folding, Grouping, Parameters, Rules, Setting};
use super::{MAX_HASHES, Probes};
use crate::hash::additive::additive;
use crate::key::KeyEncoding;

pub(super) static RULES: Rules = Rules {
    name: "additive-partitioned",
    most_hashes: MAX_HASHES,
    encodings: &[KeyEncoding::Native],
    sparse: true,
    grouping: Grouping::Parts,
    folding: Folding::Masks,
    parameters: Parameters::OneAHash,
    ..Rules::PLAIN
};

pub(crate) struct AdditiveProbes<'a> {
    key: &'a [u8],
    seeds: Iter<'a, i64>,
    start: u64,
    size: u64,
}

#[inline(always)]
pub(super) fn probes<'a>(key: &'a [u8], setting: &Setting<'a>) -> AdditiveProbes<'a> {
    AdditiveProbes { key, seeds: setting.parameters.iter(), start: 0, size: setting.shape.span() }
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
