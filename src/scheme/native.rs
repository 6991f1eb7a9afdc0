//! Common code of the native schemes. The hash of a key has four 32-bit lanes. From them comes a
//! sequence of pairs of numbers. Each pair gives a bit. Apart from one product per probe, 32 bits
//! are enough for everything here. `docs/maintainers/design.md` has the measurements.

use alloc::vec::Vec;

use super::Probes;
use crate::hash::four::Four;
use crate::hash::murmur3_x86_128::{self, FourLanes, Lanes, Place};

/// The part of a key's hash that decides its positions.
pub(crate) type Digest = Lanes;

/// The factor of the generators modulo 2^32 for both numbers of a pair (P. L'Ecuyer, *Tables of
/// linear congruential generators of different sizes and good lattice structure*, 1999).
const MULTIPLIER: u32 = 0x2c92_77b5;
/// Scrambles the seed, because neighbouring seeds should differ in more than their lowest bits.
const SEED_FACTOR: u32 = 0x9e37_79b1;
/// If the seed of a hash equals the length of a short key, all four lanes are equal. No key is as
/// long as a seed with this bit.
const SEED_BIT: u32 = 1 << 31;

/// The seed of the hash for the seed of a filter.
#[inline(always)]
pub(crate) const fn scrambled(seed: u32) -> u32 {
    seed.wrapping_mul(SEED_FACTOR) | SEED_BIT
}

/// The digest of a key.
#[inline(always)]
pub(crate) fn digest(key: &[u8], seed: u32) -> Digest {
    murmur3_x86_128::hash(key, scrambled(seed))
}

/// The digests of keys in a text, four keys at a time.
pub(crate) fn digest_fours(text: &[u8], fours: &[[Place; 4]], seed: u32, to: &mut [FourLanes]) {
    murmur3_x86_128::hash_fours(text, fours, scrambled(seed), to);
}

/// The digest under a salt. Each salt gives another permutation of all digests; salt 0 changes
/// nothing.
#[inline(always)]
pub(crate) fn salted(digest: Digest, salt: u32) -> Digest {
    if salt == 0 { digest } else { murmur3_x86_128::finish(digest, salt) }
}

/// The digests in these bytes: four little-endian numbers each. An incomplete digest at the end is
/// ignored.
pub(crate) fn digests_in(bytes: &[u8]) -> impl Iterator<Item = Digest> {
    let (lanes, _) = bytes.as_chunks::<4>();
    let (digests, _) = lanes.as_chunks::<4>();
    digests.iter().map(|lanes| lanes.map(u32::from_le_bytes))
}

/// Writes digests in the form that [`digests_in`] reads.
pub(crate) fn write_digests<'a>(digests: impl Iterator<Item = &'a Digest>, to: &mut Vec<u8>) {
    for lane in digests.flatten() {
        to.extend_from_slice(&lane.to_le_bytes());
    }
}

/// The salt for choosing the shard of a key. No filter uses this salt.
const SHARD_SALT: u32 = 0x7368_6172;

/// The shard of a key, out of 2^`bits`. It is the first bits of the digest under a salt that only
/// shards use. So within a shard, the probes and equations are distributed as in a set without
/// shards.
#[inline(always)]
pub(crate) fn shard_of(digest: Digest, bits: u32) -> usize {
    let [lane, ..] = salted(digest, SHARD_SALT);
    (u64::from(lane) << bits >> 32) as usize
}

/// Sorts digests by their value under a salt.
#[inline(never)]
pub(crate) fn sort_digests(digests: &mut [Digest], salt: u32) {
    digests.sort_unstable_by_key(|&digest| salted(digest, salt));
}

/// Pairs of numbers: x chooses a word of 64 bits, y a bit in it. Each is a linear congruential
/// generator. Its start and its increment are two lanes. Only the high bits of the numbers are
/// used.
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

/// floor(number · span / 2^32). Dividing the result by d gives the same as reducing to span / d.
/// Folding depends on this.
#[inline(always)]
pub(crate) fn reduce(number: u32, span: u64) -> u64 {
    (u64::from(number) * span) >> 32
}

/// The probes of every native scheme. A range of words has a start, a length, and a step by which
/// it moves after each probe.
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
    /// 0, but the compiler does not know this and must add it to `words` each time. If the factor
    /// were constant, LLVM would move its widening out of the loop. It would then no longer
    /// recognize a product of two 32-bit numbers, and V8 would need ten instructions instead of
    /// one.
    pub(super) zero: Four,
}

impl FourProbes {
    #[inline(always)]
    pub(super) fn new([x, x_step, y, y_step]: FourLanes) -> FourProbes {
        let none = Four::all(0);
        let zero = core::hint::black_box(none);
        FourProbes { x, y, x_step, y_step, start: none, words: none, step: none, zero }
    }

    /// The next x of each key, reduced to this number of places.
    #[inline(always)]
    pub(super) fn next_x(&mut self, places: Four) -> Four {
        let reduced = self.x.high_product(places);
        self.x = self.x.multiply(Four::all(MULTIPLIER)).add(self.x_step);
        reduced
    }

    /// The next position of each of the four keys: the index of the byte, and the bit within it, in
    /// the lowest byte of a number.
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
