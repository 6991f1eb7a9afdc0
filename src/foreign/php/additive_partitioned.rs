//! Scheme 8: each seed has its own part. The position in a part is the additive hash under that
//! seed, masked with the size of the part minus 1. If the size is not a power of two, some
//! positions are never used.

use crate::error::{Code, Result, Rule};
use crate::foreign::filter::Filter;
use crate::foreign::hash::additive::additive;
use crate::foreign::key_encoding::KeyEncoding;
use crate::foreign::rules::{Folding, Grouping, Parameters, Rules, Setting};
use crate::foreign::scheme::Scheme;
use crate::foreign::sub_filter::Header;
use crate::layout::{MAX_HASHES, Probes};
use alloc::vec::Vec;
use core::slice::Iter;

static SIZE: Rule = Rule::new(
    Code::Argument,
    "size",
    "at least 1, and at most 2^53 - 1 bits for all seeds together",
);
static SEEDS: Rule = Rule::new(Code::Argument, "seeds", "1 to 64 seeds");

pub(in crate::foreign) const RULES: Rules = Rules {
    most_hashes: MAX_HASHES,
    encodings: &[KeyEncoding::Native],
    sparse: true,
    grouping: Grouping::PARTS,
    folding: Folding::Masks,
    parameters: Parameters::OneAHash,
    ignores_empty_key: true,
    ..Rules::PLAIN
};

/// A filter of a PHP class: it has one part of `size` bits for each seed of an additive hash.
/// Positions are masked with `size` − 1. The empty key is never in the set.
///
/// # Errors
/// No seeds or more than 64; `size` 0 or too large.
pub fn filter(size: u64, seeds: &[i64]) -> Result<Filter> {
    let count = seeds.len() as u64;
    if !(1..=MAX_HASHES).contains(&count) {
        return Err(SEEDS.broken_by(count));
    }
    let scheme = Scheme::AdditivePartitioned;
    let shape = scheme.shape(size.saturating_mul(count), count);
    let shape = shape.map_err(|_| SIZE.broken_by(size))?;
    Filter::new(Header::of_shape(scheme, shape, KeyEncoding::Native), Vec::from(seeds))
}

pub(crate) struct AdditiveProbes<'a> {
    key: &'a [u8],
    seeds: Iter<'a, i64>,
    start: u64,
    size: u64,
}

#[inline(always)]
pub(in crate::foreign) fn probes<'a>(key: &'a [u8], setting: &Setting<'a>) -> AdditiveProbes<'a> {
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
