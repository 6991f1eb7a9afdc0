//! Tables of numbers: what stands where in a dump, how many bytes it has, and what it may be.

use alloc::vec::Vec;

use crate::error::{Code, Result, Rule};
use crate::format::reader::Reader;

/// A number in a dump: how many bytes it has, what it may be, and the rule that says so.
pub(super) struct Field {
    size: u8,
    least: u64,
    most: u64,
    rule: Rule,
}

pub(super) const fn field(
    size: u8,
    least: u64,
    most: u64,
    code: Code,
    name: &'static str,
    expected: &'static str,
) -> Field {
    Field { size, least, most, rule: Rule::new(code, name, expected) }
}

pub(super) const fn reserved(size: u8) -> Field {
    field(size, 0, 0, Code::Unsupported, "reserved", "0")
}

/// Reads the fields of a table; the error is that of the first that is out of its range.
pub(super) fn read_fields(
    reader: &mut Reader<'_>,
    fields: &'static [Field],
    values: &mut [u64],
) -> Result<()> {
    for (field, value) in fields.iter().zip(values) {
        let offset = reader.offset();
        *value = reader.number(u64::from(field.size))?;
        if *value < field.least || *value > field.most {
            return Err(field.rule.broken_at(offset, *value));
        }
    }
    Ok(())
}

/// Writes the fields of a table.
#[inline(never)]
pub(super) fn write_fields(bytes: &mut Vec<u8>, fields: &[Field], values: &[u64]) {
    for (field, value) in fields.iter().zip(values) {
        let value = value.to_le_bytes();
        bytes.extend_from_slice(value.get(..usize::from(field.size)).unwrap_or(&value));
    }
}
