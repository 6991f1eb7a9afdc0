//! Static sets. Every module can query them. Only the larger module can build them.

use wasm_bindgen::prelude::wasm_bindgen;

use super::dumps::Header;
use super::{Answer, answers, answers_of_many, input};
use crate::format::native::{self, Metadata, Start};
use crate::static_set;

/// A set that does not change.
#[wasm_bindgen]
pub struct StaticSet(pub(super) static_set::StaticSet);

#[wasm_bindgen]
impl StaticSet {
    /// Reads the static set in a file, which is the first `length` bytes of the input range.
    pub fn read(length: usize) -> Answer<StaticSet> {
        Ok(StaticSet(input(length, native::read_static_set)?))
    }

    /// True if the key in the input range may be in the set.
    pub fn contains(&self, length: usize) -> bool {
        input(length, |key| self.0.contains(key))
    }

    /// As [`Filter::contains_lines`](super::Filter::contains_lines).
    #[wasm_bindgen(js_name = containsLines)]
    pub fn contains_lines(&self, length: usize) -> Answer<Vec<u8>> {
        answers(length, |take| input(length, |text| self.0.answer_lines(text, take)))
    }

    /// As [`Filter::contains_many`](super::Filter::contains_many).
    #[wasm_bindgen(js_name = containsMany)]
    pub fn contains_many(&self, count: usize, length: usize) -> Vec<u8> {
        answers_of_many(count, length, |text, lengths, take| {
            self.0.answer_keys(text, lengths, take);
        })
    }

    /// Makes the key in the input range an exception: from now on the answer is "no". True if it
    /// was not an exception yet.
    pub fn allow(&mut self, length: usize) -> Answer<bool> {
        Ok(input(length, |key| self.0.allow(key))?)
    }

    /// Writes the file, with the name and version of the list.
    pub fn file(&self, name: &str, version: &str) -> Answer<Vec<u8>> {
        Ok(native::write_static_set(&self.0, Metadata::new(name, version))?)
    }

    /// The header of its file.
    pub fn header(&self, name: &str, version: &str) -> Answer<Header> {
        let head = native::static_set_head(&self.0, Metadata::new(name, version))?;
        Header::of(&Start::read(&head)?)
    }
}
