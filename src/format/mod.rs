//! Converts filters to filter files and base64, and back. `docs/reference/format/index.md`
//! describes the files byte by byte.

pub mod base64;
mod fields;
pub(crate) mod header;
mod keyed;
pub(crate) mod load;
pub(crate) mod reader;
pub(crate) mod scalable;
mod section;
mod static_set;
mod values;
pub(crate) mod write;

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::Result;
use crate::filter::Filter;
use crate::scalable::ScalableFilter;
use crate::secret_key::SecretKey;
use crate::static_set::{StaticMap, StaticSet};

pub use header::{
    CHECKSUM_BYTES, FileHeader, HEADER_BYTES, Kind, MAX_HEADER_BYTES, Payload, Scheme,
};
pub use load::Loading;
pub use scalable::SubFilters;
pub use section::{MAX_KEY_FORM_BYTES, MAX_METADATA_BYTES, Metadata, Section};
pub use static_set::{static_map_header, static_set_header};
pub use write::{checksum, header, scalable_header};

/// The filter file of a filter, without name and version of a list.
pub fn to_bytes(filter: &Filter) -> Vec<u8> {
    to_bytes_with(filter, Metadata::default()).unwrap_or_default()
}

/// The filter file of a filter, with the name and the version of its list.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn to_bytes_with(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    write::write(filter, metadata)
}

/// The file of a scalable filter, with the name and the version of its list.
///
/// # Errors
/// As [`to_bytes_with`].
pub fn scalable_to_bytes(filter: &ScalableFilter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    write::write_scalable(filter, metadata)
}

/// The file of a static set, with the name and the version of its list.
///
/// # Errors
/// As [`to_bytes_with`]; no memory.
pub fn static_set_to_bytes(set: &StaticSet, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    static_set::write(set, None, metadata)
}

/// The file of a map, with the name and the version of its list.
///
/// # Errors
/// As [`to_bytes_with`]; no memory.
pub fn static_map_to_bytes(map: &StaticMap, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    static_set::write(&map.set, Some(&map.values), metadata)
}

/// The filter in a filter file.
///
/// # Errors
/// Anything but exactly one complete, valid filter file; the file of a scalable or keyed filter, of
/// a static set, or of a filter of another system.
pub fn from_bytes(file: &[u8]) -> Result<Filter> {
    load::read(file)
}

/// The filter in the file of a keyed filter.
///
/// # Errors
/// As [`from_bytes`]; a wrong secret key; a filter that is not keyed.
pub fn keyed_from_bytes(file: &[u8], secret: &SecretKey) -> Result<Filter> {
    load::read_keyed(file, secret)
}

/// The keyed filter in a base64 string.
///
/// # Errors
/// As [`keyed_from_bytes`] and [`from_base64`].
pub fn keyed_from_base64(text: &str, secret: &SecretKey) -> Result<Filter> {
    keyed_from_bytes(&base64::decode(text)?, secret)
}

/// The filter in the file of a scalable filter.
///
/// # Errors
/// Anything but exactly one complete, valid file of a scalable filter.
pub fn scalable_from_bytes(file: &[u8]) -> Result<ScalableFilter> {
    load::read_scalable(file)
}

/// The static set in a file.
///
/// # Errors
/// Anything but exactly one complete file of a static set.
///
/// ```
/// use edgebloom::{Builder, CollectKeys, format};
///
/// let mut builder = Builder::new(0);
/// builder.push(b"mailinator.com")?;
/// let file = format::static_set_to_bytes(&builder.finish_static(0.01)?, Default::default())?;
/// assert!(format::static_set_from_bytes(&file)?.contains(b"mailinator.com"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
pub fn static_set_from_bytes(file: &[u8]) -> Result<StaticSet> {
    load::read_static_set(file)
}

/// The map in a file.
///
/// # Errors
/// Anything but exactly one complete file of a map.
///
/// ```
/// use edgebloom::{CollectKeys, MapBuilder, format};
///
/// let mut builder = MapBuilder::new(0);
/// builder.push(b"mailinator.com")?;
/// builder.prepare(false)?;
/// let map = builder.finish(0.01, &["disposable"])?;
/// let file = format::static_map_to_bytes(&map, Default::default())?;
/// let read = format::static_map_from_bytes(&file)?;
/// assert_eq!(read.get(b"mailinator.com"), Some("disposable"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
pub fn static_map_from_bytes(file: &[u8]) -> Result<StaticMap> {
    load::read_static_map(file)
}

/// The file of a filter without name and version of a list, as standard padded base64.
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
