//! Schemes 24 and 25: the Python package `pybloom_live`. Salted digests are cut into chunks, one
//! for each slice. A chunk has as many bytes as the bits of a slice require. The digest function
//! depends on the number of bits in k chunks. If 128 bits are enough, scheme 24 (3.1.0 and before)
//! uses MD5, and scheme 25 (4.0.0) XXH128.
//!
//! Source: `pybloom.py` of 3.1.0 and 4.0.0.

use core::f64::consts::LN_2;

use xxhash_rust::xxh3::Xxh3Default;

use crate::hash::digests::{self, Function, LONGEST};
use crate::key::KeyEncoding;
use crate::params::ceil;
use crate::params::exact_log::log;
use crate::scheme::rules::{Folding, Grouping, Rules, Setting};
use crate::scheme::{Probes, Scheme};

pub(in crate::scheme) const RULES: Rules = Rules {
    encodings: &[KeyEncoding::Python],
    grouping: Grouping::Parts,
    // The digest function depends on the number of bits.
    folding: Folding::None,
    scales: true,
    counts_new_only: true,
    sized: |n, p| {
        let slices = ceil(log(1.0 / p) / LN_2) as f64;
        let slice = ceil(n as f64 * -log(p) / (slices * (LN_2 * LN_2))) as f64;
        (slices * slice, slices)
    },
    ..Rules::PLAIN
};

/// Writes the digest of a salt and a key. Returns its length. No function means XXH128, whose
/// digest is its number in big-endian bytes.
fn digest(function: Option<Function>, salt: &[u8], key: &[u8], out: &mut [u8; LONGEST]) -> usize {
    if let Some(function) = function {
        return digests::digest(function, salt, key, out);
    }
    let mut hash = Xxh3Default::new();
    hash.update(salt);
    hash.update(key);
    let digest = hash.digest128().to_be_bytes();
    for (to, from) in out.iter_mut().zip(digest) {
        *to = from;
    }
    digest.len()
}

pub(in crate::scheme) struct PybloomProbes<'a> {
    key: &'a [u8],
    function: Option<Function>,
    chunk: usize,
    salts: u32,
    digest: [u8; LONGEST],
    /// The start of the next chunk, and the end of the digest.
    next: usize,
    end: usize,
    start: u64,
    span: u64,
}

#[inline(always)]
pub(in crate::scheme) fn probes<'a>(key: &'a [u8], setting: &Setting<'_>) -> PybloomProbes<'a> {
    let span = setting.shape.span();
    let chunk = match span {
        0x8000_0000.. => 8,
        0x8000.. => 4,
        _ => 2,
    };
    let function = match 8 * setting.shape.hashes() * chunk {
        385.. => Some(Function::Sha512),
        257.. => Some(Function::Sha384),
        161.. => Some(Function::Sha256),
        129.. => Some(Function::Sha1),
        _ if setting.scheme == Scheme::PybloomLiveMd5 => Some(Function::Md5),
        _ => None,
    };
    PybloomProbes {
        key,
        function,
        chunk: chunk as usize,
        salts: 0,
        digest: [0; LONGEST],
        next: 0,
        end: 0,
        start: 0,
        span,
    }
}

impl Probes for PybloomProbes<'_> {
    fn next(&mut self) -> u64 {
        if self.next + self.chunk > self.end {
            let mut salt = [0; LONGEST];
            let length = digest(self.function, &self.salts.to_le_bytes(), &[], &mut salt);
            let salt = salt.get(..length).unwrap_or(&salt);
            self.end = digest(self.function, salt, self.key, &mut self.digest);
            self.salts += 1;
            self.next = 0;
        }
        let chunk = self.digest.iter().skip(self.next).take(self.chunk);
        let number = chunk.rev().fold(0, |number, &byte| (number << 8) | u64::from(byte));
        self.next += self.chunk;
        let position = self.start + number % self.span;
        self.start += self.span;
        position
    }
}
