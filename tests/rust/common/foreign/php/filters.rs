//! Compares the filters of the PHP systems with recorded results of those systems in
//! tests/golden/articles.

use std::collections::BTreeSet;

use edgebloom::foreign::hash::mt19937::Generator;
use edgebloom::foreign::hash::string_hashes::{Arithmetic, StringHash};
use edgebloom::foreign::{Filter, SubFilter, filter_file, php, redis_bitmap};
use edgebloom::format::{Metadata, base64};
use serde_json::Value;

use crate::common::foreign::single;

const CRC32_MT: &str = include_str!("../../../../golden/articles/crc32_mt.json");
const ADDITIVE: &str = include_str!("../../../../golden/articles/additive_partitioned.json");
const BITMAPS: &str = include_str!("../../../../golden/articles/redis_bitmaps.json");
const REDIS_2P32: &str = include_str!("../../../../golden/articles/redis_2p32.json");

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn numbers(value: &Value) -> Vec<u64> {
    array(value).iter().map(number).collect()
}

fn hex(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// The keys of an object with patterns and lists of hexadecimal strings.
fn keys_of(value: &Value) -> Vec<Vec<u8>> {
    if let Some(list) = value.get("hex") {
        return array(list).iter().map(hex).collect();
    }
    let pattern = value["pattern"].as_str().unwrap();
    let key = |i: u64| pattern.replace("{i}", &i.to_string()).into_bytes();
    match value.get("i") {
        Some(list) => numbers(list).into_iter().map(key).collect(),
        None => (number(&value["from"])..=number(&value["to"])).map(key).collect(),
    }
}

fn positions(filter: &SubFilter, key: &[u8]) -> Vec<u64> {
    let mut positions = Vec::new();
    filter.positions(key, |position| positions.push(position));
    positions
}

fn set_positions(filter: &SubFilter) -> Vec<u64> {
    let mut positions = Vec::new();
    filter.each_cell(|position, _| positions.push(position));
    positions.sort_unstable();
    positions
}

fn to_bytes(filter: &Filter) -> Vec<u8> {
    filter_file::to_bytes(filter, Metadata::default()).unwrap()
}

/// A saved filter loads as the same filter. Returns the length of its file.
fn check_file(filter: &SubFilter) -> usize {
    let filter = Filter::from(filter.clone());
    let file = to_bytes(&filter);
    let loaded = filter_file::from_bytes(&file).unwrap();
    assert_eq!(loaded, filter);
    assert_eq!(to_bytes(&loaded), file);
    file.len()
}

fn answers(text: &Value) -> impl Iterator<Item = bool> + '_ {
    text.as_str().unwrap().bytes().map(|byte| byte == b'1')
}

pub fn check_crc32_mt() -> usize {
    let vectors = parse(CRC32_MT);
    let keys: Vec<Vec<u8>> = array(&vectors["keys"]).iter().map(|key| hex(&key["hex"])).collect();
    let (mut checked, mut small) = (0, 0);
    for pair in array(&vectors["pairs"]) {
        let (m, n) = (number(&pair["m"]), number(&pair["n"]));
        for (generator, prefix) in [(Generator::Php8, ""), (Generator::Php5, "legacy_")] {
            let of = |name: &str| &pair[format!("{prefix}{name}").as_str()];
            let mut filter = single(php::crc32_mt::filter(m, n, generator));
            assert_eq!(filter.header().shape.hashes(), number(&pair["k"]), "k of {m}, {n}");
            for (key, expected) in keys.iter().zip(array(of("positions"))) {
                assert_eq!(positions(&filter, key), numbers(expected), "{m} {n} {key:?}");
                checked += array(expected).len();
            }
            for i in numbers(&pair["added"]) {
                filter.insert(&keys[i as usize]).unwrap();
            }
            for (key, expected) in keys.iter().zip(answers(of("exist"))) {
                assert_eq!(filter.contains(key), expected, "{m} {n} {key:?}");
                checked += 1;
            }
            // The files have no bits for large m.
            if !of("bits_set").is_null() {
                assert_eq!(set_positions(&filter), numbers(of("bits_set")));
                small += 1;
            }
            check_file(&filter);
        }
    }
    assert!(small >= 40);
    for row in array(&vectors["k_table"]) {
        let row = numbers(row);
        let filter = single(php::crc32_mt::filter(row[0], row[1], Generator::Php8));
        assert_eq!(filter.header().shape.hashes(), row[2], "{row:?}");
        checked += 1;
    }
    for bulk in array(&vectors["bulk"]) {
        let legacy = bulk["mt"].as_str() == Some("legacy");
        let generator = if legacy { Generator::Php5 } else { Generator::Php8 };
        let mut filter =
            single(php::crc32_mt::filter(number(&bulk["m"]), number(&bulk["n"]), generator));
        checked += check_bulk(&mut filter, bulk);
        assert_eq!(filter.set_cells(), number(&bulk["bits_set_count"]));
    }
    checked
}

/// Adds the keys of a bulk, and queries keys that were not added.
fn check_bulk(filter: &mut SubFilter, bulk: &Value) -> usize {
    let added = keys_of(&bulk["added"]);
    added.iter().for_each(|key| _ = filter.insert(key).unwrap());
    assert!(added.iter().all(|key| filter.contains(key)));
    let first = number(&bulk["queried_not_added"]["from"]);
    let queries = keys_of(&bulk["queried_not_added"]);
    let found: Vec<u64> =
        (first..).zip(&queries).filter(|(_, key)| filter.contains(key)).map(|(i, _)| i).collect();
    assert_eq!(found.len() as u64, number(&bulk["false_positive_count"]));
    if let Some(expected) = bulk.get("false_positive_i").and_then(Value::as_array) {
        // A list may be incomplete.
        let expected: Vec<u64> = expected.iter().map(number).collect();
        assert_eq!(found[..expected.len()], expected);
    }
    added.len() + queries.len()
}

pub fn check_additive_filters() -> usize {
    let vectors = parse(ADDITIVE);
    let keys: Vec<Vec<u8>> = array(&vectors["keys"]).iter().map(|key| hex(&key["hex"])).collect();
    let mut checked = 0;
    for config in array(&vectors["configs"]) {
        let size = number(&config["size"]);
        let seeds: Vec<i64> = numbers(&config["seeds"]).iter().map(|&seed| seed as i64).collect();
        let mut filter = single(php::additive_partitioned::filter(size, &seeds));
        for (key, expected) in keys.iter().zip(array(&config["positions"])) {
            let found: Vec<u64> = positions(&filter, key)
                .iter()
                .zip(0..)
                .map(|(position, part)| position - part * size)
                .collect();
            assert_eq!(found, numbers(expected), "{size} {key:?}");
            checked += found.len();
        }
        for (key, expected) in keys.iter().zip(answers(&config["has_before_any_add"])) {
            assert_eq!(filter.contains(key), expected);
            checked += 1;
        }
        for i in numbers(&config["added"]) {
            filter.insert(&keys[i as usize]).unwrap();
        }
        for (key, expected) in keys.iter().zip(answers(&config["has"])) {
            assert_eq!(filter.contains(key), expected, "{size} {key:?}");
            checked += 1;
        }
        let expected: Vec<u64> = array(&config["bits_set_per_seed"])
            .iter()
            .zip(0..)
            .flat_map(|(part, i)| numbers(part).into_iter().map(move |bit| i * size + bit))
            .collect();
        assert_eq!(set_positions(&filter), expected);
        check_file(&filter);
    }
    for bulk in array(&vectors["bulk"]) {
        let size = number(&bulk["size"]);
        let seeds = [3, 5, 7, 11, 13, 31, 37, 61];
        let mut filter = single(php::additive_partitioned::filter(size, &seeds));
        checked += check_bulk(&mut filter, bulk);
        let set = set_positions(&filter);
        for (part, expected) in (0u64..).zip(numbers(&bulk["bits_set_per_seed_count"])) {
            let range = part * size..(part + 1) * size;
            assert_eq!(set.iter().filter(|bit| range.contains(bit)).count() as u64, expected);
        }
    }
    // The empty key is ignored; "0" is a key like any other.
    let mut filter = single(php::additive_partitioned::filter(1 << 30, &[3, 5]));
    assert!(!filter.insert(b"").unwrap() && !filter.contains(b""));
    assert_eq!(filter.set_cells(), 0);
    assert!(filter.insert(b"0").unwrap() && filter.contains(b"0") && !filter.contains(b""));
    assert_eq!(set_positions(&filter), [48, (1 << 30) + 48]);
    checked
}

fn functions(value: &Value) -> Vec<StringHash> {
    let named = |name: &Value| {
        let name = name.as_str().unwrap().trim_end_matches("Hash").to_lowercase();
        StringHash::from_name(&name).unwrap()
    };
    array(value).iter().map(named).collect()
}

fn test_and_set(filter: &mut SubFilter, key: &[u8]) -> Vec<u64> {
    let mut before = Vec::new();
    filter.test_and_set(key, |was| before.push(u64::from(was))).unwrap();
    before
}

pub fn check_bitmaps() -> usize {
    let vectors = parse(BITMAPS);
    let mut checked = 0;
    for entry in array(&vectors["filters"]) {
        let name = entry["name"].as_str().unwrap();
        let functions = functions(&entry["hash_functions"]);
        let empty =
            || single(php::redis::filter(number(&entry["modulus"]), &functions, Arithmetic::Php));
        let mut filter = empty();
        for row in array(&entry["first_keys_offsets"]) {
            assert_eq!(positions(&filter, &hex(&row["hex"])), numbers(&row["offsets"]), "{name}");
        }
        let added: Vec<Vec<u8>> = array(&entry["keys_in"]).iter().flat_map(keys_of).collect();
        assert_eq!(added.len() as u64, number(&entry["keys_in_count"]));
        let mut first = array(&entry["add_return_first"]).iter();
        for key in &added {
            let before = test_and_set(&mut filter, key);
            if let Some(expected) = first.next() {
                assert_eq!(before, numbers(expected), "{name} {key:?}");
            }
        }
        let bitmap = base64::decode(entry["get_base64"].as_str().unwrap()).unwrap();
        assert_eq!(redis_bitmap::write(&filter).unwrap(), bitmap, "{name}");
        assert_eq!(bitmap.len() as u64, number(&entry["strlen"]));
        assert_eq!(filter.set_cells(), number(&entry["bitcount"]));
        let mut read = empty();
        for (part, start) in bitmap.chunks(1000).zip((0..).step_by(1000)) {
            redis_bitmap::read(&mut read, start, part).unwrap();
        }
        assert!(read.equals(&filter), "{name}");
        assert!(added.iter().all(|key| read.contains(key)));
        let known: BTreeSet<&Vec<u8>> = added.iter().collect();
        let queries: Vec<Vec<u8>> = array(&entry["queried_not_added"])
            .iter()
            .flat_map(keys_of)
            .filter(|key| !known.contains(key))
            .collect();
        assert_eq!(queries.len() as u64, number(&entry["queried_count"]));
        let found: Vec<&Vec<u8>> = queries.iter().filter(|key| read.contains(key)).collect();
        assert_eq!(found.len() as u64, number(&entry["false_positive_count"]), "{name}");
        for (found, expected) in found.iter().zip(array(&entry["false_positives_hex"])) {
            assert_eq!(**found, hex(expected), "{name}");
        }
        assert!(array(&entry["absent_hex"]).iter().all(|key| !read.contains(&hex(key))));
        check_file(&read);
        checked += bitmap.len() + added.len() + queries.len();
    }
    // OR-ing the blocks of 2^16 bits gives the filters of 2^14 and 2^12 bits.
    let named = |name: &str| {
        let entry = array(&vectors["filters"]).iter().find(|entry| entry["name"] == name).unwrap();
        base64::decode(entry["get_base64"].as_str().unwrap()).unwrap()
    };
    let js = [StringHash::Bkdr, StringHash::Sdbm, StringHash::Js];
    let mut large = single(php::redis::filter(1 << 16, &js, Arithmetic::Php));
    redis_bitmap::read(&mut large, 0, &named("mixed-2^16")).unwrap();
    for (divisor, name) in [(4, "mixed-2^14"), (16, "mixed-2^12")] {
        assert_eq!(redis_bitmap::write(&large.fold(divisor).unwrap()).unwrap(), named(name));
        checked += 1;
    }
    checked + check_fill(&vectors["fill_and_clear"])
}

fn check_fill(fill: &Value) -> usize {
    let modulus = number(&fill["modulus"]);
    let functions = functions(&fill["hash_functions"]);
    let mut filter = single(php::redis::filter(modulus, &functions, Arithmetic::Php));
    let keys = keys_of(&fill["keys"]);
    let curve: Vec<Vec<u64>> = array(&fill["bitcount_after_keys"]).iter().map(numbers).collect();
    let mut crossed = None;
    for (key, count) in keys.iter().zip(1u64..) {
        filter.insert(key).unwrap();
        let set = filter.set_cells();
        if crossed.is_none() && set * 2 > modulus {
            crossed = Some((count, set));
        }
        if let Some(row) = curve.iter().find(|row| row[0] == count) {
            assert_eq!(set, row[1]);
        }
    }
    let first = &fill["first_more_than_half"];
    assert_eq!(crossed, Some((number(&first["keys_added"]), number(&first["bitcount"]))));
    let end = base64::decode(fill["get_base64_at_end"].as_str().unwrap()).unwrap();
    assert_eq!(redis_bitmap::write(&filter).unwrap(), end);
    filter.clear();
    assert!(redis_bitmap::write(&filter).unwrap().is_empty() && !filter.contains(&keys[0]));
    curve.len() + 2
}

pub fn check_redis_2p32() -> usize {
    let vectors = parse(REDIS_2P32);
    let functions = functions(&vectors["hash_functions"]);
    let mut filter = single(php::redis::filter(1 << 32, &functions, Arithmetic::Php));
    let rows: std::collections::BTreeMap<Vec<u8>, &Value> =
        array(&vectors["rows"]).iter().map(|row| (hex(&row["hex"]), row)).collect();
    let added: Vec<Vec<u8>> = array(&vectors["keys_in"]).iter().flat_map(keys_of).collect();
    assert_eq!(added.len() as u64, number(&vectors["keys_in_count"]));
    let mut seen = BTreeSet::new();
    for key in &added {
        let before = test_and_set(&mut filter, key);
        if let Some(row) = rows.get(key)
            && seen.insert(key)
        {
            assert_eq!(positions(&filter, key), numbers(&row["offsets"]), "{key:?}");
            assert_eq!(before, numbers(&row["add_returned"]), "{key:?}");
        }
    }
    assert_eq!(seen.len(), rows.len());
    let set = set_positions(&filter);
    assert_eq!(set, numbers(&vectors["set_offsets"]));
    assert_eq!(set.len() as u64, number(&vectors["bitcount"]));
    assert_eq!(set.last().unwrap() / 8 + 1, number(&vectors["strlen"]));
    for row in array(&vectors["second_add"]) {
        assert_eq!(
            test_and_set(&mut filter, &hex(&row["hex"])),
            numbers(&row["second_add_returns"])
        );
    }
    let mut checked = added.len() + set.len();
    for query in array(&vectors["queries"]) {
        let queries = keys_of(query);
        let found = queries.iter().filter(|key| filter.contains(key)).count() as u64;
        assert_eq!(found, number(&query["false_positives"]), "{}", query["pattern"]);
        checked += queries.len();
    }
    let all = |name: &str, expected: bool| {
        array(&vectors[name]).iter().all(|key| filter.contains(&hex(key)) == expected)
    };
    assert!(all("false_positives_hex", true) && all("absent_hex", false));
    assert!(added.iter().all(|key| filter.contains(key)));
    // Sparse: it takes kilobytes in memory and in the file, and gives the same answers.
    assert!(check_file(&filter) < 20_000);
    checked
}
