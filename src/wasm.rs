//! The binding: wasm-bindgen classes over the types of this crate, without logic of their own. Only
//! this module and the ones below it know JavaScript.
//!
//! Keys and lines pass through one range of memory. It stays in place from call to call, so
//! JavaScript writes through one view, and no key is allocated. All other values are passed by
//! wasm-bindgen.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::cells::Width;
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::chain::{Chain, Growth};
use crate::error::{Code, Error, Found, MAX_SAFE_INTEGER, Result, Rule, is_hexadecimal};
use crate::filter::{self, Head};
use crate::params;

#[cfg(feature = "compat")]
mod collector;
#[cfg(feature = "compat")]
mod compat;
mod dumps;
#[cfg(feature = "compat")]
mod keyed;
mod memory;
mod names;
#[cfg(feature = "compat")]
mod publish;
mod static_set;

#[cfg(feature = "compat")]
pub use collector::Collector;
pub use dumps::{Dump, Header, Loading};
pub use names::{Kind, Layout};
#[cfg(feature = "compat")]
pub use publish::{Changes, Sharder};
pub use static_set::StaticSet;

/// Large enough for most keys. Pieces of lists of this size stay in the second-level cache.
const INPUT_BYTES: usize = 1 << 16;

thread_local! {
    /// JavaScript writes keys and lines here. It consists of words.
    static INPUT: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// The first `length` bytes of the input range.
#[inline(always)]
fn input<T>(length: usize, take: impl FnOnce(&[u8]) -> T) -> T {
    INPUT.with_borrow(|words| {
        let bytes: &[u8] = bytemuck::cast_slice(words);
        take(bytes.get(..length).unwrap_or(bytes))
    })
}

/// The keys in the input range, with their lengths before them.
fn many<T>(count: usize, length: usize, take: impl FnOnce(&[u8], &[u32]) -> T) -> T {
    input(length, |bytes| {
        let (lengths, text) = bytes.split_at_checked(4 * count).unwrap_or((bytes, &[]));
        take(text, bytemuck::try_cast_slice(lengths).unwrap_or(&[]))
    })
}

/// Runs `take` on the first `count` keys in the input range, of `length` bytes each.
#[cfg(feature = "compat")]
fn each_key(length: usize, count: usize, mut take: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
    input(length.saturating_mul(count), |bytes| {
        (0..count).try_for_each(|i| take(bytes.get(length * i..length * (i + 1)).unwrap_or(&[])))
    })
}

/// Collects the answers for the lines in `length` bytes. `write` passes them on in pieces.
fn answers(length: usize, write: impl FnOnce(&mut dyn FnMut(&[u8]))) -> Answer<Vec<u8>> {
    // A line takes at least two bytes, including its end.
    let most = length / 2 + 1;
    let mut answers = Vec::new();
    answers.try_reserve_exact(most).map_err(|_| MEMORY.broken_by(most as u64))?;
    write(&mut |more| answers.extend_from_slice(more));
    Ok(answers)
}

/// Collects the answers for `count` keys in the input range. `write` passes them on in pieces.
fn answers_of_many(
    count: usize,
    length: usize,
    write: impl FnOnce(&[u8], &[u32], &mut dyn FnMut(&[u8])),
) -> Vec<u8> {
    let mut answers = Vec::new();
    many(count, length, |text, lengths| {
        write(text, lengths, &mut |more| answers.extend_from_slice(more));
    });
    answers
}

#[wasm_bindgen]
extern "C" {
    /// Creates an error with its message. `errors` is pkg/api/errors.js, an argument of `init` in
    /// the glue code.
    #[wasm_bindgen(js_namespace = errors, js_name = moduleError)]
    fn module_error(
        code: &str,
        is_format: bool,
        is_state: bool,
        field: &str,
        expected: &str,
        number: JsValue,
        found: JsValue,
        offset: Option<f64>,
    ) -> JsValue;
}

impl From<Error> for JsValue {
    #[cold]
    fn from(error: Error) -> JsValue {
        let &Rule { code, field, expected, is_state } = error.rule();
        let found = match error.found() {
            Found::Integer(number) => printed(code, number),
            Found::Real(number) => JsValue::from_f64(number),
            Found::Unsaid => JsValue::UNDEFINED,
        };
        let number = error.expected_number();
        let number = number.map_or(JsValue::UNDEFINED, |number| printed(code, number));
        let offset = error.offset().map(|offset| offset as f64);
        module_error(
            code.name(),
            code.is_format(),
            is_state,
            field,
            expected,
            number,
            found,
            offset,
        )
    }
}

/// A whole number of an error: as a number, or as hexadecimal digits if JavaScript cannot represent
/// it.
fn printed(code: Code, number: u64) -> JsValue {
    if !is_hexadecimal(code, number) {
        return JsValue::from_f64(number as f64);
    }
    let mut text = String::from("0x");
    for shift in (0..16).rev() {
        let digit = (number >> (4 * shift)) as u32 & 15;
        text.extend(char::from_digit(digit, 16));
    }
    JsValue::from_str(&text)
}

/// The result of a call. JavaScript gets the value or an exception.
type Answer<T> = core::result::Result<T, JsValue>;

/// JavaScript checks that counts are whole and not negative. Values that are too large saturate.
fn count(number: f64) -> u64 {
    number as u64
}

/// A count for JavaScript. Numbers above 2^53 − 1 become 2^53 − 1.
fn number(count: u64) -> f64 {
    count.min(MAX_SAFE_INTEGER) as f64
}

/// The address of the input range, after the first [`resize_input`].
#[wasm_bindgen(js_name = inputStart)]
pub fn input_start() -> usize {
    INPUT.with_borrow(|words| words.as_ptr() as usize)
}

/// Resizes the input range to `size` bytes, but at least to its usual size. Returns its new size.
#[wasm_bindgen(js_name = resizeInput)]
pub fn resize_input(size: usize) -> Answer<usize> {
    let size = size.max(INPUT_BYTES);
    INPUT.with_borrow_mut(|input| {
        match zeroed_words(size.div_ceil(8) as u64, &MEMORY) {
            Ok(words) => *input = words,
            // If there is no memory for a smaller range, the large one stays.
            Err(_) if size <= input.len() * 8 => {}
            Err(error) => return Err(error.into()),
        }
        Ok(input.len() * 8)
    })
}

/// [`params::optimal_bits`].
#[wasm_bindgen(js_name = optimalBits)]
pub fn optimal_bits(n: f64, p: f64) -> f64 {
    // This also returns sizes that no filter can have.
    params::optimal_bits(count(n), p) as f64
}

/// [`params::optimal_hashes`].
#[wasm_bindgen(js_name = optimalHashes)]
pub fn optimal_hashes(m: f64, n: f64) -> f64 {
    number(params::optimal_hashes(count(m), count(n)))
}

/// A filter of any type, except static sets.
#[wasm_bindgen]
pub struct Filter(Chain);

impl From<filter::Filter> for Filter {
    fn from(filter: filter::Filter) -> Filter {
        Filter(filter.into())
    }
}

/// The cells of a new filter.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum Cells {
    /// Packed bits, as in the file of a plain filter.
    Bits = 0,
    /// Counters of 2 bits.
    Two = 1,
    /// Counters of 4 bits.
    Four = 2,
    /// Counters of 8 bits.
    Eight = 3,
    /// Counters of 16 bits.
    Sixteen = 4,
    /// Positions of bits, if that saves memory.
    Sparse = 5,
}

fn create(head: Result<Head>, cells: Cells) -> Answer<Filter> {
    let width = Width::from_log2(cells as u64).unwrap_or(Width::Bit);
    let mut filter = filter::Filter::new(Head { width, ..head? })?;
    if matches!(cells, Cells::Bits) {
        filter.pack()?;
    }
    Ok(filter.into())
}

#[wasm_bindgen]
impl Filter {
    /// An empty filter with this capacity and rate.
    #[wasm_bindgen(js_name = withRate)]
    pub fn with_rate(
        layout: Layout,
        capacity: f64,
        rate: f64,
        seed: u32,
        cells: Cells,
    ) -> Answer<Filter> {
        create(Head::with_rate(layout.into(), count(capacity), rate, seed), cells)
    }

    /// An empty filter with this shape.
    #[wasm_bindgen(js_name = withShape)]
    pub fn with_shape(
        layout: Layout,
        bits: f64,
        hashes: f64,
        seed: u32,
        cells: Cells,
    ) -> Answer<Filter> {
        create(Head::with_shape(layout.into(), count(bits), count(hashes), seed), cells)
    }

    /// An empty scalable filter.
    pub fn scalable(
        layout: Layout,
        capacity: f64,
        rate: f64,
        seed: u32,
        factor: f64,
        tightening: f64,
    ) -> Answer<Filter> {
        let growth = Growth { factor: count(factor), tightening, rate };
        Ok(Filter(Chain::scalable(layout.into(), count(capacity), seed, growth)?))
    }

    /// Inserts the key in the input range. True if it was certainly new. Returns nothing on an
    /// error; nothing has changed then, and [`Filter::insert_or_throw`] throws the error. (A result
    /// that can throw is passed through memory. This one is a number.)
    pub fn insert(&mut self, length: usize) -> Option<bool> {
        input(length, |key| self.0.insert(key)).ok()
    }

    /// As [`Filter::insert`], but throws an error.
    #[wasm_bindgen(js_name = insertOrThrow)]
    pub fn insert_or_throw(&mut self, length: usize) -> Answer<bool> {
        Ok(input(length, |key| self.0.insert(key))?)
    }

    /// True if the key in the input range may be in the filter.
    pub fn contains(&self, length: usize) -> bool {
        input(length, |key| self.0.contains(key))
    }

    /// Inserts the lines of the input range. Returns the number of lines that changed the filter.
    #[wasm_bindgen(js_name = insertLines)]
    pub fn insert_lines(&mut self, length: usize) -> Answer<f64> {
        Ok(number(input(length, |text| self.0.insert_lines(text))?))
    }

    /// One byte for each line of the input range: 1 is maybe, 0 is no.
    #[wasm_bindgen(js_name = containsLines)]
    pub fn contains_lines(&self, length: usize) -> Answer<Vec<u8>> {
        answers(length, |take| input(length, |text| self.0.answer_lines(text, take)))
    }

    /// Inserts `count` keys. Returns the number of keys that changed the filter. The input range
    /// has the length of each key in four bytes, and then the keys.
    #[wasm_bindgen(js_name = insertMany)]
    pub fn insert_many(&mut self, count: usize, length: usize) -> Answer<f64> {
        Ok(number(many(count, length, |text, lengths| self.0.insert_keys(text, lengths))?))
    }

    /// One byte for each of `count` keys: 1 is maybe, 0 is no. The input range is as for
    /// [`Filter::insert_many`].
    #[wasm_bindgen(js_name = containsMany)]
    pub fn contains_many(&self, count: usize, length: usize) -> Vec<u8> {
        answers_of_many(count, length, |text, lengths, take| {
            self.0.answer_keys(text, lengths, take);
        })
    }

    /// Makes the key in the input range an exception: from now on the answer is "no". True if it
    /// was not an exception yet.
    pub fn allow(&mut self, length: usize) -> Answer<bool> {
        let filter = self.0.single_mut()?;
        Ok(input(length, |key| filter.allow(key))?)
    }

    /// Removes the key in the input range; true if it may have been a member.
    pub fn remove(&mut self, length: usize) -> Answer<bool> {
        let filter = self.0.single_mut()?;
        Ok(input(length, |key| filter.remove(key)))
    }

    /// How often the key in the input range was inserted, at most.
    pub fn count(&self, length: usize) -> f64 {
        number(input(length, |key| self.0.newest().count(key)))
    }

    /// The number of saturated counters.
    #[wasm_bindgen(js_name = saturatedCounters)]
    pub fn saturated_counters(&self) -> f64 {
        number(self.0.newest().saturated_counters())
    }

    /// The positions of the key in the input range.
    pub fn positions(&self, length: usize) -> Vec<f64> {
        let mut positions = Vec::new();
        input(length, |key| {
            self.0.newest().positions(key, |position| positions.push(number(position)))
        });
        positions
    }

    /// A copy.
    pub fn copy(&self) -> Answer<Filter> {
        Ok(Filter(self.0.copy()?))
    }

    /// Adds the keys of another filter.
    pub fn merge(&mut self, other: &Filter) -> Answer<()> {
        Ok(self.0.single_mut()?.merge(other.0.single()?)?)
    }

    /// Keeps only the bits that are also set in another filter.
    pub fn intersect(&mut self, other: &Filter) -> Answer<()> {
        Ok(self.0.single_mut()?.intersect(other.0.single()?)?)
    }

    /// True if this filter can be combined with another one.
    #[wasm_bindgen(js_name = isCompatible)]
    pub fn is_compatible(&self, other: &Filter) -> bool {
        match (self.0.single(), other.0.single()) {
            (Ok(one), Ok(other)) => one.is_compatible(other),
            _ => self.holds_same(other),
        }
    }

    /// True if this filter and another one have the same content.
    #[wasm_bindgen(js_name = holdsSame)]
    pub fn holds_same(&self, other: &Filter) -> bool {
        self.0.holds_same(&other.0)
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The filter, folded by a divisor.
    pub fn fold(&self, divisor: f64) -> Answer<Filter> {
        Ok(self.0.single()?.fold(count(divisor))?.into())
    }

    /// The smallest fold at a false-positive rate.
    pub fn shrink(&self, rate: f64) -> Answer<Filter> {
        Ok(self.0.single()?.shrink(rate)?.into())
    }

    /// The plain filter with the keys of a counting filter.
    pub fn plain(&self) -> Answer<Filter> {
        let mut plain = self.0.single()?.plain()?;
        plain.pack()?;
        Ok(plain.into())
    }

    /// Makes the cells of a filter packed.
    pub fn pack(&mut self) -> Answer<()> {
        Ok(self.0.single_mut()?.pack()?)
    }

    /// Estimates: the number of cells that are set, the number of keys, and the false-positive
    /// rate.
    pub fn estimate(&self) -> Vec<f64> {
        let estimate = self.0.estimate();
        vec![number(estimate.set), estimate.count, estimate.rate]
    }
}
