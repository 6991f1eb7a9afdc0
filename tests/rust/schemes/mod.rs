//! Properties of each scheme: its positions, its rates, its limits.

mod every_scheme;
mod frozen;
mod keyed;
mod murmur3;
mod rates;
mod rules;
