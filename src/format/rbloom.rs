//! What `save` of the Python package `rbloom` writes: k, little-endian, and the bits. Which hash the
//! keys went through is not said.
//!
//! Source: `src/lib.rs` of 1.5.4.

use alloc::vec::Vec;

use super::reader::Reader;
use super::words::{Order, file, single, words, words_of, write_words};
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::filter::{Filter, Head};
use crate::key::KeyEncoding;
use crate::scheme::{Scheme, Shape};

static HASHES: Rule = Rule::new(Code::Invalid, "hashes", "1 to 65535");
static TOO_SHORT: Rule = Rule::new(Code::Truncated, "length", "a byte of bits");

fn read_hashes(reader: &mut Reader<'_>) -> Result<u64> {
    let hashes = reader.number(8)?;
    if !(1..=u64::from(u16::MAX)).contains(&hashes) {
        return Err(HASHES.broken_at(0, hashes));
    }
    if reader.rest().is_empty() {
        return Err(TOO_SHORT.broken_at(8, 8));
    }
    Ok(hashes)
}

/// True if the bytes could be such a file; others could, too.
pub fn recognises(bytes: &[u8]) -> bool {
    read_hashes(&mut Reader::new(bytes)).is_ok_and(|hashes| hashes <= 64)
}

/// The filter in a file. Its keys are hashes of 128 bits: [`KeyEncoding::Hash128`].
///
/// # Errors
/// No hashes, or no bits.
pub fn read(bytes: &[u8]) -> Result<Chain> {
    let mut reader = Reader::new(bytes);
    let hashes = read_hashes(&mut reader)?;
    let scheme = Scheme::Rbloom;
    let shape = Shape::new(scheme, reader.rest().len() as u64 * 8, hashes)?;
    let words = words(reader.rest(), Order::Little)?;
    let head = Head::of_system(scheme, shape, KeyEncoding::Hash128);
    Ok(Filter::of_words(head, Vec::new(), words)?.into())
}

/// What `rbloom` would have written.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let filter = single(chain, &[Scheme::Rbloom])?;
    let shape = filter.head().shape;
    let words = words_of(filter)?;
    let mut file = file(8 + words.len() as u64 * 8)?;
    file.extend_from_slice(&shape.hashes().to_le_bytes());
    write_words(&mut file, &words, Order::Little, shape.bits() / 8);
    Ok(file)
}
