//! MurmurHash2 by Austin Appleby (SMHasher, `MurmurHash2.cpp`), in the two forms that RedisBloom
//! uses.

/// MurmurHash64A: 64 bits, from words of 8 bytes.
///
/// ```
/// use edgebloom::foreign::hash::murmur2::murmur64a;
/// assert_eq!(murmur64a(b"a", 0xc6a4_a793_5bd1_e995), 0x4292_cee2_27b9_150a);
/// ```
pub fn murmur64a(bytes: &[u8], seed: u64) -> u64 {
    const M: u64 = 0xc6a4_a793_5bd1_e995;
    const R: u32 = 47;
    let mut h = seed ^ (bytes.len() as u64).wrapping_mul(M);
    let (words, tail) = bytes.as_chunks::<8>();
    for &word in words {
        let mut k = u64::from_le_bytes(word).wrapping_mul(M);
        k = (k ^ (k >> R)).wrapping_mul(M);
        h = (h ^ k).wrapping_mul(M);
    }
    if !tail.is_empty() {
        let last = tail.iter().rev().fold(0, |number, &byte| (number << 8) | u64::from(byte));
        h = (h ^ last).wrapping_mul(M);
    }
    h = (h ^ (h >> R)).wrapping_mul(M);
    h ^ (h >> R)
}

/// MurmurHash2: 32 bits, from words of 4 bytes.
///
/// ```
/// use edgebloom::foreign::hash::murmur2::murmur2;
/// assert_eq!(murmur2(b"a", 0x9747_b28c), 0xa2d0_b27c);
/// ```
pub fn murmur2(bytes: &[u8], seed: u32) -> u32 {
    const M: u32 = 0x5bd1_e995;
    const R: u32 = 24;
    let mut h = seed ^ bytes.len() as u32;
    let (words, tail) = bytes.as_chunks::<4>();
    for &word in words {
        let mut k = u32::from_le_bytes(word).wrapping_mul(M);
        k = (k ^ (k >> R)).wrapping_mul(M);
        h = h.wrapping_mul(M) ^ k;
    }
    if !tail.is_empty() {
        let last = tail.iter().rev().fold(0, |number, &byte| (number << 8) | u32::from(byte));
        h = (h ^ last).wrapping_mul(M);
    }
    h = (h ^ (h >> 13)).wrapping_mul(M);
    h ^ (h >> 15)
}
