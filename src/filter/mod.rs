//! Bloom filters: a layout, a seed, and a table of bits or counters.

mod batch;
pub(crate) mod combine;
pub(crate) mod estimate;
pub(crate) mod fold;
pub(crate) mod group;
mod keyed;
mod probe;
mod table;

use alloc::borrow::Cow;

use crate::cells::{Cells, Width};
use crate::digest::{Digest, scrambled};
use crate::error::Result;
use crate::layout::{Layout, Shape};
use crate::secret_key::SecretKey;

pub use estimate::Estimate;
pub(crate) use table::Table;

/// A Bloom filter: [`contains`](Filter::contains) answers "no" or "maybe". For inserted keys, the
/// answer is always "maybe".
///
/// ```
/// use edgebloom::{Filter, Layout};
///
/// let mut filter = Filter::with_rate(Layout::Standard, 1_000, 0.01, 0)?;
/// filter.insert(b"mailinator.com")?;
/// assert!(filter.contains(b"mailinator.com"));
/// assert!(!filter.contains(b"example.org"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// With counters instead of bits, keys can be removed:
///
/// ```
/// use edgebloom::{Filter, Header, Layout, Width};
///
/// let header = Header::with_rate(Layout::Standard, 1_000, 0.01, 0)?;
/// let mut filter = Filter::new(Header { width: Width::Four, ..header })?;
/// filter.insert(b"in flight")?;
/// assert!(filter.remove(b"in flight"));
/// assert!(!filter.contains(b"in flight"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    layout: Layout,
    seed: u32,
    /// The seed of the hash: the filter's seed, scrambled once.
    hash_seed: u32,
    salt: u32,
    target: Option<Target>,
    /// The secret key of a keyed filter, which takes the place of the seed.
    secret: Option<SecretKey>,
    table: Table,
}

/// The header of a filter: everything except its cells and its secret key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Header {
    /// The layout.
    pub layout: Layout,
    /// The shape.
    pub shape: Shape,
    /// The width of a cell: a bit or a counter.
    pub width: Width,
    /// The seed of the hash. Two seeds that differ by 2^31 give the same positions.
    pub seed: u32,
    /// The same keys have other positions under another salt. Filters that this crate builds have
    /// salt 0.
    pub salt: u32,
    /// The capacity and rate of the filter; `None` if it was built by shape.
    pub target: Option<Target>,
    /// The number of keys that were inserted and not removed. A key that was inserted twice counts
    /// twice.
    pub inserted: u64,
}

/// The capacity and rate of a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// n: the number of keys.
    pub capacity: u64,
    /// p: the false-positive rate with that many keys.
    pub rate: f64,
}

impl Header {
    /// The header of an empty plain filter sized for `capacity` keys at the error rate `rate`.
    ///
    /// # Errors
    /// `capacity` 0 or too large for 2^32 bits; `rate` outside 1e-18 ≤ rate < 1.
    pub fn with_rate(layout: Layout, capacity: u64, rate: f64, seed: u32) -> Result<Header> {
        let shape = Shape::for_rate(layout, capacity, rate)?;
        let target = Some(Target { capacity, rate });
        Ok(Header { target, ..Header::of_shape(layout, shape, seed) })
    }

    /// The header of an empty plain filter of `bits` bits with `hashes` probes per key.
    ///
    /// # Errors
    /// As [`Shape::new`].
    pub fn with_shape(layout: Layout, bits: u64, hashes: u64, seed: u32) -> Result<Header> {
        Ok(Header::of_shape(layout, Shape::new(layout, bits, hashes)?, seed))
    }

    fn of_shape(layout: Layout, shape: Shape, seed: u32) -> Header {
        Header { layout, shape, width: Width::Bit, seed, salt: 0, target: None, inserted: 0 }
    }
}

impl Filter {
    /// An empty plain filter sized for `capacity` keys at the error rate `rate`.
    ///
    /// # Errors
    /// As [`Header::with_rate`]; no memory.
    pub fn with_rate(layout: Layout, capacity: u64, rate: f64, seed: u32) -> Result<Filter> {
        Filter::new(Header::with_rate(layout, capacity, rate, seed)?)
    }

    /// An empty plain filter of `bits` bits with `hashes` probes per key.
    ///
    /// # Errors
    /// As [`Header::with_shape`]; no memory.
    pub fn with_shape(layout: Layout, bits: u64, hashes: u64, seed: u32) -> Result<Filter> {
        Filter::new(Header::with_shape(layout, bits, hashes, seed)?)
    }

    /// A filter with this header whose cells are all 0.
    ///
    /// # Errors
    /// No memory.
    pub fn new(header: Header) -> Result<Filter> {
        let cells = Cells::zeroed(header.shape.bits(), header.width)?;
        Ok(Filter::of_cells(header, cells, None))
    }

    /// A filter with this header and these cells, which have its shape and width.
    pub(crate) fn of_cells(header: Header, cells: Cells, secret: Option<SecretKey>) -> Filter {
        let Header { layout, shape, seed, salt, target, inserted, .. } = header;
        let table = Table { shape, cells, inserted };
        Filter { layout, seed, hash_seed: scrambled(seed), salt, target, secret, table }
    }

    /// The header of the filter: everything except its cells.
    pub fn header(&self) -> Header {
        let Filter { layout, seed, salt, target, .. } = *self;
        let Table { shape, inserted, .. } = self.table;
        let width = self.table.cells.width();
        Header { layout, shape, width, seed, salt, target, inserted }
    }

    /// Inserts keys by their digests.
    ///
    /// # Errors
    /// No memory, if the cells are sparse.
    pub(crate) fn insert_each(&mut self, digests: impl Iterator<Item = Digest>) -> Result<()> {
        for digest in digests {
            self.table.reserve(1)?;
            self.insert_digest(digest);
        }
        Ok(())
    }

    /// Makes a key an exception: from now on the answer is "no", although its cells say "maybe".
    /// Use it only for non-members. Inserting the key ends the exception. True if the key was not
    /// an exception yet.
    ///
    /// # Errors
    /// More than 32,768 bytes of keys, counting two more bytes per key; no memory; sparse cells.
    /// Nothing has changed then.
    pub fn allow(&mut self, key: &[u8]) -> Result<bool> {
        self.table.allow(key)
    }

    /// Calls `take` with each exception, in ascending order.
    pub fn each_exception(&self, take: impl FnMut(&[u8])) {
        self.table.each_exception(take);
    }

    /// The plain filter with the same keys. It is identical bit for bit to a plain filter into
    /// which all of them were inserted.
    ///
    /// # Errors
    /// No memory.
    pub fn plain(&self) -> Result<Filter> {
        Ok(self.with_table(self.table.plain()?))
    }

    /// Makes sparse cells packed. Packed cells stay packed.
    ///
    /// # Errors
    /// No memory. The cells are then unchanged.
    pub fn pack(&mut self) -> Result<()> {
        self.table.cells.pack()
    }

    /// A copy. Unlike `clone`, this returns an error if there is not enough memory.
    ///
    /// # Errors
    /// No memory.
    pub fn copy(&self) -> Result<Filter> {
        Ok(self.with_table(self.table.copy()?))
    }

    /// A filter like this one, with other cells.
    fn with_table(&self, table: Table) -> Filter {
        let Filter { layout, seed, hash_seed, salt, target, secret, .. } = *self;
        Filter { layout, seed, hash_seed, salt, target, secret, table }
    }

    /// Calls `take` with the position and value of each cell that is not 0. The positions ascend,
    /// unless the cells are sparse.
    pub fn each_cell(&self, take: impl FnMut(u64, u64)) {
        self.table.cells.each(take);
    }

    /// The words of the payload of a filter file, and whether they are positions.
    pub(crate) fn payload(&self) -> (Cow<'_, [u64]>, bool) {
        self.table.cells.payload()
    }

    /// True if some keys are exceptions.
    pub(crate) fn has_exceptions(&self) -> bool {
        !self.table.cells.tail().is_empty()
    }

    /// The words of the cells: w bits per cell, from the lowest bit of the first word on. Empty if
    /// the cells are sparse.
    pub fn words(&self) -> &[u64] {
        self.table.cells.words()
    }

    /// The number of saturated counters. Removing a key does not decrement them. For bits, the
    /// number of set bits.
    pub fn saturated_counters(&self) -> u64 {
        self.table.cells.saturated_counters()
    }

    /// The number of cells that are not 0.
    pub fn set_cells(&self) -> u64 {
        self.table.cells.count()
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        self.table.clear();
    }
}
