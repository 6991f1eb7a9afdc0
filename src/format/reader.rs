//! A bounds-checked reader over bytes that knows its offset.

use crate::error::{Code, Result, Rule};

static MORE: Rule = Rule::state(Code::Truncated, "length", "truncated: at least {} bytes needed");
pub(crate) static TOO_SHORT: Rule =
    Rule::state(Code::Truncated, "length", "truncated: header declares {} bytes");
pub(crate) static TOO_LONG: Rule =
    Rule::state(Code::TrailingBytes, "length", "trailing bytes: header declares {} bytes");

/// Reads fields from the start of a slice.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    offset: u64,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, offset: 0 }
    }

    /// The offset of the next field.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes that were not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// The next `count` bytes.
    pub(crate) fn take(&mut self, count: u64) -> Result<&'a [u8]> {
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
    pub(crate) fn number(&mut self, size: u64) -> Result<u64> {
        let mut number = 0;
        for &byte in self.take(size)?.iter().rev() {
            number = (number << 8) | u64::from(byte);
        }
        Ok(number)
    }
}
