//! Compares the answers of other systems' filters with those of `edgebloom::format`, the schemes
//! and the key encodings. tests/golden/README.md lists the sources of the files.

pub mod any;
mod answers;
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
pub use systems::{NOTHING, format, is_dump, read, write};

use edgebloom::format::base64;
use serde_json::Value;

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
