//! A layer of a static set: a solution of the equations of its keys. Some keys are left to the next
//! layer.

use alloc::vec::Vec;

use super::SALTS;
use super::banding::{Banding, zeros};
use super::salts::Salts;
use crate::digest::{Digest, layered, sort_digests, unlayered};
use crate::error::Result;
use crate::hash::four::Four;
use crate::layout::reduce;

/// The slots of a block. A block has one bit per slot in each column.
pub(crate) const BLOCK: u64 = 32;
/// The number of slots that an equation covers.
pub(crate) const WINDOW: u64 = 64;
/// The number of slots in a bucket. The equations that start in a bucket share one threshold.
const BUCKET: u64 = 128;
/// The possible thresholds. An equation is bumped (left to the next layer) if it starts before the
/// threshold of its bucket.
const THRESHOLDS: [u64; 4] = [0, 16, 44, BUCKET];
const THRESHOLDS_PER_WORD: u64 = 32;
/// Up to this many keys, a single layer that bumps none is smaller.
const LAST_KEYS: u64 = 3072;
/// A layer is rebuilt if it bumps more than one key in this many. For keys that nobody chose it
/// bumps one in twenty.
const BUMPED: usize = 10;
/// How often it is rebuilt.
const REBUILDS: u32 = 16;
/// The number of salts to try before the last layer gets another block.
const TRIES: u32 = 64;
const MORE_BLOCKS: u64 = 256;

/// The number of bits of an equation's fingerprint. A layer of n slots has `count` columns of n
/// bits. From one block on, it has one more column. This allows any rate, not only powers of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Columns {
    pub(crate) count: u64,
    /// The share of the equations with one more column.
    wide_share: f64,
}

impl Columns {
    /// Half of the non-members pass a column. 2^-count is the smallest power of two that is at
    /// least `rate`, which is between 2^-32 and 0.5.
    pub(crate) fn for_rate(rate: f64) -> Columns {
        let bits = rate.to_bits();
        let exponent = 1023_u64.saturating_sub(bits >> 52).min(32);
        let is_power = bits << 12 == 0;
        let count = exponent - u64::from(!is_power);
        Columns { count, wide_share: 2.0 - rate * (2_u64 << count) as f64 }
    }

    /// In a layer of `blocks` blocks, the first block with one more column. As few blocks have one
    /// as the rate allows.
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

/// An equation: its position and its content.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equation {
    /// The first slot of its window.
    pub(super) start: u64,
    /// The slots of the window that are in the equation. The first one always is.
    pub(super) slots: u64,
    /// The XOR of these slots, for each column.
    pub(super) fingerprint: u32,
}

impl Equation {
    /// In a key of at most four bytes, three lanes are equal. So each lane is used in a different
    /// way.
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

    /// The equation of a key, whose digest is one under the salt of the layer. The fingerprint of an
    /// excluded key is inverted.
    #[inline(always)]
    fn of_key(digest: Digest, excluded: &[Digest], salt: u32, starts: u64) -> Equation {
        let mut equation = Equation::new(digest, starts);
        if !excluded.is_empty() && excluded.binary_search(&unlayered(digest, salt)).is_ok() {
            equation.fingerprint = !equation.fingerprint;
        }
        equation
    }
}

/// The solution of the equations of some keys.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer {
    pub(crate) salt: u32,
    pub(crate) size: Size,
    /// Two bits per bucket. Empty in the last layer, which bumps no key.
    pub(crate) thresholds: Vec<u64>,
    /// The words of the first block, one per column, then those of the next block, and so on. At
    /// the end, [`BEYOND`] words that are 0.
    solution: Vec<u32>,
}

/// Columns are read four at a time. In the last block, up to this many words beyond its end are
/// read.
pub(super) const BEYOND: u64 = 3;

/// The size of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size {
    pub(crate) blocks: u64,
    columns: u64,
    /// The first block with one more column.
    wide_from: u64,
}

impl Size {
    pub(crate) fn new(blocks: u64, columns: Columns) -> Size {
        Size { blocks, columns: columns.count, wide_from: columns.wide_from(blocks) }
    }

    /// The number of slots at which an equation can start.
    pub(super) fn starts(self) -> u64 {
        starts_of(self.blocks)
    }

    /// The number of words for the thresholds of the buckets.
    pub(crate) fn threshold_words(self) -> u64 {
        self.starts().div_ceil(BUCKET).div_ceil(THRESHOLDS_PER_WORD)
    }

    /// True if a bit after the thresholds of the buckets is set.
    pub(crate) fn has_more_thresholds(self, thresholds: &[u64]) -> bool {
        let in_last = (self.starts().div_ceil(BUCKET) - 1) % THRESHOLDS_PER_WORD + 1;
        thresholds.last().is_some_and(|&last| last >> (2 * in_last - 1) >> 1 != 0)
    }

    /// The number of columns of a block.
    #[inline(always)]
    pub(super) fn columns_of(self, block: u64) -> u64 {
        self.columns + u64::from(block >= self.wide_from)
    }

    /// The index of the first word of a block.
    #[inline(always)]
    pub(super) fn begin_of(self, block: u64) -> u64 {
        block * self.columns + block.saturating_sub(self.wide_from)
    }

    /// The number of words of the solution.
    pub(crate) fn solution_words(self) -> u64 {
        self.begin_of(self.blocks)
    }
}

/// The number of slots at which an equation can start.
const fn starts_of(blocks: u64) -> u64 {
    (blocks * BLOCK).saturating_sub(WINDOW - 1)
}

/// Replaces digests by those under the salt of a layer, in ascending order. A salt is applied once
/// to each of them: a comparison that did it would take four times as long.
#[inline(never)]
fn salt_and_sort(digests: &mut [Digest], salt: u32) {
    digests.iter_mut().for_each(|digest| *digest = layered(*digest, salt));
    sort_digests(digests);
}

/// Undoes the salt.
#[inline(never)]
fn unsalt(digests: &mut [Digest], salt: u32) {
    digests.iter_mut().for_each(|digest| *digest = unlayered(*digest, salt));
}

impl Layer {
    /// A layer that was read from a file. Its solution has room for [`BEYOND`] more words.
    pub(crate) fn of_parts(
        salt: u32,
        size: Size,
        thresholds: Vec<u64>,
        words: &[u8],
    ) -> Result<Layer> {
        let mut solution = zeros(size.solution_words() + BEYOND)?;
        for (word, &bytes) in solution.iter_mut().zip(words.as_chunks().0) {
            *word = u32::from_le_bytes(bytes);
        }
        Ok(Layer { salt, size, thresholds, solution })
    }

    /// Builds layer number `layer` from the keys with these digests, and leaves the bumped ones in
    /// `digests`. For the keys in `excluded`, which are in ascending order, the equations do not
    /// hold.
    pub(super) fn build(
        digests: &mut Vec<Digest>,
        excluded: &[Digest],
        columns: Columns,
        layer: u32,
    ) -> Result<Layer> {
        let mut salts = Salts::of_layer(layer);
        if digests.len() as u64 <= LAST_KEYS {
            return Layer::last(digests, excluded, columns, &mut salts);
        }
        let mut salt = salts.next(digests);
        for rebuilds in 0.. {
            let (built, bumped) = Layer::bumping(digests, excluded, columns, salt)?;
            if bumped <= digests.len() / BUMPED || rebuilds == REBUILDS {
                digests.truncate(bumped);
                return Ok(built);
            }
            salt = salts.next_derived(digests);
        }
        Err(SALTS.broken())
    }

    /// Builds a layer from as many keys as fit. Puts the bumped ones first, and returns their
    /// number.
    fn bumping(
        digests: &mut [Digest],
        excluded: &[Digest],
        columns: Columns,
        salt: u32,
    ) -> Result<(Layer, usize)> {
        let keys = digests.len() as u64;
        salt_and_sort(digests, salt);
        // There are a twentieth more keys than slots. So nearly all slots are used, and nearly that
        // many keys are bumped.
        let size = Size::new(keys * 20 / 21 / BLOCK, columns);
        let starts = size.starts();
        let mut banding = Banding::new(size)?;
        let mut thresholds = zeros(size.threshold_words())?;
        let buckets = starts.div_ceil(BUCKET);
        let (mut begin, mut bumped) = (0, 0);
        for bucket in 0..buckets {
            let first = bucket * BUCKET;
            let start = |digest: &Digest| reduce(digest[0], starts);
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
                    equations.map(|&digest| Equation::of_key(digest, excluded, salt, starts)),
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
            for at in begin..begin + left {
                digests.swap(bumped, at);
                bumped += 1;
            }
            begin += own;
        }
        unsalt(digests, salt);
        Ok((Layer { salt, size, thresholds, solution: banding.solve()? }, bumped))
    }

    /// The smallest layer that has all keys. Tries more salts first, then more blocks.
    fn last(
        digests: &mut Vec<Digest>,
        excluded: &[Digest],
        columns: Columns,
        salts: &mut Salts,
    ) -> Result<Layer> {
        let keys = digests.len() as u64;
        let least = keys.div_ceil(BLOCK).max(WINDOW / BLOCK);
        for blocks in least..least + MORE_BLOCKS {
            let size = Size::new(blocks, columns);
            for _ in 0..TRIES {
                let salt = salts.next(digests);
                let mut banding = Banding::new(size)?;
                salt_and_sort(digests, salt);
                let (equations, starts) = (digests.iter().rev(), size.starts());
                let fits = banding.insert_all(
                    equations.map(|&digest| Equation::of_key(digest, excluded, salt, starts)),
                );
                unsalt(digests, salt);
                if fits {
                    digests.clear();
                    let solution = banding.solve()?;
                    return Ok(Layer { salt, size, thresholds: Vec::new(), solution });
                }
            }
        }
        Err(SALTS.broken())
    }

    /// True if the equation of a key holds; `None` if the key was bumped.
    #[inline(always)]
    pub(super) fn answer(&self, digest: Digest) -> Option<bool> {
        let size = self.size;
        let Equation { start, slots, fingerprint } =
            Equation::new(layered(digest, self.salt), size.starts());
        if start % BUCKET < self.threshold(start / BUCKET) {
            return None;
        }
        let (block, shift) = (start / BLOCK, start % BLOCK);
        let window = slots << shift;
        // The slots of the equation, in three blocks.
        let masks = [window as u32, (window >> 32) as u32, (slots >> 32 << shift >> 32) as u32];
        let mut words = [block, block + 1, block + 2].map(|block| {
            self.solution
                .get(size.begin_of(block) as usize..)
                .unwrap_or(&[])
                .as_chunks::<4>()
                .0
                .iter()
        });
        let columns = size.columns_of(block);
        let mut expected = fingerprint;
        let mut left = columns;
        loop {
            let mut sum = Four::all(0);
            for (words, mask) in words.iter_mut().zip(masks) {
                // If there is no third block, its mask is 0.
                let four = words.next().copied().unwrap_or_default();
                sum = sum.xor(Four::new(four).and(Four::all(mask)));
            }
            let wrong = (sum.parities() ^ expected) & 0xf;
            if left <= 4 {
                return Some(wrong << (4 - left) & 0xf == 0);
            }
            if wrong != 0 {
                return Some(false);
            }
            left -= 4;
            expected >>= 4;
        }
    }

    /// The words of the solution.
    pub(crate) fn solution(&self) -> &[u32] {
        self.solution.get(..self.size.solution_words() as usize).unwrap_or(&[])
    }

    #[inline(always)]
    fn threshold(&self, bucket: u64) -> u64 {
        let word = self.thresholds.get((bucket / THRESHOLDS_PER_WORD) as usize);
        let number = word.copied().unwrap_or(0) >> (2 * (bucket % THRESHOLDS_PER_WORD)) & 3;
        THRESHOLDS.get(number as usize).copied().unwrap_or(0)
    }

    /// The number of 64-bit words that it takes in a file.
    pub(crate) fn words(&self) -> u64 {
        1 + self.thresholds.len() as u64 + self.size.solution_words().div_ceil(2)
    }
}
