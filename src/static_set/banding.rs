//! Gaussian elimination, one equation at a time. Each slot has at most one equation that begins
//! there.

use alloc::vec::Vec;

use super::KEYS;
use super::layer::{BEYOND, BLOCK, Equation, Size, WINDOW};
use crate::error::Result;

/// The most columns of a layer.
const MAX_COLUMNS: usize = 32;

/// Equations in echelon form.
pub(super) struct Banding {
    size: Size,
    /// For each slot, the slots of the equation that begins there, from that slot on; 0 if there is
    /// no equation.
    slots: Vec<u64>,
    fingerprints: Vec<u32>,
    /// The slots at which the equations of the latest group begin.
    latest: Vec<u32>,
}

/// `count` numbers that are 0.
pub(super) fn zeros<T: Copy + Default>(count: u64) -> Result<Vec<T>> {
    let mut zeros = Vec::new();
    let bytes = count.saturating_mul(size_of::<T>() as u64);
    let length = usize::try_from(count).map_err(|_| KEYS.broken_by(bytes))?;
    zeros.try_reserve_exact(length).map_err(|_| KEYS.broken_by(bytes))?;
    zeros.resize(length, T::default());
    Ok(zeros)
}

impl Banding {
    pub(super) fn new(size: Size) -> Result<Banding> {
        let slots = size.blocks * BLOCK;
        Ok(Banding { size, slots: zeros(slots)?, fingerprints: zeros(slots)?, latest: Vec::new() })
    }

    /// Adds a group of equations. Adds none of them and returns false if one contradicts the
    /// others.
    pub(super) fn insert_all(&mut self, equations: impl Iterator<Item = Equation>) -> bool {
        self.latest.clear();
        for equation in equations {
            if !self.insert(equation) {
                for &slot in &self.latest {
                    if let Some(slots) = self.slots.get_mut(slot as usize) {
                        *slots = 0;
                    }
                }
                return false;
            }
        }
        true
    }

    /// Adds an equation. Returns false if it contradicts the others.
    #[inline]
    fn insert(&mut self, Equation { start, mut slots, mut fingerprint }: Equation) -> bool {
        let checked = (1_u64 << self.size.columns_of(start / BLOCK)) - 1;
        let mut at = start as usize;
        while let (Some(own), Some(print)) = (self.slots.get_mut(at), self.fingerprints.get_mut(at))
        {
            if *own == 0 {
                (*own, *print) = (slots, fingerprint);
                self.latest.push(at as u32);
                return true;
            }
            slots ^= *own;
            fingerprint ^= *print;
            if slots == 0 {
                return u64::from(fingerprint) & checked == 0;
            }
            let next = slots.trailing_zeros();
            slots >>= next;
            at += next as usize;
        }
        false
    }

    /// The words of the solution, computed from the last slot to the first. A slot is 0 if no
    /// equation begins there.
    pub(super) fn solve(&self) -> Result<Vec<u32>> {
        let mut solution = zeros(self.size.solution_words() + BEYOND)?;
        // The bits of the next 64 slots, for each column.
        let mut windows = [0_u64; MAX_COLUMNS];
        for block in (0..self.size.blocks).rev() {
            let columns = self.size.columns_of(block) as usize;
            let windows = windows.get_mut(..columns).unwrap_or(&mut []);
            let range = (block * BLOCK) as usize..((block + 1) * BLOCK) as usize;
            let slots = self.slots.get(range.clone()).unwrap_or(&[]);
            let fingerprints = self.fingerprints.get(range).unwrap_or(&[]);
            for (&slots, &fingerprint) in slots.iter().zip(fingerprints).rev() {
                for (window, column) in windows.iter_mut().zip(0..) {
                    *window <<= 1;
                    if slots != 0 {
                        let bit = (*window & slots).count_ones() ^ fingerprint >> column;
                        *window |= u64::from(bit & 1);
                    }
                }
            }
            let words = solution.get_mut(self.size.begin_of(block) as usize..).unwrap_or(&mut []);
            for (word, window) in words.iter_mut().zip(windows) {
                *word = *window as u32;
            }
        }
        Ok(solution)
    }
}

const _: () = assert!(WINDOW == u64::BITS as u64);
