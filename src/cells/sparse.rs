//! Stores only the positions of the bits that are 1, for filters with many bits and few keys: 2^32
//! bits with 4,000 keys take kilobytes instead of 512 MB. When positions no longer save memory, the
//! cells become packed.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use super::packed::{MEMORY, Packed, zeroed_words};
use super::{Cells, Look, Store, Width};
use crate::error::{Code, Result, Rule};

/// Filters with fewer bits than this (2 MB) are packed from the start.
pub const WORTH_IT: u64 = 1 << 24;
/// There is at most one position per this many bits. Then the table, with twice as many slots of 64
/// bits, takes half of the memory of the bits.
const BITS_PER_POSITION: u64 = 256;
pub(super) static NO_TAIL: Rule =
    Rule::state(Code::Argument, "allowed", "a sparse filter cannot have exceptions");
const FIRST_SLOTS: u64 = 1024;

/// The number of slots in a table for `ones` positions.
fn slots_for(ones: u64) -> u64 {
    ones.saturating_mul(2).checked_next_power_of_two().unwrap_or(u64::MAX).max(FIRST_SLOTS)
}

/// True if `ones` of `len` bits should be stored as positions.
fn is_worth_it(len: u64, ones: u64) -> bool {
    ones <= len / BITS_PER_POSITION
}

/// Encodes the positions, in ascending order. The first word is their number. Then come the first
/// position and, for each following one, its distance to the previous position minus 1. A number is
/// written in groups of seven bits per byte, the lowest first. The highest bit of a byte is 1 if
/// more bytes follow. Zeros fill the last word.
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

/// Decodes a payload. `None` if it is not exactly what [`Sparse::payload`] writes.
///
/// # Errors
/// No memory.
pub(super) fn read_payload(words: &[u64], len: u64) -> Result<Option<Cells>> {
    let Some((&count, words)) = words.split_first() else { return Ok(None) };
    // A position takes at least one byte.
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
                // A last byte of 0 is redundant.
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

/// A set of positions: a hash table with open addressing and linear probing. The number of slots is
/// a power of two, and at most half of them are used. A slot holds a position plus 1; 0 means free.
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

    /// The number of bits.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The number of bits that are 1.
    pub fn ones(&self) -> u64 {
        self.ones
    }

    /// Makes room for `count` more positions. Returns packed cells if they now take no more memory.
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

    /// Calls `take` with the position of each 1 bit and the value 1, in no particular order.
    pub(super) fn each(&self, mut take: impl FnMut(u64, u64)) {
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            take(slot - 1, 1);
        }
    }

    /// Calls `take` with the number of 1 bits in each group of `group` bits. Groups without 1 bits
    /// are skipped.
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

    /// The positions of the 1 bits, in ascending order.
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
    /// No memory. Nothing has changed then.
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

    /// The slot of a position, or the free slot for it. `None` if the table has no slots.
    #[inline(never)]
    fn slot(&self, position: u64) -> Option<usize> {
        let mask = (self.slots.len() as u64).checked_sub(1)?;
        // Fibonacci hashing: it puts neighbouring positions far apart.
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

    /// A set bit is saturated and stays 1.
    fn subtract(&mut self, position: u64) -> u64 {
        self.get(position)
    }
}
