//! Schemes 13 and 14: RedisBloom. The probes are a + i · b, i from 0 on, wrapping at 64 bits,
//! modulo m. Scheme 13 hashes with MurmurHash64A, scheme 14 (filters of 1.0) with MurmurHash2. b is
//! the hash under a as its seed.
//!
//! The parameters are the values of the header besides the shape: see [`Record`].
//!
//! Source: `deps/bloom/bloom.c` of RedisBloom 1.0.3 to 8.8.0.

use crate::hash::murmur2::{murmur2, murmur64a};
use crate::params;
use crate::params::exact_log::log;
use crate::scheme::rules::{Folding, Parameters, Rules, Setting};
use crate::scheme::{Probes, Scheme};

pub(crate) const NO_ROUND: u64 = 1;
pub(crate) const FORCE_64: u64 = 4;
pub(crate) const NO_SCALING: u64 = 8;
/// The rate of each sub-filter is this factor times that of the one before.
pub(crate) const TIGHTENING: f64 = 0.5;
/// The layout of current headers.
pub(crate) const LAST_LAYOUT: u64 = 2;
const OPTIONS: u64 = 15;
/// There can be up to this factor more bits than m. The bits after m are 0, and a filter file does
/// not contain them.
pub(crate) const MOST_UNUSED: u64 = 64;
/// The values that the servers use. They are not exact.
#[allow(clippy::approx_constant)]
const LN_2: f64 = 0.693_147_180_559_945;
const LN_2_SQUARED: f64 = 0.480_453_013_918_201;

pub(in crate::scheme) const RULES: Rules = Rules {
    parameters: Parameters::Exactly(FIELDS as u64),
    // Everything that positions depend on is in the shape.
    decisive: 0,
    folding: Folding::None,
    scales: true,
    counts_new_only: true,
    sized: |n, p| {
        let (record, _) = Record::sized(n, p, 0, NO_ROUND | FORCE_64, 2);
        (record.bits as f64, record.hashes() as f64)
    },
    check: |setting| Record::of(setting).is_sound(setting),
    ..Rules::PLAIN
};

/// The values in the header for a sub-filter and for the whole filter.
#[derive(Clone, Copy)]
pub(crate) struct Record {
    /// Bits per entry.
    pub(crate) bits_per_entry: f64,
    /// If this is not 0, m is 2 to this power.
    pub(crate) log2: u64,
    /// The number of bytes. It can be larger than m needs.
    pub(crate) bytes: u64,
    /// The number of bits in the header. In old headers it can be 0.
    pub(crate) bits: u64,
    /// The growth factor of the whole filter.
    pub(crate) growth: u64,
    /// The options of the whole filter.
    pub(crate) options: u64,
    /// The layout of the header: 0 (1.x and 2.0), 1 (2.2.0) or 2.
    pub(crate) layout: u64,
}

const FIELDS: usize = 6;

impl Record {
    pub(crate) fn of(setting: &Setting<'_>) -> Record {
        Record {
            bits_per_entry: setting.real(0),
            log2: setting.whole(1),
            bytes: setting.whole(2),
            bits: setting.whole(3),
            growth: setting.whole(4),
            options: setting.whole(5) & 0xff,
            layout: setting.whole(5) >> 8,
        }
    }

    /// The record of a sub-filter for `entries` entries at `rate`, and its real capacity. If the
    /// number of bits is rounded up to a power of two, the capacity is larger.
    pub(crate) fn sized(
        entries: u64,
        rate: f64,
        growth: u64,
        options: u64,
        layout: u64,
    ) -> (Record, u64) {
        let bits_per_entry = -log(rate) / LN_2_SQUARED;
        let exact = entries as f64 * bits_per_entry;
        let mut record = Record {
            bits_per_entry,
            log2: 0,
            bytes: 0,
            bits: exact as u64,
            growth,
            options,
            layout,
        };
        let mut room = entries;
        if options & NO_ROUND == 0 {
            record.log2 = u64::from((exact as u64).max(1).ilog2()) + 1;
            record.bits = 1 << record.log2.min(63);
            room = entries.saturating_add(((record.bits as f64 - exact) / bits_per_entry) as u64);
        }
        // 2.2.0 rounds up to bytes, all other versions to words.
        let unit = if layout == 1 { 8 } else { 64 };
        record.bytes = record.bits.div_ceil(unit).saturating_mul(unit / 8);
        // Old headers have 0 bits if the size is a power of two.
        let has_bits = layout > 0 || record.log2 == 0;
        record.bits = if has_bits { record.bytes.saturating_mul(8) } else { 0 };
        (record, room)
    }

    pub(crate) fn parameters(&self) -> [i64; FIELDS] {
        [
            self.bits_per_entry.to_bits(),
            self.log2,
            self.bytes,
            self.bits,
            self.growth,
            self.options | self.layout << 8,
        ]
        .map(|number| number as i64)
    }

    /// k, as all server versions compute it.
    pub(crate) fn hashes(&self) -> u64 {
        params::ceil(LN_2 * self.bits_per_entry)
    }

    /// m.
    pub(crate) fn modulus(&self) -> u64 {
        if self.log2 == 0 { self.bits } else { 1u64.checked_shl(self.log2 as u32).unwrap_or(0) }
    }

    pub(crate) fn scheme(&self) -> Scheme {
        if self.options & FORCE_64 == 0 { Scheme::RedisBloomHash32 } else { Scheme::RedisBloom }
    }

    fn is_sound(&self, setting: &Setting<'_>) -> bool {
        let all = self.bytes.saturating_mul(8);
        setting.seed == 0
            && self.log2 < 64
            && self.growth <= u64::from(u32::MAX)
            && self.options <= OPTIONS
            && self.layout <= 2
            && self.scheme() == setting.scheme
            && self.modulus() == setting.shape.bits()
            && self.modulus() <= all
            && all <= self.modulus().saturating_mul(MOST_UNUSED)
            && (self.bits == all || self.layout < 2)
            && self.hashes() == setting.shape.hashes()
    }
}

pub(in crate::scheme) struct RedisBloomProbes {
    sum: u64,
    step: u64,
    bits: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> RedisBloomProbes {
    let sum = murmur64a(key, 0xc6a4_a793_5bd1_e995);
    RedisBloomProbes { sum, step: murmur64a(key, sum), bits: setting.shape.bits() }
}

#[inline(always)]
pub(in crate::scheme) fn probes_32(key: &[u8], setting: &Setting<'_>) -> RedisBloomProbes {
    let sum = murmur2(key, 0x9747_b28c);
    let step = u64::from(murmur2(key, sum));
    RedisBloomProbes { sum: u64::from(sum), step, bits: setting.shape.bits() }
}

impl Probes for RedisBloomProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let position = self.sum % self.bits;
        self.sum = self.sum.wrapping_add(self.step);
        position
    }
}
