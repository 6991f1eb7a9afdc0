//! Our own filters.

mod file;
mod filter;
