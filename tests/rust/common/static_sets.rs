//! The answers of static sets, natively and in wasm: the numbers of their false positives.

use edgebloom::format::{Metadata, base64, static_set_from_bytes, static_set_to_bytes};
use edgebloom::{Builder, CollectKeys, StaticSet};
use serde_json::{Value, json};

use crate::common::header_of;

fn key(number: u64) -> Vec<u8> {
    // Every third key is short, so three lanes of its hash are equal.
    match number % 3 {
        0 => (number as u32).to_le_bytes().to_vec(),
        _ => format!("user-{number}@mail.example").into_bytes(),
    }
}

fn set_of(keys: u64, seed: u32, rate: f64) -> StaticSet {
    let mut builder = Builder::new(seed);
    for number in 0..keys {
        builder.push(&key(number)).unwrap();
    }
    builder.finish_static(rate).unwrap()
}

/// The number of keys, the seed, and the rate; the bits of the set; of 100,000 non-members, the
/// number of false positives and the sum of their numbers.
type Case = (u64, u32, f64, u64, u64, u64);

const CASES: [Case; 6] = [
    (1, 0, 0.5, 128, 50_199, 2_515_964_567),
    (100, 1, 0.01, 960, 787, 39_250_187),
    (1000, u32::MAX, 0.3, 1920, 30_244, 1_537_355_523),
    (3072, 2, 0.001, 31_040, 96, 4_897_697),
    (30_000, 0, 0.01, 202_816, 957, 75_724_855),
    (100_000, 7, 1e-9, 2_997_440, 0, 0),
];

/// Compares all cases. Returns their number.
pub fn check() -> usize {
    for case in CASES {
        let (keys, seed, rate, ..) = case;
        let set = set_of(keys, seed, rate);
        assert!((0..keys).all(|number| set.contains(&key(number))), "{case:?}");
        let others = (keys..keys + 100_000).filter(|&number| set.contains(&key(number)));
        let (count, sum) = others.fold((0, 0), |(count, sum), number| (count + 1, sum + number));
        assert_eq!((keys, seed, rate, set.bits(), count, sum), case);
    }
    CASES.len()
}

const GOLDEN: &str = include_str!("../../golden/static/index.json");

/// A golden file: its name; the prefix and the number of its keys; seed, salt and rate; the name of
/// the list; exceptions.
type Golden =
    (&'static str, &'static str, u64, u32, u32, f64, &'static str, &'static [&'static str]);

/// Two keys that start in the same bucket of a first layer, after the last threshold but one, and
/// contradict each other: the whole bucket is bumped. `tests/rust/chosen_keys.rs` computes them.
pub const CONTRADICTION: [u128; 2] =
    [0x4175_75a0_b320_2a1f_0ec4_b822_28b1_490e, 0x7d3a_96df_2fca_d27f_dbc6_162b_beed_00fc];

/// Further keys of a golden file: their bytes in hexadecimal, or their UTF-16 code units.
fn more_keys(row: &str) -> Value {
    match row {
        "whole-bucket" => CONTRADICTION.map(|key| json!({ "hex": format!("{key:032x}") })).into(),
        "surrogates" => json!([
            { "utf16": [0xd800] }, { "utf16": [0x61, 0xdc00] }, { "utf16": [0xdbff, 0xd800, 0x62] },
            { "utf16": [0xd83d, 0xdd11] },
        ]),
        _ => json!([]),
    }
}

/// The universe of a golden file: the keys that are asked about.
fn universe_of(row: &str, seed: u32) -> Option<Builder> {
    let mut universe = Builder::new(seed);
    let keys = (0..ASKED).map(|i| format!("other-{i}"));
    keys.for_each(|key| universe.push(key.as_bytes()).unwrap());
    row.starts_with("universe").then_some(universe)
}

/// The bytes of further keys. A lone surrogate becomes U+FFFD.
fn bytes_of(more: &Value) -> Vec<u8> {
    let Some(hex) = more["hex"].as_str() else {
        let units = more["utf16"].as_array().unwrap().iter();
        let units: Vec<u16> = units.map(|unit| unit.as_u64().unwrap() as u16).collect();
        return String::from_utf16_lossy(&units).into_bytes();
    };
    u128::from_str_radix(hex, 16).unwrap().to_be_bytes().to_vec()
}

const GOLDEN_SETS: [Golden; 19] = [
    ("empty", "key-", 0, 0, 0, 0.01, "", &[]),
    ("one-key", "key-", 1, 0, 0, 0.5, "", &[]),
    ("one-column", "key-", 1500, 1, 0, 0.5, "", &[]),
    ("one-column-and-a-half", "key-", 1500, 1, 0, 0.353, "fractions", &[]),
    // The number of equations with one more column is 65 in doubles. Exact arithmetic would give
    // 66.
    ("rounded", "key-", 130, 0, 0, 0.332_474_226_804_123_7, "", &[]),
    ("short-keys", "", 1000, 4, 0, 0.001, "", &[]),
    ("thirty-columns", "schlüssel-🔑-", 60, u32::MAX, 0, 1e-9, "", &[]),
    ("last-in-one-layer", "key-", 3072, 0, 0, 0.1, "", &[]),
    ("two-layers", "https://example.org/", 3073, 7, 0, 0.1, "two layers", &[]),
    ("many-keys", "user-", 20_000, 0, 0, 0.3, "", &[]),
    ("salt", "key-", 500, 3, 9, 0.01, "", &[]),
    ("salt-and-two-layers", "key-", 5000, 0, u32::MAX, 0.2, "", &[]),
    // With whole buckets that are bumped, and the salts of three layers.
    ("three-layers", "key-", 70_000, 0, 0, 0.5, "\u{feff}three layers", &[]),
    ("whole-bucket", "key-", 3200, 0, 0, 0.1, "", &[]),
    ("surrogates", "key-", 3, 0, 0, 1e-9, "", &[]),
    ("universe", "key-", 3000, 2, 0, 0.1, "exact", &[]),
    ("universe-without-false-positives", "key-", 20, 0, 0, 1e-9, "", &[]),
    ("lowest-rate", "key-", 40, 0, 0, 1.0 / 4_294_967_296.0, "", &[]),
    ("exceptions", "key-", 300, 1, 0, 0.1, "with exceptions", &["", "other-8", "ключ"]),
];
const ASKED: u64 = 3000;

fn golden_row(row: Golden) -> Value {
    let (name, prefix, count, seed, salt, rate, list, exceptions) = row;
    let mut builder = Builder::new(seed);
    (0..count).for_each(|i| builder.push(format!("{prefix}{i}").as_bytes()).unwrap());
    let more = more_keys(name);
    more.as_array().unwrap().iter().for_each(|key| builder.push(&bytes_of(key)).unwrap());
    let universe = universe_of(name, seed);
    let mut set = match universe {
        Some(mut universe) => builder.finish_exact(rate, &mut universe).unwrap(),
        None => builder.finish_static_with_salt(rate, salt).unwrap(),
    };
    exceptions.iter().for_each(|key| assert!(set.allow(key.as_bytes()).unwrap()));
    let file =
        static_set_to_bytes(&set, Metadata { name: list, version: "", ..Default::default() })
            .unwrap();
    let others = (0..ASKED).map(|i| format!("other-{i}"));
    let (found, absent): (Vec<_>, Vec<_>) = others.partition(|key| set.contains(key.as_bytes()));
    json!({
        "row": name, "name": list, "seed": seed, "salt": salt, "errorRate": rate,
        "keys": { "prefix": prefix, "count": count, "more": more }, "exceptions": exceptions,
        "bits": set.bits(), "byteLength": file.len(),
        "universe": set.universe().0, "exact": set.universe().1,
        "asked": { "prefix": "other-", "count": ASKED, "possibly": found.len() },
        "falsePositives": found[..found.len().min(12)], "absent": absent[..absent.len().min(12)],
        "base64": base64::encode(&file),
    })
}

/// Builds the golden files of static sets again and queries them. Returns their number.
pub fn check_golden() -> usize {
    let rows: Vec<Value> = serde_json::from_str(GOLDEN).unwrap();
    assert_eq!(rows.len(), GOLDEN_SETS.len());
    for (row, golden) in rows.iter().zip(GOLDEN_SETS) {
        assert_eq!(row, &golden_row(golden), "{}", golden.0);
        let file = base64::decode(row["base64"].as_str().unwrap()).unwrap();
        let set = static_set_from_bytes(&file).unwrap();
        let (_, prefix, count, ..) = golden;
        assert!(
            (0..count).all(|i| set.contains(format!("{prefix}{i}").as_bytes())),
            "{}",
            golden.0
        );
        let more = row["keys"]["more"].as_array().unwrap();
        assert!(more.iter().all(|key| set.contains(&bytes_of(key))), "{}", golden.0);
        let lines: String = (0..ASKED).map(|i| format!("other-{i}\n")).collect();
        let mut found = 0;
        set.contains_lines(lines.as_bytes(), |is_in| found += u64::from(is_in));
        assert_eq!(row["asked"]["possibly"], found);
        let lengths: Vec<u32> = lines.lines().map(|line| line.len() as u32).collect();
        let mut by_key = 0;
        set.contains_keys(lines.replace('\n', "").as_bytes(), &lengths, |is_in| {
            by_key += u64::from(is_in)
        });
        assert_eq!(by_key, found);
        let again = static_set_to_bytes(&set, header_of(&file).section.metadata()).unwrap();
        assert!(again == file, "{}: the saved bytes differ", golden.0);
    }
    rows.len()
}

/// The current text of the golden files.
pub fn golden_text() -> String {
    let rows: Vec<String> = GOLDEN_SETS.map(|row| golden_row(row).to_string()).to_vec();
    format!("[\n{}\n]\n", rows.join(",\n"))
}
