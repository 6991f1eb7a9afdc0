//! A filter: shape, scheme, key encoding and cells. Only this module loops over k.

mod batch;
mod combine;
mod estimate;
mod fold;
mod foreign;
pub(crate) mod group;
mod keyed;
#[cfg(feature = "compat")]
mod systems;

use alloc::vec::Vec;

use crate::cells::{Cells, Store, Width, store};
use crate::error::{Code, Result, Rule};
use crate::exceptions;
use crate::key::KeyEncoding;
use crate::scheme::{self, Digest, NativeProbes, Probes, Scheme, SecretKey, Shape};

pub use estimate::Estimate;

static LINE: Rule =
    Rule::new(Code::Argument, "lines", "one integer per line, in the range of the filter's keys");
static NO_FILTER: Rule = Rule::new(Code::Argument, "scheme", "the scheme of a Bloom filter");
static SECRET: Rule =
    Rule::state(Code::Argument, "key", "a filter of this scheme needs a secret key");

/// A Bloom filter: [`contains`](Filter::contains) answers "no" or "maybe". For inserted keys, the
/// answer is always "maybe".
///
/// ```
/// use edgebloom::{Filter, Scheme};
///
/// let mut filter = Filter::with_rate(Scheme::Standard, 1_000, 0.01, 0)?;
/// filter.insert(b"mailinator.com")?;
/// assert!(filter.contains(b"mailinator.com"));
/// assert!(!filter.contains(b"example.org"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// With counters instead of bits, keys can be removed:
///
/// ```
/// use edgebloom::{Filter, Head, Scheme, Width};
///
/// let head = Head::with_rate(Scheme::Standard, 1_000, 0.01, 0)?;
/// let mut filter = Filter::new(Head { width: Width::Four, ..head })?;
/// filter.insert(b"in flight")?;
/// assert!(filter.remove(b"in flight"));
/// assert!(!filter.contains(b"in flight"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    pub(crate) head: Head,
    pub(crate) cells: Cells,
    /// The parameters of the scheme besides the shape and the seed.
    pub(crate) parameters: Vec<i64>,
    /// The secret key, if the scheme is keyed.
    pub(crate) secret: Option<SecretKey>,
}

/// The header of a filter: everything except its cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// The scheme.
    pub scheme: Scheme,
    /// The shape.
    pub shape: Shape,
    /// The width of a cell: a bit or a counter.
    pub width: Width,
    /// The seed of the hash. Two seeds that differ by 2^31 give the same positions.
    pub seed: u32,
    /// The same keys have other positions under another salt. Filters that this crate builds have
    /// salt 0.
    pub salt: u32,
    /// The key encoding.
    pub encoding: KeyEncoding,
    /// The capacity and rate of the filter; `None` if it was built by shape.
    pub target: Option<Target>,
    /// The number of keys that were inserted and not removed. A key that was inserted twice counts
    /// twice.
    pub inserted: u64,
}

/// The capacity and rate of a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// n: the number of keys.
    pub capacity: u64,
    /// p: the false-positive rate with that many keys.
    pub rate: f64,
}

impl Head {
    /// The header of an empty plain filter sized for `capacity` keys at the error rate `rate`.
    ///
    /// # Errors
    /// `capacity` 0 or too large for 2^32 bits; `rate` outside 1e-18 ≤ rate < 1.
    pub fn with_rate(scheme: Scheme, capacity: u64, rate: f64, seed: u32) -> Result<Head> {
        let shape = Shape::for_rate(scheme, capacity, rate)?;
        Ok(Head { target: Some(Target { capacity, rate }), ..Head::of_shape(scheme, shape, seed) })
    }

    /// The header of an empty plain filter of `bits` bits with `hashes` probes per key.
    ///
    /// # Errors
    /// As [`Shape::new`].
    pub fn with_shape(scheme: Scheme, bits: u64, hashes: u64, seed: u32) -> Result<Head> {
        Ok(Head::of_shape(scheme, Shape::new(scheme, bits, hashes)?, seed))
    }

    fn of_shape(scheme: Scheme, shape: Shape, seed: u32) -> Head {
        let (width, encoding) = (Width::Bit, KeyEncoding::Native);
        Head { scheme, shape, width, seed, salt: 0, encoding, target: None, inserted: 0 }
    }
}

impl Filter {
    /// An empty plain filter sized for `capacity` keys at the error rate `rate`.
    ///
    /// # Errors
    /// As [`Head::with_rate`]; no memory.
    pub fn with_rate(scheme: Scheme, capacity: u64, rate: f64, seed: u32) -> Result<Filter> {
        Filter::new(Head::with_rate(scheme, capacity, rate, seed)?)
    }

    /// An empty plain filter of `bits` bits with `hashes` probes per key.
    ///
    /// # Errors
    /// As [`Head::with_shape`]; no memory.
    pub fn with_shape(scheme: Scheme, bits: u64, hashes: u64, seed: u32) -> Result<Filter> {
        Filter::new(Head::with_shape(scheme, bits, hashes, seed)?)
    }

    /// A filter with this header whose cells are all 0.
    ///
    /// # Errors
    /// No memory; a scheme of another system that needs more than this header; a keyed scheme.
    pub fn new(head: Head) -> Result<Filter> {
        Filter::with_parameters(head, Vec::new())
    }

    /// The header of the filter: everything except its cells.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Inserts a key. True if one of its cells was 0, so that the key was certainly new.
    ///
    /// # Errors
    /// No memory, if the cells are sparse. The filter is then unchanged.
    pub fn insert(&mut self, key: &[u8]) -> Result<bool> {
        self.cells.reserve(self.head.shape.hashes())?;
        if !self.cells.tail().is_empty() {
            self.set_exception(key, false)?;
        }
        if self.ignores(key) {
            return Ok(false);
        }
        if self.head.scheme.is_foreign() {
            return Ok(self.insert_foreign(key));
        }
        Ok(self.insert_digest(self.digest(key)))
    }

    /// False: the key is not in the set. True: maybe.
    pub fn contains(&self, key: &[u8]) -> bool {
        if self.head.scheme.is_foreign() {
            return self.contains_foreign(key) && !self.is_exception(key);
        }
        self.contains_digest(self.digest(key)) && !self.is_exception(key)
    }

    /// Removes a key from a counting filter, once. True if the key may have been a member. False if
    /// it was not; nothing has changed then.
    ///
    /// Remove only keys that you inserted. Removing a false positive decrements counters that
    /// members use, and those members can become false negatives. Saturated counters do not change.
    /// Nothing can be removed from a plain filter, because its bits are counters that are saturated
    /// at 1.
    pub fn remove(&mut self, key: &[u8]) -> bool {
        if self.is_exception(key) {
            return false;
        }
        if self.head.scheme.is_foreign() {
            let positions = self.positions_of(key);
            return self.take(|| positions.iter());
        }
        let (Head { scheme, shape, salt, .. }, digest) = (self.head, self.digest(key));
        self.take(|| scheme::native_probes(scheme, scheme::salted(digest, salt), shape))
    }

    /// Subtracts 1 from each of the first k probed cells, or changes nothing if one of them is 0.
    fn take<P: Probes>(&mut self, probes: impl Fn() -> P) -> bool {
        let k = self.head.shape.hashes();
        let mut first = probes();
        let count = store!(&mut self.cells, cells => {
            (0..k).take_while(|_| cells.take(first.next()) != 0).count()
        }) as u64;
        if count < k {
            // Restores the counters. Saturated ones were not decremented, and adding does not
            // change them.
            store!(&mut self.cells, cells => batch::add(cells, probes(), count));
            return false;
        }
        self.head.inserted = self.head.inserted.saturating_sub(1);
        true
    }

    /// How often a key was inserted, at most: the smallest of its counters. It is exact unless
    /// other keys share all of its cells or its counters are saturated. Saturated counters give
    /// their largest value.
    pub fn count(&self, key: &[u8]) -> u64 {
        if self.is_exception(key) {
            return 0;
        }
        let mut count = u64::MAX;
        self.positions(key, |position| {
            count = count.min(self.cells.get(position));
        });
        count
    }

    /// Calls `take` with each position of a key, in probe order.
    pub fn positions(&self, key: &[u8], mut take: impl FnMut(u64)) {
        if self.head.scheme.is_foreign() {
            return self.each_position(key, &mut take);
        }
        let mut probes = self.probes(self.digest(key));
        for _ in 0..self.head.shape.hashes() {
            take(probes.next());
        }
    }

    /// The digest of a key. For native schemes only.
    #[inline(always)]
    fn digest(&self, key: &[u8]) -> Digest {
        match &self.secret {
            Some(secret) => secret.digest(key),
            None => scheme::digest(key, self.head.seed),
        }
    }

    /// The probes of a key with this digest.
    #[inline(always)]
    fn probes(&self, digest: Digest) -> NativeProbes {
        let Head { scheme, shape, salt, .. } = self.head;
        scheme::native_probes(scheme, scheme::salted(digest, salt), shape)
    }

    /// Inserts keys of a native scheme by their digests.
    ///
    /// # Errors
    /// No memory, if the cells are sparse.
    pub(crate) fn insert_each(&mut self, digests: impl Iterator<Item = Digest>) -> Result<()> {
        for digest in digests {
            self.cells.reserve(self.head.shape.hashes())?;
            self.insert_digest(digest);
        }
        Ok(())
    }

    /// Makes a key an exception: from now on the answer is "no", although its cells say "maybe".
    /// Use it only for non-members. Inserting the key ends the exception. True if the key was not
    /// an exception yet.
    ///
    /// # Errors
    /// More than 32,768 bytes of keys, counting two more bytes per key; no memory; sparse cells.
    /// Nothing has changed then.
    pub fn allow(&mut self, key: &[u8]) -> Result<bool> {
        let is_new = !self.is_exception(key);
        if is_new {
            self.set_exception(key, true)?;
        }
        Ok(is_new)
    }

    #[cold]
    #[inline(never)]
    fn set_exception(&mut self, key: &[u8], is_in: bool) -> Result<()> {
        let set = exceptions::changed(&self.cells.tail(), key, is_in);
        self.cells.set_tail(&set)
    }

    /// True if the answer for the key is "no" whatever its cells say: for an exception, and for a
    /// key that the scheme ignores.
    #[inline(always)]
    fn is_exception(&self, key: &[u8]) -> bool {
        if self.ignores(key) {
            return true;
        }
        let set = self.cells.tail();
        !set.is_empty() && exceptions::contains(&set, key)
    }

    /// Calls `take` with each exception, in ascending order.
    pub fn each_exception(&self, take: impl FnMut(&[u8])) {
        exceptions::keys(&self.cells.tail()).for_each(take);
    }

    /// The plain filter with the same keys. It is identical bit for bit to a plain filter into
    /// which all of them were inserted.
    ///
    /// # Errors
    /// No memory.
    pub fn plain(&self) -> Result<Filter> {
        let mut plain = self.alike(Head { width: Width::Bit, ..self.head })?;
        plain.cells.reserve(self.set_cells())?;
        store!(&mut plain.cells, cells => self.cells.each(|position, _| {
            cells.add(position, 1);
        }));
        Ok(plain)
    }

    /// Makes sparse cells packed. Packed cells stay packed.
    ///
    /// # Errors
    /// No memory. The cells are then unchanged.
    pub fn pack(&mut self) -> Result<()> {
        self.cells.pack()
    }

    /// Calls `take` with the position and value of each cell that is not 0. The positions ascend,
    /// unless the cells are sparse.
    pub fn each_cell(&self, take: impl FnMut(u64, u64)) {
        self.cells.each(take);
    }

    /// The words of the payload of a filter file, and whether they are positions.
    pub(crate) fn payload(&self) -> (alloc::borrow::Cow<'_, [u64]>, bool) {
        self.cells.payload()
    }

    /// The words of the cells: w bits per cell, from the lowest bit of the first word on. Empty if
    /// the cells are sparse.
    pub fn words(&self) -> &[u64] {
        self.cells.words()
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.head.inserted = 0;
    }
}

/// Checks that a filter can have this header, and that its scheme needs no secret key.
fn check_scheme(head: &Head) -> Result<()> {
    if head.scheme == Scheme::Static {
        return Err(NO_FILTER.broken_by(head.scheme.id()));
    }
    if head.scheme.is_keyed() { Err(SECRET.broken()) } else { Ok(()) }
}
