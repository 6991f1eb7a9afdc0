//! A bit a position, in 64-bit words: position i is bit i mod 64 of word i / 64.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::error::{Code, Result, Rule};

const WORD: u64 = 64;
/// 256 kB.
const SPARE_WORDS: usize = 1 << 15;

pub(crate) static MEMORY: Rule = Rule::new(Code::Memory, "bits", "that many free bytes");

/// `len` bits. The bits of the last word beyond `len` are always 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    len: u64,
}

impl Bits {
    /// `len` bits, all 0.
    ///
    /// # Errors
    /// No memory.
    pub fn zeroed(len: u64) -> Result<Bits> {
        Ok(Bits { words: zeroed_words(Bits::words_for(len), &MEMORY)?, len })
    }

    /// How many words `len` bits take.
    pub const fn words_for(len: u64) -> u64 {
        len.div_ceil(WORD)
    }

    /// The bit at `position`; what is beyond the last word is 0.
    #[inline(always)]
    pub fn get(&self, position: u64) -> bool {
        match self.words.get((position / WORD) as usize) {
            Some(word) => (word >> (position % WORD)) & 1 == 1,
            None => false,
        }
    }

    /// Sets the bit at `position`; true if it was 0.
    #[inline(always)]
    pub(crate) fn set(&mut self, position: u64) -> bool {
        match self.words.get_mut((position / WORD) as usize) {
            Some(word) => {
                let before = *word;
                *word |= 1 << (position % WORD);
                *word != before
            }
            None => false,
        }
    }

    /// How many bits there are.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// True if there are no bits at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many bits are 1.
    pub fn count(&self) -> u64 {
        count_ones(&self.words)
    }

    /// How many bits are 1 among the positions from `start` up to `end`, not included.
    pub(crate) fn count_range(&self, start: u64, end: u64) -> u64 {
        let (first, last) = ((start / WORD) as usize, (end / WORD) as usize);
        let below = |word: usize, bits: u64| {
            let word = self.words.get(word).copied().unwrap_or(0);
            u64::from((word & !(u64::MAX << bits)).count_ones())
        };
        let whole = self.words.get(first..last.min(self.words.len())).unwrap_or(&[]);
        count_ones(whole) + below(last, end % WORD) - below(first, start % WORD)
    }

    /// Calls `take` with the positions of the 1 bits, ascending.
    pub fn each_one(&self, mut take: impl FnMut(u64)) {
        let mut start = 0;
        for &word in &self.words {
            let mut rest = word;
            while rest != 0 {
                take(start + u64::from(rest.trailing_zeros()));
                rest &= rest - 1;
            }
            start += WORD;
        }
    }

    /// Sets every bit that is set in `other`, which has the same length.
    pub fn or(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Clears every bit that is 0 in `other`, which has the same length.
    pub fn and(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Makes every bit 0.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The words.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The bytes of a payload: those of the words, each little-endian.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        if cfg!(target_endian = "little") {
            Cow::Borrowed(bytemuck::cast_slice(&self.words))
        } else {
            Cow::Owned(self.words.iter().flat_map(|word| word.to_le_bytes()).collect())
        }
    }

    /// The words, to be filled by a reader, which then asks [`Bits::spare_is_zero`].
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// True if no bit of the last word beyond the length is set.
    pub fn spare_is_zero(&self) -> bool {
        let used = self.len % WORD;
        used == 0 || self.words.last().is_none_or(|last| last >> used == 0)
    }
}

/// `count` words that are 0, or the error of `rule` with the number of bytes that are missing.
// `vec![0; n]` is faster, but where there is no memory it ends the program.
#[allow(clippy::slow_vector_initialization)]
pub(crate) fn zeroed_words(count: u64, rule: &'static Rule) -> Result<Vec<u64>> {
    let missing = || rule.broken_by(count.saturating_mul(8));
    // What is small is not asked for in a way that can fail, errors among it: a filter never takes
    // the last of the memory.
    let mut spare = Vec::<u64>::new();
    spare.try_reserve_exact(SPARE_WORDS).map_err(|_| missing())?;
    let length = usize::try_from(count).map_err(|_| missing())?;
    let mut words = Vec::new();
    let reserved = words.try_reserve_exact(length);
    drop(spare);
    reserved.map_err(|_| missing())?;
    words.resize(length, 0);
    Ok(words)
}

fn count_ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}
