//! Schemes 6 and 7: the Mersenne Twister, seeded with the CRC-32 of the key, draws k numbers below
//! m. Scheme 6 draws like PHP 8, scheme 7 like PHP 5.

use crate::error::{Code, Result, Rule};
use crate::filter::Target;
use crate::foreign::filter::Filter;
use crate::foreign::hash::crc32::crc32;
use crate::foreign::hash::mt19937::{Generator, Mt19937};
use crate::foreign::key_encoding::KeyEncoding;
use crate::foreign::rules::{Folding, MAX_FOREIGN_BITS, Rules, Setting};
use crate::foreign::scheme::Scheme;
use crate::foreign::sub_filter::Header;
use crate::layout::Probes;
use crate::params;
use alloc::vec::Vec;
use core::f64::consts::LN_2;

static CAPACITY: Rule = Rule::new(Code::Argument, "capacity", "a whole number of at least 1");

pub(in crate::foreign) const RULES: Rules = Rules {
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

/// A filter of `bits` bits for `capacity` keys, like that of a PHP class. The class seeds a Mersenne
/// Twister with the CRC-32 of the key and draws ⌈(m/n) ln 2⌉ positions from it.
///
/// ```
/// use edgebloom::foreign::hash::mt19937::Generator;
/// use edgebloom::foreign::php::crc32_mt;
///
/// let mut filter = crc32_mt::filter(10, 2, Generator::Php8)?;
/// filter.insert(b"test1")?;
/// filter.insert(b"test2")?;
/// assert!(filter.contains(b"test1") && !filter.contains(b"test3"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// `bits` or `capacity` 0.
pub fn filter(bits: u64, capacity: u64, generator: Generator) -> Result<Filter> {
    if capacity == 0 {
        return Err(CAPACITY.broken_by(capacity));
    }
    let scheme = match generator {
        Generator::Php8 => Scheme::Crc32Mt,
        Generator::Php5 => Scheme::Crc32MtPhp5,
    };
    let shape = scheme.shape(bits, hashes_for(bits, capacity).max(1))?;
    let target = Some(Target { capacity, rate: 0.0 });
    let header = Header::of_shape(scheme, shape, KeyEncoding::Native);
    Filter::new(Header { target, ..header }, Vec::new())
}

pub(crate) struct Crc32MtProbes {
    random: Mt19937,
    bits: u64,
}

#[inline(always)]
pub(in crate::foreign) fn probes(key: &[u8], setting: &Setting<'_>) -> Crc32MtProbes {
    let php5 = setting.scheme == Scheme::Crc32MtPhp5;
    let generator = if php5 { Generator::Php5 } else { Generator::Php8 };
    Crc32MtProbes { random: Mt19937::new(crc32(key), generator), bits: setting.shape.bits() }
}

impl Probes for Crc32MtProbes {
    fn next(&mut self) -> u64 {
        self.random.below(self.bits)
    }
}
