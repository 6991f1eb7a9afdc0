//! MurmurHash3 x64 128 by Austin Appleby (SMHasher, `MurmurHash3.cpp`), over a slice.
//!
//! The `murmur3` crate is the reference: the tests compare every length and seed with it. It reads
//! through `io::Read`, which the hot path cannot afford.

use core::ops::Range;

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

/// The two 64-bit halves of a 128-bit hash, in the order the reference prints them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Digest {
    /// The first half, `h1`.
    pub h1: u64,
    /// The second half, `h2`.
    pub h2: u64,
}

/// The hash of `bytes` under `seed`.
///
/// ```
/// use edgebloom::hash::murmur3::hash;
/// let digest = hash(b"hello", 0);
/// assert_eq!(digest.h1, 0xcbd8_a7b3_41bd_9b02);
/// assert_eq!(digest.h2, 0x5b1e_906a_48ae_1d19);
/// ```
#[inline]
pub fn hash(bytes: &[u8], seed: u32) -> Digest {
    let (state, tail) = State::after_blocks(bytes, seed);
    let (low, high) = tail.split_at(tail.len().min(8));
    state.finish(load(low), load(high), bytes.len() as u64)
}

/// What [`hash_lines`] has read.
pub(crate) struct Lines {
    /// How many lines.
    pub count: usize,
    /// Where the last one is.
    pub last: Range<usize>,
    /// Where the next one starts.
    pub next: usize,
}

/// The hashes of the first lines of a text, as many as there is room for. Lines end in LF or CRLF; empty ones have none.
#[inline(always)]
pub(crate) fn hash_lines(text: &[u8], seed: u32, hashes: &mut [Digest]) -> Lines {
    let mut lines = Lines { count: 0, last: 0..0, next: 0 };
    while let Some(room) = hashes.get_mut(lines.count) {
        let start = lines.next;
        let (mut digest, mut end) = hash_line(text, start, seed);
        lines.next = end + 1;
        if end > start && text.get(end - 1) == Some(&b'\r') {
            end -= 1;
            // Once more, without it: rare enough that the common line need not look for two ends.
            digest = hash(text.get(start..end).unwrap_or(&[]), seed);
        }
        if end > start {
            *room = digest;
            lines.count += 1;
            lines.last = start..end;
        }
        if lines.next >= text.len() {
            break;
        }
    }
    lines
}

/// The hash of a text from `start` to the first newline, or to its end; and where that is.
///
/// The text is read 16 bytes at a time: a newline is looked for in the words that are hashed, and what is behind it is
/// masked away. No jump depends on where in a block it is, and where something is behind it nothing is copied.
#[inline(always)]
fn hash_line(text: &[u8], start: usize, seed: u32) -> (Digest, usize) {
    let mut state = State::new(seed);
    let mut at = start;
    loop {
        let (low, high) = match text.get(at..).and_then(<[u8]>::first_chunk::<16>) {
            Some(block) => halves(block),
            None => last_words(text.get(at..).unwrap_or(&[])),
        };
        let (first, second) = (newline_marks(low), newline_marks(high));
        if first | second == 0 {
            state.mix(low, high);
            at += 16;
            continue;
        }
        let before = |marks: u64| ((marks & marks.wrapping_neg()) >> 7).wrapping_sub(1);
        let (k2, bit) = if first == 0 {
            (high & before(second), 64 + second.trailing_zeros())
        } else {
            (0, first.trailing_zeros())
        };
        at += (bit / 8) as usize;
        return (state.finish(low & before(first), k2, (at - start) as u64), at);
    }
}

/// The highest bit of each byte that is a newline; above the first one, of others, too.
#[inline(always)]
const fn newline_marks(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let zero = word ^ (ONES * b'\n' as u64);
    zero.wrapping_sub(ONES) & !zero & (ONES << 7)
}

/// Up to 15 bytes as two words, and newlines behind them.
#[cold]
#[inline(never)]
fn last_words(bytes: &[u8]) -> (u64, u64) {
    let mut block = [b'\n'; 16];
    for (to, &from) in block.iter_mut().zip(bytes) {
        *to = from;
    }
    halves(&block)
}

#[inline(always)]
fn halves(block: &[u8; 16]) -> (u64, u64) {
    let (low, high) = block.split_at(8);
    (load(low), load(high))
}

/// The hash of `bytes` and one byte more, under seed 0.
#[cfg(feature = "compat")]
pub(crate) fn hash_and(bytes: &[u8], more: u8) -> Digest {
    let (mut state, tail) = State::after_blocks(bytes, 0);
    let mut last = [0; 16];
    for (to, &from) in last.iter_mut().zip(tail.iter().chain([&more])) {
        *to = from;
    }
    let (mut k1, mut k2) = halves(&last);
    if tail.len() == 15 {
        state.mix(k1, k2);
        (k1, k2) = (0, 0);
    }
    state.finish(k1, k2, bytes.len() as u64 + 1)
}

struct State {
    h1: u64,
    h2: u64,
}

impl State {
    #[inline(always)]
    fn new(seed: u32) -> State {
        State { h1: u64::from(seed), h2: u64::from(seed) }
    }

    /// The state after the whole blocks of `bytes`, and what is left.
    #[inline(always)]
    fn after_blocks(bytes: &[u8], seed: u32) -> (State, &[u8]) {
        let mut state = State::new(seed);
        let (blocks, tail) = bytes.as_chunks::<16>();
        for block in blocks {
            let (low, high) = halves(block);
            state.mix(low, high);
        }
        (state, tail)
    }

    #[inline(always)]
    fn mix(&mut self, k1: u64, k2: u64) {
        self.h1 ^= scramble1(k1);
        self.h1 =
            self.h1.rotate_left(27).wrapping_add(self.h2).wrapping_mul(5).wrapping_add(0x52dc_e729);
        self.h2 ^= scramble2(k2);
        self.h2 =
            self.h2.rotate_left(31).wrapping_add(self.h1).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }

    /// A tail half without bytes is 0, and 0 scrambles to 0: no case of its own.
    #[inline(always)]
    fn finish(self, k1: u64, k2: u64, length: u64) -> Digest {
        let mut h1 = self.h1 ^ scramble1(k1) ^ length;
        let mut h2 = self.h2 ^ scramble2(k2) ^ length;
        h1 = h1.wrapping_add(h2);
        h2 = h2.wrapping_add(h1);
        h1 = avalanche(h1);
        h2 = avalanche(h2);
        h1 = h1.wrapping_add(h2);
        h2 = h2.wrapping_add(h1);
        Digest { h1, h2 }
    }
}

#[inline(always)]
fn scramble1(k1: u64) -> u64 {
    k1.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

#[inline(always)]
fn scramble2(k2: u64) -> u64 {
    k2.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

#[inline(always)]
fn avalanche(mut h: u64) -> u64 {
    h ^= h >> 33;
    h = h.wrapping_mul(0xff51_afd7_ed55_8ccd);
    h ^= h >> 33;
    h = h.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}

/// Up to 8 bytes as a little-endian number. A byte-wise loop over a tail is a chain of up to
/// seven dependent shifts; two overlapping reads are not.
#[inline(always)]
fn load(bytes: &[u8]) -> u64 {
    if let Some(&eight) = bytes.first_chunk::<8>() {
        return u64::from_le_bytes(eight);
    }
    if let (Some(&first), Some(&last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let shift = (bytes.len() as u32 - 4) * 8;
        return u64::from(u32::from_le_bytes(first))
            | (u64::from(u32::from_le_bytes(last)) << shift);
    }
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c] => u64::from(u16::from_le_bytes([a, b])) | (u64::from(c) << 16),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, Lines, hash, hash_lines};

    /// An interpreter takes its time.
    const STEP: usize = if cfg!(miri) { 13 } else { 1 };

    /// Bytes that are no newlines, then a newline, then others.
    fn text(length: usize) -> Vec<u8> {
        let byte = |i: usize| (i as u8).wrapping_mul(37) | 0x80;
        let behind = [b'\n', 0, b'\n', 0xff, b'\r', b'\n', 1, 2, 3, b'\n', b'\n', 4, 5, 6, 7, 8, 9];
        (0..length).map(byte).chain(behind).collect()
    }

    #[test]
    fn a_line_is_hashed_up_to_its_end() {
        let mut line = [Digest::default()];
        for length in (1..=70).step_by(STEP) {
            let text = text(length);
            for end in length..=text.len() {
                let Lines { count, last, next } = hash_lines(&text[..end], 7, &mut line);
                assert_eq!(line, [hash(&text[..length], 7)], "{length} {end}");
                assert_eq!((count, last, next), (1, 0..length, length + 1));
            }
        }
        // What a word of marks says above its first newline is not to be believed: 11 is a newline and one more.
        for before in 1..32 {
            for (byte, behind) in [(b'x', 11), (11, b'x')] {
                let text = [vec![byte; before], vec![b'\n'], vec![behind; 20]].concat();
                let lines = hash_lines(&text, 0, &mut line);
                assert_eq!((line, lines.next), ([hash(&text[..before], 0)], before + 1));
            }
        }
    }

    #[test]
    fn a_carriage_return_before_a_newline_is_no_part_of_a_line() {
        let mut lines = [Digest::default(); 4];
        for length in 1..40 {
            let line = vec![b'x'; length];
            let text = [&line, &b"\r\n\r\n\n"[..], &line, &b"\r"[..]].concat();
            assert_eq!(hash_lines(&text, 1, &mut lines).count, 2);
            assert_eq!(lines[..2], [hash(&line, 1); 2]);
        }
    }
}
