//! Numbered keys, the layouts, and the specification as a naive model. `fuzz/` uses this file, too.

use std::collections::BTreeSet;

use edgebloom::Layout;

pub const LAYOUTS: [Layout; 3] = [Layout::Standard, Layout::Partitioned, Layout::Blocked];

/// Key number `i`: `key-` and the number.
pub fn key(i: u64) -> Vec<u8> {
    format!("key-{i}").into_bytes()
}

/// The number of bits of a filter is a multiple of this.
pub fn unit(layout: Layout, hashes: u64) -> u64 {
    match layout {
        Layout::Partitioned => 64 * hashes,
        Layout::Blocked => 512,
        Layout::Standard => 64,
    }
}

/// The specification: docs/reference/format/index.md in thirty lines, with the `murmur3` crate and
/// a set of positions instead of bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub layout: Layout,
    pub bits: u64,
    pub hashes: u64,
    pub seed: u32,
    pub ones: BTreeSet<u64>,
}

impl Model {
    pub fn new(layout: Layout, bits: u64, hashes: u64, seed: u32) -> Model {
        Model { layout, bits, hashes, seed, ones: BTreeSet::new() }
    }

    pub fn positions(&self, mut key: &[u8]) -> Vec<u64> {
        let seed = self.seed.wrapping_mul(0x9e37_79b1) | 1 << 31;
        let hash = murmur3::murmur3_x86_128(&mut key, seed).unwrap();
        positions_of(
            self.layout,
            self.bits,
            self.hashes,
            [0, 32, 64, 96].map(|shift| (hash >> shift) as u32),
        )
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

/// The positions from four lanes, in one of the layouts.
pub fn positions_of(
    layout: Layout,
    bits: u64,
    hashes: u64,
    [h1, h2, h3, h4]: [u32; 4],
) -> Vec<u64> {
    const A: u32 = 0x2c92_77b5;
    let next = |n: &mut u32, add: u32| {
        let now = u64::from(*n);
        *n = n.wrapping_mul(A).wrapping_add(add);
        now
    };
    let (mut x, mut y) = (h1, h3);
    let mut word = |words: u64| (next(&mut x, h2) * words) >> 32;
    let (slice, block) = match layout {
        Layout::Standard => (0, None),
        Layout::Partitioned => (bits / 64 / hashes, None),
        Layout::Blocked => (0, Some(8 * word(bits / 512))),
    };
    let words: Vec<u64> = (0..hashes)
        .map(|i| match block {
            Some(first) => first + word(8),
            None if slice > 0 => i * slice + word(slice),
            None => word(bits / 64),
        })
        .collect();
    words.into_iter().map(|word| 64 * word + (next(&mut y, h4) >> 26)).collect()
}
