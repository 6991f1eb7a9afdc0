//! Filters of other systems.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, Filter, count, input, number};
use crate::chain::{Chain, Growth};
use crate::error::{Code, Result, Rule};
use crate::filter::{self, Head};
use crate::format::{FORMATS, Format, Unsaid, pybloom_live, redis_bitmap, redisbloom};
use crate::hash::mt19937::Generator;
use crate::hash::string_hashes::{Arithmetic, StringHash};
use crate::key::KeyEncoding;
use crate::scheme::Scheme;

fn arithmetic(clean: bool) -> Arithmetic {
    if clean { Arithmetic::Clean32 } else { Arithmetic::Php }
}

fn encoding(id: u8) -> KeyEncoding {
    KeyEncoding::from_id(u64::from(id)).unwrap_or(KeyEncoding::Native)
}

fn foreign(head: Result<Head>, keys: u8, parameters: Vec<i64>) -> Answer<Filter> {
    let head = Head { encoding: encoding(keys), ..head? };
    Ok(filter::Filter::with_parameters(head, parameters)?.into())
}

fn format(name: &str) -> Result<&'static Format> {
    static FORMAT: Rule = Rule::new(Code::Argument, "format", "a format in FORMATS");
    let found = FORMATS.iter().find(|format| format.name == name);
    found.ok_or_else(|| FORMAT.broken())
}

/// The first scheme with a name, which JavaScript takes from its tables. The name is empty if a
/// file does not need a scheme.
fn scheme(name: &str) -> Scheme {
    let named = Scheme::ALL.iter().filter(|scheme| scheme.name() == name);
    named.copied().min_by_key(|scheme| scheme.id()).unwrap_or(Scheme::Standard)
}

/// The hash of the key in the input range, by the function with this id.
#[wasm_bindgen(js_name = stringHash)]
pub fn string_hash(function: u8, clean: bool, length: usize) -> u32 {
    let function = StringHash::from_id(u64::from(function));
    function.map_or(0, |function| input(length, |key| function.hash(key, arithmetic(clean))))
}

/// True if the input range has the layout of a file of this format.
#[wasm_bindgen]
pub fn recognises(name: &str, length: usize) -> bool {
    format(name).is_ok_and(|format| input(length, format.recognises))
}

#[wasm_bindgen]
impl Filter {
    /// A filter whose positions are string hashes, by their ids.
    #[wasm_bindgen(js_name = phpRedis)]
    pub fn php_redis(bits: f64, ids: &[u8], clean: bool) -> Answer<Filter> {
        let functions: Vec<StringHash> =
            ids.iter().filter_map(|&id| StringHash::from_id(u64::from(id))).collect();
        Ok(filter::Filter::php_redis(count(bits), &functions, arithmetic(clean))?.into())
    }

    /// A filter whose positions are random numbers.
    #[wasm_bindgen(js_name = crc32Mt)]
    pub fn crc32_mt(bits: f64, capacity: f64, php5: bool) -> Answer<Filter> {
        let generator = if php5 { Generator::Php5 } else { Generator::Php8 };
        Ok(filter::Filter::crc32_mt(count(bits), count(capacity), generator)?.into())
    }

    /// A filter whose positions are additive hashes.
    #[wasm_bindgen(js_name = additivePartitioned)]
    pub fn additive_partitioned(size: f64, seeds: &[i64]) -> Answer<Filter> {
        Ok(filter::Filter::additive_partitioned(count(size), seeds)?.into())
    }

    /// An empty filter like that of `BF.RESERVE`. An expansion of 0 means NONSCALING.
    pub fn redisbloom(capacity: f64, rate: f64, expansion: u32) -> Answer<Filter> {
        let factor = (expansion > 0).then_some(expansion);
        let first = filter::Filter::redisbloom(count(capacity), rate, factor)?;
        let Some(factor) = factor else { return Ok(first.into()) };
        let tightening = crate::scheme::redisbloom::TIGHTENING;
        let growth = Growth { factor: u64::from(factor), tightening, rate };
        Ok(Filter(Chain::of_sub_filters(vec![first], growth)?))
    }

    /// An empty ScalableBloomFilter of pybloom_live.
    #[wasm_bindgen(js_name = pybloomScalable)]
    pub fn pybloom_scalable(
        scheme_name: &str,
        capacity: f64,
        rate: f64,
        factor: f64,
        ratio: f64,
    ) -> Answer<Filter> {
        let growth = Growth { factor: count(factor), tightening: ratio, rate };
        Ok(Filter(pybloom_live::scalable(scheme(scheme_name), count(capacity), growth)?))
    }

    /// An empty filter of another system with this capacity and rate. That system determines its
    /// size.
    #[wasm_bindgen(js_name = foreignWithRate)]
    pub fn foreign_with_rate(
        scheme_name: &str,
        keys: u8,
        capacity: f64,
        rate: f64,
        seed: u32,
        parameters: Vec<i64>,
    ) -> Answer<Filter> {
        let head = Head::with_rate(scheme(scheme_name), count(capacity), rate, seed);
        foreign(head, keys, parameters)
    }

    /// An empty filter of another system with this shape.
    #[wasm_bindgen(js_name = foreignWithShape)]
    pub fn foreign_with_shape(
        scheme_name: &str,
        keys: u8,
        bits: f64,
        hashes: f64,
        seed: u32,
        parameters: Vec<i64>,
    ) -> Answer<Filter> {
        let head = Head::with_shape(scheme(scheme_name), count(bits), count(hashes), seed);
        foreign(head, keys, parameters)
    }

    /// The filter in the file of another system, which is in the input range. Arguments that the
    /// format does not need are 0.
    #[wasm_bindgen(js_name = importFile)]
    #[expect(clippy::too_many_arguments, reason = "the values that a file does not contain")]
    pub fn import_file(
        name: &str,
        length: usize,
        keys: u8,
        scheme_name: &str,
        bits: f64,
        hashes: f64,
        inserted: f64,
        header: f64,
        parameters: Vec<i64>,
    ) -> Answer<Filter> {
        let unsaid = Unsaid {
            encoding: encoding(keys),
            scheme: scheme(scheme_name),
            bits: count(bits),
            hashes: count(hashes),
            inserted: count(inserted),
            header: count(header),
            parameters,
        };
        let read = format(name)?.read;
        Ok(Filter(input(length, |file| read(file, unsaid))?))
    }

    /// Writes the filter as a file of another system.
    #[wasm_bindgen(js_name = exportFile)]
    pub fn export_file(&self, name: &str) -> Answer<Vec<u8>> {
        Ok((format(name)?.write)(&self.0)?)
    }

    /// RedisBloom's longest chunk, the length of its header, and the length of the data of each
    /// sub-filter.
    #[wasm_bindgen(js_name = redisbloomParts)]
    pub fn redisbloom_parts(&self) -> Vec<f64> {
        redisbloom::parts(&self.0).into_iter().map(number).collect()
    }

    /// Inserts the key in the input range. Returns the old value of each of its bits.
    #[wasm_bindgen(js_name = testAndSet)]
    pub fn test_and_set(&mut self, length: usize) -> Answer<Vec<u8>> {
        let filter = self.0.single_mut()?;
        let mut bits = Vec::new();
        input(length, |key| filter.test_and_set(key, |was| bits.push(was.into())))?;
        Ok(bits)
    }

    /// The parameters of the scheme.
    #[wasm_bindgen(getter)]
    pub fn parameters(&self) -> Vec<i64> {
        self.0.newest().parameters().into()
    }

    /// Sets the bits of a part of a Redis string. The part is in the input range and starts at byte
    /// `start`.
    #[wasm_bindgen(js_name = readBitmap)]
    pub fn read_bitmap(&mut self, start: f64, length: usize) -> Answer<()> {
        let filter = self.0.single_mut()?;
        Ok(input(length, |bytes| redis_bitmap::read(filter, count(start), bytes))?)
    }

    /// The Redis string with these bits, as GET returns it.
    #[wasm_bindgen(js_name = writeBitmap)]
    pub fn write_bitmap(&self) -> Answer<Vec<u8>> {
        Ok(redis_bitmap::write(self.0.single()?)?)
    }
}

/// The start and the end of each line in the input range.
#[wasm_bindgen(js_name = lineEnds)]
pub fn line_ends(length: usize) -> Vec<u32> {
    input(length, |text| {
        let start = text.as_ptr() as usize;
        crate::key::lines(text)
            .flat_map(|line| {
                let at = (line.as_ptr() as usize - start) as u32;
                [at, at + line.len() as u32]
            })
            .collect()
    })
}
