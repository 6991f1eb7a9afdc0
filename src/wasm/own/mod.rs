//! Our own filters.

mod file;
mod filter;
mod map;

// For tests/web.rs, which uses the binding like JavaScript.
pub use super::builder::Builder;
pub use super::file::Loading;
pub use super::input::{input_start, resize_input};
pub use super::names::Layout;
pub use filter::Filter;
