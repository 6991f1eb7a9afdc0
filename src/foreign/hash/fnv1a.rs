//! FNV-1a over UTF-16 code units, in the two forms of the npm package `bloomfilter`.

/// FNV-1a with 64 bits; each step takes a whole code unit (1.1.0 and 0.0.21). For ASCII it equals
/// the original FNV-1a.
///
/// ```
/// use edgebloom::foreign::hash::fnv1a::units64;
/// assert_eq!(units64(b"a\0"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn units64(units: &[u8]) -> u64 {
    let mut h: u64 = 0xcbf2_9ce4_8422_2325;
    for &unit in units.as_chunks().0 {
        h = (h ^ u64::from(u16::from_le_bytes(unit))).wrapping_mul(0x0100_0000_01b3);
    }
    h
}

/// FNV-1a with 32 bits and a seed (0.0.18). Each step takes one byte of a code unit. The high byte
/// is skipped if it is 0. The result is mixed at the end.
pub fn units32(units: &[u8], seed: u32) -> u32 {
    const PRIME: u32 = 16_777_619;
    let mut h = 0x811c_9dc5 ^ seed;
    for &[low, high] in units.as_chunks().0 {
        if high != 0 {
            h = (h ^ u32::from(high)).wrapping_mul(PRIME);
        }
        h = (h ^ u32::from(low)).wrapping_mul(PRIME);
    }
    h = h.wrapping_add(h << 13);
    h ^= h >> 7;
    h = h.wrapping_add(h << 3);
    h ^= h >> 17;
    h.wrapping_add(h << 5)
}
