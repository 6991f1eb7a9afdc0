//! Converts filters to filter files and base64, and back.

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

/// The filter file of a filter, without metadata. `docs/reference/format/index.md` describes the
/// format.
pub fn to_bytes(filter: &Filter) -> Vec<u8> {
    to_bytes_with(filter, Metadata::default()).unwrap_or_default()
}

/// The filter file of a filter, with the name and the version of its list.
///
/// # Errors
/// A name or version of more than 1,024 bytes, or not UTF-8.
pub fn to_bytes_with(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    metadata.name_text()?;
    metadata.version_text()?;
    native::write(filter, metadata)
}

/// The file of a scalable filter, with the name and the version of its list.
///
/// # Errors
/// As [`to_bytes_with`].
pub fn chain_to_bytes(chain: &Chain, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    metadata.name_text()?;
    metadata.version_text()?;
    native::write_chain(chain, metadata)
}

/// The filter in a native filter file.
///
/// # Errors
/// Anything but exactly one complete, valid filter file; the file of a scalable filter.
pub fn from_bytes(file: &[u8]) -> Result<Filter> {
    native::read(file)
}

/// The filter in the file of a keyed filter.
///
/// # Errors
/// As [`from_bytes`]; a wrong secret key; a filter that is not keyed.
#[cfg(feature = "compat")]
pub fn keyed_from_bytes(file: &[u8], secret: &SecretKey) -> Result<Filter> {
    native::read_keyed(file, secret)
}

/// The keyed filter in a base64 string.
///
/// # Errors
/// As [`keyed_from_bytes`] and [`from_base64`].
#[cfg(feature = "compat")]
pub fn keyed_from_base64(text: &str, secret: &SecretKey) -> Result<Filter> {
    keyed_from_bytes(&base64::decode(text)?, secret)
}

/// The filter in a native filter file, scalable or not.
///
/// # Errors
/// Anything but exactly one complete, valid filter file.
pub fn chain_from_bytes(file: &[u8]) -> Result<Chain> {
    native::read_chain(file)
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
/// Anything but exactly one complete file of a static set.
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

/// The name and the version of the list, from the start of a filter file. This does not read the
/// payload.
///
/// # Errors
/// The start of the file is not valid.
pub fn metadata(file: &[u8]) -> Result<Metadata<'_>> {
    Ok(native::Start::read(file)?.section.metadata)
}

/// The file of a filter without metadata, as standard padded base64.
pub fn to_base64(filter: &Filter) -> String {
    base64::encode(&to_bytes(filter))
}

/// The filter in a base64 string, in the standard or the URL-safe alphabet.
///
/// # Errors
/// As [`from_bytes`]; any string that is not strict base64.
pub fn from_base64(text: &str) -> Result<Filter> {
    from_bytes(&base64::decode(text)?)
}
