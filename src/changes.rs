//! The changes from one list to the next, as static sets: the added keys, and the removed ones, exact on every key of both
//! lists.
//!
//! A key was removed if all of the sets `removed` have it. The first is a usual set of the removed keys; the second answers
//! "no" for the listed keys that are false positives of the first, and "maybe" for the removed ones. So two sets are exact on all keys,
//! where a cascade (J. Larisch and others: *CRLite*, 2017) needs a dozen and more. The idea of a second, exact set is that of
//! Clubcard (J. Schanck, 2025). `docs/maintainers/design.md` has the figures.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::builder::Builder;
use crate::error::{Code, Result, Rule};
use crate::scheme::{self, Digest};
use crate::static_set::{MAX_RATE, MIN_RATE, StaticSet};

static MEMORY: Rule = Rule::state(Code::Memory, "keys", "not enough memory for {} bytes of keys");

/// The salts of the sets: no false positive of one is more likely to be one of another.
const ADDED_SALT: u32 = 1;
const REMOVED_SALT: u32 = 2;
const EXACT_SALT: u32 = 3;

/// The keys that were added to a list and removed from it. The old list comes as digests, in pieces.
///
/// ```
/// use edgebloom::{Builder, Changes};
///
/// let mut old = Builder::new(0);
/// old.push_lines(b"a\nb\nc\n")?;
/// let mut digests = Vec::new();
/// old.write_digests(0, 3, &mut digests);
///
/// let mut new = Builder::new(0);
/// new.push_lines(b"b\nc\nd\n")?;
/// let mut changes = Changes::new();
/// changes.compare(&mut new, &digests)?;
/// changes.end(&mut new)?;
/// assert_eq!((changes.added(), changes.removed()), (1, 1));
///
/// let [added, removed @ ..] = &changes.sets(&mut new, 0.001, &[])?[..] else { unreachable!() };
/// assert!(added.contains(b"d"));
/// assert!(removed.iter().all(|set| set.contains(b"a")));
/// assert!(!removed.iter().all(|set| set.contains(b"b")));
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Changes {
    added: Vec<Digest>,
    removed: Vec<Digest>,
    /// How many of the new list's keys were compared.
    compared: usize,
}

impl Changes {
    /// No changes.
    pub const fn new() -> Changes {
        Changes { added: Vec::new(), removed: Vec::new(), compared: 0 }
    }

    /// Compares the next keys of the old list with the new list. `old` has their digests, ascending, 16 bytes each.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn compare(&mut self, new: &mut Builder, old: &[u8]) -> Result<()> {
        let new = new.digests();
        for digest in scheme::digests_in(old) {
            loop {
                match new.get(self.compared).map(|one| one.cmp(&digest)) {
                    Some(Ordering::Less) => self.add_next(new)?,
                    Some(Ordering::Equal) => break self.compared += 1,
                    Some(Ordering::Greater) | None => break push(&mut self.removed, digest)?,
                }
            }
        }
        Ok(())
    }

    /// Call this after the last key of the old list.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn end(&mut self, new: &mut Builder) -> Result<()> {
        let new = new.digests();
        while self.compared < new.len() {
            self.add_next(new)?;
        }
        Ok(())
    }

    fn add_next(&mut self, new: &[Digest]) -> Result<()> {
        if let Some(&digest) = new.get(self.compared) {
            push(&mut self.added, digest)?;
        }
        self.compared += 1;
        Ok(())
    }

    /// How many keys were added.
    pub fn added(&self) -> u64 {
        self.added.len() as u64
    }

    /// How many keys were removed.
    pub fn removed(&self) -> u64 {
        self.removed.len() as u64
    }

    /// The digests of the added keys, ascending, 16 bytes each.
    pub fn added_digests(&self) -> Vec<u8> {
        bytes_of(&self.added)
    }

    /// The digests of the removed keys, ascending, 16 bytes each.
    pub fn removed_digests(&self) -> Vec<u8> {
        bytes_of(&self.removed)
    }

    /// These changes after earlier ones, whose added and removed keys come as digests, ascending: together they lead from the
    /// list before all of them to the new one.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn after(&self, added: &[u8], removed: &[u8]) -> Result<Changes> {
        Ok(Changes {
            added: united(added, &self.added, &self.removed)?,
            removed: united(removed, &self.removed, &self.added)?,
            compared: self.compared,
        })
    }

    /// The set of the added keys at an error rate, then none, one or two sets that all have every removed key and do not all
    /// have any key of the new list. `removals` are digests, ascending, of keys that were removed earlier and not added
    /// again: those that are false positives of the set of added keys are removed here again.
    ///
    /// # Errors
    /// A rate outside 1e-9 to 0.5; not enough memory.
    pub fn sets(&self, new: &mut Builder, rate: f64, removals: &[u8]) -> Result<Vec<StaticSet>> {
        let seed = new.seed();
        StaticSet::check(self.added(), rate)?;
        let added = StaticSet::build(copied(&self.added)?, seed, ADDED_SALT, rate)?;
        let mut removed = copied(&self.removed)?;
        for digest in scheme::digests_in(removals) {
            if added.contains_digest(digest)
                && self.added.binary_search(&digest).is_err()
                && self.removed.binary_search(&digest).is_err()
            {
                push(&mut removed, digest)?;
            }
        }
        let mut sets = Vec::new();
        sets.try_reserve(3).map_err(|_| MEMORY.broken_by(3 * size_of::<StaticSet>() as u64))?;
        sets.push(added);
        if removed.is_empty() {
            return Ok(sets);
        }
        let listed = new.digests();
        let first =
            StaticSet::build(copied(&removed)?, seed, REMOVED_SALT, first_rate(&removed, listed))?;
        let mut hits = Vec::new();
        for &digest in listed {
            if first.contains_digest(digest) {
                push(&mut hits, digest)?;
            }
        }
        sets.push(first);
        if !hits.is_empty() {
            sets.push(StaticSet::build_exact(&removed, &hits, seed, EXACT_SALT)?);
        }
        Ok(sets)
    }
}

/// The error rate of the first set of removed keys at which both sets together are smallest: r keys take log2(1/p) bits each
/// there, and a bit each in the second one, as do p·n of the n listed keys. The derivative is 0 at p = r / (n·ln 2).
fn first_rate(removed: &[Digest], listed: &[Digest]) -> f64 {
    let ratio = removed.len() as f64 / (listed.len() as f64).max(1.0);
    (ratio * core::f64::consts::LOG2_E).clamp(MIN_RATE, MAX_RATE)
}

/// The digests in `old` or `more`, without those in `less`; all ascend.
fn united(old: &[u8], more: &[Digest], less: &[Digest]) -> Result<Vec<Digest>> {
    let mut all = copied(more)?;
    for digest in scheme::digests_in(old) {
        push(&mut all, digest)?;
    }
    scheme::sort_digests(&mut all, 0);
    all.dedup();
    all.retain(|digest| less.binary_search(digest).is_err());
    Ok(all)
}

fn push(digests: &mut Vec<Digest>, digest: Digest) -> Result<()> {
    digests.try_reserve(1).map_err(|_| MEMORY.broken_by(16 * digests.len() as u64))?;
    digests.push(digest);
    Ok(())
}

fn copied(digests: &[Digest]) -> Result<Vec<Digest>> {
    let mut copy = Vec::new();
    let room = copy.try_reserve_exact(digests.len());
    room.map_err(|_| MEMORY.broken_by(16 * digests.len() as u64))?;
    copy.extend_from_slice(digests);
    Ok(copy)
}

fn bytes_of(digests: &[Digest]) -> Vec<u8> {
    let mut bytes = Vec::new();
    scheme::write_digests(digests.iter(), &mut bytes);
    bytes
}
