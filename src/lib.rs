//! Membership filters that are built anywhere, shipped as bytes or base64, and queried in browsers,
//! edge workers and native programs. Bits and answers are the same everywhere.
//!
//! ```
//! use edgebloom::{Builder, CollectKeys, Layout, format};
//!
//! let mut builder = Builder::new(0);
//! builder.push_lines(b"mailinator.com\nguerrillamail.com\n")?;
//! let text = format::to_base64(&builder.finish(Layout::Standard, 0.001)?);
//!
//! let filter = format::from_base64(&text)?;
//! assert!(filter.contains(b"mailinator.com"));
//! assert!(!filter.contains(b"example.org"));
//! # Ok::<(), edgebloom::Error>(())
//! ```
//!
//! These are the layers, the highest first. Each uses only those after it:
//! [`foreign`], the filters of other systems · [`format`](mod@format) · [`Builder`], [`Sharder`],
//! [`Changes`] · [`ScalableFilter`], [`StaticSet`] · [`Filter`] · [`Layout`], [`SecretKey`] ·
//! [`cells`] · [`hash`] · [`key`], [`params`], [`Error`].
//!
//! Without `foreign`, the rest is complete.

#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]
#![cfg_attr(target_arch = "wasm32", deny(unsafe_code))]

extern crate alloc;

pub mod cells;
mod digest;
mod error;
mod exceptions;
mod filter;
#[cfg(feature = "compat")]
pub mod foreign;
pub mod format;
pub mod hash;
pub mod key;
mod layout;
mod list;
pub mod params;
mod scalable;
mod secret_key;
mod static_set;
mod sub_filters;

#[cfg(all(target_arch = "wasm32", feature = "std"))]
pub mod wasm;

pub use cells::Width;
pub use error::{Code, Error, Found, Result, Rule};
pub use filter::{Estimate, Filter, Header, Target};
pub use layout::{Layout, MAX_BITS, MAX_HASHES, MIN_RATE, Shape};
pub use list::{Builder, Changes, CollectKeys, Conflict, MapBuilder, Sharder};
pub use scalable::{Growth, MAX_GROWTH, ScalableFilter};
pub use secret_key::SecretKey;
pub use static_set::{StaticMap, StaticSet};
pub use sub_filters::MAX_SUB_FILTERS;

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
