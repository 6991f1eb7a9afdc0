use edgebloom::Width;

use super::model::LAYOUTS;
use super::multiset::{Choices, WIDTHS, sequence};

/// Choices from the bytes: one byte each, or as many as the bound requires. 0 after the end.
struct Bytes<'a>(&'a [u8]);

impl Choices for Bytes<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        let mut number = 0;
        let mut reach = 1;
        while reach < bound {
            let (&byte, rest) = self.0.split_first().unwrap_or((&0, &[]));
            (self.0, number, reach) = (rest, number << 8 | u64::from(byte), reach << 8);
        }
        number % bound
    }
}

/// Uses the bytes as a sequence of operations on a filter and on the naive model.
pub fn model(data: &[u8]) {
    let mut bytes = Bytes(data);
    let layout = LAYOUTS[bytes.below(3) as usize];
    // Filters with very many bits are rare, because each takes as long as ten others.
    match bytes.below(32) {
        31 => sequence(&mut bytes, layout, Width::Bit, true),
        width => sequence(&mut bytes, layout, WIDTHS[width as usize % WIDTHS.len()], false),
    };
}
