//! The buckets of 32 bits of the npm package `bloomfilter`. The JSON around them is read and
//! written by JavaScript.
//!
//! Source: `bloomfilter.js` of 0.0.18, 0.0.21 and 1.1.0.

use alloc::vec::Vec;

use super::words::{Order, filter, head, single, write as write_file};
use crate::chain::Chain;
use crate::error::Result;
use crate::key::KeyEncoding;
use crate::scheme::Scheme;

/// The filter with these buckets and k hashes. A bucket is four bytes, little-endian.
///
/// ```
/// use edgebloom::{Scheme, format::npm_bloomfilter, key::KeyEncoding};
///
/// let chain = npm_bloomfilter::read(Scheme::NpmBloomfilterFnv1a64, 3, &[0xff; 8])?;
/// assert!(chain.contains(&KeyEncoding::Utf16.text("anything").unwrap()));
/// assert_eq!(npm_bloomfilter::write(&chain)?, [0xff; 8]);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// No buckets; 0 hashes or more than 65,535.
pub fn read(scheme: Scheme, hashes: u64, buckets: &[u8]) -> Result<Chain> {
    let head = head(scheme, buckets.len() as u64 * 8, hashes, KeyEncoding::Utf16)?;
    Ok(filter(&head, &[], buckets, Order::Little)?.into())
}

/// The buckets of the filter.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let schemes = [Scheme::NpmBloomfilterFnv1a64, Scheme::NpmBloomfilterFnv1a32x2];
    let filter = single(chain, &schemes)?;
    write_file(filter, (Order::Little, &[]), (Order::Little, filter.head().shape.bits() / 8))
}
