//! Helpers that several tests share.

#[cfg(feature = "compat")]
pub mod foreign;
pub mod forge;
pub mod golden;
pub mod model;
pub mod multiset;
pub mod rates;
pub mod static_sets;

use edgebloom::format::FileHeader;

pub use model::{LAYOUTS, Model, key, positions_of, unit};

/// The header of a filter file, which must be valid.
pub fn header_of(file: &[u8]) -> FileHeader {
    FileHeader::read(file).unwrap()
}

/// The checksum of a file, computed with the `murmur3` crate: the first 8 bytes of the hash of all
/// bytes before it.
pub fn checksum(mut before: &[u8]) -> [u8; 8] {
    let hash = murmur3::murmur3_x86_128(&mut before, 1 << 31).unwrap();
    (hash as u64).to_le_bytes()
}

/// Corrects the checksum of a file.
pub fn repaired(mut file: Vec<u8>) -> Vec<u8> {
    let end = file.len() - 8;
    let sum = checksum(&file[..end]);
    file[end..].copy_from_slice(&sum);
    file
}

/// A linear congruential generator for test data (Knuth's MMIX constants). Its high bits are good.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

impl multiset::Choices for Random {
    fn below(&mut self, bound: u64) -> u64 {
        Random::below(self, bound)
    }
}
