//! Counts the false positives and hashes the positions of every scheme, to detect every change.
//! Answers for members prove nothing about positions. tests/js/format/frozen.test.mjs counts the
//! same in wasm.

use std::collections::BTreeSet;

use crate::common::foreign::frozen_rows::{filter_of, key, number, rows};
use edgebloom::foreign::{KeyEncoding, Scheme};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The keys whose positions are hashed.
const HASHED: u64 = 1_000;

/// The number of non-members for which the answer is "maybe".
fn false_positives(row: &Value) -> u64 {
    let mut filter = filter_of(row);
    let encoding = filter.header().encoding;
    for i in 0..number(row, "members") {
        filter.insert(&key(encoding, "member", i)).unwrap();
    }
    assert!(
        (0..number(row, "members")).all(|i| filter.contains(&key(encoding, "member", i))),
        "{row}"
    );
    let absent = (0..number(row, "asked")).map(|i| key(encoding, "absent", i));
    absent.filter(|key| filter.contains(key)).count() as u64
}

/// The SHA-256 of the positions in probe order, each as 8 bytes, little-endian.
fn positions(row: &Value) -> String {
    let filter = filter_of(row);
    let mut hash = Sha256::new();
    for i in 0..HASHED {
        filter.positions(&key(filter.header().encoding, "member", i), |position| {
            hash.update(position.to_le_bytes());
        });
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The positions of the first key. They are few enough to read.
fn first(row: &Value) -> Vec<u64> {
    let filter = filter_of(row);
    let mut positions = Vec::new();
    filter.positions(&key(filter.header().encoding, "member", 0), |position| {
        positions.push(position)
    });
    positions
}

/// `EDGEBLOOM_WRITE_GOLDEN=1 cargo test --test all foreign::frozen` writes the counts of rows that
/// have none yet. Existing counts never change.
#[test]
fn false_positives_and_positions() {
    let mut rows = rows();
    let write = std::env::var_os("EDGEBLOOM_WRITE_GOLDEN").is_some();
    for row in &mut rows {
        if write && row["falsePositives"].is_null() && row["positions"].is_null() {
            row["first"] = first(row).into();
            row["falsePositives"] = false_positives(row).into();
            row["positions"] = positions(row).into();
        }
        assert_eq!(json!(positions(row)), row["positions"], "{row}");
        assert_eq!(json!(false_positives(row)), row["falsePositives"], "{row}");
    }
    if write {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/frozen/counts.json");
        let rows: Vec<String> = rows.iter().map(Value::to_string).collect();
        std::fs::write(path, format!("[\n{}\n]\n", rows.join(",\n"))).unwrap();
    }
}

/// This is fast enough for Miri: `npm run test:miri` runs it on other machines.
#[test]
fn positions_of_the_first_key() {
    for row in rows() {
        assert_eq!(json!(first(&row)), row["first"], "{row}");
    }
}

/// The ids of the schemes that have rows. Keyed filters are frozen in tests/rust/layouts/keyed.rs,
/// with their secret keys, and static sets in tests/rust/common/static_sets.rs.
fn schemes() -> BTreeSet<u64> {
    Scheme::ALL.iter().map(|scheme| scheme.id()).collect()
}

#[test]
fn every_scheme_and_key_encoding_has_a_row() {
    let ids = |field: &str| rows().iter().map(|row| number(row, field)).collect::<BTreeSet<u64>>();
    assert_eq!(ids("scheme"), schemes());
    let encodings = (1..).take_while(|&id| KeyEncoding::from_id(id).is_some()).collect();
    assert_eq!(ids("keyEncoding"), encodings);
}

/// A count detects changes only if some non-members are false positives, and not all. Every scheme
/// has a row with such a count.
#[test]
fn every_row_can_fail() {
    let mut counting = BTreeSet::new();
    for row in rows() {
        let (found, asked) = (number(&row, "falsePositives"), number(&row, "asked"));
        if found > 20 && found < asked - 20 {
            counting.insert(number(&row, "scheme"));
        }
    }
    assert_eq!(counting, schemes());
}
