//! Unions and intersections of filters, and the check that two filters are compatible.

use alloc::vec::Vec;

use super::{Filter, Head};
use crate::error::{Code, Result, Rule};
use crate::exceptions;

const NUMBERS: usize = 5;
const SAME: &str = "the same in both filters";
const OURS: &str = "{}, as in this filter";
/// The numbers that two compatible filters share, in the order of [`Filter::numbers`].
static SHARED: [Rule; NUMBERS] = [
    Rule::new(Code::Incompatible, "bits", OURS),
    Rule::new(Code::Incompatible, "hashes", OURS),
    Rule::new(Code::Incompatible, "seed", OURS),
    Rule::new(Code::Incompatible, "salt", OURS),
    Rule::new(Code::Incompatible, "counterBits", OURS),
];
// For these, the value is an id or a secret, which would not help the reader of the error.
static LAYOUT: Rule = Rule::new(Code::Incompatible, "layout", SAME);
static ENCODING: Rule = Rule::new(Code::Incompatible, "keyEncoding", SAME);
static PARAMETERS: Rule = Rule::new(Code::Incompatible, "parameters", SAME);
static SECRET: Rule = Rule::new(Code::Incompatible, "key", SAME);

impl Filter {
    /// True if the two filters give the same answers for the same bits: they have the same scheme,
    /// shape, seed, key encoding and secret key.
    pub fn is_compatible(&self, other: &Filter) -> bool {
        self.check_compatible(other).is_ok()
    }

    fn numbers(&self) -> [u64; NUMBERS] {
        [
            self.head.shape.bits(),
            self.head.shape.hashes(),
            u64::from(self.head.seed),
            u64::from(self.head.salt),
            self.head.width.bits(),
        ]
    }

    /// The parameters that positions depend on.
    fn decisive(&self) -> &[i64] {
        let most = self.head.scheme.rules().decisive;
        self.parameters.get(..most).unwrap_or(&self.parameters)
    }

    fn check_compatible(&self, other: &Filter) -> Result<()> {
        if self.head.scheme != other.head.scheme {
            return Err(LAYOUT.broken());
        }
        let pairs = self.numbers().into_iter().zip(other.numbers());
        for (rule, (ours, theirs)) in SHARED.iter().zip(pairs) {
            if ours != theirs {
                return Err(rule.broken_by(theirs).expecting(ours));
            }
        }
        if self.head.encoding != other.head.encoding {
            return Err(ENCODING.broken());
        }
        if self.decisive() != other.decisive() {
            return Err(PARAMETERS.broken());
        }
        if self.secret != other.secret {
            return Err(SECRET.broken());
        }
        Ok(())
    }

    /// The check of the secret key, as it is in a filter file; `None` if the filter has no secret
    /// key.
    pub fn key_check(&self) -> Option<[u8; 8]> {
        self.secret.map(|secret| secret.check())
    }

    /// True if the two filters are compatible and their cells and exceptions are the same. Then
    /// they give the same answers. Insertion counts, targets and metadata may differ.
    pub fn equals(&self, other: &Filter) -> bool {
        self.is_compatible(other) && self.cells.holds_same(&other.cells)
    }

    /// Adds the keys of `other`. An exception of only one filter stays an exception if the other
    /// filter answers "no" for the key.
    ///
    /// # Errors
    /// The filters are not compatible; too many exceptions; no memory. This filter is then
    /// unchanged.
    pub fn merge(&mut self, other: &Filter) -> Result<()> {
        self.combine(other, true)
    }

    /// Keeps only the bits that are also set in `other`. Keys that are in both sets stay. There may
    /// be a few more false positives than in a filter of those keys alone. `inserted` becomes the
    /// smaller of the two counts. The exceptions of both filters are kept.
    ///
    /// # Errors
    /// The filters are not compatible, or there are too many exceptions. This filter is then
    /// unchanged.
    pub fn intersect(&mut self, other: &Filter) -> Result<()> {
        self.combine(other, false)
    }

    /// Combines with `other`: the keys of either filter, or only those of both.
    fn combine(&mut self, other: &Filter, of_either: bool) -> Result<()> {
        self.check_compatible(other)?;
        let mut set = Vec::new();
        self.add_exceptions(other, of_either, &mut set);
        other.add_exceptions(self, of_either, &mut set);
        // For packed cells, an error can occur only here. Sparse cells have no exceptions; their
        // errors occur below.
        self.cells.set_tail(&set)?;
        let (ours, theirs) = (self.head.inserted, other.head.inserted);
        if of_either {
            self.cells.merge(&other.cells)?;
            self.head.inserted = ours.saturating_add(theirs);
        } else {
            self.cells.intersect(&other.cells)?;
            self.head.inserted = ours.min(theirs);
        }
        Ok(())
    }

    /// Adds the exceptions of this filter to `set`. With `absent_only`, only those that are not in
    /// `other`.
    #[inline(never)]
    fn add_exceptions(&self, other: &Filter, absent_only: bool, set: &mut Vec<u8>) {
        for key in exceptions::keys(&self.cells.tail()) {
            if !(absent_only && other.contains(key)) {
                *set = exceptions::changed(set, key, true);
            }
        }
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

    /// A copy. Unlike `clone`, this returns an error if there is not enough memory.
    ///
    /// # Errors
    /// No memory.
    pub fn copy(&self) -> Result<Filter> {
        Ok(Filter {
            head: self.head,
            cells: self.cells.copy()?,
            parameters: self.parameters.clone(),
            secret: self.secret,
        })
    }

    /// An empty filter with this header, and with the parameters, the secret key and the exceptions
    /// of `self`.
    pub(super) fn alike(&self, head: Head) -> Result<Filter> {
        let mut filter = match &self.secret {
            Some(secret) => Filter::with_key(head, secret)?,
            None => Filter::with_parameters(head, self.parameters.clone())?,
        };
        filter.cells.set_tail(&self.cells.tail())?;
        Ok(filter)
    }
}

impl PartialEq for Filter {
    /// Compares everything, also what [`Filter::equals`] ignores.
    fn eq(&self, other: &Filter) -> bool {
        if self.parameters != other.parameters {
            return false;
        }
        self.head == other.head && self.equals(other)
    }
}
