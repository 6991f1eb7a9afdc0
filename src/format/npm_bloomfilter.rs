//! The buckets of 32 bits of the npm package `bloomfilter`. Around them is JSON, which JavaScript reads and writes.
//!
//! Source: `bloomfilter.js` of 0.0.18, 0.0.21 and 1.1.0.

use alloc::vec::Vec;

use super::words::{Order, file, single, words, words_of, write_words};
use crate::chain::Chain;
use crate::error::Result;
use crate::filter::{Filter, Head};
use crate::key::KeyEncoding;
use crate::scheme::{Scheme, Shape};

/// The filter of k hashes in buckets, each four bytes, little-endian.
///
/// # Errors
/// No buckets; no hashes or more than 65,535.
pub fn read(scheme: Scheme, hashes: u64, buckets: &[u8]) -> Result<Chain> {
    let shape = Shape::new(scheme, buckets.len() as u64 * 8, hashes)?;
    let words = words(buckets, Order::Little)?;
    let head = Head::of_system(scheme, shape, KeyEncoding::Utf16);
    Ok(Filter::of_words(head, Vec::new(), words)?.into())
}

/// The buckets.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let schemes = [Scheme::NpmBloomfilterFnv1a64, Scheme::NpmBloomfilterFnv1a32x2];
    let filter = single(chain, &schemes)?;
    let words = words_of(filter)?;
    let mut file = file(words.len() as u64 * 8)?;
    write_words(&mut file, &words, Order::Little, words.len() as u64 * 8);
    file.truncate((filter.head().shape.bits() / 8) as usize);
    Ok(file)
}
