//! The PHP systems of the articles: their hashes and their filters.

pub mod filters;
pub mod vectors;
