//! The rows of tests/golden/frozen/counts.json: filters of every scheme and key encoding.

use edgebloom::foreign::{Header, KeyEncoding, Scheme, SubFilter};
use edgebloom::{Filter, Layout, Result, Target, Width};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::any::AnyFilter;

const COUNTS: &str = include_str!("../../../golden/frozen/counts.json");

pub fn rows() -> Vec<Value> {
    serde_json::from_str(COUNTS).unwrap()
}

pub fn number(row: &Value, field: &str) -> u64 {
    row[field].as_u64().unwrap_or_else(|| panic!("{field} in {row}"))
}

/// The first row of a scheme.
pub fn row_of(scheme: Scheme) -> Value {
    let is_its = |row: &Value| number(row, "scheme") == scheme.id();
    rows().into_iter().find(is_its).unwrap_or_else(|| panic!("no row of {scheme:?}"))
}

pub fn filter_of(row: &Value) -> AnyFilter {
    made_of(row, number(row, "bits"), Width::Bit).unwrap_or_else(|error| panic!("{row}: {error}"))
}

/// The filter of a row, but with this number of bits and this width.
pub fn made_of(row: &Value, bits: u64, width: Width) -> Result<AnyFilter> {
    let id = number(row, "scheme");
    let Some(layout) = Layout::ALL.into_iter().find(|&layout| layout as u64 == id) else {
        return Ok(foreign_made_of(row, bits, width)?.into());
    };
    let (hashes, seed) = (number(row, "hashes"), number(row, "seed") as u32);
    let header = edgebloom::Header::with_shape(layout, bits, hashes, seed)?;
    Ok(Filter::new(edgebloom::Header { width, ..header })?.into())
}

/// The filter of a row of another system.
pub fn foreign_of(row: &Value) -> SubFilter {
    foreign_made_of(row, number(row, "bits"), Width::Bit)
        .unwrap_or_else(|error| panic!("{row}: {error}"))
}

/// As [`made_of`], for a row of another system.
pub fn foreign_made_of(row: &Value, bits: u64, width: Width) -> Result<SubFilter> {
    let scheme = Scheme::from_id(number(row, "scheme")).unwrap();
    let capacity = number(row, "capacity");
    let header = Header {
        scheme,
        shape: scheme.shape(bits, number(row, "hashes"))?,
        width,
        seed: number(row, "seed") as u32,
        encoding: KeyEncoding::from_id(number(row, "keyEncoding")).unwrap(),
        target: (capacity > 0).then_some(Target { capacity, rate: 0.0 }),
        inserted: 0,
    };
    let parameters = row["parameters"].as_array().unwrap().iter();
    let parameters = parameters.map(|number| number.as_str().unwrap().parse().unwrap()).collect();
    SubFilter::new(header, parameters)
}

/// Key number `i`: a text, or a number if texts are not keys in this encoding.
pub fn key(encoding: KeyEncoding, prefix: &str, i: u64) -> Vec<u8> {
    let text = format!("{prefix}-{i}");
    match encoding {
        KeyEncoding::Int64 | KeyEncoding::Int32 => {
            let start = if prefix == "member" { 0 } else { 1_000_000 };
            encoding.integer(i128::from(start + i)).unwrap()
        }
        KeyEncoding::Hash128 => {
            let hash = Sha256::digest(text.as_bytes());
            i128::from_be_bytes(*hash.first_chunk().unwrap()).to_le_bytes().into()
        }
        _ => encoding.text(&text).unwrap().into_owned(),
    }
}
