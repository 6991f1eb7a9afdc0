//! Guava's `BloomFilter`.
//!
//! Scheme 10 is MURMUR128_MITZ_64, which Guava writes today. The numbers h1, h1 + h2, h1 + 2 h2, …
//! wrap at 64 bits, lose their top bit, and are taken modulo m. Scheme 9 is MURMUR128_MITZ_32, of
//! old files: the two halves of the first 64 bits of MurmurHash3 x64 128 are a and b.
//!
//! A file of `writeTo` is big-endian: the strategy, k in one byte, the number of words, the words.
//! It does not say which funnel encoded the keys.
//!
//! Source: `BloomFilterStrategies` and `BloomFilter` of Guava 31.1 and 33.6.0.

use super::double_hashing::WrappingProbes;
use super::exact_log::log;
use super::filter::Filter;
use super::formats::Format;
use super::hash::murmur3_x64_128 as murmur3;
use super::key_encoding::KeyEncoding;
use super::rules::{Rules, Setting, best_bits, round};
use super::scheme::Scheme;
use super::words::{Order, ReadMore, check_hashes, filter, header, single, write as write_file};
use crate::error::{Code, Result, Rule};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::layout::Probes;
use alloc::vec::Vec;
use core::f64::consts::LN_2;

/// The number of bits of Guava's words.
const BITS: u64 = 64;

pub(super) const RULES: Rules = Rules {
    unit: BITS,
    most_hashes: 255,
    encodings: &[KeyEncoding::JavaText, KeyEncoding::Utf16, KeyEncoding::Int64, KeyEncoding::Int32],
    // As in Guava 33. Guava 31 and earlier take the k that is best for m.
    sized: |n, p| (best_bits(n, p) as u64 as f64, round(-log(p) / LN_2)),
    ..Rules::PLAIN
};

pub(super) struct Mitz64Probes {
    sum: u64,
    step: u64,
    bits: u64,
}

#[inline(always)]
pub(super) fn probes(key: &[u8], setting: &Setting<'_>) -> Mitz64Probes {
    let hash = murmur3::hash(key, 0);
    Mitz64Probes { sum: hash.h1, step: hash.h2, bits: setting.shape.bits() }
}

impl Probes for Mitz64Probes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let position = (self.sum & (u64::MAX >> 1)) % self.bits;
        self.sum = self.sum.wrapping_add(self.step);
        position
    }
}

/// The probes of MURMUR128_MITZ_32.
#[inline(always)]
pub(super) fn probes_32(key: &[u8], setting: &Setting<'_>) -> WrappingProbes {
    let hash = murmur3::hash(key, 0).h1;
    WrappingProbes::new(hash as u32, (hash >> 32) as u32, setting)
}

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

pub(super) static FORMAT: Format =
    Format { name: "guava", read: |file, unsaid| read(file, unsaid.encoding), write, recognises };

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    Header::read(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a file. Choose `encoding` by the funnel: `JavaText` for strings in UTF-8 and for
/// bytes, `Utf16` for unencoded characters, `Int64` for longs, `Int32` for integers.
///
/// ```
/// use edgebloom::foreign::{KeyEncoding, guava};
///
/// let mut file = vec![1, 3, 0, 0, 0, 1];
/// file.extend_from_slice(&u64::MAX.to_be_bytes());
/// let filter = guava::read(&file, KeyEncoding::JavaText)?;
/// assert!(filter.contains("anything".as_bytes()));
/// assert_eq!(guava::write(&filter)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one file.
pub fn read(bytes: &[u8], encoding: KeyEncoding) -> Result<Filter> {
    let mut reader = Reader::new(bytes);
    let Header { scheme, hashes, words: count } = Header::read(&mut reader)?;
    let header = header(scheme, count * 64, hashes, encoding)?;
    Ok(filter(&header, &[], reader.rest(), Order::Big)?.into())
}

/// The file of Guava.
///
/// # Errors
/// A filter of another scheme; more words than Guava supports; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let filter = single(filter, &[Scheme::GuavaMitz32, Scheme::GuavaMitz64])?;
    let shape = filter.header().shape;
    let words = shape.bits() / 64;
    if words > i32::MAX as u64 {
        return Err(WORDS.broken_by(words));
    }
    let strategy = u64::from(filter.header().scheme == Scheme::GuavaMitz64);
    let header = [(strategy, 1), (shape.hashes(), 1), (words, 4)];
    write_file(filter, (Order::Big, &header), (Order::Big, words * 8))
}
