//! Builds a filter or a static set from keys whose number is not known in advance.

use alloc::vec::Vec;

use super::CollectKeys;
use crate::digest::{self, Digest};
use crate::error::{Code, Result, Rule};
use crate::filter::Filter;
use crate::layout::Layout;
use crate::static_set::StaticSet;

/// Collects the 128-bit digests of keys. Then it makes a filter of the right size, or a static set,
/// in one pass over the input. It takes 16 to 20 bytes of memory per key. Repeated keys take memory
/// until they are removed. That happens at 2^20 keys, and then whenever the number of keys is twice
/// the number of distinct ones.
///
/// ```
/// use edgebloom::{Builder, CollectKeys, Layout};
///
/// let mut builder = Builder::new(0);
/// for key in ["a", "b", "a"] {
///     builder.push(key.as_bytes())?;
/// }
/// assert_eq!(builder.distinct(), 2);
/// let filter = builder.finish(Layout::Standard, 0.01)?;
/// assert_eq!(filter.header().inserted, 2);
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    seed: u32,
    digests: Vec<Digest>,
    /// The number of distinct keys when repeated keys were last removed.
    distinct: usize,
}

/// This many digests take 16 MB. With fewer, repeated digests are removed only at the end, because
/// sorting takes half of the time.
const FEW: usize = 1 << 20;

static MEMORY: Rule = Rule::state(Code::Memory, "keys", "not enough memory for {} bytes of keys");

static SEED: Rule = Rule::new(Code::Argument, "seed", "the same one for keys and universe");

impl Builder {
    /// A builder of a filter or set with this seed.
    pub const fn new(seed: u32) -> Builder {
        Builder { seed, digests: Vec::new(), distinct: 0 }
    }

    /// Writes the digests of `count` distinct keys, in ascending order, from index `first` on: 16
    /// bytes each, four little-endian `u32`.
    pub fn write_digests(&mut self, first: usize, count: usize, to: &mut Vec<u8>) {
        digest::write_digests(self.digests().iter().skip(first).take(count), to);
    }

    /// The digests among these, in their order, that are not those of its keys: 16 bytes each.
    pub fn without(&mut self, digests: &[u8]) -> Vec<u8> {
        without(self.digests(), digests)
    }

    /// The digests of the distinct keys, in ascending order.
    pub(crate) fn digests(&mut self) -> &[Digest] {
        self.distinct();
        &self.digests
    }

    /// Reserves only a quarter more than needed, which keeps the peak of memory low.
    #[cold]
    fn make_room(&mut self) -> Result<()> {
        if self.digests.len() >= FEW.max(2 * self.distinct) {
            self.remove_repeated();
        }
        let more = self.digests.len() / 4 + 1024;
        let all = (self.digests.len() + more) as u64;
        self.digests.try_reserve_exact(more).map_err(|_| MEMORY.broken_by(16 * all))
    }

    fn remove_repeated(&mut self) {
        digest::sort_digests(&mut self.digests);
        self.digests.dedup();
        self.distinct = self.digests.len();
    }

    /// The number of distinct keys so far. This sorts the keys.
    pub fn distinct(&mut self) -> u64 {
        if self.digests.len() > self.distinct {
            self.remove_repeated();
        }
        self.distinct as u64
    }

    /// Makes a filter of the distinct keys at the false-positive rate `rate`. Without keys, its
    /// capacity is 1.
    ///
    /// # Errors
    /// As [`Filter::with_rate`].
    pub fn finish(&mut self, layout: Layout, rate: f64) -> Result<Filter> {
        let capacity = self.distinct().max(1);
        let mut filter = Filter::with_rate(layout, capacity, rate, self.seed)?;
        filter.insert_each(self.digests.iter().copied())?;
        Ok(filter)
    }

    /// Makes a static set of the distinct keys at the false-positive rate `rate`. The builder is
    /// empty afterwards.
    ///
    /// # Errors
    /// A rate outside 2^-32 to 0.5, or more than 2^32 keys: then the builder keeps its keys. Not
    /// enough memory.
    pub fn finish_static(&mut self, rate: f64) -> Result<StaticSet> {
        self.finish_static_with_salt(rate, 0)
    }

    /// As [`Builder::finish_static`]. Each salt gives a set with other false positives.
    ///
    /// # Errors
    /// As [`Builder::finish_static`].
    pub fn finish_static_with_salt(&mut self, rate: f64, salt: u32) -> Result<StaticSet> {
        StaticSet::check(self.distinct(), rate)?;
        self.distinct = 0;
        StaticSet::build(core::mem::take(&mut self.digests), self.seed, salt, rate)
    }

    /// As [`Builder::finish_static`]. The set contains no key of `universe`, which has the same
    /// seed, except members. Both builders keep their keys.
    ///
    /// ```
    /// use edgebloom::{Builder, CollectKeys};
    ///
    /// let [mut blocked, mut popular] = [Builder::new(0), Builder::new(0)];
    /// blocked.push_lines(b"mailinator.com\nguerrillamail.com\n")?;
    /// popular.push_lines(b"google.com\ngithub.com\nmailinator.com\n")?;
    /// let set = blocked.finish_exact(0.5, &mut popular)?;
    /// assert!(!set.contains(b"google.com") && !set.contains(b"github.com"));
    /// assert!(set.contains(b"mailinator.com"));
    /// assert_eq!(set.universe().0, 2);
    /// # Ok::<(), edgebloom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Builder::finish_static`]; another seed.
    pub fn finish_exact(&mut self, rate: f64, universe: &mut Builder) -> Result<StaticSet> {
        StaticSet::check(self.distinct(), rate)?;
        if universe.seed != self.seed {
            return Err(SEED.broken_by(u64::from(universe.seed)));
        }
        let mut digests = Vec::new();
        let room = digests.try_reserve_exact(self.digests.len());
        room.map_err(|_| MEMORY.broken_by(16 * self.digests.len() as u64))?;
        digests.extend_from_slice(&self.digests);
        let mut set = StaticSet::build(digests, self.seed, 0, rate)?;
        set.exclude(universe.digests(), &self.digests)?;
        Ok(set)
    }
}

/// The digests in `some`, in their order, that are not in `own`, which is in ascending order.
pub(super) fn without(own: &[Digest], some: &[u8]) -> Vec<u8> {
    let mut others = Vec::new();
    for digest in digest::digests_in(some) {
        if own.binary_search(&digest).is_err() {
            digest::write_digests([digest].iter(), &mut others);
        }
    }
    others
}

impl CollectKeys for Builder {
    fn seed(&self) -> u32 {
        self.seed
    }

    fn push_digest(&mut self, digest: Digest) -> Result<()> {
        if self.digests.len() == self.digests.capacity() {
            self.make_room()?;
        }
        self.digests.push(digest);
        Ok(())
    }

    fn collected(&self) -> u64 {
        self.digests.len() as u64
    }
}
