//! Our own filters.

mod builder;
mod file;
mod filter;
mod map;

// For tests/web.rs, which uses the binding like JavaScript.
pub use super::file::Loading;
pub use super::input::{input_start, resize_input};
pub use super::names::Layout;
pub use builder::Builder;
pub use filter::Filter;
