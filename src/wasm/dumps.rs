//! Dumps: what one says of itself, and how it is written and loaded. The payload, which is most of it, is copied by
//! JavaScript alone.

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "compat")]
use super::compat;
#[cfg(feature = "variants")]
use super::taken;
use super::{Engine, Handle, count, engine, held, sure, write_numbers, write_texts};
use crate::bytes::append;
use crate::filter::Head;
use crate::format::native::{self, Loading, Metadata, Start};

/// Writes what the dump is whose first bytes are in `input` to `output`, as f64, NaN for what is not
/// known: scheme, bits, hashes, bits of a cell, 1 if they are sparse, seed, capacity, rate, inserted,
/// bytes of the dump (of a chain, of this stage), where its name and its version are in `input`, each
/// with its length.
#[wasm_bindgen]
pub fn describe_start(length: usize) -> i32 {
    let engine = engine();
    let start = Start::read(engine.input.taken(length));
    #[cfg(feature = "compat")]
    let start = start.and_then(|start| engine.check_own(&start.head).map(|()| start));
    let start = match start {
        Ok(start) => start,
        Err(error) => return engine.fail(error),
    };
    let Head { scheme, shape, width, seed, target, inserted, .. } = start.head;
    #[cfg(not(feature = "compat"))]
    let seed = f64::from(seed);
    #[cfg(feature = "compat")]
    let seed = compat::seed(seed, &start.head, &start.section.parameters());
    let (capacity, rate) = target.map_or((f64::NAN, f64::NAN), |t| (t.capacity as f64, t.rate));
    let numbers = [
        scheme.id() as f64,
        shape.bits() as f64,
        shape.hashes() as f64,
        width.bits() as f64,
        f64::from(start.is_sparse()),
        seed,
        capacity,
        rate,
        inserted as f64,
        start.dump_bytes() as f64,
    ];
    engine.output.clear();
    write_numbers(&mut engine.output, &numbers);
    let Metadata { name, version } = start.section.metadata;
    write_texts(&mut engine.output, &[name, version]);
    0
}

/// Writes the head of a dump, or of the dump of a stage, to `output`; its length. The name and the
/// version of the list, of these lengths, follow each other in `input`.
#[wasm_bindgen]
pub fn write_head(filter: Handle, stage: u32, name: usize, version: usize) -> i32 {
    let engine = engine();
    let held = held(filter);
    let texts = engine.input.taken(name.saturating_add(version));
    let (name, version) = sure(texts.split_at_checked(name));
    let metadata = Metadata { name, version };
    engine.output.clear();
    #[cfg(feature = "variants")]
    let written = {
        let stage = u64::from(stage);
        let metadata = if stage == 0 { metadata } else { Metadata::default() };
        let filter = held.stage(stage);
        let (payload, sparse) = filter.payload();
        let place = native::place(held, stage);
        let output = &mut engine.output;
        let written = native::write_head(output, filter, payload.len(), sparse, metadata, place);
        engine.payload = match payload {
            alloc::borrow::Cow::Borrowed(_) => None,
            alloc::borrow::Cow::Owned(words) => Some(words),
        };
        written
    };
    #[cfg(not(feature = "variants"))]
    let written = {
        let (output, words) = (&mut engine.output, held.words().len());
        native::write_head(output, held, words, false, metadata, None)
    };
    _ = stage;
    match written {
        Ok(()) => engine.output.len() as i32,
        Err(error) => engine.fail(error),
    }
}

impl Engine {
    /// The payload of the dump whose head was written last.
    fn payload(&mut self, filter: Handle, stage: u32) -> &[u64] {
        _ = stage;
        #[cfg(feature = "variants")]
        return match &self.payload {
            Some(words) => words,
            None => held(filter).stage(u64::from(stage)).words(),
        };
        #[cfg(not(feature = "variants"))]
        held(filter).words()
    }
}

/// Where the payload of the dump is whose head [`write_head`] has just written.
#[wasm_bindgen]
pub fn payload(filter: Handle, stage: u32) -> usize {
    engine().payload(filter, stage).as_ptr() as usize
}

/// How many words it has.
#[wasm_bindgen]
pub fn payload_words(filter: Handle, stage: u32) -> usize {
    engine().payload(filter, stage).len()
}

/// Appends its checksum to the head in `output`.
#[wasm_bindgen]
pub fn write_checksum(filter: Handle, stage: u32) {
    let engine = engine();
    let mut output = core::mem::take(&mut engine.output);
    let checksum = native::checksum(&output, engine.payload(filter, stage));
    append(&mut output, &checksum);
    engine.output = output;
}

/// Begins to load a dump of `dump` bytes, or a stage if it is `chained`, whose first bytes are in
/// `input`; how many of them are before the payload.
#[wasm_bindgen]
pub fn begin_load(length: usize, dump: f64, chained: bool) -> i32 {
    let engine = engine();
    let start = engine.input.taken(length);
    #[cfg(feature = "keyed")]
    let begun = match &engine.secret {
        Some(secret) => Loading::begin_keyed(start, count(dump), secret),
        None => Loading::begin(start, count(dump), chained),
    };
    #[cfg(not(feature = "keyed"))]
    let begun = Loading::begin(start, count(dump), chained);
    match begun {
        Ok(loading) => {
            let head = loading.head_bytes() as i32;
            engine.loading = Some(loading);
            head
        }
        Err(error) => engine.fail(error),
    }
}

/// Where JavaScript copies the payload, which is all of the dump but the head and the checksum.
#[wasm_bindgen]
pub fn load_words() -> usize {
    sure(engine().loading.as_mut()).words_mut().as_mut_ptr() as usize
}

/// Ends the loading: the checksum is in `input`. The number of the filter, which takes the place of
/// the number of the stages before it, if there are any.
#[wasm_bindgen]
pub fn finish_load(before: Handle) -> Handle {
    let engine = engine();
    let checksum = engine.input.bytes().first_chunk().copied().unwrap_or_default();
    let loading = sure(engine.loading.take());
    _ = before;
    #[cfg(feature = "variants")]
    let made = {
        let stage = loading.stage();
        let chain = if before.is_null() { None } else { Some(*taken(before)) };
        loading.finish(checksum).and_then(|filter| native::next_stage(chain, filter, stage))
    };
    #[cfg(not(feature = "variants"))]
    let made = loading.finish(checksum);
    engine.keep(made)
}
