//! Several keys at a time: first the digests of a group of lines, then all their probes. A processor works on several
//! keys at once where no jump stands between them that it cannot foretell.

use super::Filter;
use super::LINE;
use crate::cells::{Look, Store, probed};
use crate::error::{Error, Found, Result};
use crate::hash::murmur3::{self, Digest};
use crate::key;
use crate::scheme::{self, Probes, Scheme};

/// How many keys are worked on at once.
pub(crate) const GROUP: usize = 64;
/// How many probes are made before anybody looks at what they found. Where half of the cells are set, one key in 16 is
/// not decided by so many; to look after each one costs more than the probes that it saves.
const AT_ONCE: u64 = 4;

/// From so many bits on, 32 MB, a filter is in no cache, and keys wait for their lines: those of a group are fetched before
/// they are looked at.
const FAR_BITS: u64 = 1 << 28;

/// The digests of the first lines of a text.
pub(crate) struct Group {
    /// At how many lines it is full.
    size: usize,
    count: usize,
    digests: [Digest; GROUP],
}

impl Group {
    /// Room for as many lines, [`GROUP`] at most.
    pub(crate) const fn new(size: usize) -> Group {
        Group { size, count: 0, digests: [Digest { h1: 0, h2: 0 }; GROUP] }
    }

    /// Reads as many lines as there is room for; the last one, and how many bytes all of them take.
    #[inline(always)]
    pub(crate) fn read<'a>(&mut self, text: &'a [u8], seed: u32) -> (&'a [u8], usize) {
        let room = self.digests.get_mut(..self.size).unwrap_or(&mut []);
        let each = murmur3::hash_lines(text, seed, room);
        self.count = each.count;
        (text.get(each.last).unwrap_or(&[]), each.next)
    }

    pub(crate) fn digests(&self) -> &[Digest] {
        self.digests.get(..self.count).unwrap_or(&[])
    }
}

impl Filter {
    /// Room for lines: for one where there are allowed keys, which are compared with it.
    fn group(&self) -> Group {
        Group::new(if self.cells.tail().is_empty() { GROUP } else { 1 })
    }

    /// True where more is asked for than the digests of lines.
    fn reads_lines(&self) -> bool {
        self.secret.is_some() || self.head.scheme.is_foreign()
    }

    /// Inserts every line of `text` (see [`key::lines`]); how many changed the filter.
    ///
    /// # Errors
    /// As [`Filter::insert`]; the lines before are in.
    pub fn insert_lines(&mut self, mut text: &[u8]) -> Result<u64> {
        let mut changed = 0;
        if self.reads_lines() {
            for line in key::lines(text) {
                let line = &*self
                    .head
                    .encoding
                    .line(line)
                    .ok_or_else(|| Error::new(&LINE, Found::Unsaid, None))?;
                changed += u64::from(self.insert(line)?);
            }
            return Ok(changed);
        }
        let mut group = self.group();
        while !text.is_empty() {
            let (last, end) = group.read(text, self.head.seed);
            if group.size == 1 && group.count == 1 {
                self.set_allowed(last, false)?;
            }
            self.cells.reserve(self.head.shape.hashes() * group.count as u64)?;
            changed += self.insert_digests(group.digests());
            text = text.get(end..).unwrap_or(&[]);
        }
        Ok(changed)
    }

    /// Calls `answer` with what [`contains`](Filter::contains) says of every line of `text`; a line that
    /// is no key of the filter's encoding is definitely not in.
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        self.answer_lines(text, |answers| answers.iter().for_each(|&one| answer(one != 0)));
    }

    /// [`Filter::contains_lines`] with several answers at a time: 1 possibly, 0 definitely not.
    pub(crate) fn answer_lines(&self, mut text: &[u8], mut take: impl FnMut(&[u8])) {
        if self.reads_lines() {
            return key::lines(text).for_each(|line| take(&[u8::from(self.contains_line(line))]));
        }
        let (mut group, mut answers) = (self.group(), [0; GROUP]);
        while !text.is_empty() {
            let (last, end) = group.read(text, self.head.seed);
            if group.size == 1 {
                answers[0] = u8::from(self.contains(last));
            } else {
                self.contains_digests(group.digests(), &mut answers);
            }
            take(answers.get(..group.count).unwrap_or(&[]));
            text = text.get(end..).unwrap_or(&[]);
        }
    }

    #[inline(always)]
    fn contains_line(&self, line: &[u8]) -> bool {
        self.head.encoding.line(line).is_some_and(|key| self.contains(&key))
    }

    /// Inserts keys of a native scheme by their digests, for which there is room; how many changed the filter.
    pub(crate) fn insert_digests(&mut self, digests: &[Digest]) -> u64 {
        let (scheme, shape) = (self.head.scheme, self.head.shape);
        let mut changed = 0;
        for &digest in digests {
            let probes = scheme::native_probes(scheme, digest, shape);
            changed +=
                u64::from(probed!(&mut self.cells, cells => add(cells, probes, shape.hashes())));
        }
        self.head.inserted = self.head.inserted.saturating_add(digests.len() as u64);
        changed
    }

    /// Writes what the filter says of keys of a native scheme: 1 possibly, 0 definitely not.
    pub(super) fn contains_digests(&self, digests: &[Digest], answers: &mut [u8]) {
        let (scheme, shape) = (self.head.scheme, self.head.shape);
        let hashes = shape.hashes();
        // The first probe fetches the line that has all of them. Other layouts have more probes on their way as it is.
        let is_far = scheme.layout() == Scheme::Blocked && shape.bits() >= FAR_BITS;
        let mut count = if is_far { 1 } else { hashes };
        loop {
            for (&digest, answer) in digests.iter().zip(&mut *answers) {
                let probes = scheme::native_probes(scheme, digest, shape);
                *answer = u8::from(probed!(&self.cells, cells => holds(cells, probes, count)));
            }
            if count == hashes {
                break;
            }
            count = hashes;
        }
    }
}

/// True if none of the first `k` cells that are probed is 0.
#[inline(always)]
fn holds(cells: &impl Look, mut probes: impl Probes, k: u64) -> bool {
    let mut all = true;
    let mut made = 0;
    while made < k {
        all &= cells.get(probes.next()) != 0;
        made += 1;
        if made % AT_ONCE == 0 && !all {
            break;
        }
    }
    all
}

/// Counts the first `k` cells that are probed up; true if one of them was 0.
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
    use super::{Filter, GROUP};
    use crate::key;
    use crate::scheme::Scheme;

    /// Lines of all lengths up to 40 with all ends, empty ones among them, more than a group of each.
    fn texts() -> Vec<Vec<u8>> {
        let ends: [&[u8]; 4] = [b"\n", b"\r\n", b"\n\n", b"\r\r\n"];
        let mut texts =
            vec![b"".to_vec(), b"\n".to_vec(), b"\r\n".to_vec(), b"\r".to_vec(), b"a".to_vec()];
        // An interpreter takes its time.
        let (step, count) = if cfg!(miri) { (20, GROUP + 1) } else { (1, 2 * GROUP + 1) };
        for length in (0..=40).step_by(step) {
            for end in ends {
                let lines = (0..count).map(|i| {
                    let line = (0..length)
                        .map(|at| if at % 7 == 6 { b'\r' } else { (i + at) as u8 | 0x40 });
                    [line.collect(), end.to_vec()].concat()
                });
                let text = lines.collect::<Vec<_>>().concat();
                // The last line may be without its end, or cut.
                texts.push(text[..text.len().saturating_sub(end.len())].to_vec());
                texts.push([&text, &b"last"[..]].concat());
                texts.push(text);
            }
        }
        texts
    }

    #[test]
    fn lines_are_asked_and_added_as_keys_are() {
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
                    some.contains_lines(&text, |possibly| answers.push(possibly));
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
