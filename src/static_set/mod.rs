//! Sets that are built once from all of their keys and then only queried. From 10,000 keys on, they
//! are 0.3 to 3 % above the information limit. A Bloom filter is 44 % above it.
//!
//! The method is bumped ribbon retrieval (P. Dillinger, L. Hübschle-Schneider, P. Sanders, S.
//! Walzer: *Fast Succinct Retrieval and Approximate Membership using Ribbon*, 2022). Each key is an
//! equation over 64 neighbouring slots of a solution: the XOR of the slots that it chooses is its
//! fingerprint. The equation of a non-member holds only by chance. If equations contradict each
//! other, a few keys are left to the next layer. `docs/maintainers/decisions/static-sets.md` has
//! the measurements.

mod banding;
mod layer;
mod map;
mod salts;
mod universe;

use alloc::vec::Vec;

use crate::digest::{self, Digest};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::exceptions;
use crate::filter::group::{self, GROUP, Group, keys_of};
use crate::key;

pub(crate) use layer::{BLOCK, Columns, Layer, Size, WINDOW};
pub use map::StaticMap;
pub(crate) use map::{MAX_CODE_BITS, MAX_VALUE_BYTES, MAX_VALUES, Values, sorted};
pub(crate) use universe::{Universe, removal};

static RATE: Rule = Rule::new(Code::Argument, "errorRate", "a number from 2^-32 to 0.5");
static KEYS: Rule = Rule::state(Code::Memory, "keys", "not enough memory for {} bytes of keys");
static TOO_MANY: Rule = Rule::new(Code::Argument, "keys", "at most 2^32 keys");
/// For this, 16,384 salts in a row would have to fail, nearly all of which follow from the keys.
static SALTS: Rule =
    Rule::state(Code::Argument, "keys", "no set fits these keys: choose another seed");

/// The most layers. Each layer has a twentieth of the keys of the one before.
pub(crate) const MAX_LAYERS: u32 = 16;
/// The most keys.
pub(crate) const MAX_KEYS: u64 = 1 << 32;
/// The smallest false-positive rate: the fingerprint of an equation has 32 bits.
pub(crate) const MIN_RATE: f64 = 1.0 / 4_294_967_296.0;
/// The smallest rate of a set of removed keys.
const MIN_LAYERED_RATE: f64 = 1e-9;
/// The largest false-positive rate, which takes one column.
pub(crate) const MAX_RATE: f64 = 0.5;

/// A set of keys that does not change. `contains` is always true for members. For non-members it is
/// true at the false-positive rate.
///
/// ```
/// use edgebloom::{Builder, CollectKeys};
///
/// let mut builder = Builder::new(0);
/// builder.push_lines(b"mailinator.com\nguerrillamail.com\n")?;
/// let set = builder.finish_static(0.001)?;
/// assert!(set.contains(b"mailinator.com"));
/// assert_eq!(set.len(), 2);
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StaticSet {
    pub(crate) seed: u32,
    pub(crate) salt: u32,
    pub(crate) rate: f64,
    pub(crate) keys: u64,
    pub(crate) layers: Vec<Layer>,
    pub(crate) universe: Option<Universe>,
    /// The exceptions, padded to whole words as in a file; empty if there are none.
    pub(crate) exceptions: Vec<u8>,
}

impl StaticSet {
    /// Checks that a set of this many keys at this rate is possible.
    pub(crate) fn check(keys: u64, rate: f64) -> Result<()> {
        if !(MIN_RATE..=MAX_RATE).contains(&rate) {
            return Err(Error::new(&RATE, Found::Real(rate), None));
        }
        if keys > MAX_KEYS { Err(TOO_MANY.broken_by(keys)) } else { Ok(()) }
    }

    /// Builds the set of the keys with these digests, which must be distinct. Call
    /// [`StaticSet::check`] first.
    ///
    /// # Errors
    /// Not enough memory.
    pub(crate) fn build(
        mut digests: Vec<Digest>,
        seed: u32,
        salt: u32,
        rate: f64,
    ) -> Result<StaticSet> {
        let keys = digests.len() as u64;
        digests.iter_mut().for_each(|digest| *digest = digest::salted(*digest, salt));
        StaticSet::solve(digests, &[], StaticSet { keys, ..StaticSet::empty(seed, salt, rate) })
    }

    /// Builds the set of the keys `members`. It answers "no" for every key in `excluded`, and
    /// "maybe" for half of all other keys. Each key of both lists has one equation with one column,
    /// which holds only for members. The two lists must not share a digest.
    ///
    /// # Errors
    /// Not enough memory.
    pub(crate) fn build_exact(
        members: &[Digest],
        excluded: &[Digest],
        seed: u32,
        salt: u32,
    ) -> Result<StaticSet> {
        let count = members.len() as u64 + excluded.len() as u64;
        let salted = |digests: &[Digest], more: u64| {
            let mut all = Vec::new();
            let room = all.try_reserve_exact(digests.len() + more as usize);
            room.map_err(|_| KEYS.broken_by(16 * count))?;
            all.extend(digests.iter().map(|&digest| digest::salted(digest, salt)));
            Ok(all)
        };
        let mut excluded = salted(excluded, 0)?;
        digest::sort_digests(&mut excluded);
        let mut all = salted(members, excluded.len() as u64)?;
        all.extend_from_slice(&excluded);
        let keys = members.len() as u64;
        StaticSet::solve(
            all,
            &excluded,
            StaticSet { keys, ..StaticSet::empty(seed, salt, MAX_RATE) },
        )
    }

    pub(crate) fn empty(seed: u32, salt: u32, rate: f64) -> StaticSet {
        let (layers, exceptions) = (Vec::new(), Vec::new());
        StaticSet { seed, salt, rate, keys: 0, layers, universe: None, exceptions }
    }

    /// Builds the layers of a set from the equations of `digests`, which were computed under its
    /// salt.
    #[inline(never)]
    fn solve(mut digests: Vec<Digest>, excluded: &[Digest], set: StaticSet) -> Result<StaticSet> {
        let columns = Columns::for_rate(set.rate);
        let mut layers = Vec::new();
        for layer in 0..MAX_LAYERS {
            layers.try_reserve(1).map_err(|_| KEYS.broken_by(size_of::<Layer>() as u64))?;
            layers.push(Layer::build(&mut digests, excluded, columns, layer)?);
            if digests.is_empty() {
                return Ok(StaticSet { layers, ..set });
            }
        }
        Err(SALTS.broken())
    }

    /// True for every member, and for non-members at the false-positive rate.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.contains_digest(digest::digest(key, self.seed)) && !self.is_exception(key)
    }

    /// Calls `answer` with the result of [`contains`](StaticSet::contains) for every line of `text`
    /// (see [`key::lines`]).
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        self.answer_lines(text, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// Calls `answer` with the result of [`contains`](StaticSet::contains) for each of the keys
    /// that are concatenated in `text`; `lengths` has their lengths in bytes.
    pub fn contains_keys(&self, text: &[u8], lengths: &[u32], mut answer: impl FnMut(bool)) {
        self.answer_keys(text, lengths, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// Makes a non-member an exception: from now on the answer is "no". True if it was not an
    /// exception yet.
    ///
    /// # Errors
    /// The exceptions would take more than 32,768 bytes, counting two more bytes per key. Nothing
    /// has changed then.
    pub fn allow(&mut self, key: &[u8]) -> Result<bool> {
        if self.is_exception(key) {
            return Ok(false);
        }
        let mut set = exceptions::changed(&self.exceptions, key, true);
        exceptions::check_size(&set)?;
        set.resize(set.len().next_multiple_of(8), 0);
        self.exceptions = set;
        Ok(true)
    }

    /// [`StaticSet::contains_lines`] with several answers per call: 1 is maybe, 0 is no.
    pub fn answer_lines(&self, text: &[u8], mut take: impl FnMut(&[u8])) {
        if !self.exceptions.is_empty() {
            return key::lines(text).for_each(|line| take(&[u8::from(self.contains(line))]));
        }
        group::answer_lines(text, |group, text, to| self.answer_group(group, text, to), take);
    }

    /// [`StaticSet::contains_keys`] with several answers per call: 1 is maybe, 0 is no.
    pub fn answer_keys(&self, text: &[u8], lengths: &[u32], mut take: impl FnMut(&[u8])) {
        if !self.exceptions.is_empty() {
            return keys_of(text, lengths).for_each(|key| take(&[u8::from(self.contains(key))]));
        }
        group::answer_keys(
            text,
            lengths,
            |group, text, to| self.answer_group(group, text, to),
            take,
        );
    }

    #[inline(never)]
    fn answer_group(&self, group: &Group, text: &[u8], answers: &mut [u8; GROUP]) {
        let mut digests = [[0; 4]; GROUP];
        let digests = group.write_digests(text, self.seed, &mut digests);
        for (answer, &digest) in answers.iter_mut().zip(digests) {
            *answer = u8::from(self.contains_digest(digest));
        }
    }

    #[inline(never)]
    pub(crate) fn contains_digest(&self, digest: Digest) -> bool {
        if self.keys == 0 {
            return false;
        }
        let digest = digest::salted(digest, self.salt);
        // The last layer answers for every key.
        self.layers.iter().find_map(|layer| layer.answer(digest)).unwrap_or(false)
            && !self.universe.as_ref().is_some_and(|universe| universe.removes(digest))
    }

    /// Makes the set exact on a universe: from now on, it contains none of these keys, except
    /// members. `members` are the digests of all its keys; both are in ascending order.
    ///
    /// # Errors
    /// Not enough memory.
    pub(crate) fn exclude(&mut self, universe: &[Digest], members: &[Digest]) -> Result<()> {
        let (mut keys, mut hits) = (universe.len() as u64, Vec::new());
        for &one in universe {
            if self.contains_digest(one) {
                if members.binary_search(&one).is_ok() {
                    keys -= 1;
                    continue;
                }
                hits.try_reserve(1).map_err(|_| KEYS.broken_by(16 * hits.len() as u64))?;
                hits.push(digest::salted(one, self.salt));
            }
        }
        let members = members.iter().map(|&one| digest::salted(one, self.salt));
        let removal = removal(&hits, members, self.seed)?;
        self.universe = Some(Universe { keys, removal });
        Ok(())
    }

    pub(crate) fn is_exception(&self, key: &[u8]) -> bool {
        !self.exceptions.is_empty() && exceptions::contains(&self.exceptions, key)
    }

    /// The number of distinct keys.
    pub fn len(&self) -> u64 {
        self.keys
    }

    /// True if there are no keys.
    pub fn is_empty(&self) -> bool {
        self.keys == 0
    }

    /// The false-positive rate for which it was built.
    pub fn error_rate(&self) -> f64 {
        self.rate
    }

    /// The seed of the hash.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// The salt, normally 0. Each salt gives other false positives.
    pub fn salt(&self) -> u32 {
        self.salt
    }

    /// Calls `take` with each exception, in ascending order.
    pub fn each_exception(&self, take: impl FnMut(&[u8])) {
        exceptions::keys(&self.exceptions).for_each(take);
    }

    /// The number of non-members that it never contains, and how many of them it would contain
    /// otherwise. Both are 0 if it was built without a universe.
    pub fn universe(&self) -> (u64, u64) {
        self.universe.as_ref().map_or((0, 0), |universe| (universe.keys, universe.hits()))
    }

    /// The number of bits of the set, without the header of a file and exceptions.
    pub fn bits(&self) -> u64 {
        let own: u64 = self.layers.iter().map(|layer| 64 * layer.words()).sum();
        own + self.removal().iter().map(StaticSet::bits).sum::<u64>()
    }

    /// The sets that make it exact on a universe.
    pub(crate) fn removal(&self) -> &[StaticSet] {
        self.universe.as_ref().map_or(&[], |universe| &universe.removal)
    }
}
