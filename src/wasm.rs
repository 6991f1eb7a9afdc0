//! The binding: numbers, ranges of memory, errors. No logic. The only file that knows JavaScript.
//!
//! JavaScript refers to filters by where they are in memory. Keys, texts and dumps pass through two ranges of memory
//! that stay where they are from call to call: JavaScript writes into `input` and reads from
//! `output`. A call takes and gives numbers only, and `contains` allocates nothing. What fails
//! answers −1 (0, where a filter is asked for) and leaves its error for [`error`].

use alloc::boxed::Box;
use alloc::vec::Vec;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::bytes::append;
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::error::{Error, Found, Result};
use crate::filter::Filter;
use crate::format::native::Loading;
use crate::scheme::Scheme;

#[cfg(all(feature = "variants", any(feature = "std", not(feature = "compat"))))]
mod building;
#[cfg(feature = "compat")]
mod compat;
mod dumps;
mod formulas;
mod held;
#[cfg(feature = "keyed")]
mod keyed;
#[cfg(not(feature = "std"))]
mod runtime;
#[cfg(feature = "variants")]
mod variants;

#[cfg(all(feature = "variants", any(feature = "std", not(feature = "compat"))))]
pub use building::*;
#[cfg(feature = "compat")]
pub use compat::*;
pub use dumps::*;
pub use formulas::*;
use held::Held;
#[cfg(not(feature = "variants"))]
use held::Single;
#[cfg(feature = "keyed")]
pub use keyed::*;
#[cfg(feature = "variants")]
pub use variants::*;

const FAILED: i32 = -1;
/// Enough for most keys, and for lists in pieces that stay in the second-level cache.
const INPUT_BYTES: usize = 1 << 16;

/// Everything the module holds.
struct Engine {
    #[cfg(all(feature = "variants", any(feature = "std", not(feature = "compat"))))]
    builder: crate::builder::Builder,
    loading: Option<Loading>,
    /// The payload of the dump that is being written, where it is not the filter's own words.
    #[cfg(feature = "variants")]
    payload: Option<Vec<u64>>,
    input: Input,
    output: Vec<u8>,
    error: Option<Error>,
    /// Filters of other systems' schemes are not loaded here.
    #[cfg(feature = "compat")]
    own_only: bool,
    /// The key of the dump that is loaded next.
    #[cfg(feature = "keyed")]
    secret: Option<crate::scheme::SecretKey>,
}

/// Our own JavaScript gives only numbers and lengths that there are; were it wrong, this would trap.
#[inline]
fn sure<T>(value: Option<T>) -> T {
    match value {
        Some(value) => value,
        None => core::arch::wasm32::unreachable(),
    }
}

/// Where JavaScript writes, in words.
struct Input(Vec<u64>);

impl Input {
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }

    /// The first `length` bytes.
    fn taken(&self, length: usize) -> &[u8] {
        sure(self.bytes().get(..length))
    }
}

impl Engine {
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> i32 {
        self.error = Some(error);
        FAILED
    }

    /// Gives a filter to JavaScript.
    #[inline(never)]
    fn keep(&mut self, result: Result<Held>) -> Handle {
        match result {
            Ok(held) => Box::into_raw(Box::new(held)),
            Err(error) => {
                self.fail(error);
                core::ptr::null_mut()
            }
        }
    }

    /// What came of the single filter in a place.
    fn keep_of(&mut self, filter: Handle, make: impl FnOnce(&Filter) -> Result<Filter>) -> Handle {
        let made = held(filter).single().and_then(make);
        self.keep(made.map(held::holding))
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
        filter: Handle,
        other: Handle,
        change: fn(&mut Filter, &Filter) -> Result<()>,
    ) -> i32 {
        if filter == other {
            return 0;
        }
        let result = match (held(filter).single_mut(), held(other).single()) {
            (Ok(filter), Ok(other)) => change(filter, other),
            (Err(error), _) | (_, Err(error)) => Err(error),
        };
        self.done(result)
    }
}

/// The one engine of the module.
struct Global(core::cell::UnsafeCell<Engine>);

// SAFETY: wasm32-unknown-unknown as we build it has no threads.
#[allow(unsafe_code)]
unsafe impl Sync for Global {}

static ENGINE: Global = Global(core::cell::UnsafeCell::new(Engine {
    #[cfg(all(feature = "variants", any(feature = "std", not(feature = "compat"))))]
    builder: crate::builder::Builder::new(0),
    loading: None,
    #[cfg(feature = "variants")]
    payload: None,
    input: Input(Vec::new()),
    output: Vec::new(),
    error: None,
    #[cfg(feature = "compat")]
    own_only: false,
    #[cfg(feature = "keyed")]
    secret: None,
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

/// A filter as JavaScript has it.
type Handle = *mut Held;

/// The filter of a handle. JavaScript gives no handle but those it has got, and none twice back.
#[allow(unsafe_code)]
#[inline(always)]
fn held(filter: Handle) -> &'static mut Held {
    // SAFETY: the handle comes from `keep`; a call that has two of them has made sure that they are
    // not the same.
    unsafe { &mut *filter }
}

/// The layouts by the ids of their schemes; an unknown one cannot come from our own JavaScript.
fn scheme(layout: u16) -> Scheme {
    Scheme::from_id(u64::from(layout)).unwrap_or(Scheme::Standard)
}

/// JavaScript checks that counts are whole and not negative; what is too large saturates.
fn count(number: f64) -> u64 {
    number as u64
}

/// Where JavaScript writes, after the first [`resize_input`].
#[wasm_bindgen]
pub fn input() -> usize {
    engine().input.0.as_ptr() as usize
}

/// Makes room for `size` bytes; less than the usual room makes it the usual room again. How much room there is now; −1
/// when there is no memory.
#[wasm_bindgen]
pub fn resize_input(size: usize) -> i32 {
    let engine = engine();
    let size = size.max(INPUT_BYTES);
    match zeroed_words(size.div_ceil(8) as u64, &MEMORY) {
        Ok(words) => engine.input.0 = words,
        // Where there is no room for a smaller range, the large one stays.
        Err(_) if size <= engine.input.bytes().len() => {}
        Err(error) => return engine.fail(error),
    }
    engine.input.bytes().len() as i32
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
pub fn with_rate(layout: u16, capacity: f64, rate: f64, seed: u32) -> Handle {
    keep_plain(Filter::with_rate(scheme(layout), count(capacity), rate, seed))
}

/// A filter by shape; its number.
#[wasm_bindgen]
pub fn with_shape(layout: u16, bits: f64, hashes: f64, seed: u32) -> Handle {
    keep_plain(Filter::with_shape(scheme(layout), count(bits), count(hashes), seed))
}

/// Keeps a filter that has all of its bits side by side, as a plain one's dump and `bits()` want them.
#[inline(always)]
fn keep_plain(made: Result<Filter>) -> Handle {
    #[cfg(feature = "variants")]
    let made = made.and_then(|mut filter| filter.pack().map(|()| filter));
    engine().keep(made.map(held::holding))
}

/// Gives a filter's memory back.
#[wasm_bindgen]
pub fn release(filter: Handle) {
    drop(taken(filter));
}

/// The filter of a handle, taken back.
#[allow(unsafe_code)]
fn taken(filter: Handle) -> Box<Held> {
    // SAFETY: as in `held`; JavaScript forgets the handle.
    unsafe { Box::from_raw(filter) }
}

/// Inserts the key in `input`; 1 if it was certainly new.
#[wasm_bindgen]
pub fn insert(filter: Handle, length: usize) -> i32 {
    let engine = engine();
    match held(filter).insert_first(engine.input.bytes(), length) {
        Ok(new) => i32::from(new),
        Err(error) => engine.fail(error),
    }
}

/// Answers "no" for the key in `input` from now on; 1 if that is new.
#[wasm_bindgen]
pub fn allow(filter: Handle, length: usize) -> i32 {
    let engine = engine();
    let key = engine.input.taken(length);
    match held(filter).single_mut().and_then(|filter| filter.allow(key)) {
        Ok(new) => i32::from(new),
        Err(error) => engine.fail(error),
    }
}

/// True if the key in `input` is possibly in the filter.
#[wasm_bindgen]
pub fn contains(filter: Handle, length: usize) -> bool {
    let engine = engine();
    held(filter).contains_first(engine.input.bytes(), length)
}

/// Inserts the lines of `input`; how many changed the filter.
#[wasm_bindgen]
pub fn insert_lines(filter: Handle, length: usize) -> i32 {
    let engine = engine();
    match held(filter).insert_lines(engine.input.taken(length)) {
        // A line with its end takes two bytes of 32 bits of them.
        Ok(changed) => changed as i32,
        Err(error) => engine.fail(error),
    }
}

/// Writes a byte over `input` for each of its lines: 1 possibly, 0 definitely not; how many.
#[wasm_bindgen]
pub fn contains_lines(filter: Handle, length: usize) -> usize {
    let input: &mut [u8] = bytemuck::cast_slice_mut(&mut engine().input.0);
    held(filter).answer_lines(sure(input.get_mut(..length)))
}

/// Writes the positions of the key in `input` to `output` as f64; how many.
#[wasm_bindgen]
pub fn positions(filter: Handle, length: usize) -> usize {
    let Engine { input, output, .. } = engine();
    output.clear();
    let key = input.taken(length);
    held(filter).newest().positions(key, |position| write_numbers(output, &[position as f64]));
    output.len() / 8
}

/// A copy.
#[wasm_bindgen]
pub fn copy(filter: Handle) -> Handle {
    let engine = engine();
    let result = held(filter).copy();
    engine.keep(result)
}

/// Takes the keys of another filter in.
#[wasm_bindgen]
pub fn merge(filter: Handle, other: Handle) -> i32 {
    engine().combine(filter, other, Filter::merge)
}

/// Keeps the keys of another filter only.
#[wasm_bindgen]
pub fn intersect(filter: Handle, other: Handle) -> i32 {
    engine().combine(filter, other, Filter::intersect)
}

/// 2 if two filters hold the same, 1 if they can be combined, 0 if neither.
#[wasm_bindgen]
pub fn compare(filter: Handle, other: Handle) -> i32 {
    if filter == other {
        return 2;
    }
    let (filter, other) = (held(filter), held(other));
    #[cfg(feature = "variants")]
    if filter.growth().is_some() || other.growth().is_some() {
        return if filter.holds_same(other) { 2 } else { 0 };
    }
    let (filter, other) = (filter.newest(), other.newest());
    i32::from(filter.is_compatible(other)) + i32::from(filter.equals(other))
}

/// Forgets every key.
#[wasm_bindgen]
pub fn clear(filter: Handle) {
    held(filter).clear();
}

/// The fold by a divisor.
#[wasm_bindgen]
pub fn fold(filter: Handle, divisor: f64) -> Handle {
    engine().keep_of(filter, |filter| filter.fold(count(divisor)))
}

/// The smallest fold at a rate.
#[wasm_bindgen]
pub fn shrink(filter: Handle, rate: f64) -> Handle {
    engine().keep_of(filter, |filter| filter.shrink(rate))
}

/// Writes what the cells of a filter tell to `output`, as f64: how many are set, the estimated count
/// of keys, the estimated rate.
#[wasm_bindgen]
pub fn estimate(filter: Handle) {
    let Engine { output, .. } = engine();
    let estimate = held(filter).estimate();
    output.clear();
    write_numbers(output, &[estimate.set as f64, estimate.count, estimate.rate]);
}

#[inline(never)]
fn write_numbers(output: &mut Vec<u8>, numbers: &[f64]) {
    for number in numbers {
        append(output, &number.to_le_bytes());
    }
}

/// Where texts are in memory, and how long they are.
fn write_texts(output: &mut Vec<u8>, texts: &[&[u8]]) {
    for text in texts {
        write_numbers(output, &[text.as_ptr() as usize as f64, text.len() as f64]);
    }
}
