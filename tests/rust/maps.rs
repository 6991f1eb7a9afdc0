//! Maps: static sets whose keys have values.

use std::collections::BTreeMap;
use std::time::Instant;

use edgebloom::format::{Metadata, from_bytes, static_map_from_bytes, static_map_to_bytes};
use edgebloom::format::{static_set_from_bytes, static_set_to_bytes};
use edgebloom::{Builder, Code, CollectKeys, MapBuilder, StaticMap};

use crate::common::repaired;

fn file_of(map: &StaticMap) -> Vec<u8> {
    static_map_to_bytes(map, Metadata { name: "a map", version: "", ..Default::default() }).unwrap()
}

/// A map of the keys `key-0` and so on, whose values are the texts with these numbers.
fn map_of(values: impl Iterator<Item = u32>, texts: &[&str], rate: f64) -> StaticMap {
    let mut builder = MapBuilder::new(1);
    for (i, value) in values.enumerate() {
        builder.set_value(value);
        builder.push(format!("key-{i}").as_bytes()).unwrap();
    }
    assert!(builder.prepare(false).unwrap().is_empty());
    let texts: Vec<_> = builder.values().iter().map(|&value| texts[value as usize]).collect();
    builder.finish(rate, &texts).unwrap()
}

/// The number of a value: value v has about one key in 2^(v+1).
fn skewed(i: u32, values: u32) -> u32 {
    i.wrapping_mul(0x9e37_79b1).trailing_zeros().min(values - 1)
}

#[test]
fn every_key_has_its_own_value() {
    let texts: Vec<String> = (0..5000).map(|i| format!("value {i} ü")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (keys, values, rate) in [
        (0, 1, 0.5),
        (1, 1, 0.5),
        (1000, 1, 0.01),
        (2, 2, 0.5),
        (10, 10, 0.1),
        (3000, 2, 0.3),
        (20_000, 12, 0.01),
        (20_000, 5000, 1.0 / 4_294_967_296.0),
    ] {
        for is_skewed in [false, true] {
            let value = |i| if is_skewed { skewed(i, values) } else { i % values };
            let map = map_of((0..keys).map(value), &texts, rate);
            let file = file_of(&map);
            let read = static_map_from_bytes(&file).unwrap();
            assert!(read == map && file_of(&read) == file);
            for map in [&map, &read] {
                for i in 0..keys {
                    let found = map.get(format!("key-{i}").as_bytes());
                    assert_eq!(found, Some(texts[value(i) as usize]), "{i} of {keys}");
                }
                let others =
                    (0..20_000).filter(|i| map.get(format!("other-{i}").as_bytes()).is_some());
                let expected = 2e4 * rate;
                assert!((others.count() as f64) < expected + 4.0 * expected.sqrt() + 1.0);
            }
            assert_eq!(from_bytes(&file).unwrap_err().rule().code, Code::WrongClass);
            assert_eq!(static_set_from_bytes(&file).unwrap_err().rule().code, Code::WrongClass);
        }
    }
    let set = Builder::new(0).finish_static(0.5).unwrap();
    let file = static_set_to_bytes(&set, Metadata::default()).unwrap();
    assert_eq!(static_map_from_bytes(&file).unwrap_err().rule().code, Code::WrongClass);
}

/// `EDGEBLOOM_HONEST=1 cargo test --release --test all near_entropy -- --nocapture` measures more.
#[test]
fn the_size_is_near_entropy() {
    let is_whole = std::env::var_os("EDGEBLOOM_HONEST").is_some();
    let texts: Vec<String> = (0..500).map(|i| format!("{i}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let sizes: &[u32] =
        if is_whole { &[1000, 10_000, 100_000, 1_000_000] } else { &[1000, 100_000] };
    for &keys in sizes {
        for (name, values) in [("2", 2), ("12, skewed", 12), ("256", 256), ("500", 500)] {
            for rate in [0.01, 0.001] {
                let value = |i| {
                    if name.ends_with("skewed") { skewed(i, values) } else { i % values }
                };
                let mut uses = BTreeMap::<u32, u64>::new();
                (0..keys).for_each(|i| *uses.entry(value(i)).or_default() += 1);
                let entropy: f64 = uses
                    .values()
                    .map(|&n| n as f64 / f64::from(keys))
                    .map(|share| -share * share.log2())
                    .sum();
                let start = Instant::now();
                let map = map_of((0..keys).map(value), &texts, rate);
                let time = start.elapsed();
                let file = file_of(&map);
                let table: usize =
                    uses.keys().map(|&v| texts[v as usize].len() + 2).sum::<usize>() + 200;
                let limit = f64::from(keys) * (-rate.log2() + entropy) / 8.0;
                let ratio = (file.len() - table.min(file.len())) as f64 / limit;
                println!(
                    "{keys} keys, {name} values, p = {rate}: {} bytes, {ratio:.3} of n·(log2(1/p) + {entropy:.2}); {time:.2?}",
                    file.len()
                );
                // Whole bits for a value take a little more than the entropy of 500 of them.
                assert!(keys < 100_000 || ratio < 1.03, "{keys}, {name}: {ratio}");
            }
        }
    }
}

#[test]
fn repeated_keys_keep_one_value_or_unite_them() {
    let mut builder = MapBuilder::new(0);
    for (key, value) in [("a", 1), ("b", 2), ("a", 4), ("a", 1), ("c", 2), ("c", 2)] {
        builder.set_value(value);
        builder.push(key.as_bytes()).unwrap();
    }
    let mut united = builder.clone();
    assert!(united.prepare(true).unwrap().is_empty());
    assert_eq!(united.values(), [2, 5]);
    let map = united.finish(0.01, &["two", "one and four"]).unwrap();
    assert_eq!(
        [map.get(b"a"), map.get(b"b"), map.get(b"c")],
        [Some("one and four"), Some("two"), Some("two")]
    );
    let conflicts = builder.prepare(false).unwrap();
    let indices: Vec<_> = conflicts.iter().map(|one| (one.first, one.second)).collect();
    assert_eq!(indices, [(0, 2)]);
    let map = builder.finish(0.01, &["one", "two"]).unwrap();
    assert_eq!([map.get(b"a"), map.get(b"b")], [Some("one"), Some("two")]);
    assert_eq!(map.values().collect::<Vec<_>>(), ["one", "two"]);
}

#[test]
fn forged_maps_are_rejected_or_read() {
    let map = map_of((0..60).map(|i| i % 5), &["a", "b", "c", "", "longer"], 0.1);
    let file = file_of(&map);
    assert_eq!((file[64], file[80]), (1, 7));
    let read = |bytes: &[u8]| static_map_from_bytes(&repaired(bytes.to_vec()));
    for (at, byte, field) in [
        (84, 15, "metadata length"),
        (88, 6, "codes"),
        (88, 1, "code bits"),
        (92, 0, "code bits"),
        (92, 33, "code bits"),
        (100, 0, "table"),
        (100, 255, "table"),
    ] {
        let mut forged = file.clone();
        forged[at] = byte;
        assert_eq!(read(&forged).unwrap_err().rule().field, field, "{at}: {byte}");
    }
    // Any salt is read, also one whose bit numbers wrap.
    let mut wrapping = file.clone();
    wrapping[96..100].fill(255);
    _ = read(&wrapping).unwrap().get(b"key-1");
    // Three codes of one bit.
    let three = map_of((0..60).map(|i| i % 3), &["a", "b", "c"], 0.1);
    let mut overfull = file_of(&three);
    assert_eq!((overfull[88], overfull[92]), (3, 2));
    let table = overfull.len() - 8 - 8 * usize::from(overfull[100]);
    overfull[table..table + 8].copy_from_slice(&[0, 0, 0, 0, 5, 0, 0, 0]);
    overfull[88] = 5;
    assert_eq!(read(&overfull).unwrap_err().rule().field, "codes");
    let mut accepted = 0;
    for at in 56..file.len() - 8 {
        for bit in 0..8 {
            let mut forged = file.clone();
            forged[at] ^= 1 << bit;
            if let Ok(map) = read(&forged) {
                accepted += 1;
                _ = map.get(b"a key").map(str::len);
                (0..60).for_each(|i| _ = map.get(format!("key-{i}").as_bytes()));
                assert!(file_of(&map).len() == file.len());
            }
        }
    }
    assert!(accepted > 100);
}

#[test]
fn rejects_what_a_map_cannot_have() {
    let mut builder = MapBuilder::new(0);
    builder.push(b"a").unwrap();
    builder.prepare(false).unwrap();
    let long = "x".repeat(65_536);
    assert_eq!(builder.finish(0.1, &[&long]).unwrap_err().rule().field, "value");
    assert_eq!(builder.finish(0.6, &["a"]).unwrap_err().rule().field, "errorRate");
    assert!(builder.finish(0.1, &[&long[1..]]).is_ok());
    let texts: Vec<String> = (0..65_537).map(|i| i.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut builder = MapBuilder::new(0);
    for value in 0..65_537 {
        builder.set_value(value);
        builder.push(&value.to_le_bytes()).unwrap();
    }
    builder.prepare(false).unwrap();
    assert_eq!(builder.finish(0.1, &texts).unwrap_err().rule().field, "values");
}

/// Codes of more than 32 bits would need Fibonacci's numbers as uses.
#[test]
fn codes_have_at_most_32_bits() {
    let mut builder = MapBuilder::new(0);
    let (mut uses, mut next, mut key) = (1_u32, 1_u32, 0_u32);
    let mut expected = Vec::new();
    for value in 0..26 {
        builder.set_value(value);
        for _ in 0..uses {
            builder.push(&key.to_le_bytes()).unwrap();
            key += 1;
        }
        expected.push((key - 1, value));
        (uses, next) = (next, uses + next);
    }
    builder.prepare(false).unwrap();
    let texts: Vec<String> = (0..26).map(|i| format!("v{i}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let map = builder.finish(0.5, &texts).unwrap();
    for (key, value) in expected {
        assert_eq!(map.get(&key.to_le_bytes()), Some(texts[value as usize]));
    }
}
