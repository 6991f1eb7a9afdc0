//! The cells of a filter: bits or counters.

pub mod packed;
pub mod sparse;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::error::Result;
use packed::Packed;
use sparse::Sparse;

/// The number of bits of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// A plain filter's bit.
    Bit = 0,
    /// A counter up to 3.
    Two = 1,
    /// A counter up to 15.
    Four = 2,
    /// A counter up to 255.
    Eight = 3,
    /// A counter up to 65,535.
    Sixteen = 4,
}

impl Width {
    /// The width whose number of bits has this binary logarithm.
    pub const fn from_log2(log2: u64) -> Option<Width> {
        Some(match log2 {
            0 => Width::Bit,
            1 => Width::Two,
            2 => Width::Four,
            3 => Width::Eight,
            4 => Width::Sixteen,
            _ => return None,
        })
    }

    /// The binary logarithm of the number of bits: 0 to 4.
    pub const fn log2(self) -> u64 {
        self as u64
    }

    /// The number of bits: 1 to 16.
    pub const fn bits(self) -> u64 {
        1 << self.log2()
    }

    /// The largest value of a cell. A cell with this value is saturated.
    pub const fn most(self) -> u64 {
        (1 << self.bits()) - 1
    }

    const fn per_word(self) -> u64 {
        64 >> self.log2()
    }

    /// A word in which the lowest bit of each cell is 1 if that cell of `word` is not 0.
    #[inline(always)]
    const fn marks(self, word: u64) -> u64 {
        let mut any = word;
        let mut shift = 1;
        while shift < self.bits() {
            any |= any >> shift;
            shift *= 2;
        }
        // The quotient has a 1 in the lowest bit of each cell.
        any & (u64::MAX / self.most())
    }
}

/// Read access to cells by position. Positions beyond the last cell hold 0.
pub(crate) trait Look {
    /// The value of the cell.
    fn get(&self, position: u64) -> u64;
}

/// Write access to cells by position. Positions beyond the last cell stay 0.
pub(crate) trait Store: Look {
    /// Adds `number` to a cell, up to the largest value. Returns the old value.
    fn add(&mut self, position: u64, number: u64) -> u64;
    /// Subtracts 1 from a cell that is neither 0 nor saturated. Returns the old value.
    fn subtract(&mut self, position: u64) -> u64;
}

/// The cells of a filter: all cells (packed), or only the positions of the bits that are set
/// (sparse). Both give the same answers, but differ in memory and in the filter file.
#[derive(Clone, Debug)]
pub(crate) enum Cells {
    Packed(Packed),
    Sparse(Sparse),
}

/// Runs `$body` on the packed or the sparse cells. All code uses this one dispatch.
macro_rules! store {
    ($cells:expr, $store:ident => $body:expr) => {
        match $cells {
            $crate::cells::Cells::Packed($store) => $body,
            $crate::cells::Cells::Sparse($store) => $body,
        }
    };
}
pub(crate) use store;

/// Like `store!`, for probes. Bits, the most common case, get their own loop, which does not check
/// the width at each probe.
macro_rules! probed {
    ($cells:expr, $store:ident => $body:expr) => {
        match $cells {
            $crate::cells::Cells::Packed(packed) if packed.width() == $crate::cells::Width::Bit => {
                #[allow(unused_mut)]
                let mut bits = $crate::cells::packed::Bits(packed);
                let $store = &mut bits;
                $body
            }
            $crate::cells::Cells::Packed($store) => $body,
            $crate::cells::Cells::Sparse($store) => $body,
        }
    };
}
pub(crate) use probed;

impl Cells {
    /// `len` cells, all 0.
    pub(crate) fn zeroed(len: u64, width: Width) -> Result<Cells> {
        if width == Width::Bit && len >= sparse::WORTH_IT {
            return Ok(Cells::Sparse(Sparse::new(len)));
        }
        Ok(Cells::Packed(Packed::zeroed(len, width)?))
    }

    /// `len` packed cells, all 0.
    pub(crate) fn packed(len: u64, width: Width) -> Result<Cells> {
        Ok(Cells::Packed(Packed::zeroed(len, width)?))
    }

    /// Makes sure that `count` more cells can be set.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, count: u64) -> Result<()> {
        if let Cells::Sparse(sparse) = self
            && let Some(packed) = sparse.reserve(count)?
        {
            *self = Cells::Packed(packed);
        }
        Ok(())
    }

    /// The cells in the payload of a filter file: positions if `sparse`, packed cells otherwise.
    /// `None` if the payload is not valid.
    pub(crate) fn from_payload(
        words: Vec<u64>,
        len: u64,
        width: Width,
        sparse: bool,
    ) -> Result<Option<Cells>> {
        if sparse {
            return match width {
                Width::Bit => sparse::read_payload(&words, len),
                _ => Ok(None),
            };
        }
        Ok(Packed::from_words(words, len, width).map(Cells::Packed))
    }

    /// The payload of a filter file, and whether it consists of positions.
    pub(crate) fn payload(&self) -> (Cow<'_, [u64]>, bool) {
        match self {
            Cells::Packed(packed) => (Cow::Borrowed(packed.words()), false),
            Cells::Sparse(sparse) => (Cow::Owned(sparse.payload()), true),
        }
    }

    /// The number of bits of a cell.
    pub(crate) fn width(&self) -> Width {
        match self {
            Cells::Packed(packed) => packed.width(),
            Cells::Sparse(_) => Width::Bit,
        }
    }

    /// True if only the positions of set bits are stored.
    pub(crate) fn is_sparse(&self) -> bool {
        matches!(self, Cells::Sparse(_))
    }

    /// Makes the cells packed.
    pub(crate) fn pack(&mut self) -> Result<()> {
        if let Cells::Sparse(sparse) = self {
            *self = Cells::Packed(sparse.packed()?);
        }
        Ok(())
    }

    /// The bytes of the tail of packed cells.
    #[inline(always)]
    pub(crate) fn tail(&self) -> Cow<'_, [u8]> {
        match self {
            Cells::Packed(packed) => packed::bytes_of(packed.tail()),
            Cells::Sparse(_) => Cow::Borrowed(&[]),
        }
    }

    /// Changes the tail of packed cells. Sparse cells have no tail.
    ///
    /// # Errors
    /// Too many bytes; no memory; sparse cells.
    pub(crate) fn set_tail(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Cells::Packed(packed) => packed.set_tail(bytes),
            Cells::Sparse(_) if bytes.is_empty() => Ok(()),
            Cells::Sparse(_) => Err(sparse::NO_TAIL.broken()),
        }
    }

    /// A copy.
    ///
    /// # Errors
    /// No memory.
    pub(crate) fn copy(&self) -> Result<Cells> {
        match self {
            Cells::Packed(packed) => packed.copy().map(Cells::Packed),
            Cells::Sparse(sparse) => sparse.copy().map(Cells::Sparse),
        }
    }

    /// The words of packed cells.
    pub(crate) fn words(&self) -> &[u64] {
        match self {
            Cells::Packed(packed) => packed.words(),
            Cells::Sparse(_) => &[],
        }
    }

    pub(crate) fn saturated_counters(&self) -> u64 {
        match self {
            Cells::Packed(packed) => packed.saturated_counters(),
            Cells::Sparse(sparse) => sparse.ones(),
        }
    }

    /// True if every cell has the same value as in `other`, which has the same shape.
    pub(crate) fn holds_same(&self, other: &Cells) -> bool {
        match (self, other) {
            (Cells::Packed(packed), Cells::Packed(other)) => packed == other,
            (cells, other) => {
                let mut same = cells.count() == other.count() && cells.tail() == other.tail();
                cells.each(|position, _| same &= other.get(position) != 0);
                same
            }
        }
    }

    pub(crate) fn get(&self, position: u64) -> u64 {
        store!(self, cells => cells.get(position))
    }

    /// Adds 1 to a cell. There must be room for it (see [`Cells::reserve`]). Returns the old value.
    pub(crate) fn add(&mut self, position: u64) -> u64 {
        store!(self, cells => cells.add(position, 1))
    }

    /// Adds the cells of `other`, which has the same shape. For bits this is "or".
    pub(crate) fn merge(&mut self, other: &Cells) -> Result<()> {
        match (self, other) {
            (Cells::Packed(packed), Cells::Packed(other)) => packed.merge(other),
            (cells, other) => {
                cells.reserve(other.count())?;
                store!(cells, cells => other.each(|position, number| {
                    cells.add(position, number);
                }));
            }
        }
        Ok(())
    }

    /// Keeps the smaller value of each pair of cells. For bits this is "and".
    ///
    /// # Errors
    /// No memory, if the cells are sparse. Nothing has changed then.
    pub(crate) fn intersect(&mut self, other: &Cells) -> Result<()> {
        match (self, other) {
            (Cells::Packed(packed), Cells::Packed(other)) => packed.intersect(other),
            (Cells::Sparse(sparse), other) => {
                sparse.retain(|position| other.get(position) != 0)?;
            }
            (Cells::Packed(packed), other) => packed.retain(|position| other.get(position) != 0),
        }
        Ok(())
    }

    pub(crate) fn count_range(&self, start: u64, end: u64) -> u64 {
        store!(self, cells => cells.count_range(start, end))
    }

    /// Calls `take` once per group of `group` cells, with the number of its cells that are not 0.
    /// For sparse cells and more than 64 groups, empty groups are skipped.
    #[inline(always)]
    pub(crate) fn each_group(&self, group: u64, groups: u64, mut take: impl FnMut(u64)) {
        if let Cells::Sparse(sparse) = self
            && groups > 64
        {
            return sparse.each_group(group, &mut take);
        }
        for i in 0..groups {
            take(self.count_range(i * group, (i + 1) * group));
        }
    }

    /// The number of cells that are not 0.
    pub(crate) fn count(&self) -> u64 {
        store!(self, cells => cells.count_range(0, cells.len()))
    }

    pub(crate) fn each(&self, take: impl FnMut(u64, u64)) {
        store!(self, cells => cells.each(take));
    }

    pub(crate) fn clear(&mut self) {
        store!(self, cells => cells.clear());
    }
}
