//! Dumps field by field, as no writer would write them, with a right checksum.

use edgebloom::format::chain_from_bytes;
use edgebloom::hash::murmur3;
use edgebloom::{Code, Growth};

#[derive(Clone, Copy)]
pub struct Fields<'a> {
    pub flags: u8,
    pub scheme: u8,
    pub cells: u8,
    pub encoding: u8,
    pub bits: u64,
    pub words: Option<u32>,
    pub seed: u64,
    pub section: &'a [u8],
    pub payload: &'a [u8],
}

/// 100 bits that are 0.
pub const PLAIN: Fields<'static> = Fields {
    flags: 0,
    scheme: 1,
    cells: 1,
    encoding: 1,
    bits: 100,
    words: None,
    seed: 7,
    section: &[],
    payload: &[0; 16],
};

/// A dump of 3 probes a key and seed 7 with a right checksum.
pub fn dump_of(fields: Fields<'_>) -> Vec<u8> {
    let Fields { flags, scheme, cells, encoding, bits, words, seed, section, payload } = fields;
    let has_section = u8::from(!section.is_empty());
    let mut dump =
        vec![0xeb, b'F', b'L', b'T', 1, flags | has_section, scheme, cells, 1, encoding, 3, 0];
    let words = words.unwrap_or(payload.len() as u32 / 8);
    dump.extend(words.to_le_bytes());
    for number in [bits, seed, 0, 3, 0] {
        dump.extend(number.to_le_bytes());
    }
    dump.extend_from_slice(section);
    let head = dump.len();
    dump.extend_from_slice(payload);
    dump.extend([0; 8]);
    repaired(dump, head)
}

/// Makes the checksum right again.
pub fn repaired(mut dump: Vec<u8>, head_bytes: usize) -> Vec<u8> {
    let end = dump.len() - 8;
    let sum =
        murmur3::hash(&dump[..head_bytes], 0).h1 ^ murmur3::hash(&dump[head_bytes..end], 1).h1;
    dump[end..].copy_from_slice(&sum.to_le_bytes());
    dump
}

/// Fills bytes up to whole words.
pub fn words(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

/// A section with a place in a chain.
pub fn place(index: u16, count: u16, growth: Growth) -> Vec<u8> {
    let Growth { factor, tightening, rate } = growth;
    [
        &[32, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 24, 0, 0, 0][..],
        &index.to_le_bytes(),
        &count.to_le_bytes(),
        &(factor as u32).to_le_bytes(),
        &tightening.to_le_bytes(),
        &rate.to_le_bytes(),
    ]
    .concat()
}

pub const GROWTH: Growth = Growth { factor: 2, tightening: 0.5, rate: 0.25 };

pub fn stage(index: u16, count: u16) -> Vec<u8> {
    dump_of(Fields { section: &place(index, count, GROWTH), ..PLAIN })
}

/// The field and the code with which a dump is refused.
pub fn refusal(dump: &[u8]) -> (&'static str, Code) {
    let error = chain_from_bytes(dump).unwrap_err();
    (error.rule().field, error.rule().code)
}
