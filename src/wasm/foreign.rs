//! Filters of other systems.

use wasm_bindgen::prelude::wasm_bindgen;

use super::file::{FileParts, Header, Loading, checksum, count};
use super::input::input;
use super::{Answer, number};
use crate::error::{Code, Result, Rule};
use crate::foreign::hash::mt19937::Generator;
use crate::foreign::hash::string_hashes::{Arithmetic, StringHash};
use crate::foreign::{
    self, FORMATS, Filter, Format, KeyEncoding, Scheme, Unsaid, filter_file, php, pybloom_live,
    redis_bitmap, redisbloom,
};
use crate::format::{self, FileHeader, Metadata};
use crate::scalable::Growth;

fn arithmetic(clean: bool) -> Arithmetic {
    if clean { Arithmetic::Clean32 } else { Arithmetic::Php }
}

fn encoding(id: u8) -> KeyEncoding {
    KeyEncoding::from_id(u64::from(id)).unwrap_or(KeyEncoding::Native)
}

fn format_of(name: &str) -> Result<&'static Format> {
    static FORMAT: Rule = Rule::new(Code::Argument, "format", "a format in FORMATS");
    let found = FORMATS.iter().find(|format| format.name == name);
    found.copied().ok_or_else(|| FORMAT.broken())
}

/// The first scheme with a name, which JavaScript takes from its tables. The name is empty if a
/// file does not need a scheme.
fn scheme(name: &str) -> Scheme {
    let named = Scheme::ALL.iter().find(|scheme| scheme.name() == name);
    named.copied().unwrap_or(Scheme::Standard)
}

/// The hash of the key in the input range, by the function with this id.
#[wasm_bindgen]
pub fn string_hash(function: u8, clean: bool, length: usize) -> u32 {
    let function = StringHash::from_id(u64::from(function));
    function.map_or(0, |function| input(length, |key| function.hash(key, arithmetic(clean))))
}

/// True if the input range has the layout of a file of this format.
#[wasm_bindgen]
pub fn recognises(name: &str, length: usize) -> bool {
    format_of(name).is_ok_and(|format| input(length, format.recognises))
}

/// A filter of another system, scalable or not.
#[wasm_bindgen]
pub struct ForeignFilter(Filter);

queries!(ForeignFilter);
insertions!(ForeignFilter);

#[wasm_bindgen]
impl ForeignFilter {
    /// True for a scalable filter.
    #[wasm_bindgen(getter)]
    pub fn grows(&self) -> bool {
        self.0.growth().is_some()
    }

    /// Makes the key in the input range an exception: from now on the answer is "no". True if it
    /// was not an exception yet.
    pub fn allow(&mut self, length: usize) -> Answer<bool> {
        let filter = self.0.single_mut()?;
        Ok(input(length, |key| filter.allow(key))?)
    }

    /// The positions of the key in the input range.
    pub fn positions(&self, length: usize) -> Vec<f64> {
        let mut positions = Vec::new();
        input(length, |key| self.0.positions(key, |position| positions.push(number(position))));
        positions
    }

    /// Adds the keys of another filter.
    pub fn merge(&mut self, other: &ForeignFilter) -> Answer<()> {
        Ok(self.0.merge(&other.0)?)
    }

    /// Keeps only the bits that are also set in another filter.
    pub fn intersect(&mut self, other: &ForeignFilter) -> Answer<()> {
        Ok(self.0.intersect(&other.0)?)
    }

    /// True if this filter can be combined with another one.
    #[wasm_bindgen(js_name = isCompatible)]
    pub fn is_compatible(&self, other: &ForeignFilter) -> bool {
        self.0.is_compatible(&other.0)
    }

    /// The filter, folded by a divisor.
    pub fn fold(&self, divisor: f64) -> Answer<ForeignFilter> {
        Ok(ForeignFilter(self.0.single()?.fold(count(divisor))?.into()))
    }

    /// The smallest fold at a false-positive rate.
    pub fn shrink(&self, rate: f64) -> Answer<ForeignFilter> {
        Ok(ForeignFilter(self.0.single()?.shrink(rate)?.into()))
    }

    /// Makes the cells of a filter packed.
    pub fn pack(&mut self) -> Answer<()> {
        Ok(self.0.single_mut()?.pack()?)
    }

    /// The address of the words of the cells, until the filter changes.
    #[wasm_bindgen(getter, js_name = wordsStart)]
    pub fn words_start(&self) -> usize {
        self.0.newest().words().as_ptr() as usize
    }

    /// The filter file of a filter that is not scalable, with the name and version of the list.
    pub fn file(&self, name: &str, version: &str, form: &str) -> Answer<FileParts> {
        let filter = self.0.single()?;
        let header = filter_file::header(filter, Metadata { name, version, key_form: form })?;
        Ok(FileParts::new(header, filter.payload().0))
    }

    /// The filter file of a scalable filter.
    #[wasm_bindgen(js_name = scalableFile)]
    pub fn scalable_file(&self, name: &str, version: &str, form: &str) -> Answer<Vec<u8>> {
        Ok(filter_file::to_bytes(&self.0, Metadata { name, version, key_form: form })?)
    }

    /// The header of the filter's file.
    pub fn header(&self, name: &str, version: &str, form: &str) -> Answer<Header> {
        let bytes =
            filter_file::header_of_any(&self.0, Metadata { name, version, key_form: form })?;
        Ok(Header::of(&FileHeader::read(&bytes)?)?)
    }
}

impl Header {
    pub(super) fn of(file: &FileHeader) -> Result<Header> {
        let of_system = match file.scheme {
            format::Scheme::Foreign(_) => Some(filter_file::Read::of(file)?),
            _ => None,
        };
        // A bitmap in one of our own layouts writes a file of ours.
        let seed = of_system.as_ref().map_or(f64::from(file.seed), filter_file::Read::shown_seed);
        let scheme = Scheme::from_id(file.scheme.id());
        let (name, layout) = scheme.map_or(("", ""), |one| (one.name(), one.layout_name()));
        let mut header = Header::of_file(file, name, layout, seed);
        // The field of a file can be too small for the number of hashes.
        if let Some(read) = &of_system {
            header.hashes = number(read.header().shape.hashes());
        }
        Ok(header)
    }
}

#[wasm_bindgen]
impl Loading {
    /// Checks that the file holds a filter of another system. Call it before `allocate`.
    pub fn check(&self) -> Answer<()> {
        Ok(filter_file::check(self.0.header())?)
    }

    /// The filter, if the payload is valid. The checksum is in the input range.
    pub fn filter(self) -> Answer<ForeignFilter> {
        Ok(ForeignFilter(filter_file::finish(self.0, checksum())?))
    }
}

#[wasm_bindgen]
impl ForeignFilter {
    /// A filter whose positions are string hashes, by their ids.
    #[wasm_bindgen(js_name = phpRedis)]
    pub fn php_redis(bits: f64, ids: &[u8], clean: bool) -> Answer<ForeignFilter> {
        let functions: Vec<StringHash> =
            ids.iter().filter_map(|&id| StringHash::from_id(u64::from(id))).collect();
        Ok(ForeignFilter(php::redis::filter(count(bits), &functions, arithmetic(clean))?))
    }

    /// A filter whose positions are random numbers.
    #[wasm_bindgen(js_name = crc32Mt)]
    pub fn crc32_mt(bits: f64, capacity: f64, php5: bool) -> Answer<ForeignFilter> {
        let generator = if php5 { Generator::Php5 } else { Generator::Php8 };
        Ok(ForeignFilter(php::crc32_mt::filter(count(bits), count(capacity), generator)?))
    }

    /// A filter whose positions are additive hashes.
    #[wasm_bindgen(js_name = additivePartitioned)]
    pub fn additive_partitioned(size: f64, seeds: &[i64]) -> Answer<ForeignFilter> {
        Ok(ForeignFilter(php::additive_partitioned::filter(count(size), seeds)?))
    }

    /// An empty filter like that of `BF.RESERVE`. An expansion of 0 means NONSCALING.
    pub fn redisbloom(capacity: f64, rate: f64, expansion: u32) -> Answer<ForeignFilter> {
        let factor = (expansion > 0).then_some(expansion);
        Ok(ForeignFilter(redisbloom::filter(count(capacity), rate, factor)?))
    }

    /// An empty ScalableBloomFilter of pybloom_live.
    #[wasm_bindgen(js_name = pybloomScalable)]
    pub fn pybloom_scalable(
        scheme_name: &str,
        capacity: f64,
        rate: f64,
        factor: f64,
        ratio: f64,
    ) -> Answer<ForeignFilter> {
        let growth = Growth { factor: count(factor), tightening: ratio, rate };
        Ok(ForeignFilter(pybloom_live::scalable(scheme(scheme_name), count(capacity), growth)?))
    }

    /// An empty filter of another system with this capacity and rate. That system determines its
    /// size.
    #[wasm_bindgen(js_name = withRate)]
    pub fn with_rate(
        scheme_name: &str,
        keys: u8,
        capacity: f64,
        rate: f64,
        seed: u32,
        parameters: Vec<i64>,
    ) -> Answer<ForeignFilter> {
        let scheme = scheme(scheme_name);
        let header = foreign::Header::with_rate(scheme, count(capacity), rate, encoding(keys))?;
        Ok(ForeignFilter(Filter::new(foreign::Header { seed, ..header }, parameters)?))
    }

    /// An empty filter of another system with this shape.
    #[wasm_bindgen(js_name = withShape)]
    pub fn with_shape(
        scheme_name: &str,
        keys: u8,
        bits: f64,
        hashes: f64,
        seed: u32,
        parameters: Vec<i64>,
    ) -> Answer<ForeignFilter> {
        let scheme = scheme(scheme_name);
        let shape = scheme.shape(count(bits), count(hashes))?;
        let header = foreign::Header::of_shape(scheme, shape, encoding(keys));
        Ok(ForeignFilter(Filter::new(foreign::Header { seed, ..header }, parameters)?))
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
    ) -> Answer<ForeignFilter> {
        let unsaid = Unsaid {
            encoding: encoding(keys),
            scheme: scheme(scheme_name),
            bits: count(bits),
            hashes: count(hashes),
            inserted: count(inserted),
            header: count(header),
            parameters,
        };
        let read = format_of(name)?.read;
        Ok(ForeignFilter(input(length, |file| read(file, unsaid))?))
    }

    /// Writes the filter as a file of another system.
    #[wasm_bindgen(js_name = exportFile)]
    pub fn export_file(&self, name: &str) -> Answer<Vec<u8>> {
        Ok((format_of(name)?.write)(&self.0)?)
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

/// The Redis string with the bits of one of our own filters, whose file is in the input range.
#[wasm_bindgen(js_name = bitmapOfFile)]
pub fn bitmap_of_file(length: usize) -> Answer<Vec<u8>> {
    Ok(input(length, redis_bitmap::of_file)?)
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
