//! Values that are passed to JavaScript as names.

#![allow(missing_docs, reason = "wasm-bindgen adds a variant for names that are none of these")]

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{format, layout};

/// The layouts.
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

impl From<Layout> for layout::Layout {
    fn from(layout: Layout) -> layout::Layout {
        match layout {
            Layout::Partitioned => layout::Layout::Partitioned,
            Layout::Blocked => layout::Layout::Blocked,
            // JavaScript has already rejected other names.
            _ => layout::Layout::Standard,
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
    /// A map.
    Map = "map",
}

impl From<format::Kind> for Kind {
    fn from(kind: format::Kind) -> Kind {
        match kind {
            format::Kind::Plain => Kind::Plain,
            format::Kind::Counting => Kind::Counting,
            format::Kind::Scalable => Kind::Scalable,
            format::Kind::Sparse => Kind::Sparse,
            format::Kind::Keyed => Kind::Keyed,
            format::Kind::Foreign => Kind::Foreign,
            format::Kind::Static => Kind::Static,
            format::Kind::Map => Kind::Map,
        }
    }
}
