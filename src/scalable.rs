//! Scalable filters: several sub-filters that are queried as one. When the newest is full, a new
//! sub-filter is added.

use alloc::vec::Vec;

use crate::cells::Width;
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::group::keys_of;
use crate::filter::{Estimate, Filter, Header};
use crate::key;
use crate::layout::{Layout, MIN_RATE, check_rate};
use crate::sub_filters::{SubFilter, SubFilters};

/// The largest growth factor of a scalable filter.
pub const MAX_GROWTH: u64 = 1000;

static GROWTH: Rule = Rule::new(Code::Argument, "growth", "a whole number from 1 to 1000");
static TIGHTENING: Rule = Rule::new(Code::Argument, "tightening", "a number above 0 and below 1");

/// A scalable filter: several sub-filters that are queried as one.
///
/// ```
/// use edgebloom::{Growth, Layout, ScalableFilter};
///
/// let mut filter = ScalableFilter::new(Layout::Standard, 100, 0, Growth::to_rate(0.01))?;
/// for i in 0..10_000u32 {
///     filter.insert(&i.to_le_bytes())?;
/// }
/// assert!(filter.sub_filter_count() > 3);
/// assert!(filter.contains(&7u32.to_le_bytes()));
/// assert!(filter.estimate().rate <= 0.01);
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScalableFilter {
    sub_filters: SubFilters<Filter>,
    growth: Growth,
}

/// How a scalable filter grows. Sub-filter i has a capacity of factorⁱ times the first capacity and
/// the false-positive rate p · (1 − r) · rⁱ, where p is [`rate`](Growth::rate) and r
/// [`tightening`](Growth::tightening). The sum of all rates stays below p (P. Almeida et al.,
/// *Scalable Bloom filters*, IPL 101, 2007).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The growth factor, 1 to 1,000: the capacity of each sub-filter divided by that of the one
    /// before.
    pub factor: u64,
    /// r, above 0 and below 1: the rate of each sub-filter is r times that of the one before.
    pub tightening: f64,
    /// p: the false-positive rate of all sub-filters together.
    pub rate: f64,
}

impl Growth {
    /// Doubles the capacity. The tightening is the one that takes the least memory between 10 and
    /// 1,000 times the first capacity (docs/maintainers/decisions/format.md).
    pub const fn to_rate(rate: f64) -> Growth {
        Growth { factor: 2, tightening: 0.85, rate }
    }

    fn check(&self) -> Result<()> {
        if !(1..=MAX_GROWTH).contains(&self.factor) {
            return Err(GROWTH.broken_by(self.factor));
        }
        // NaN fails both comparisons.
        if !(self.tightening > 0.0 && self.tightening < 1.0) {
            return Err(Error::new(&TIGHTENING, Found::Real(self.tightening), None));
        }
        check_rate(self.rate)
    }

    /// The false-positive rate of sub-filter `index`.
    fn sub_filter_rate(&self, index: u64) -> f64 {
        let mut rate = self.rate * (1.0 - self.tightening);
        for _ in 0..index {
            rate *= self.tightening;
        }
        rate.max(MIN_RATE)
    }
}

impl ScalableFilter {
    /// An empty filter whose first sub-filter has this capacity.
    ///
    /// # Errors
    /// As [`Filter::with_rate`]; a growth out of range.
    pub fn new(layout: Layout, capacity: u64, seed: u32, growth: Growth) -> Result<ScalableFilter> {
        growth.check()?;
        let first = empty(Header::with_rate(layout, capacity, growth.sub_filter_rate(0), seed)?)?;
        Ok(ScalableFilter { sub_filters: SubFilters::new(first), growth })
    }

    /// The scalable filter of a file with these sub-filters, the oldest first.
    ///
    /// # Errors
    /// No sub-filters, or sub-filters that do not fit together.
    pub(crate) fn from_file(filters: Vec<Filter>, growth: Growth) -> Result<ScalableFilter> {
        Ok(ScalableFilter { sub_filters: SubFilters::from_file(filters)?, growth })
    }

    /// The sub-filters, from the oldest to the newest. There is always at least one.
    pub fn sub_filters(&self) -> impl Iterator<Item = &Filter> {
        self.sub_filters.iter()
    }

    /// The number of sub-filters.
    pub fn sub_filter_count(&self) -> u64 {
        self.sub_filters.count()
    }

    /// The sub-filter at `index`, the oldest first. The newest one if `index` is too large.
    pub fn sub_filter(&self, index: u64) -> &Filter {
        self.sub_filters.get(index)
    }

    /// The sub-filter that takes new keys.
    pub fn newest(&self) -> &Filter {
        self.sub_filters.newest()
    }

    /// How the filter grows.
    pub fn growth(&self) -> Growth {
        self.growth
    }

    /// Inserts a key. True if the key was certainly new. Keys for which the answer is already
    /// "maybe" are skipped.
    ///
    /// # Errors
    /// Not enough memory for a new sub-filter. The key is then not inserted.
    pub fn insert(&mut self, key: &[u8]) -> Result<bool> {
        if self.contains(key) {
            return Ok(false);
        }
        let (growth, index) = (self.growth, self.sub_filters.count());
        self.sub_filters.grow(|newest| next(newest, growth, index))?;
        self.sub_filters.newest_mut().insert(key)
    }

    /// False: the key is not in the set. True: maybe.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.sub_filters.contains(key)
    }

    /// Inserts every line of `text` (see [`key::lines`]). Returns the number of keys that were
    /// certainly new.
    ///
    /// # Errors
    /// As [`ScalableFilter::insert`]. The lines before the error were inserted.
    pub fn insert_lines(&mut self, text: &[u8]) -> Result<u64> {
        self.insert_each(key::lines(text))
    }

    /// Inserts keys that are concatenated in `text`; `lengths` has their lengths in bytes. Returns
    /// the number of keys that were certainly new.
    ///
    /// # Errors
    /// As [`ScalableFilter::insert`]. The keys before the error were inserted.
    pub fn insert_keys(&mut self, text: &[u8], lengths: &[u32]) -> Result<u64> {
        self.insert_each(keys_of(text, lengths))
    }

    fn insert_each<'a>(&mut self, keys: impl Iterator<Item = &'a [u8]>) -> Result<u64> {
        let mut changed = 0;
        for key in keys {
            changed += u64::from(self.insert(key)?);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](ScalableFilter::contains) for every line of
    /// `text`.
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        key::lines(text).for_each(|line| answer(self.contains(line)));
    }

    /// Calls `answer` with the result of [`contains`](ScalableFilter::contains) for each of these
    /// keys.
    pub fn contains_keys(&self, text: &[u8], lengths: &[u32], mut answer: impl FnMut(bool)) {
        keys_of(text, lengths).for_each(|key| answer(self.contains(key)));
    }

    /// [`contains_lines`](ScalableFilter::contains_lines) as for [`Filter`]: 1 is maybe, 0 is no.
    pub fn answer_lines(&self, text: &[u8], mut take: impl FnMut(&[u8])) {
        self.contains_lines(text, |maybe| take(&[u8::from(maybe)]));
    }

    /// [`contains_keys`](ScalableFilter::contains_keys) as for [`Filter`]: 1 is maybe, 0 is no.
    pub fn answer_keys(&self, text: &[u8], lengths: &[u32], mut take: impl FnMut(&[u8])) {
        self.contains_keys(text, lengths, |maybe| take(&[u8::from(maybe)]));
    }

    /// The estimates from the bits of all sub-filters.
    pub fn estimate(&self) -> Estimate {
        Estimate::of_all(self.sub_filters().map(Filter::estimate))
    }

    /// True if both grow in the same way and their sub-filters have the same bits.
    pub fn equals(&self, other: &ScalableFilter) -> bool {
        self.growth == other.growth
            && self.sub_filter_count() == other.sub_filter_count()
            && self.sub_filters().zip(other.sub_filters()).all(|(one, other)| one.equals(other))
    }

    /// Removes all keys, and all sub-filters but one.
    pub fn clear(&mut self) {
        self.sub_filters.clear();
    }

    /// A copy. Unlike `clone`, this returns an error if there is not enough memory.
    ///
    /// # Errors
    /// No memory.
    pub fn copy(&self) -> Result<ScalableFilter> {
        Ok(ScalableFilter { sub_filters: self.sub_filters.copy()?, growth: self.growth })
    }
}

/// The sub-filter after the newest one.
fn next(newest: &Filter, growth: Growth, index: u64) -> Result<Filter> {
    let Header { layout, seed, salt, target, .. } = newest.header();
    let rate = growth.sub_filter_rate(index);
    let sized = |capacity| {
        let header = Header::with_rate(layout, capacity, rate, seed)?;
        Ok(Header { salt, ..header })
    };
    let capacity = target.map_or(u64::MAX, |target| target.capacity);
    // If this capacity is too large for a filter, the sub-filter gets the capacity of the newest
    // one.
    empty(sized(capacity.saturating_mul(growth.factor)).or_else(|_| sized(capacity))?)
}

/// An empty sub-filter. It is packed, because it will be filled.
fn empty(header: Header) -> Result<Filter> {
    let mut filter = Filter::new(header)?;
    filter.pack()?;
    Ok(filter)
}

impl SubFilter for Filter {
    fn hashes(&self) -> u64 {
        self.header().shape.hashes()
    }

    fn load(&self) -> (u64, u64) {
        let Header { target, inserted, .. } = self.header();
        (inserted, target.map_or(u64::MAX, |target| target.capacity))
    }

    fn follows(&self, older: Option<&Filter>) -> bool {
        let key = |filter: &Filter| {
            let Header { layout, seed, salt, width, .. } = filter.header();
            (layout, seed, salt, width)
        };
        self.header().width == Width::Bit
            && self.key_check().is_none()
            && older.is_none_or(|older| key(older) == key(self))
    }

    fn contains(&self, key: &[u8]) -> bool {
        Filter::contains(self, key)
    }

    fn copy(&self) -> Result<Filter> {
        Filter::copy(self)
    }

    fn clear(&mut self) {
        Filter::clear(self);
    }
}
