//! The golden files and their checks. They run natively and in wasm.

use edgebloom::format::{
    base64, from_base64, from_bytes, scalable_from_bytes, scalable_to_bytes, to_bytes,
    to_bytes_with,
};
use edgebloom::{Filter, Growth, Header, Layout, ScalableFilter};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common::{LAYOUTS, header_of, key};

/// One line per filter file: layout, seed, error rate, number of keys, SHA-256 of the file.
pub const SAME_BYTES: &str = include_str!("../../golden/same-bytes.tsv");
const INDEX: &str = include_str!("../../golden/native/index.json");

pub fn same_bytes_cases() -> impl Iterator<Item = (Layout, u32, f64, u64)> {
    let sizes = [
        (0.01, &[1u64, 2, 10, 100, 1_000, 10_000, 200_000][..]),
        (0.1, &[1_000]),
        (1e-4, &[1_000]),
    ];
    LAYOUTS.into_iter().flat_map(move |layout| {
        [0, 1, u32::MAX].into_iter().flat_map(move |seed| {
            sizes
                .into_iter()
                .flat_map(move |(rate, sizes)| sizes.iter().map(move |&n| (layout, seed, rate, n)))
        })
    })
}

fn line((layout, seed, rate, n): (Layout, u32, f64, u64)) -> String {
    let mut filter = Filter::with_rate(layout, n, rate, seed).unwrap();
    (0..n).for_each(|i| _ = filter.insert(&key(i)));
    let hash: String =
        Sha256::digest(to_bytes(&filter)).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}\t{seed}\t{rate}\t{n}\t{hash}", layout.name())
}

pub fn check_same_bytes() -> usize {
    let mut expected = SAME_BYTES.lines();
    let mut checked = 0;
    for case in same_bytes_cases() {
        assert_eq!(Some(line(case).as_str()), expected.next());
        checked += 1;
    }
    assert_eq!(expected.next(), None);
    checked
}

pub fn write_same_bytes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/same-bytes.tsv");
    if std::fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        return;
    }
    let lines: Vec<String> = same_bytes_cases().map(|case| line(case) + "\n").collect();
    std::fs::write(path, lines.concat()).unwrap();
}

/// Checks the files of tests/golden/native: their fields, members, false positives, non-members and
/// positions.
pub fn check_files() -> usize {
    let index: Value = serde_json::from_str(INDEX).unwrap();
    let entries = index["dumps"].as_array().unwrap();
    for entry in entries {
        let name = entry["file"].as_str().unwrap();
        let filter = from_base64(entry["base64"].as_str().unwrap()).unwrap();
        let keys = |field: &str| entry[field].as_array().unwrap().iter().map(text_key);
        assert!(keys("members").all(|key| filter.contains(&key)), "{name}: members");
        assert!(keys("falsePositives").all(|key| filter.contains(&key)), "{name}: false positives");
        assert!(keys("absent").all(|key| !filter.contains(&key)), "{name}: absent");
        for positions in entry["positions"].as_array().unwrap() {
            let mut found = Vec::new();
            filter.positions(&text_key(&positions["key"]), |position| found.push(position));
            let expected: Vec<u64> = positions["positions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_u64().unwrap())
                .collect();
            assert_eq!(found, expected, "{name}: positions of {}", positions["key"]);
        }
        let file = base64::decode(entry["base64"].as_str().unwrap()).unwrap();
        assert_eq!(
            to_bytes_with(&filter, header_of(&file).section.metadata()).unwrap(),
            file,
            "{name}"
        );
    }
    entries.len()
}

/// Checks the files of the other classes, also their sub-filters, counters and exceptions.
pub fn check_variants() -> usize {
    let index: Value = serde_json::from_str(INDEX).unwrap();
    let entries = index["variants"].as_array().unwrap();
    for entry in entries {
        let name = &entry["file"];
        let file = base64::decode(entry["base64"].as_str().unwrap()).unwrap();
        let metadata = &header_of(&file).section;
        let written = if entry["stages"].is_array() {
            let filter = scalable_from_bytes(&file).unwrap();
            assert!(from_bytes(&file).is_err(), "{name}");
            check_answers(entry, &|key| filter.contains(key));
            check_positions(entry, &|index| filter.sub_filter(index));
            assert_eq!(entry["bitsSet"], filter.estimate().set, "{name}");
            check_scalable(entry, &filter);
            scalable_to_bytes(&filter, metadata.metadata()).unwrap()
        } else {
            let filter = from_bytes(&file).unwrap();
            assert!(scalable_from_bytes(&file).is_err(), "{name}");
            check_answers(entry, &|key| filter.contains(key));
            check_positions(entry, &|_| &filter);
            assert_eq!(entry["bitsSet"], filter.estimate().set, "{name}");
            check_single(entry, &filter);
            to_bytes_with(&filter, metadata.metadata()).unwrap()
        };
        assert_eq!(written, file, "{name}");
    }
    entries.len()
}

fn list<'a>(entry: &'a Value, field: &str) -> &'a [Value] {
    entry[field].as_array().map_or(&[], |list| list)
}

/// Checks the answers of a golden file.
fn check_answers(entry: &Value, contains: &dyn Fn(&[u8]) -> bool) {
    let name = &entry["file"];
    let all_are = |field: &str, expected: bool| {
        list(entry, field).iter().all(|key| contains(&text_key(key)) == expected)
    };
    assert!(all_are("members", true), "{name}: members");
    assert!(all_are("falsePositives", true), "{name}: false positives");
    assert!(all_are("absent", false) && all_are("allowed", false), "{name}: absent");
    let queries = &entry["asked"];
    let prefix = queries["prefix"].as_str().unwrap();
    let numbers = 0..queries["count"].as_u64().unwrap();
    let maybe = numbers.filter(|i| contains(format!("{prefix}{i}").as_bytes()));
    assert_eq!(Some(maybe.count() as u64), queries["possibly"].as_u64(), "{name}: asked");
}

/// Checks the positions of a golden file, each in the sub-filter with this index.
fn check_positions<'a>(entry: &Value, sub_filter: &dyn Fn(u64) -> &'a Filter) {
    for one in list(entry, "positions") {
        let mut found = Vec::new();
        let sub_filter = sub_filter(one["stage"].as_u64().unwrap());
        sub_filter.positions(&text_key(&one["key"]), |position| found.push(position));
        assert_eq!(one["positions"], Value::from(found), "{}: positions", entry["file"]);
    }
}

fn check_scalable(entry: &Value, filter: &ScalableFilter) {
    let (name, sub_filters) = (&entry["file"], list(entry, "stages"));
    assert_eq!(sub_filters.len() as u64, filter.sub_filter_count(), "{name}");
    assert!(filter.sub_filter_count() >= 3, "{name}");
    for (i, expected) in sub_filters.iter().enumerate() {
        let Header { shape, target, inserted, .. } = filter.sub_filter(i as u64).header();
        let numbers = [shape.bits(), shape.hashes(), target.unwrap().capacity, inserted];
        let expected =
            ["bits", "hashes", "capacity", "inserted"].map(|field| expected[field].as_u64());
        assert_eq!(numbers.map(Some), expected, "{name}: sub-filter {i}");
    }
    let Growth { factor, tightening, rate } = filter.growth();
    assert_eq!(entry["growth"], factor, "{name}");
    assert_eq!(entry["tightening"], tightening, "{name}");
    assert_eq!(entry["rate"], rate, "{name}");
}

/// A counting filter, a filter with exceptions, or a sparse one.
fn check_single(entry: &Value, filter: &Filter) {
    let name = &entry["file"];
    assert_eq!(entry["counterBits"], filter.header().width.bits(), "{name}");
    for one in entry["counts"].as_array().into_iter().flatten() {
        assert_eq!(one["count"], filter.count(&text_key(&one["key"])), "{name}: {}", one["key"]);
    }
    assert!(
        entry["stuck"].is_null() || entry["stuck"] == filter.saturated_counters(),
        "{name}: stuck"
    );
    let mut allowed = Vec::new();
    filter.each_exception(|key| allowed.push(key.to_vec()));
    let expected = entry["allowed"].as_array().into_iter().flatten().map(text_key);
    assert!(allowed.into_iter().eq(expected), "{name}: allowed");
}

fn text_key(value: &Value) -> Vec<u8> {
    value.as_str().unwrap().as_bytes().to_vec()
}
