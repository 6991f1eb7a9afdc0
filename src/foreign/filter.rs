//! Filters of other systems: one filter, or several sub-filters that are queried as one.

use alloc::vec::Vec;

use super::rules::Setting;
use super::sub_filter::{Header, SubFilter};
use crate::error::{Code, Result, Rule};
use crate::filter::Estimate;
use crate::filter::combine::Combination;
use crate::filter::group::keys_of;
use crate::key;
use crate::scalable::Growth;
use crate::sub_filters::SubFilters;

static SINGLE: Rule = Rule::new(Code::Incompatible, "filter", "a filter that is not scalable");
static LINE: Rule =
    Rule::new(Code::Argument, "lines", "one integer per line, in the range of the filter's keys");
static FULL: Rule =
    Rule::state(Code::Argument, "capacity", "the filter is full: it holds {} keys and cannot grow");

/// A filter of another system. The scalable filters of RedisBloom and pybloom_live have several
/// sub-filters.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    sub_filters: SubFilters<SubFilter>,
    growth: Option<Growth>,
}

impl From<SubFilter> for Filter {
    fn from(filter: SubFilter) -> Filter {
        Filter { sub_filters: SubFilters::new(filter), growth: None }
    }
}

impl Filter {
    /// An empty filter with this header and the parameters of its scheme.
    ///
    /// # Errors
    /// As [`SubFilter::new`].
    pub fn new(header: Header, parameters: Vec<i64>) -> Result<Filter> {
        Ok(SubFilter::new(header, parameters)?.into())
    }

    /// The scalable filter with these sub-filters, the oldest first.
    ///
    /// # Errors
    /// No sub-filters, or sub-filters that do not fit together.
    pub(crate) fn scalable(filters: Vec<SubFilter>, growth: Growth) -> Result<Filter> {
        Ok(Filter { sub_filters: SubFilters::from_file(filters)?, growth: Some(growth) })
    }

    /// The sub-filters, from the oldest to the newest. There is always at least one.
    pub fn sub_filters(&self) -> impl Iterator<Item = &SubFilter> {
        self.sub_filters.iter()
    }

    /// The number of sub-filters.
    pub fn sub_filter_count(&self) -> u64 {
        self.sub_filters.count()
    }

    /// The sub-filter at `index`, the oldest first. The newest one if `index` is too large.
    pub fn sub_filter(&self, index: u64) -> &SubFilter {
        self.sub_filters.get(index)
    }

    /// The sub-filter that gets new keys.
    pub fn newest(&self) -> &SubFilter {
        self.sub_filters.newest()
    }

    /// The header of the newest sub-filter.
    pub fn header(&self) -> Header {
        self.newest().header()
    }

    /// How the filter grows; `None` if it is not scalable.
    pub fn growth(&self) -> Option<Growth> {
        self.growth
    }

    /// The filter, if it is not scalable.
    ///
    /// # Errors
    /// The filter is scalable.
    pub fn single(&self) -> Result<&SubFilter> {
        if self.growth.is_some() { Err(SINGLE.broken()) } else { Ok(self.newest()) }
    }

    /// As [`single`](Filter::single), mutable.
    ///
    /// # Errors
    /// The filter is scalable.
    pub fn single_mut(&mut self) -> Result<&mut SubFilter> {
        self.single()?;
        Ok(self.sub_filters.newest_mut())
    }

    /// Inserts a key. True if the key was certainly new. A scalable filter skips keys for which it
    /// answers "maybe".
    ///
    /// # Errors
    /// Not enough memory for a new sub-filter, or its system allows none. The key is then not
    /// inserted.
    pub fn insert(&mut self, key: &[u8]) -> Result<bool> {
        if let Some(growth) = self.growth {
            if self.contains(key) {
                return Ok(false);
            }
            self.sub_filters.grow(|newest| next(newest, growth))?;
        }
        self.sub_filters.newest_mut().insert(key)
    }

    /// False: the key is not in the set. True: maybe.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.sub_filters.contains(key)
    }

    /// Calls `visit` with each position of a key in the newest sub-filter, in probe order.
    pub fn positions(&self, key: &[u8], visit: impl FnMut(u64)) {
        self.newest().positions(key, visit);
    }

    /// Inserts every line of `text`, as a key in the filter's encoding. Returns the number of keys
    /// that were certainly new.
    ///
    /// # Errors
    /// A line that is not a key; as [`insert`](Filter::insert). The lines before the error were
    /// inserted.
    pub fn insert_lines(&mut self, text: &[u8]) -> Result<u64> {
        let encoding = self.header().encoding;
        let mut changed = 0;
        for line in key::lines(text) {
            let key = encoding.line(line).ok_or_else(|| LINE.broken())?;
            changed += u64::from(self.insert(&key)?);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](Filter::contains) for every line of `text`.
    /// The answer is "no" for a line that is not a key of the filter's encoding.
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        let encoding = self.header().encoding;
        for line in key::lines(text) {
            answer(encoding.line(line).is_some_and(|key| self.contains(&key)));
        }
    }

    /// Inserts keys that are concatenated in `text`; `lengths` has their lengths in bytes. Returns
    /// the number of keys that were certainly new.
    ///
    /// # Errors
    /// As [`insert`](Filter::insert). The keys before the error were inserted.
    pub fn insert_keys(&mut self, text: &[u8], lengths: &[u32]) -> Result<u64> {
        let mut changed = 0;
        for key in keys_of(text, lengths) {
            changed += u64::from(self.insert(key)?);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](Filter::contains) for each of these keys.
    pub fn contains_keys(&self, text: &[u8], lengths: &[u32], mut answer: impl FnMut(bool)) {
        keys_of(text, lengths).for_each(|key| answer(self.contains(key)));
    }

    /// [`contains_lines`](Filter::contains_lines) with 1 for maybe and 0 for no.
    pub fn answer_lines(&self, text: &[u8], mut take: impl FnMut(&[u8])) {
        self.contains_lines(text, |maybe| take(&[u8::from(maybe)]));
    }

    /// [`contains_keys`](Filter::contains_keys) with 1 for maybe and 0 for no.
    pub fn answer_keys(&self, text: &[u8], lengths: &[u32], mut take: impl FnMut(&[u8])) {
        self.contains_keys(text, lengths, |maybe| take(&[u8::from(maybe)]));
    }

    /// Adds the keys of `other`.
    ///
    /// # Errors
    /// The filters are scalable or not compatible; no memory. This filter is then unchanged.
    pub fn merge(&mut self, other: &Filter) -> Result<()> {
        self.single_mut()?.combine(other.single()?, Combination::Union)
    }

    /// Keeps only the bits that are also set in `other`.
    ///
    /// # Errors
    /// As [`merge`](Filter::merge).
    pub fn intersect(&mut self, other: &Filter) -> Result<()> {
        self.single_mut()?.combine(other.single()?, Combination::Intersection)
    }

    /// True if the two filters can be combined. Scalable filters cannot: for them, true if they are
    /// equal.
    pub fn is_compatible(&self, other: &Filter) -> bool {
        match (self.single(), other.single()) {
            (Ok(one), Ok(other)) => one.check_compatible(other).is_ok(),
            _ => self.equals(other),
        }
    }

    /// True if both grow in the same way and their sub-filters have the same bits.
    pub fn equals(&self, other: &Filter) -> bool {
        self.growth == other.growth
            && self.sub_filter_count() == other.sub_filter_count()
            && self.sub_filters().zip(other.sub_filters()).all(|(one, other)| one.equals(other))
    }

    /// The estimates from the bits of all sub-filters.
    pub fn estimate(&self) -> Estimate {
        Estimate::of_all(self.sub_filters().map(SubFilter::estimate))
    }

    /// Removes all keys, and all sub-filters but one.
    pub fn clear(&mut self) {
        self.sub_filters.clear();
    }

    /// A copy. Unlike `clone`, this returns an error if there is not enough memory.
    ///
    /// # Errors
    /// No memory.
    pub fn copy(&self) -> Result<Filter> {
        Ok(Filter { sub_filters: self.sub_filters.copy()?, growth: self.growth })
    }
}

/// The sub-filter after the newest one.
fn next(newest: &SubFilter, growth: Growth) -> Result<SubFilter> {
    let Header { scheme, target, inserted, .. } = newest.header();
    match (scheme.rules().next, target) {
        (Some(next), Some(target)) => next(newest, target, growth),
        _ => Err(FULL.broken_by(inserted)),
    }
}

/// The error for a filter that has as many keys as it may have.
pub(super) fn full(filter: &SubFilter) -> crate::error::Error {
    FULL.broken_by(filter.header().inserted)
}

/// Everything that the positions of a key depend on.
pub(super) fn setting_of<'a>(filter: &'a SubFilter) -> Setting<'a> {
    filter.header().setting(filter.parameters())
}
