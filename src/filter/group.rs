//! Groups of keys: the positions of their lines in a text, their digests, and the loops over the
//! groups of a text.

use crate::digest::{self, Digest};
use crate::error::Result;
use crate::hash::four::{Four, HAS_VECTORS};
use crate::hash::murmur3_x86_128::{self, FourLanes, Place};

/// The most keys of a group.
pub(crate) const GROUP: usize = 64;
/// Up to [`GROUP`] keys in a text.
pub(crate) struct Group {
    pub(super) count: usize,
    places: [Place; GROUP],
}

impl Group {
    pub(crate) const fn new() -> Group {
        Group { count: 0, places: [Place { start: 0, length: 0 }; GROUP] }
    }

    /// Sets the keys of the group: concatenated keys from `start` on with these lengths, as many as
    /// fit. Returns the end of the last one.
    pub(crate) fn set(&mut self, lengths: &[u32], mut start: usize) -> usize {
        self.count = lengths.len().min(GROUP);
        for (place, &length) in self.places.iter_mut().zip(lengths) {
            *place = Place { start, length: length as usize };
            start = start.saturating_add(length as usize);
        }
        self.fill_up();
        start
    }

    /// Fills the last group of four by repeating the last key.
    fn fill_up(&mut self) {
        let last = self.places.get(self.count.wrapping_sub(1)).copied().unwrap_or_default();
        self.places.iter_mut().skip(self.count).take(3).for_each(|place| *place = last);
    }

    /// Finds the first lines of a text, as many as fit. Returns the number of bytes that they take.
    #[inline(never)]
    pub(crate) fn find(&mut self, text: &[u8]) -> usize {
        let (count, end) = murmur3_x86_128::find_lines(text, &mut self.places);
        self.count = count;
        self.fill_up();
        end
    }

    /// The keys in fours. The last four may repeat a key.
    #[inline(always)]
    fn fours(&self) -> &[[Place; 4]] {
        let fours = self.places.as_chunks::<4>().0;
        fours.get(..self.count.div_ceil(4)).unwrap_or(fours)
    }

    pub(super) fn no_digests() -> [FourLanes; GROUP / 4] {
        let none = Four::all(0);
        [[none, none, none, none]; GROUP / 4]
    }

    /// The digests of [`fours`](Group::fours).
    #[inline(always)]
    pub(super) fn digests_of_fours<'a>(
        &self,
        text: &[u8],
        seed: u32,
        to: &'a mut [FourLanes; GROUP / 4],
    ) -> &'a [FourLanes] {
        let fours = self.fours();
        digest::digest_fours(text, fours, seed, to);
        to.get(..fours.len()).unwrap_or(to)
    }

    /// Writes the digest of each key to `to` and returns them.
    #[inline(always)]
    pub(crate) fn write_digests<'a>(
        &self,
        text: &[u8],
        seed: u32,
        to: &'a mut [Digest; GROUP],
    ) -> &'a [Digest] {
        if HAS_VECTORS {
            let mut room = Group::no_digests();
            let fours = self.digests_of_fours(text, seed, &mut room);
            for (to, lanes) in to.as_chunks_mut::<4>().0.iter_mut().zip(fours) {
                *to = Four::transposed(*lanes).map(Four::array);
            }
        } else {
            to.iter_mut().zip(self.digests(text, seed)).for_each(|(to, digest)| *to = digest);
        }
        to.get(..self.count).unwrap_or(to)
    }

    /// The digest of each key.
    pub(super) fn digests(&self, text: &[u8], seed: u32) -> impl Iterator<Item = Digest> {
        let places = self.places.get(..self.count).unwrap_or(&[]).iter();
        places.map(move |place| {
            let end = place.start + place.length;
            digest::digest(text.get(place.start..end).unwrap_or(&[]), seed)
        })
    }
}

/// Calls `take` with the digest of every line of a text, until `take` returns an error.
pub(crate) fn each_digest(
    mut text: &[u8],
    seed: u32,
    mut take: impl FnMut(Digest) -> Result<()>,
) -> Result<()> {
    let (mut group, mut digests) = (Group::new(), [[0; 4]; GROUP]);
    while !text.is_empty() {
        let end = group.find(text);
        group.write_digests(text, seed, &mut digests).iter().try_for_each(|&one| take(one))?;
        text = text.get(end..).unwrap_or(&[]);
    }
    Ok(())
}

/// Calls `take` with the answers for the lines of a text, several per call. `answer` writes the
/// answers of a group: 1 is maybe, 0 is no.
#[inline(always)]
pub(crate) fn answer_lines(
    mut text: &[u8],
    mut answer: impl FnMut(&Group, &[u8], &mut [u8; GROUP]),
    mut take: impl FnMut(&[u8]),
) {
    let (mut group, mut answers) = (Group::new(), [0; GROUP]);
    while !text.is_empty() {
        let end = group.find(text);
        answer(&group, text, &mut answers);
        take(answers.get(..group.count).unwrap_or(&[]));
        text = text.get(end..).unwrap_or(&[]);
    }
}

/// As [`answer_lines`], for keys that are concatenated in `text`; `lengths` has their lengths in
/// bytes.
#[inline(always)]
pub(crate) fn answer_keys(
    text: &[u8],
    lengths: &[u32],
    mut answer: impl FnMut(&Group, &[u8], &mut [u8; GROUP]),
    mut take: impl FnMut(&[u8]),
) {
    let (mut group, mut answers, mut start) = (Group::new(), [0; GROUP], 0);
    for lengths in lengths.chunks(GROUP) {
        start = group.set(lengths, start);
        answer(&group, text, &mut answers);
        take(answers.get(..lengths.len()).unwrap_or(&[]));
    }
}

/// The keys that are concatenated in `text`; `lengths` has their lengths in bytes.
pub(crate) fn keys_of<'a>(text: &'a [u8], lengths: &[u32]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = text;
    lengths.iter().map(move |&length| {
        let (key, after) = rest.split_at_checked(length as usize).unwrap_or((rest, &[]));
        rest = after;
        key
    })
}
