//! The digest of keyed filters: SipHash-2-4 with 128 bits, under a key that is derived from the
//! secret key. Layouts and positions are those of other filters.
//!
//! The secret key itself hashes only two fixed texts. One result is the key of the hash. The other
//! is stored in a filter file, to recognize a wrong key. Users' keys are never hashed under the
//! secret key itself.

use core::fmt;

use crate::digest::Digest;
use crate::hash::siphash;

const HASH_TEXT: &[u8] = b"edgebloom keyed hash";
const CHECK_TEXT: &[u8] = b"edgebloom keyed check";

/// The values that a keyed filter derives from its secret key. The secret key itself is not stored.
/// `Debug` does not show the values.
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
    /// Derives the values from these bytes. They must be random, because attackers can guess keys
    /// that people can remember.
    pub fn new(key: &[u8; 16]) -> SecretKey {
        let number = u128::from_le_bytes(*key);
        let key = [number as u64, (number >> 64) as u64];
        let [check, _] = siphash::hash(CHECK_TEXT, key);
        SecretKey { hash: siphash::hash(HASH_TEXT, key), check }
    }

    /// The check of the secret key, which is stored in a filter file.
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
