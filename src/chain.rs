//! Scalable filters: several sub-filters that are queried as one. When the newest is full, a new
//! sub-filter is added.

use alloc::vec::Vec;

use crate::cells::Width;
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::group::keys_of;
use crate::filter::{Estimate, Filter, Head};
use crate::key;
use crate::scheme::{MIN_RATE, Scheme, check_rate};

/// The most sub-filters of a scalable filter.
pub const MAX_SUB_FILTERS: u64 = 1024;
/// The most probes per key in all sub-filters together.
pub(crate) const MAX_CHAIN_HASHES: u64 = u16::MAX as u64;
/// The largest growth factor of a scalable filter.
pub const MAX_GROWTH: u64 = 1000;

static GROWTH: Rule = Rule::new(Code::Argument, "growth", "a whole number from 1 to 1000");
static TIGHTENING: Rule = Rule::new(Code::Argument, "tightening", "a number above 0 and below 1");
static SUB_FILTERS: Rule = Rule::state(
    Code::Argument,
    "subFilters",
    "the filter cannot grow further: it has {} sub-filters",
);
static SINGLE: Rule = Rule::new(Code::Incompatible, "filter", "a filter that is not scalable");

/// A scalable filter or a single filter. A scalable filter has several sub-filters and is queried
/// as one.
///
/// ```
/// use edgebloom::{Chain, Growth, Scheme};
///
/// let mut chain = Chain::scalable(Scheme::Standard, 100, 0, Growth::to_rate(0.01))?;
/// for i in 0..10_000u32 {
///     chain.insert(&i.to_le_bytes())?;
/// }
/// assert!(chain.sub_filter_count() > 3);
/// assert!(chain.contains(&7u32.to_le_bytes()));
/// assert!(chain.estimate().rate <= 0.01);
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chain {
    /// The sub-filters before the newest, from the oldest on.
    older: Vec<Filter>,
    newest: Filter,
    growth: Option<Growth>,
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
    /// 1,000 times the first capacity (docs/maintainers/design.md).
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

impl From<Filter> for Chain {
    fn from(filter: Filter) -> Chain {
        Chain { older: Vec::new(), newest: filter, growth: None }
    }
}

impl Chain {
    /// A scalable filter whose first sub-filter has this capacity.
    ///
    /// # Errors
    /// As [`Filter::with_rate`]; a growth out of range.
    pub fn scalable(scheme: Scheme, capacity: u64, seed: u32, growth: Growth) -> Result<Chain> {
        growth.check()?;
        let first = empty(Head::with_rate(scheme, capacity, growth.sub_filter_rate(0), seed)?)?;
        Ok(Chain { growth: Some(growth), ..Chain::from(first) })
    }

    /// The scalable filter with these sub-filters, the oldest first.
    ///
    /// # Errors
    /// No sub-filters, or sub-filters that do not fit together.
    pub(crate) fn of_sub_filters(filters: Vec<Filter>, growth: Growth) -> Result<Chain> {
        static TIME: Rule =
            Rule::new(Code::Invalid, "hashes", "at most 65535 in all sub-filters together");
        static NONE: Rule = Rule::new(Code::Invalid, "filters", "at least one sub-filter");
        static ALIKE: Rule = Rule::new(
            Code::Invalid,
            "filters",
            "sub-filters of one scheme that scales, with the same seed and keyEncoding",
        );
        let mut chain: Option<Chain> = None;
        let mut hashes = 0;
        for filter in filters {
            // More hashes would take seconds per key. Real filters have fewer.
            hashes += filter.head.shape.hashes();
            if hashes > MAX_CHAIN_HASHES {
                return Err(TIME.broken_by(hashes));
            }
            let fits = can_grow(&filter.head)
                && chain.as_ref().is_none_or(|chain| are_alike(&chain.newest.head, &filter.head));
            if !fits {
                return Err(ALIKE.broken());
            }
            match &mut chain {
                Some(chain) => chain.go_on_with(filter),
                None => chain = Some(Chain { growth: Some(growth), ..Chain::from(filter) }),
            }
        }
        chain.ok_or_else(|| NONE.broken_by(0))
    }

    /// The sub-filters, from the oldest to the newest. There is always at least one.
    pub fn sub_filters(&self) -> impl Iterator<Item = &Filter> {
        self.older.iter().chain([&self.newest])
    }

    /// The number of sub-filters.
    pub fn sub_filter_count(&self) -> u64 {
        self.older.len() as u64 + 1
    }

    /// The sub-filter at `index`, the oldest first. The newest one if `index` is too large.
    pub fn sub_filter(&self, index: u64) -> &Filter {
        self.older.get(index as usize).unwrap_or(&self.newest)
    }

    /// The sub-filter that takes new keys.
    pub fn newest(&self) -> &Filter {
        &self.newest
    }

    /// How the filter grows; `None` if it is not scalable.
    pub fn growth(&self) -> Option<Growth> {
        self.growth
    }

    /// The filter, if it is not scalable.
    ///
    /// # Errors
    /// The filter is scalable.
    pub fn single(&self) -> Result<&Filter> {
        if self.growth.is_some() { Err(SINGLE.broken()) } else { Ok(&self.newest) }
    }

    /// As [`Chain::single`], by value.
    ///
    /// # Errors
    /// As [`Chain::single`].
    pub fn into_single(self) -> Result<Filter> {
        self.single()?;
        Ok(self.newest)
    }

    /// As [`Chain::single`], mutable.
    ///
    /// # Errors
    /// As [`Chain::single`].
    pub fn single_mut(&mut self) -> Result<&mut Filter> {
        self.single()?;
        Ok(&mut self.newest)
    }

    /// Inserts a key. True if the key was certainly new. A scalable filter skips keys for which it
    /// answers "maybe".
    ///
    /// # Errors
    /// Not enough memory for a new sub-filter. The key is then not inserted.
    pub fn insert(&mut self, key: &[u8]) -> Result<bool> {
        if let Some(growth) = self.growth {
            if self.contains(key) {
                return Ok(false);
            }
            self.grow(growth)?;
        }
        self.newest.insert(key)
    }

    /// False: the key is not in the set. True: maybe.
    #[inline(always)]
    pub fn contains(&self, key: &[u8]) -> bool {
        self.newest.contains(key) || self.older.iter().any(|sub_filter| sub_filter.contains(key))
    }

    /// Inserts every line of `text` (see [`key::lines`]). Returns the number of keys that were
    /// certainly new.
    ///
    /// # Errors
    /// As [`Chain::insert`]. The lines before the error were inserted.
    pub fn insert_lines(&mut self, text: &[u8]) -> Result<u64> {
        if self.growth.is_none() {
            return self.newest.insert_lines(text);
        }
        let mut changed = 0;
        for line in key::lines(text) {
            changed += u64::from(self.insert(line)?);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](Chain::contains) for every line of `text`.
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        self.answer_lines(text, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// [`Chain::contains_lines`] with several answers per call: 1 is maybe, 0 is no.
    pub(crate) fn answer_lines(&self, text: &[u8], mut take: impl FnMut(&[u8])) {
        if self.growth.is_none() {
            return self.newest.answer_lines(text, take);
        }
        // Schemes of scalable filters use a line unchanged.
        for line in key::lines(text) {
            take(&[u8::from(self.contains(line))]);
        }
    }

    /// Inserts keys that are concatenated in `text`; `lengths` has their lengths in bytes. Returns
    /// the number of keys that were certainly new.
    ///
    /// # Errors
    /// As [`Chain::insert`]. The keys before the error were inserted.
    pub fn insert_keys(&mut self, text: &[u8], lengths: &[u32]) -> Result<u64> {
        if self.growth.is_none() {
            return self.newest.insert_keys(text, lengths);
        }
        let mut changed = 0;
        for key in keys_of(text, lengths) {
            changed += u64::from(self.insert(key)?);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](Chain::contains) for each of these keys.
    pub fn contains_keys(&self, text: &[u8], lengths: &[u32], mut answer: impl FnMut(bool)) {
        self.answer_keys(text, lengths, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// [`Chain::contains_keys`] with several answers per call: 1 is maybe, 0 is no.
    pub(crate) fn answer_keys(&self, text: &[u8], lengths: &[u32], mut take: impl FnMut(&[u8])) {
        if self.growth.is_none() {
            return self.newest.answer_keys(text, lengths, take);
        }
        for key in keys_of(text, lengths) {
            take(&[u8::from(self.contains(key))]);
        }
    }

    /// Makes room for one more key.
    fn grow(&mut self, growth: Growth) -> Result<()> {
        let Head { target, inserted, .. } = self.newest.head;
        let capacity = target.map_or(u64::MAX, |target| target.capacity);
        if inserted < capacity {
            return Ok(());
        }
        let index = self.sub_filter_count();
        let next = self.next(growth)?;
        let hashes: u64 = self.sub_filters().map(|sub_filter| sub_filter.head.shape.hashes()).sum();
        if index == MAX_SUB_FILTERS || hashes + next.head.shape.hashes() > MAX_CHAIN_HASHES {
            return Err(SUB_FILTERS.broken_by(index));
        }
        self.go_on_with(next);
        Ok(())
    }

    /// The sub-filter after the newest one.
    fn next(&self, growth: Growth) -> Result<Filter> {
        let Head { scheme, seed, salt, target, .. } = self.newest.head;
        #[cfg(feature = "compat")]
        if scheme.is_foreign() {
            return self.newest.next_sub_filter(growth.factor, growth.tightening);
        }
        let rate = growth.sub_filter_rate(self.sub_filter_count());
        let sized = |capacity| Ok(Head { salt, ..Head::with_rate(scheme, capacity, rate, seed)? });
        let capacity = target.map_or(u64::MAX, |target| target.capacity);
        // If this capacity is too large for a filter, the sub-filter gets the capacity of the
        // newest one.
        let larger = sized(capacity.saturating_mul(growth.factor)).or_else(|_| sized(capacity))?;
        empty(larger)
    }

    fn go_on_with(&mut self, newest: Filter) {
        self.older.push(core::mem::replace(&mut self.newest, newest));
    }

    /// The estimates from the bits of all sub-filters.
    pub fn estimate(&self) -> Estimate {
        let mut all = Estimate { set: 0, count: 0.0, rate: 0.0 };
        for sub_filter in self.sub_filters() {
            let Estimate { set, count, rate } = sub_filter.estimate();
            all.set += set;
            all.count += count;
            // The probability that at least one of them answers "maybe".
            all.rate += (1.0 - all.rate) * rate;
        }
        all
    }

    /// True if both grow in the same way and their sub-filters have the same bits.
    pub fn holds_same(&self, other: &Chain) -> bool {
        self.growth == other.growth
            && self.sub_filter_count() == other.sub_filter_count()
            && self.sub_filters().zip(other.sub_filters()).all(|(one, other)| one.equals(other))
    }

    /// Removes all keys, and all sub-filters but one.
    pub fn clear(&mut self) {
        if !self.older.is_empty() {
            self.newest = self.older.swap_remove(0);
            self.older.clear();
        }
        self.newest.clear();
    }

    /// A copy. Unlike `clone`, this returns an error if there is not enough memory.
    ///
    /// # Errors
    /// No memory.
    pub fn copy(&self) -> Result<Chain> {
        let mut copy = Chain { growth: self.growth, ..Chain::from(self.sub_filter(0).copy()?) };
        for sub_filter in self.sub_filters().skip(1) {
            copy.go_on_with(sub_filter.copy()?);
        }
        Ok(copy)
    }
}

/// An empty sub-filter. It is packed, because it will be filled.
fn empty(head: Head) -> Result<Filter> {
    let mut filter = Filter::new(head)?;
    filter.pack()?;
    Ok(filter)
}

/// True if a filter can be a sub-filter of a scalable filter.
fn can_grow(head: &Head) -> bool {
    if head.scheme.is_keyed() {
        return false;
    }
    if head.scheme.is_foreign() {
        return head.width == Width::Bit && head.scheme.rules().scales;
    }
    head.width == Width::Bit
}

/// True if both can be sub-filters of one scalable filter.
fn are_alike(one: &Head, other: &Head) -> bool {
    (one.scheme, one.seed, one.salt, one.width, one.encoding)
        == (other.scheme, other.seed, other.salt, other.width, other.encoding)
}

impl PartialEq for Chain {
    fn eq(&self, other: &Chain) -> bool {
        self.growth == other.growth && self.sub_filters().eq(other.sub_filters())
    }
}
