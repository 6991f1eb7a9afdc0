//! Filter files: reading their header, writing and loading. JavaScript copies the payload directly
//! from or to the memory of the filter, so this memory never has a second copy of it.

use std::borrow::Cow;

use wasm_bindgen::prelude::wasm_bindgen;

use super::input::input;
use super::names::Kind;
use super::{Answer, number};
use crate::format::header::MAGIC;
use crate::format::{self, FileHeader, MAX_HEADER_BYTES, Payload};

/// The first bytes of every filter file.
#[wasm_bindgen]
pub fn magic() -> Vec<u8> {
    MAGIC.to_le_bytes()[..4].to_vec()
}

/// The most bytes before the payload.
#[wasm_bindgen(js_name = maxHeaderBytes)]
pub fn max_header_bytes() -> usize {
    MAX_HEADER_BYTES as usize
}

/// The header of a filter file.
#[wasm_bindgen(getter_with_clone)]
pub struct Header {
    /// The type of the filter.
    #[wasm_bindgen(readonly)]
    pub kind: Kind,
    /// The id of the scheme.
    #[wasm_bindgen(readonly, js_name = schemeId)]
    pub scheme_id: f64,
    /// The name of the scheme; of a scheme of another system, only in the module for these.
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
    /// The form of the keys, if it is not raw.
    #[wasm_bindgen(readonly, js_name = keyForm)]
    pub key_form: Option<String>,
    /// The number of sub-filters of a scalable filter; 0 for others.
    #[wasm_bindgen(readonly, js_name = subFilters)]
    pub sub_filters: f64,
    /// The growth factor of a scalable filter.
    #[wasm_bindgen(readonly)]
    pub growth: f64,
    /// The tightening of a scalable filter.
    #[wasm_bindgen(readonly)]
    pub tightening: f64,
    /// The number of non-members for which a static set is exact.
    #[wasm_bindgen(readonly)]
    pub universe: f64,
    /// The number of these that would be false positives otherwise.
    #[wasm_bindgen(readonly)]
    pub exact: f64,
}

#[wasm_bindgen]
impl Header {
    /// Reads the header of the filter file whose first bytes are in the input range.
    pub fn read(length: usize) -> Answer<Header> {
        let file = input(length, FileHeader::read)?;
        Ok(Header::of(&file)?)
    }
}

impl Header {
    /// What a file header says in itself. The module for other systems adds the rest.
    pub(super) fn of_file(file: &FileHeader, scheme: &str, layout: &str, seed: f64) -> Header {
        let sub_filters = file.section.sub_filters;
        let (universe, exact) = file.section.universe();
        Header {
            kind: file.kind().into(),
            scheme_id: number(file.scheme.id()),
            scheme: scheme.into(),
            layout: layout.into(),
            encoding: number(file.encoding),
            bits: number(file.shape.bits()),
            hashes: number(file.shape.hashes()),
            counter_bits: number(file.width.bits()),
            sparse: file.payload == Payload::Positions,
            seed,
            salt: f64::from(file.salt),
            capacity: file.target.map_or(0.0, |target| number(target.capacity)),
            error_rate: file.target.map_or(0.0, |target| target.rate),
            inserted: number(file.inserted),
            byte_length: number(file.file_bytes()),
            name: text(&file.section.name),
            version: text(&file.section.version),
            key_form: text(&file.section.key_form),
            sub_filters: sub_filters.map_or(0.0, |them| number(them.count)),
            growth: sub_filters.map_or(0.0, |them| number(them.factor)),
            tightening: sub_filters.map_or(0.0, |them| them.tightening),
            universe: number(universe),
            exact: number(exact),
        }
    }
}

/// Most files have none. `None` is cheaper than an empty string.
fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.into())
}

/// The file of a filter in three parts.
#[wasm_bindgen]
pub struct FileParts {
    pub(super) header: Vec<u8>,
    pub(super) checksum: [u8; 8],
    /// The payload, if it is not stored in the filter itself.
    pub(super) payload: Option<Vec<u64>>,
    pub(super) words: (usize, usize),
}

impl FileParts {
    /// The parts for a header and a payload, which is borrowed if it is the filter's own.
    pub(super) fn new(header: Vec<u8>, payload: Cow<'_, [u64]>) -> FileParts {
        let checksum = format::checksum(&header, &payload);
        let words = (payload.as_ptr() as usize, payload.len());
        let payload = match payload {
            Cow::Borrowed(_) => None,
            Cow::Owned(words) => Some(words),
        };
        FileParts { header, checksum, payload, words }
    }
}

#[wasm_bindgen]
impl FileParts {
    /// The bytes before the payload.
    #[wasm_bindgen(getter)]
    pub fn header(&self) -> Vec<u8> {
        self.header.clone()
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

/// A filter file whose header has been checked. JavaScript copies its payload into the memory of
/// the module.
#[wasm_bindgen]
pub struct Loading(pub(super) format::Loading);

#[wasm_bindgen]
impl Loading {
    /// Checks the header of a file of `total` bytes. Its first bytes are in the input range.
    pub fn begin(length: usize, total: f64) -> Answer<Loading> {
        Ok(Loading(input(length, |start| format::Loading::begin(start, count(total)))?))
    }

    /// The type of the filter.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> Kind {
        self.0.header().kind().into()
    }

    /// The id of the key encoding.
    #[wasm_bindgen(getter)]
    pub fn encoding(&self) -> f64 {
        number(self.0.header().encoding)
    }

    /// The name of the list, if there is one.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> Option<String> {
        text(&self.0.header().section.name)
    }

    /// The version of the list, if there is one.
    #[wasm_bindgen(getter)]
    pub fn version(&self) -> Option<String> {
        text(&self.0.header().section.version)
    }

    /// The form of the keys, if it is not raw.
    #[wasm_bindgen(getter, js_name = keyForm)]
    pub fn key_form(&self) -> Option<String> {
        text(&self.0.header().section.key_form)
    }

    /// The number of bytes before the payload.
    #[wasm_bindgen(getter, js_name = headerLength)]
    pub fn header_length(&self) -> usize {
        self.0.header().header_bytes as usize
    }

    /// The number of bytes of the payload.
    #[wasm_bindgen(getter, js_name = payloadLength)]
    pub fn payload_length(&self) -> usize {
        self.0.header().words as usize * 8
    }

    /// Allocates the payload. Returns its address, to which JavaScript copies it.
    pub fn allocate(&mut self) -> Answer<usize> {
        Ok(self.0.allocate()?.as_mut_ptr() as usize)
    }
}

/// The checksum, which JavaScript has written into the input range.
pub(super) fn checksum() -> [u8; 8] {
    input(8, |bytes| bytes.first_chunk().copied().unwrap_or_default())
}

/// JavaScript checks that counts are whole and not negative. Values that are too large saturate.
pub(super) fn count(number: f64) -> u64 {
    number as u64
}
