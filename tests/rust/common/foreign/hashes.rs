//! The hash functions of other systems, without filters.

use super::{hex, list, text};
use edgebloom::foreign::hash::{murmur2, murmur3_x64_128 as murmur3, spark_murmur3};
use serde_json::Value;

const KNOWN_HASHES: &str = include_str!("../../../golden/hashes/hash_known_answers.json");

/// Checks the hash functions. Returns the number of values.
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
