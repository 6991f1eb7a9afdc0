//! Writes files field by field, with invalid values and a valid checksum.

use super::repaired;
use edgebloom::Code;
use edgebloom::format::{from_bytes, scalable_from_bytes};

#[derive(Clone, Copy)]
pub struct Fields<'a> {
    pub flags: u8,
    pub scheme: u8,
    pub cells: u8,
    pub encoding: u8,
    pub hashes: u16,
    pub bits: u64,
    pub words: Option<u32>,
    pub seed: u32,
    pub salt: u32,
    pub capacity: u64,
    pub inserted: u64,
    pub rate: f64,
    pub section: &'a [u8],
    pub payload: &'a [u8],
}

/// A filter of 128 bits that are 0.
pub const PLAIN: Fields<'static> = Fields {
    flags: 0,
    scheme: 1,
    cells: 1,
    encoding: 1,
    hashes: 3,
    bits: 128,
    words: None,
    seed: 7,
    salt: 0,
    capacity: 0,
    inserted: 3,
    rate: 0.0,
    section: &[],
    payload: &[0; 16],
};

/// A file with these fields and a correct checksum.
pub fn file_of(fields: Fields<'_>) -> Vec<u8> {
    let Fields { flags, scheme, cells, encoding, hashes, words, section, payload, .. } = fields;
    let has_section = u8::from(!section.is_empty());
    let mut file = vec![0xeb, b'F', b'L', b'T', 1, flags | has_section, scheme, cells, 1, encoding];
    file.extend(hashes.to_le_bytes());
    file.extend(words.unwrap_or(payload.len() as u32 / 8).to_le_bytes());
    file.extend(fields.bits.to_le_bytes());
    file.extend(fields.seed.to_le_bytes());
    file.extend(fields.salt.to_le_bytes());
    for number in [fields.capacity, fields.inserted, fields.rate.to_bits()] {
        file.extend(number.to_le_bytes());
    }
    file.extend_from_slice(section);
    file.extend_from_slice(payload);
    file.extend([0; 8]);
    repaired(file)
}

/// Pads bytes with zeros to whole words.
pub fn words(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

/// The field and the code of the error for a plain filter.
pub fn refusal(file: &[u8]) -> (&'static str, Code) {
    let error = from_bytes(file).unwrap_err();
    (error.rule().field, error.rule().code)
}

/// The field and the code of the error for a scalable filter.
pub fn scalable_refusal(file: &[u8]) -> (&'static str, Code) {
    let error = scalable_from_bytes(file).unwrap_err();
    (error.rule().field, error.rule().code)
}
