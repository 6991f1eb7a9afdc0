//! Files of our own filters.

use wasm_bindgen::prelude::wasm_bindgen;

use super::filter::{Filter, ScalableFilter, StaticSet, taken_key};
use crate::error::Result;
use crate::format::{self, FileHeader, Metadata, Scheme};
use crate::wasm::Answer;
use crate::wasm::file::{FileParts, Header, Loading, checksum};

impl Header {
    pub(in crate::wasm) fn of(file: &FileHeader) -> Result<Header> {
        let (scheme, layout) = match file.scheme {
            Scheme::Own(layout) => ("native", layout.name()),
            Scheme::Keyed(layout) => ("keyed", layout.name()),
            Scheme::Static => ("native", "static"),
            Scheme::Foreign(_) => ("", ""),
        };
        Ok(Header::of_file(file, scheme, layout, f64::from(file.seed)))
    }

    /// The header that was written.
    pub(super) fn of_bytes(bytes: &[u8]) -> Answer<Header> {
        Ok(Header::of(&FileHeader::read(bytes)?)?)
    }
}

#[wasm_bindgen]
impl Loading {
    /// Takes the secret key of a keyed filter, which is in the input range.
    pub fn unlock(&mut self) -> Answer<()> {
        Ok(self.0.unlock(&taken_key()?)?)
    }

    /// The filter, if the payload is valid. The checksum is in the input range.
    pub fn filter(self) -> Answer<Filter> {
        Ok(Filter(self.0.filter(checksum())?))
    }

    /// As `filter`, for a scalable filter.
    pub fn scalable(self) -> Answer<ScalableFilter> {
        Ok(ScalableFilter(self.0.scalable(checksum())?))
    }

    /// As `filter`, for a static set.
    #[wasm_bindgen(js_name = staticSet)]
    pub fn static_set(self) -> Answer<StaticSet> {
        Ok(StaticSet(self.0.static_set(checksum())?))
    }
}

#[wasm_bindgen]
impl Filter {
    /// The filter file, with the name and version of the list.
    pub fn file(&self, name: &str, version: &str, form: &str) -> Answer<FileParts> {
        let header = format::header(&self.0, Metadata { name, version, key_form: form })?;
        Ok(FileParts::new(header, self.0.payload().0))
    }

    /// The header of the filter's file.
    pub fn header(&self, name: &str, version: &str, form: &str) -> Answer<Header> {
        Header::of_bytes(&format::header(&self.0, Metadata { name, version, key_form: form })?)
    }
}

#[wasm_bindgen]
impl ScalableFilter {
    /// The filter file, with the name and version of the list.
    pub fn file(&self, name: &str, version: &str, form: &str) -> Answer<Vec<u8>> {
        Ok(format::scalable_to_bytes(&self.0, Metadata { name, version, key_form: form })?)
    }

    /// The header of the filter's file.
    pub fn header(&self, name: &str, version: &str, form: &str) -> Answer<Header> {
        Header::of_bytes(&format::scalable_header(
            &self.0,
            Metadata { name, version, key_form: form },
        )?)
    }
}

#[wasm_bindgen]
impl StaticSet {
    /// The file, with the name and version of the list.
    pub fn file(&self, name: &str, version: &str, form: &str) -> Answer<Vec<u8>> {
        Ok(format::static_set_to_bytes(&self.0, Metadata { name, version, key_form: form })?)
    }

    /// The header of its file.
    pub fn header(&self, name: &str, version: &str, form: &str) -> Answer<Header> {
        Header::of_bytes(&format::static_set_header(
            &self.0,
            Metadata { name, version, key_form: form },
        )?)
    }
}
