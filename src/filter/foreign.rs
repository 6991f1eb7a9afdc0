//! Filters in the schemes of other systems: parameters, and the loop over the positions.
//!
//! A build may leave out these schemes (see `Scheme::is_foreign`). Then this code never runs.

// Some of it is used only for the file formats of other systems.
#![cfg_attr(not(feature = "compat"), allow(dead_code))]

use alloc::vec::Vec;

use super::{Filter, Head};
use crate::cells::packed::Packed;
use crate::cells::{Cells, Store, Width, store};
use crate::error::{Code, Result, Rule};
use crate::key::KeyEncoding;
use crate::scheme::rules::Setting;
use crate::scheme::{Probes, Scheme, Shape, UseProbes, with_probes};

static SPARE: Rule = Rule::new(Code::Invalid, "bits", "zeros after the last bit");
static WIDTH: Rule = Rule::new(Code::Argument, "counterBits", "1 in this scheme");
static SALT: Rule = Rule::new(Code::Argument, "salt", "0 in this scheme");
static POSITION: Rule = Rule::new(Code::Argument, "position", "a number below {}");

impl Head {
    /// Everything that the positions of a key depend on.
    pub(crate) fn setting<'a>(&self, parameters: &'a [i64]) -> Setting<'a> {
        let Head { scheme, shape, seed, salt, .. } = *self;
        Setting { scheme, shape, seed, salt, parameters }
    }

    /// The header of an empty plain filter of another system.
    pub(crate) fn of_system(scheme: Scheme, shape: Shape, encoding: KeyEncoding) -> Head {
        Head { encoding, ..Head::foreign(scheme, shape, 0) }
    }

    pub(super) fn foreign(scheme: Scheme, shape: Shape, seed: u32) -> Head {
        let (width, encoding) = (Width::Bit, KeyEncoding::Native);
        Head { scheme, shape, width, seed, salt: 0, encoding, target: None, inserted: 0 }
    }
}

impl Filter {
    /// An empty filter with this header and the parameters of its scheme. Most schemes have none.
    /// The module of each scheme documents its parameters.
    ///
    /// # Errors
    /// A key encoding, a seed or parameters that the scheme cannot have; no memory.
    pub fn with_parameters(head: Head, parameters: Vec<i64>) -> Result<Filter> {
        super::check_scheme(&head)?;
        let rules = head.scheme.rules();
        if head.scheme.is_foreign() {
            rules.check(&head.setting(&parameters), head.encoding)?;
            if head.salt != 0 {
                return Err(SALT.broken_by(u64::from(head.salt)));
            }
        }
        if head.encoding != KeyEncoding::Native && head.width != Width::Bit {
            return Err(WIDTH.broken_by(head.width.bits()));
        }
        let zeroed =
            if !head.scheme.is_foreign() || rules.sparse { Cells::zeroed } else { Cells::packed };
        Ok(Filter { head, cells: zeroed(head.shape.bits(), head.width)?, parameters, secret: None })
    }

    /// A plain filter with these bits.
    ///
    /// # Errors
    /// A header or parameters that the scheme cannot have; set bits after the last bit.
    pub(crate) fn of_words(head: Head, parameters: Vec<i64>, words: Vec<u64>) -> Result<Filter> {
        head.scheme.rules().check(&head.setting(&parameters), head.encoding)?;
        let packed = Packed::from_words(words, head.shape.bits(), Width::Bit);
        let Some(packed) = packed else { return Err(SPARE.broken()) };
        Ok(Filter { head, cells: Cells::Packed(packed), parameters, secret: None })
    }

    /// The parameters of the scheme besides the shape and the seed, for example several seeds. The
    /// module of each scheme documents them.
    pub fn parameters(&self) -> &[i64] {
        &self.parameters
    }

    /// Inserts a key as a Redis pipeline of SETBIT commands does. Calls `take` with the old value
    /// of each bit, in order. If all of them are 1, the key may already be in the set.
    ///
    /// # Errors
    /// As [`Filter::insert`].
    pub fn test_and_set(&mut self, key: &[u8], mut take: impl FnMut(bool)) -> Result<()> {
        if self.ignores(key) {
            return Ok(());
        }
        self.cells.reserve(self.head.shape.hashes())?;
        if self.is_exception(key) {
            self.set_exception(key, false)?;
        }
        self.head.inserted = self.head.inserted.saturating_add(1);
        for position in self.positions_of(key) {
            take(self.cells.get(position) != 0);
            self.cells.add(position);
        }
        Ok(())
    }

    /// Inserts a key in a scheme of another system. There must be room for it.
    pub(super) fn insert_foreign(&mut self, key: &[u8]) -> bool {
        let setting = self.head.setting(&self.parameters);
        let mut changed = false;
        let cells = &mut self.cells;
        walk(key, &setting, &mut |position| {
            changed |= store!(cells, cells => cells.add(position, 1)) == 0;
            true
        });
        if changed || !self.head.scheme.rules().counts_new_only {
            self.head.inserted = self.head.inserted.saturating_add(1);
        }
        changed
    }

    /// The answer for a key in a scheme of another system.
    pub(super) fn contains_foreign(&self, key: &[u8]) -> bool {
        let setting = self.head.setting(&self.parameters);
        walk(key, &setting, &mut |position| self.cells.get(position) != 0)
    }

    /// Calls `take` with each position of a key in a scheme of another system.
    pub(super) fn each_position(&self, key: &[u8], take: &mut dyn FnMut(u64)) {
        let setting = self.head.setting(&self.parameters);
        walk(key, &setting, &mut |position| {
            take(position);
            true
        });
    }

    /// The positions of [`Filter::each_position`].
    pub(super) fn positions_of(&self, key: &[u8]) -> Vec<u64> {
        let mut positions = Vec::new();
        self.each_position(key, &mut |position| positions.push(position));
        positions
    }

    /// Sets the bit at a position.
    ///
    /// # Errors
    /// A position outside the filter; no memory.
    pub fn set(&mut self, position: u64) -> Result<()> {
        if position >= self.head.shape.bits() {
            return Err(POSITION.broken_by(position).expecting(self.head.shape.bits()));
        }
        self.cells.reserve(1)?;
        self.cells.add(position);
        Ok(())
    }

    /// True for a key that the scheme ignores: it cannot be inserted and is never in the set.
    #[inline(always)]
    pub(super) fn ignores(&self, key: &[u8]) -> bool {
        self.head.scheme.is_foreign()
            && key.is_empty()
            && self.head.scheme.rules().ignores_empty_key
    }
}

/// Calls `take` with the positions of a key until `take` returns false. True if it never did.
/// (`take` is a pointer, because one loop per scheme and per caller would take 12 kB.)
fn walk(key: &[u8], setting: &Setting<'_>, take: &mut dyn FnMut(u64) -> bool) -> bool {
    with_probes(key, setting, Walk { k: setting.shape.hashes(), take })
}

struct Walk<'a> {
    k: u64,
    take: &'a mut dyn FnMut(u64) -> bool,
}

impl UseProbes for Walk<'_> {
    type Answer = bool;
    fn with(self, mut probes: impl Probes) -> bool {
        (0..self.k).all(|_| (self.take)(probes.next()))
    }
}

impl Probes for core::slice::Iter<'_, u64> {
    fn next(&mut self) -> u64 {
        Iterator::next(self).copied().unwrap_or(0)
    }
}
