//! Estimates from the cells of a filter.

use super::Filter;
use crate::params::{self, blocked::BLOCK_BITS};
use crate::scheme::Scheme;
use crate::scheme::rules::Grouping;

impl Filter {
    /// The number of saturated counters. Removing a key does not decrement them. For bits, the
    /// number of set bits.
    pub fn saturated_counters(&self) -> u64 {
        self.cells.saturated_counters()
    }

    /// The number of cells that are not 0.
    pub fn set_cells(&self) -> u64 {
        self.cells.count()
    }

    /// Estimates from the set bits: the number of distinct keys, and the current false-positive
    /// rate of this filter if hashes are uniform. Slices and blocks are estimated separately.
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
            // A full block could hold any number of keys. It counts as if one bit were not set.
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

    /// For blocks of words with one probe per word.
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
                // A full block could hold any number of keys. It counts as if one bit were not set.
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
    /// The number of cells that are not 0.
    pub set: u64,
    /// The estimated number of distinct keys; infinite if all cells are set.
    pub count: f64,
    /// The estimated false-positive rate.
    pub rate: f64,
}
