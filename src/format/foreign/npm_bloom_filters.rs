//! The bits of the npm package `bloom-filters`, in whole bytes. In a partitioned filter, the slices
//! follow each other, each in whole bytes. The JSON around the bits is read and written by
//! JavaScript.
//!
//! Source: `saveAsJSON` of 1.3.4, 1.3.9, 2.0.0 and 3.0.4.

use alloc::vec::Vec;

use super::words::{Order, check_scheme, file, words_of, write as write_file};
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::filter::{Filter, Head};
use crate::key::KeyEncoding;
use crate::scheme::{Scheme, Shape};

static HASHES: Rule = Rule::new(
    Code::Invalid,
    "_nbHashes",
    "a number that the size allows, at most 1024 before version 2.0",
);
static LENGTH: Rule = Rule::new(Code::Invalid, "_filter", "{} bytes");
static SPARE: Rule = Rule::new(Code::Invalid, "_filter", "zeros after the last bit");

/// The filter with these bits; `parameters` are those of its scheme.
///
/// ```
/// use edgebloom::{Scheme, format::npm_bloom_filters};
///
/// let seed = 42.0_f64.to_bits() as i64;
/// let bits = [0xff, 0x03];
/// let chain = npm_bloom_filters::read(Scheme::NpmBloomFiltersV2, 10, 3, 0, vec![seed], &bits)?;
/// assert!(chain.contains(b"anything"));
/// assert_eq!(npm_bloom_filters::write(&chain)?, bits);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// A shape that the scheme does not have; the wrong number of bytes; set bits after the last bit.
pub fn read(
    scheme: Scheme,
    bits: u64,
    hashes: u64,
    inserted: u64,
    parameters: Vec<i64>,
    slices: &[u8],
) -> Result<Chain> {
    let shape = Shape::new(scheme, bits, hashes).map_err(|_| HASHES.broken_by(hashes))?;
    let slice = shape.span().div_ceil(8);
    let expected = slice.saturating_mul(shape.bits() / shape.span());
    if slices.len() as u64 != expected {
        return Err(LENGTH.broken_by(slices.len() as u64).expecting(expected));
    }
    let words = joined(slices, slice, shape)?;
    let head = Head::of_system(scheme, shape, KeyEncoding::BloomFilters);
    Ok(Filter::of_words(Head { inserted, ..head }, parameters, words)?.into())
}

/// The words of slices that may end within a byte.
fn joined(slices: &[u8], slice: u64, shape: Shape) -> Result<Vec<u64>> {
    let bits = shape.span();
    let mut words = zeroed_words(shape.bits().div_ceil(64), &MEMORY)?;
    let mut start = 0;
    for bytes in slices.chunks(slice as usize) {
        for (at, &byte) in (0..).step_by(8).zip(bytes) {
            if bits - at < 8 && byte >> (bits - at) != 0 {
                return Err(SPARE.broken());
            }
            let place = start + at;
            let (index, shift) = ((place / 64) as usize, place % 64);
            // Bits that do not fit go into the next word. Without such bits, `over` is 0.
            let over = (u64::from(byte) >> 1) >> (63 - shift);
            for (index, part) in [(index, u64::from(byte) << shift), (index + 1, over)] {
                if let Some(word) = words.get_mut(index) {
                    *word |= part;
                }
            }
        }
        start += bits;
    }
    Ok(words)
}

/// The bits in the form that [`read`] expects.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let filter = chain.single()?;
    check_scheme(
        filter,
        &[
            Scheme::NpmBloomFiltersV2,
            Scheme::NpmBloomFiltersV2Partitioned,
            Scheme::NpmBloomFiltersV1a,
            Scheme::NpmBloomFiltersV1b,
            Scheme::NpmBloomFiltersV1Partitioned,
        ],
    )?;
    let shape = filter.head().shape;
    let slice = shape.span();
    if slice == shape.bits() {
        return write_file(filter, (Order::Little, &[]), (Order::Little, slice.div_ceil(8)));
    }
    let words = words_of(filter)?;
    let mut bytes = file(slice.div_ceil(8).saturating_mul(shape.hashes()))?;
    let bit =
        |place: u64| words.get((place / 64) as usize).map_or(0, |word| word >> (place % 64) & 1);
    for start in (0..shape.hashes()).map(|i| i * slice) {
        for at in (0..slice).step_by(8) {
            let byte = (0..8.min(slice - at)).map(|i| bit(start + at + i) << i).sum::<u64>();
            bytes.push(byte as u8);
        }
    }
    Ok(bytes)
}
