//! The Python package `rbloom`.
//!
//! Scheme 26: the caller's 128-bit hash is the start of a linear congruential generator. Of each of
//! its numbers, the bits from 32 on are used.
//!
//! A file of `save` has k, little-endian, and the bits. It does not say which hash function was used
//! for the keys.
//!
//! Source: `src/lib.rs` of 1.5.4.

use super::filter::Filter;
use super::formats::Format;
use super::key_encoding::KeyEncoding;
use super::rules::{Rules, Setting, best_bits};
use super::scheme::Scheme;
use super::words::{Order, check_hashes, filter, header, single, write as write_file};
use crate::error::{Code, Result, Rule};
use crate::format::reader::Reader;
use crate::layout::Probes;
use alloc::vec::Vec;
use core::f64::consts::LN_2;

pub(super) const RULES: Rules = Rules {
    unit: 8,
    encodings: &[KeyEncoding::Hash128],
    sized: |n, p| {
        let bits = best_bits(n, p);
        (bits as u64 as f64, (bits / n as f64 * LN_2) as u64 as f64)
    },
    ..Rules::PLAIN
};

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcb_5ced;

pub(super) struct RbloomProbes {
    state: u128,
    bits: u64,
}

/// The key is the hash in little-endian bytes.
#[inline(always)]
pub(super) fn probes(key: &[u8], setting: &Setting<'_>) -> RbloomProbes {
    let state = u128::from_le_bytes(key.first_chunk().copied().unwrap_or_default());
    RbloomProbes { state, bits: setting.shape.bits() }
}

impl Probes for RbloomProbes {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(1);
        (self.state >> 32) as u64 % self.bits
    }
}

static HASHES: Rule = Rule::new(Code::Invalid, "hashes", "a number from 1 to 65535");
static TOO_SHORT: Rule =
    Rule::state(Code::Truncated, "length", "truncated: at least 9 bytes needed");

fn read_hashes(reader: &mut Reader<'_>) -> Result<u64> {
    let hashes = reader.number(8)?;
    check_hashes(Scheme::Rbloom, hashes, &HASHES, 0)?;
    if reader.rest().is_empty() {
        return Err(TOO_SHORT.broken_at(8, 8));
    }
    Ok(hashes)
}

pub(super) static FORMAT: Format =
    Format { name: "rbloom", read: |file, _| read(file), write, recognises };

/// True if the bytes could be such a file. Other files can look the same.
pub fn recognises(bytes: &[u8]) -> bool {
    read_hashes(&mut Reader::new(bytes)).is_ok_and(|hashes| hashes <= 64)
}

/// The filter in a file. Its keys are hashes of 128 bits: [`KeyEncoding::Hash128`].
///
/// ```
/// use edgebloom::foreign::rbloom;
///
/// let file = [3, 0, 0, 0, 0, 0, 0, 0, 0xff];
/// let filter = rbloom::read(&file)?;
/// assert!(filter.contains(&(-5i128).to_le_bytes()));
/// assert_eq!(rbloom::write(&filter)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// 0 hashes; no bits.
pub fn read(bytes: &[u8]) -> Result<Filter> {
    let mut reader = Reader::new(bytes);
    let hashes = read_hashes(&mut reader)?;
    let bits = reader.rest().len() as u64 * 8;
    let header = header(Scheme::Rbloom, bits, hashes, KeyEncoding::Hash128)?;
    Ok(filter(&header, &[], reader.rest(), Order::Little)?.into())
}

/// The file of `save`.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let filter = single(filter, &[Scheme::Rbloom])?;
    let shape = filter.header().shape;
    let header = [(shape.hashes(), 8)];
    write_file(filter, (Order::Little, &header), (Order::Little, shape.bits() / 8))
}
