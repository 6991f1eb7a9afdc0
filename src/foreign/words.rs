//! Common code for the files of other systems: bits in bytes of either order, and filters of bits
//! only.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::filter::Filter;
use super::key_encoding::KeyEncoding;
use super::scheme::Scheme;
use super::sub_filter::{Header, SubFilter};
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::cells::{Cells, Width};
use crate::error::{Code, Result, Rule};
use crate::format::reader::Reader;

static FORMAT: Rule = Rule::new(Code::Incompatible, "format", "a format for the filter's scheme");
pub(super) static PLAIN: Rule =
    Rule::new(Code::Incompatible, "filter", "a filter of bits, without exceptions");

/// What only files of other systems need.
pub(super) trait ReadMore {
    /// The next `size` bytes, at most 8, as a big-endian number.
    fn number_be(&mut self, size: u64) -> Result<u64>;
    /// The next 8 bytes as a floating-point number.
    fn real(&mut self) -> Result<f64>;
    /// Checks that exactly this many bytes are left.
    fn expect(&self, bytes: u64, too_short: &'static Rule, too_long: &'static Rule) -> Result<()>;
}

impl ReadMore for Reader<'_> {
    fn number_be(&mut self, size: u64) -> Result<u64> {
        let bytes = self.take(size)?;
        Ok(bytes.iter().fold(0, |number, &byte| (number << 8) | u64::from(byte)))
    }

    fn real(&mut self) -> Result<f64> {
        Ok(f64::from_bits(self.number(8)?))
    }

    fn expect(&self, bytes: u64, too_short: &'static Rule, too_long: &'static Rule) -> Result<()> {
        let left = self.rest().len() as u64;
        let (all, expected) = (self.offset() + left, self.offset().saturating_add(bytes));
        match left.cmp(&bytes) {
            Ordering::Equal => Ok(()),
            Ordering::Less => Err(too_short.broken_at(all, all).expecting(expected)),
            Ordering::Greater => Err(too_long.broken_at(expected, all).expecting(expected)),
        }
    }
}

/// The order of the bytes in a 64-bit word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

/// The words in these bytes. The last word may be incomplete.
///
/// # Errors
/// No memory.
pub(super) fn words(bytes: &[u8], order: Order) -> Result<Vec<u64>> {
    let mut words = zeroed_words(bytes.len().div_ceil(8) as u64, &MEMORY)?;
    for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
        let mut eight = [0; 8];
        for (to, &from) in eight.iter_mut().zip(chunk) {
            *to = from;
        }
        *word = match order {
            Order::Little => u64::from_le_bytes(eight),
            Order::Big => u64::from_be_bytes(eight),
        };
    }
    Ok(words)
}

/// An empty file with room for `bytes` bytes.
///
/// # Errors
/// No memory.
#[inline(never)]
pub(super) fn file(bytes: u64) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    let room = usize::try_from(bytes).ok().and_then(|bytes| file.try_reserve_exact(bytes).ok());
    room.map(|()| file).ok_or_else(|| MEMORY.broken_by(bytes))
}

/// Appends a number in `bytes` bytes, at most 8.
#[inline(never)]
pub(super) fn write_number(file: &mut Vec<u8>, number: u64, bytes: u8, order: Order) {
    let eight = match order {
        Order::Little => number.to_le_bytes(),
        Order::Big => number.rotate_right(8 * u32::from(bytes)).to_be_bytes(),
    };
    file.extend(eight.iter().take(usize::from(bytes)));
}

/// Appends `bytes` bytes of the words, and zeros if there are fewer.
#[inline(never)]
pub(super) fn write_words(file: &mut Vec<u8>, words: &[u64], order: Order, bytes: u64) {
    let mut rest = bytes;
    for &word in words {
        let size = rest.min(8) as u8;
        write_number(file, word, size, order);
        rest -= u64::from(size);
    }
    file.resize(file.len() + rest as usize, 0);
}

/// Rejects a number of hashes that the scheme does not allow. `rule` is the format's rule for it.
///
/// # Errors
/// `rule`, at `offset` in the file.
pub(super) fn check_hashes(
    scheme: Scheme,
    hashes: u64,
    rule: &'static Rule,
    offset: u64,
) -> Result<()> {
    if scheme.rules().has_hashes(hashes) { Ok(()) } else { Err(rule.broken_at(offset, hashes)) }
}

/// The header of a filter of this shape.
///
/// # Errors
/// The scheme has no such shape.
#[inline(never)]
pub(super) fn header(
    scheme: Scheme,
    bits: u64,
    hashes: u64,
    encoding: KeyEncoding,
) -> Result<Header> {
    Ok(Header::of_shape(scheme, scheme.shape(bits, hashes)?, encoding))
}

/// The filter with this header and the bits of a file.
///
/// # Errors
/// Set bits after the last bit; parameters or a key encoding that the scheme does not have; no
/// memory.
#[inline(never)]
pub(super) fn filter(
    header: &Header,
    parameters: &[i64],
    bytes: &[u8],
    order: Order,
) -> Result<SubFilter> {
    SubFilter::of_words(*header, Vec::from(parameters), words(bytes, order)?)
}

/// The file of a filter: the numbers of its header, each with its size, in one byte order, and the
/// bits with their size in another.
///
/// # Errors
/// As [`words_of`].
#[inline(never)]
pub(super) fn write(
    filter: &SubFilter,
    (numbers, header): (Order, &[(u64, u8)]),
    (order, bytes): (Order, u64),
) -> Result<Vec<u8>> {
    let words = words_of(filter)?;
    let mut file = file(bytes.saturating_add(64))?;
    for &(number, size) in header {
        write_number(&mut file, number, size, numbers);
    }
    write_words(&mut file, &words, order, bytes);
    Ok(file)
}

/// The single filter, if it has one of these schemes.
///
/// # Errors
/// Another scheme; a scalable filter.
#[inline(never)]
pub(super) fn single<'a>(filter: &'a Filter, schemes: &[Scheme]) -> Result<&'a SubFilter> {
    let filter = filter.single()?;
    check_scheme(filter, schemes)?;
    Ok(filter)
}

pub(super) fn check_scheme(filter: &SubFilter, schemes: &[Scheme]) -> Result<()> {
    let scheme = filter.header().scheme;
    if schemes.contains(&scheme) { Ok(()) } else { Err(FORMAT.broken()) }
}

/// The words of a filter's bits.
///
/// # Errors
/// Counters or exceptions, which other systems do not have; no memory.
#[inline(never)]
pub(super) fn words_of(filter: &SubFilter) -> Result<Cow<'_, [u64]>> {
    if filter.header().width != Width::Bit || filter.has_exceptions() {
        return Err(PLAIN.broken());
    }
    if matches!(filter.cells(), Cells::Packed(_)) {
        return Ok(Cow::Borrowed(filter.words()));
    }
    let mut packed = filter.copy()?;
    packed.pack()?;
    Ok(Cow::Owned(packed.words().into()))
}
