//! What filters of other systems answered, against the readers and writers of `edgebloom::format`, the schemes
//! and the key encodings. tests/golden/README.md says where the files come from.

use edgebloom::format::Metadata;
use edgebloom::format::{
    base64, chain_from_bytes, chain_to_bytes, go_bits_and_blooms, guava, npm_bloom_filters,
    npm_bloomfilter, parquet_sbbf, pybloom_live, rbloom, redis_bitmap, redisbloom, spark,
};
use edgebloom::hash::{murmur2, murmur3, spark_murmur3};
use edgebloom::key::KeyEncoding;
use edgebloom::{Chain, Error, Filter, Scheme};
use serde_json::Value;

macro_rules! files {
    ($($name:literal)*) => {
        /// The files and their names below tests/golden.
        pub const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../golden/", $name)))),*];
    };
}

files! {
    "go-bits-and-blooms/go_binary_estimates_small.json"
    "go-bits-and-blooms/go_binary_from_words.json"
    "go-bits-and-blooms/go_binary_k1.json"
    "go-bits-and-blooms/go_binary_m_multiple_of_64.json"
    "go-bits-and-blooms/go_binary_medium.json"
    "go-bits-and-blooms/go_binary_small_prime_m.json"
    "go-bits-and-blooms/go_json_medium.json"
    "go-bits-and-blooms/go_json_small.json"
    "go-bits-and-blooms/go_malformed.json"
    "guava/guava_malformed.json"
    "guava/guava_mitz32_bytes_small.json"
    "guava/guava_mitz32_long_medium.json"
    "guava/guava_mitz32_string_utf8_small.json"
    "guava/guava_mitz32_unencoded_chars_small.json"
    "guava/guava_mitz64_bytes.json"
    "guava/guava_mitz64_int.json"
    "guava/guava_mitz64_long.json"
    "guava/guava_mitz64_string_utf8_medium.json"
    "guava/guava_mitz64_string_utf8_small.json"
    "guava/guava_mitz64_string_utf8_tiny.json"
    "guava/guava_mitz64_unencoded_chars.json"
    "npm-bloom-filters/npm_bloom_filters_1_3_4_small.json"
    "npm-bloom-filters/npm_bloom_filters_1_partitioned_arrays.json"
    "npm-bloom-filters/npm_bloom_filters_1_seed.json"
    "npm-bloom-filters/npm_bloom_filters_1_small.json"
    "npm-bloom-filters/npm_bloom_filters_2_partitioned_arrays.json"
    "npm-bloom-filters/npm_bloom_filters_3_buffers.json"
    "npm-bloom-filters/npm_bloom_filters_3_large_k.json"
    "npm-bloom-filters/npm_bloom_filters_3_medium.json"
    "npm-bloom-filters/npm_bloom_filters_3_partitioned.json"
    "npm-bloom-filters/npm_bloom_filters_3_seed_edge.json"
    "npm-bloom-filters/npm_bloom_filters_3_small_default_seed.json"
    "npm-bloom-filters/npm_bloom_filters_3_small_seed.json"
    "npm-bloom-filters/npm_bloom_filters_malformed.json"
    "npm-bloomfilter/npm_bloomfilter_0_0_18_medium.json"
    "npm-bloomfilter/npm_bloomfilter_0_0_18_small.json"
    "npm-bloomfilter/npm_bloomfilter_1_1_large_k.json"
    "npm-bloomfilter/npm_bloomfilter_1_1_m256.json"
    "npm-bloomfilter/npm_bloomfilter_1_1_m65536.json"
    "npm-bloomfilter/npm_bloomfilter_1_1_medium.json"
    "npm-bloomfilter/npm_bloomfilter_1_1_small.json"
    "npm-bloomfilter/npm_bloomfilter_malformed.json"
    "pybloom-live/pybloom_live_3_k7_md5.json"
    "pybloom-live/pybloom_live_3_medium_u32_md5.json"
    "pybloom-live/pybloom_live_4_k10_sha1.json"
    "pybloom-live/pybloom_live_4_k14_sha256.json"
    "pybloom-live/pybloom_live_4_k20_sha384.json"
    "pybloom-live/pybloom_live_4_k37_sha512_two_salts.json"
    "pybloom-live/pybloom_live_4_k4_xxh128_tiny.json"
    "pybloom-live/pybloom_live_4_k7_xxh128.json"
    "pybloom-live/pybloom_live_4_medium_u32_sha256.json"
    "pybloom-live/pybloom_live_4_medium_u32_xxh128.json"
    "pybloom-live/pybloom_live_4_scalable.json"
    "pybloom-live/pybloom_live_malformed.json"
    "rbloom/rbloom_malformed.json"
    "rbloom/rbloom_sha256_medium.json"
    "rbloom/rbloom_sha256_small.json"
    "rbloom/rbloom_xxh64_small.json"
    "redis-bitmap/redis_bitmap_setbit.json"
    "redisbloom/redisbloom_default_reserve.json"
    "redisbloom/redisbloom_expansion_1.json"
    "redisbloom/redisbloom_high_error.json"
    "redisbloom/redisbloom_legacy_1_0_scaling.json"
    "redisbloom/redisbloom_legacy_2_0_scaling.json"
    "redisbloom/redisbloom_legacy_2_2_0_scaling.json"
    "redisbloom/redisbloom_malformed.json"
    "redisbloom/redisbloom_migrated_hash32_compat.json"
    "redisbloom/redisbloom_migrated_hash32_pow2.json"
    "redisbloom/redisbloom_migrated_pow2_force64.json"
    "redisbloom/redisbloom_migrated_pow2_smaller_than_bits.json"
    "redisbloom/redisbloom_nonscaling_medium.json"
    "redisbloom/redisbloom_nonscaling_small.json"
    "redisbloom/redisbloom_scaling_medium.json"
    "redisbloom/redisbloom_scaling_small.json"
    "redisbloom/redisbloom_tiny.json"
    "parquet-sbbf/sbbf_duckdb_int64.json"
    "parquet-sbbf/sbbf_duckdb_string_small.json"
    "parquet-sbbf/sbbf_malformed.json"
    "parquet-sbbf/sbbf_pyarrow_int64.json"
    "parquet-sbbf/sbbf_pyarrow_string_small.json"
    "parquet-sbbf/sbbf_rust_int32.json"
    "parquet-sbbf/sbbf_rust_int64.json"
    "parquet-sbbf/sbbf_rust_medium.json"
    "parquet-sbbf/sbbf_rust_non_power_of_two.json"
    "parquet-sbbf/sbbf_rust_one_block.json"
    "parquet-sbbf/sbbf_rust_small.json"
    "spark/spark_malformed.json"
    "spark/spark_v1_binary_small.json"
    "spark/spark_v1_long_medium.json"
    "spark/spark_v1_long_small.json"
    "spark/spark_v1_mixed.json"
    "spark/spark_v1_string_medium.json"
    "spark/spark_v1_string_small.json"
    "spark/spark_v2_binary_small.json"
    "spark/spark_v2_long_medium.json"
    "spark/spark_v2_long_small.json"
    "spark/spark_v2_mixed.json"
    "spark/spark_v2_string_medium.json"
    "spark/spark_v2_string_small.json"
}

const KNOWN_HASHES: &str = include_str!("../../../golden/hashes/hash_known_answers.json");

/// How many comparisons there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub filters: usize,
    pub answers: usize,
    pub positions: usize,
    pub malformed: usize,
}

/// How many there are in [`FILES`].
pub const ALL: (usize, usize, usize, usize) = (99, 1_126_383, 11_090, 125);

pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or("")
}

pub fn bytes(value: &Value) -> Vec<u8> {
    base64::decode(value.as_str().unwrap()).unwrap()
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

/// The filter in a dump.
pub fn read(vector: &Value, dump: &[u8]) -> Result<Chain, Error> {
    let params = &vector["params"];
    match text(vector, "format") {
        "guava" => guava::read(
            dump,
            match text(params, "funnel") {
                "string_utf8" | "bytes" => KeyEncoding::JavaText,
                "unencoded_chars" => KeyEncoding::Utf16,
                "long" => KeyEncoding::Int64,
                "int" => KeyEncoding::Int32,
                other => panic!("{other}"),
            },
        ),
        "spark" => spark::read(dump),
        "redisbloom" => redisbloom::read(dump, None),
        "go_bits_and_blooms" if dump.starts_with(b"{") => {
            let json: Value = serde_json::from_slice(dump).unwrap();
            let set = base64::decode(text(&json, "b")).unwrap();
            go_bits_and_blooms::read_set(
                json["m"].as_u64().unwrap(),
                json["k"].as_u64().unwrap(),
                &set,
            )
        }
        "go_bits_and_blooms" => go_bits_and_blooms::read(dump),
        "parquet_sbbf" => parquet_sbbf::read(
            dump,
            match text(params, "parquet_type") {
                "INT64" => KeyEncoding::Int64,
                "INT32" => KeyEncoding::Int32,
                _ => KeyEncoding::Bytes,
            },
        ),
        "npm_bloomfilter" => {
            let json: Value = serde_json::from_slice(dump).unwrap();
            let buckets = npm_bits(&json);
            let scheme = match text(params, "hash") {
                "fnv1a64" => Scheme::NpmBloomfilterFnv1a64,
                _ => Scheme::NpmBloomfilterFnv1a32x2,
            };
            npm_bloomfilter::read(scheme, params["k"].as_u64().unwrap(), &buckets)
        }
        "npm_bloom_filters" => read_npm_bloom_filters(text(params, "hash_generation"), dump),
        "pybloom_live" => pybloom_live::read(
            dump,
            match text(params, "hash128") {
                "md5" => Scheme::PybloomLiveMd5,
                _ => Scheme::PybloomLiveXxh128,
            },
        ),
        "rbloom" => rbloom::read(dump),
        other => panic!("{other}"),
    }
}

fn read_npm_bloom_filters(generation: &str, dump: &[u8]) -> Result<Chain, Error> {
    let json: Value = serde_json::from_slice(dump).unwrap();
    let real = |field: &str| json[field].as_f64().unwrap().to_bits() as i64;
    let whole = |field: &str| json[field].as_u64().unwrap();
    let partitioned = text(&json, "type") == "PartitionedBloomFilter";
    let scheme = match (generation, partitioned) {
        ("v2", false) => Scheme::NpmBloomFiltersV2,
        ("v2", true) => Scheme::NpmBloomFiltersV2Partitioned,
        (_, true) => Scheme::NpmBloomFiltersV1Partitioned,
        ("v1a", _) => Scheme::NpmBloomFiltersV1a,
        _ => Scheme::NpmBloomFiltersV1b,
    };
    let mut parameters = vec![real("_seed")];
    let mut bits = whole("_size");
    if partitioned {
        let arrays = json["_filter"][0].is_array();
        parameters.extend([real("_loadFactor"), real("_size"), real("_capacity"), arrays.into()]);
        bits = whole("_m") * whole("_nbHashes");
    }
    let slices = npm_bits(&json);
    let inserted = json["_length"].as_u64().unwrap_or(0);
    npm_bloom_filters::read(scheme, bits, whole("_nbHashes"), inserted, parameters, &slices)
}

/// The bits in the JSON of the two npm packages: numbers of 32 bits, or slices in base64 or of one number a bit.
fn npm_bits(json: &Value) -> Vec<u8> {
    let slice = |slice: &Value| -> Vec<u8> {
        if let Some(content) = slice.get("content") {
            return bytes(content);
        }
        let bits: Vec<u8> = list(slice).map(|bit| bit.as_u64().unwrap() as u8).collect();
        bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect()
    };
    let filter = &json["_filter"];
    if filter.is_null() {
        let buckets = if json.is_array() { json } else { &json["buckets"] };
        return list(buckets).flat_map(|b| (b.as_i64().unwrap() as u32).to_le_bytes()).collect();
    }
    match text(json, "type") {
        "PartitionedBloomFilter" => list(filter).flat_map(slice).collect(),
        _ => slice(filter),
    }
}

/// What a system would have written, but for the JSON.
pub fn write(vector: &Value, chain: &Chain) -> Vec<u8> {
    match text(vector, "format") {
        "guava" => guava::write(chain),
        "spark" => spark::write(chain),
        "redisbloom" => redisbloom::write(chain),
        "go_bits_and_blooms" => go_bits_and_blooms::write(chain),
        "parquet_sbbf" => parquet_sbbf::write(chain),
        "pybloom_live" => pybloom_live::write(chain),
        "rbloom" => rbloom::write(chain),
        "npm_bloomfilter" => npm_bloomfilter::write(chain),
        "npm_bloom_filters" => npm_bloom_filters::write(chain),
        other => panic!("{other}"),
    }
    .unwrap()
}

/// True if what is inside the JSON of a dump is `written`; of another dump, if it is the same.
pub fn is_dump(vector: &Value, dump: &[u8], written: &[u8]) -> bool {
    match text(vector, "format") {
        "go_bits_and_blooms" if dump.starts_with(b"{") => {
            let json: Value = serde_json::from_slice(dump).unwrap();
            base64::decode(text(&json, "b")).unwrap() == written[16..]
        }
        "npm_bloomfilter" | "npm_bloom_filters" => {
            npm_bits(&serde_json::from_slice(dump).unwrap()) == written
        }
        _ => dump == written,
    }
}

/// The key bytes of a key.
pub fn key_bytes(vector: &Value, encoding: KeyEncoding, key: &Value) -> Vec<u8> {
    let raw = match key {
        Value::String(text) if encoding != KeyEncoding::Hash128 => {
            return encoding.text(text).unwrap().into_owned();
        }
        Value::String(text) => text.clone().into_bytes(),
        _ if key.get("hex").is_some() => hex(text(key, "hex")),
        _ if key.get("utf16_hex").is_some() => {
            return malformed_text(encoding, text(key, "utf16_hex"));
        }
        _ => {
            let number = key.get("i64").or_else(|| key.get("i32")).unwrap();
            return encoding.integer(number.as_str().unwrap().parse().unwrap()).unwrap();
        }
    };
    if encoding == KeyEncoding::Hash128 {
        return caller_hash(text(&vector["params"], "hash_func"), &raw).to_le_bytes().into();
    }
    raw
}

/// The hashes of 128 bits that the keys of rbloom's vectors went through.
fn caller_hash(function: &str, key: &[u8]) -> i128 {
    use sha2::Digest;
    match function {
        "sha256_be16_signed" => {
            i128::from_be_bytes(*sha2::Sha256::digest(key).first_chunk().unwrap())
        }
        "xxh64_seed0_unsigned" => i128::from(xxhash_rust::xxh64::xxh64(key, 0)),
        "sha1_le8_signed" => {
            i128::from(i64::from_le_bytes(*sha1::Sha1::digest(key).first_chunk().unwrap()))
        }
        other => panic!("{other}"),
    }
}

/// Text with unpaired surrogates, as each system has it (FORMATS of each in docs/INTEROP.md).
fn malformed_text(encoding: KeyEncoding, units: &str) -> Vec<u8> {
    let units: Vec<u16> =
        hex(units).chunks(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]])).collect();
    match encoding {
        KeyEncoding::Utf16 => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        KeyEncoding::JavaText | KeyEncoding::Spark => char::decode_utf16(units)
            .flat_map(|unit| unit.unwrap_or('?').to_string().into_bytes())
            .collect(),
        KeyEncoding::BloomFilters => {
            let mut bytes = Vec::new();
            let mut rest = units.into_iter();
            while let Some(unit) = rest.next() {
                let mut code = u32::from(unit);
                if unit & 0xf800 == 0xd800 {
                    let next = u32::from(rest.next().unwrap_or(0));
                    code = 0x10000 + ((code & 0x3ff) << 10 | next & 0x3ff);
                }
                let text = char::from_u32(code).unwrap().to_string();
                bytes.extend(text.into_bytes());
            }
            bytes
        }
        other => panic!("{other:?}"),
    }
}

pub fn template<'a>(template: &'a Value) -> Box<dyn Iterator<Item = Value> + 'a> {
    let count = template["count"].as_u64().unwrap();
    let number = |field: &str| -> i64 {
        let value = &template[field];
        value.as_i64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap())
    };
    match text(template, "kind") {
        "text" => {
            let start = number("start");
            let prefix = text(template, "prefix");
            Box::new((0..count as i64).map(move |i| format!("{prefix}{}", start + i).into()))
        }
        "bytes" => {
            let start = number("start");
            let prefix = text(template, "prefix_hex");
            Box::new(
                (0..count as i64).map(
                    move |i| serde_json::json!({ "hex": format!("{prefix}{:08x}", start + i) }),
                ),
            )
        }
        kind => {
            let (start, step) = (number("start"), number("step"));
            let kind = kind.to_owned();
            Box::new(
                (0..count as i64).map(
                    move |j| serde_json::json!({ kind.clone(): (start + j * step).to_string() }),
                ),
            )
        }
    }
}

/// Compares every answer and position of a vector; and what is written with what was read.
fn check_vector(vector: &Value, counts: &mut Counts) {
    let name = text(vector, "name");
    let dump = bytes(&vector["dump_base64"]);
    let chain = read(vector, &dump).unwrap_or_else(|error| panic!("{name}: {error}"));
    check_answers(vector, &chain, counts);
    let written = write(vector, &chain);
    assert!(is_dump(vector, &dump, &written), "{name}: written otherwise");
    // The native dump has everything that a system's own has.
    let native = chain_to_bytes(&chain, Metadata::default()).unwrap();
    let again = chain_from_bytes(&native).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(again == chain, "{name}");
    assert_eq!(write(vector, &again), written, "{name}");
    counts.filters += 1;
}

fn check_answers(vector: &Value, chain: &Chain, counts: &mut Counts) {
    let name = text(vector, "name");
    let encoding = chain.newest().head().encoding;
    let mut ask = |key: &Value, expected: bool| {
        let bytes = key_bytes(vector, encoding, key);
        assert_eq!(chain.contains(&bytes), expected, "{name}: {key}");
        counts.answers += 1;
    };
    for (field, expected) in [("keys_in", true), ("keys_absent", false), ("false_positives", true)]
    {
        list(&vector[field]).for_each(|key| ask(key, expected));
    }
    for keys in list(&vector["keys_in_templates"]) {
        template(keys).for_each(|key| ask(&key, true));
    }
    let probes = &vector["probes"];
    let answers = bytes(&probes["answers_bitmap_base64"]);
    for (j, key) in template(&probes["template"]).enumerate() {
        ask(&key, answers[j / 8] >> (j % 8) & 1 == 1);
    }
    for case in list(&vector["bit_positions"]) {
        let mut key = key_bytes(vector, encoding, &case["key"]);
        if let Some(hash) = case.get("hash_i128") {
            key = hash.as_str().unwrap().parse::<i128>().unwrap().to_le_bytes().into();
        }
        let stages = case.get("indices_by_sub_filter");
        for (i, stage) in chain.stages().enumerate() {
            let expected = match stages {
                Some(stages) => &stages[i],
                None => &case["indices_in_order"],
            };
            let expected: Vec<u64> = list(expected).map(|p| p.as_u64().unwrap()).collect();
            let mut positions = Vec::new();
            stage.positions(&key, |position| positions.push(position));
            assert_eq!(positions, expected, "{name}: {}", case["key"]);
            counts.positions += positions.len();
        }
    }
}

/// Every case is refused, or works, as it must.
fn check_malformed(vector: &Value, counts: &mut Counts) {
    for case in list(&vector["cases"]) {
        let dump = bytes(&case["dump_base64"]);
        counts.malformed += 1;
        // What is wrong with the JSON itself is JavaScript's part.
        if dump.starts_with(b"{") || dump.starts_with(b"[") && dump.len() != 40 {
            continue;
        }
        let result = read(vector, &dump);
        match text(case, "reader_must") {
            "reject" => assert!(result.is_err(), "{case}"),
            "accept" => assert!(result.is_ok(), "{case}: {result:?}"),
            _ => {}
        }
        if let Ok(chain) = result {
            _ = chain.contains(b"sixteen bytes it");
        }
    }
}

/// All files; how many comparisons there were.
pub fn check_all() -> Counts {
    let mut counts = Counts::default();
    for (name, json) in FILES {
        let vector: Value = serde_json::from_str(json).unwrap();
        if name.ends_with("_malformed.json") {
            check_malformed(&vector, &mut counts);
        } else if name.starts_with("redis-bitmap") {
            check_bitmaps(&vector, &mut counts);
        } else {
            check_vector(&vector, &mut counts);
        }
    }
    counts
}

/// Strings of a real Redis: the bits, and the string written again.
fn check_bitmaps(vector: &Value, counts: &mut Counts) {
    for case in list(&vector["cases"]) {
        let dump = bytes(&case["dump_base64"]);
        let pairs = || list(&case["getbit"]).map(|pair| (pair[0].as_u64().unwrap(), pair[1] == 1));
        let bits = pairs().map(|(offset, _)| offset + 1).max().unwrap().max(dump.len() as u64 * 8);
        let mut filter = Filter::with_shape(Scheme::Standard, bits, 1, 0).unwrap();
        redis_bitmap::read(&mut filter, 0, &dump).unwrap();
        let mut set = Vec::new();
        filter.each_cell(|position, _| set.push(position));
        for (offset, answer) in pairs() {
            assert_eq!(set.contains(&offset), answer, "{case}");
            counts.answers += 1;
        }
        let end = dump.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        assert_eq!(redis_bitmap::write(&filter).unwrap(), &dump[..end]);
        counts.filters += 1;
    }
}

/// The hash functions by themselves; how many values were compared.
pub fn check_hashes() -> usize {
    let json: Value = serde_json::from_str(KNOWN_HASHES).unwrap();
    let mut checked = 0;
    let mut equal = |ours: u64, theirs: &Value, what: &Value| {
        let theirs = match theirs {
            Value::String(hex) => u64::from_str_radix(hex, 16).unwrap(),
            number => number.as_i64().unwrap() as u64,
        };
        assert_eq!(ours, theirs, "{what}");
        checked += 1;
    };
    let spark =
        |key: &[u8], seed: i32| i64::from(spark_murmur3::hash(key, seed as u32) as i32) as u64;
    let seeds = [("seed_0", 0), ("seed_42", 42), ("seed_-1", -1)];
    for case in list(&json["bytes"]) {
        let key = hex(text(case, "input_hex"));
        let digest = murmur3::hash(&key, 0);
        equal(digest.h1, &case["murmur3_x64_128_seed0"]["h1_hex"], case);
        equal(digest.h2, &case["murmur3_x64_128_seed0"]["h2_hex"], case);
        for (field, seed) in seeds {
            equal(spark(&key, seed), &case["spark_murmur3_x86_32"][field], case);
        }
        let first = murmur2::murmur64a(&key, 0xc6a4_a793_5bd1_e995);
        equal(first, &case["murmurhash64a"]["seed_c6a4a7935bd1e995_hex"], case);
        equal(
            murmur2::murmur64a(&key, first),
            &case["murmurhash64a"]["seed_first_result_hex"],
            case,
        );
        let first = murmur2::murmur2(&key, 0x9747_b28c);
        equal(first.into(), &case["murmurhash2_32"]["seed_9747b28c_hex"], case);
        let second = murmur2::murmur2(&key, first);
        equal(second.into(), &case["murmurhash2_32"]["seed_first_result_hex"], case);
    }
    for case in list(&json["longs"]) {
        let key = text(case, "i64").parse::<i64>().unwrap().to_le_bytes();
        for (field, seed) in seeds {
            equal(spark(&key, seed), &case["spark_hash_long"][field], case);
        }
    }
    checked
}

/// Guava's own test, `MURMUR128_MITZ_*_frozen`: how many of the odd numbers below 2,000,000 are false positives
/// of the even ones at 0.03.
pub fn guava_false_positives(scheme: Scheme, encoding: KeyEncoding) -> usize {
    use edgebloom::Head;
    let numbers = 1_000_000;
    let head = Head::with_rate(scheme, numbers, 0.03, 0).unwrap();
    let mut filter = Filter::new(Head { encoding, ..head }).unwrap();
    let key = |i: u64| encoding.text(&i.to_string()).unwrap().into_owned();
    for i in 0..numbers {
        filter.insert(&key(2 * i)).unwrap();
    }
    for i in 0..numbers {
        assert!(filter.contains(&key(2 * i)));
    }
    (0..numbers).filter(|i| filter.contains(&key(2 * i + 1))).count()
}
