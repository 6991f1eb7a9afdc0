//! The values of a map in its file: numbers in the section, and a table at the end of the payload.

use alloc::string::String;
use alloc::vec::Vec;

use super::fields::{Field, field, read_fields, write_fields};
use super::load::SPARE;
use super::reader::Reader;
use crate::error::{Code, Result, Rule};
use crate::static_set::{MAX_CODE_BITS, MAX_VALUE_BYTES, MAX_VALUES, Values};

/// The number of bytes of the entry in the section.
pub(super) const ENTRY_BYTES: u64 = 16;

static FIELDS: [Field; 4] = [
    field(4, 0, MAX_VALUES as u64, Code::Invalid, "values", "a number from 0 to 65536"),
    field(4, 0, MAX_CODE_BITS as u64, Code::Invalid, "code bits", "a number from 0 to 32"),
    field(4, 0, u32::MAX as u64, Code::Invalid, "value salt", ""),
    field(4, 0, u32::MAX as u64, Code::Invalid, "table", ""),
];
static CODE_BITS: Rule = Rule::new(Code::Invalid, "code bits", "above 0 for two values or more");
static CODES: Rule = Rule::new(Code::Invalid, "codes", "a complete code with one for each value");
static TABLE: Rule = Rule::new(Code::Invalid, "table", "as many words as the values take");
static TEXT: Rule = Rule::new(Code::Invalid, "value", "valid UTF-8");

/// What the section says about the values of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ValueFields {
    count: u64,
    pub(super) code_bits: u64,
    pub(super) salt: u32,
    /// The number of 64-bit words of the table.
    pub(super) words: u64,
}

impl ValueFields {
    pub(super) fn of(values: &Values) -> ValueFields {
        let texts: usize = values.texts.iter().map(String::len).sum();
        let bytes = 4 * values.counts.len() + 2 * values.texts.len() + texts;
        ValueFields {
            count: values.texts.len() as u64,
            code_bits: values.counts.len() as u64,
            salt: values.salt,
            words: bytes.div_ceil(8) as u64,
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<ValueFields> {
        let offset = reader.offset();
        let mut fields = [0; FIELDS.len()];
        read_fields(reader, &FIELDS, &mut fields)?;
        let [count, code_bits, salt, words] = fields;
        if (count > 1) != (code_bits > 0) {
            return Err(CODE_BITS.broken_at(offset + 4, code_bits));
        }
        Ok(ValueFields { count, code_bits, salt: salt as u32, words })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let values = [self.count, self.code_bits, u64::from(self.salt), self.words];
        write_fields(&mut bytes, &FIELDS, &values);
        bytes
    }

    /// The counts of the codes and the texts in a table.
    pub(super) fn read_table(&self, table: &[u8]) -> Result<(Vec<u32>, Vec<String>)> {
        let mut reader = Reader::new(table);
        let offset = reader.offset();
        let short = || TABLE.broken_at(offset, self.words);
        let counts = reader.take(4 * self.code_bits).map_err(|_| short())?;
        let counts: Vec<u32> =
            counts.as_chunks().0.iter().map(|&n| u32::from_le_bytes(n)).collect();
        // Kraft's sum is exactly 1: each sequence of bits begins with a code.
        let mut left = 1_u64;
        let mut total = 0;
        for &count in &counts {
            let codes = u64::from(count);
            left = (2 * left).checked_sub(codes).ok_or_else(|| CODES.broken_at(offset, codes))?;
            total += codes;
        }
        let is_complete = left == 0 && total == self.count && counts.last().is_none_or(|&n| n > 0);
        if self.code_bits > 0 && !is_complete {
            return Err(CODES.broken_at(offset, total));
        }
        let lengths = reader.take(2 * self.count).map_err(|_| short())?;
        let mut texts = Vec::new();
        for &length in lengths.as_chunks().0 {
            let offset = reader.offset();
            let bytes = reader.take(u16::from_le_bytes(length).into()).map_err(|_| short())?;
            let text = core::str::from_utf8(bytes).map_err(|_| TEXT.broken().at(offset))?;
            texts.push(String::from(text));
        }
        let rest = reader.rest();
        if rest.len() >= 8 {
            return Err(short());
        }
        if rest.iter().any(|&byte| byte != 0) {
            return Err(SPARE.broken().at(reader.offset()));
        }
        Ok((counts, texts))
    }
}

/// Writes the table of the values of a map.
pub(super) fn write_table(file: &mut Vec<u8>, values: &Values) {
    values.counts.iter().for_each(|count| file.extend_from_slice(&count.to_le_bytes()));
    for text in &values.texts {
        let length = text.len().min(MAX_VALUE_BYTES) as u16;
        file.extend_from_slice(&length.to_le_bytes());
    }
    values.texts.iter().for_each(|text| file.extend_from_slice(text.as_bytes()));
    file.resize(file.len().next_multiple_of(8), 0);
}
