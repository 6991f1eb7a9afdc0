//! Compares the answers of other systems' filters with those of `edgebloom::foreign`.
//! tests/golden/README.md lists the sources of the files.

mod answers;
// fuzz/ uses more of it.
#[allow(dead_code)]
pub mod any;
mod files;
pub mod frozen_rows;
mod hashes;
mod keys;
pub mod php;
mod systems;

pub use answers::{ALL, Counts, check_all, guava_false_positives};
pub use files::FILES;
pub use hashes::check_hashes;
pub use keys::{key_bytes, template};
pub use systems::{NOTHING, format, is_file, read, write};

use edgebloom::Result;
use edgebloom::foreign::{Filter, SubFilter};
use edgebloom::format::base64;
use serde_json::Value;

/// The only sub-filter of a filter that is not scalable.
pub fn single(filter: Result<Filter>) -> SubFilter {
    filter.unwrap().single().unwrap().clone()
}

pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or("")
}

pub fn bytes(value: &Value) -> Vec<u8> {
    base64::decode(value.as_str().unwrap()).unwrap()
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().map(Vec::as_slice).unwrap_or_default().iter()
}
