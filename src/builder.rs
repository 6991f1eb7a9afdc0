//! A filter for keys whose number is not known before they have all been seen.

use alloc::vec::Vec;

use crate::cells::packed::zeroed_words;
use crate::error::{Code, Result, Rule};
use crate::filter::Filter;
use crate::filter::batch::each_digest;
use crate::scheme::{self, Digest, Scheme};

/// Collects the 128-bit digests of the distinct keys, then makes a filter of the right size from
/// them: one pass over the input, 16 to 43 bytes of memory a distinct key, none for a repeated one.
///
/// ```
/// use edgebloom::{Builder, Scheme};
///
/// let mut builder = Builder::new(0);
/// for key in ["a", "b", "a"] {
///     builder.push(key.as_bytes())?;
/// }
/// assert_eq!(builder.distinct(), 2);
/// let filter = builder.finish(Scheme::Standard, 0.01)?;
/// assert_eq!(filter.head().inserted, 2);
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    seed: u32,
    /// Open addressing with linear probing: a power of two of slots of two words, which are the four lanes, at
    /// most three quarters full.
    slots: Vec<u64>,
    occupied: u64,
    /// The digest 0, which marks a free slot, is a possible digest too.
    holds_zero: bool,
}

static MEMORY: Rule = Rule::new(Code::Memory, "keys", "that many free bytes");

const FIRST_SLOTS: u64 = 1024;

impl Builder {
    /// A builder of a filter with this seed.
    pub const fn new(seed: u32) -> Builder {
        Builder { seed, slots: Vec::new(), occupied: 0, holds_zero: false }
    }

    /// Takes a key in.
    ///
    /// # Errors
    /// No memory.
    pub fn push(&mut self, key: &[u8]) -> Result<()> {
        self.push_digest(scheme::digest(key, self.seed))
    }

    fn push_digest(&mut self, [a, b, c, d]: Digest) -> Result<()> {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let (h1, h2) = (pair(a, b), pair(c, d));
        if h1 | h2 == 0 {
            self.holds_zero = true;
            return Ok(());
        }
        let slots = self.slots.len() as u64 / 2;
        if self.occupied >= slots / 4 * 3 {
            let mut larger = zeroed_words((slots * 2).max(FIRST_SLOTS) * 2, &MEMORY)?;
            for &[h1, h2] in self.slots.as_chunks::<2>().0 {
                if h1 | h2 != 0 {
                    place(&mut larger, h1, h2);
                }
            }
            self.slots = larger;
        }
        self.occupied += u64::from(place(&mut self.slots, h1, h2));
        Ok(())
    }

    /// Takes every line of `text` in (see [`lines`](crate::key::lines)).
    ///
    /// # Errors
    /// No memory.
    pub fn push_lines(&mut self, text: &[u8]) -> Result<()> {
        each_digest(text, self.seed, |digest| self.push_digest(digest))
    }

    /// How many distinct keys there are so far.
    pub fn distinct(&self) -> u64 {
        self.occupied + u64::from(self.holds_zero)
    }

    /// The filter of the distinct keys at the error rate `rate`; for no keys, one of capacity 1.
    ///
    /// # Errors
    /// As [`Filter::with_rate`].
    pub fn finish(&self, scheme: Scheme, rate: f64) -> Result<Filter> {
        let capacity = self.distinct().max(1);
        let mut filter = Filter::with_rate(scheme, capacity, rate, self.seed)?;
        let slots = self.slots.as_chunks::<2>().0.iter();
        let others = slots.filter(|slot| **slot != [0, 0]).map(|&slot| scheme::lanes_of(slot));
        let zero = self.holds_zero.then_some([0; 4]);
        filter.insert_each(others.chain(zero))?;
        Ok(filter)
    }
}

/// Puts a digest into its slot; true if it was not there. There is always a free slot.
fn place(slots: &mut [u64], h1: u64, h2: u64) -> bool {
    let slots = slots.as_chunks_mut::<2>().0;
    let mask = (slots.len() as u64).wrapping_sub(1);
    let mut at = h1 & mask;
    while let Some(slot) = slots.get_mut(at as usize) {
        if *slot == [0, 0] {
            *slot = [h1, h2];
            return true;
        }
        if *slot == [h1, h2] {
            return false;
        }
        at = (at + 1) & mask;
    }
    false
}
