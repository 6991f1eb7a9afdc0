//! Files of the Go package `bits-and-blooms/bloom`. All numbers are big-endian: m, k, the length of
//! the bit set in bits, and its words. The JSON form has m and k as numbers and the rest as base64:
//! see [`read_set`].
//!
//! Source: `WriteTo` of bloom v3.3.1 and v3.7.1, with bitset v1.2.2 and v1.24.2.

use alloc::vec::Vec;

use super::words::{Order, check_hashes, filter, head, single, write as write_file};
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::filter::Head;
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::key::KeyEncoding;
use crate::scheme::Scheme;

static BITS: Rule = Rule::new(Code::Invalid, "bits", "a number from 1 to 2^53 - 1");
static HASHES: Rule = Rule::new(Code::Invalid, "hashes", "a number from 1 to 65535");
static LENGTH: Rule =
    Rule::new(Code::Invalid, "length of the bit set", "{}, the bits of the filter");

fn read_shape(reader: &mut Reader<'_>) -> Result<(u64, u64)> {
    Ok((reader.number_be(8)?, reader.number_be(8)?))
}

fn check(bits: u64, hashes: u64, reader: &mut Reader<'_>) -> Result<Head> {
    if !(1..1 << 53).contains(&bits) {
        return Err(BITS.broken_at(0, bits));
    }
    let scheme = Scheme::GoBitsAndBlooms;
    check_hashes(scheme, hashes, &HASHES, 8)?;
    let offset = reader.offset();
    let length = reader.number_be(8)?;
    if length != bits {
        return Err(LENGTH.broken_at(offset, length).expecting(bits));
    }
    reader.expect(bits.div_ceil(64) * 8, &TOO_SHORT, &TOO_LONG)?;
    head(scheme, bits, hashes, KeyEncoding::Bytes)
}

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    let mut reader = Reader::new(bytes);
    let shape = read_shape(&mut reader);
    shape.and_then(|(bits, hashes)| check(bits, hashes, &mut reader)).is_ok()
}

/// The filter in a file.
///
/// ```
/// use edgebloom::format::go_bits_and_blooms;
///
/// // m, k, the length of the bit set, its words.
/// let file: Vec<u8> = [100u64, 3, 100, u64::MAX, 0].iter().flat_map(|n| n.to_be_bytes()).collect();
/// let chain = go_bits_and_blooms::read(&file)?;
/// assert_eq!(chain.newest().set_cells(), 64);
/// assert_eq!(go_bits_and_blooms::write(&chain)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one file; a bit set with another length than the filter.
pub fn read(bytes: &[u8]) -> Result<Chain> {
    let mut reader = Reader::new(bytes);
    let (bits, hashes) = read_shape(&mut reader)?;
    finish(bits, hashes, reader)
}

/// The filter with this m, this k and the bytes of the base64 string in its JSON form.
///
/// # Errors
/// As [`read`].
pub fn read_set(bits: u64, hashes: u64, set: &[u8]) -> Result<Chain> {
    finish(bits, hashes, Reader::new(set))
}

fn finish(bits: u64, hashes: u64, mut reader: Reader<'_>) -> Result<Chain> {
    let head = check(bits, hashes, &mut reader)?;
    Ok(filter(&head, &[], reader.rest(), Order::Big)?.into())
}

/// The file of the Go package.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let filter = single(chain, &[Scheme::GoBitsAndBlooms])?;
    let shape = filter.head().shape;
    let header = [(shape.bits(), 8), (shape.hashes(), 8), (shape.bits(), 8)];
    write_file(filter, (Order::Big, &header), (Order::Big, shape.bits().div_ceil(64) * 8))
}
