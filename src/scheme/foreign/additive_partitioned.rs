//! Scheme 8: each seed has its own part. The position in a part is the additive hash under that
//! seed, masked with the size of the part minus 1. If the size is not a power of two, some
//! positions are never used.

use core::slice::Iter;

use crate::hash::additive::additive;
use crate::key::KeyEncoding;
use crate::scheme::rules::{Folding, Grouping, Parameters, Rules, Setting};
use crate::scheme::{MAX_HASHES, Probes};

pub(in crate::scheme) const RULES: Rules = Rules {
    most_hashes: MAX_HASHES,
    encodings: &[KeyEncoding::Native],
    sparse: true,
    grouping: Grouping::Parts,
    folding: Folding::Masks,
    parameters: Parameters::OneAHash,
    ignores_empty_key: true,
    ..Rules::PLAIN
};

pub(crate) struct AdditiveProbes<'a> {
    key: &'a [u8],
    seeds: Iter<'a, i64>,
    start: u64,
    size: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes<'a>(key: &'a [u8], setting: &Setting<'a>) -> AdditiveProbes<'a> {
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
