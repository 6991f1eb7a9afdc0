//! MurmurHash3 x86 32 as in Apache Spark. It mixes each byte of the tail on its own, sign-extended
//! to a word. The original mixes them as one number. For keys of whole words, such as Spark's
//! longs, both are the same.
//!
//! Source: `Murmur3_x86_32.hashUnsafeBytes` of Spark's sketch library, 3.5.9 to 4.3.0.

/// The hash of `bytes` under `seed`.
///
/// ```
/// use edgebloom::foreign::hash::spark_murmur3::hash;
/// assert_eq!(hash(b"a", 0), 721_651_713);
/// ```
pub fn hash(bytes: &[u8], seed: u32) -> u32 {
    let (words, tail) = bytes.as_chunks::<4>();
    let mut h = words.iter().fold(seed, |h, &word| mix(h, u32::from_le_bytes(word)));
    for &byte in tail {
        h = mix(h, i32::from(byte as i8) as u32);
    }
    h ^= bytes.len() as u32;
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

fn mix(h: u32, word: u32) -> u32 {
    let k = word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    (h ^ k).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
}
