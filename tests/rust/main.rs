//! The native tests as one crate: it is linked once, and what tests share is compiled once. tests/web.rs has what runs in
//! wasm, tests/fuzz_corpus.rs what needs the fuzzer's allocator.
#![cfg(not(target_arch = "wasm32"))]

mod allocator;
mod common;
mod filters;
mod foreign;
mod format;
mod layering;
mod published_sets;
mod schemes;
mod static_sets;

/// Passes everything on to the system; format/forgery reads what the thread at hand has asked for.
#[global_allocator]
static ALLOCATOR: allocator::Counting = allocator::Counting;
