//! Writes the vectors of DataSketches' Bloom filter: `cargo run --release` in this folder. Existing
//! files must not change, so `git diff` shows nothing afterwards.

use std::fs;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use base64::prelude::{BASE64_STANDARD, Engine};
use datasketches::bloom::{BloomFilter, BloomFilterBuilder};
use datasketches::hash::value::raw_bytes;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const VERSION: &str = "0.6.0";
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The keys in every list of false positives, if there are so many.
const LISTED: usize = 20;

/// Whether text and bytes are hashed as Rust's own `Hash` writes them.
static BARE: AtomicBool = AtomicBool::new(false);

/// A key as the libraries for Java, C++ and Rust all hash it: text and bytes without the length or
/// the terminator that Rust's own `Hash` adds (but see [`BARE`]), and integers as 8 bytes.
enum Key {
    Text(String),
    Bytes(Vec<u8>),
    Long(i64),
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Key::Text(text) if BARE.load(Ordering::Relaxed) => text.hash(state),
            Key::Bytes(bytes) if BARE.load(Ordering::Relaxed) => bytes.hash(state),
            Key::Text(text) => raw_bytes::from_str(text).hash(state),
            Key::Bytes(bytes) => raw_bytes::from_slice(bytes).hash(state),
            Key::Long(number) => number.hash(state),
        }
    }
}

impl Key {
    fn json(&self) -> Value {
        match self {
            Key::Text(text) => json!(text),
            Key::Bytes(bytes) => json!({ "hex": hex(bytes) }),
            Key::Long(number) => json!({ "i64": number.to_string() }),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Numbered keys, and what a vector says of them.
#[derive(Clone, Copy)]
enum Template {
    Text(&'static str, u32),
    Long { start: i64, step: i64, count: u32 },
}

impl Template {
    fn json(self) -> Value {
        match self {
            Template::Text(prefix, count) => {
                json!({ "kind": "text", "start": 0, "count": count, "prefix": prefix })
            }
            Template::Long { start, step, count } => {
                json!({ "kind": "i64", "start": start, "step": step, "count": count })
            }
        }
    }

    fn keys(self) -> Vec<Key> {
        match self {
            Template::Text(prefix, count) => {
                (0..count).map(|i| Key::Text(format!("{prefix}{i}"))).collect()
            }
            Template::Long { start, step, count } => {
                (0..i64::from(count)).map(|i| Key::Long(start + i * step)).collect()
            }
        }
    }
}

fn texts() -> Vec<Key> {
    let short = [
        "a",
        "hello",
        "Hello",
        "user@example.com",
        "https://example.com/path?q=1&r=2",
        "naïve café",
        "你好，世界",
        "布隆过滤器",
        "🦀",
        "👩‍👩‍👧‍👦",
        "مرحبا",
        " leading and trailing ",
        "\u{feff}with BOM",
        "e\u{301} decomposed",
        "é composed",
        "tab\tand\nnewline",
        "\0",
        "0",
        "-1",
    ];
    // XXH64 reads blocks of 32, 8, 4 and 1 bytes.
    let long = (1..=70).map(|length| "0123456789".repeat(7)[..length].to_owned() + "é");
    short.into_iter().map(str::to_owned).chain(long).map(Key::Text).collect()
}

fn mixed() -> Vec<Key> {
    let bytes =
        (0..=33u8).map(|length| Key::Bytes((0..length).map(|i| i.wrapping_mul(151)).collect()));
    let longs = [0, 1, -1, 42, i64::MAX, i64::MIN, 1 << 32, -(1 << 53)].map(Key::Long);
    texts().into_iter().chain(bytes).chain(longs).collect()
}

/// The positions of a key in the order of the probes. The library does not show them, but a filter
/// with one hash more sets one bit more. `None` if a bit repeats.
fn positions(key: &Key, bits: u64, hashes: u16, seed: u64) -> Option<Vec<u64>> {
    let mut seen = Vec::new();
    for k in 1..=hashes {
        let mut filter = BloomFilterBuilder::with_size(bits, k).seed(seed).build().unwrap();
        filter.insert(key);
        let file = filter.serialize();
        let is_set = |&bit: &u64| file[32 + bit as usize / 8] >> (bit % 8) & 1 == 1;
        let new: Vec<u64> = (0..bits).filter(is_set).filter(|bit| !seen.contains(bit)).collect();
        seen.push(*new.first()?);
    }
    Some(seen)
}

fn write(name: &str, vector: &Value) {
    fs::write(format!("{FOLDER}/{name}.json"), vector.to_string() + "\n").unwrap();
}

fn vector(
    name: &str,
    (constructor, mut filter): (&str, BloomFilter),
    (listed, template): (Vec<Key>, Option<Template>),
    asked: Template,
) {
    let numbered = template.map_or(Vec::new(), Template::keys);
    listed.iter().chain(&numbered).for_each(|key| filter.insert(key));
    let file = filter.serialize();
    let again = BloomFilter::deserialize(&file).unwrap();
    assert_eq!(again, filter);
    let probes = asked.keys();
    let mut bitmap = vec![0u8; probes.len().div_ceil(8)];
    for (i, key) in probes.iter().enumerate() {
        bitmap[i / 8] |= u8::from(again.contains(key)) << (i % 8);
    }
    let answered = |answer: bool, most: usize| -> Vec<Value> {
        let others = (0..).map(|i| match asked {
            // The one that the demo page asks for.
            Template::Text(..) if i == 0 => Key::Text("user@example.org".to_owned()),
            Template::Text(..) => Key::Text(format!("other:{i}")),
            Template::Long { .. } => Key::Long(-5 - 7 * i),
        });
        let found = others.take(1_000_000).filter(|key| again.contains(key) == answer);
        found.take(most).map(|key| key.json()).collect()
    };
    let (bits, hashes, seed) = (filter.capacity() as u64, filter.num_hashes(), filter.seed());
    let placed = listed.iter().filter_map(|key| Some((key, positions(key, bits, hashes, seed)?)));
    let placed: Vec<Value> = placed
        .take(LISTED)
        .map(|(key, positions)| json!({ "key": key.json(), "indices_in_order": positions }))
        .collect();
    assert!(placed.len() > 3, "{name}");
    let mut json = json!({
        "format": "datasketches",
        "system": "Apache DataSketches, the crate datasketches, BloomFilter::serialize",
        "version": VERSION,
        "params": {
            "constructor": constructor,
            "seed": seed.to_string(),
            "bits": bits,
            "k": hashes,
            "bits_set": filter.bits_used(),
        },
        "name": name,
        "dump_bytes": file.len(),
        "dump_sha256": hex(&Sha256::digest(&file)),
        "keys_in": listed.iter().map(Key::json).collect::<Vec<_>>(),
        "keys_absent": answered(false, 60),
        "false_positives": answered(true, LISTED),
        "probes": {
            "template": asked.json(),
            "answers_bitmap_base64": BASE64_STANDARD.encode(&bitmap),
            "true_count": bitmap.iter().map(|byte| byte.count_ones()).sum::<u32>(),
        },
        "bit_positions": placed,
        "dump_base64": BASE64_STANDARD.encode(&file),
    });
    if let Some(template) = template {
        json["keys_in_templates"] = json!([template.json()]);
    }
    if BARE.load(Ordering::Relaxed) {
        json["params"]["strings"] = json!("rust");
    }
    write(name, &json);
    println!("{name}: {} answers, {} of them maybe", probes.len(), json["probes"]["true_count"]);
}

/// Changed files, with the answer of the library and the answer that a reader must give.
fn malformed() {
    let mut filter = BloomFilterBuilder::with_size(128, 3).build().unwrap();
    let empty = filter.serialize();
    filter.insert(Key::Text("a".into()));
    let file = filter.serialize();
    let mut cases = Vec::new();
    let mut case = |name: &str, bytes: Vec<u8>, must: &str| {
        let answer = BloomFilter::deserialize(&bytes);
        cases.push(json!({
            "name": name,
            "dump_base64": BASE64_STANDARD.encode(&bytes),
            "real_system": if answer.is_ok() { "accept" } else { "reject" },
            "real_message": answer.err().map_or(String::new(), |error| error.to_string()),
            "reader_must": must,
        }));
    };
    let with = |bytes: &[u8], at: usize, other: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[at..at + other.len()].copy_from_slice(other);
        bytes
    };
    case("nothing", Vec::new(), "reject");
    case("valid", file.clone(), "accept");
    case("valid, empty", empty.clone(), "accept");
    case("bits not counted, as C++ and Java write them", with(&file, 24, &[0xff; 8]), "accept");
    case(
        "no bits, in the long form",
        [&with(&file, 24, &[0; 8])[..32], &[0; 16]].concat(),
        "accept",
    );
    case("half a preamble", file[..12].to_vec(), "reject");
    case("no bits after the preamble", file[..32].to_vec(), "reject");
    case("one byte less", file[..47].to_vec(), "reject");
    case("one byte more", [&file[..], &[0]].concat(), "reject");
    case("empty, one byte more", [&empty[..], &[0]].concat(), "reject");
    case("empty flag with bits", with(&file, 3, &[4]), "reject");
    case("no empty flag without bits", with(&empty, 3, &[0]), "reject");
    case("unknown flag", with(&file, 3, &[8]), "reject");
    case("preamble of 3 words with bits", with(&file, 0, &[3]), "reject");
    case("preamble of 2 words", with(&file, 0, &[2]), "reject");
    case("preamble of 5 words", with(&file, 0, &[5]), "reject");
    case("version 2", with(&file, 1, &[2]), "reject");
    case("family 7, HLL", with(&file, 2, &[7]), "reject");
    case("k = 0", with(&file, 4, &[0, 0]), "reject");
    case("k = 32768", with(&file, 4, &[0, 0x80]), "reject");
    case("k = 32767", with(&file, 4, &[0xff, 0x7f]), "accept");
    case("bytes after k", with(&file, 6, &[1]), "reject");
    case("bytes after the words", with(&file, 20, &[1]), "reject");
    case("0 words", with(&file, 16, &[0; 4]), "reject");
    case("0 words, empty", with(&empty, 16, &[0; 4]), "reject");
    case("1 word more", with(&file, 16, &[3]), "reject");
    case("2^31 - 1 words", with(&file, 16, &[0xff, 0xff, 0xff, 0x7f]), "reject");
    case("2^31 words", with(&file, 16, &[0, 0, 0, 0x80]), "reject");
    case("one bit more than counted", with(&file, 40, &[file[40] ^ 0x80]), "reject");
    case("one more counted", with(&file, 24, &[file[24] + 1]), "reject");
    let system = "Apache DataSketches, the crate datasketches, BloomFilter::deserialize";
    write(
        "datasketches_malformed",
        &json!({
            "format": "datasketches",
            "system": system,
            "version": VERSION,
            "params": {},
            "name": "datasketches_malformed",
            "cases": cases,
        }),
    );
}

fn main() {
    vector(
        "datasketches_seed_edge",
        (
            "with_size(600, 5).seed(u64::MAX)",
            BloomFilterBuilder::with_size(600, 5).seed(u64::MAX).build().unwrap(),
        ),
        (
            [0, 1, -1, 7, i64::MAX, i64::MIN].map(Key::Long).into(),
            Some(Template::Long { start: 1_000_000, step: 1_000_003, count: 60 }),
        ),
        Template::Long { start: 5_000, step: 3, count: 2_000 },
    );
    vector(
        "datasketches_mixed",
        (
            "with_accuracy(200, 0.02).seed(42)",
            BloomFilterBuilder::with_accuracy(200, 0.02).seed(42).build().unwrap(),
        ),
        (mixed(), None),
        Template::Text("probe:", 5_000),
    );
    vector(
        "datasketches_100000_answers",
        (
            "with_accuracy(10_000, 0.01)",
            BloomFilterBuilder::with_accuracy(10_000, 0.01).build().unwrap(),
        ),
        (texts(), Some(Template::Text("user:", 9_900))),
        Template::Text("probe:", 100_000),
    );
    malformed();
    BARE.store(true, Ordering::Relaxed);
    vector(
        "datasketches_rust_hash",
        (
            "with_accuracy(200, 0.02).seed(42)",
            BloomFilterBuilder::with_accuracy(200, 0.02).seed(42).build().unwrap(),
        ),
        (mixed(), None),
        Template::Text("probe:", 5_000),
    );
}
