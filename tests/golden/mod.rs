//! The golden files and how they are checked, natively and in wasm.

use edgebloom::format::{from_base64, metadata, to_bytes, to_bytes_with};
use edgebloom::{Filter, Scheme};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common::{SCHEMES, key};

/// A line a dump: layout, seed, error rate, number of keys, SHA-256 of the dump.
pub const SAME_BYTES: &str = include_str!("same-bytes.tsv");
const INDEX: &str = include_str!("native/index.json");

pub fn same_bytes_cases() -> impl Iterator<Item = (Scheme, u32, f64, u64)> {
    let sizes = [
        (0.01, &[1u64, 2, 10, 100, 1_000, 10_000, 200_000][..]),
        (0.1, &[1_000]),
        (1e-4, &[1_000]),
    ];
    SCHEMES.into_iter().flat_map(move |scheme| {
        [0, 1, u32::MAX].into_iter().flat_map(move |seed| {
            sizes
                .into_iter()
                .flat_map(move |(rate, sizes)| sizes.iter().map(move |&n| (scheme, seed, rate, n)))
        })
    })
}

fn line((scheme, seed, rate, n): (Scheme, u32, f64, u64)) -> String {
    let mut filter = Filter::with_rate(scheme, n, rate, seed).unwrap();
    (0..n).for_each(|i| _ = filter.insert(&key(i)));
    let hash: String =
        Sha256::digest(to_bytes(&filter)).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}\t{seed}\t{rate}\t{n}\t{hash}", scheme.name())
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

#[cfg(not(target_arch = "wasm32"))]
pub fn write_same_bytes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/same-bytes.tsv");
    if std::fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        return;
    }
    let lines: Vec<String> = same_bytes_cases().map(|case| line(case) + "\n").collect();
    std::fs::write(path, lines.concat()).unwrap();
}

/// The dumps of tests/golden/native: their fields, members, false positives, absent keys and
/// positions.
pub fn check_dumps() -> usize {
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
        let dump = edgebloom::format::base64::decode(entry["base64"].as_str().unwrap()).unwrap();
        assert_eq!(to_bytes_with(&filter, metadata(&dump).unwrap()).unwrap(), dump, "{name}");
    }
    entries.len()
}

fn text_key(value: &Value) -> Vec<u8> {
    value.as_str().unwrap().as_bytes().to_vec()
}
