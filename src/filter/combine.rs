//! Unions and intersections of filters, and the check that two filters are compatible.

use alloc::vec::Vec;

use super::{Filter, Table};
use crate::error::{Code, Result, Rule};
use crate::exceptions;

const OURS: &str = "{}, as in this filter";
static BITS: Rule = Rule::new(Code::Incompatible, "bits", OURS);
static HASHES: Rule = Rule::new(Code::Incompatible, "hashes", OURS);
static WIDTH: Rule = Rule::new(Code::Incompatible, "counterBits", OURS);
static SEED: Rule = Rule::new(Code::Incompatible, "seed", OURS);
static SALT: Rule = Rule::new(Code::Incompatible, "salt", OURS);
// For these, the value is an id or a secret, which would not help the reader of the error.
const SAME: &str = "the same in both filters";
static LAYOUT: Rule = Rule::new(Code::Incompatible, "layout", SAME);
static SECRET: Rule = Rule::new(Code::Incompatible, "key", SAME);

/// Checks a number that two compatible filters share.
pub(crate) fn check_same(rule: &'static Rule, ours: u64, theirs: u64) -> Result<()> {
    if ours == theirs { Ok(()) } else { Err(rule.broken_by(theirs).expecting(ours)) }
}

/// What two filters are combined into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Combination {
    /// The keys of either filter.
    Union,
    /// The bits that both filters have.
    Intersection,
}

impl Table {
    /// Checks that two tables have the same shape and the same width of cells.
    pub(crate) fn check_compatible(&self, other: &Table) -> Result<()> {
        check_same(&BITS, self.shape.bits(), other.shape.bits())?;
        check_same(&HASHES, self.shape.hashes(), other.shape.hashes())?;
        check_same(&WIDTH, self.cells.width().bits(), other.cells.width().bits())
    }

    /// True if two compatible tables have the same cells and exceptions.
    pub(crate) fn holds_same(&self, other: &Table) -> bool {
        self.cells.holds_same(&other.cells)
    }

    /// Combines with a compatible table. An exception of a union stays one only if the other filter
    /// answers "no" for the key: `is_in_this` and `is_in_other` ask the two filters.
    ///
    /// # Errors
    /// Too many exceptions; no memory. Nothing has changed then.
    pub(crate) fn combine(&mut self, other: &Table, how: Combination, set: &[u8]) -> Result<()> {
        // For packed cells, an error can occur only here. Sparse cells have no exceptions; their
        // errors occur below.
        self.cells.set_tail(set)?;
        match how {
            Combination::Union => {
                self.cells.merge(&other.cells)?;
                self.inserted = self.inserted.saturating_add(other.inserted);
            }
            Combination::Intersection => {
                self.cells.intersect(&other.cells)?;
                self.inserted = self.inserted.min(other.inserted);
            }
        }
        Ok(())
    }
}

/// The table of a filter and its answers.
type Asked<'a> = (&'a Table, &'a dyn Fn(&[u8]) -> bool);

/// The exceptions of a combination of two filters, each with its table and its answers. An
/// exception of only one filter stays one in a union if the other filter answers "no" for the key.
#[inline(never)]
pub(crate) fn exceptions_of_both(how: Combination, filters: [Asked<'_>; 2]) -> Vec<u8> {
    let mut set = Vec::new();
    let [one, other] = filters;
    for ((its, _), (_, contains)) in [(one, other), (other, one)] {
        for key in exceptions::keys(&its.cells.tail()) {
            if how == Combination::Intersection || !contains(key) {
                set = exceptions::changed(&set, key, true);
            }
        }
    }
    set
}

impl Filter {
    /// True if the two filters give the same answers for the same bits: they have the same layout,
    /// shape, seed and secret key.
    pub fn is_compatible(&self, other: &Filter) -> bool {
        self.check_compatible(other).is_ok()
    }

    fn check_compatible(&self, other: &Filter) -> Result<()> {
        if self.layout != other.layout {
            return Err(LAYOUT.broken());
        }
        self.table.check_compatible(&other.table)?;
        check_same(&SEED, u64::from(self.seed), u64::from(other.seed))?;
        check_same(&SALT, u64::from(self.salt), u64::from(other.salt))?;
        if self.secret != other.secret { Err(SECRET.broken()) } else { Ok(()) }
    }

    /// True if the two filters are compatible and their cells and exceptions are the same. Then
    /// they give the same answers. Insertion counts, targets and metadata may differ.
    pub fn equals(&self, other: &Filter) -> bool {
        self.is_compatible(other) && self.table.holds_same(&other.table)
    }

    /// Adds the keys of `other`. An exception of only one filter stays an exception if the other
    /// filter answers "no" for the key.
    ///
    /// # Errors
    /// The filters are not compatible; too many exceptions; no memory. This filter is then
    /// unchanged.
    pub fn merge(&mut self, other: &Filter) -> Result<()> {
        self.combine(other, Combination::Union)
    }

    /// Keeps only the bits that are also set in `other`. Keys that are in both sets stay. There may
    /// be a few more false positives than in a filter of those keys alone. `inserted` becomes the
    /// smaller of the two counts. The exceptions of both filters are kept.
    ///
    /// # Errors
    /// The filters are not compatible, or there are too many exceptions. This filter is then
    /// unchanged.
    pub fn intersect(&mut self, other: &Filter) -> Result<()> {
        self.combine(other, Combination::Intersection)
    }

    fn combine(&mut self, other: &Filter, how: Combination) -> Result<()> {
        self.check_compatible(other)?;
        let set = exceptions_of_both(
            how,
            [(&self.table, &|key| self.contains(key)), (&other.table, &|key| other.contains(key))],
        );
        self.table.combine(&other.table, how, &set)
    }

    /// The filter with the keys of both. It is identical bit for bit to a filter into which all of
    /// them were inserted.
    ///
    /// # Errors
    /// As [`Filter::merge`], or no memory.
    pub fn union(&self, other: &Filter) -> Result<Filter> {
        let mut both = self.copy()?;
        both.merge(other)?;
        Ok(both)
    }

    /// As [`Filter::intersect`], but returns a new filter.
    ///
    /// # Errors
    /// As [`Filter::intersect`], or no memory.
    pub fn intersection(&self, other: &Filter) -> Result<Filter> {
        let mut both = self.copy()?;
        both.intersect(other)?;
        Ok(both)
    }
}

impl PartialEq for Filter {
    /// Compares everything, also what [`Filter::equals`] ignores.
    fn eq(&self, other: &Filter) -> bool {
        self.header() == other.header() && self.equals(other)
    }
}
