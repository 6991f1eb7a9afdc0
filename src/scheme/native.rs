//! What the native schemes share: four 32-bit lanes of a key's hash, a sequence of pairs of numbers from them, and the
//! way from a pair to a bit. Nothing here needs more than 32 bits but one product a probe. `docs/maintainers/design.md` has the
//! measurements.

use alloc::vec::Vec;

use super::Probes;
use crate::hash::four::Four;
use crate::hash::murmur3_x86_128::{self, FourLanes, Lanes, Place};

/// What of a key decides its positions.
pub(crate) type Digest = Lanes;

/// Both numbers of a pair are generators modulo 2^32 (P. L'Ecuyer, *Tables of linear congruential generators of
/// different sizes and good lattice structure*, 1999).
const MULTIPLIER: u32 = 0x2c92_77b5;
/// Spreads the seed: neighbouring seeds are not to differ in their lowest bits alone.
const SEED_FACTOR: u32 = 0x9e37_79b1;
/// A hash of few bytes whose seed is their number has four equal lanes. No key has so many bytes.
const SEED_BIT: u32 = 1 << 31;

/// The seed of the hash under the seed of a filter.
#[inline(always)]
pub(crate) const fn scrambled(seed: u32) -> u32 {
    seed.wrapping_mul(SEED_FACTOR) | SEED_BIT
}

/// The digest of a key.
#[inline(always)]
pub(crate) fn digest(key: &[u8], seed: u32) -> Digest {
    murmur3_x86_128::hash(key, scrambled(seed))
}

/// The digests of keys of a text, of four at a time.
pub(crate) fn digest_fours(text: &[u8], fours: &[[Place; 4]], seed: u32, to: &mut [FourLanes]) {
    murmur3_x86_128::hash_fours(text, fours, scrambled(seed), to);
}

/// The digest under a salt: another permutation of all digests for each salt but 0, which is none.
#[inline(always)]
pub(crate) fn salted(digest: Digest, salt: u32) -> Digest {
    if salt == 0 { digest } else { murmur3_x86_128::finish(digest, salt) }
}

/// Digests as bytes: four numbers in little-endian each; a last part of one counts for nothing.
pub(crate) fn digests_in(bytes: &[u8]) -> impl Iterator<Item = Digest> {
    let (lanes, _) = bytes.as_chunks::<4>();
    let (digests, _) = lanes.as_chunks::<4>();
    digests.iter().map(|lanes| lanes.map(u32::from_le_bytes))
}

/// Writes digests as [`digests_in`] reads them.
pub(crate) fn write_digests<'a>(digests: impl Iterator<Item = &'a Digest>, to: &mut Vec<u8>) {
    for lane in digests.flatten() {
        to.extend_from_slice(&lane.to_le_bytes());
    }
}

/// The salt under which a digest says which shard a key is in. No filter has it.
const SHARD_SALT: u32 = 0x7368_6172;

/// In which of 2^`bits` shards a key is: the first bits of the digest under a salt of its own, so that in a shard the words and
/// bits that probes choose, and the slots where equations start, are as in a set that has no shards.
#[inline(always)]
pub(crate) fn shard_of(digest: Digest, bits: u32) -> usize {
    let [lane, ..] = salted(digest, SHARD_SALT);
    (u64::from(lane) << bits >> 32) as usize
}

/// Sorts by what the digests are under a salt.
#[inline(never)]
pub(crate) fn sort_digests(digests: &mut [Digest], salt: u32) {
    digests.sort_unstable_by_key(|&digest| salted(digest, salt));
}

/// Pairs of numbers: x chooses a word of 64 bits, y a bit in it. Each is a linear congruential generator whose start and
/// increment are two lanes. Only the high bits of the numbers are used.
pub(super) struct Sequence {
    x: u32,
    y: u32,
    x_step: u32,
    y_step: u32,
}

impl Sequence {
    #[inline(always)]
    pub(super) fn new([x, x_step, y, y_step]: Digest) -> Sequence {
        Sequence { x, y, x_step, y_step }
    }

    #[inline(always)]
    pub(super) fn next_x(&mut self) -> u32 {
        let x = self.x;
        self.x = x.wrapping_mul(MULTIPLIER).wrapping_add(self.x_step);
        x
    }

    #[inline(always)]
    fn next_y(&mut self) -> u32 {
        let y = self.y;
        self.y = y.wrapping_mul(MULTIPLIER).wrapping_add(self.y_step);
        y
    }
}

/// floor(number · span / 2^32). A division by d of the result is the same as reduction to span / d, which is why folding
/// works.
#[inline(always)]
pub(crate) fn reduce(number: u32, span: u64) -> u64 {
    (u64::from(number) * span) >> 32
}

/// The probes of every native scheme: a range of words, where it starts, and how far it moves from one probe to the next.
pub(crate) struct NativeProbes {
    pub(super) sequence: Sequence,
    pub(super) start: u64,
    pub(super) words: u64,
    pub(super) step: u64,
}

impl Probes for NativeProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let word = self.start + reduce(self.sequence.next_x(), self.words);
        self.start += self.step;
        word << 6 | u64::from(self.sequence.next_y() >> 26)
    }
}

/// The probes of four keys at a time.
pub(crate) struct FourProbes {
    pub(super) x: Four,
    pub(super) y: Four,
    pub(super) x_step: Four,
    pub(super) y_step: Four,
    pub(super) start: Four,
    pub(super) words: Four,
    pub(super) step: Four,
    /// 0, which the compiler does not know and has to add to `words` each time. Of a factor that stays the same LLVM takes
    /// the widening out of the loop, and then no longer sees that a product of two 32-bit numbers is asked for: V8 needs
    /// ten instructions in place of one.
    pub(super) zero: Four,
}

impl FourProbes {
    #[inline(always)]
    pub(super) fn new([x, x_step, y, y_step]: FourLanes) -> FourProbes {
        let none = Four::all(0);
        let zero = core::hint::black_box(none);
        FourProbes { x, y, x_step, y_step, start: none, words: none, step: none, zero }
    }

    /// The next x of each, reduced to so many places.
    #[inline(always)]
    pub(super) fn next_x(&mut self, places: Four) -> Four {
        let reduced = self.x.high_product(places);
        self.x = self.x.multiply(Four::all(MULTIPLIER)).add(self.x_step);
        reduced
    }

    /// The next position of each of the four keys: the number of a byte, and the bit of it in the lowest byte of a number.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> (Four, Four) {
        self.words = self.words.add(self.zero);
        let words = self.start.add(self.next_x(self.words));
        self.start = self.start.add(self.step);
        let bits = self.y;
        self.y = self.y.multiply(Four::all(MULTIPLIER)).add(self.y_step);
        let bytes = words.shift_left(3).add(bits.shift_right(29));
        (bytes, bits.shift_left(3).shift_right(29).power_of_two())
    }
}
