//! What only the filters of other systems need.

use alloc::vec::Vec;

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Engine, Handle, count, engine, held, sure, write_numbers};
use crate::bytes::append;
use crate::chain::{Chain, Growth};
use crate::error::{Code, Result, Rule};
use crate::filter::{Filter, Head};
use crate::format::native::Start;
use crate::format::{
    go_bits_and_blooms, guava, npm_bloom_filters, npm_bloomfilter, parquet_sbbf, pybloom_live,
    rbloom, redis_bitmap, redisbloom, spark,
};
use crate::hash::mt19937::Generator;
use crate::hash::string_hashes::{Arithmetic, StringHash};
use crate::key::KeyEncoding;
use crate::scheme::rules::Grouping;
use crate::scheme::{LAST_ID, Scheme};

fn arithmetic(clean: bool) -> Arithmetic {
    if clean { Arithmetic::Clean32 } else { Arithmetic::Php }
}

/// A filter of string hashes; their ids are bytes in `input`.
#[wasm_bindgen]
pub fn php_redis(bits: f64, length: usize, clean: bool) -> Handle {
    let engine = engine();
    let ids = engine.input.taken(length).iter();
    let functions: Vec<StringHash> =
        ids.filter_map(|&id| StringHash::from_id(u64::from(id))).collect();
    engine.keep(Filter::php_redis(count(bits), &functions, arithmetic(clean)).map(Chain::from))
}

/// A filter of drawn numbers.
#[wasm_bindgen]
pub fn crc32_mt(bits: f64, capacity: f64, php5: bool) -> Handle {
    let generator = if php5 { Generator::Php5 } else { Generator::Php8 };
    engine().keep(Filter::crc32_mt(count(bits), count(capacity), generator).map(Chain::from))
}

/// A filter of additive hashes; their seeds are i64 in `input`.
#[wasm_bindgen]
pub fn additive_partitioned(size: f64, length: usize) -> Handle {
    let engine = engine();
    let seeds: Vec<i64> = engine
        .input
        .taken(length)
        .as_chunks()
        .0
        .iter()
        .map(|&seed| i64::from_le_bytes(seed))
        .collect();
    engine.keep(Filter::additive_partitioned(count(size), &seeds).map(Chain::from))
}

/// The hash of the key in `input` by the function of this id.
#[wasm_bindgen]
pub fn string_hash(function: u32, clean: bool, length: usize) -> u32 {
    let function = sure(StringHash::from_id(u64::from(function)));
    function.hash(engine().input.taken(length), arithmetic(clean))
}

/// Inserts the key in `input`, and writes what each of its bits was to `output`, a byte each; how many.
#[wasm_bindgen]
pub fn test_and_set(filter: Handle, length: usize) -> i32 {
    let engine = engine();
    let (input, output) = (&engine.input, &mut engine.output);
    output.clear();
    let set = held(filter)
        .single_mut()
        .and_then(|filter| filter.test_and_set(input.taken(length), |was| output.push(was.into())));
    match set {
        Ok(()) => engine.output.len() as i32,
        Err(error) => engine.fail(error),
    }
}

/// Writes the parameters of a filter's scheme to `output` as i64; how many.
#[wasm_bindgen]
pub fn parameters(filter: Handle) -> usize {
    let engine = engine();
    let parameters = held(filter).newest().parameters();
    engine.output.clear();
    for number in parameters {
        append(&mut engine.output, &number.to_le_bytes());
    }
    parameters.len()
}

/// Sets the bits of a part of a Redis string, which starts at byte `start`.
#[wasm_bindgen]
pub fn read_bitmap(filter: Handle, start: f64, length: usize) -> i32 {
    let engine = engine();
    let read: Result<()> = held(filter)
        .single_mut()
        .and_then(|filter| redis_bitmap::read(filter, count(start), engine.input.taken(length)));
    engine.done(read)
}

/// Writes the positions of set bits from `start` up to `end` to `output` as f64, in no order; how many.
#[wasm_bindgen]
pub fn positions_between(filter: Handle, start: f64, end: f64) -> i32 {
    let engine = engine();
    let range = count(start)..count(end);
    engine.output.clear();
    let filter = match held(filter).single() {
        Ok(filter) => filter,
        Err(error) => return engine.fail(error),
    };
    filter.each_cell(|position, _| {
        if range.contains(&position) {
            write_numbers(&mut engine.output, &[position as f64]);
        }
    });
    (engine.output.len() / 8) as i32
}

/// Writes the allowed keys to `output`, each its length in four bytes, the low one first, and itself;
/// how many bytes.
#[wasm_bindgen]
pub fn allowed_keys(filter: Handle) -> usize {
    let engine = engine();
    engine.output.clear();
    held(filter).newest().each_allowed(|key| {
        append(&mut engine.output, &(key.len() as u32).to_le_bytes());
        append(&mut engine.output, key);
    });
    engine.output.len()
}

static OWN_ONLY: Rule =
    Rule::new(Code::Unsupported, "scheme", "1, 2 or 3; load() of edgebloom/compat reads others");
const SCHEME_OFFSET: u64 = 6;

/// Lets this instance load filters of our own schemes only: those of others need their key encodings.
#[wasm_bindgen]
pub fn own_only() {
    engine().own_only = true;
}

impl Engine {
    /// Checks that this instance loads such a filter.
    pub(super) fn check_own(&self, head: &Head) -> Result<()> {
        if self.own_only && !head.scheme.is_native() {
            return Err(OWN_ONLY.broken_at(SCHEME_OFFSET, head.scheme.id()));
        }
        Ok(())
    }
}

/// What `stats` call the seed: some systems have negative ones, or fractions.
pub(super) fn seed(seed: u32, head: &Head, parameters: &[i64]) -> f64 {
    match (head.scheme, parameters) {
        (Scheme::SparkV2, _) => f64::from(seed as i32),
        (_, [real, ..]) if head.encoding == KeyEncoding::BloomFilters => {
            f64::from_bits(*real as u64)
        }
        _ => f64::from(seed),
    }
}

/// The last id of a scheme.
#[wasm_bindgen]
pub fn last_scheme() -> u32 {
    LAST_ID as u32
}

/// Writes the name of a scheme to `output`; its length.
#[wasm_bindgen]
pub fn scheme_name(id: u32) -> usize {
    let name = scheme(id).name();
    let output = &mut engine().output;
    output.clear();
    append(output, name.as_bytes());
    name.len()
}

/// What a scheme is shown as: 1 standard, 2 partitioned, 3 blocked.
#[wasm_bindgen]
pub fn scheme_layout(id: u32) -> u32 {
    match scheme(id).rules().grouping {
        Grouping::Whole => 1,
        Grouping::Parts => 2,
        Grouping::Blocks(_) => 3,
    }
}

fn scheme(id: u32) -> Scheme {
    sure(Scheme::from_id(u64::from(id)))
}

fn encoding(id: u32) -> KeyEncoding {
    sure(KeyEncoding::from_id(u64::from(id)))
}

/// The key encoding of the dump whose first bytes are in `input`.
#[wasm_bindgen]
pub fn describe_encoding(length: usize) -> i32 {
    let engine = engine();
    match Start::read(engine.input.taken(length)) {
        Ok(start) => start.head.encoding.id() as i32,
        Err(error) => engine.fail(error),
    }
}

/// The filter in the file of another system, which is in `input`. What `first` and `second` are depends on the
/// format: the id of a key encoding or of a scheme, a number of hashes, the length of a header.
#[wasm_bindgen]
pub fn import_filter(format: u32, length: usize, first: f64, second: f64) -> Handle {
    let engine = engine();
    let bytes = engine.input.taken(length);
    let id = first as u32;
    let read = match format {
        0 => guava::read(bytes, encoding(id)),
        1 => spark::read(bytes),
        2 => redisbloom::read(bytes, (first > 0.0).then(|| count(first))),
        3 if first > 0.0 => go_bits_and_blooms::read_set(count(first), count(second), bytes),
        3 => go_bits_and_blooms::read(bytes),
        4 => parquet_sbbf::read(bytes, encoding(id)),
        5 => npm_bloomfilter::read(scheme(id), count(second), bytes),
        6 => pybloom_live::read(bytes, scheme(id)),
        _ => rbloom::read(bytes),
    };
    engine.keep(read)
}

/// The filter of bloom-filters in the bits that are in `input`, after `parameters` numbers of 8 bytes.
#[wasm_bindgen]
pub fn import_npm_bloom_filters(
    id: u32,
    bits: f64,
    hashes: f64,
    inserted: f64,
    parameters: usize,
    length: usize,
) -> Handle {
    let engine = engine();
    let (numbers, bytes) = sure(engine.input.taken(length).split_at_checked(parameters * 8));
    let read = npm_bloom_filters::read(
        scheme(id),
        count(bits),
        count(hashes),
        count(inserted),
        integers(numbers),
        bytes,
    );
    engine.keep(read)
}

fn integers(bytes: &[u8]) -> Vec<i64> {
    bytes.as_chunks().0.iter().map(|&number| i64::from_le_bytes(number)).collect()
}

/// Writes the file of another system to `output`; how many bytes.
#[wasm_bindgen]
pub fn export_filter(format: u32, filter: Handle) -> f64 {
    let engine = engine();
    let chain = held(filter);
    let written = match format {
        0 => guava::write(chain),
        1 => spark::write(chain),
        2 => redisbloom::write(chain),
        3 => go_bits_and_blooms::write(chain),
        4 => parquet_sbbf::write(chain),
        5 => npm_bloomfilter::write(chain),
        6 => pybloom_live::write(chain),
        7 => rbloom::write(chain),
        _ => npm_bloom_filters::write(chain),
    };
    match written {
        Ok(file) => {
            engine.output = file;
            engine.output.len() as f64
        }
        Err(error) => f64::from(engine.fail(error)),
    }
}

/// Writes the longest chunk, and the lengths of the header and of the data of each sub-filter to `output` as f64;
/// how many.
#[wasm_bindgen]
pub fn redisbloom_parts(filter: Handle) -> usize {
    let engine = engine();
    let parts = redisbloom::parts(held(filter));
    engine.output.clear();
    for &length in &parts {
        write_numbers(&mut engine.output, &[length as f64]);
    }
    parts.len()
}

/// True for a filter that grows.
#[wasm_bindgen]
pub fn grows(filter: Handle) -> bool {
    held(filter).growth().is_some()
}

/// Gives the memory of `output` back, after something large.
#[wasm_bindgen]
pub fn forget_output() {
    engine().output = Vec::new();
}

/// True if what is in `input` is laid out like a file of this format.
#[wasm_bindgen]
pub fn recognises(format: u32, length: usize) -> bool {
    let bytes = engine().input.taken(length);
    match format {
        0 => guava::recognises(bytes),
        1 => spark::recognises(bytes),
        2 => redisbloom::recognises(bytes),
        3 => go_bits_and_blooms::recognises(bytes),
        4 => parquet_sbbf::recognises(bytes),
        6 => pybloom_live::recognises(bytes) || pybloom_live::recognises_scalable(bytes),
        7 => rbloom::recognises(bytes),
        _ => false,
    }
}

/// An empty filter of another system by capacity and rate, as that system sizes it; the parameters of its
/// scheme are i64 in `input`.
#[wasm_bindgen]
pub fn foreign_with_rate(
    id: u32,
    keys: u32,
    capacity: f64,
    rate: f64,
    seed: u32,
    length: usize,
) -> Handle {
    let head = Head::with_rate(scheme(id), count(capacity), rate, seed);
    keep_foreign(head, keys, length)
}

/// The same by shape.
#[wasm_bindgen]
pub fn foreign_with_shape(
    id: u32,
    keys: u32,
    bits: f64,
    hashes: f64,
    seed: u32,
    length: usize,
) -> Handle {
    keep_foreign(Head::with_shape(scheme(id), count(bits), count(hashes), seed), keys, length)
}

fn keep_foreign(head: Result<Head>, keys: u32, length: usize) -> Handle {
    let engine = engine();
    let parameters = integers(engine.input.taken(length));
    let encoding = encoding(keys);
    let made = head.and_then(|head| Filter::with_parameters(Head { encoding, ..head }, parameters));
    engine.keep(made.map(Chain::from))
}

/// An empty filter as `BF.RESERVE` makes it; an expansion of 0 is NONSCALING.
#[wasm_bindgen]
pub fn redisbloom(capacity: f64, rate: f64, expansion: f64) -> Handle {
    let factor = (expansion > 0.0).then_some(expansion as u32);
    let first = Filter::redisbloom(count(capacity), rate, factor);
    let growth = factor.map(|factor| Growth {
        factor: u64::from(factor),
        tightening: crate::scheme::redisbloom::TIGHTENING,
        rate,
    });
    engine().keep(first.and_then(|first| started(first, growth)))
}

/// An empty ScalableBloomFilter of pybloom_live.
#[wasm_bindgen]
pub fn pybloom_scalable(id: u32, capacity: f64, rate: f64, factor: f64, ratio: f64) -> Handle {
    let growth = Growth { factor: count(factor), tightening: ratio, rate };
    engine().keep(pybloom_live::scalable(scheme(id), count(capacity), growth))
}

fn started(first: Filter, growth: Option<Growth>) -> Result<Chain> {
    match growth {
        Some(growth) => Chain::of_stages(Vec::from([first]), growth),
        None => Ok(first.into()),
    }
}
