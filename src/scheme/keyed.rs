//! Schemes 27 to 29: the layouts of 1 to 3 under a secret key. Only the digest differs: SipHash-2-4 with 128 bits
//! under a key that is derived from the secret one.
//!
//! The secret key itself is used for two fixed texts and nothing else: one gives the key of the hash, the other
//! what a filter file shows to tell a wrong key. No key of a user is ever hashed under it.

use core::fmt;

use super::native::Digest;
use crate::hash::siphash;

const HASH_TEXT: &[u8] = b"edgebloom keyed hash";
const CHECK_TEXT: &[u8] = b"edgebloom keyed check";

/// The secret key of a keyed filter, as far as a filter needs it: the key itself is not kept. `Debug` shows
/// nothing of it.
///
/// ```
/// use edgebloom::SecretKey;
///
/// let secret = SecretKey::new(&edgebloom::random_key()?);
/// assert_eq!(format!("{secret:?}"), "SecretKey");
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SecretKey {
    hash: [u64; 2],
    check: u64,
}

impl SecretKey {
    /// The secret key of these bytes, which must be random: what people can remember can be guessed.
    pub fn new(key: &[u8; 16]) -> SecretKey {
        let number = u128::from_le_bytes(*key);
        let key = [number as u64, (number >> 64) as u64];
        let [check, _] = siphash::hash(CHECK_TEXT, key);
        SecretKey { hash: siphash::hash(HASH_TEXT, key), check }
    }

    /// What a filter file says of the key.
    pub fn check(&self) -> [u8; 8] {
        self.check.to_le_bytes()
    }

    #[inline(always)]
    pub(crate) fn digest(&self, key: &[u8]) -> Digest {
        let [h1, h2] = siphash::hash(key, self.hash);
        [h1 as u32, (h1 >> 32) as u32, h2 as u32, (h2 >> 32) as u32]
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey")
    }
}
