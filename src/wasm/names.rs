//! Values that cross the boundary as names.

#![expect(missing_docs, reason = "wasm-bindgen adds a variant for names that are none of these")]

use wasm_bindgen::prelude::wasm_bindgen;

use crate::format::native;
use crate::scheme::Scheme;

/// How our own schemes lay positions out.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// All over the bits.
    Standard = "standard",
    /// One in each of k parts.
    Partitioned = "partitioned",
    /// All in one block of 512 bits.
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

/// Which type of filter a filter file holds; each has a class of its own.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Bits.
    Plain = "plain",
    /// Counters.
    Counting = "counting",
    /// Several sub-filters. The newest takes keys.
    Scalable = "scalable",
    /// Positions of bits.
    Sparse = "sparse",
    /// Bits under a secret key.
    Keyed = "keyed",
    /// Any of these in the scheme of another system.
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
