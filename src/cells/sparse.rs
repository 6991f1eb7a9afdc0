//! Only the positions whose bit is 1, for filters of many bits and few keys: 2^32 bits with 4,000 keys
//! take kilobytes instead of 512 MB. When a table of positions no longer saves memory, the filter
//! goes over to packed cells.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use super::packed::{MEMORY, Packed, zeroed_words};
use super::{Cells, Look, Store, Width};
use crate::error::{Code, Result, Rule};

/// Filters of fewer bits (2 MB) do not begin as positions.
pub const WORTH_IT: u64 = 1 << 24;
/// One position for so many bits at most: a table of twice as many slots of 64 bits is then half of the bits.
const BITS_PER_POSITION: u64 = 256;
pub(super) static NO_TAIL: Rule =
    Rule::state(Code::Argument, "allowed", "a sparse filter cannot have exceptions");
const FIRST_SLOTS: u64 = 1024;

/// How many slots a table of so many positions has.
fn slots_for(ones: u64) -> u64 {
    ones.saturating_mul(2).checked_next_power_of_two().unwrap_or(u64::MAX).max(FIRST_SLOTS)
}

/// True if so many of `len` bits are kept as positions.
fn is_worth_it(len: u64, ones: u64) -> bool {
    ones <= len / BITS_PER_POSITION
}

/// The positions, ascending: their number in the first word; then the first of them, and how far
/// each is from the one before less 1, seven bits a byte from the lowest on, the highest bit of a
/// byte set where more follow; 0 up to a whole word.
fn encode(positions: &[u64]) -> Vec<u64> {
    let mut bytes = Vec::new();
    let mut next = 0;
    for &position in positions {
        let mut rest = position - next;
        next = position + 1;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    let words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
    [positions.len() as u64].into_iter().chain(words).collect()
}

/// The bits at the positions in a payload; none if it is not exactly what [`Sparse::payload`] writes.
///
/// # Errors
/// No memory.
pub(super) fn read_payload(words: &[u64], len: u64) -> Result<Option<Cells>> {
    let Some((&count, words)) = words.split_first() else { return Ok(None) };
    // A position takes a byte at least.
    if !is_worth_it(len, count) || count > words.len() as u64 * 8 {
        return Ok(None);
    }
    let mut cells = Cells::Sparse(Sparse::new(len));
    cells.reserve(count)?;
    let mut bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let (mut next, mut used) = (0, 0u64);
    for _ in 0..count {
        let (mut number, mut shift) = (0, 0);
        loop {
            let Some(byte) = bytes.next() else { return Ok(None) };
            used += 1;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                // A last byte of 0 says nothing.
                if byte == 0 && shift > 7 {
                    return Ok(None);
                }
                break;
            }
            if shift > 56 {
                return Ok(None);
            }
        }
        let position = next + number;
        if position >= len {
            return Ok(None);
        }
        cells.add(position);
        next = position + 1;
    }
    let padded = used.div_ceil(8) == words.len() as u64 && bytes.all(|byte| byte == 0);
    Ok(padded.then_some(cells))
}

/// A set of positions: open addressing with linear probing, a power of two of slots, at most half
/// full. A slot holds a position plus 1; 0 is free.
#[derive(Clone, Debug)]
pub struct Sparse {
    slots: Vec<u64>,
    ones: u64,
    len: u64,
}

impl Sparse {
    /// `len` bits, all 0.
    pub const fn new(len: u64) -> Sparse {
        Sparse { slots: Vec::new(), ones: 0, len }
    }

    /// How many bits there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// How many bits are 1.
    pub fn ones(&self) -> u64 {
        self.ones
    }

    /// Makes room for `count` more positions. The packed cells, if they are now no larger.
    ///
    /// # Errors
    /// No memory.
    #[inline(never)]
    pub(super) fn reserve(&mut self, count: u64) -> Result<Option<Packed>> {
        let ones = self.ones.saturating_add(count);
        if !is_worth_it(self.len, ones) {
            return self.packed().map(Some);
        }
        if ones <= self.slots.len() as u64 / 2 {
            return Ok(None);
        }
        let slots = zeroed_words(slots_for(ones), &MEMORY)?;
        let mut grown = Sparse { slots, ..Sparse::new(self.len) };
        self.each(|position, _| _ = grown.add(position, 1));
        *self = grown;
        Ok(None)
    }

    /// The payload of a filter file for these bits.
    pub(super) fn payload(&self) -> Vec<u64> {
        encode(&self.positions())
    }

    /// The same bits, packed.
    pub(super) fn packed(&self) -> Result<Packed> {
        let mut packed = Packed::zeroed(self.len, Width::Bit)?;
        self.each(|position, _| _ = packed.add(position, 1));
        Ok(packed)
    }

    /// Calls `take` with the positions of the 1 bits, in no order.
    pub(super) fn each(&self, mut take: impl FnMut(u64, u64)) {
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            take(slot - 1, 1);
        }
    }

    /// Calls `take` with how many bits are 1 in each group of so many bits that has any.
    pub(super) fn each_group(&self, group: u64, take: &mut dyn FnMut(u64)) {
        let (mut current, mut count) = (u64::MAX, 0);
        for position in self.positions() {
            if position / group != current && count > 0 {
                take(count);
                count = 0;
            }
            current = position / group;
            count += 1;
        }
        if count > 0 {
            take(count);
        }
    }

    /// The positions of the 1 bits, ascending.
    fn positions(&self) -> Vec<u64> {
        let mut positions = BinaryHeap::new();
        self.each(|position, _| positions.push(position));
        positions.into_sorted_vec()
    }

    pub(super) fn count_range(&self, start: u64, end: u64) -> u64 {
        let mut count = 0;
        self.each(|position, _| count += u64::from((start..end).contains(&position)));
        count
    }

    pub(super) fn clear(&mut self) {
        *self = Sparse::new(self.len);
    }

    /// Keeps only the positions for which `keep` returns true.
    ///
    /// # Errors
    /// No memory; nothing has changed then.
    pub(super) fn retain(&mut self, keep: impl Fn(u64) -> bool) -> Result<()> {
        let slots = zeroed_words(self.slots.len() as u64, &MEMORY)?;
        let mut sparse = Sparse { slots, ..Sparse::new(self.len) };
        self.each(|position, _| {
            if keep(position) {
                sparse.add(position, 1);
            }
        });
        *self = sparse;
        Ok(())
    }

    /// A copy.
    ///
    /// # Errors
    /// No memory.
    pub(super) fn copy(&self) -> Result<Sparse> {
        let mut slots = zeroed_words(self.slots.len() as u64, &MEMORY)?;
        slots.copy_from_slice(&self.slots);
        Ok(Sparse { slots, ..*self })
    }

    /// Where a position is, or the free slot where it would be; none in a table without slots.
    #[inline(never)]
    fn slot(&self, position: u64) -> Option<usize> {
        let mask = (self.slots.len() as u64).checked_sub(1)?;
        // Fibonacci hashing: neighbours go far apart.
        let mut at = position.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & mask;
        loop {
            let slot = *self.slots.get(at as usize)?;
            if slot == 0 || slot == position + 1 {
                return Some(at as usize);
            }
            at = (at + 1) & mask;
        }
    }
}

impl Look for Sparse {
    #[inline(never)]
    fn get(&self, position: u64) -> u64 {
        let slot = self.slot(position).and_then(|slot| self.slots.get(slot));
        slot.map_or(0, |&slot| u64::from(slot != 0))
    }
}

impl Store for Sparse {
    #[inline(never)]
    fn add(&mut self, position: u64, _: u64) -> u64 {
        let slot = self.slot(position);
        match slot.and_then(|slot| self.slots.get_mut(slot)) {
            Some(slot) if *slot == 0 => {
                *slot = position + 1;
                self.ones += 1;
                0
            }
            _ => 1,
        }
    }

    /// A bit sticks at 1.
    fn take(&mut self, position: u64) -> u64 {
        self.get(position)
    }
}
