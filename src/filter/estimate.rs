//! Estimates from the cells of a filter.

use super::Filter;
use crate::params::{self, blocked::BLOCK_BITS};
use crate::scheme::Scheme;
use crate::scheme::rules::Grouping;

impl Filter {
    /// How many counters have reached their largest number, where they stick: removing a key takes
    /// nothing from them. Of bits, how many are set.
    pub fn stuck(&self) -> u64 {
        self.cells.stuck()
    }

    /// How many cells are not 0.
    pub fn set_cells(&self) -> u64 {
        self.cells.count()
    }

    /// The estimates from the bits that are set: the number of distinct keys, and the current
    /// false-positive rate of this filter, if hashes are uniform. Slices and blocks are estimated
    /// separately.
    pub fn estimate(&self) -> Estimate {
        if self.head.scheme.is_foreign()
            && let Grouping::Blocks(block) = self.head.scheme.rules().grouping
        {
            return self.estimate_split_blocks(block);
        }
        let (shape, partitioned) = (self.head.shape, self.head.scheme.is_partitioned());
        let group = match self.head.scheme.layout() {
            _ if partitioned => shape.bits() / shape.hashes(),
            Scheme::Blocked => BLOCK_BITS,
            _ => shape.bits(),
        };
        let exponent = if partitioned { 1 } else { shape.hashes() };
        let mut estimate =
            Estimate { set: 0, count: 0.0, rate: if partitioned { 1.0 } else { 0.0 } };
        let groups = shape.bits() / group;
        self.cells.each_group(group, groups, |set| {
            estimate.set += set;
            // A full line could hold any number; it counts as if one bit were missing.
            let is_line = self.head.scheme.layout() == Scheme::Blocked;
            let counted = if is_line { set.min(group - 1) } else { set };
            estimate.count += params::estimated_count(group, shape.hashes(), counted);
            let rate = params::power(set as f64 / group as f64, exponent as f64);
            if partitioned {
                estimate.rate *= rate;
            } else {
                estimate.rate += rate / groups as f64;
            }
        });
        estimate
    }

    /// Blocks of words, with a probe in each word.
    fn estimate_split_blocks(&self, block: u64) -> Estimate {
        let shape = self.head.shape;
        let words = shape.hashes();
        let word = block / words;
        let mut estimate = Estimate { set: 0, count: 0.0, rate: 0.0 };
        let (mut in_block, mut product, mut at) = (0, 1.0, 0);
        self.cells.each_group(word, shape.bits() / word, |set| {
            in_block += set;
            product *= set as f64 / word as f64;
            at += 1;
            if at == words {
                // A full block could hold any number; it counts as if one bit were missing.
                estimate.count += params::estimated_count(block, words, in_block.min(block - 1));
                estimate.set += in_block;
                estimate.rate += product / shape.span() as f64;
                (in_block, product, at) = (0, 1.0, 0);
            }
        });
        estimate
    }
}

/// The estimates from the set bits of a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many cells are not 0.
    pub set: u64,
    /// How many distinct keys they speak for; infinite when all are set.
    pub count: f64,
    /// The share of never inserted keys that are answered "maybe".
    pub rate: f64,
}
