//! Filter files: reading their header, writing and loading. JavaScript copies the payload directly
//! from or to the memory of the filter, so this memory never has a second copy of it.

use std::borrow::Cow;

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, Filter, Kind, count, input, number};
use crate::error::Result;
use crate::filter::{self, Head};
use crate::format::native::{self, MAGIC, MAX_HEAD_BYTES, Metadata, Payload, Start};

/// The first bytes of every filter file.
#[wasm_bindgen]
pub fn magic() -> Vec<u8> {
    MAGIC.to_le_bytes()[..4].to_vec()
}

/// The most bytes before the payload.
#[wasm_bindgen(js_name = maxHeadBytes)]
pub fn max_head_bytes() -> usize {
    MAX_HEAD_BYTES as usize
}

/// The header of a filter file.
#[wasm_bindgen(getter_with_clone)]
pub struct Header {
    /// The type of the filter.
    #[wasm_bindgen(readonly)]
    pub kind: Kind,
    /// The name of the scheme.
    #[wasm_bindgen(readonly)]
    pub scheme: String,
    /// The layout: standard, partitioned or blocked.
    #[wasm_bindgen(readonly)]
    pub layout: String,
    /// The id of the key encoding.
    #[wasm_bindgen(readonly)]
    pub encoding: f64,
    /// m.
    #[wasm_bindgen(readonly)]
    pub bits: f64,
    /// k.
    #[wasm_bindgen(readonly)]
    pub hashes: f64,
    /// The number of bits of a cell.
    #[wasm_bindgen(readonly, js_name = counterBits)]
    pub counter_bits: f64,
    /// True if the payload consists of positions.
    #[wasm_bindgen(readonly)]
    pub sparse: bool,
    /// The seed, as the system of the scheme shows it.
    #[wasm_bindgen(readonly)]
    pub seed: f64,
    /// The salt.
    #[wasm_bindgen(readonly)]
    pub salt: f64,
    /// n; 0 if the filter was built by shape.
    #[wasm_bindgen(readonly)]
    pub capacity: f64,
    /// p; 0 if the filter was built by shape.
    #[wasm_bindgen(readonly, js_name = errorRate)]
    pub error_rate: f64,
    /// The number of inserted keys.
    #[wasm_bindgen(readonly)]
    pub inserted: f64,
    /// The length of the filter file.
    #[wasm_bindgen(readonly, js_name = byteLength)]
    pub byte_length: f64,
    /// The name of the list, if there is one.
    #[wasm_bindgen(readonly)]
    pub name: Option<String>,
    /// The version of the list, if there is one.
    #[wasm_bindgen(readonly)]
    pub version: Option<String>,
    /// The number of sub-filters of a scalable filter; 0 for others.
    #[wasm_bindgen(readonly, js_name = subFilters)]
    pub sub_filters: f64,
    /// The growth factor of a scalable filter.
    #[wasm_bindgen(readonly)]
    pub growth: f64,
    /// The tightening of a scalable filter.
    #[wasm_bindgen(readonly)]
    pub tightening: f64,
}

#[wasm_bindgen]
impl Header {
    /// Reads the header of the filter file whose first bytes are in the input range.
    pub fn read(length: usize) -> Answer<Header> {
        input(length, |start| Header::of(&Start::read(start)?))
    }
}

impl Header {
    pub(super) fn of(start: &Start<'_>) -> Answer<Header> {
        let Head { scheme, shape, width, salt, encoding, target, inserted, .. } = start.head;
        let sub_filters = start.section.sub_filters;
        Ok(Header {
            kind: start.kind().into(),
            scheme: scheme.name().into(),
            layout: scheme.layout_name().into(),
            encoding: number(encoding.id()),
            bits: number(shape.bits()),
            hashes: number(shape.hashes()),
            counter_bits: number(width.bits()),
            sparse: start.payload() == Payload::Positions,
            seed: start.shown_seed(),
            salt: f64::from(salt),
            capacity: target.map_or(0.0, |target| number(target.capacity)),
            error_rate: target.map_or(0.0, |target| target.rate),
            inserted: number(inserted),
            byte_length: number(start.dump_bytes()),
            name: text(start.section.metadata.name_text()?),
            version: text(start.section.metadata.version_text()?),
            sub_filters: sub_filters.map_or(0.0, |them| number(them.count)),
            growth: sub_filters.map_or(0.0, |them| number(them.factor)),
            tightening: sub_filters.map_or(0.0, |them| them.tightening),
        })
    }
}

/// Most files have none. `None` is cheaper than an empty string.
fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.into())
}

/// The file of a filter in three parts.
#[wasm_bindgen]
pub struct Dump {
    head: Vec<u8>,
    checksum: [u8; 8],
    /// The payload, if it is not stored in the filter itself.
    payload: Option<Vec<u64>>,
    words: (usize, usize),
}

#[wasm_bindgen]
impl Dump {
    /// The bytes before the payload.
    #[wasm_bindgen(getter)]
    pub fn head(&self) -> Vec<u8> {
        self.head.clone()
    }

    /// The address of the payload, until the filter changes.
    #[wasm_bindgen(getter, js_name = payloadStart)]
    pub fn payload_start(&self) -> usize {
        self.payload.as_ref().map_or(self.words.0, |words| words.as_ptr() as usize)
    }

    /// The number of bytes of the payload.
    #[wasm_bindgen(getter, js_name = payloadLength)]
    pub fn payload_length(&self) -> usize {
        self.words.1 * 8
    }

    /// The bytes after the payload.
    #[wasm_bindgen(getter)]
    pub fn checksum(&self) -> Vec<u8> {
        self.checksum.into()
    }
}

#[wasm_bindgen]
impl Filter {
    /// True for a scalable filter.
    #[wasm_bindgen(getter)]
    pub fn grows(&self) -> bool {
        self.0.growth().is_some()
    }

    /// Writes the filter file with the name and version of the list, if the filter is not scalable.
    pub fn dump(&self, name: &str, version: &str) -> Answer<Dump> {
        let (head, payload) = head(self.0.single()?, name, version)?;
        let checksum = native::checksum(&head, &payload);
        let words = (payload.as_ptr() as usize, payload.len());
        let payload = match payload {
            Cow::Borrowed(_) => None,
            Cow::Owned(words) => Some(words),
        };
        Ok(Dump { head, checksum, payload, words })
    }

    /// Writes the file of a scalable filter.
    #[wasm_bindgen(js_name = scalableDump)]
    pub fn scalable_dump(&self, name: &str, version: &str) -> Answer<Vec<u8>> {
        Ok(native::write_chain(&self.0, Metadata::new(name, version))?)
    }

    /// The header of the filter's file.
    pub fn header(&self, name: &str, version: &str) -> Answer<Header> {
        let metadata = Metadata::new(name, version);
        let head = match self.0.single() {
            Ok(filter) => head(filter, name, version)?.0,
            Err(_) => native::write_scalable_head(&self.0, metadata)?,
        };
        Header::of(&Start::read(&head)?)
    }

    /// The address of the words of the cells, until the filter changes.
    #[wasm_bindgen(getter, js_name = wordsStart)]
    pub fn words_start(&self) -> usize {
        self.0.newest().words().as_ptr() as usize
    }

    /// Reads the scalable filter in a filter file, which is the first `length` bytes of the input
    /// range.
    #[wasm_bindgen(js_name = readScalable)]
    pub fn read_scalable(length: usize) -> Answer<Filter> {
        Ok(Filter(input(length, native::read_chain)?))
    }
}

/// The bytes before the payload, and the payload.
fn head<'a>(
    filter: &'a filter::Filter,
    name: &str,
    version: &str,
) -> Result<(Vec<u8>, Cow<'a, [u64]>)> {
    let (payload, sparse) = filter.payload();
    let mut head = Vec::new();
    let metadata = Metadata::new(name, version);
    native::write_head(&mut head, filter, payload.len(), sparse, metadata)?;
    Ok((head, payload))
}

/// A filter file whose header has been checked. JavaScript copies its payload into the memory of
/// the filter.
#[wasm_bindgen]
pub struct Loading(pub(super) native::Loading);

#[wasm_bindgen]
impl Loading {
    /// Starts to load a file of `total` bytes. Its first bytes are in the input range.
    pub fn begin(length: usize, total: f64) -> Answer<Loading> {
        Ok(Loading(input(length, |start| native::Loading::begin(start, count(total)))?))
    }

    /// The number of bytes before the payload.
    #[wasm_bindgen(getter, js_name = headLength)]
    pub fn head_length(&self) -> usize {
        self.0.head_bytes() as usize
    }

    /// The address for the payload, to which JavaScript copies it.
    #[wasm_bindgen(getter, js_name = payloadStart)]
    pub fn payload_start(&mut self) -> usize {
        self.0.words_mut().as_mut_ptr() as usize
    }

    /// The number of bytes of the payload.
    #[wasm_bindgen(getter, js_name = payloadLength)]
    pub fn payload_length(&mut self) -> usize {
        self.0.words_mut().len() * 8
    }

    /// The filter, if the payload is valid. The checksum is in the input range.
    pub fn finish(self) -> Answer<Filter> {
        let checksum = input(8, |bytes| bytes.first_chunk().copied().unwrap_or_default());
        Ok(self.0.finish(checksum)?.into())
    }
}
