//! The Go package `bits-and-blooms/bloom`.
//!
//! Scheme 15 has four 64-bit numbers: two from MurmurHash3 x64 128 of the key, and two from that of
//! the key followed by a byte 1. The probes combine them in alternation.
//!
//! All numbers of a file are big-endian: m, k, the length of the bit set in bits, and its words. The
//! JSON form has m and k as numbers and the rest as base64: see [`read_set`].
//!
//! Source: `bloom.go` and `WriteTo` of v3.3.1 and v3.7.1, with bitset v1.2.2 and v1.24.2.

use super::filter::Filter;
use super::formats::Format;
use super::hash::murmur3_x64_128 as murmur3;
use super::key_encoding::KeyEncoding;
use super::rules::Setting;
use super::scheme::Scheme;
use super::sub_filter::Header;
use super::words::{Order, ReadMore, check_hashes, filter, header, single, write as write_file};
use crate::error::{Code, Result, Rule};
use crate::format::reader::{Reader, TOO_LONG, TOO_SHORT};
use crate::layout::Probes;
use alloc::vec::Vec;

pub(super) struct GoProbes {
    hashes: [u64; 4],
    i: u64,
    bits: u64,
}

#[inline(always)]
pub(super) fn probes(key: &[u8], setting: &Setting<'_>) -> GoProbes {
    let (first, second) = (murmur3::hash(key, 0), murmur3::hash_and(key, 1));
    let hashes = [first.h1, first.h2, second.h1, second.h2];
    GoProbes { hashes, i: 0, bits: setting.shape.bits() }
}

impl Probes for GoProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let i = self.i;
        self.i += 1;
        let [h0, h1, h2, h3] = self.hashes;
        let start = if i & 1 == 0 { h0 } else { h1 };
        let step = if (i + (i & 1)) & 2 == 0 { h2 } else { h3 };
        start.wrapping_add(i.wrapping_mul(step)) % self.bits
    }
}

static BITS: Rule = Rule::new(Code::Invalid, "bits", "a number from 1 to 2^53 - 1");
static HASHES: Rule = Rule::new(Code::Invalid, "hashes", "a number from 1 to 65535");
static LENGTH: Rule =
    Rule::new(Code::Invalid, "length of the bit set", "{}, the bits of the filter");

fn read_shape(reader: &mut Reader<'_>) -> Result<(u64, u64)> {
    Ok((reader.number_be(8)?, reader.number_be(8)?))
}

fn check(bits: u64, hashes: u64, reader: &mut Reader<'_>) -> Result<Header> {
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
    header(scheme, bits, hashes, KeyEncoding::Bytes)
}

pub(super) static FORMAT: Format = Format {
    name: "go-bits-and-blooms",
    read: |file, unsaid| match unsaid.bits {
        0 => read(file),
        bits => read_set(bits, unsaid.hashes, file),
    },
    write,
    recognises,
};

/// True if the bytes have the layout of this format. It differs from all other formats here.
pub fn recognises(bytes: &[u8]) -> bool {
    let mut reader = Reader::new(bytes);
    let shape = read_shape(&mut reader);
    shape.and_then(|(bits, hashes)| check(bits, hashes, &mut reader)).is_ok()
}

/// The filter in a file.
///
/// ```
/// use edgebloom::foreign::go_bits_and_blooms;
///
/// // m, k, the length of the bit set, its words.
/// let file: Vec<u8> = [100u64, 3, 100, u64::MAX, 0].iter().flat_map(|n| n.to_be_bytes()).collect();
/// let filter = go_bits_and_blooms::read(&file)?;
/// assert_eq!(filter.newest().set_cells(), 64);
/// assert_eq!(go_bits_and_blooms::write(&filter)?, file);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Anything but exactly one file; a bit set with another length than the filter.
pub fn read(bytes: &[u8]) -> Result<Filter> {
    let mut reader = Reader::new(bytes);
    let (bits, hashes) = read_shape(&mut reader)?;
    finish(bits, hashes, reader)
}

/// The filter with this m, this k and the bytes of the base64 string in its JSON form.
///
/// # Errors
/// As [`read`].
pub fn read_set(bits: u64, hashes: u64, set: &[u8]) -> Result<Filter> {
    finish(bits, hashes, Reader::new(set))
}

fn finish(bits: u64, hashes: u64, mut reader: Reader<'_>) -> Result<Filter> {
    let header = check(bits, hashes, &mut reader)?;
    Ok(filter(&header, &[], reader.rest(), Order::Big)?.into())
}

/// The file of the Go package.
///
/// # Errors
/// A filter of another scheme; no memory.
pub fn write(filter: &Filter) -> Result<Vec<u8>> {
    let filter = single(filter, &[Scheme::GoBitsAndBlooms])?;
    let shape = filter.header().shape;
    let header = [(shape.bits(), 8), (shape.hashes(), 8), (shape.bits(), 8)];
    write_file(filter, (Order::Big, &header), (Order::Big, shape.bits().div_ceil(64) * 8))
}
