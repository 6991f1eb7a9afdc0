//! The sub-filters of a scalable filter, the oldest first. New keys go into the newest.

use alloc::vec::Vec;

use crate::error::{Code, Result, Rule};

/// The most sub-filters of a scalable filter.
pub const MAX_SUB_FILTERS: u64 = 1024;
/// The most probes per key in all sub-filters together. More would take seconds per key. Real
/// filters have fewer.
pub(crate) const MAX_SUM_OF_HASHES: u64 = u16::MAX as u64;

static NO_ROOM: Rule = Rule::state(
    Code::Argument,
    "subFilters",
    "the filter cannot grow further: it has {} sub-filters",
);
static HASHES: Rule =
    Rule::new(Code::Invalid, "hashes", "at most 65535 in all sub-filters together");
static NONE: Rule = Rule::new(Code::Invalid, "filters", "at least one sub-filter");
static ALIKE: Rule = Rule::new(
    Code::Invalid,
    "filters",
    "sub-filters of one scheme that scales, with the same seed and keyEncoding",
);

/// What a filter must be able to do to be a sub-filter.
pub(crate) trait SubFilter: Sized {
    /// The number of probes per key.
    fn hashes(&self) -> u64;
    /// The number of inserted keys, and how many there may be.
    fn load(&self) -> (u64, u64);
    /// True if it can be a sub-filter, after `older` ones if there are any.
    fn follows(&self, older: Option<&Self>) -> bool;
    fn contains(&self, key: &[u8]) -> bool;
    fn copy(&self) -> Result<Self>;
    fn clear(&mut self);
}

/// At least one sub-filter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SubFilters<F> {
    /// Those before the newest, from the oldest on.
    older: Vec<F>,
    newest: F,
}

impl<F: SubFilter> SubFilters<F> {
    pub(crate) const fn new(first: F) -> SubFilters<F> {
        SubFilters { older: Vec::new(), newest: first }
    }

    /// The sub-filters of a file, the oldest first.
    ///
    /// # Errors
    /// No sub-filters, too many probes, or sub-filters that do not fit together.
    pub(crate) fn from_file(filters: Vec<F>) -> Result<SubFilters<F>> {
        let mut all: Option<SubFilters<F>> = None;
        let mut hashes = 0;
        for filter in filters {
            hashes += filter.hashes();
            if hashes > MAX_SUM_OF_HASHES {
                return Err(HASHES.broken_by(hashes));
            }
            if !filter.follows(all.as_ref().map(SubFilters::newest)) {
                return Err(ALIKE.broken());
            }
            match &mut all {
                Some(all) => all.push(filter),
                None => all = Some(SubFilters::new(filter)),
            }
        }
        all.ok_or_else(|| NONE.broken_by(0))
    }

    /// All, from the oldest to the newest.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &F> {
        self.older.iter().chain([&self.newest])
    }

    pub(crate) fn count(&self) -> u64 {
        self.older.len() as u64 + 1
    }

    /// The one at `index`, the oldest first. The newest one if `index` is too large.
    pub(crate) fn get(&self, index: u64) -> &F {
        self.older.get(index as usize).unwrap_or(&self.newest)
    }

    pub(crate) fn newest(&self) -> &F {
        &self.newest
    }

    pub(crate) fn newest_mut(&mut self) -> &mut F {
        &mut self.newest
    }

    fn push(&mut self, newest: F) {
        self.older.push(core::mem::replace(&mut self.newest, newest));
    }

    #[inline(always)]
    pub(crate) fn contains(&self, key: &[u8]) -> bool {
        self.newest.contains(key) || self.older.iter().any(|one| one.contains(key))
    }

    /// Makes room for one more key. `next` makes the sub-filter after the newest.
    ///
    /// # Errors
    /// Too many sub-filters or probes; an error of `next`.
    pub(crate) fn grow(&mut self, next: impl FnOnce(&F) -> Result<F>) -> Result<()> {
        let (inserted, capacity) = self.newest.load();
        if inserted < capacity {
            return Ok(());
        }
        let (count, next) = (self.count(), next(&self.newest)?);
        let hashes: u64 = self.iter().map(SubFilter::hashes).sum();
        if count == MAX_SUB_FILTERS || hashes + next.hashes() > MAX_SUM_OF_HASHES {
            return Err(NO_ROOM.broken_by(count));
        }
        self.push(next);
        Ok(())
    }

    /// Removes all keys, and all sub-filters but one.
    pub(crate) fn clear(&mut self) {
        if !self.older.is_empty() {
            self.newest = self.older.swap_remove(0);
            self.older.clear();
        }
        self.newest.clear();
    }

    /// A copy.
    ///
    /// # Errors
    /// No memory.
    pub(crate) fn copy(&self) -> Result<SubFilters<F>> {
        let mut copy = SubFilters::new(self.get(0).copy()?);
        for one in self.iter().skip(1) {
            copy.push(one.copy()?);
        }
        Ok(copy)
    }
}
