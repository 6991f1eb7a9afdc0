//! Membership filters that are built anywhere, shipped as bytes or base64, and queried in browsers,
//! edge workers and native programs. Bits and answers are the same everywhere.
//!
//! ```
//! use edgebloom::{Builder, Scheme, format};
//!
//! let mut builder = Builder::new(0);
//! builder.push_lines(b"mailinator.com\nguerrillamail.com\n")?;
//! let text = format::to_base64(&builder.finish(Scheme::Standard, 0.001)?);
//!
//! let filter = format::from_base64(&text)?;
//! assert!(filter.contains(b"mailinator.com"));
//! assert!(!filter.contains(b"example.org"));
//! # Ok::<(), edgebloom::Error>(())
//! ```
//!
//! These are the layers, the highest first. Each uses only those after it:
//! [`format`](mod@format) · [`Changes`] · [`Builder`], [`Sharder`] · [`Chain`], [`StaticSet`] ·
//! [`Filter`] · [`scheme`] · [`hash`] · [`cells`] · [`key`], [`params`], [`Error`].

#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]
#![cfg_attr(target_arch = "wasm32", deny(unsafe_code))]

extern crate alloc;

mod builder;
pub mod cells;
mod chain;
mod changes;
mod error;
mod exceptions;
mod filter;
pub mod format;
pub mod hash;
pub mod key;
pub mod params;
pub mod scheme;
mod sharder;
mod static_set;

#[cfg(all(target_arch = "wasm32", feature = "std"))]
pub mod wasm;

pub use builder::Builder;
pub use cells::Width;
pub use chain::{Chain, Growth, MAX_GROWTH, MAX_SUB_FILTERS};
pub use changes::Changes;
pub use error::{Code, Error, Found, Result, Rule};
pub use filter::{Estimate, Filter, Head, Target};
#[cfg(feature = "compat")]
pub use scheme::SecretKey;
pub use scheme::{Scheme, Shape};
pub use sharder::Sharder;
pub use static_set::StaticSet;

const NO_RANDOM: &str = "the platform has no source of random numbers";

/// A random seed from the platform, for a filter whose positions must not be predictable.
///
/// # Errors
/// The platform has no source of random numbers.
pub fn random_seed() -> Result<u32> {
    static RANDOM: error::Rule = error::Rule::state(Code::Random, "seed", NO_RANDOM);
    getrandom::u32().map_err(|_| RANDOM.broken())
}

/// A random secret key of 128 bits from the platform, for a keyed filter.
///
/// # Errors
/// The platform has no source of random numbers.
#[cfg(feature = "compat")]
pub fn random_key() -> Result<[u8; 16]> {
    static RANDOM: error::Rule = error::Rule::state(Code::Random, "key", NO_RANDOM);
    let mut key = [0; 16];
    match getrandom::fill(&mut key) {
        Ok(()) => Ok(key),
        Err(_) => Err(RANDOM.broken()),
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
