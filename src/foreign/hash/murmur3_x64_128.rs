//! MurmurHash3 x64 128 by Austin Appleby (SMHasher, `MurmurHash3.cpp`), over a slice. Guava and
//! Go's bits-and-blooms use this hash. The reference is the `murmur3` crate: the tests compare
//! every length and seed with it.

use crate::hash::murmur3_x86_128::load;

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

/// The two 64-bit halves of a 128-bit hash, in the order in which the reference prints them.
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
/// use edgebloom::foreign::hash::murmur3_x64_128::hash;
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

#[inline(always)]
fn halves(block: &[u8; 16]) -> (u64, u64) {
    let (low, high) = block.split_at(8);
    (load(low), load(high))
}

/// The hash of `bytes` followed by the byte `more`, under seed 0.
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

    /// The state after the whole blocks of `bytes`, and the remaining bytes.
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

    /// If a half of the tail has no bytes, it is 0 and scrambles to 0, so it needs no special case.
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
