//! A bounds-checked reader over bytes that knows its offset.

// Big-endian numbers occur only in the formats of other systems.
#![cfg_attr(not(feature = "compat"), allow(dead_code))]

use core::cmp::Ordering;

use crate::error::{Code, Result, Rule};

static MORE: Rule = Rule::state(Code::Truncated, "length", "truncated: at least {} bytes needed");
pub(in crate::format) static TOO_SHORT: Rule =
    Rule::state(Code::Truncated, "length", "truncated: header declares {} bytes");
pub(in crate::format) static TOO_LONG: Rule =
    Rule::state(Code::TrailingBytes, "length", "trailing bytes: header declares {} bytes");

/// Reads fields from the start of a slice.
#[derive(Clone, Copy)]
pub(in crate::format) struct Reader<'a> {
    bytes: &'a [u8],
    offset: u64,
}

impl<'a> Reader<'a> {
    pub(in crate::format) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, offset: 0 }
    }

    /// The offset of the next field.
    pub(in crate::format) fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes that were not read yet.
    pub(in crate::format) fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// The next `count` bytes.
    pub(in crate::format) fn take(&mut self, count: u64) -> Result<&'a [u8]> {
        let split = usize::try_from(count).ok().and_then(|n| self.bytes.split_at_checked(n));
        let Some((bytes, rest)) = split else {
            let end = self.offset + self.bytes.len() as u64;
            return Err(MORE.broken_at(end, end).expecting(self.offset.saturating_add(count)));
        };
        self.bytes = rest;
        self.offset += count;
        Ok(bytes)
    }

    /// The next `size` bytes, at most 8, as a little-endian number.
    pub(in crate::format) fn number(&mut self, size: u64) -> Result<u64> {
        let mut number = 0;
        for &byte in self.take(size)?.iter().rev() {
            number = (number << 8) | u64::from(byte);
        }
        Ok(number)
    }

    /// The next `size` bytes, at most 8, as a big-endian number.
    pub(in crate::format) fn number_be(&mut self, size: u64) -> Result<u64> {
        let bytes = self.take(size)?;
        Ok(bytes.iter().fold(0, |number, &byte| (number << 8) | u64::from(byte)))
    }

    /// The next 8 bytes as a floating-point number.
    pub(in crate::format) fn real(&mut self) -> Result<f64> {
        Ok(f64::from_bits(self.number(8)?))
    }

    /// Checks that exactly this many bytes are left.
    pub(in crate::format) fn expect(
        &self,
        bytes: u64,
        too_short: &'static Rule,
        too_long: &'static Rule,
    ) -> Result<()> {
        let left = self.bytes.len() as u64;
        let (all, expected) = (self.offset + left, self.offset.saturating_add(bytes));
        match left.cmp(&bytes) {
            Ordering::Equal => Ok(()),
            Ordering::Less => Err(too_short.broken_at(all, all).expecting(expected)),
            Ordering::Greater => Err(too_long.broken_at(expected, all).expecting(expected)),
        }
    }
}
