//! The string that Redis returns for a bitmap: the bit at offset o is bit 7 − o mod 8 of byte
//! ⌊o / 8⌋. The string ends with the last byte that was ever written, so it can be shorter than the
//! filter.
//!
//! Source: the commands SETBIT and GET of Redis 7.0.

use super::sub_filter::SubFilter;
use super::words::{PLAIN, file};
use crate::cells::Width;
use crate::error::{Code, Result, Rule};
use crate::format;
use alloc::vec::Vec;

static LENGTH: Rule =
    Rule::state(Code::TrailingBytes, "length", "trailing bytes: the filter has {} bytes");
static LARGE: Rule = Rule::new(Code::Incompatible, "position", "a number below 2^32");
static SPARE: Rule = Rule::new(Code::Invalid, "bitmap", "zeros after the last bit");

/// The largest size of a Redis string: 512 MB.
const MOST_BITS: u64 = 1 << 32;

/// Sets the bits of a part of a string that starts at byte `start`.
///
/// # Errors
/// The string is longer than the filter or sets a bit after the filter's last bit; no memory. Some
/// bits of this part may then be set.
pub fn read(filter: &mut SubFilter, start: u64, bytes: &[u8]) -> Result<()> {
    let bits = filter.header().shape.bits();
    let end = start.saturating_add(bytes.len() as u64);
    if end > bits.div_ceil(8) {
        return Err(LENGTH.broken_at(bits.div_ceil(8), end).expecting(bits.div_ceil(8)));
    }
    for (at, &byte) in (start..).zip(bytes) {
        let mut rest = byte;
        while rest != 0 {
            let place = rest.leading_zeros();
            rest &= !(0x80 >> place);
            let position = at * 8 + u64::from(place);
            if position >= bits {
                return Err(SPARE.broken().at(at));
            }
            filter.set(position)?;
        }
    }
    Ok(())
}

/// The string for the bits of a filter, up to the last byte that is not 0.
///
/// ```
/// use edgebloom::foreign::{Header, KeyEncoding, Scheme, SubFilter, redis_bitmap};
///
/// let shape = Scheme::Standard.shape(128, 1)?;
/// let header = Header::of_shape(Scheme::Standard, shape, KeyEncoding::Native);
/// let mut filter = SubFilter::new(header, Vec::new())?;
/// filter.set(0)?;
/// filter.set(17)?;
/// assert_eq!(redis_bitmap::write(&filter)?, [0x80, 0, 0x40]);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// Counters; exceptions; a set bit after the last possible bit of a Redis string; no memory.
pub fn write(filter: &SubFilter) -> Result<Vec<u8>> {
    let is_plain = filter.header().width == Width::Bit && !filter.has_exceptions();
    string(is_plain, |visit| filter.each_cell(|position, _| visit(position)))
}

/// As [`write`], for one of our own filters, by its filter file.
///
/// # Errors
/// Not a valid file of a Bloom filter without a secret key; as [`write`].
pub fn of_file(file: &[u8]) -> Result<Vec<u8>> {
    let filter = format::from_bytes(file)?;
    let is_plain = filter.header().width == Width::Bit && !filter.has_exceptions();
    string(is_plain, |visit| filter.each_cell(|position, _| visit(position)))
}

/// The string with a 1 at each position that `each` visits.
fn string(is_plain: bool, each: impl Fn(&mut dyn FnMut(u64))) -> Result<Vec<u8>> {
    let (mut last, mut any) = (0, false);
    each(&mut |position| (any, last) = (true, last.max(position)));
    if last >= MOST_BITS {
        return Err(LARGE.broken_by(last));
    }
    if !is_plain {
        return Err(PLAIN.broken());
    }
    let mut bytes = file(last / 8 + 1)?;
    if any {
        bytes.resize(last as usize / 8 + 1, 0);
        each(&mut |position| {
            if let Some(byte) = bytes.get_mut((position / 8) as usize) {
                *byte |= 0x80 >> (position % 8);
            }
        });
    }
    Ok(bytes)
}
