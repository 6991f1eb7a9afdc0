//! A layer of a static set: equations over one solution, and the keys that it leaves to the next layer.

use alloc::vec::Vec;

use super::banding::Banding;
use super::{KEYS, SALTS};
use crate::error::Result;
use crate::scheme::{Digest, reduce, salted};

/// The slots of a block, a bit each in a column.
pub(super) const BLOCK: u64 = 32;
/// The slots of an equation.
pub(super) const WINDOW: u64 = 64;
/// Where equations start that are bumped together.
const BUCKET: u64 = 128;
/// An equation is bumped that starts before one of these slots of its bucket.
const THRESHOLDS: [u64; 4] = [0, 16, 44, BUCKET];
const THRESHOLDS_PER_WORD: u64 = 32;
/// Up to so many keys, one layer that bumps none is smaller.
const LAST_KEYS: u64 = 3072;
/// How many salts are tried before the last layer gets another block.
const TRIES: u32 = 64;
const MORE_BLOCKS: u64 = 256;

/// How many bits of its fingerprint an equation has. A layer of n slots has `count` columns of n bits, and from one block
/// on a column more, so that any rate is met and not just powers of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Columns {
    pub(super) count: u64,
    /// The share of the equations that have one column more.
    wide_share: f64,
}

impl Columns {
    /// Half of the other keys pass a column: 2^-count is the last power that is at least `rate`, 1e-9 to 0.5.
    pub(super) fn for_rate(rate: f64) -> Columns {
        let bits = rate.to_bits();
        let exponent = 1023_u64.saturating_sub(bits >> 52).min(30);
        let is_power = bits << 12 == 0;
        let count = exponent - u64::from(!is_power);
        Columns { count, wide_share: 2.0 - rate * (2_u64 << count) as f64 }
    }

    /// The first block with one column more, of a layer of so many: as few as the rate allows.
    fn wide_from(self, blocks: u64) -> u64 {
        let starts = starts_of(blocks);
        let share = self.wide_share * starts as f64;
        let whole = share as u64;
        match whole + u64::from((whole as f64) < share) {
            0 => blocks,
            wide => starts.saturating_sub(wide) / BLOCK,
        }
    }
}

/// Where an equation is, and what it says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equation {
    /// The first slot of its window.
    pub(super) start: u64,
    /// Which slots of the window it has; the first one always.
    pub(super) slots: u64,
    /// What they XOR to, in each column.
    pub(super) fingerprint: u32,
}

impl Equation {
    /// Of a key of at most four bytes three lanes are equal; each enters in a way of its own.
    #[inline(always)]
    pub(super) fn new([a, b, c, d]: Digest, starts: u64) -> Equation {
        let high = c.wrapping_mul(0x85eb_ca6b);
        let fingerprint = d.wrapping_mul(0xc2b2_ae35);
        Equation {
            start: reduce(a, starts),
            slots: u64::from(b | 1) | u64::from(high ^ high >> 16) << 32,
            fingerprint: fingerprint ^ fingerprint >> 15,
        }
    }
}

/// The solution of the equations of some keys.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer {
    salt: u32,
    blocks: u64,
    wide_from: u64,
    /// Two bits per bucket; none in the last layer, which bumps no key.
    thresholds: Vec<u64>,
    /// The words of the first block, one per column, then those of the next.
    solution: Vec<u32>,
}

/// How many slots an equation can start at.
const fn starts_of(blocks: u64) -> u64 {
    (blocks * BLOCK).saturating_sub(WINDOW - 1)
}

impl Layer {
    /// A layer of the keys with these digests; those that it bumps are left.
    pub(super) fn build(digests: &mut Vec<Digest>, columns: Columns, salt: u32) -> Result<Layer> {
        let keys = digests.len() as u64;
        if keys <= LAST_KEYS {
            return Layer::last(digests, columns, salt);
        }
        digests.sort_unstable_by_key(|&digest| salted(digest, salt));
        // A twentieth more keys than slots: nearly all slots are used, and nearly as many keys are bumped.
        let blocks = keys * 20 / 21 / BLOCK;
        let starts = starts_of(blocks);
        let wide_from = columns.wide_from(blocks);
        let mut banding = Banding::new(blocks, columns, wide_from)?;
        let buckets = starts.div_ceil(BUCKET);
        let words = buckets.div_ceil(THRESHOLDS_PER_WORD);
        let mut thresholds = Vec::new();
        thresholds.try_reserve_exact(words as usize).map_err(|_| KEYS.broken_by(8 * words))?;
        thresholds.resize(words as usize, 0_u64);
        let (mut begin, mut bumped) = (0, 0);
        for bucket in 0..buckets {
            let first = bucket * BUCKET;
            let start = |digest: &Digest| reduce(salted(*digest, salt)[0], starts);
            let rest = digests.get(begin..).unwrap_or(&[]);
            let own = rest.iter().take_while(|digest| start(digest) < first + BUCKET).count();
            let mut keys = rest.get(..own).unwrap_or(rest);
            let mut threshold = THRESHOLDS.len() - 1;
            while threshold > 0 {
                let lowest = first + THRESHOLDS.get(threshold - 1).copied().unwrap_or(0);
                let before = keys.partition_point(|digest| start(digest) < lowest);
                let (left, group) = keys.split_at(before);
                let equations = group.iter().rev();
                if !banding.insert_all(
                    equations.map(|&digest| Equation::new(salted(digest, salt), starts)),
                ) {
                    break;
                }
                keys = left;
                threshold -= 1;
            }
            let left = keys.len();
            if let Some(word) = thresholds.get_mut((bucket / THRESHOLDS_PER_WORD) as usize) {
                *word |= (threshold as u64) << (2 * (bucket % THRESHOLDS_PER_WORD));
            }
            digests.copy_within(begin..begin + left, bumped);
            bumped += left;
            begin += own;
        }
        digests.truncate(bumped);
        Ok(Layer { salt, blocks, wide_from, thresholds, solution: banding.solve()? })
    }

    /// The smallest layer that has all keys: first with more salts, then with more blocks.
    fn last(digests: &mut Vec<Digest>, columns: Columns, first_salt: u32) -> Result<Layer> {
        let keys = digests.len() as u64;
        let least = keys.div_ceil(BLOCK).max(WINDOW / BLOCK);
        for blocks in least..least + MORE_BLOCKS {
            let starts = starts_of(blocks);
            let wide_from = columns.wide_from(blocks);
            for salt in first_salt..first_salt + TRIES {
                let mut banding = Banding::new(blocks, columns, wide_from)?;
                digests.sort_unstable_by_key(|&digest| salted(digest, salt));
                let equations = digests.iter().rev();
                if banding.insert_all(
                    equations.map(|&digest| Equation::new(salted(digest, salt), starts)),
                ) {
                    digests.clear();
                    let solution = banding.solve()?;
                    return Ok(Layer { salt, blocks, wide_from, thresholds: Vec::new(), solution });
                }
            }
        }
        Err(SALTS.broken_by(keys))
    }

    /// Whether a key's equation holds; none if it was bumped.
    #[inline]
    pub(super) fn answer(&self, digest: Digest, columns: Columns) -> Option<bool> {
        let Equation { start, slots, fingerprint } =
            Equation::new(salted(digest, self.salt), starts_of(self.blocks));
        if start % BUCKET < self.threshold(start / BUCKET) {
            return None;
        }
        let (block, shift) = (start / BLOCK, start % BLOCK);
        let window = u128::from(slots) << shift;
        let count = columns.count + u64::from(block >= self.wide_from);
        let first = self.block(block, columns);
        let second = self.block(block + 1, columns);
        let third = self.block(block + 2, columns);
        let bit = |place: u64, column: u64, mask: u128| {
            let word = self.solution.get((place + column) as usize).copied().unwrap_or(0);
            word & mask as u32
        };
        Some((0..count).all(|column| {
            let bits = bit(first, column, window)
                ^ bit(second, column, window >> BLOCK)
                ^ bit(third, column, window >> (2 * BLOCK));
            (bits.count_ones() ^ fingerprint >> column) & 1 == 0
        }))
    }

    /// Where the words of a block begin.
    fn block(&self, block: u64, columns: Columns) -> u64 {
        block * columns.count + block.saturating_sub(self.wide_from)
    }

    fn threshold(&self, bucket: u64) -> u64 {
        let word = self.thresholds.get((bucket / THRESHOLDS_PER_WORD) as usize);
        let number = word.copied().unwrap_or(0) >> (2 * (bucket % THRESHOLDS_PER_WORD)) & 3;
        THRESHOLDS.get(number as usize).copied().unwrap_or(0)
    }

    /// How many bits it takes, with its number of blocks and its salt.
    pub(super) fn bits(&self) -> u64 {
        64 + 64 * self.thresholds.len() as u64 + 64 * (self.solution.len() as u64).div_ceil(2)
    }
}
