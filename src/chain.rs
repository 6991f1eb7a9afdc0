//! Scalable filters: several sub-filters that are queried as one. A new sub-filter is added when the newest is full.

use alloc::vec::Vec;

use crate::cells::Width;
use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::group::keys_of;
use crate::filter::{Estimate, Filter, Head};
use crate::key;
use crate::scheme::{MIN_RATE, Scheme, check_rate};

/// The most sub-filters of a scalable filter.
pub const MAX_STAGES: u64 = 1024;
/// The most probes that a key has in all sub-filters together.
pub(crate) const MAX_CHAIN_HASHES: u64 = u16::MAX as u64;
/// The largest growth factor of a scalable filter.
pub const MAX_GROWTH: u64 = 1000;

static GROWTH: Rule = Rule::new(Code::Argument, "growth", "a whole number from 1 to 1000");
static TIGHTENING: Rule = Rule::new(Code::Argument, "tightening", "a number above 0 and below 1");
static STAGES: Rule =
    Rule::state(Code::Argument, "stages", "the filter cannot grow further: it has {} sub-filters");
static SINGLE: Rule = Rule::new(Code::Incompatible, "filter", "a filter that is not scalable");

/// A scalable filter or a single filter. A scalable filter has several sub-filters and is queried as one.
///
/// ```
/// use edgebloom::{Chain, Growth, Scheme};
///
/// let mut chain = Chain::scalable(Scheme::Standard, 100, 0, Growth::to_rate(0.01))?;
/// for i in 0..10_000u32 {
///     chain.insert(&i.to_le_bytes())?;
/// }
/// assert!(chain.stage_count() > 3);
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

/// How a scalable filter grows. Sub-filter i is sized for factorⁱ times the first capacity and for the rate
/// p · (1 − r) · rⁱ, where p is [`rate`](Growth::rate) and r [`tightening`](Growth::tightening): the
/// sum of all rates stays under p (P. Almeida et al., *Scalable Bloom filters*, IPL 101, 2007).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The growth factor, 1 to 1,000: how many times as many keys each sub-filter holds as the one before.
    pub factor: u64,
    /// r, above 0 and below 1: the rate of each sub-filter is r times that of the one before.
    pub tightening: f64,
    /// p: the false-positive rate of all sub-filters together.
    pub rate: f64,
}

impl Growth {
    /// Doubling, with the tightening that costs the least memory between 10 and 1,000 times the
    /// first capacity (docs/maintainers/design.md).
    pub const fn to_rate(rate: f64) -> Growth {
        Growth { factor: 2, tightening: 0.85, rate }
    }

    fn check(&self) -> Result<()> {
        if !(1..=MAX_GROWTH).contains(&self.factor) {
            return Err(GROWTH.broken_by(self.factor));
        }
        // NaN is in no range.
        if !(self.tightening > 0.0 && self.tightening < 1.0) {
            return Err(Error::new(&TIGHTENING, Found::Real(self.tightening), None));
        }
        check_rate(self.rate)
    }

    /// The rate of sub-filter number `index`.
    fn stage_rate(&self, index: u64) -> f64 {
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
    /// A scalable filter whose first sub-filter holds `capacity` keys.
    ///
    /// # Errors
    /// As [`Filter::with_rate`]; a growth out of range.
    pub fn scalable(scheme: Scheme, capacity: u64, seed: u32, growth: Growth) -> Result<Chain> {
        growth.check()?;
        let first = empty(Head::with_rate(scheme, capacity, growth.stage_rate(0), seed)?)?;
        Ok(Chain { growth: Some(growth), ..Chain::from(first) })
    }

    /// The scalable filter of these sub-filters, from the oldest on.
    ///
    /// # Errors
    /// There is none, or they are not alike.
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
            // More hashes would take seconds per key. No real filter has so many.
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

    /// The sub-filters, from the oldest to the newest. There is at least one.
    pub fn stages(&self) -> impl Iterator<Item = &Filter> {
        self.older.iter().chain([&self.newest])
    }

    /// How many sub-filters there are.
    pub fn stage_count(&self) -> u64 {
        self.older.len() as u64 + 1
    }

    /// Sub-filter number `index` from the oldest; the newest, if there are not so many.
    pub fn stage(&self, index: u64) -> &Filter {
        self.older.get(index as usize).unwrap_or(&self.newest)
    }

    /// The sub-filter that takes new keys.
    pub fn newest(&self) -> &Filter {
        &self.newest
    }

    /// How the filter grows; none if it is not scalable.
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

    /// Inserts a key; true if it was certainly new. A scalable filter skips keys for which it answers "maybe".
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

    /// False: the key was not inserted. True: it may have been.
    #[inline(always)]
    pub fn contains(&self, key: &[u8]) -> bool {
        self.newest.contains(key) || self.older.iter().any(|stage| stage.contains(key))
    }

    /// Inserts every line of `text` (see [`key::lines`]); how many were certainly new.
    ///
    /// # Errors
    /// As [`Chain::insert`]; the lines before are in.
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

    /// Calls `answer` with the answer of [`contains`](Chain::contains) for every line of `text`.
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        self.answer_lines(text, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// [`Chain::contains_lines`] with several answers at a time: 1 maybe, 0 no.
    pub(crate) fn answer_lines(&self, text: &[u8], mut take: impl FnMut(&[u8])) {
        if self.growth.is_none() {
            return self.newest.answer_lines(text, take);
        }
        // Schemes that scale take a line unchanged.
        for line in key::lines(text) {
            take(&[u8::from(self.contains(line))]);
        }
    }

    /// Inserts keys that follow each other in `text`, each of so many bytes; how many were certainly new.
    ///
    /// # Errors
    /// As [`Chain::insert`]; the keys before are in.
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

    /// Calls `answer` with the answer of [`contains`](Chain::contains) for each of these keys.
    pub fn contains_keys(&self, text: &[u8], lengths: &[u32], mut answer: impl FnMut(bool)) {
        self.answer_keys(text, lengths, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// The answer of [`contains`](Chain::contains) for each of these keys, several at a time: 1 maybe, 0 no.
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
        let index = self.stage_count();
        let next = self.next(growth)?;
        let hashes: u64 = self.stages().map(|stage| stage.head.shape.hashes()).sum();
        if index == MAX_STAGES || hashes + next.head.shape.hashes() > MAX_CHAIN_HASHES {
            return Err(STAGES.broken_by(index));
        }
        self.go_on_with(next);
        Ok(())
    }

    /// The sub-filter that follows the newest one.
    fn next(&self, growth: Growth) -> Result<Filter> {
        let Head { scheme, seed, salt, target, .. } = self.newest.head;
        #[cfg(feature = "compat")]
        if scheme.is_foreign() {
            return self.newest.next_stage(growth.factor, growth.tightening);
        }
        let rate = growth.stage_rate(self.stage_count());
        let sized = |capacity| Ok(Head { salt, ..Head::with_rate(scheme, capacity, rate, seed)? });
        let capacity = target.map_or(u64::MAX, |target| target.capacity);
        // Beyond the largest filter that there is, sub-filters of one size follow each other.
        let larger = sized(capacity.saturating_mul(growth.factor)).or_else(|_| sized(capacity))?;
        empty(larger)
    }

    fn go_on_with(&mut self, newest: Filter) {
        self.older.push(core::mem::replace(&mut self.newest, newest));
    }

    /// The estimates from the bits of all sub-filters.
    pub fn estimate(&self) -> Estimate {
        let mut all = Estimate { set: 0, count: 0.0, rate: 0.0 };
        for stage in self.stages() {
            let Estimate { set, count, rate } = stage.estimate();
            all.set += set;
            all.count += count;
            // One of them says "maybe".
            all.rate += (1.0 - all.rate) * rate;
        }
        all
    }

    /// True if both grow in the same way and their sub-filters hold the same bits.
    pub fn holds_same(&self, other: &Chain) -> bool {
        self.growth == other.growth
            && self.stage_count() == other.stage_count()
            && self.stages().zip(other.stages()).all(|(one, other)| one.equals(other))
    }

    /// Removes every key, and every sub-filter but one.
    pub fn clear(&mut self) {
        if !self.older.is_empty() {
            self.newest = self.older.swap_remove(0);
            self.older.clear();
        }
        self.newest.clear();
    }

    /// A copy. Unlike `clone`, it returns an error if there is not enough memory.
    ///
    /// # Errors
    /// No memory.
    pub fn copy(&self) -> Result<Chain> {
        let mut copy = Chain { growth: self.growth, ..Chain::from(self.stage(0).copy()?) };
        for stage in self.stages().skip(1) {
            copy.go_on_with(stage.copy()?);
        }
        Ok(copy)
    }
}

/// A sub-filter without keys, of bits side by side: it is there to be filled.
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

/// True if two sub-filters can be of one scalable filter.
fn are_alike(one: &Head, other: &Head) -> bool {
    (one.scheme, one.seed, one.salt, one.width, one.encoding)
        == (other.scheme, other.seed, other.salt, other.width, other.encoding)
}

impl PartialEq for Chain {
    fn eq(&self, other: &Chain) -> bool {
        self.growth == other.growth && self.stages().eq(other.stages())
    }
}
