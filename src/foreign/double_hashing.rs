//! Common code of several schemes (Guava's MITZ_32, Spark's V1): a + i · b with two 32-bit hashes,
//! wrapping at 32 bits. A negative number is replaced by its complement.

use super::rules::Setting;
use crate::layout::Probes;

pub(super) struct WrappingProbes {
    number: i32,
    step: i32,
    bits: u64,
}

impl WrappingProbes {
    /// The first number is a + b: i counts from 1.
    pub(super) fn new(a: u32, b: u32, setting: &Setting<'_>) -> WrappingProbes {
        WrappingProbes { number: a as i32, step: b as i32, bits: setting.shape.bits() }
    }
}

impl Probes for WrappingProbes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.number = self.number.wrapping_add(self.step);
        let number = if self.number < 0 { !self.number } else { self.number };
        number as u64 % self.bits
    }
}
