//! The table of a filter: its cells with their exceptions, and the number of keys. Filters of all
//! schemes share it, once a key has become positions.

use crate::cells::{Cells, Store, Width, store};
use crate::error::Result;
use crate::exceptions;
use crate::layout::Shape;

/// The cells of a filter. The exceptions are stored with them.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) shape: Shape,
    pub(crate) cells: Cells,
    /// The number of keys that were inserted and not removed.
    pub(crate) inserted: u64,
}

impl Table {
    /// Makes sure that this many keys can be inserted.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, keys: u64) -> Result<()> {
        self.cells.reserve(keys * self.shape.hashes())
    }

    /// True if the answer for the key is "no" whatever its cells say.
    #[inline(always)]
    pub(crate) fn is_exception(&self, key: &[u8]) -> bool {
        let set = self.cells.tail();
        !set.is_empty() && exceptions::contains(&set, key)
    }

    /// Makes a key an exception. True if it was not one yet.
    ///
    /// # Errors
    /// Too many bytes of exceptions; no memory; sparse cells. Nothing has changed then.
    pub(crate) fn allow(&mut self, key: &[u8]) -> Result<bool> {
        let is_new = !self.is_exception(key);
        if is_new {
            self.set_exception(key, true)?;
        }
        Ok(is_new)
    }

    /// Makes a key that will be inserted no exception.
    ///
    /// # Errors
    /// No memory. Nothing has changed then.
    #[inline(always)]
    pub(crate) fn end_exception(&mut self, key: &[u8]) -> Result<()> {
        if self.cells.tail().is_empty() { Ok(()) } else { self.set_exception(key, false) }
    }

    #[cold]
    #[inline(never)]
    fn set_exception(&mut self, key: &[u8], is_in: bool) -> Result<()> {
        let set = exceptions::changed(&self.cells.tail(), key, is_in);
        self.cells.set_tail(&set)
    }

    /// Calls `take` with each exception, in ascending order.
    pub(crate) fn each_exception(&self, take: impl FnMut(&[u8])) {
        exceptions::keys(&self.cells.tail()).for_each(take);
    }

    /// The table of bits with the same keys.
    ///
    /// # Errors
    /// No memory.
    pub(crate) fn plain(&self) -> Result<Table> {
        let mut plain = self.alike(self.shape, Width::Bit)?;
        plain.cells.reserve(self.cells.count())?;
        store!(&mut plain.cells, cells => self.cells.each(|position, _| {
            cells.add(position, 1);
        }));
        Ok(plain)
    }

    /// A table of zeros with the exceptions and the number of keys of this one.
    ///
    /// # Errors
    /// No memory.
    pub(super) fn alike(&self, shape: Shape, width: Width) -> Result<Table> {
        let mut cells = Cells::zeroed(shape.bits(), width)?;
        // Packed bits stay packed: some filters are never sparse.
        if !self.cells.is_sparse() && self.cells.width() == Width::Bit {
            cells.pack()?;
        }
        cells.set_tail(&self.cells.tail())?;
        Ok(Table { shape, cells, inserted: self.inserted })
    }

    /// A copy.
    ///
    /// # Errors
    /// No memory.
    pub(crate) fn copy(&self) -> Result<Table> {
        Ok(Table { cells: self.cells.copy()?, ..*self })
    }

    /// Removes all keys.
    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.inserted = 0;
    }
}
