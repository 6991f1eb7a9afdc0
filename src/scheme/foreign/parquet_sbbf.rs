//! Scheme 16: the split-block filter of Parquet and Arrow. The upper half of XXH64 chooses a block
//! of eight 32-bit words. The lower half times the salt of a word chooses one bit in that word.
//!
//! Source: `BloomFilter.md` of the Parquet format.

use xxhash_rust::xxh64::xxh64;

use crate::key::KeyEncoding;
use crate::params::exact_log::log;
use crate::params::{ceil, power};
use crate::scheme::Probes;
use crate::scheme::rules::{Folding, Grouping, Rules, Setting};

/// The bits of a block.
pub(crate) const BLOCK: u64 = 256;
/// The words of a block, which is also the number of probes per key.
pub(crate) const WORDS: u64 = 8;

/// 128 MiB.
const MOST_WRITTEN: u64 = 1 << 30;

const SALTS: [u32; WORDS as usize] = [
    0x47b6_137b,
    0x4497_4d91,
    0x8824_ad5b,
    0xa2b7_289d,
    0x7054_95c7,
    0x2df1_424b,
    0x9efc_4947,
    0x5c6b_fb31,
];

pub(in crate::scheme) const RULES: Rules = Rules {
    unit: BLOCK,
    // A block is chosen by 32 bits.
    most_bits: BLOCK << 32,
    least_hashes: WORDS,
    most_hashes: WORDS,
    encodings: &[KeyEncoding::Bytes, KeyEncoding::Int64, KeyEncoding::Int32],
    grouping: Grouping::Blocks(BLOCK),
    folding: Folding::Blocks(BLOCK),
    // Writers use a power of two, from one block to 128 MiB.
    sized: |n, p| {
        let words = WORDS as f64;
        let eighth_root = power(p, 1.0 / words);
        // `abs` makes this positive. If the root is too small to change 1, the quotient is
        // infinite, with either sign.
        let bits = (words * n as f64 / log(1.0 - eighth_root)).abs();
        let bits = (ceil(bits.min(MOST_WRITTEN as f64))).max(BLOCK).next_power_of_two();
        (bits as f64, words)
    },
    ..Rules::PLAIN
};

pub(in crate::scheme) struct SbbfProbes {
    start: u64,
    key: u32,
    salts: core::slice::Iter<'static, u32>,
}

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> SbbfProbes {
    let hash = xxh64(key, 0);
    let block = ((hash >> 32) * setting.shape.span()) >> 32;
    SbbfProbes { start: block * BLOCK, key: hash as u32, salts: SALTS.iter() }
}

impl Probes for SbbfProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let salt = self.salts.next().copied().unwrap_or(0);
        let position = self.start + u64::from(self.key.wrapping_mul(salt) >> 27);
        self.start += BLOCK / WORDS;
        position
    }
}
