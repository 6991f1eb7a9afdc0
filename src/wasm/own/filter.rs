//! Our own filters: Bloom filters of every class, and static sets.

use wasm_bindgen::prelude::wasm_bindgen;

use super::builder::Builder;
use crate::cells::Width;
use crate::error::{Code, Result, Rule};
use crate::scalable::Growth;
use crate::secret_key::SecretKey;
use crate::wasm::file::count;
use crate::wasm::input::{INPUT, input};
use crate::wasm::names::Layout;
use crate::wasm::{Answer, number};
use crate::{filter, params, scalable, static_set};

/// [`params::optimal_bits`]. It has another name than the function of the API, because a bundle
/// would rename one of two.
#[wasm_bindgen]
pub fn optimal_bits(n: f64, p: f64) -> f64 {
    // This also returns sizes that no filter can have.
    params::optimal_bits(count(n), p) as f64
}

/// [`params::optimal_hashes`].
#[wasm_bindgen]
pub fn optimal_hashes(m: f64, n: f64) -> f64 {
    number(params::optimal_hashes(count(m), count(n)))
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

/// A filter that is not scalable.
#[wasm_bindgen]
pub struct Filter(pub(super) filter::Filter);

queries!(Filter);
insertions!(Filter);

fn create(header: Result<filter::Header>, cells: Cells) -> Answer<Filter> {
    let width = Width::from_log2(cells as u64).unwrap_or(Width::Bit);
    let mut filter = filter::Filter::new(filter::Header { width, ..header? })?;
    if matches!(cells, Cells::Bits) {
        filter.pack()?;
    }
    Ok(Filter(filter))
}

fn header_of_rate(layout: Layout, capacity: f64, rate: f64, seed: u32) -> Result<filter::Header> {
    filter::Header::with_rate(layout.into(), count(capacity), rate, seed)
}

fn header_of_shape(layout: Layout, bits: f64, hashes: f64, seed: u32) -> Result<filter::Header> {
    filter::Header::with_shape(layout.into(), count(bits), count(hashes), seed)
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
        create(header_of_rate(layout, capacity, rate, seed), cells)
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
        create(header_of_shape(layout, bits, hashes, seed), cells)
    }

    /// An empty keyed filter with this capacity and rate. Its secret key is in the input range.
    #[wasm_bindgen(js_name = keyedWithRate)]
    pub fn keyed_with_rate(layout: Layout, capacity: f64, rate: f64) -> Answer<Filter> {
        let secret = taken_key()?;
        let header = header_of_rate(layout, capacity, rate, 0)?;
        Ok(Filter(filter::Filter::with_key(header, &secret)?))
    }

    /// An empty keyed filter with this shape. Its secret key is in the input range.
    #[wasm_bindgen(js_name = keyedWithShape)]
    pub fn keyed_with_shape(layout: Layout, bits: f64, hashes: f64) -> Answer<Filter> {
        let secret = taken_key()?;
        let header = header_of_shape(layout, bits, hashes, 0)?;
        Ok(Filter(filter::Filter::with_key(header, &secret)?))
    }

    /// Makes the key in the input range an exception: from now on the answer is "no". True if it
    /// was not an exception yet.
    pub fn allow(&mut self, length: usize) -> Answer<bool> {
        Ok(input(length, |key| self.0.allow(key))?)
    }

    /// Removes the key in the input range; true if it may have been a member.
    pub fn remove(&mut self, length: usize) -> bool {
        input(length, |key| self.0.remove(key))
    }

    /// How often the key in the input range was inserted, at most.
    pub fn count(&self, length: usize) -> f64 {
        number(input(length, |key| self.0.count(key)))
    }

    /// The number of saturated counters.
    #[wasm_bindgen(js_name = saturatedCounters)]
    pub fn saturated_counters(&self) -> f64 {
        number(self.0.saturated_counters())
    }

    /// The positions of the key in the input range.
    pub fn positions(&self, length: usize) -> Vec<f64> {
        positions(&self.0, length)
    }

    /// Adds the keys of another filter.
    pub fn merge(&mut self, other: &Filter) -> Answer<()> {
        Ok(self.0.merge(&other.0)?)
    }

    /// Keeps only the bits that are also set in another filter.
    pub fn intersect(&mut self, other: &Filter) -> Answer<()> {
        Ok(self.0.intersect(&other.0)?)
    }

    /// True if this filter can be combined with another one.
    #[wasm_bindgen(js_name = isCompatible)]
    pub fn is_compatible(&self, other: &Filter) -> bool {
        self.0.is_compatible(&other.0)
    }

    /// The filter, folded by a divisor.
    pub fn fold(&self, divisor: f64) -> Answer<Filter> {
        Ok(Filter(self.0.fold(count(divisor))?))
    }

    /// The smallest fold at a false-positive rate.
    pub fn shrink(&self, rate: f64) -> Answer<Filter> {
        Ok(Filter(self.0.shrink(rate)?))
    }

    /// The plain filter with the keys of a counting filter.
    pub fn plain(&self) -> Answer<Filter> {
        let mut plain = self.0.plain()?;
        plain.pack()?;
        Ok(Filter(plain))
    }

    /// Makes the cells of a filter packed.
    pub fn pack(&mut self) -> Answer<()> {
        Ok(self.0.pack()?)
    }

    /// The address of the words of the cells, until the filter changes.
    #[wasm_bindgen(getter, js_name = wordsStart)]
    pub fn words_start(&self) -> usize {
        self.0.words().as_ptr() as usize
    }
}

fn positions(filter: &filter::Filter, length: usize) -> Vec<f64> {
    let mut positions = Vec::new();
    input(length, |key| filter.positions(key, |position| positions.push(number(position))));
    positions
}

/// The secret key at the start of the input range, which is overwritten there.
pub(super) fn taken_key() -> Result<SecretKey> {
    static LENGTH: Rule = Rule::new(Code::Argument, "key", "16 bytes");
    INPUT.with_borrow_mut(|words| {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
        let Some(key) = bytes.first_chunk_mut() else { return Err(LENGTH.broken()) };
        let secret = SecretKey::new(key);
        *key = [0; 16];
        Ok(secret)
    })
}

/// A scalable filter.
#[wasm_bindgen]
pub struct ScalableFilter(pub(super) scalable::ScalableFilter);

queries!(ScalableFilter);
insertions!(ScalableFilter);

#[wasm_bindgen]
impl ScalableFilter {
    /// An empty filter.
    #[wasm_bindgen(constructor)]
    pub fn new(
        layout: Layout,
        capacity: f64,
        rate: f64,
        seed: u32,
        factor: f64,
        tightening: f64,
    ) -> Answer<ScalableFilter> {
        let growth = Growth { factor: count(factor), tightening, rate };
        let filter = scalable::ScalableFilter::new(layout.into(), count(capacity), seed, growth)?;
        Ok(ScalableFilter(filter))
    }

    /// The positions of the key in the input range, in the newest sub-filter.
    pub fn positions(&self, length: usize) -> Vec<f64> {
        positions(self.0.newest(), length)
    }
}

/// A set that does not change.
#[wasm_bindgen]
pub struct StaticSet(pub(super) static_set::StaticSet);

queries!(StaticSet);

#[wasm_bindgen]
impl StaticSet {
    /// Makes the key in the input range an exception: from now on the answer is "no". True if it
    /// was not an exception yet.
    pub fn allow(&mut self, length: usize) -> Answer<bool> {
        Ok(input(length, |key| self.0.allow(key))?)
    }
}

#[wasm_bindgen]
impl Builder {
    /// Makes a filter of the keys.
    pub fn finish(&mut self, layout: Layout, rate: f64) -> Answer<Filter> {
        let mut filter = self.0.finish(layout.into(), rate)?;
        filter.pack()?;
        Ok(Filter(filter))
    }

    /// Makes a static set of the keys. The builder is empty afterwards.
    #[wasm_bindgen(js_name = finishStatic)]
    pub fn finish_static(&mut self, rate: f64) -> Answer<StaticSet> {
        Ok(StaticSet(self.0.finish_static(rate)?))
    }

    /// As `finishStatic`. The set contains no key of `universe`, except members. Both keep their
    /// keys.
    #[wasm_bindgen(js_name = finishExact)]
    pub fn finish_exact(&mut self, rate: f64, universe: &mut Builder) -> Answer<StaticSet> {
        Ok(StaticSet(self.0.finish_exact(rate, &mut universe.0)?))
    }
}
