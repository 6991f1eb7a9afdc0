//! What a number of JavaScript's stands for: a filter or, in the build that has them, a chain.

use crate::filter::Filter;

#[cfg(not(feature = "variants"))]
pub(super) use plain::{Held, Single};

#[cfg(feature = "variants")]
pub(super) use crate::chain::Chain as Held;

/// A filter as it is held.
#[cfg(not(feature = "variants"))]
pub(super) fn holding(filter: Filter) -> Held {
    filter
}

/// A filter as it is held.
#[cfg(feature = "variants")]
pub(super) fn holding(filter: Filter) -> Held {
    filter.into()
}

#[cfg(not(feature = "variants"))]
mod plain {
    use crate::error::Result;

    pub(in crate::wasm) use crate::filter::Filter as Held;

    /// What a chain can be asked.
    pub(in crate::wasm) trait Single: Sized {
        #[inline(always)]
        fn single(&self) -> Result<&Self> {
            Ok(self)
        }

        #[inline(always)]
        fn single_mut(&mut self) -> Result<&mut Self> {
            Ok(self)
        }

        #[inline(always)]
        fn newest(&self) -> &Self {
            self
        }
    }

    impl Single for Held {}
}
