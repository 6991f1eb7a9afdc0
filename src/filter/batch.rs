//! Probes several keys at a time, in groups of four. A processor can work on several keys at once
//! if there are no branches between them that it cannot predict.

use super::group::{self, GROUP, Group, keys_of};
use super::probe::AT_ONCE;
use super::{Filter, Table};
use crate::cells::packed::byte_index;
use crate::cells::{Cells, Width};
use crate::error::Result;
use crate::hash::four::{Four, HAS_VECTORS};
use crate::key;
use crate::layout::{FourProbes, MAX_HASHES};

impl Filter {
    /// True if the answers depend on more than the seeded digests of the keys.
    fn looks_at_keys(&self) -> bool {
        self.secret.is_some() || self.has_exceptions()
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
                changed += u64::from(self.insert(line)?);
            }
            return Ok(changed);
        }
        let mut group = Group::new();
        while !text.is_empty() {
            let end = group.find(text);
            self.table.reserve(group.count as u64)?;
            changed += self.insert_group(&group, text);
            text = text.get(end..).unwrap_or(&[]);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](Filter::contains) for every line of `text`.
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        self.answer_lines(text, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// [`Filter::contains_lines`] with several answers per call: 1 is maybe, 0 is no.
    pub fn answer_lines(&self, text: &[u8], mut take: impl FnMut(&[u8])) {
        if self.looks_at_keys() {
            return key::lines(text).for_each(|line| take(&[u8::from(self.contains(line))]));
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
            start = group.set(lengths, start);
            self.table.reserve(lengths.len() as u64)?;
            changed += self.insert_group(&group, text);
        }
        Ok(changed)
    }

    /// Calls `answer` with the result of [`contains`](Filter::contains) for each of these keys.
    pub fn contains_keys(&self, text: &[u8], lengths: &[u32], mut answer: impl FnMut(bool)) {
        self.answer_keys(text, lengths, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// [`Filter::contains_keys`] with several answers per call: 1 is maybe, 0 is no.
    pub fn answer_keys(&self, text: &[u8], lengths: &[u32], mut take: impl FnMut(&[u8])) {
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

    /// True for packed bits. They are probed for four keys at a time if that is faster.
    fn are_bits(&self) -> bool {
        matches!(&self.table.cells, Cells::Packed(packed) if packed.width() == Width::Bit)
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
        let Filter { layout, seed, salt, .. } = *self;
        let Table { shape, cells: Cells::Packed(bits), inserted } = &mut self.table else {
            return 0;
        };
        let bytes = bits.bytes_mut();
        let (mut changed, mut left) = (0, group.count);
        let mut room = [Places::default(); MAX_HASHES as usize];
        let room = room.get_mut(..shape.hashes() as usize).unwrap_or(&mut []);
        for lanes in group.digests_of_fours(text, seed, &mut Group::no_digests()) {
            let mut probes = layout.four_probes(*lanes, *shape, salt);
            for places in room.iter_mut() {
                let (bytes, bits) = probes.next();
                *places = Places { bytes: bytes.array(), bits: bits.array() };
            }
            changed += add_four(bytes, room, left);
            left = left.saturating_sub(4);
        }
        *inserted = inserted.saturating_add(group.count as u64);
        changed
    }

    #[inline(never)]
    fn contains_fours(&self, group: &Group, text: &[u8], answers: &mut [u8; GROUP]) {
        let Filter { layout, seed, salt, .. } = *self;
        let Table { shape, cells: Cells::Packed(bits), .. } = &self.table else { return };
        let bytes = bits.bytes();
        let mut room = Group::no_digests();
        let digests = group.digests_of_fours(text, seed, &mut room);
        for (answers, &lanes) in answers.as_chunks_mut::<4>().0.iter_mut().zip(digests) {
            let probes = layout.four_probes(lanes, *shape, salt);
            *answers = holds_four(bytes, probes, shape.hashes());
        }
    }

    #[inline(never)]
    fn insert_each_of(&mut self, group: &Group, text: &[u8]) -> u64 {
        let digests = group.digests(text, self.seed);
        digests.map(|digest| u64::from(self.insert_digest(digest))).sum()
    }

    #[inline(never)]
    fn contains_each_of(&self, group: &Group, text: &[u8], answers: &mut [u8; GROUP]) {
        let digests = group.digests(text, self.seed);
        for (answer, digest) in answers.iter_mut().zip(digests) {
            *answer = u8::from(self.contains_digest(digest));
        }
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

#[cfg(test)]
mod tests {
    use super::{Filter, GROUP, Group};
    use crate::filter::Header;
    use crate::key;
    use crate::layout::Layout;

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
        for layout in Layout::ALL {
            for (hashes, salt, count) in [(1, 0, 64), (4, 0, 61), (5, 9, 3), (64, 1, 17), (7, 0, 1)]
            {
                let header = Header::with_shape(layout, 512 * hashes * 3, hashes, 3).unwrap();
                let mut by_four = Filter::new(Header { salt, ..header }).unwrap();
                let mut by_one = by_four.clone();
                let lengths: Vec<u32> = (0..count).map(|i| i * 7 % 47).collect();
                let mut group = Group::new();
                let end = group.set(&lengths, 100);
                assert_eq!(end, 100 + lengths.iter().sum::<u32>() as usize);
                let changed = by_four.insert_fours(&group, &text);
                assert_eq!(by_one.insert_each_of(&group, &text), changed);
                assert_eq!(by_four, by_one);
                group.set(&lengths, 1_000);
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
        for layout in Layout::ALL.into_iter().take(if cfg!(miri) { 1 } else { 3 }) {
            for hashes in [5, 1, 3, 4, 8].into_iter().take(if cfg!(miri) { 1 } else { 5 }) {
                let empty = Filter::with_shape(layout, 512 * hashes * 5, hashes, 3).unwrap();
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
