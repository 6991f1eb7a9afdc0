//! Compares values that PHP 8.2 computed with `edgebloom::foreign::hash`. Each function takes the contents
//! of a vector file, compares the values of its kind, and returns their number.

use edgebloom::foreign::hash::additive::additive;
use edgebloom::foreign::hash::crc32::crc32;
use edgebloom::foreign::hash::mt19937::{Generator, Mt19937};
use edgebloom::foreign::hash::php_number::Number;
use edgebloom::foreign::hash::string_hashes::{
    Arithmetic, StringHash, clean32_fnv_partow, php_pjw_in_loop, php_reduce,
};
use serde_json::Value;

/// Compares, and counts the comparisons.
#[derive(Default)]
struct Checked(usize);

impl Checked {
    #[track_caller]
    fn equal<T: PartialEq + std::fmt::Debug>(&mut self, ours: T, php: T, case: &Value) {
        assert_eq!(ours, php, "{case}");
        self.0 += 1;
    }

    /// Compares floats by their bits.
    #[track_caller]
    fn number(&mut self, ours: Number, php: &Value, case: &Value) {
        let ours = match ours {
            Number::Int(int) => (Some(int), 0),
            Number::Float(float) => (None, float.to_bits()),
        };
        let php = match php.get("float") {
            None => (Some(int(php)), 0),
            Some(bits) => (None, float_bits(bits)),
        };
        self.equal(ours, php, case);
    }
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// A decimal string, because JSON readers round 64-bit integers.
fn int(value: &Value) -> i64 {
    text(value).parse().unwrap()
}

fn float_bits(value: &Value) -> u64 {
    u64::from_str_radix(text(value), 16).unwrap()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let (pairs, rest) = text(hex).as_bytes().as_chunks::<2>();
    assert!(rest.is_empty());
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap() as u8;
    pairs.iter().map(|&[high, low]| digit(high) << 4 | digit(low)).collect()
}

fn named(name: &str) -> StringHash {
    StringHash::from_name(&name.to_lowercase()).unwrap()
}

/// `hashes.json`: both arithmetics, the keys for which they differ, and the state before PHP
/// reduces it.
pub fn check_string_hashes(hashes_json: &str) -> usize {
    let json = parsed(hashes_json);
    let mut checked = Checked::default();
    let mut differences = [0; 8];
    for vector in list(&json["vectors"]) {
        let key = bytes(&vector["hex"]);
        let differ: Vec<_> = list(&vector["differ"]).iter().map(text).map(named).collect();
        for (name, php) in vector["php"].as_object().unwrap() {
            let hash = named(name);
            let ours = hash.hash(&key, Arithmetic::Php);
            let clean = hash.hash(&key, Arithmetic::Clean32);
            checked.equal(u64::from(ours), number(php), vector);
            checked.equal(u64::from(clean), number(&vector["clean32"][name]), vector);
            checked.equal(ours != clean, differ.contains(&hash), vector);
            checked.number(hash.php_state(&key), &vector["php_state"][name], vector);
            differences[hash.id() as usize - 1] += u64::from(ours != clean);
        }
        let in_loop = u64::from(php_pjw_in_loop(&key));
        checked.equal(in_loop, number(&vector["php_pjw_in_loop"]), vector);
        let partow = u64::from(clean32_fnv_partow(&key));
        checked.equal(partow, number(&vector["clean32_fnv_partow"]), vector);
    }
    let summary = &json["summary"];
    for (name, count) in summary["differ_count"].as_object().unwrap() {
        checked.equal(differences[named(name).id() as usize - 1], number(count), summary);
    }
    checked.0
}

/// `hash_steps.json`: one byte from many states, reductions of states, casts of floats.
pub fn check_steps(steps_json: &str) -> usize {
    let json = parsed(steps_json);
    let mut checked = Checked::default();
    let hashes: Vec<_> = list(&json["columns"])[2..].iter().map(text).map(named).collect();
    assert_eq!(hashes.len(), 8);
    for row in list(&json["steps"]) {
        let [state, byte, results @ ..] = list(row) else { panic!("{row}") };
        assert_eq!(results.len(), hashes.len());
        let byte = u8::try_from(number(byte)).unwrap();
        for (hash, result) in hashes.iter().zip(results) {
            checked.number(hash.php_step(Number::Int(int(state)), byte), result, row);
        }
    }
    for row in list(&json["reduce"]) {
        let reduced = php_reduce(Number::Int(int(&row[0])));
        checked.equal(u64::from(reduced), number(&row[1]), row);
    }
    for row in list(&json["float_to_int"]) {
        let float = Number::Float(f64::from_bits(float_bits(&row["f64_be_hex"])));
        checked.equal(float.to_int(), int(&row["int"]), row);
    }
    checked.0
}

/// `hash_traces.json`: the state after every byte, and the hash.
pub fn check_traces(traces_json: &str) -> usize {
    let json = parsed(traces_json);
    let mut checked = Checked::default();
    for trace in list(&json["traces"]) {
        let key = bytes(&trace["hex"]);
        for (name, states) in trace["state_after"].as_object().unwrap() {
            let hash = named(name);
            let mut state = hash.php_start(key.len() as u64);
            assert_eq!(list(states).len(), key.len());
            for (&byte, php) in key.iter().zip(list(states)) {
                state = hash.php_step(state, byte);
                checked.number(state, php, trace);
            }
            let reduced = php_reduce(hash.php_end(state));
            checked.equal(u64::from(reduced), number(&trace["final"][name]), trace);
        }
    }
    checked.0
}

/// `crc32_mt.json`: the checksums, and the generators of PHP 8 and PHP 5, as numbers and as
/// positions.
pub fn check_generator(crc32_mt_json: &str) -> usize {
    let json = parsed(crc32_mt_json);
    let mut checked = Checked::default();
    for row in list(&json["mt_seeds"]) {
        let seed = u32::try_from(number(&row["seed"])).unwrap();
        for (generator, shift, from_0, from_620) in [
            (Generator::Php8, 0, "first10_u32", "u32_at_620_to_629"),
            (Generator::Php5, 1, "legacy_first10_u31", "legacy_u31_at_620_to_629"),
        ] {
            let mut random = Mt19937::new(seed, generator);
            let numbers: Vec<_> = (0..630).map(|_| u64::from(random.next_u32() >> shift)).collect();
            for (numbers, php) in [(&numbers[..10], from_0), (&numbers[620..], from_620)] {
                let php = list(&row[php]);
                assert_eq!(numbers.len(), php.len());
                numbers.iter().zip(php).for_each(|(&d, php)| checked.equal(d, number(php), row));
            }
        }
    }
    let keys: Vec<_> = list(&json["keys"]).iter().map(|key| bytes(&key["hex"])).collect();
    for (key, row) in keys.iter().zip(list(&json["keys"])) {
        checked.equal(u64::from(crc32(key)), number(&row["crc32"]), row);
    }
    for pair in list(&json["pairs"]) {
        let (m, k) = (number(&pair["m"]), number(&pair["k"]));
        for (generator, positions) in
            [(Generator::Php8, "positions"), (Generator::Php5, "legacy_positions")]
        {
            assert_eq!(list(&pair[positions]).len(), keys.len());
            for (key, positions) in keys.iter().zip(list(&pair[positions])) {
                assert_eq!(list(positions).len() as u64, k);
                let mut random = Mt19937::new(crc32(key), generator);
                for position in list(positions) {
                    checked.equal(random.below(m), number(position), positions);
                }
            }
        }
    }
    checked.0
}

/// `additive_partitioned.json`: every position, also those of the constructor that treats a missing
/// size as the mask -1.
pub fn check_additive(additive_partitioned_json: &str) -> usize {
    let json = parsed(additive_partitioned_json);
    let mut checked = Checked::default();
    let seeds = |seeds: &Value| match seeds {
        Value::Null => vec![3, 5, 7, 11, 13, 31, 37, 61],
        seeds => list(seeds).iter().map(|seed| seed.as_i64().unwrap()).collect(),
    };
    let mask = |size: &Value| size.as_i64().unwrap_or(0) - 1;
    let mut check = |key: &Value, seeds: &[i64], mask: i64, row: &Value| {
        let key = bytes(key);
        assert_eq!(list(row).len(), seeds.len());
        for (&seed, position) in seeds.iter().zip(list(row)) {
            let php = position.as_i64().unwrap_or_else(|| int(position));
            checked.equal(additive(seed, &key) & mask, php, row);
        }
    };
    let keys = list(&json["keys"]);
    for config in list(&json["configs"]) {
        assert_eq!(list(&config["positions"]).len(), keys.len());
        for (key, row) in keys.iter().zip(list(&config["positions"])) {
            check(&key["hex"], &seeds(&config["seeds"]), mask(&config["size"]), row);
        }
    }
    for printed in list(&json["constructor_as_printed"]) {
        let keys = list(&printed["key_hex"]);
        assert_eq!(list(&printed["positions"]).len(), keys.len());
        let seeds = seeds(&printed["seeds_argument"]);
        for (key, row) in keys.iter().zip(list(&printed["positions"])) {
            check(key, &seeds, mask(&printed["effective_size"]), row);
        }
    }
    checked.0
}
