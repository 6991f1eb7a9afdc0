//! Values that are passed to JavaScript as names.

#![expect(missing_docs, reason = "wasm-bindgen adds a variant for names that are none of these")]

use wasm_bindgen::prelude::wasm_bindgen;

use crate::format::native;
use crate::scheme::Scheme;

/// The layouts of the native schemes.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// Anywhere in the bits.
    Standard = "standard",
    /// One position in each of k parts.
    Partitioned = "partitioned",
    /// All positions in one block of 512 bits.
    Blocked = "blocked",
}

impl From<Layout> for Scheme {
    fn from(layout: Layout) -> Scheme {
        match layout {
            Layout::Partitioned => Scheme::Partitioned,
            Layout::Blocked => Scheme::Blocked,
            // JavaScript has already rejected other names.
            _ => Scheme::Standard,
        }
    }
}

/// The type of filter in a filter file. Each type has its own class.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Bits.
    Plain = "plain",
    /// Counters.
    Counting = "counting",
    /// Several sub-filters. New keys go into the newest one.
    Scalable = "scalable",
    /// Positions of bits.
    Sparse = "sparse",
    /// Bits under a secret key.
    Keyed = "keyed",
    /// Any of these in a scheme of another system.
    Foreign = "foreign",
    /// A static set.
    Static = "static",
}

impl From<native::Kind> for Kind {
    fn from(kind: native::Kind) -> Kind {
        match kind {
            native::Kind::Plain => Kind::Plain,
            native::Kind::Counting => Kind::Counting,
            native::Kind::Scalable => Kind::Scalable,
            native::Kind::Sparse => Kind::Sparse,
            native::Kind::Keyed => Kind::Keyed,
            native::Kind::Foreign => Kind::Foreign,
            native::Kind::Static => Kind::Static,
        }
    }
}
