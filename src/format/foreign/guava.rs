//! Files of Guava's `BloomFilter.writeTo`, big-endian: the strategy, k in one byte, the number of
//! words, the words. The file does not say which funnel encoded the keys.
//!
//! Source: Guava 31.1 and 33.6.0.

use alloc::vec::Vec;

use super::words::{Order, check_hashes, filter, head, single, write as write_file};
use crate::chain::Chain;
use crate::error::{Code, Result, Rule};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::key::KeyEncoding;
use crate::scheme::Scheme;

static STRATEGY: Rule = Rule::new(Code::Unsupported, "strategy", "0 or 1");
static HASHES: Rule = Rule::new(Code::Invalid, "hashes", "a number from 1 to 255");
static WORDS: Rule = Rule::new(Code::Invalid, "words", "a number from 1 to 2147483647");

struct Header {
    scheme: Scheme,
    hashes: u64,
    words: u64,
}

impl Header {
    fn read(reader: &mut Reader<'_>) -> Result<Header> {
        let scheme = match reader.number_be(1)? {
            0 => Scheme::GuavaMitz32,
            1 => Scheme::GuavaMitz64,
            other => return Err(STRATEGY.broken_at(0, other)),
        };
        let (hashes, words) = (reader.number_be(1)?, reader.number_be(4)?);
        check_hashes(scheme, hashes, &HASHES, 1)?;
        if !(1..=i32::MAX as u64).contains(&words) {
            return Err(WORDS.broken_at(2, words));
        }
        reader.expect(words * 8, &TOO_SHORT, &TOO_LONG)?;
        Ok(Header { scheme, hashes, words })
    }
}

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    Header::read(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a file. Choose `encoding` by the funnel: `JavaText` for strings in UTF-8 and for
/// bytes, `Utf16` for unencoded characters, `Int64` for longs, `Int32` for integers.
///
/// ```
/// use edgebloom::{format::guava, key::KeyEncoding};
///
/// let mut file = vec![1, 3, 0, 0, 0, 1];
/// file.extend_from_slice(&u64::MAX.to_be_bytes());
/// let chain = guava::read(&file, KeyEncoding::JavaText)?;
/// assert!(chain.contains("anything".as_bytes()));
/// assert_eq!(guava::write(&chain)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one file.
pub fn read(bytes: &[u8], encoding: KeyEncoding) -> Result<Chain> {
    let mut reader = Reader::new(bytes);
    let Header { scheme, hashes, words: count } = Header::read(&mut reader)?;
    let head = head(scheme, count * 64, hashes, encoding)?;
    Ok(filter(&head, &[], reader.rest(), Order::Big)?.into())
}

/// The file of Guava.
///
/// # Errors
/// A filter of another scheme; more words than Guava supports; no memory.
pub fn write(chain: &Chain) -> Result<Vec<u8>> {
    let filter = single(chain, &[Scheme::GuavaMitz32, Scheme::GuavaMitz64])?;
    let shape = filter.head().shape;
    let words = shape.bits() / 64;
    if words > i32::MAX as u64 {
        return Err(WORDS.broken_by(words));
    }
    let strategy = u64::from(filter.head().scheme == Scheme::GuavaMitz64);
    let header = [(strategy, 1), (shape.hashes(), 1), (words, 4)];
    write_file(filter, (Order::Big, &header), (Order::Big, words * 8))
}
