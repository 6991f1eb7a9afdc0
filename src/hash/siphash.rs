//! SipHash-2-4 with 64 and with 128 bits of output (J.-P. Aumasson and D. J. Bernstein, *SipHash: a
//! fast short-input PRF*, 2012). The reference implementation has both.

/// These constants make the 128-bit output different, before and after the input.
const WIDE: u64 = 0xee;
const WIDE_SECOND: u64 = 0xdd;
const NARROW: u64 = 0xff;

struct State {
    v0: u64,
    v1: u64,
    v2: u64,
    v3: u64,
}

impl State {
    /// The state under a key, which is two little-endian words. The constants spell
    /// "somepseudorandomlygeneratedbytes".
    #[inline(always)]
    fn new([k0, k1]: [u64; 2]) -> State {
        State {
            v0: k0 ^ 0x736f_6d65_7073_6575,
            v1: k1 ^ 0x646f_7261_6e64_6f6d,
            v2: k0 ^ 0x6c79_6765_6e65_7261,
            v3: k1 ^ 0x7465_6462_7974_6573,
        }
    }

    #[inline(always)]
    fn rounds(&mut self, count: u32) {
        for _ in 0..count {
            self.round();
        }
    }

    #[inline(always)]
    fn round(&mut self) {
        let State { v0, v1, v2, v3 } = self;
        *v0 = v0.wrapping_add(*v1);
        *v2 = v2.wrapping_add(*v3);
        *v1 = v1.rotate_left(13) ^ *v0;
        *v3 = v3.rotate_left(16) ^ *v2;
        *v0 = v0.rotate_left(32);
        *v2 = v2.wrapping_add(*v1);
        *v0 = v0.wrapping_add(*v3);
        *v1 = v1.rotate_left(17) ^ *v2;
        *v3 = v3.rotate_left(21) ^ *v0;
        *v2 = v2.rotate_left(32);
    }

    #[inline(always)]
    fn take(&mut self, word: u64) {
        self.v3 ^= word;
        self.rounds(2);
        self.v0 ^= word;
    }

    /// Takes in all of the input. The last word ends with the length modulo 256.
    #[inline(always)]
    fn take_all(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.take(u64::from_le_bytes(word));
        }
        let mut last = (bytes.len() as u64) << 56;
        for (&byte, i) in rest.iter().zip(0u64..) {
            last |= u64::from(byte) << (8 * i);
        }
        self.take(last);
    }

    #[inline(always)]
    fn finish(&mut self) -> u64 {
        self.rounds(4);
        self.v0 ^ self.v1 ^ self.v2 ^ self.v3
    }
}

/// The two 64-bit halves of the 128-bit output. The key is two little-endian words.
///
/// ```
/// use edgebloom::hash::siphash::hash;
/// let [h1, _] = hash(b"", [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]);
/// assert_eq!(h1.to_le_bytes(), [0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6]);
/// ```
// A module should have only one copy: these rounds are most of the extra size of keyed filters.
#[inline]
pub fn hash(bytes: &[u8], key: [u64; 2]) -> [u64; 2] {
    let mut state = State::new(key);
    state.v1 ^= WIDE;
    state.take_all(bytes);
    state.v2 ^= WIDE;
    let h1 = state.finish();
    state.v1 ^= WIDE_SECOND;
    let h2 = state.finish();
    [h1, h2]
}

/// The 64-bit output. No scheme uses it, but its published values check the code that both share.
pub fn hash64(bytes: &[u8], key: [u64; 2]) -> u64 {
    let mut state = State::new(key);
    state.take_all(bytes);
    state.v2 ^= NARROW;
    state.finish()
}
