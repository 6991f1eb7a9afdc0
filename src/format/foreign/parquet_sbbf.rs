//! The split-block filter of a column chunk in a Parquet file: a header in Thrift's compact
//! protocol, then the blocks. It contains neither the column nor its type.
//!
//! Source: `parquet.thrift` and `BloomFilter.md` of the Parquet format; Thrift's compact protocol.

use alloc::vec::Vec;

use super::words::{Order, filter, head, single, write as write_file};
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::key::KeyEncoding;
use crate::scheme::Scheme;
use crate::scheme::parquet_sbbf::{BLOCK, WORDS};

static HEADER: Rule = Rule::new(
    Code::Invalid,
    "header",
    "numBytes, BLOCK, XXHASH and UNCOMPRESSED in compact Thrift",
);
static BYTES: Rule = Rule::new(Code::Invalid, "numBytes", "a positive multiple of 32");

/// The header of a Thrift field of type i32 whose id is one more than that of the field before.
const FIELD_I32: u8 = 0x15;
/// After numBytes: three unions, each with member 1, which is an empty struct. Then the end.
const UNIONS: [u8; 13] = [0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0];

/// Reads the header. Returns the number of bytes of the blocks.
fn read_header(reader: &mut Reader<'_>) -> Result<u64> {
    let first = reader.number(1)?;
    if first != u64::from(FIELD_I32) {
        return Err(HEADER.broken_at(0, first));
    }
    let mut number = 0;
    let mut shift = 0;
    loop {
        let byte = reader.number(1)?;
        number |= (byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
        if shift > 28 {
            return Err(BYTES.broken_at(1, number));
        }
    }
    // Zigzag encoding: odd numbers stand for negative ones.
    let bytes = number >> 1;
    if number & 1 == 1 || bytes == 0 || bytes > i32::MAX as u64 || !bytes.is_multiple_of(BLOCK / 8)
    {
        return Err(BYTES.broken_at(1, bytes));
    }
    for expected in UNIONS {
        let offset = reader.offset();
        let found = reader.number(1)?;
        if found != u64::from(expected) {
            return Err(HEADER.broken_at(offset, found));
        }
    }
    reader.expect(bytes, &TOO_SHORT, &TOO_LONG)?;
    Ok(bytes)
}

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    read_header(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a part of a Parquet file that starts at `bloom_filter_offset`. Choose `encoding`
/// by the type of the column: `Bytes` for BYTE_ARRAY, `Int64`, `Int32`.
///
/// ```
/// use edgebloom::{format::parquet_sbbf, key::KeyEncoding};
///
/// let mut file = vec![0x15, 0x40, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0];
/// file.resize(file.len() + 32, 0xff);
/// let chain = parquet_sbbf::read(&file, KeyEncoding::Int64)?;
/// assert!(chain.contains(&5i64.to_le_bytes()));
/// assert_eq!(parquet_sbbf::write(&chain)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one filter.
pub fn read(bytes: &[u8], encoding: KeyEncoding) -> Result<Chain> {
    let mut reader = Reader::new(bytes);
    let length = read_header(&mut reader)?;
    let head = head(Scheme::ParquetSbbf, length * 8, WORDS, encoding)?;
    Ok(filter(&head, &[], reader.rest(), Order::Little)?.into())
}

/// The file in the form that Parquet writers use.
///
/// # Errors
/// A filter of another scheme; 2 GiB or more; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let filter = single(chain, &[Scheme::ParquetSbbf])?;
    let bytes = filter.head().shape.bits() / 8;
    if bytes > i32::MAX as u64 {
        return Err(BYTES.broken_by(bytes));
    }
    // A varint: seven bits per byte. The top bit is set in all bytes but the last.
    let mut number = bytes << 1;
    let mut start = u64::from(FIELD_I32);
    let mut size = 1;
    while number >= 0x80 {
        start |= (number & 0x7f | 0x80) << (8 * size);
        (number, size) = (number >> 7, size + 1);
    }
    let (first, last) = UNIONS.split_at(8);
    let number_of =
        |bytes: &[u8]| bytes.iter().rev().fold(0, |all, &byte| (all << 8) | u64::from(byte));
    let header =
        [(start | number << (8 * size), size + 1), (number_of(first), 8), (number_of(last), 5)];
    write_file(filter, (Order::Little, &header), (Order::Little, bytes))
}
