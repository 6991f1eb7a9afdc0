//! Eight string hashes from Arash Partow's collection (*General Purpose Hash Function Algorithms*),
//! in two versions: as defined there, and as a widely copied PHP class computes them.
//!
//! The PHP class was written for 32 bits but runs on PHP's 64-bit numbers, which become floats when
//! they overflow. For keys of more than a few bytes, the two versions give different values. The
//! PHP version ignores part of a long key: most bytes after the ninth in BKDR, all but the last 16
//! in PJW. It must not be corrected, because bitmaps that were filled by this PHP code exist.

use super::php_number::Number;

/// One of the eight hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StringHash {
    /// By Justin Sobel.
    Js,
    /// By Peter J. Weinberger.
    Pjw,
    /// From the ELF object file format.
    Elf,
    /// By Brian Kernighan and Dennis Ritchie.
    Bkdr,
    /// From the database library sdbm.
    Sdbm,
    /// By Daniel J. Bernstein.
    Djb,
    /// By Donald E. Knuth.
    Dek,
    /// By Fowler, Noll and Vo.
    Fnv,
}

/// The arithmetic of a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// The results of the PHP class on 64-bit PHP 8.
    Php,
    /// 32 bits that wrap, as the hashes are defined. FNV is FNV-1.
    Clean32,
}

const FNV_PRIME: u32 = 16_777_619;
/// The four high bits in Partow's C code.
const HIGH_32: u32 = 0xf000_0000;
/// The class's `0xFFFFFFFF << 28`. It was meant to be the four high bits of 32, but 64-bit PHP
/// keeps all of its bits.
const HIGH_PHP: Number = Number::Int(0x0fff_ffff_f000_0000);
/// The class computes the remainder by this number instead of masking 32 bits.
const MODULUS: i64 = 0xffff_ffff;

impl StringHash {
    /// All hashes, by id.
    pub const ALL: [StringHash; 8] = [
        StringHash::Js,
        StringHash::Pjw,
        StringHash::Elf,
        StringHash::Bkdr,
        StringHash::Sdbm,
        StringHash::Djb,
        StringHash::Dek,
        StringHash::Fnv,
    ];

    /// The stable number, 1 to 8.
    pub const fn id(self) -> u64 {
        self as u64 + 1
    }

    /// The hash with this number.
    pub fn from_id(id: u64) -> Option<StringHash> {
        StringHash::ALL.into_iter().find(|hash| hash.id() == id)
    }

    /// The stable name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            StringHash::Js => "js",
            StringHash::Pjw => "pjw",
            StringHash::Elf => "elf",
            StringHash::Bkdr => "bkdr",
            StringHash::Sdbm => "sdbm",
            StringHash::Djb => "djb",
            StringHash::Dek => "dek",
            StringHash::Fnv => "fnv",
        }
    }

    /// The hash with this name.
    pub fn from_name(name: &str) -> Option<StringHash> {
        StringHash::ALL.into_iter().find(|hash| hash.name() == name)
    }

    /// The hash of `key`.
    ///
    /// ```
    /// use edgebloom::foreign::hash::string_hashes::{Arithmetic, StringHash};
    /// let key = "布隆过滤器".as_bytes();
    /// assert_eq!(StringHash::Bkdr.hash(key, Arithmetic::Php), 3_168_566_995);
    /// assert_eq!(StringHash::Bkdr.hash(b"abc", Arithmetic::Clean32), 1_677_554);
    /// ```
    pub fn hash(self, key: &[u8], arithmetic: Arithmetic) -> u32 {
        match arithmetic {
            Arithmetic::Php => php_reduce(self.php_state(key)),
            Arithmetic::Clean32 => {
                let start = self.start(key.len() as u64) as u32;
                key.iter().fold(start, |h, &byte| self.clean32_step(h, u32::from(byte)))
            }
        }
    }

    /// The state before the first byte. For DEK, it is the length of the key.
    fn start(self, length: u64) -> u64 {
        match self {
            StringHash::Js => 1_315_423_911,
            StringHash::Djb => 5_381,
            StringHash::Dek => length,
            StringHash::Fnv => 2_166_136_261,
            StringHash::Pjw | StringHash::Elf | StringHash::Bkdr | StringHash::Sdbm => 0,
        }
    }

    /// PHP's state before the first byte of a key of `length` bytes.
    pub fn php_start(self, length: u64) -> Number {
        Number::Int(self.start(length) as i64)
    }

    /// PHP's state after one more byte.
    #[inline(always)]
    pub fn php_step(self, state: Number, byte: u8) -> Number {
        let h = state;
        match self {
            StringHash::Js => h ^ ((h << 5) + byte + (h >> 2)),
            StringHash::Pjw => (h << 4) + byte,
            StringHash::Elf => {
                let t = (h << 4) + byte;
                let high = t & i64::from(HIGH_32);
                (t ^ (high >> 24)) & !high
            }
            StringHash::Bkdr => (h * 131u8 + byte).cast(),
            StringHash::Sdbm => (Number::from(byte) + (h << 6) + (h << 16) - h).cast(),
            StringHash::Djb => ((h << 5) + h).cast() + byte,
            StringHash::Dek => (h << 5) ^ (h >> 27) ^ byte,
            StringHash::Fnv => ((h * i64::from(FNV_PRIME)).cast() % MODULUS) ^ byte,
        }
    }

    /// PHP's state after the last byte, as it is reduced. PJW tests its high bits only here.
    #[inline(always)]
    pub fn php_end(self, state: Number) -> Number {
        match self {
            StringHash::Pjw => php_pjw_fold(state),
            _ => state,
        }
    }

    /// PHP's state for the whole `key`, before it is reduced to the hash.
    pub fn php_state(self, key: &[u8]) -> Number {
        let start = self.php_start(key.len() as u64);
        self.php_end(key.iter().fold(start, |h, &byte| self.php_step(h, byte)))
    }

    #[inline(always)]
    fn clean32_step(self, h: u32, byte: u32) -> u32 {
        match self {
            StringHash::Js => h ^ (h << 5).wrapping_add(byte).wrapping_add(h >> 2),
            StringHash::Pjw | StringHash::Elf => {
                let t = (h << 4).wrapping_add(byte);
                let high = t & HIGH_32;
                (t ^ (high >> 24)) & !high
            }
            StringHash::Bkdr => h.wrapping_mul(131).wrapping_add(byte),
            StringHash::Sdbm => byte.wrapping_add(h << 6).wrapping_add(h << 16).wrapping_sub(h),
            StringHash::Djb => (h << 5).wrapping_add(h).wrapping_add(byte),
            StringHash::Dek => (h << 5) ^ (h >> 27) ^ byte,
            StringHash::Fnv => h.wrapping_mul(FNV_PRIME) ^ byte,
        }
    }
}

/// The low 32 bits of the remainder modulo 2^32 - 1. The remainder is negative if the state is.
#[inline]
pub fn php_reduce(state: Number) -> u32 {
    (state % MODULUS).to_int() as u32
}

/// Without high bits the state does not change, even if it is a float.
#[inline(always)]
fn php_pjw_fold(state: Number) -> Number {
    let high = state & HIGH_PHP;
    if high == Number::Int(0) { state } else { (state ^ (high >> 24)) & !HIGH_PHP }
}

/// PJW in PHP, but with the test of the high bits inside the loop, as in Partow's code.
pub fn php_pjw_in_loop(key: &[u8]) -> u32 {
    let pjw = StringHash::Pjw;
    let start = pjw.php_start(key.len() as u64);
    php_reduce(key.iter().fold(start, |h, &byte| pjw.php_end(pjw.php_step(h, byte))))
}

/// FNV as in Partow's collection, which is neither FNV-1 nor FNV-1a.
pub fn clean32_fnv_partow(key: &[u8]) -> u32 {
    key.iter().fold(0u32, |h, &byte| h.wrapping_mul(0x811c_9dc5) ^ u32::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test key of Partow's collection. The expected values are his.
    const KEY: &[u8] = b"abcdefghijklmnopqrstuvwxyz1234567890";

    #[test]
    fn matches_published_values() {
        for (hash, value) in [
            (StringHash::Js, 1_651_003_062),
            (StringHash::Pjw, 126_631_744),
            (StringHash::Elf, 126_631_744),
            (StringHash::Bkdr, 3_153_586_616),
            (StringHash::Sdbm, 3_449_571_336),
            (StringHash::Djb, 729_241_521),
            (StringHash::Dek, 2_923_964_919),
        ] {
            assert_eq!(hash.hash(KEY, Arithmetic::Clean32), value, "{hash:?}");
        }
        assert_eq!(clean32_fnv_partow(KEY), 3_243_095_106);
        // FNV-1 of "foobar", from the test suite of its authors.
        assert_eq!(StringHash::Fnv.hash(b"foobar", Arithmetic::Clean32), 0x31f0_b262);
    }

    #[test]
    fn empty_keys() {
        for arithmetic in [Arithmetic::Php, Arithmetic::Clean32] {
            let values = StringHash::ALL.map(|hash| hash.hash(b"", arithmetic));
            assert_eq!(values, [1_315_423_911, 0, 0, 0, 0, 5_381, 0, 2_166_136_261]);
        }
    }

    #[test]
    fn ids_and_names_round_trip() {
        for (hash, id) in StringHash::ALL.into_iter().zip(1..) {
            assert_eq!(hash.id(), id);
            assert_eq!(StringHash::from_id(id), Some(hash));
            assert_eq!(StringHash::from_name(hash.name()), Some(hash));
        }
        assert_eq!(StringHash::from_id(0), None);
        assert_eq!(StringHash::from_id(9), None);
        assert_eq!(StringHash::from_name("JS"), None);
    }
}
