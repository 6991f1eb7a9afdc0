//! Keys by number, the layouts, and the specification as a naive model. `fuzz/` has this file, too.

use std::collections::BTreeSet;

use edgebloom::Scheme;

pub const SCHEMES: [Scheme; 3] = [Scheme::Standard, Scheme::Partitioned, Scheme::Blocked];

/// Key number `i`: `key-` and the number.
pub fn key(i: u64) -> Vec<u8> {
    format!("key-{i}").into_bytes()
}

/// The specification: docs/FORMAT.md in thirty lines, with products of 128 bits, the `murmur3`
/// crate, and a set of positions for the bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub scheme: Scheme,
    pub bits: u64,
    pub hashes: u64,
    pub seed: u32,
    pub ones: BTreeSet<u64>,
}

impl Model {
    pub fn new(scheme: Scheme, bits: u64, hashes: u64, seed: u32) -> Model {
        Model { scheme, bits, hashes, seed, ones: BTreeSet::new() }
    }

    pub fn positions(&self, mut key: &[u8]) -> Vec<u64> {
        let hash = murmur3::murmur3_x64_128(&mut key, self.seed).unwrap();
        let (h1, h2) = (hash as u64, (hash >> 64) as u64);
        let mut x = h1.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut draw = |span: u64| {
            let position = ((u128::from(x) * u128::from(span)) >> 64) as u64;
            x = x.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(h2);
            position
        };
        match self.scheme {
            Scheme::Standard => (0..self.hashes).map(|_| draw(self.bits)).collect(),
            Scheme::Partitioned => {
                let slice = self.bits / self.hashes;
                (0..self.hashes).map(|i| i * slice + draw(slice)).collect()
            }
            Scheme::Blocked => {
                let line = draw(self.bits / 512) * 512;
                (0..self.hashes).map(|_| line + draw(512)).collect()
            }
            other => panic!("{other:?} is not in the specification"),
        }
    }

    pub fn insert(&mut self, key: &[u8]) -> bool {
        let before = self.ones.len();
        self.ones.extend(self.positions(key));
        self.ones.len() > before
    }

    pub fn contains(&self, key: &[u8]) -> bool {
        self.positions(key).iter().all(|position| self.ones.contains(position))
    }
}
