//! The npm package `bloom-filters`: BloomFilter and PartitionedBloomFilter.
//!
//! Schemes 19 and 20 are those of 2.0 and later. Number i, from 0 on, is
//! A + i · B + ⌊(i³ − i)/6⌋ modulo the size. A and B are 32-bit hashes under the seed + 1 and the
//! seed + 2. The first parameter is the seed, which can be any JavaScript number. A partitioned
//! filter has four more: its load factor, its size and its capacity as in its file, and 1 if its
//! slices are written as arrays, as in 2.0.
//!
//! Schemes 21, 22 and 23 are those before 2.0. Number i, from 1 on, is x(s + 1) + i · x(s + 2)
//! modulo m. Each number has its own seed s: in scheme 21 (1.3.0 to 1.3.4) and scheme 23
//! (PartitionedBloomFilter) it is the filter's seed + m mod i, in scheme 22 (1.3.8 and 1.3.9) the
//! filter's seed + m + i. A BloomFilter uses the first k distinct numbers.
//!
//! The bits are in whole bytes. In a partitioned filter, the slices follow each other, each in whole
//! bytes. The JSON around the bits is read and written by JavaScript.
//!
//! Source: `src/hashing/hashing.ts` of 2.0.0 and 3.0.4, `utils.js` of 1.3.4 and 1.3.9, `saveAsJSON`.

use super::exact_log::log;
use super::filter::Filter;
use super::formats::{Format, Unsaid};
use super::key_encoding::KeyEncoding;
use super::rules::{Folding, Grouping, Parameters, Rules, Setting, best_bits};
use super::scheme::Scheme;
use super::sub_filter::{Header, SubFilter};
use super::words::{Order, check_scheme, file, words_of, write as write_file};
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::error::{Code, Result, Rule};
use crate::layout::{Probes, Shape};
use crate::params::ceil;
use alloc::vec::Vec;
use xxhash_rust::xxh64::xxh64;

/// The package uses this seed instead of 0.
const DEFAULT_SEED: f64 = 78_187_493_520.0;

pub(super) const RULES: Rules = Rules {
    encodings: &[KeyEncoding::BloomFilters],
    parameters: Parameters::Exactly(1),
    decisive: 1,
    check: |setting| setting.seed == 0 && setting.real(0).is_finite(),
    shown_seed: |setting| setting.real(0),
    ..Rules::PLAIN
};
pub(super) const RULES_PARTS: Rules = Rules {
    parameters: Parameters::Exactly(5),
    grouping: Grouping::PARTS,
    folding: Folding::None,
    sized: |n, p| {
        let slices = ceil(log(p) / log(0.5)) as f64;
        (slices * ceil(ceil(best_bits(n, p)) as f64 / slices) as f64, slices)
    },
    check: |setting| {
        setting.seed == 0 && (0..4).all(|i| setting.real(i).is_finite()) && setting.whole(4) <= 1
    },
    ..RULES
};

pub(super) struct V2Probes {
    a: u64,
    b: u64,
    i: u64,
    start: u64,
    step: u64,
    span: u64,
}

#[inline(always)]
pub(super) fn probes(key: &[u8], setting: &Setting<'_>) -> V2Probes {
    let seed = setting.real(0);
    let hash = |seed: f64| low32(key, if seed == 0.0 { DEFAULT_SEED } else { seed });
    let span = setting.shape.span();
    // In a partitioned filter, each probe goes to the next slice.
    let step = if span == setting.shape.bits() { 0 } else { span };
    V2Probes { a: hash(seed + 1.0), b: hash(seed + 2.0), i: 0, start: 0, step, span }
}

impl Probes for V2Probes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let i = self.i;
        let number = self.a + i * self.b + (i * i * i - i) / 6;
        let position = self.start + number % self.span;
        self.i += 1;
        self.start += self.step;
        position
    }
}

/// The low half of XXH64. The seed is converted as by JavaScript's `>>> 0`.
fn low32(key: &[u8], seed: f64) -> u64 {
    xxh64(key, u64::from(to_uint32(seed))) & 0xffff_ffff
}

/// ECMAScript's ToUint32: rounds towards zero, modulo 2^32.
fn to_uint32(number: f64) -> u32 {
    let bits = number.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075;
    let mantissa = (bits & ((1 << 52) - 1)) | 1 << 52;
    let whole = match exponent {
        0..32 => mantissa << exponent,
        -52..0 => mantissa >> -exponent,
        _ => 0,
    } as u32;
    if number < 0.0 { whole.wrapping_neg() } else { whole }
}

/// Distinct numbers are searched in a list, so k is limited.
const MOST_DISTINCT: u64 = 1024;
/// The number of tries for each of the k numbers. If they are used up, no further distinct number
/// is expected. (For k = m and random numbers, they suffice with probability 1 − e^−100. The
/// package itself would never return.)
const TRIES: u64 = 128;

pub(super) const RULES_V1: Rules = Rules {
    most_hashes: MOST_DISTINCT,
    folding: Folding::None,
    check: |setting| (RULES.check)(setting) && setting.shape.hashes() <= setting.shape.bits(),
    ..RULES
};

struct Numbers<'a> {
    key: &'a [u8],
    seed: f64,
    span: u64,
    /// The seed of each number adds m + i, not m mod i.
    adds: bool,
    i: u64,
}

impl<'a> Numbers<'a> {
    fn new(key: &'a [u8], setting: &Setting<'_>) -> Numbers<'a> {
        let adds = setting.scheme == Scheme::NpmBloomFiltersV1b;
        Numbers { key, seed: setting.real(0), span: setting.shape.span(), adds, i: 0 }
    }

    fn next(&mut self) -> u64 {
        self.i += 1;
        let more = if self.adds { self.span + self.i } else { self.span % self.i };
        let seed = self.seed + more as f64;
        let (a, b) = (low32(self.key, seed + 1.0), low32(self.key, seed + 2.0));
        (a + self.i * b) % self.span
    }
}

pub(super) struct DistinctProbes<'a> {
    numbers: Numbers<'a>,
    seen: Vec<u64>,
    most: u64,
}

#[inline(always)]
pub(super) fn probes_v1<'a>(key: &'a [u8], setting: &Setting<'_>) -> DistinctProbes<'a> {
    let most = TRIES * (setting.shape.hashes() + 8);
    DistinctProbes { numbers: Numbers::new(key, setting), seen: Vec::new(), most }
}

impl Probes for DistinctProbes<'_> {
    fn next(&mut self) -> u64 {
        let mut number = self.numbers.next();
        while self.seen.contains(&number) && self.numbers.i < self.most {
            number = self.numbers.next();
        }
        self.seen.push(number);
        number
    }
}

pub(super) struct SliceProbes<'a> {
    numbers: Numbers<'a>,
    start: u64,
}

#[inline(always)]
pub(super) fn slice_probes_v1<'a>(key: &'a [u8], setting: &Setting<'_>) -> SliceProbes<'a> {
    SliceProbes { numbers: Numbers::new(key, setting), start: 0 }
}

impl Probes for SliceProbes<'_> {
    fn next(&mut self) -> u64 {
        let position = self.start + self.numbers.next();
        self.start += self.numbers.span;
        position
    }
}

static HASHES: Rule = Rule::new(
    Code::Invalid,
    "_nbHashes",
    "a number that the size allows, at most 1024 before version 2.0",
);
static LENGTH: Rule = Rule::new(Code::Invalid, "_filter", "{} bytes");
static SPARE: Rule = Rule::new(Code::Invalid, "_filter", "zeros after the last bit");

pub(super) static FORMAT: Format = Format {
    name: "npm-bloom-filters",
    read: |file, unsaid| {
        let Unsaid { scheme, bits, hashes, inserted, parameters, .. } = unsaid;
        read(scheme, bits, hashes, inserted, parameters, file)
    },
    write,
    recognises: |_| false,
};

/// The filter with these bits; `parameters` are those of its scheme.
///
/// ```
/// use edgebloom::foreign::{Scheme, npm_bloom_filters};
///
/// let seed = 42.0_f64.to_bits() as i64;
/// let bits = [0xff, 0x03];
/// let filter = npm_bloom_filters::read(Scheme::NpmBloomFiltersV2, 10, 3, 0, vec![seed], &bits)?;
/// assert!(filter.contains(b"anything"));
/// assert_eq!(npm_bloom_filters::write(&filter)?, bits);
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
) -> Result<Filter> {
    let shape = scheme.shape(bits, hashes).map_err(|_| HASHES.broken_by(hashes))?;
    let slice = shape.span().div_ceil(8);
    let expected = slice.saturating_mul(shape.bits() / shape.span());
    if slices.len() as u64 != expected {
        return Err(LENGTH.broken_by(slices.len() as u64).expecting(expected));
    }
    let words = joined(slices, slice, shape)?;
    let header = Header::of_shape(scheme, shape, KeyEncoding::BloomFilters);
    Ok(SubFilter::of_words(Header { inserted, ..header }, parameters, words)?.into())
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
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let filter = filter.single()?;
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
    let shape = filter.header().shape;
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

#[cfg(test)]
mod tests {
    use super::to_uint32;

    /// The results of `x >>> 0` in Node 20.
    #[test]
    fn to_uint32_matches_javascript() {
        for (number, expected) in [
            (0.0, 0),
            (-0.0, 0),
            (0.9, 0),
            (-0.9, 0),
            (1.5, 1),
            (-1.5, 4_294_967_295),
            (4_294_967_295.0, 4_294_967_295),
            (4_294_967_296.0, 0),
            (4_294_967_297.75, 1),
            (-4_294_967_297.0, 4_294_967_295),
            (4_503_599_627_370_499.0, 3),
            (9_007_199_254_740_994.0, 2),
            (-9_007_199_254_740_994.0, 4_294_967_294),
            (1e20, 1_661_992_960),
            (-1e20, 2_632_974_336),
            (((1u128 << 83) + (1 << 31)) as f64, 2_147_483_648),
            ((1u128 << 84) as f64, 0),
            (1e300, 0),
            (5e-324, 0),
        ] {
            assert_eq!(to_uint32(number), expected, "{number}");
        }
    }
}
