//! Sets that are built once from all of their keys and then only queried: 0.3 to 3 % above the
//! information limit from 10,000 keys on, where a Bloom filter is 44 % above it.
//!
//! They are bumped ribbon retrieval (P. Dillinger, L. Hübschle-Schneider, P. Sanders, S. Walzer: *Fast Succinct Retrieval
//! and Approximate Membership using Ribbon*, 2022). Each key is an equation over 64 neighbouring slots of a solution:
//! those that it chooses XOR to its fingerprint. A key that is not in the set has an equation, too, which holds by chance
//! alone. Where equations contradict each other, a few are left to the next layer. `docs/DESIGN.md` has the measurements.

mod banding;
mod layer;

use alloc::vec::Vec;

use crate::error::{Code, Error, Found, Result, Rule};
use crate::filter::batch::each_digest;
use crate::scheme::{self, Digest};
use layer::{Columns, Layer};

static RATE: Rule = Rule::new(Code::Argument, "errorRate", "1e-9 to 0.5");
static KEYS: Rule = Rule::new(Code::Memory, "keys", "that many free bytes");
/// Not seen in billions of keys.
static SALTS: Rule = Rule::new(Code::Argument, "keys", "keys that can be told apart");

/// How many layers may follow each other. Each has a twentieth of the keys of the one before.
const MAX_LAYERS: u32 = 16;

/// A set of keys that does not change: `contains` is never false for a member, and true for other keys at the error rate.
///
/// ```
/// use edgebloom::StaticSetBuilder;
///
/// let mut builder = StaticSetBuilder::new(0);
/// builder.push_lines(b"mailinator.com\nguerrillamail.com\n")?;
/// let set = builder.finish(0.001)?;
/// assert!(set.contains(b"mailinator.com"));
/// assert_eq!(set.len(), 2);
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StaticSet {
    seed: u32,
    rate: f64,
    columns: Columns,
    keys: u64,
    layers: Vec<Layer>,
}

impl StaticSet {
    /// The set of the keys with these digests, which are sorted and distinct.
    fn build(mut digests: Vec<Digest>, seed: u32, rate: f64) -> Result<StaticSet> {
        let columns = Columns::for_rate(rate);
        let keys = digests.len() as u64;
        let mut layers = Vec::new();
        for salt in 0..MAX_LAYERS {
            if digests.is_empty() {
                break;
            }
            layers.try_reserve(1).map_err(|_| KEYS.broken_by(keys))?;
            layers.push(Layer::build(&mut digests, columns, salt)?);
        }
        Ok(StaticSet { seed, rate, columns, keys, layers })
    }

    /// True if the key is a member, and at the error rate for other keys.
    pub fn contains(&self, key: &[u8]) -> bool {
        let digest = scheme::digest(key, self.seed);
        let mut layers = self.layers.iter();
        // Nobody is in a set of no layers.
        layers.find_map(|layer| layer.answer(digest, self.columns)).unwrap_or(false)
    }

    /// How many distinct keys there are.
    pub fn len(&self) -> u64 {
        self.keys
    }

    /// True if there are no keys.
    pub fn is_empty(&self) -> bool {
        self.keys == 0
    }

    /// The false-positive rate that it was built for.
    pub fn error_rate(&self) -> f64 {
        self.rate
    }

    /// The seed of the hash.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// How many bits the set takes, without the header of a file.
    pub fn bits(&self) -> u64 {
        self.layers.iter().map(Layer::bits).sum()
    }
}

/// Collects the digests of keys, 16 to 20 bytes each, and then builds the set; a repeated key takes room until it is found.
#[derive(Clone, Debug)]
pub struct StaticSetBuilder {
    seed: u32,
    digests: Vec<Digest>,
    /// How many there were when repeated ones were looked for.
    distinct: usize,
}

impl StaticSetBuilder {
    /// A builder of a set with this seed.
    pub const fn new(seed: u32) -> StaticSetBuilder {
        StaticSetBuilder { seed, digests: Vec::new(), distinct: 0 }
    }

    /// Takes a key in.
    ///
    /// # Errors
    /// No memory.
    pub fn push(&mut self, key: &[u8]) -> Result<()> {
        self.push_digest(scheme::digest(key, self.seed))
    }

    /// Takes every line of `text` in (see [`lines`](crate::key::lines)).
    ///
    /// # Errors
    /// No memory.
    pub fn push_lines(&mut self, text: &[u8]) -> Result<()> {
        each_digest(text, self.seed, |digest| self.push_digest(digest))
    }

    fn push_digest(&mut self, digest: Digest) -> Result<()> {
        if self.digests.len() == self.digests.capacity() {
            self.make_room()?;
        }
        self.digests.push(digest);
        Ok(())
    }

    /// A quarter more room than needed keeps the peak low; repeated keys go when there are twice as many as before.
    fn make_room(&mut self) -> Result<()> {
        if self.digests.len() >= 2 * self.distinct {
            self.sort();
        }
        let more = self.digests.len() / 4 + 1024;
        let all = (self.digests.len() + more) as u64;
        self.digests.try_reserve_exact(more).map_err(|_| KEYS.broken_by(16 * all))
    }

    fn sort(&mut self) {
        self.digests.sort_unstable();
        self.digests.dedup();
        self.distinct = self.digests.len();
    }

    /// The set of the distinct keys at the false-positive rate `rate`.
    ///
    /// # Errors
    /// A rate that is not from 1e-9 to 0.5, or no memory.
    pub fn finish(mut self, rate: f64) -> Result<StaticSet> {
        if !(1e-9..=0.5).contains(&rate) {
            return Err(Error::new(&RATE, Found::Real(rate), None));
        }
        self.sort();
        StaticSet::build(self.digests, self.seed, rate)
    }
}
