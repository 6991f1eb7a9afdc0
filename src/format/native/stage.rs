//! The place of a filter in a chain.

use alloc::vec::Vec;

use super::fields::{Field, field, read_fields, write_fields};
use super::section::ONE;
use crate::chain::{Growth, MAX_STAGES};
use crate::error::{Code, Result, Rule};
use crate::format::reader::Reader;

/// How many bytes it takes.
pub(super) const BYTES: u64 = 24;

static FIELDS: [Field; 5] = [
    field(2, 0, MAX_STAGES - 1, Code::Invalid, "stage", "below stages"),
    field(2, 1, MAX_STAGES, Code::Invalid, "stages", "1 to 1024"),
    // Those of other systems go further: what they have is checked with the scheme.
    field(4, 0, u32::MAX as u64, Code::Invalid, "growth", "1 to 1000"),
    field(8, 1, ONE - 1, Code::Invalid, "tightening", "above 0 and below 1"),
    field(8, 1, ONE - 1, Code::Invalid, "errorRate", "1e-18 to below 1"),
];
pub(super) static PLACE: Rule =
    Rule::new(Code::Invalid, "stage", "a place in a chain that there is");

/// Where in a chain a filter is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// Which stage, from 0.
    pub index: u64,
    /// How many there are.
    pub count: u64,
    /// How the chain grows.
    pub growth: Growth,
}

impl Stage {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Stage> {
        let offset = reader.offset();
        let mut fields = [0; FIELDS.len()];
        read_fields(reader, &FIELDS, &mut fields)?;
        let [index, count, factor, tightening, rate] = fields;
        let (tightening, rate) = (f64::from_bits(tightening), f64::from_bits(rate));
        // Other systems go below it: what they have is checked with the scheme.
        if index >= count {
            return Err(PLACE.broken_at(offset, index));
        }
        Ok(Stage { index, count, growth: Growth { factor, tightening, rate } })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let Growth { factor, tightening, rate } = self.growth;
        let values = [self.index, self.count, factor, tightening.to_bits(), rate.to_bits()];
        let mut bytes = Vec::new();
        write_fields(&mut bytes, &FIELDS, &values);
        bytes
    }
}
