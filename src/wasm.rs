//! The binding: numbers, ranges of memory, errors. No logic. The only file that knows JavaScript.
//!
//! JavaScript refers to filters by number. Keys, texts and dumps pass through two ranges of memory
//! that stay where they are from call to call: JavaScript writes into `input` and reads from
//! `output`. A call takes and gives numbers only, and `contains` allocates nothing. What fails
//! answers −1 and leaves its error for [`error`].

use alloc::vec::Vec;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::builder::Builder;
use crate::cells::bits::MEMORY;
use crate::error::{Error, Found, Result};
use crate::filter::{Filter, Head};
use crate::format::native::{self, Loading, Metadata, Start};
use crate::scheme::Scheme;

mod formulas;
#[cfg(getrandom_backend = "custom")]
mod random;
#[cfg(not(feature = "std"))]
mod runtime;
mod slots;

pub use formulas::*;
use slots::{Place, Slots};

const FAILED: i32 = -1;
/// Enough for most keys, and for lists in pieces that stay in the second-level cache.
const INPUT_BYTES: usize = 1 << 16;

/// Everything the module holds.
struct Engine {
    filters: Slots,
    builder: Builder,
    loading: Option<Loading>,
    input: Vec<u8>,
    output: Vec<u8>,
    /// How many bytes at the start of `input` are an unfinished line.
    rest: usize,
    error: Option<Error>,
}

/// Our own JavaScript gives only numbers and lengths that there are; were it wrong, this would trap.
#[inline]
fn sure<T>(value: Option<T>) -> T {
    match value {
        Some(value) => value,
        None => core::arch::wasm32::unreachable(),
    }
}

impl Engine {
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> i32 {
        self.error = Some(error);
        FAILED
    }

    #[inline(never)]
    fn keep(&mut self, result: Result<Filter>) -> i32 {
        match result {
            Ok(filter) => self.filters.put(filter),
            Err(error) => self.fail(error),
        }
    }

    fn done(&mut self, result: Result<()>) -> i32 {
        match result {
            Ok(()) => 0,
            Err(error) => self.fail(error),
        }
    }

    /// Runs `change` on a filter with another one; a filter with itself stays as it is.
    fn combine(
        &mut self,
        filter: u32,
        other: u32,
        change: fn(&mut Filter, &Filter) -> Result<()>,
    ) -> i32 {
        match self.filters.places.get_disjoint_mut([filter as usize, other as usize]) {
            Ok([Place::Taken(filter), Place::Taken(other)]) => {
                let result = change(filter, other);
                self.done(result)
            }
            _ => 0,
        }
    }

    /// The first `length` bytes of `input`.
    fn taken(&self, length: usize) -> &[u8] {
        sure(self.input.get(..length))
    }

    /// Where the whole lines among the first `length` bytes of `input` end; of the last piece all
    /// lines are whole.
    #[inline(never)]
    fn lines_end(&self, length: usize, last: bool) -> usize {
        let text = self.taken(length);
        if last {
            return text.len();
        }
        text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
    }

    /// Moves what comes after `end` to the start of `input`.
    #[inline(never)]
    fn keep_rest(&mut self, end: usize, length: usize) {
        let length = length.min(self.input.len());
        self.rest = length - end;
        self.input.copy_within(end..length, 0);
    }
}

/// The one engine of the module.
struct Global(core::cell::UnsafeCell<Engine>);

// SAFETY: wasm32-unknown-unknown as we build it has no threads.
#[allow(unsafe_code)]
unsafe impl Sync for Global {}

static ENGINE: Global = Global(core::cell::UnsafeCell::new(Engine {
    filters: Slots::new(),
    builder: Builder::new(0),
    loading: None,
    input: Vec::new(),
    output: Vec::new(),
    rest: 0,
    error: None,
}));

/// wasm-bindgen's classes would do without unsafe code, but check and count a borrow in every call
/// and take 4 kB for it.
#[allow(unsafe_code)]
#[inline]
fn engine() -> &'static mut Engine {
    // SAFETY: one thread; every exported function calls this once, and none calls another one or
    // JavaScript while it holds the reference.
    unsafe { &mut *ENGINE.0.get() }
}

/// The layouts by the ids of their schemes; an unknown one cannot come from our own JavaScript.
fn scheme(layout: u16) -> Scheme {
    Scheme::from_id(u64::from(layout)).unwrap_or(Scheme::Standard)
}

/// JavaScript checks that counts are whole and not negative; what is too large saturates.
fn count(number: f64) -> u64 {
    number as u64
}

/// Where JavaScript writes.
#[wasm_bindgen]
pub fn input() -> usize {
    engine().input.as_ptr() as usize
}

/// How much JavaScript may write there; 0 before the first [`resize_input`].
#[wasm_bindgen]
pub fn input_size() -> usize {
    engine().input.len()
}

/// Makes room for `size` bytes, keeping an unfinished line; less than the usual room makes it the
/// usual room again. −1 when there is no memory.
#[wasm_bindgen]
pub fn resize_input(size: usize) -> i32 {
    let engine = engine();
    let size = size.max(INPUT_BYTES);
    let mut input = Vec::new();
    if input.try_reserve_exact(size).is_err() {
        // Where there is no room for a smaller range, the large one stays.
        return if size <= engine.input.len() {
            0
        } else {
            engine.fail(MEMORY.broken_by(size as u64))
        };
    }
    input.extend_from_slice(sure(engine.input.get(..engine.rest)));
    input.resize(size, 0);
    engine.input = input;
    0
}

/// Where JavaScript reads.
#[wasm_bindgen]
pub fn output() -> usize {
    engine().output.as_ptr() as usize
}

/// Writes the last error to `output` as f64: what was found (NaN for nothing), the offset (NaN for
/// none), then where its three texts are and how long they are. 1 if the error is one of the data,
/// 0 if it is one of the call, −1 if there is none.
#[wasm_bindgen]
pub fn error() -> i32 {
    let Engine { error, output, .. } = engine();
    output.clear();
    let Some(error) = error.take() else { return FAILED };
    let rule = error.rule();
    let found = match error.found() {
        Found::Integer(number) => number as f64,
        Found::Real(number) => number,
        Found::Unsaid => f64::NAN,
    };
    write_numbers(output, &[found, error.offset().map_or(f64::NAN, |offset| offset as f64)]);
    write_texts(
        output,
        &[rule.code.name().as_bytes(), rule.field.as_bytes(), rule.expected.as_bytes()],
    );
    i32::from(rule.code.is_format())
}

/// A filter by capacity and rate; its number.
#[wasm_bindgen]
pub fn with_rate(layout: u16, capacity: f64, rate: f64, seed: u32) -> i32 {
    engine().keep(Filter::with_rate(scheme(layout), count(capacity), rate, seed))
}

/// A filter by shape; its number.
#[wasm_bindgen]
pub fn with_shape(layout: u16, bits: f64, hashes: f64, seed: u32) -> i32 {
    engine().keep(Filter::with_shape(scheme(layout), count(bits), count(hashes), seed))
}

/// Gives a filter's memory back.
#[wasm_bindgen]
pub fn release(filter: u32) {
    engine().filters.remove(filter);
}

/// Inserts the key in `input`; true if the filter changed.
#[wasm_bindgen]
pub fn insert(filter: u32, length: usize) -> bool {
    let Engine { filters, input, .. } = engine();
    filters.get(filter).insert(sure(input.get(..length)))
}

/// True if the key in `input` is possibly in the filter.
#[wasm_bindgen]
pub fn contains(filter: u32, length: usize) -> bool {
    let Engine { filters, input, .. } = engine();
    filters.get(filter).contains(sure(input.get(..length)))
}

/// How many bytes of an unfinished line are at the start of `input`.
#[wasm_bindgen]
pub fn rest() -> usize {
    engine().rest
}

/// Inserts the whole lines of `input`; how many changed the filter.
#[wasm_bindgen]
pub fn insert_lines(filter: u32, length: usize, last: bool) -> f64 {
    let engine = engine();
    let end = engine.lines_end(length, last);
    let changed = engine.filters.get(filter).insert_lines(sure(engine.input.get(..end)));
    engine.keep_rest(end, length);
    changed as f64
}

/// Writes a byte to `output` for every whole line of `input`: 1 possibly, 0 definitely not.
#[wasm_bindgen]
pub fn contains_lines(filter: u32, length: usize, last: bool) -> usize {
    let engine = engine();
    let end = engine.lines_end(length, last);
    let Engine { filters, input, output, .. } = engine;
    output.clear();
    let text = sure(input.get(..end));
    filters.get(filter).contains_lines(text, |possibly| output.push(u8::from(possibly)));
    engine.keep_rest(end, length);
    engine.output.len()
}

/// Writes the positions of the key in `input` to `output` as f64; how many.
#[wasm_bindgen]
pub fn positions(filter: u32, length: usize) -> usize {
    let Engine { filters, input, output, .. } = engine();
    output.clear();
    let key = sure(input.get(..length));
    filters.get(filter).positions(key, |position| write_numbers(output, &[position as f64]));
    output.len() / 8
}

/// A copy.
#[wasm_bindgen]
pub fn copy(filter: u32) -> i32 {
    let engine = engine();
    let result = engine.filters.get(filter).copy();
    engine.keep(result)
}

/// Takes the keys of another filter in.
#[wasm_bindgen]
pub fn merge(filter: u32, other: u32) -> i32 {
    engine().combine(filter, other, Filter::merge)
}

/// Keeps the keys of another filter only.
#[wasm_bindgen]
pub fn intersect(filter: u32, other: u32) -> i32 {
    engine().combine(filter, other, Filter::intersect)
}

/// 2 if two filters have the same bits, 1 if they can be combined, 0 if neither.
#[wasm_bindgen]
pub fn compare(filter: u32, other: u32) -> i32 {
    let places = &engine().filters.places;
    match (places.get(filter as usize), places.get(other as usize)) {
        (Some(Place::Taken(filter)), Some(Place::Taken(other))) => {
            i32::from(filter.is_compatible(other)) + i32::from(filter.equals(other))
        }
        _ => 0,
    }
}

/// Forgets every key.
#[wasm_bindgen]
pub fn clear(filter: u32) {
    engine().filters.get(filter).clear();
}

/// The fold by a divisor.
#[wasm_bindgen]
pub fn fold(filter: u32, divisor: f64) -> i32 {
    let engine = engine();
    let result = engine.filters.get(filter).fold(count(divisor));
    engine.keep(result)
}

/// The smallest fold at a rate.
#[wasm_bindgen]
pub fn shrink(filter: u32, rate: f64) -> i32 {
    let engine = engine();
    let result = engine.filters.get(filter).shrink(rate);
    engine.keep(result)
}

/// Writes what the set bits of a filter tell to `output`, as f64: how many they are, the estimated
/// count of keys, the estimated rate.
#[wasm_bindgen]
pub fn estimate(filter: u32) {
    let Engine { filters, output, .. } = engine();
    let estimate = filters.get(filter).estimate();
    output.clear();
    write_numbers(output, &[estimate.set as f64, estimate.count, estimate.rate]);
}

/// Writes what the dump is whose first bytes are in `input` to `output`, as f64, NaN for what is not
/// known: scheme, bits, hashes, seed, capacity, rate, inserted, bytes of the dump, where its name
/// and its version are in `input`, each with its length.
#[wasm_bindgen]
pub fn describe_start(length: usize) -> i32 {
    let engine = engine();
    let start = match Start::read(sure(engine.input.get(..length))) {
        Ok(start) => start,
        Err(error) => return engine.fail(error),
    };
    let Head { scheme, shape, seed, target, inserted, .. } = start.head;
    let (capacity, rate) = target.map_or((f64::NAN, f64::NAN), |t| (t.capacity as f64, t.rate));
    let numbers = [
        scheme.id() as f64,
        shape.bits() as f64,
        shape.hashes() as f64,
        f64::from(seed),
        capacity,
        rate,
        inserted as f64,
        start.dump_bytes() as f64,
    ];
    engine.output.clear();
    write_numbers(&mut engine.output, &numbers);
    write_texts(&mut engine.output, &[start.metadata.name, start.metadata.version]);
    0
}

/// Where the words of a filter are.
#[wasm_bindgen]
pub fn words(filter: u32) -> usize {
    engine().filters.get(filter).bits().words().as_ptr() as usize
}

/// How many words a filter has.
#[wasm_bindgen]
pub fn word_count(filter: u32) -> usize {
    engine().filters.get(filter).bits().words().len()
}

/// Writes the head of a filter's dump to `output`; its length. The name and the version of the list,
/// of these lengths, follow each other in `input`.
#[wasm_bindgen]
pub fn write_head(filter: u32, name: usize, version: usize) -> i32 {
    let engine = engine();
    let filter = engine.filters.get(filter);
    let texts = sure(engine.input.get(..name.saturating_add(version)));
    let (name, version) = sure(texts.split_at_checked(name));
    let metadata = Metadata { name, version };
    match native::head(filter, metadata) {
        Ok(head) => {
            let length = head.len() as i32;
            engine.output = head;
            length
        }
        Err(error) => engine.fail(error),
    }
}

/// Appends the checksum of a filter's dump to the head in `output`, which [`write_head`] has just
/// written.
#[wasm_bindgen]
pub fn write_checksum(filter: u32) {
    let Engine { filters, output, .. } = engine();
    let checksum = native::checksum(filters.get(filter), output);
    output.extend_from_slice(&checksum);
}

/// The most bytes of a dump that [`begin_load`] and [`describe_start`] look at.
#[wasm_bindgen]
pub fn head_limit() -> usize {
    native::MAX_HEAD_BYTES as usize
}

/// Begins to load a dump of `dump` bytes whose first bytes are in `input`; how many of them are
/// before the payload.
#[wasm_bindgen]
pub fn begin_load(length: usize, dump: f64) -> i32 {
    let engine = engine();
    match Loading::begin(engine.taken(length), count(dump)) {
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

/// Ends the loading: the checksum is in `input`. The number of the filter.
#[wasm_bindgen]
pub fn finish_load() -> i32 {
    let engine = engine();
    let checksum = engine.input.first_chunk().copied().unwrap_or_default();
    let loading = sure(engine.loading.take());
    engine.keep(loading.finish(checksum))
}

/// Begins a filter whose size depends on its keys; a begun one is forgotten.
#[wasm_bindgen]
pub fn begin_build(seed: u32) {
    engine().builder = Builder::new(seed);
}

/// Takes the key in `input` in.
#[wasm_bindgen]
pub fn push(length: usize) -> i32 {
    let engine = engine();
    let pushed = engine.builder.push(sure(engine.input.get(..length)));
    engine.done(pushed)
}

/// Takes the whole lines of `input` in.
#[wasm_bindgen]
pub fn push_lines(length: usize, last: bool) -> i32 {
    let engine = engine();
    let end = engine.lines_end(length, last);
    let pushed = engine.builder.push_lines(sure(engine.input.get(..end)));
    engine.keep_rest(end, length);
    engine.done(pushed)
}

/// How many distinct keys there are so far.
#[wasm_bindgen]
pub fn distinct() -> f64 {
    engine().builder.distinct() as f64
}

/// The filter of the keys; its number.
#[wasm_bindgen]
pub fn finish_build(layout: u16, rate: f64) -> i32 {
    let engine = engine();
    let result =
        core::mem::replace(&mut engine.builder, Builder::new(0)).finish(scheme(layout), rate);
    engine.keep(result)
}

/// A random seed, or −1.
#[wasm_bindgen]
pub fn random_seed() -> f64 {
    match crate::random_seed() {
        Ok(seed) => f64::from(seed),
        Err(error) => f64::from(engine().fail(error)),
    }
}

#[inline(never)]
fn write_numbers(output: &mut Vec<u8>, numbers: &[f64]) {
    for number in numbers {
        output.extend_from_slice(&number.to_le_bytes());
    }
}

/// Where texts are in memory, and how long they are.
fn write_texts(output: &mut Vec<u8>, texts: &[&[u8]]) {
    for text in texts {
        write_numbers(output, &[text.as_ptr() as usize as f64, text.len() as f64]);
    }
}
