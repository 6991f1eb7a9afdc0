//! The reader and writer for the format of a vector.

use super::{bytes, list, text};
use edgebloom::Error;
use edgebloom::foreign::{
    FORMATS, Filter, Format, KeyEncoding, Scheme, Unsaid, datasketches, go_bits_and_blooms, guava,
    npm_bloom_filters, npm_bloomfilter, parquet_sbbf, pybloom_live,
};
use edgebloom::format::base64;
use serde_json::Value;

/// Reads the filter in a file.
pub fn read(vector: &Value, file: &[u8]) -> Result<Filter, Error> {
    let params = &vector["params"];
    match text(vector, "format") {
        "guava" => guava::read(
            file,
            match text(params, "funnel") {
                "string_utf8" | "bytes" => KeyEncoding::JavaText,
                "unencoded_chars" => KeyEncoding::Utf16,
                "long" => KeyEncoding::Int64,
                "int" => KeyEncoding::Int32,
                other => panic!("{other}"),
            },
        ),
        "go_bits_and_blooms" if file.starts_with(b"{") => {
            let json: Value = serde_json::from_slice(file).unwrap();
            let set = base64::decode(text(&json, "b")).unwrap();
            go_bits_and_blooms::read_set(
                json["m"].as_u64().unwrap(),
                json["k"].as_u64().unwrap(),
                &set,
            )
        }
        "parquet_sbbf" => parquet_sbbf::read(
            file,
            match text(params, "parquet_type") {
                "INT64" => KeyEncoding::Int64,
                "INT32" => KeyEncoding::Int32,
                _ => KeyEncoding::Bytes,
            },
        ),
        "datasketches" => datasketches::read(
            file,
            match params["strings"].as_str() {
                Some("rust") => KeyEncoding::RustHash,
                _ => KeyEncoding::Spark,
            },
        ),
        "npm_bloomfilter" => {
            let json: Value = serde_json::from_slice(file).unwrap();
            let buckets = npm_bits(&json);
            let scheme = match text(params, "hash") {
                "fnv1a64" => Scheme::NpmBloomfilterFnv1a64,
                _ => Scheme::NpmBloomfilterFnv1a32x2,
            };
            npm_bloomfilter::read(scheme, params["k"].as_u64().unwrap(), &buckets)
        }
        "npm_bloom_filters" => read_npm_bloom_filters(text(params, "hash_generation"), file),
        "pybloom_live" => pybloom_live::read(
            file,
            match text(params, "hash128") {
                "md5" => Scheme::PybloomLiveMd5,
                _ => Scheme::PybloomLiveXxh128,
            },
        ),
        other => (format(other).read)(file, NOTHING),
    }
}

/// The values for readers of files that contain everything.
pub const NOTHING: Unsaid = Unsaid {
    encoding: KeyEncoding::Native,
    scheme: Scheme::Standard,
    bits: 0,
    hashes: 0,
    inserted: 0,
    header: 0,
    parameters: Vec::new(),
};

/// The first format whose name starts with `name`.
pub fn format(name: &str) -> &'static Format {
    let found = FORMATS.iter().find(|format| format.name.replace('-', "_").starts_with(name));
    found.unwrap_or_else(|| panic!("{name}"))
}

fn read_npm_bloom_filters(generation: &str, file: &[u8]) -> Result<Filter, Error> {
    let json: Value = serde_json::from_slice(file).unwrap();
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

/// The bits in the JSON of the two npm packages: numbers of 32 bits, slices in base64, or slices
/// with one number per bit.
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

/// The bytes that a system would have written, without the JSON around them.
pub fn write(vector: &Value, filter: &Filter) -> Vec<u8> {
    (format(text(vector, "format")).write)(filter).unwrap()
}

/// True if `written` equals the file or, for JSON, the content of the file.
pub fn is_file(vector: &Value, file: &[u8], written: &[u8]) -> bool {
    match text(vector, "format") {
        "go_bits_and_blooms" if file.starts_with(b"{") => {
            let json: Value = serde_json::from_slice(file).unwrap();
            base64::decode(text(&json, "b")).unwrap() == written[16..]
        }
        "npm_bloomfilter" | "npm_bloom_filters" => {
            npm_bits(&serde_json::from_slice(file).unwrap()) == written
        }
        _ => file == written,
    }
}
