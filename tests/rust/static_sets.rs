//! Sets that are built once: no key is missed, the rate is the stated one, the size is near the limit, and neither the order
//! of the keys nor their repetition matters.

use edgebloom::{Code, StaticSet, StaticSetBuilder};

fn built<K: AsRef<[u8]>>(keys: impl IntoIterator<Item = K>, seed: u32, rate: f64) -> StaticSet {
    let mut builder = StaticSetBuilder::new(seed);
    for key in keys {
        builder.push(key.as_ref()).unwrap();
    }
    builder.finish(rate).unwrap()
}

fn named(numbers: std::ops::Range<u64>) -> impl Iterator<Item = String> {
    numbers.map(|number| format!("key-{number}.example"))
}

/// How many of the keys the set has, as it says.
fn found<K: AsRef<[u8]>>(set: &StaticSet, keys: impl Iterator<Item = K>) -> u64 {
    keys.filter(|key| set.contains(key.as_ref())).count() as u64
}

#[test]
fn no_key_is_missed() {
    for rate in [0.5, 0.3, 0.01, 1e-9] {
        for keys in (0..200).chain([1000, 3071, 3072, 3073, 3200, 5000, 20_000]) {
            let set = built(named(0..keys), 7, rate);
            assert_eq!(set.len(), keys);
            assert_eq!(found(&set, named(0..keys)), keys, "{keys} keys at {rate}");
        }
    }
    let keys = 300_000;
    let set = built(named(0..keys), 0, 0.001);
    assert_eq!(found(&set, named(0..keys)), keys);
}

/// Three, corrected for the cells of the grid; the keys are always the same.
const DEVIATIONS: f64 = 4.0;

fn assert_rate(set: &StaticSet, false_positives: u64, asked: u64, what: &str) {
    let expected = set.error_rate() * asked as f64;
    // Of few keys whole blocks have one column more, so that fewer pass; at powers of two none has.
    let most = expected + DEVIATIONS * expected.sqrt();
    assert!(false_positives as f64 <= most, "{what}: {false_positives} of {asked}");
    if set.len() >= 3000 || [0.5, 0.25].contains(&set.error_rate()) {
        let least = 0.98 * expected - DEVIATIONS * expected.sqrt();
        assert!(false_positives as f64 >= least, "{what}: {false_positives} of {asked}");
    }
}

#[test]
fn other_keys_pass_at_the_rate() {
    for rate in [0.5, 0.4, 0.25, 0.1, 0.01, 0.001, 1e-4] {
        for keys in [1, 10, 100, 1000, 10_000, 50_000] {
            let set = built(named(0..keys), 1, rate);
            let asked = 300_000;
            let others = found(&set, named(1 << 40..(1 << 40) + asked));
            assert_rate(&set, others, asked, &format!("{keys} keys at {rate}"));
        }
    }
}

#[test]
fn short_keys_are_as_good() {
    // Three lanes of their hashes are equal.
    for length in 1..=4_usize {
        let all = 1_u64 << (8 * length).min(20);
        let step = if length == 4 { 4093 } else { 1 };
        let key = |number: u64| (number * step).to_le_bytes()[..length].to_vec();
        let keys = all / 4;
        for (seed, rate) in [(0, 0.1), (1, 0.01), (4, 0.001)] {
            let set = built((0..keys).map(key), seed, rate);
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
        let set = built(named(0..keys), 3, 0.02);
        let backwards: Vec<_> = named(0..keys).collect();
        assert_eq!(built(backwards.iter().rev(), 3, 0.02), set);
        assert_eq!(built(named(0..keys).chain(named(0..keys / 2)), 3, 0.02), set);
        let mut builder = StaticSetBuilder::new(3);
        let lines = backwards.join("\r\n");
        builder.push_lines(lines.as_bytes()).unwrap();
        assert_eq!(builder.finish(0.02).unwrap(), set);
        assert_ne!(built(named(0..keys), 4, 0.02), set);
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
        let set = built(named(0..keys), 0, rate);
        let limit = keys as f64 * -rate.log2();
        let ratio = (set.bits() as f64 + AROUND) / limit;
        assert!(ratio <= most, "{keys} keys at {rate}: {ratio}");
    }
}

#[test]
fn rates_that_no_set_has() {
    for rate in [0.0, -0.1, 9e-10, 0.51, 1.0, f64::NAN, f64::INFINITY] {
        let error = StaticSetBuilder::new(0).finish(rate).unwrap_err();
        assert_eq!((error.rule().code, error.rule().field), (Code::Argument, "errorRate"));
    }
    let set = StaticSetBuilder::new(0).finish(0.5).unwrap();
    assert!(set.is_empty() && !set.contains(b"") && set.bits() == 0);
}

#[test]
fn the_same_answers_as_in_wasm() {
    assert_eq!(crate::common::static_sets::check(), 6);
}
