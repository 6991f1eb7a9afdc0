//! From lists of keys to filters and sets: collecting the keys, splitting them into shards, and the
//! changes from one list to the next.

mod builder;
mod changes;
mod map_builder;
mod sharder;

use crate::digest::{self, Digest};
use crate::error::Result;
use crate::filter::group::each_digest;

pub use builder::Builder;
pub use changes::Changes;
pub use map_builder::{Conflict, MapBuilder};
pub use sharder::Sharder;

/// Collects keys by their digests.
pub trait CollectKeys {
    /// The seed of the hash.
    fn seed(&self) -> u32;

    /// Adds a key by its digest.
    ///
    /// # Errors
    /// Not enough memory.
    #[doc(hidden)]
    fn push_digest(&mut self, digest: Digest) -> Result<()>;

    /// The number of keys. A repeated key counts again, until a builder removes it.
    fn collected(&self) -> u64;

    /// Adds a key.
    ///
    /// # Errors
    /// Not enough memory.
    fn push(&mut self, key: &[u8]) -> Result<()> {
        self.push_digest(digest::digest(key, self.seed()))
    }

    /// Adds every line of `text` (see [`lines`](crate::key::lines)).
    ///
    /// # Errors
    /// Not enough memory.
    fn push_lines(&mut self, text: &[u8]) -> Result<()> {
        each_digest(text, self.seed(), |digest| self.push_digest(digest))
    }

    /// Adds keys by their digests, 16 bytes each: four little-endian `u32`. An incomplete digest at
    /// the end is ignored.
    ///
    /// # Errors
    /// Not enough memory.
    fn push_digests(&mut self, bytes: &[u8]) -> Result<()> {
        digest::digests_in(bytes).try_for_each(|digest| self.push_digest(digest))
    }
}
