//! What several tests share.

pub mod foreign;
pub mod frozen_rows;
pub mod golden;
pub mod model;
pub mod multiset;
pub mod php;
pub mod rates;

pub use model::{Model, SCHEMES, key};

/// A linear congruential generator for test data (Knuth's MMIX constants); its high bits are good.
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
