//! Files of `org.apache.spark.util.sketch.BloomFilter.writeTo`, big-endian: the version, k, the
//! seed (only in version 2), the number of words, the words.
//!
//! Source: Spark 3.5.9 (version 1 only), 4.1.0 and 4.3.0.

use alloc::vec::Vec;

use super::words::{Order, check_hashes, filter, head, single, write as write_file};
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::filter::Head;
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::key::KeyEncoding;
use crate::scheme::Scheme;

static VERSION: Rule = Rule::new(Code::Unsupported, "version", "1 or 2");
static HASHES: Rule = Rule::new(Code::Invalid, "hashes", "a number from 1 to 65535");
static WORDS: Rule = Rule::new(Code::Invalid, "words", "a number from 1 to 2147483647");

fn read_head(reader: &mut Reader<'_>) -> Result<Head> {
    let version = reader.number_be(4)?;
    let scheme = match version {
        1 => Scheme::SparkV1,
        2 => Scheme::SparkV2,
        other => return Err(VERSION.broken_at(0, other)),
    };
    let hashes = reader.number_be(4)?;
    check_hashes(scheme, hashes, &HASHES, 4)?;
    let seed = if version == 2 { reader.number_be(4)? as u32 } else { 0 };
    let offset = reader.offset();
    let words = reader.number_be(4)?;
    if !(1..=i32::MAX as u64).contains(&words) {
        return Err(WORDS.broken_at(offset, words));
    }
    reader.expect(words * 8, &TOO_SHORT, &TOO_LONG)?;
    Ok(Head { seed, ..head(scheme, words * 64, hashes, KeyEncoding::Spark)? })
}

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    read_head(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a file.
///
/// ```
/// use edgebloom::format::spark;
///
/// let mut file = vec![0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 1];
/// file.extend_from_slice(&u64::MAX.to_be_bytes());
/// let chain = spark::read(&file)?;
/// assert!(chain.contains(b"anything"));
/// assert_eq!(spark::write(&chain)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one file.
pub fn read(bytes: &[u8]) -> Result<Chain> {
    let mut reader = Reader::new(bytes);
    let head = read_head(&mut reader)?;
    Ok(filter(&head, &[], reader.rest(), Order::Big)?.into())
}

/// The file of Spark.
///
/// # Errors
/// A filter of another scheme; more words than Spark supports; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let filter = single(chain, &[Scheme::SparkV1, Scheme::SparkV2])?;
    let Head { scheme, shape, seed, .. } = filter.head();
    let words = shape.bits() / 64;
    if words > i32::MAX as u64 {
        return Err(WORDS.broken_by(words));
    }
    // A number with a size of 0 bytes is not written.
    let (version, seed_bytes) = if *scheme == Scheme::SparkV2 { (2, 4) } else { (1, 0) };
    let header = [(version, 4), (shape.hashes(), 4), (u64::from(*seed), seed_bytes), (words, 4)];
    write_file(filter, (Order::Big, &header), (Order::Big, words * 8))
}
