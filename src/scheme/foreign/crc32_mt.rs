//! Schemes 6 and 7: the Mersenne Twister, seeded with the CRC-32 of the key, draws k numbers below
//! m. Scheme 6 draws like PHP 8, scheme 7 like PHP 5.

use core::f64::consts::LN_2;

use crate::hash::crc32::crc32;
use crate::hash::mt19937::{Generator, Mt19937};
use crate::key::KeyEncoding;
use crate::params;
use crate::scheme::rules::{Folding, Rules, Setting};
use crate::scheme::{MAX_FOREIGN_BITS, Probes, Scheme};

pub(in crate::scheme) const RULES: Rules = Rules {
    most_hashes: MAX_FOREIGN_BITS,
    encodings: &[KeyEncoding::Native],
    sparse: true,
    // There is no simple relation between m and the numbers that are drawn.
    folding: Folding::None,
    computed_hashes: Some(hashes_for),
    ..Rules::PLAIN
};

/// The number of probes that the PHP class uses for `m` bits and `n` keys: ⌈(m/n) ln 2⌉.
pub fn hashes_for(m: u64, n: u64) -> u64 {
    params::ceil(m as f64 / n as f64 * LN_2)
}

pub(crate) struct Crc32MtProbes {
    random: Mt19937,
    bits: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> Crc32MtProbes {
    let php5 = setting.scheme == Scheme::Crc32MtPhp5;
    let generator = if php5 { Generator::Php5 } else { Generator::Php8 };
    Crc32MtProbes { random: Mt19937::new(crc32(key), generator), bits: setting.shape.bits() }
}

impl Probes for Crc32MtProbes {
    fn next(&mut self) -> u64 {
        self.random.below(self.bits)
    }
}
