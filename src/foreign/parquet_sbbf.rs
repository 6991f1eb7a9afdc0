//! The split-block filter of Parquet and Arrow.
//!
//! Scheme 16: the upper half of XXH64 chooses a block of eight 32-bit words. The lower half times
//! the salt of a word chooses one bit in that word.
//!
//! In a Parquet file, a column chunk has a header in Thrift's compact protocol, then the blocks. It
//! contains neither the column nor its type.
//!
//! Source: `parquet.thrift` and `BloomFilter.md` of the Parquet format; Thrift's compact protocol.

use super::exact_log::log;
use super::filter::Filter;
use super::formats::Format;
use super::key_encoding::KeyEncoding;
use super::rules::{Folding, Grouping, Rules, Setting};
use super::scheme::Scheme;
use super::words::{Order, ReadMore, filter, header, single, write as write_file};
use crate::error::{Code, Result, Rule};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::layout::Probes;
use crate::params::{ceil, power};
use alloc::vec::Vec;
use xxhash_rust::xxh64::xxh64;

/// The bits of a block.
const BLOCK: u64 = 256;
/// The words of a block, which is also the number of probes per key.
const WORDS: u64 = 8;

/// 128 MiB.
const MOST_WRITTEN: u64 = 1 << 30;

const SALTS: [u32; WORDS as usize] = [
    0x47b6_137b,
    0x4497_4d91,
    0x8824_ad5b,
    0xa2b7_289d,
    0x7054_95c7,
    0x2df1_424b,
    0x9efc_4947,
    0x5c6b_fb31,
];

pub(super) const RULES: Rules = Rules {
    unit: BLOCK,
    // A block is chosen by 32 bits.
    most_bits: BLOCK << 32,
    least_hashes: WORDS,
    most_hashes: WORDS,
    encodings: &[KeyEncoding::Bytes, KeyEncoding::Int64, KeyEncoding::Int32],
    grouping: Grouping::SplitBlocks(BLOCK),
    folding: Folding::Blocks(BLOCK),
    // Writers use a power of two, from one block to 128 MiB.
    sized: |n, p| {
        let words = WORDS as f64;
        let eighth_root = power(p, 1.0 / words);
        // `abs` makes this positive. If the root is too small to change 1, the quotient is
        // infinite, with either sign.
        let bits = (words * n as f64 / log(1.0 - eighth_root)).abs();
        let bits = (ceil(bits.min(MOST_WRITTEN as f64))).max(BLOCK).next_power_of_two();
        (bits as f64, words)
    },
    ..Rules::PLAIN
};

pub(super) struct SbbfProbes {
    start: u64,
    key: u32,
    salts: core::slice::Iter<'static, u32>,
}

#[inline(always)]
pub(super) fn probes(key: &[u8], setting: &Setting<'_>) -> SbbfProbes {
    let hash = xxh64(key, 0);
    let block = ((hash >> 32) * setting.shape.span()) >> 32;
    SbbfProbes { start: block * BLOCK, key: hash as u32, salts: SALTS.iter() }
}

impl Probes for SbbfProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let salt = self.salts.next().copied().unwrap_or(0);
        let position = self.start + u64::from(self.key.wrapping_mul(salt) >> 27);
        self.start += BLOCK / WORDS;
        position
    }
}

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

pub(super) static FORMAT: Format = Format {
    name: "parquet-sbbf",
    read: |file, unsaid| read(file, unsaid.encoding),
    write,
    recognises,
};

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    read_header(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a part of a Parquet file that starts at `bloom_filter_offset`. Choose `encoding`
/// by the type of the column: `Bytes` for BYTE_ARRAY, `Int64`, `Int32`.
///
/// ```
/// use edgebloom::foreign::{KeyEncoding, parquet_sbbf};
///
/// let mut file = vec![0x15, 0x40, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0];
/// file.resize(file.len() + 32, 0xff);
/// let filter = parquet_sbbf::read(&file, KeyEncoding::Int64)?;
/// assert!(filter.contains(&5i64.to_le_bytes()));
/// assert_eq!(parquet_sbbf::write(&filter)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one filter.
pub fn read(bytes: &[u8], encoding: KeyEncoding) -> Result<Filter> {
    let mut reader = Reader::new(bytes);
    let length = read_header(&mut reader)?;
    let header = header(Scheme::ParquetSbbf, length * 8, WORDS, encoding)?;
    Ok(filter(&header, &[], reader.rest(), Order::Little)?.into())
}

/// The file in the form that Parquet writers use.
///
/// # Errors
/// A filter of another scheme; 2 GiB or more; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let filter = single(filter, &[Scheme::ParquetSbbf])?;
    let bytes = filter.header().shape.bits() / 8;
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
