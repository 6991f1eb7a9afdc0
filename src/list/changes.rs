//! The changes from one list to the next, as static sets of the added keys and of the removed keys.
//! Together, the sets are exact for every key of both lists.
//!
//! A key was removed if all of the sets `removed` contain it.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::map_builder::entries_in;
use super::{Builder, CollectKeys, MapBuilder};
use crate::digest::{self, Digest};
use crate::error::{Code, Result, Rule};
use crate::static_set::{StaticMap, StaticSet, removal};

static MEMORY: Rule = Rule::state(Code::Memory, "keys", "not enough memory for {} bytes of keys");

/// The salt of the set of added keys. It differs from those of the sets of removed keys.
const ADDED_SALT: u32 = 1;

/// The keys that were added to a list and removed from it. The digests of the old list come in
/// pieces.
///
/// ```
/// use edgebloom::{Builder, Changes, CollectKeys};
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
/// let [added, removed @ ..] = &changes.sets(&mut new, 0.001, &[], &[])?[..] else { unreachable!() };
/// assert!(added.contains(b"d"));
/// assert!(removed.iter().all(|set| set.contains(b"a")));
/// assert!(!removed.iter().all(|set| set.contains(b"b")));
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Changes {
    added: Vec<Digest>,
    removed: Vec<Digest>,
    /// The number of keys of the new list that were compared.
    compared: usize,
}

impl Changes {
    /// No changes.
    pub const fn new() -> Changes {
        Changes { added: Vec::new(), removed: Vec::new(), compared: 0 }
    }

    /// Compares the next keys of the old list with the new list. `old` has their digests in
    /// ascending order, 16 bytes each.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn compare(&mut self, new: &mut Builder, old: &[u8]) -> Result<()> {
        self.compare_each(new.digests(), &[], digest::digests_in(old).map(|digest| (digest, 0)))
    }

    /// As [`compare`](Changes::compare) for maps. A key whose value has changed counts as added.
    /// `old` has the entries in the form of [`MapBuilder::push_entries`], with the same numbers for
    /// the values. Call [`MapBuilder::prepare`] first.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn compare_map(&mut self, new: &MapBuilder, old: &[u8]) -> Result<()> {
        let (digests, values) = new.entries();
        self.compare_each(digests, values, entries_in(old))
    }

    fn compare_each(
        &mut self,
        new: &[Digest],
        values: &[u32],
        old: impl Iterator<Item = (Digest, u32)>,
    ) -> Result<()> {
        for (digest, value) in old {
            loop {
                match new.get(self.compared).map(|one| one.cmp(&digest)) {
                    Some(Ordering::Less) => self.add_next(new)?,
                    Some(Ordering::Equal) => {
                        if values.get(self.compared).is_some_and(|&own| own != value) {
                            push(&mut self.added, digest)?;
                        }
                        break self.compared += 1;
                    }
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
        self.end_at(new.digests())
    }

    /// As [`end`](Changes::end) for maps.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn end_map(&mut self, new: &MapBuilder) -> Result<()> {
        self.end_at(new.entries().0)
    }

    fn end_at(&mut self, new: &[Digest]) -> Result<()> {
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

    /// The number of added keys.
    pub fn added(&self) -> u64 {
        self.added.len() as u64
    }

    /// The number of removed keys.
    pub fn removed(&self) -> u64 {
        self.removed.len() as u64
    }

    /// The digests of the added keys in ascending order, 16 bytes each.
    pub fn added_digests(&self) -> Vec<u8> {
        bytes_of(&self.added)
    }

    /// The digests of the removed keys in ascending order, 16 bytes each.
    pub fn removed_digests(&self) -> Vec<u8> {
        bytes_of(&self.removed)
    }

    /// Combines earlier changes with these: the result leads from the list before the earlier
    /// changes to the new list. `added` and `removed` are the digests of the earlier changes, in
    /// ascending order.
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

    /// The first set has the added keys, at the error rate `rate`. After it come zero to two sets
    /// for the removed keys: all of them contain each removed key, and no key of the new list is in
    /// all of them. `removals` are the digests of keys that earlier changes removed, or that must
    /// not be false positives. Those that are in the first set are removed here again. `hits` are
    /// the digests of keys to remove in any case. Keys of the new list are left out of both.
    ///
    /// # Errors
    /// A rate outside 2^-32 to 0.5; not enough memory.
    pub fn sets(
        &self,
        new: &mut Builder,
        rate: f64,
        removals: &[u8],
        hits: &[u8],
    ) -> Result<Vec<StaticSet>> {
        StaticSet::check(self.added(), rate)?;
        let added = StaticSet::build(copied(&self.added)?, new.seed(), ADDED_SALT, rate)?;
        let mut sets = self.removed_sets(&added, new.digests(), removals, hits)?;
        sets.try_reserve(1).map_err(|_| MEMORY.broken_by(size_of::<StaticSet>() as u64))?;
        sets.insert(0, added);
        Ok(sets)
    }

    /// As [`sets`](Changes::sets) for maps: the map of the added keys and of those with another
    /// value, and the sets for the removed keys. The map contains no other key of the new list.
    /// `texts` are as for [`MapBuilder::finish`].
    ///
    /// # Errors
    /// As [`sets`](Changes::sets); too many or too long texts.
    pub fn map_and_sets(
        &self,
        new: &MapBuilder,
        texts: &[&str],
        rate: f64,
        removals: &[u8],
        hits: &[u8],
    ) -> Result<(StaticMap, Vec<StaticSet>)> {
        let (listed, _) = new.entries();
        let mut map = new.map_of(&self.added, ADDED_SALT, rate, texts)?;
        map.set.exclude(listed, &self.added)?;
        let sets = self.removed_sets(&map.set, listed, removals, hits)?;
        Ok((map, sets))
    }

    fn removed_sets(
        &self,
        added: &StaticSet,
        listed: &[Digest],
        removals: &[u8],
        hits: &[u8],
    ) -> Result<Vec<StaticSet>> {
        let mut removed = copied(&self.removed)?;
        let again = digest::digests_in(removals).filter(|&one| added.contains_digest(one));
        for digest in again.chain(digest::digests_in(hits)) {
            if listed.binary_search(&digest).is_err() {
                push(&mut removed, digest)?;
            }
        }
        digest::sort_digests(&mut removed);
        removed.dedup();
        removal(&removed, listed.iter().copied(), added.seed)
    }
}

/// The digests in `old` or `more` that are not in `less`. All of them are in ascending order.
fn united(old: &[u8], more: &[Digest], less: &[Digest]) -> Result<Vec<Digest>> {
    let mut all = copied(more)?;
    for digest in digest::digests_in(old) {
        push(&mut all, digest)?;
    }
    digest::sort_digests(&mut all);
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
    digest::write_digests(digests.iter(), &mut bytes);
    bytes
}
