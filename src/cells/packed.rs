//! Packed cells of 1, 2, 4, 8 or 16 bits in 64-bit words. Cell i of w bits starts at
//! bit i · w mod 64 of word ⌊i · w / 64⌋.
//!
//! A counter that reaches its largest value is saturated: it never wraps and never goes down again.
//! A bit is the smallest such counter, saturated at 1. Therefore plain and counting filters share
//! this file and every loop above it.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicUsize, Ordering};

use super::{Look, Store, Width};
use crate::error::{Code, Result, Rule};
use crate::exceptions;

const WORD: u64 = 64;
/// The most bytes of a tail. Room for all of them is reserved at once, because reserving may copy
/// the cells.
pub const MAX_TAIL_BYTES: u64 = exceptions::MAX_BYTES;
/// 256 kB.
const SPARE_WORDS: usize = 1 << 15;
/// The number of words that were allocated since the last check for free memory.
static UNSEEN_WORDS: AtomicUsize = AtomicUsize::new(SPARE_WORDS);

pub(crate) static MEMORY: Rule =
    Rule::state(Code::Memory, "bits", "not enough memory for {} bytes");

/// `len` cells of one width. The unused bits of their last word are always 0. The words after it
/// are the tail. The cells ignore the tail, but it is stored and copied with them and written to
/// filter files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    words: Vec<u64>,
    len: u64,
    width: Width,
}

impl Packed {
    /// `len` cells, all 0.
    ///
    /// # Errors
    /// No memory.
    pub fn zeroed(len: u64, width: Width) -> Result<Packed> {
        Ok(Packed { words: zeroed_words(Packed::words_for(len, width), &MEMORY)?, len, width })
    }

    /// The number of words for `len` cells.
    pub const fn words_for(len: u64, width: Width) -> u64 {
        len.div_ceil(width.per_word())
    }

    /// The number of cells.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// True if there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The width of a cell.
    pub fn width(&self) -> Width {
        self.width
    }

    /// The words of the cells.
    fn cells(&self) -> &[u64] {
        let count = Packed::words_for(self.len, self.width) as usize;
        self.words.get(..count).unwrap_or(&self.words)
    }

    /// The words after the cells.
    pub(crate) fn tail(&self) -> &[u64] {
        self.words.get(self.cells().len()..).unwrap_or(&[])
    }

    /// Replaces the words after the cells with these bytes, padded with 0 to a whole word.
    ///
    /// # Errors
    /// Too many bytes; no memory. Nothing has changed then.
    #[inline(never)]
    pub(crate) fn set_tail(&mut self, bytes: &[u8]) -> Result<()> {
        exceptions::check_size(bytes)?;
        if self.words.try_reserve_exact(MAX_TAIL_BYTES as usize / 8).is_err() {
            return Err(MEMORY.broken_by(bytes.len() as u64));
        }
        let start = self.cells().len();
        self.words.truncate(start);
        self.words.resize(start + bytes.len().div_ceil(8), 0);
        let tail = self.words.get_mut(start..).unwrap_or(&mut []);
        for (to, &from) in bytemuck::cast_slice_mut(tail).iter_mut().zip(bytes) {
            *to = from;
        }
        for word in tail {
            *word = u64::from_le(*word);
        }
        Ok(())
    }

    /// A copy.
    ///
    /// # Errors
    /// No memory.
    pub(crate) fn copy(&self) -> Result<Packed> {
        let mut words = zeroed_words(self.words.len() as u64, &MEMORY)?;
        words.copy_from_slice(&self.words);
        Ok(Packed { words, ..*self })
    }

    /// The number of cells from `start` up to `end` (exclusive) that are not 0.
    pub(crate) fn count_range(&self, start: u64, end: u64) -> u64 {
        let log2 = self.width.log2();
        let below = |end: u64| {
            let bit = end << log2;
            let word = self.words.get((bit / WORD) as usize).copied().unwrap_or(0);
            (bit / WORD, self.ones(word & !(u64::MAX << (bit % WORD))))
        };
        let ((first, before), (last, after)) = (below(start), below(end));
        let last = last as usize;
        let whole = self.words.get(first as usize..last).unwrap_or(&[]);
        whole.iter().map(|&word| self.ones(word)).sum::<u64>() + after - before
    }

    /// The number of cells of a word that are not 0.
    #[inline(always)]
    fn ones(&self, word: u64) -> u64 {
        u64::from(self.width.marks(word).count_ones())
    }

    /// The number of saturated cells.
    pub fn saturated_counters(&self) -> u64 {
        self.cells().iter().map(|&word| WORD / self.width.bits() - self.ones(!word)).sum()
    }

    /// Calls `take` with the position and value of each cell that is not 0, in ascending order.
    pub fn each(&self, mut take: impl FnMut(u64, u64)) {
        let log2 = self.width.log2();
        let mut start = 0;
        for &word in self.cells() {
            let mut marks = self.width.marks(word);
            while marks != 0 {
                let bit = u64::from(marks.trailing_zeros());
                take(start + (bit >> log2), (word >> bit) & self.width.most());
                marks &= marks - 1;
            }
            start += self.width.per_word();
        }
    }

    /// Runs `change` on each pair of cells of this and `other`, which has the same shape.
    fn zip(&mut self, other: &Packed, change: impl Fn(u64, u64) -> u64) {
        let width = self.width;
        for (word, other) in self.words.iter_mut().zip(other.cells()) {
            let mut combined = 0;
            let mut bit = 0;
            while bit < WORD {
                let cell = |word: u64| (word >> bit) & width.most();
                combined |= change(cell(*word), cell(*other)).min(width.most()) << bit;
                bit += width.bits();
            }
            *word = combined;
        }
    }

    /// Adds the cells of `other`, which has the same shape. For bits this is "or".
    pub(crate) fn merge(&mut self, other: &Packed) {
        if self.width == Width::Bit {
            for (word, other) in self.words.iter_mut().zip(other.cells()) {
                *word |= other;
            }
        } else {
            self.zip(other, |a, b| a + b);
        }
    }

    /// Keeps the smaller value of each pair of cells. For bits this is "and".
    pub(crate) fn intersect(&mut self, other: &Packed) {
        if self.width == Width::Bit {
            for (word, other) in self.words.iter_mut().zip(other.cells()) {
                *word &= other;
            }
        } else {
            self.zip(other, u64::min);
        }
    }

    /// Keeps only the bits at positions for which `keep` returns true.
    pub(super) fn retain(&mut self, keep: impl Fn(u64) -> bool) {
        let count = self.cells().len();
        for (word, start) in self.words.iter_mut().take(count).zip((0..).step_by(64)) {
            let mut marks = *word;
            while marks != 0 {
                let bit = marks & marks.wrapping_neg();
                if !keep(start + u64::from(marks.trailing_zeros())) {
                    *word &= !bit;
                }
                marks ^= bit;
            }
        }
    }

    /// Makes every cell 0, and the tail empty.
    pub fn clear(&mut self) {
        self.words.truncate(self.cells().len());
        self.words.fill(0);
    }

    /// The words, including the tail.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The cells in these words, with the tail after them. `None` if there are too few words for
    /// `len` cells, or if an unused bit of their last word is set.
    pub(crate) fn from_words(words: Vec<u64>, len: u64, width: Width) -> Option<Packed> {
        let packed = Packed { words, len, width };
        let cells = packed.cells();
        let used = (len << width.log2()) % WORD;
        let spare_is_zero = used == 0 || cells.last().is_none_or(|last| last >> used == 0);
        let fits = cells.len() as u64 == Packed::words_for(len, width) && spare_is_zero;
        fits.then_some(packed)
    }

    /// The word of a cell, and the cell's first bit in it.
    #[inline(always)]
    fn place(&self, position: u64) -> (usize, u64) {
        let bit = position << self.width.log2();
        ((bit / WORD) as usize, bit % WORD)
    }
}

impl Packed {
    /// The word at this index. Call it with an index that was computed from the position of a cell.
    #[inline(always)]
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// The words as bytes: the bit at position i is bit i mod 8 of the byte at [`byte_index`] of
    /// i / 8.
    pub(crate) fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.words)
    }

    /// As [`bytes`](Packed::bytes).
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.words)
    }
}

/// The index in memory of byte `number`, where byte 0 has the lowest bits.
#[inline(always)]
pub(crate) fn byte_index(number: u32) -> usize {
    (if cfg!(target_endian = "little") { number } else { number ^ 7 }) as usize
}

impl Look for Packed {
    #[inline(always)]
    fn get(&self, position: u64) -> u64 {
        debug_assert!(position < self.len);
        let (word, bit) = self.place(position);
        (self.word(word) >> bit) & self.width.most()
    }
}

impl Store for Packed {
    #[inline(always)]
    fn add(&mut self, position: u64, number: u64) -> u64 {
        let (word, bit) = self.place(position);
        let most = self.width.most();
        let Some(word) = self.words.get_mut(word) else { return 0 };
        let cell = (*word >> bit) & most;
        *word += (most - cell).min(number) << bit;
        cell
    }

    fn subtract(&mut self, position: u64) -> u64 {
        let (word, bit) = self.place(position);
        let most = self.width.most();
        let Some(word) = self.words.get_mut(word) else { return 0 };
        let cell = (*word >> bit) & most;
        *word -= u64::from(cell > 0 && cell < most) << bit;
        cell
    }
}

/// Packed cells whose width is known to be one bit.
pub(crate) struct Bits<P>(pub(crate) P);

impl<P: Deref<Target = Packed>> Look for Bits<P> {
    #[inline(always)]
    fn get(&self, position: u64) -> u64 {
        debug_assert!(position < self.0.len && self.0.width == Width::Bit);
        (self.0.word((position / WORD) as usize) >> (position % WORD)) & 1
    }
}

impl<P: DerefMut<Target = Packed>> Store for Bits<P> {
    #[inline(always)]
    fn add(&mut self, position: u64, _: u64) -> u64 {
        debug_assert!(position < self.0.len && self.0.width == Width::Bit);
        let Some(word) = self.0.words.get_mut((position / WORD) as usize) else { return 0 };
        let bit = (*word >> (position % WORD)) & 1;
        *word |= 1 << (position % WORD);
        bit
    }

    /// A set bit is saturated and stays 1.
    fn subtract(&mut self, position: u64) -> u64 {
        self.get(position)
    }
}

/// `count` words that are 0. If there is not enough memory, the error of `rule` with the requested
/// number of bytes.
pub(crate) fn zeroed_words(count: u64, rule: &'static Rule) -> Result<Vec<u64>> {
    let words = usize::try_from(count).ok().and_then(zeroed);
    words.ok_or_else(|| rule.broken_by(count.saturating_mul(8)))
}

/// `length` words that are 0; `None` if there is not enough memory.
// `vec![0; n]` is faster, but aborts the program if there is not enough memory.
#[allow(clippy::slow_vector_initialization)]
fn zeroed(length: usize) -> Option<Vec<u64>> {
    let mut words = Vec::new();
    let mut spare = Vec::<u64>::new();
    // Small allocations, such as those of errors, cannot fail gracefully. So a filter must never
    // take the last of the memory. The check that some is left runs only now and then, because it
    // allocates a large piece itself, which small filters could use.
    let mut unseen = UNSEEN_WORDS.load(Ordering::Relaxed).saturating_add(length);
    if unseen > SPARE_WORDS / 2 {
        UNSEEN_WORDS.store(SPARE_WORDS, Ordering::Relaxed);
        spare.try_reserve_exact(SPARE_WORDS).ok()?;
        unseen = 0;
    }
    UNSEEN_WORDS.store(unseen, Ordering::Relaxed);
    words.try_reserve_exact(length).ok()?;
    drop(spare);
    words.resize(length, 0);
    Some(words)
}

/// The words as little-endian bytes, as they are in a filter file.
pub(crate) fn bytes_of(words: &[u64]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(words))
    } else {
        Cow::Owned(words.iter().flat_map(|word| word.to_le_bytes()).collect())
    }
}
