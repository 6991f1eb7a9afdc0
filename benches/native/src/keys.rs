//! Distinct keys, by number.

/// A bijection of 64 bits that scrambles the order (from SplitMix64).
pub fn mixed(number: u64) -> u64 {
    let x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// `count` lines from key `first` on. Each has `length` hexadecimal digits, a multiple of 16.
pub fn lines(length: u64, first: u64, count: u64) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let words = length / 16;
    let mut text = Vec::new();
    for number in first..first + count {
        for word in 0..words {
            let mut rest = mixed(number * words + word);
            for _ in 0..16 {
                text.push(DIGITS[(rest >> 60) as usize]);
                rest <<= 4;
            }
        }
        text.push(b'\n');
    }
    text
}
