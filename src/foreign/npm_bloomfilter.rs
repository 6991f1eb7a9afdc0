//! The npm package `bloomfilter`.
//!
//! Scheme 17 (1.1.0, 0.0.21) uses the two halves of a 64-bit FNV-1a, and its step grows. Scheme 18
//! (0.0.18) uses two 32-bit hashes and a + i · b. Both work on signed numbers and Euclidean
//! remainders.
//!
//! The file has buckets of 32 bits. The JSON around them is read and written by JavaScript.
//!
//! Source: `bloomfilter.js` of 0.0.18, 0.0.21 and 1.1.0.

use super::exact_log::log;
use super::filter::Filter;
use super::formats::Format;
use super::hash::fnv1a::{units32, units64};
use super::key_encoding::KeyEncoding;
use super::rules::{Rules, Setting};
use super::scheme::Scheme;
use super::words::{Order, filter, header, single, write as write_file};
use crate::error::Result;
use crate::layout::Probes;
use crate::params::ceil;
use alloc::vec::Vec;
use core::f64::consts::LN_2;

pub(super) const RULES: Rules = Rules {
    unit: 32,
    encodings: &[KeyEncoding::Utf16],
    sized: |n, p| {
        let bits = ceil(-(n as f64) * (log(p) / LN_2) / LN_2) as f64;
        (bits, ceil(LN_2 * bits / n as f64) as f64)
    },
    ..Rules::PLAIN
};

const SECOND_SEED: u32 = 0x5df4_3149;

pub(super) struct NpmBloomfilterProbes {
    number: u64,
    step: u64,
    i: u64,
    /// The step grows by this times i after each number: 1 or 0.
    grows: u64,
    bits: u64,
}

#[inline(always)]
fn start(a: u32, b: u32, grows: u64, setting: &Setting<'_>) -> NpmBloomfilterProbes {
    let bits = setting.shape.bits();
    let remainder = |number: u32| i64::from(number as i32).rem_euclid(bits as i64) as u64;
    NpmBloomfilterProbes { number: remainder(a), step: remainder(b), i: 0, grows, bits }
}

#[inline(always)]
pub(super) fn probes(key: &[u8], setting: &Setting<'_>) -> NpmBloomfilterProbes {
    let hash = units64(key);
    start((hash >> 32) as u32, hash as u32, 1, setting)
}

#[inline(always)]
pub(super) fn probes_32(key: &[u8], setting: &Setting<'_>) -> NpmBloomfilterProbes {
    start(units32(key, 0), units32(key, SECOND_SEED), 0, setting)
}

impl Probes for NpmBloomfilterProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let position = self.number;
        self.i += 1;
        self.number = (self.number + self.step) % self.bits;
        self.step = (self.step + self.grows * self.i) % self.bits;
        position
    }
}

pub(super) static FORMAT: Format = Format {
    name: "npm-bloomfilter",
    read: |file, unsaid| read(unsaid.scheme, unsaid.hashes, file),
    write,
    recognises: |_| false,
};

/// The filter with these buckets and k hashes. A bucket is four bytes, little-endian.
///
/// ```
/// use edgebloom::foreign::{KeyEncoding, Scheme, npm_bloomfilter};
///
/// let filter = npm_bloomfilter::read(Scheme::NpmBloomfilterFnv1a64, 3, &[0xff; 8])?;
/// assert!(filter.contains(&KeyEncoding::Utf16.text("anything").unwrap()));
/// assert_eq!(npm_bloomfilter::write(&filter)?, [0xff; 8]);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// No buckets; 0 hashes or more than 65,535.
pub fn read(scheme: Scheme, hashes: u64, buckets: &[u8]) -> Result<Filter> {
    let header = header(scheme, buckets.len() as u64 * 8, hashes, KeyEncoding::Utf16)?;
    Ok(filter(&header, &[], buckets, Order::Little)?.into())
}

/// The buckets of the filter.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let schemes = [Scheme::NpmBloomfilterFnv1a64, Scheme::NpmBloomfilterFnv1a32x2];
    let filter = single(filter, &schemes)?;
    write_file(filter, (Order::Little, &[]), (Order::Little, filter.header().shape.bits() / 8))
}
