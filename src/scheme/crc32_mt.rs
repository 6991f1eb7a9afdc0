//! Schemes 6 and 7: the Mersenne Twister, seeded with the CRC-32 of the key, draws k numbers below m.
//! Scheme 6 draws as PHP 8 does, 7 as PHP 5.

use core::f64::consts::LN_2;

use super::{Probes, Scheme, Shape};
use crate::hash::crc32::crc32;
use crate::hash::mt19937::{Generator, Mt19937};
use crate::params;

/// The number of probes that the PHP class takes for `m` bits and `n` keys: ⌈(m/n) ln 2⌉.
pub fn hashes_for(m: u64, n: u64) -> u64 {
    params::ceil(m as f64 / n as f64 * LN_2)
}

pub(crate) struct Crc32MtProbes {
    random: Mt19937,
    bits: u64,
}

#[inline(always)]
pub(crate) fn probes(key: &[u8], scheme: Scheme, shape: Shape) -> Crc32MtProbes {
    let generator = if scheme == Scheme::Crc32Mt { Generator::Php8 } else { Generator::Php5 };
    Crc32MtProbes { random: Mt19937::new(crc32(key), generator), bits: shape.bits() }
}

impl Probes for Crc32MtProbes {
    fn next(&mut self) -> u64 {
        self.random.below(self.bits)
    }
}
