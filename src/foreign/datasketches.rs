//! The Bloom filter of Apache DataSketches, which its libraries for Java, C++ and Rust share.
//!
//! Scheme 31 hashes a key twice with XXH64: with the seed of the filter, and with the first hash as
//! the seed. The numbers h0 + h1, h0 + 2 h1, … wrap at 64 bits, lose their lowest bit, and are taken
//! modulo m. The only parameter is the seed: it has 64 bits.
//!
//! All numbers of a file are little-endian. After 24 bytes, with k, the seed and the number of
//! words, the file of an empty filter ends. Any other has the number of its set bits, and the words.
//!
//! No file says how strings became bytes: Java and C++ hash their UTF-8, and Rust what its `Hash`
//! writes, unless the caller uses `raw_bytes`.
//!
//! Source: `bloom/sketch.rs` of the crate datasketches 0.6.0; `bloom_filter_impl.hpp` of
//! datasketches-cpp and `BloomFilter.java` of datasketches-java for files that are not counted.

use super::filter::Filter;
use super::formats::Format;
use super::key_encoding::KeyEncoding;
use super::rules::{Parameters, Rules, Setting};
use super::scheme::Scheme;
use super::words::{
    Order, ReadMore, check_hashes, file, filter, header, single, words_of, write_number,
    write_words,
};
use crate::error::{Code, Result, Rule};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::layout::Probes;
use alloc::vec::Vec;
use xxhash_rust::xxh64::xxh64;

/// The number of bits of a word.
const BITS: u64 = 64;

pub(super) const RULES: Rules = Rules {
    unit: BITS,
    // Java has k in a signed number of 16 bits.
    most_hashes: i16::MAX as u64,
    // Text as Java writes UTF-8, bytes, and longs: the bytes that all three libraries hash; or what
    // Rust's library hashes by default.
    encodings: &[KeyEncoding::Spark, KeyEncoding::RustHash],
    parameters: Parameters::Exactly(1),
    shown_seed: |setting| setting.whole(0) as f64,
    ..Rules::PLAIN
};

pub(super) struct DataSketchesProbes {
    sum: u64,
    step: u64,
    bits: u64,
}

#[inline(always)]
pub(super) fn probes(key: &[u8], setting: &Setting<'_>) -> DataSketchesProbes {
    let first = xxh64(key, setting.whole(0));
    DataSketchesProbes { sum: first, step: xxh64(key, first), bits: setting.shape.bits() }
}

impl Probes for DataSketchesProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.sum = self.sum.wrapping_add(self.step);
        (self.sum >> 1) % self.bits
    }
}

const VERSION: u64 = 1;
/// DataSketches' number for its Bloom filter. Its other sketches have other numbers.
const FAMILY: u64 = 21;
/// The only flag. With it, the file has neither the number of set bits nor the words.
const EMPTY: u64 = 4;
/// C++ and Java write this number of set bits if they have not counted them since the last key.
const NOT_COUNTED: u64 = u64::MAX;
/// A file has at most 2^31 − 1 words of 8 bytes, 4 of them before the bits.
const MAX_WORDS: u64 = i32::MAX as u64 - 4;

static FAMILY_ID: Rule = Rule::new(Code::Invalid, "family", "21, a Bloom filter");
static SERIAL_VERSION: Rule = Rule::new(Code::Unsupported, "version", "1");
static FLAGS: Rule = Rule::new(Code::Unsupported, "flags", "0, or 4 for an empty filter");
static PREAMBLE: Rule = Rule::new(Code::Invalid, "preamble", "{}, by the flags");
static HASHES: Rule = Rule::new(Code::Invalid, "hashes", "a number from 1 to 32767");
static UNUSED: Rule = Rule::new(Code::Unsupported, "unused", "0");
static WORDS: Rule = Rule::new(Code::Invalid, "words", "a number from 1 to 2147483643");
static SET: Rule = Rule::new(Code::Invalid, "bitsSet", "{}, the number of bits that are set");

/// The words before the bits.
fn preamble(is_empty: bool) -> u64 {
    if is_empty { 3 } else { 4 }
}

/// What a file says before its bits.
struct Start {
    hashes: u64,
    seed: u64,
    words: u64,
    is_empty: bool,
}

impl Start {
    fn read(reader: &mut Reader<'_>) -> Result<Start> {
        let words_before = reader.number(1)?;
        let (version, family, flags) = (reader.number(1)?, reader.number(1)?, reader.number(1)?);
        // Another sketch has another version, so the family says more.
        check(2, family, &[FAMILY], &FAMILY_ID)?;
        check(1, version, &[VERSION], &SERIAL_VERSION)?;
        check(3, flags, &[0, EMPTY], &FLAGS)?;
        let is_empty = flags == EMPTY;
        let preamble = preamble(is_empty);
        if words_before != preamble {
            return Err(PREAMBLE.broken_at(0, words_before).expecting(preamble));
        }
        let hashes = reader.number(2)?;
        check_hashes(Scheme::DataSketches, hashes, &HASHES, 4)?;
        check(6, reader.number(2)?, &[0], &UNUSED)?;
        let (seed, words) = (reader.number(8)?, reader.number(4)?);
        if !(1..=MAX_WORDS).contains(&words) {
            return Err(WORDS.broken_at(16, words));
        }
        check(20, reader.number(4)?, &[0], &UNUSED)?;
        let rest = if is_empty { 0 } else { 8 + words * 8 };
        reader.expect(rest, &TOO_SHORT, &TOO_LONG)?;
        Ok(Start { hashes, seed, words, is_empty })
    }
}

fn check(at: u64, number: u64, allowed: &[u64], rule: &'static Rule) -> Result<()> {
    if allowed.contains(&number) { Ok(()) } else { Err(rule.broken_at(at, number)) }
}

pub(super) static FORMAT: Format = Format {
    name: "datasketches",
    read: |file, unsaid| read(file, unsaid.encoding),
    write,
    recognises,
};

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    Start::read(&mut Reader::new(bytes)).is_ok()
}

/// The filter in a file. Choose `encoding` by the program that inserted the keys: `Spark` for Java,
/// C++ and Rust's `raw_bytes`, `RustHash` for Rust's own `Hash`.
///
/// ```
/// use edgebloom::foreign::{KeyEncoding, datasketches};
///
/// // Words before the bits, version, family, flags, k, the seed, m / 64, set bits, the words.
/// let mut file = vec![4, 1, 21, 0, 3, 0, 0, 0];
/// file.extend([9001, 1, 64, u64::MAX].iter().flat_map(|number| number.to_le_bytes()));
/// let filter = datasketches::read(&file, KeyEncoding::Spark)?;
/// assert!(filter.contains("anything".as_bytes()));
/// assert_eq!(datasketches::write(&filter)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one file; a number of set bits that is not that of the bits.
pub fn read(bytes: &[u8], encoding: KeyEncoding) -> Result<Filter> {
    let mut reader = Reader::new(bytes);
    let Start { hashes, seed, words, is_empty } = Start::read(&mut reader)?;
    let header = header(Scheme::DataSketches, words * BITS, hashes, encoding)?;
    let parameters = [seed as i64];
    if is_empty {
        return Filter::new(header, parameters.into());
    }
    let at = reader.offset();
    let stated = reader.number(8)?;
    let set = reader.rest().iter().map(|byte| u64::from(byte.count_ones())).sum();
    if stated != set && stated != NOT_COUNTED {
        return Err(SET.broken_at(at, stated).expecting(set));
    }
    Ok(filter(&header, &parameters, reader.rest(), Order::Little)?.into())
}

/// The file of the Rust crate, which counts the set bits. If there are none, it is the short form.
///
/// # Errors
/// A filter of another scheme; more words than the format supports; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let filter = single(filter, &[Scheme::DataSketches])?;
    let (shape, set) = (filter.header().shape, filter.set_cells());
    let (words, is_empty) = (shape.bits() / BITS, set == 0);
    if words > MAX_WORDS {
        return Err(WORDS.broken_by(words));
    }
    let seed = filter.parameters().first().map_or(0, |&seed| seed as u64);
    let start = [
        (preamble(is_empty), 1),
        (VERSION, 1),
        (FAMILY, 1),
        (if is_empty { EMPTY } else { 0 }, 1),
        (shape.hashes(), 2),
        (0, 2),
        (seed, 8),
        (words, 4),
        (0, 4),
    ];
    let bits = words_of(filter)?;
    let mut file = file(32 + if is_empty { 0 } else { words * 8 })?;
    for (number, bytes) in start {
        write_number(&mut file, number, bytes, Order::Little);
    }
    if !is_empty {
        write_number(&mut file, set, 8, Order::Little);
        write_words(&mut file, &bits, Order::Little, words * 8);
    }
    Ok(file)
}
