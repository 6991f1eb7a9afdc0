//! Files of `save` of the Python package `rbloom`: k, little-endian, and the bits. The file does
//! not say which hash function was used for the keys.
//!
//! Source: `src/lib.rs` of 1.5.4.

use alloc::vec::Vec;

use super::words::{Order, check_hashes, filter, head, single, write as write_file};
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::format::reader::Reader;
use crate::key::KeyEncoding;
use crate::scheme::Scheme;

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

/// True if the bytes could be such a file. Other files can look the same.
pub fn recognises(bytes: &[u8]) -> bool {
    read_hashes(&mut Reader::new(bytes)).is_ok_and(|hashes| hashes <= 64)
}

/// The filter in a file. Its keys are hashes of 128 bits: [`KeyEncoding::Hash128`].
///
/// ```
/// use edgebloom::format::rbloom;
///
/// let file = [3, 0, 0, 0, 0, 0, 0, 0, 0xff];
/// let chain = rbloom::read(&file)?;
/// assert!(chain.contains(&(-5i128).to_le_bytes()));
/// assert_eq!(rbloom::write(&chain)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// 0 hashes; no bits.
pub fn read(bytes: &[u8]) -> Result<Chain> {
    let mut reader = Reader::new(bytes);
    let hashes = read_hashes(&mut reader)?;
    let bits = reader.rest().len() as u64 * 8;
    let head = head(Scheme::Rbloom, bits, hashes, KeyEncoding::Hash128)?;
    Ok(filter(&head, &[], reader.rest(), Order::Little)?.into())
}

/// The file of `save`.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let filter = single(chain, &[Scheme::Rbloom])?;
    let shape = filter.head().shape;
    let header = [(shape.hashes(), 8)];
    write_file(filter, (Order::Little, &header), (Order::Little, shape.bits() / 8))
}
