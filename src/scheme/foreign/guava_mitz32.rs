//! Scheme 9: Guava's MURMUR128_MITZ_32, which is used in its old files. The two halves of the first
//! 64 bits of MurmurHash3 x64 128 are a and b.
//!
//! Source: `BloomFilterStrategies` of Guava 31.1 and 33.6.0.

use super::double_hashing::WrappingProbes;
use crate::hash::murmur3_x64_128 as murmur3;
use crate::scheme::rules::Setting;

#[inline(always)]
pub(in crate::scheme) fn probes(key: &[u8], setting: &Setting<'_>) -> WrappingProbes {
    let hash = murmur3::hash(key, 0).h1;
    WrappingProbes::new(hash as u32, (hash >> 32) as u32, setting)
}
