//! Static sets: no false negatives, the stated rate, a size near the limit, and the same set for
//! any order and repetition of keys.

use std::collections::BTreeMap;

use crate::common::{header_of, static_sets};
use edgebloom::format::checksum;
use edgebloom::format::{
    Metadata, from_bytes, scalable_from_bytes, static_set_from_bytes, static_set_to_bytes, to_bytes,
};
use edgebloom::{Builder, Code, CollectKeys, Layout, StaticSet};

fn set_of<K: AsRef<[u8]>>(keys: impl IntoIterator<Item = K>, seed: u32, rate: f64) -> StaticSet {
    let mut builder = Builder::new(seed);
    for key in keys {
        builder.push(key.as_ref()).unwrap();
    }
    builder.finish_static(rate).unwrap()
}

fn named(numbers: std::ops::Range<u64>) -> impl Iterator<Item = String> {
    numbers.map(|number| format!("key-{number}.example"))
}

/// The number of keys that the set contains.
fn found<K: AsRef<[u8]>>(set: &StaticSet, keys: impl Iterator<Item = K>) -> u64 {
    keys.filter(|key| set.contains(key.as_ref())).count() as u64
}

#[test]
fn has_no_false_negatives() {
    for rate in [0.5, 0.3, 0.01, 1e-9] {
        for keys in (0..200).chain([1000, 3071, 3072, 3073, 3200, 5000, 20_000]) {
            let set = set_of(named(0..keys), 7, rate);
            assert_eq!(set.len(), keys);
            assert_eq!(found(&set, named(0..keys)), keys, "{keys} keys at {rate}");
        }
    }
    let keys = 300_000;
    let set = set_of(named(0..keys), 0, 0.001);
    assert_eq!(found(&set, named(0..keys)), keys);
}

/// Three standard deviations, corrected for the number of cells. The keys never change.
const DEVIATIONS: f64 = 4.0;

fn assert_rate(set: &StaticSet, false_positives: u64, asked: u64, what: &str) {
    let expected = set.error_rate() * asked as f64;
    // With few keys, whole blocks have one more column, so the rate is lower. At powers of two, no
    // block has one.
    let most = expected + DEVIATIONS * expected.sqrt();
    assert!(false_positives as f64 <= most, "{what}: {false_positives} of {asked}");
    if set.len() >= 3000 || [0.5, 0.25].contains(&set.error_rate()) {
        let least = 0.98 * expected - DEVIATIONS * expected.sqrt();
        assert!(false_positives as f64 >= least, "{what}: {false_positives} of {asked}");
    }
}

#[test]
fn non_members_pass_at_the_stated_rate() {
    for rate in [0.5, 0.4, 0.25, 0.1, 0.01, 0.001, 1e-4] {
        for keys in [1, 10, 100, 1000, 10_000, 50_000] {
            let set = set_of(named(0..keys), 1, rate);
            let queries = 300_000;
            let others = found(&set, named(1 << 40..(1 << 40) + queries));
            assert_rate(&set, others, queries, &format!("{keys} keys at {rate}"));
        }
    }
}

#[test]
fn short_keys_work() {
    // Three lanes of the hash of a short key are equal.
    for length in 1..=4_usize {
        let all = 1_u64 << (8 * length).min(20);
        let step = if length == 4 { 4093 } else { 1 };
        let key = |number: u64| (number * step).to_le_bytes()[..length].to_vec();
        let keys = all / 4;
        for (seed, rate) in [(0, 0.1), (1, 0.01), (4, 0.001)] {
            let set = set_of((0..keys).map(key), seed, rate);
            assert_eq!(set.len(), keys);
            assert_eq!(found(&set, (0..keys).map(key)), keys);
            let others = found(&set, (keys..all).map(key));
            assert_rate(&set, others, all - keys, &format!("{length} bytes at {rate}"));
        }
    }
}

#[test]
fn order_and_repetition_do_not_matter() {
    for keys in [5, 3000, 40_000] {
        let set = set_of(named(0..keys), 3, 0.02);
        let backwards: Vec<_> = named(0..keys).collect();
        assert_eq!(set_of(backwards.iter().rev(), 3, 0.02), set);
        assert_eq!(set_of(named(0..keys).chain(named(0..keys / 2)), 3, 0.02), set);
        let mut builder = Builder::new(3);
        let lines = backwards.join("\r\n");
        builder.push_lines(lines.as_bytes()).unwrap();
        assert_eq!(builder.finish_static(0.02).unwrap(), set);
        assert_ne!(set_of(named(0..keys), 4, 0.02), set);
    }
}

#[test]
fn the_size_is_near_the_limit() {
    // The header and the checksum of a file.
    const AROUND: f64 = 64.0 * 8.0;
    for (keys, rate, most) in [
        (1000, 0.01, 1.13),
        (1000, 0.001, 1.13),
        (10_000, 0.01, 1.04),
        (10_000, 0.001, 1.04),
        (100_000, 0.01, 1.025),
        (100_000, 0.001, 1.025),
        (100_000, 1e-6, 1.025),
    ] {
        let set = set_of(named(0..keys), 0, rate);
        let limit = keys as f64 * -rate.log2();
        let ratio = (set.bits() as f64 + AROUND) / limit;
        assert!(ratio <= most, "{keys} keys at {rate}: {ratio}");
    }
}

#[test]
fn rejects_rates_out_of_range() {
    for rate in [0.0, -0.1, 2.32e-10, 0.51, 1.0, f64::NAN, f64::INFINITY] {
        let error = Builder::new(0).finish_static(rate).unwrap_err();
        assert_eq!((error.rule().code, error.rule().field), (Code::Argument, "errorRate"));
    }
    let set = Builder::new(0).finish_static(0.5).unwrap();
    // A rejected rate does not empty the builder. Building a set does.
    let mut builder = Builder::new(0);
    builder.push(b"a key").unwrap();
    assert!(builder.finish_static(0.6).is_err());
    assert!(builder.finish_static(0.5).unwrap().contains(b"a key"));
    assert_eq!(builder.distinct(), 0);
    assert!(set.is_empty() && set.bits() == 128);
    assert_eq!(found(&set, named(0..1000)), 0);
}

#[test]
fn gives_the_same_answers_as_wasm() {
    assert_eq!(static_sets::check(), 6);
}

/// Files of sets never change. `EDGEBLOOM_WRITE_GOLDEN=1 cargo test --test all static_sets` writes
/// missing ones.
#[test]
fn golden_files() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/static/index.json");
    let is_empty = std::fs::read_to_string(path).is_ok_and(|text| text.trim() == "[]");
    if is_empty && std::env::var_os("EDGEBLOOM_WRITE_GOLDEN").is_some() {
        return std::fs::write(path, static_sets::golden_text()).unwrap();
    }
    assert_eq!(static_sets::check_golden(), 19);
}

/// Changes each byte of a file, with the old and with a corrected checksum. The result is a format
/// error, or another set that is written as the same bytes.
#[test]
fn rejects_forged_files() {
    let mut verdicts = BTreeMap::<&str, u64>::new();
    for (keys, rate, exceptions) in [(0, 0.5, 0), (40, 0.3, 3), (3100, 0.4, 0), (3100, 0.5, 1)] {
        let mut set = set_of(named(0..keys), 1, rate);
        (0..exceptions).for_each(|i| _ = set.allow(format!("exception {i}").as_bytes()).unwrap());
        let file = static_set_to_bytes(
            &set,
            Metadata { name: "a list", version: "", ..Default::default() },
        )
        .unwrap();
        for at in 0..file.len() {
            // The solution has many similar bytes. A few of them are enough.
            if at > 300 && at < file.len() - 100 && at % 29 != 0 {
                continue;
            }
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                let mut forged = file.clone();
                forged[at] ^= change;
                let sealed = seal(&forged);
                for (bytes, is_sealed) in [(&forged, false), (&sealed, true)] {
                    let answer = static_set_from_bytes(bytes);
                    let verdict = match &answer {
                        Err(error) => {
                            assert!(error.rule().code.is_format(), "{at}: {error}");
                            error.rule().field
                        }
                        Ok(set) => {
                            assert!(is_sealed, "{at}: accepted without its checksum");
                            let again =
                                static_set_to_bytes(set, header_of(bytes).section.metadata())
                                    .unwrap();
                            assert!(again == *bytes, "{at}: the saved bytes differ");
                            _ = set.contains(b"a key");
                            "accepted"
                        }
                    };
                    *verdicts.entry(verdict).or_default() += 1;
                }
            }
        }
        for length in 0..file.len() {
            let error = static_set_from_bytes(&file[..length]).unwrap_err();
            assert!(error.rule().code.is_format(), "{length}: {error}");
        }
        assert!(static_set_from_bytes(&[&file[..], b"1"].concat()).is_err());
        assert_eq!(from_bytes(&file).unwrap_err().rule().code, Code::WrongClass);
        assert_eq!(scalable_from_bytes(&file).unwrap_err().rule().code, Code::WrongClass);
    }
    let bloom = to_bytes(&edgebloom::Filter::with_rate(Layout::Standard, 10, 0.1, 0).unwrap());
    assert_eq!(static_set_from_bytes(&bloom).unwrap_err().rule().code, Code::WrongClass);
    // Each of these fields is checked and rejected in at least one forged file.
    let fields = [
        "accepted",
        "bits",
        "blocks",
        "capacity",
        "cells",
        "checksum",
        "errorRate",
        "hashes",
        "keyEncoding",
        "payload",
        "payloadEncoding",
        "reserved",
        "scheme",
    ];
    for field in fields {
        assert!(verdicts.contains_key(field), "{field}: {verdicts:?}");
    }
}

/// A 16th layer with another one after it would be the 17th.
#[test]
fn sixteen_layers_are_the_most() {
    let file = static_set_to_bytes(&set_of(named(0..40), 1, 0.5), Metadata::default()).unwrap();
    let (header, rest) = file.split_at(56);
    let last = &rest[..rest.len() - 8];
    // With the mark that another layer follows, and thresholds that bump no key.
    let mut bumping = [&last[..8], &[0; 8], &last[8..]].concat();
    bumping[3] |= 0x80;
    let with = |count: usize| {
        let payload = [&bumping.repeat(count)[..], last].concat();
        let mut file = [header, &payload, &[0; 8]].concat();
        file[12..16].copy_from_slice(&(payload.len() as u32 / 8).to_le_bytes());
        file[16..24].copy_from_slice(&(payload.len() as u64 * 8).to_le_bytes());
        static_set_from_bytes(&seal(&file))
    };
    assert!(with(15).is_ok());
    assert_eq!(with(16).unwrap_err().rule().field, "bumps");
}

/// The file with a correct checksum.
fn seal(file: &[u8]) -> Vec<u8> {
    let (body, _) = file.split_at(file.len() - 8);
    let (words, _) = body.as_chunks::<8>();
    let words: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
    [body, &checksum(&[], &words)].concat()
}
