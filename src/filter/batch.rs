//! Probes several keys at a time, in groups of four. A processor can work on several keys at once
//! if there are no branches between them that it cannot predict.

use super::group::{self, GROUP, Group, keys_of};
use super::{Filter, LINE};
use crate::cells::packed::byte_index;
use crate::cells::{Cells, Look, Store, Width, probed};
use crate::error::Result;
use crate::hash::four::{Four, HAS_VECTORS};
use crate::key;
use crate::scheme::{self, Digest, FourProbes, MAX_HASHES, Probes};

/// The number of probes between two checks for a 0. If half of the cells are set, this many probes
/// reject 15 of 16 non-members. A check after each probe costs more than the probes that it saves.
const AT_ONCE: u64 = 4;

impl Filter {
    /// True if the answers depend on more than the native digests of the keys.
    fn looks_at_keys(&self) -> bool {
        self.secret.is_some() || self.head.scheme.is_foreign() || !self.cells.tail().is_empty()
    }

    /// Inserts every line of `text` (see [`key::lines`]). Returns the number of lines that changed
    /// the filter.
    ///
    /// # Errors
    /// As [`Filter::insert`]. The lines before the error were inserted.
    pub fn insert_lines(&mut self, mut text: &[u8]) -> Result<u64> {
        let mut changed = 0;
        if self.looks_at_keys() {
            for line in key::lines(text) {
                let line = self.head.encoding.line(line);
                let line = line.ok_or_else(|| LINE.broken())?;
                changed += u64::from(self.insert(&line)?);
            }
            return Ok(changed);
        }
        let mut group = Group::new();
        while !text.is_empty() {
            let end = group.find(text);
            self.cells.reserve(self.head.shape.hashes() * group.count as u64)?;
            changed += self.insert_group(&group, text);
            text = text.get(end..).unwrap_or(&[]);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](Filter::contains) for every line of `text`.
    /// The answer is "no" for a line that is not a key of the filter's encoding.
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        self.answer_lines(text, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// [`Filter::contains_lines`] with several answers per call: 1 is maybe, 0 is no.
    pub(crate) fn answer_lines(&self, text: &[u8], mut take: impl FnMut(&[u8])) {
        if self.looks_at_keys() {
            return key::lines(text).for_each(|line| take(&[u8::from(self.contains_line(line))]));
        }
        group::answer_lines(text, |group, text, to| self.contains_group(group, text, to), take);
    }

    /// Inserts keys that are concatenated in `text`; `lengths` has their lengths in bytes. Returns
    /// the number of keys that changed the filter.
    ///
    /// # Errors
    /// As [`Filter::insert`]. The keys before the error were inserted.
    pub fn insert_keys(&mut self, text: &[u8], lengths: &[u32]) -> Result<u64> {
        let (mut changed, mut start) = (0, 0);
        if self.looks_at_keys() {
            for key in keys_of(text, lengths) {
                changed += u64::from(self.insert(key)?);
            }
            return Ok(changed);
        }
        let mut group = Group::new();
        for lengths in lengths.chunks(GROUP) {
            start = group.take(lengths, start);
            self.cells.reserve(self.head.shape.hashes() * lengths.len() as u64)?;
            changed += self.insert_group(&group, text);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](Filter::contains) for each of these keys.
    pub fn contains_keys(&self, text: &[u8], lengths: &[u32], mut answer: impl FnMut(bool)) {
        self.answer_keys(text, lengths, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// [`Filter::contains_keys`] with several answers per call: 1 is maybe, 0 is no.
    pub(crate) fn answer_keys(&self, text: &[u8], lengths: &[u32], mut take: impl FnMut(&[u8])) {
        if self.looks_at_keys() {
            return keys_of(text, lengths).for_each(|key| take(&[u8::from(self.contains(key))]));
        }
        group::answer_keys(
            text,
            lengths,
            |group, text, to| self.contains_group(group, text, to),
            take,
        );
    }

    #[inline(always)]
    fn contains_line(&self, line: &[u8]) -> bool {
        self.head.encoding.line(line).is_some_and(|key| self.contains(&key))
    }

    /// True for packed bits. They are probed for four keys at a time if that is faster.
    fn are_bits(&self) -> bool {
        matches!(&self.cells, Cells::Packed(packed) if packed.width() == Width::Bit)
    }

    /// Inserts the keys of a group, for which there must be room. Returns the number of keys that
    /// changed the filter.
    fn insert_group(&mut self, group: &Group, text: &[u8]) -> u64 {
        if HAS_VECTORS && self.are_bits() {
            self.insert_fours(group, text)
        } else {
            self.insert_each_of(group, text)
        }
    }

    /// Writes the answers for the keys of a group: 1 is maybe, 0 is no.
    fn contains_group(&self, group: &Group, text: &[u8], answers: &mut [u8; GROUP]) {
        if HAS_VECTORS && self.are_bits() {
            self.contains_fours(group, text, answers);
        } else {
            self.contains_each_of(group, text, answers);
        }
    }

    #[inline(never)]
    fn insert_fours(&mut self, group: &Group, text: &[u8]) -> u64 {
        let head = self.head;
        let Cells::Packed(bits) = &mut self.cells else { return 0 };
        let bytes = bits.bytes_mut();
        let (mut changed, mut left) = (0, group.count);
        let mut room = [Places::default(); MAX_HASHES as usize];
        let room = room.get_mut(..head.shape.hashes() as usize).unwrap_or(&mut []);
        for lanes in group.digests_of_fours(text, head.seed, &mut Group::no_digests()) {
            let mut probes = scheme::four_probes(head.scheme, *lanes, head.shape, head.salt);
            for places in room.iter_mut() {
                let (bytes, bits) = probes.next();
                *places = Places { bytes: bytes.array(), bits: bits.array() };
            }
            changed += add_four(bytes, room, left);
            left = left.saturating_sub(4);
        }
        self.head.inserted = head.inserted.saturating_add(group.count as u64);
        changed
    }

    #[inline(never)]
    fn contains_fours(&self, group: &Group, text: &[u8], answers: &mut [u8; GROUP]) {
        let (head, Cells::Packed(bits)) = (&self.head, &self.cells) else { return };
        let bytes = bits.bytes();
        let mut room = Group::no_digests();
        let digests = group.digests_of_fours(text, head.seed, &mut room);
        for (answers, &lanes) in answers.as_chunks_mut::<4>().0.iter_mut().zip(digests) {
            let probes = scheme::four_probes(head.scheme, lanes, head.shape, head.salt);
            *answers = holds_four(bytes, probes, head.shape.hashes());
        }
    }

    #[inline(never)]
    fn insert_each_of(&mut self, group: &Group, text: &[u8]) -> u64 {
        let digests = group.digests(text, self.head.seed);
        digests.map(|digest| u64::from(self.insert_digest(digest))).sum()
    }

    #[inline(never)]
    fn contains_each_of(&self, group: &Group, text: &[u8], answers: &mut [u8; GROUP]) {
        let digests = group.digests(text, self.head.seed);
        for (answer, digest) in answers.iter_mut().zip(digests) {
            *answer = u8::from(self.contains_digest(digest));
        }
    }

    /// Inserts a key of a native scheme by its digest. There must be room for it. True if that
    /// changed the filter.
    #[inline(never)]
    pub(crate) fn insert_digest(&mut self, digest: Digest) -> bool {
        let (probes, k) = (self.probes(digest), self.head.shape.hashes());
        let changed = probed!(&mut self.cells, cells => add(cells, probes, k));
        self.head.inserted = self.head.inserted.saturating_add(1);
        changed
    }

    /// The answer for a key of a native scheme.
    #[inline(never)]
    pub(super) fn contains_digest(&self, digest: Digest) -> bool {
        let (probes, k) = (self.probes(digest), self.head.shape.hashes());
        probed!(&self.cells, cells => holds(cells, probes, k))
    }
}

/// One probe of four keys: the byte of each, and its bit within that byte, in the lowest byte of a
/// number.
#[derive(Clone, Copy, Default)]
struct Places {
    bytes: [u32; 4],
    bits: [u32; 4],
}

/// For each of four keys, 1 if all of its first `k` bits are set, otherwise 0.
#[inline(always)]
fn holds_four(bytes: &[u8], probes: FourProbes, k: u64) -> [u8; 4] {
    let [a, b, c, d] = missing_of_four(bytes, probes, k).unwrap_or(Four::all(0)).array();
    let is_in = |missing: u32| u8::from(missing & 0xff == 0);
    [is_in(a), is_in(b), is_in(c), is_in(d)]
}

/// For each of four keys, a number whose lowest byte is not 0 if one of its first `k` bits is 0.
/// `None` if a position is outside the filter, which does not happen.
#[inline(always)]
fn missing_of_four(bytes: &[u8], mut probes: FourProbes, k: u64) -> Option<Four> {
    let byte = |number: u32| bytes.get(byte_index(number)).map(|&byte| u32::from(byte));
    let mut missing = Four::all(0);
    let mut probe = || {
        let (numbers, bits) = probes.next();
        let [a, b, c, d] = numbers.array();
        let found = Four::new([byte(a)?, byte(b)?, byte(c)?, byte(d)?]);
        missing = missing.or(bits.without(found));
        Some(missing)
    };
    let mut left = k;
    while left >= AT_ONCE {
        for _ in 1..AT_ONCE {
            probe()?;
        }
        left -= AT_ONCE;
        if probe()?.all_bytes_set() {
            return Some(missing);
        }
    }
    for _ in 0..left {
        probe()?;
    }
    Some(missing)
}

/// Sets the bits of the first `count` of four keys, one key at a time. Returns the number of keys
/// that had a bit that was 0.
#[inline(always)]
fn add_four(bytes: &mut [u8], probes: &[Places], count: usize) -> u64 {
    let mut changed = set_all(bytes, probes.iter().map(|at| (at.bytes[0], at.bits[0])));
    if count > 1 {
        changed += set_all(bytes, probes.iter().map(|at| (at.bytes[1], at.bits[1])));
    }
    if count > 2 {
        changed += set_all(bytes, probes.iter().map(|at| (at.bytes[2], at.bits[2])));
    }
    if count > 3 {
        changed += set_all(bytes, probes.iter().map(|at| (at.bytes[3], at.bits[3])));
    }
    changed
}

/// Sets the bits of a key. Returns 1 if one of them was 0, otherwise 0.
#[inline(always)]
fn set_all(bytes: &mut [u8], places: impl Iterator<Item = (u32, u32)>) -> u64 {
    let mut missing = 0;
    for (number, bit) in places {
        let bit = bit as u8;
        if let Some(byte) = bytes.get_mut(byte_index(number)) {
            missing |= bit & !*byte;
            *byte |= bit;
        }
    }
    u64::from(missing != 0)
}

/// True if none of the first `k` probed cells is 0.
#[inline(always)]
fn holds(cells: &impl Look, mut probes: impl Probes, k: u64) -> bool {
    let mut all = true;
    let mut count = 0;
    while count < k {
        all &= cells.get(probes.next()) != 0;
        count += 1;
        if count % AT_ONCE == 0 && !all {
            break;
        }
    }
    all
}

/// Adds 1 to each of the first `k` probed cells. True if one of them was 0.
#[inline(always)]
pub(super) fn add(cells: &mut impl Store, mut probes: impl Probes, k: u64) -> bool {
    let mut changed = false;
    for _ in 0..k {
        changed |= cells.add(probes.next(), 1) == 0;
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::{Filter, GROUP, Group};
    use crate::filter::Head;
    use crate::key;
    use crate::scheme::Scheme;

    /// Texts with lines of all lengths up to 40 and all line ends, also empty lines. Each text has
    /// more lines than a group.
    fn texts() -> Vec<Vec<u8>> {
        let ends: [&[u8]; 4] = [b"\n", b"\r\n", b"\n\n", b"\r\r\n"];
        let mut texts =
            vec![b"".to_vec(), b"\n".to_vec(), b"\r\n".to_vec(), b"\r".to_vec(), b"a".to_vec()];
        // Miri is slow.
        let (step, count) = if cfg!(miri) { (20, GROUP + 1) } else { (1, 2 * GROUP + 1) };
        for length in (0..=40).step_by(step) {
            for end in ends {
                let lines = (0..count).map(|i| {
                    let line = (0..length)
                        .map(|at| if at % 7 == 6 { b'\r' } else { (i + at) as u8 | 0x40 });
                    [line.collect(), end.to_vec()].concat()
                });
                let text = lines.collect::<Vec<_>>().concat();
                // Also without the last line end, and with a last line without an end.
                texts.push(text[..text.len().saturating_sub(end.len())].to_vec());
                texts.push([&text, &b"last"[..]].concat());
                texts.push(text);
            }
        }
        texts
    }

    /// Groups of four give the same result as single keys, with or without vectors.
    #[test]
    fn groups_of_four_equal_single_keys() {
        let text: Vec<u8> =
            (0..3_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for scheme in [Scheme::Standard, Scheme::Partitioned, Scheme::Blocked] {
            for (hashes, salt, count) in [(1, 0, 64), (4, 0, 61), (5, 9, 3), (64, 1, 17), (7, 0, 1)]
            {
                let head = Head::with_shape(scheme, 512 * hashes * 3, hashes, 3).unwrap();
                let mut by_four = Filter::new(Head { salt, ..head }).unwrap();
                let mut by_one = by_four.clone();
                let lengths: Vec<u32> = (0..count).map(|i| i * 7 % 47).collect();
                let mut group = Group::new();
                let end = group.take(&lengths, 100);
                assert_eq!(end, 100 + lengths.iter().sum::<u32>() as usize);
                let changed = by_four.insert_fours(&group, &text);
                assert_eq!(by_one.insert_each_of(&group, &text), changed);
                assert_eq!(by_four, by_one);
                group.take(&lengths, 1_000);
                let [mut four, mut one] = [[9; GROUP]; 2];
                by_four.contains_fours(&group, &text, &mut four);
                by_one.contains_each_of(&group, &text, &mut one);
                assert_eq!(four[..count as usize], one[..count as usize]);
                let mut found = Vec::new();
                by_one.contains_keys(&text[1_000..], &lengths, |is_in| found.push(u8::from(is_in)));
                assert_eq!(found, one[..count as usize]);
                let mut keys = by_one.clone();
                keys.insert_keys(&text[1_000..], &lengths).unwrap();
                by_four.insert_fours(&group, &text);
                assert_eq!(keys, by_four);
            }
        }
    }

    #[test]
    fn lines_are_queried_and_added_like_keys() {
        let schemes = [Scheme::Standard, Scheme::Partitioned, Scheme::Blocked];
        for scheme in schemes.into_iter().take(if cfg!(miri) { 1 } else { 3 }) {
            for hashes in [5, 1, 3, 4, 8].into_iter().take(if cfg!(miri) { 1 } else { 5 }) {
                let empty = Filter::with_shape(scheme, 512 * hashes * 5, hashes, 3).unwrap();
                let mut some = empty.clone();
                for i in 0..=255_u8 {
                    some.insert(&[i, i ^ 1]).unwrap();
                }
                for text in texts() {
                    let mut answers = Vec::new();
                    some.contains_lines(&text, |maybe| answers.push(maybe));
                    let expected: Vec<bool> =
                        key::lines(&text).map(|key| some.contains(key)).collect();
                    assert_eq!(answers, expected);
                    let (mut by_line, mut by_key) = (empty.clone(), empty.clone());
                    let changed = by_line.insert_lines(&text).unwrap();
                    let mut expected = 0;
                    for key in key::lines(&text) {
                        expected += u64::from(by_key.insert(key).unwrap());
                    }
                    assert_eq!(changed, expected);
                    assert_eq!(by_line, by_key);
                }
            }
        }
    }
}
