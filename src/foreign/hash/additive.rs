//! h = h · seed + byte in PHP numbers, without a cast. From 2^63 on, h is a float and loses low
//! bits with every further byte. A long key hashes to 0.

use super::php_number::Number;

/// The hash of `key` under `seed`. The position in a part is this hash `& (size - 1)`.
///
/// ```
/// use edgebloom::foreign::hash::additive::additive;
/// assert_eq!(additive(3, b"ab"), 3 * 97 + 98);
/// assert_eq!(additive(61, &[b'x'; 60]) & 0x3fff_ffff, 0);
/// ```
pub fn additive(seed: i64, key: &[u8]) -> i64 {
    key.iter().fold(Number::Int(0), |h, &byte| h * seed + byte).to_int()
}
