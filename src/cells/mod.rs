//! What a position holds.

pub mod bits;
