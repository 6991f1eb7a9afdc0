//! Estimates from the cells of a filter.

use super::{Filter, Table};
use crate::layout::Layout;
use crate::params::{self, blocked::BLOCK_BITS};

/// How the probes of a key spread over the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// Anywhere.
    Whole,
    /// Probe i goes into part i of k equal parts.
    Parts,
    /// All probes go into one block of this many bits.
    Blocks(u64),
}

impl Table {
    /// Estimates from the set bits: the number of distinct keys, and the current false-positive
    /// rate of this filter if hashes are uniform. Parts and blocks are estimated separately.
    pub(crate) fn estimate(&self, grouping: Grouping) -> Estimate {
        let (bits, hashes) = (self.shape.bits(), self.shape.hashes());
        let is_partitioned = grouping == Grouping::Parts;
        let group = match grouping {
            Grouping::Whole => bits,
            Grouping::Parts => bits / hashes,
            Grouping::Blocks(block) => block,
        };
        let exponent = if is_partitioned { 1 } else { hashes };
        let mut estimate =
            Estimate { set: 0, count: 0.0, rate: if is_partitioned { 1.0 } else { 0.0 } };
        let groups = bits / group;
        self.cells.each_group(group, groups, |set| {
            estimate.set += set;
            // A full block could hold any number of keys. It counts as if one bit were not set.
            let is_block = matches!(grouping, Grouping::Blocks(_));
            let counted = if is_block { set.min(group - 1) } else { set };
            estimate.count += params::estimated_count(group, hashes, counted);
            let rate = params::power(set as f64 / group as f64, exponent as f64);
            if is_partitioned {
                estimate.rate *= rate;
            } else {
                estimate.rate += rate / groups as f64;
            }
        });
        estimate
    }
}

impl Filter {
    /// Estimates from the set bits: the number of distinct keys, and the current false-positive
    /// rate of this filter if hashes are uniform. Slices and blocks are estimated separately.
    pub fn estimate(&self) -> Estimate {
        self.table.estimate(match self.layout {
            Layout::Standard => Grouping::Whole,
            Layout::Partitioned => Grouping::Parts,
            Layout::Blocked => Grouping::Blocks(BLOCK_BITS),
        })
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

impl Estimate {
    /// The estimates for several filters that are queried as one.
    pub(crate) fn of_all(estimates: impl Iterator<Item = Estimate>) -> Estimate {
        let mut all = Estimate { set: 0, count: 0.0, rate: 0.0 };
        for Estimate { set, count, rate } in estimates {
            all.set += set;
            all.count += count;
            // The probability that at least one of them answers "maybe".
            all.rate += (1.0 - all.rate) * rate;
        }
        all
    }
}
