//! Bytes and text to filters and back.

pub mod base64;
#[cfg(feature = "compat")]
mod foreign;
pub mod native;
mod reader;

use alloc::string::String;
use alloc::vec::Vec;

use crate::chain::Chain;
use crate::error::Result;
use crate::filter::Filter;
#[cfg(feature = "compat")]
use crate::scheme::SecretKey;
use crate::static_set::StaticSet;

#[cfg(feature = "compat")]
pub use foreign::*;
pub use native::Metadata;

/// The dump of a filter in the native format (`docs/FORMAT.md`), without metadata.
pub fn to_bytes(filter: &Filter) -> Vec<u8> {
    to_bytes_with(filter, Metadata::default()).unwrap_or_default()
}

/// The dump of a filter with the name and the version of its list.
///
/// # Errors
/// A name or version of more than 1,024 bytes, or not UTF-8.
pub fn to_bytes_with(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    metadata.name_text()?;
    metadata.version_text()?;
    native::write(filter, metadata)
}

/// The dump of a chain, with the name and the version of its list.
///
/// # Errors
/// As [`to_bytes_with`].
pub fn chain_to_bytes(chain: &Chain, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    metadata.name_text()?;
    metadata.version_text()?;
    native::write_chain(chain, metadata)
}

/// The filter in a native dump.
///
/// # Errors
/// Anything that is not exactly one whole and sound dump; the dump of a chain.
pub fn from_bytes(dump: &[u8]) -> Result<Filter> {
    native::read(dump)
}

/// The filter in the dump of a keyed one.
///
/// # Errors
/// As [`from_bytes`]; another key; a filter that is not keyed.
#[cfg(feature = "compat")]
pub fn keyed_from_bytes(dump: &[u8], secret: &SecretKey) -> Result<Filter> {
    native::read_keyed(dump, secret)
}

/// The filter in the base64 text of such a dump.
///
/// # Errors
/// As [`keyed_from_bytes`] and [`from_base64`].
#[cfg(feature = "compat")]
pub fn keyed_from_base64(text: &str, secret: &SecretKey) -> Result<Filter> {
    keyed_from_bytes(&base64::decode(text)?, secret)
}

/// The chain in a native dump; a plain filter is a chain of one.
///
/// # Errors
/// Anything that is not exactly one whole and sound dump.
pub fn chain_from_bytes(dump: &[u8]) -> Result<Chain> {
    native::read_chain(dump)
}

/// The file of a static set, with the name and the version of its list.
///
/// # Errors
/// As [`to_bytes_with`].
pub fn static_set_to_bytes(set: &StaticSet, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    metadata.name_text()?;
    metadata.version_text()?;
    native::write_static_set(set, metadata)
}

/// The static set in a file.
///
/// # Errors
/// Anything that is not exactly one whole file of a static set.
///
/// ```
/// use edgebloom::{Builder, format};
///
/// let mut builder = Builder::new(0);
/// builder.push(b"mailinator.com")?;
/// let file = format::static_set_to_bytes(&builder.finish_static(0.01)?, Default::default())?;
/// assert!(format::static_set_from_bytes(&file)?.contains(b"mailinator.com"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
pub fn static_set_from_bytes(file: &[u8]) -> Result<StaticSet> {
    native::read_static_set(file)
}

/// The name and version of the list, from the start of a dump: its payload is not looked at.
///
/// # Errors
/// A bad head.
pub fn metadata(dump: &[u8]) -> Result<Metadata<'_>> {
    Ok(native::Start::read(dump)?.section.metadata)
}

/// The dump of a filter as standard padded base64, without metadata.
pub fn to_base64(filter: &Filter) -> String {
    base64::encode(&to_bytes(filter))
}

/// The filter in the base64 text of a dump, of the standard or of the URL-safe alphabet.
///
/// # Errors
/// As [`from_bytes`]; any text that is not canonical base64.
pub fn from_base64(text: &str) -> Result<Filter> {
    from_bytes(&base64::decode(text)?)
}
