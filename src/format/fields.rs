//! Tables of the numbers in a filter file: their order, sizes and ranges.

use alloc::vec::Vec;

use super::reader::Reader;
use crate::error::{Code, Error, Found, Result, Rule};

/// A number in a filter file: its size, its range, and the rule for its range.
pub(super) struct Field {
    size: u8,
    least: u64,
    most: u64,
    /// True if the bits are those of a floating-point number.
    real: bool,
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
    Field { size, least, most, real: false, rule: Rule::new(code, name, expected) }
}

/// A positive floating-point number, compared by its bits, which ascend with the number.
pub(super) const fn real_field(
    least: u64,
    most: u64,
    name: &'static str,
    expected: &'static str,
) -> Field {
    Field { real: true, ..field(8, least, most, Code::Invalid, name, expected) }
}

pub(super) const fn reserved(size: u8) -> Field {
    field(size, 0, 0, Code::Unsupported, "reserved", "0")
}

/// Reads the fields of a table. The error is that of the first field outside its range.
pub(super) fn read_fields(
    reader: &mut Reader<'_>,
    fields: &'static [Field],
    values: &mut [u64],
) -> Result<()> {
    for (field, value) in fields.iter().zip(values) {
        let offset = reader.offset();
        *value = reader.number(u64::from(field.size))?;
        if *value < field.least || *value > field.most {
            let real = Found::Real(f64::from_bits(*value));
            let found = if field.real { real } else { Found::Integer(*value) };
            return Err(Error::new(&field.rule, found, Some(offset)));
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
