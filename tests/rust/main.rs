//! The native tests as one crate: it is linked once, and shared code is compiled once. tests/web.rs
//! has the tests that run in wasm, tests/fuzz_corpus.rs those that need the fuzzer's allocator.
#![cfg(not(target_arch = "wasm32"))]

mod allocator;
mod chosen_keys;
mod common;
mod filters;
#[cfg(feature = "compat")]
mod foreign;
mod format;
mod layering;
mod layouts;
mod maps;
mod published_sets;
mod static_sets;
mod universes;

/// Passes every call to the system's allocator, and counts requests. format/loading and
/// foreign/forgery read the counts of the current thread.
#[global_allocator]
static ALLOCATOR: allocator::Counting = allocator::Counting;
