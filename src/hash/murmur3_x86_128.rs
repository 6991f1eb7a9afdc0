//! MurmurHash3 x86 128 by Austin Appleby (SMHasher, `MurmurHash3.cpp`), over a slice. The native
//! schemes use this hash.
//!
//! It needs only 32-bit numbers, which JavaScript (`Math.imul`) and SIMD (`i32x4`) support
//! directly. The reference is the `murmur3` crate: the tests compare every length and seed with it.

use super::four::Four;

/// The four 32-bit lanes of a hash, in the order in which the reference prints them.
pub type Lanes = [u32; 4];

const C1: u32 = 0x239b_961b;
const C2: u32 = 0xab0e_9789;
const C3: u32 = 0x38b3_4ae5;
const C4: u32 = 0xa1e3_8b93;

/// The hash of `bytes` under `seed`.
///
/// ```
/// use edgebloom::hash::murmur3_x86_128::hash;
/// assert_eq!(hash(b"hello", 0), [0x2b24_44a0, 0xdb91_def7, 0x9adb_31b6, 0x9adb_31b6]);
/// ```
#[inline]
pub fn hash(bytes: &[u8], seed: u32) -> Lanes {
    let mut state = State::new(seed);
    let (blocks, tail) = bytes.as_chunks::<16>();
    for block in blocks {
        state.mix(words(block));
    }
    let (low, high) = tail.split_at(tail.len().min(8));
    state.finish(lanes(load(low), load(high)), bytes.len() as u64)
}

/// The last step of the hash: it spreads each bit of the lanes and of `number` over all lanes. Each
/// number gives another permutation of the 128 bits. In the hash, `number` is the length of the
/// key.
#[inline(always)]
pub fn finish(lanes: Lanes, number: u32) -> Lanes {
    let [h1, h2, h3, h4] = sum(lanes.map(|lane| lane ^ number));
    sum([avalanche(h1), avalanche(h2), avalanche(h3), avalanche(h4)])
}

/// The lanes that [`finish`] turns into these.
pub(crate) fn unfinish(lanes: Lanes, number: u32) -> Lanes {
    unsum(unsum(lanes).map(undo_avalanche)).map(|lane| lane ^ number)
}

fn unsum([all, h2, h3, h4]: Lanes) -> Lanes {
    let [h2, h3, h4] = [h2, h3, h4].map(|lane| lane.wrapping_sub(all));
    [all.wrapping_sub(h2).wrapping_sub(h3).wrapping_sub(h4), h2, h3, h4]
}

/// With the inverses of the factors modulo 2^32.
fn undo_avalanche(mut h: u32) -> u32 {
    h ^= h >> 16;
    h = h.wrapping_mul(0x7ed1_b41d);
    h ^= (h >> 13) ^ (h >> 26);
    h = h.wrapping_mul(0xa5cb_9243);
    h ^ (h >> 16)
}

/// Hashes words that come one at a time, each as 8 bytes.
#[derive(Clone, Debug)]
pub(crate) struct WordHasher {
    state: State,
    /// The first half of an incomplete block.
    half: Option<u64>,
    bytes: u64,
}

impl WordHasher {
    pub(crate) fn new(seed: u32) -> WordHasher {
        WordHasher { state: State::new(seed), half: None, bytes: 0 }
    }

    pub(crate) fn push(&mut self, word: u64) {
        self.bytes += 8;
        self.half = match self.half {
            None => Some(word),
            Some(first) => {
                self.state.mix(lanes(first, word));
                None
            }
        };
    }

    pub(crate) fn push_all(&mut self, mut words: &[u64]) {
        if self.half.is_some()
            && let Some((&first, rest)) = words.split_first()
        {
            self.push(first);
            words = rest;
        }
        let (blocks, rest) = words.as_chunks::<2>();
        for &[first, second] in blocks {
            self.state.mix(lanes(first, second));
        }
        self.bytes += 16 * blocks.len() as u64;
        rest.iter().for_each(|&word| self.push(word));
    }

    pub(crate) fn finish(self) -> Lanes {
        self.state.finish(lanes(self.half.unwrap_or(0), 0), self.bytes)
    }
}

/// The place of a key in a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) length: usize,
}

/// The lanes of four keys: first lane 1 of all keys, then lane 2, and so on.
pub(crate) type FourLanes = [Four; 4];

/// The hashes of keys in a text under a seed, four keys at a time.
#[inline(never)]
pub(crate) fn hash_fours(text: &[u8], fours: &[[Place; 4]], seed: u32, hashes: &mut [FourLanes]) {
    for (hash, &places) in hashes.iter_mut().zip(fours) {
        if hash_four(text, places, seed, hash).is_none() {
            *hash = hash_each(text, places, seed);
        }
    }
}

/// The hashes of four keys in a text under a seed. `None` if a read of 16 bytes would go beyond the
/// end of the text.
#[inline(always)]
fn hash_four(text: &[u8], [a, b, c, d]: [Place; 4], seed: u32, to: &mut FourLanes) -> Option<()> {
    // The arrays are written out: `[x; 4]` and `map` would compile to a loop through memory.
    let seed = Four::all(seed);
    let mut h = [seed, seed, seed, seed];
    // Runs as long as all four keys have whole blocks. Short keys with different lengths cause no
    // branch here.
    let blocks = |place: Place| {
        let key = text.get(place.start..).and_then(|rest| rest.get(..place.length));
        key.unwrap_or(&[]).as_chunks::<16>().0
    };
    let of_all = blocks(a).iter().zip(blocks(b)).zip(blocks(c)).zip(blocks(d));
    for (((a, b), c), d) in of_all {
        let words = Four::transposed([Four::load(a), Four::load(b), Four::load(c), Four::load(d)]);
        h = advance_four(h, taken_in(h, words));
    }
    let least = a.length.min(b.length).min(c.length.min(d.length));
    let most = a.length.max(b.length).max(c.length.max(d.length));
    let lengths = Four::new([a.length as u32, b.length as u32, c.length as u32, d.length as u32]);
    let mut at = least & !15;
    // For a key that has ended, only zeros are added, which changes nothing.
    while at < most {
        let piece = |place: Place| {
            let block = text.get(place.start + at..)?.first_chunk()?;
            Some(Four::load(block).first_bytes(place.length.saturating_sub(at)))
        };
        let words = Four::transposed([piece(a)?, piece(b)?, piece(c)?, piece(d)?]);
        let whole = lengths.at_least(Four::all(at as u32 + 16));
        let [x1, x2, x3, x4] = taken_in(h, words);
        let [n1, n2, n3, n4] = advance_four(h, [x1, x2, x3, x4]);
        h = [
            n1.choose(x1, whole),
            n2.choose(x2, whole),
            n3.choose(x3, whole),
            n4.choose(x4, whole),
        ];
        at += 16;
    }
    *to = finish_four(h, lengths);
    Some(())
}

/// As [`hash_four`], for keys near the end of the text.
#[cold]
#[inline(never)]
fn hash_each(text: &[u8], places: [Place; 4], seed: u32) -> FourLanes {
    let [a, b, c, d] = places.map(|place| {
        let key = text.get(place.start..).and_then(|rest| rest.get(..place.length));
        Four::new(hash(key.unwrap_or(&[]), seed))
    });
    Four::transposed([a, b, c, d])
}

/// The states of four keys after mixing in one block of each.
#[inline(always)]
fn taken_in([h1, h2, h3, h4]: FourLanes, [k1, k2, k3, k4]: FourLanes) -> FourLanes {
    let one = |lane: Four, word: Four, before: u32, turn: u32, after: u32| {
        lane.xor(word.product_rotated(Four::all(before), turn).multiply(Four::all(after)))
    };
    [
        one(h1, k1, C1, 15, C2),
        one(h2, k2, C2, 16, C3),
        one(h3, k3, C3, 17, C4),
        one(h4, k4, C4, 18, C1),
    ]
}

/// The states after a whole block. Takes the states before the block, and those with the block
/// mixed in.
#[inline(always)]
fn advance_four([_, h2, h3, h4]: FourLanes, [x1, x2, x3, x4]: FourLanes) -> FourLanes {
    let step = |lane: Four, next: Four, turn: u32, add: u32| {
        lane.rotate_left(turn).add(next).times_five().add(Four::all(add))
    };
    let n1 = step(x1, h2, 19, 0x561c_cd1b);
    let n2 = step(x2, h3, 17, 0x0bca_a747);
    let n3 = step(x3, h4, 15, 0x96cd_1c35);
    [n1, n2, n3, step(x4, n1, 13, 0x32ac_3b17)]
}

/// [`finish`] for four keys, each with its own number.
#[inline(always)]
pub(crate) fn finish_four(lanes: FourLanes, numbers: Four) -> FourLanes {
    let sum = |[h1, h2, h3, h4]: FourLanes| {
        let all = h1.add(h2).add(h3).add(h4);
        [all, h2.add(all), h3.add(all), h4.add(all)]
    };
    let avalanche = |h: Four| {
        let h = h.xor(h.shift_right(16)).multiply(Four::all(0x85eb_ca6b));
        let h = h.xor(h.shift_right(13)).multiply(Four::all(0xc2b2_ae35));
        h.xor(h.shift_right(16))
    };
    let [h1, h2, h3, h4] = lanes;
    let [h1, h2, h3, h4] =
        sum([h1.xor(numbers), h2.xor(numbers), h3.xor(numbers), h4.xor(numbers)]);
    sum([avalanche(h1), avalanche(h2), avalanche(h3), avalanche(h4)])
}

/// Finds the first lines of a text, as many as fit. Returns their number and the start of the next
/// line. Lines end in LF or CRLF; empty lines are skipped.
#[inline(always)]
pub(crate) fn find_lines(text: &[u8], places: &mut [Place]) -> (usize, usize) {
    let (mut count, mut start, mut at) = (0, 0, 0);
    let mut take = |end: usize, start: usize, count: &mut usize| {
        let mut length = end - start;
        length -= usize::from(length > 0 && text.get(end - 1) == Some(&b'\r'));
        if length > 0
            && let Some(place) = places.get_mut(*count)
        {
            *place = Place { start, length };
            *count += 1;
        }
        *count == places.len()
    };
    // Works on 64 bytes at once. The branch on the number of line ends is then mispredicted once
    // per 64 bytes instead of once per quarter.
    while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk::<64>) {
        let ends = |quarter: &[u8; 16]| u64::from(Four::load(quarter).bytes_that_are(b'\n'));
        let [a, b, c, d] = block.as_chunks::<16>().0 else { break };
        let mut marks = ends(a) | ends(b) << 16 | ends(c) << 32 | ends(d) << 48;
        while marks != 0 {
            let end = at + marks.trailing_zeros() as usize;
            marks &= marks - 1;
            if take(end, start, &mut count) {
                return (count, end + 1);
            }
            start = end + 1;
        }
        at += 64;
    }
    for (i, &byte) in text.get(at..).unwrap_or(&[]).iter().enumerate() {
        if byte == b'\n' {
            if take(at + i, start, &mut count) {
                return (count, at + i + 1);
            }
            start = at + i + 1;
        }
    }
    take(text.len(), start.min(text.len()), &mut count);
    (count, text.len())
}

#[inline(always)]
fn halves(block: &[u8; 16]) -> (u64, u64) {
    let (low, high) = block.split_at(8);
    (load(low), load(high))
}

#[inline(always)]
const fn lanes(low: u64, high: u64) -> Lanes {
    [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
}

#[inline(always)]
fn words(block: &[u8; 16]) -> Lanes {
    let (low, high) = halves(block);
    lanes(low, high)
}

#[derive(Clone, Debug)]
struct State([u32; 4]);

impl State {
    #[inline(always)]
    const fn new(seed: u32) -> State {
        State([seed; 4])
    }

    #[inline(always)]
    fn mix(&mut self, k: Lanes) {
        let State([h1, h2, h3, h4]) = *self;
        let [k1, k2, k3, k4] = scramble(k);
        let step = |lane: u32, next: u32, turn: u32, add: u32| {
            lane.rotate_left(turn).wrapping_add(next).wrapping_mul(5).wrapping_add(add)
        };
        let h1 = step(h1 ^ k1, h2, 19, 0x561c_cd1b);
        let h2 = step(h2 ^ k2, h3, 17, 0x0bca_a747);
        let h3 = step(h3 ^ k3, h4, 15, 0x96cd_1c35);
        let h4 = step(h4 ^ k4, h1, 13, 0x32ac_3b17);
        *self = State([h1, h2, h3, h4]);
    }

    /// If a word of the tail has no bytes, it is 0 and scrambles to 0, so it needs no special case.
    #[inline(always)]
    fn finish(self, tail: Lanes, length: u64) -> Lanes {
        let State([h1, h2, h3, h4]) = self;
        let [k1, k2, k3, k4] = scramble(tail);
        finish([h1 ^ k1, h2 ^ k2, h3 ^ k3, h4 ^ k4], length as u32)
    }
}

#[inline(always)]
fn scramble([k1, k2, k3, k4]: Lanes) -> Lanes {
    let one = |word: u32, before: u32, turn: u32, after: u32| {
        word.wrapping_mul(before).rotate_left(turn).wrapping_mul(after)
    };
    [one(k1, C1, 15, C2), one(k2, C2, 16, C3), one(k3, C3, 17, C4), one(k4, C4, 18, C1)]
}

/// Adds the other lanes to the first one, then the first one to the others.
#[inline(always)]
fn sum([h1, h2, h3, h4]: Lanes) -> Lanes {
    let all = h1.wrapping_add(h2).wrapping_add(h3).wrapping_add(h4);
    [all, h2.wrapping_add(all), h3.wrapping_add(all), h4.wrapping_add(all)]
}

#[inline(always)]
fn avalanche(mut h: u32) -> u32 {
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

/// Up to 8 bytes as a little-endian number. It uses two overlapping reads, because a loop over the
/// bytes would be a sequence of up to seven dependent shifts.
#[inline(always)]
pub(crate) fn load(bytes: &[u8]) -> u64 {
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
    use super::{Place, WordHasher, find_lines, finish, finish_four, hash, hash_fours, unfinish};
    use crate::hash::four::Four;

    #[test]
    fn four_keys_hash_like_single_keys() {
        let text: Vec<u8> = (0..400u32).map(|i| (i * 37 + i / 7) as u8).collect();
        for i in 0..300 {
            let places = [0, 1, 2, 3].map(|j| {
                let length = (i * (j + 1) + j * 13) % 71;
                let start = (i * 29 + j * 101) % (text.len() - length + 1);
                Place { start, length }
            });
            // Also near the end of the text, where fewer than 16 bytes are left.
            let end = places.iter().map(|place| place.start + place.length).max().unwrap();
            let text = &text[..text.len().min(end + i % 20)];
            let mut lanes = [[Four::all(1); 4]];
            hash_fours(text, &[places], i as u32, &mut lanes);
            let [lanes] = lanes;
            let hashes = Four::transposed(lanes).map(Four::array);
            let each =
                places.map(|Place { start, length }| hash(&text[start..start + length], i as u32));
            assert_eq!(hashes, each);
            let salted = Four::transposed(finish_four(lanes, Four::all(9))).map(Four::array);
            assert_eq!(salted, each.map(|lanes| finish(lanes, 9)));
        }
    }

    #[test]
    fn finds_the_same_lines_as_key_lines() {
        let mut random = 1_u64;
        let mut next = |bound: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % bound
        };
        for round in 0..if cfg!(miri) { 50 } else { 5_000 } {
            let length = next(1 + round % 90);
            let text: Vec<u8> =
                (0..length).map(|_| b"\n\r\x0b\x8a\x0aab"[next(7) as usize]).collect();
            for room in [1, 3, 64] {
                let (mut found, mut at) = (Vec::new(), 0);
                while at < text.len() {
                    let mut places = vec![Place::default(); room];
                    let (count, end) = find_lines(&text[at..], &mut places);
                    assert!(end > 0 && count <= room);
                    found.extend(places[..count].iter().map(|place| {
                        text[at + place.start..at + place.start + place.length].to_vec()
                    }));
                    at += end;
                }
                let lines: Vec<Vec<u8>> = crate::key::lines(&text).map(<[u8]>::to_vec).collect();
                assert_eq!(found, lines, "{text:?}");
            }
        }
    }

    #[test]
    fn words_hash_like_their_bytes() {
        for count in 0..9 {
            let words: Vec<u64> =
                (0..count).map(|i| 0x0123_4567_89ab_cdef_u64.wrapping_mul(2 * i + 1)).collect();
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            for cut in 0..=words.len() {
                let mut hasher = WordHasher::new(3);
                hasher.push_all(&words[..cut]);
                hasher.push_all(&words[cut..]);
                assert_eq!(hasher.finish(), hash(&bytes, 3));
            }
        }
    }

    #[test]
    fn the_last_step_is_a_permutation() {
        // Undoes each step, which shows that different digests stay different.
        for number in [0, 1, 2, 3, 1 << 31, u32::MAX] {
            for lanes in [[0; 4], [1, 2, 3, 4], [u32::MAX; 4], [0, 0, 0, 1 << 31]] {
                assert_eq!(unfinish(finish(lanes, number), number), lanes);
            }
        }
    }
}
