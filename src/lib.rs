//! Membership filters that are built anywhere, shipped as bytes or base64, and queried in
//! browsers, edge workers and native programs, with the same bits and the same answers everywhere.
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
//! The layers, each of which knows only those below it: [`format`](mod@format) · [`Changes`] · [`Builder`], [`Sharder`] · [`Chain`], [`StaticSet`] ·
//! [`Filter`] ·
//! [`scheme`] · [`hash`] · [`cells`] · [`key`], [`params`], [`Error`].

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
pub use chain::{Chain, Growth, MAX_GROWTH, MAX_STAGES};
pub use changes::Changes;
pub use error::{Code, Error, Found, Result, Rule};
pub use filter::{Estimate, Filter, Head, Target};
#[cfg(feature = "compat")]
pub use scheme::SecretKey;
pub use scheme::{Scheme, Shape};
pub use sharder::Sharder;
pub use static_set::StaticSet;

/// A seed from the platform's random numbers, for a filter whose positions nobody should foresee.
///
/// # Errors
/// The platform gives none.
pub fn random_seed() -> Result<u32> {
    static RANDOM: error::Rule = error::Rule::new(Code::Random, "seed", "random numbers");
    getrandom::u32().map_err(|_| Error::new(&RANDOM, Found::Unsaid, None))
}

/// A key of 128 bits from the platform's random numbers, for a keyed filter.
///
/// # Errors
/// The platform gives none.
#[cfg(feature = "compat")]
pub fn random_key() -> Result<[u8; 16]> {
    static RANDOM: error::Rule = error::Rule::new(Code::Random, "key", "random numbers");
    let mut key = [0; 16];
    match getrandom::fill(&mut key) {
        Ok(()) => Ok(key),
        Err(_) => Err(Error::new(&RANDOM, Found::Unsaid, None)),
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
