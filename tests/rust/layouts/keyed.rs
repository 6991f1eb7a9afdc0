//! Keyed filters: the hash, the golden files, rejected files, and the rates.

use crate::common::rates::{Keys, independent};
use crate::common::{LAYOUTS, Random, header_of, key, positions_of, repaired};
use edgebloom::format::{
    Loading, Metadata, base64, from_base64, from_bytes, keyed_from_base64, keyed_from_bytes,
    to_bytes, to_bytes_with,
};
use edgebloom::hash::siphash;
use edgebloom::{Code, Filter, Header, Layout, Result, SecretKey, Shape, Width};
use serde_json::Value;
use siphasher::sip::SipHasher24;
use siphasher::sip128;
use std::hash::Hasher;

/// Ids of schemes in a filter file.
const PLAIN_STANDARD: u8 = 1;
const KEYED_STANDARD: u8 = 27;
const LAST_SCHEME: u8 = 31;
const BYTES: [u8; 16] = [7, 1, 250, 3, 0, 99, 6, 7, 8, 200, 10, 11, 12, 13, 144, 15];

fn secret() -> SecretKey {
    SecretKey::new(&BYTES)
}

fn words(key: &[u8; 16]) -> [u64; 2] {
    let number = u128::from_le_bytes(*key);
    [number as u64, (number >> 64) as u64]
}

fn filled(layout: Layout, n: u64, rate: f64, secret: &SecretKey) -> Filter {
    let mut filter =
        Filter::with_key(Header::with_rate(layout, n, rate, 0).unwrap(), secret).unwrap();
    (0..n).for_each(|i| _ = filter.insert(&key(i)));
    filter
}

fn code_and_field(result: Result<Filter>) -> (Code, &'static str) {
    let error = result.unwrap_err();
    (error.rule().code, error.rule().field)
}

/// The first and the last published values, for the key 00 … 0f and inputs of 0 and 63 bytes
/// (00 01 …).
#[test]
fn siphash_has_the_published_values() {
    let key = words(&core::array::from_fn(|i| i as u8));
    let input: Vec<u8> = (0..63).collect();
    assert_eq!(siphash::hash64(b"", key), 0x726f_db47_dd0e_0e31);
    assert_eq!(siphash::hash64(&input[..15], key), 0xa129_ca61_49be_45e5);
    assert_eq!(siphash::hash64(&input, key), 0x958a_324c_eb06_4572);
    let wide = |length: usize| siphash::hash(&input[..length], key).map(u64::to_be);
    assert_eq!(wide(0), [0xa381_7f04_ba25_a8e6, 0x6df6_7214_c755_0293]);
    assert_eq!(wide(1), [0xda87_c1d8_6b99_af44, 0x3476_5911_9b22_fc45]);
    assert_eq!(wide(63), [0x5150_d177_2f50_834a, 0x503e_069a_973f_bd7c]);
}

#[test]
fn siphash_matches_another_implementation() {
    let mut random = Random(1);
    let input: Vec<u8> = (0..600).map(|_| random.below(256) as u8).collect();
    for length in 0..=input.len() {
        let bytes = core::array::from_fn(|i| (i * 17 + length * 31) as u8);
        let [k0, k1] = words(&bytes);
        let mut narrow = SipHasher24::new_with_keys(k0, k1);
        narrow.write(&input[..length]);
        assert_eq!(siphash::hash64(&input[..length], [k0, k1]), narrow.finish());
        let wide = sip128::SipHasher24::new_with_keys(k0, k1).hash(&input[..length]);
        assert_eq!(siphash::hash(&input[..length], [k0, k1]), [wide.h1, wide.h2], "{length} bytes");
    }
}

/// The values that a filter derives from its secret key, compared with the other implementation.
#[test]
fn keys_are_derived_as_the_format_describes() {
    let [k0, k1] = words(&BYTES);
    let under = |[k0, k1]: [u64; 2], text: &[u8]| {
        let wide = sip128::SipHasher24::new_with_keys(k0, k1).hash(text);
        [wide.h1, wide.h2]
    };
    assert_eq!(secret().check(), under([k0, k1], b"edgebloom keyed check")[0].to_le_bytes());
    let hash_key = under([k0, k1], b"edgebloom keyed hash");
    for layout in LAYOUTS {
        let bits = 512 * 7 * 3;
        let header = Header::with_shape(layout, bits, 7, 0).unwrap();
        let filter = Filter::with_key(header, &secret()).unwrap();
        for i in 0..500 {
            let [h1, h2] = under(hash_key, &key(i));
            let mut found = Vec::new();
            filter.positions(&key(i), |position| found.push(position));
            let lanes = [h1 as u32, (h1 >> 32) as u32, h2 as u32, (h2 >> 32) as u32];
            assert_eq!(found, positions_of(layout, bits, 7, lanes));
        }
    }
}

#[test]
fn golden_files() {
    let index: Value = serde_json::from_str(include_str!("../../golden/keyed/index.json")).unwrap();
    let entries = index["dumps"].as_array().unwrap();
    assert_eq!(entries.len(), 6);
    for entry in entries {
        let hex = entry["secret"].as_str().unwrap();
        let secret = SecretKey::new(&core::array::from_fn(|i| {
            u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()
        }));
        let text = entry["base64"].as_str().unwrap();
        let filter = keyed_from_base64(text, &secret).unwrap();
        let keys = |field: &str| {
            entry[field].as_array().unwrap().iter().map(|key| key.as_str().unwrap().as_bytes())
        };
        assert!(keys("members").chain(keys("falsePositives")).all(|key| filter.contains(key)));
        assert!(!keys("absent").chain(keys("allowed")).any(|key| filter.contains(key)));
        let numbered = |what: &Value, i| format!("{}{i}", what["prefix"].as_str().unwrap());
        let queries = &entry["asked"];
        let maybe = (0..queries["count"].as_u64().unwrap())
            .filter(|i| filter.contains(numbered(queries, *i).as_bytes()));
        assert_eq!(queries["possibly"], maybe.count() as u64);
        for one in entry["positions"].as_array().unwrap() {
            let mut found = Vec::new();
            filter.positions(one["key"].as_str().unwrap().as_bytes(), |p| found.push(p));
            assert_eq!(one["positions"], Value::from(found));
        }
        let file = base64::decode(text).unwrap();
        assert_eq!(to_bytes_with(&filter, header_of(&file).section.metadata()).unwrap(), file);
        assert_eq!(entry["bitsSet"], filter.set_cells());
        // Inserting the same keys gives the same bytes.
        let mut again =
            Filter::with_key(Header { inserted: 0, ..filter.header() }, &secret).unwrap();
        for i in 0..entry["keys"]["count"].as_u64().unwrap() {
            again.insert(numbered(&entry["keys"], i).as_bytes()).unwrap();
        }
        keys("allowed").for_each(|key| assert!(again.allow(key).unwrap()));
        assert_eq!(to_bytes_with(&again, header_of(&file).section.metadata()).unwrap(), file);
    }
}

#[test]
fn inserted_keys_have_no_false_negatives() {
    for layout in LAYOUTS {
        let filter = filled(layout, 5_000, 0.01, &secret());
        let loaded = keyed_from_bytes(&to_bytes(&filter), &secret()).unwrap();
        let span = loaded.header().shape.span();
        let divisor = (2..=span).find(|divisor| span.is_multiple_of(*divisor)).unwrap();
        let folded = loaded.fold(divisor).unwrap();
        for i in 0..5_000 {
            assert!(loaded.contains(&key(i)) && folded.contains(&key(i)), "{layout:?}");
        }
        assert!(loaded.contains(b"key-0") && filter == loaded && filter == filter.copy().unwrap());
        assert_eq!(loaded.remove_from_copy(), loaded.set_cells());
    }
}

/// Nothing can be removed from a plain filter, keyed or not.
trait RemoveFromCopy {
    fn remove_from_copy(&self) -> u64;
}

impl RemoveFromCopy for Filter {
    fn remove_from_copy(&self) -> u64 {
        let mut copy = self.copy().unwrap();
        assert!(copy.remove(b"key-7") && !copy.remove(b"certainly not, by the seed of chance 1"));
        copy.set_cells()
    }
}

#[test]
fn lines_work_like_keys() {
    let mut by_key = filled(Layout::Standard, 100, 0.01, &secret());
    let mut by_line = by_key.clone();
    by_key.insert(b"one").unwrap();
    by_key.insert(b"two").unwrap();
    assert_eq!(by_line.insert_lines(b"one\r\n\ntwo").unwrap(), 2);
    assert_eq!(by_line.words(), by_key.words());
    let mut answers = Vec::new();
    by_line.contains_lines(b"two\nthree\none\n", |maybe| answers.push(maybe));
    assert_eq!(answers, [true, false, true]);
}

#[test]
fn a_fold_equals_a_smaller_filter() {
    for layout in LAYOUTS {
        let header = |bits| Header::with_shape(layout, bits, 4, 0).unwrap();
        let mut large = Filter::with_key(header(512 * 60), &secret()).unwrap();
        for divisor in [2, 3, 4, 5, 6, 10] {
            let mut small = Filter::with_key(header(512 * 60 / divisor), &secret()).unwrap();
            for i in 0..300 {
                large.insert(&key(i)).unwrap();
                small.insert(&key(i)).unwrap();
            }
            assert!(large.fold(divisor).unwrap().equals(&small), "{layout:?} by {divisor}");
        }
        let shrunk = large.shrink(0.2).unwrap();
        assert!(shrunk.header().shape.bits() < 512 * 60 && shrunk.key_check().is_some());
    }
}

#[test]
fn rejects_every_other_key() {
    let file = to_bytes(&filled(Layout::Standard, 50, 0.01, &secret()));
    let mut checks = std::collections::BTreeSet::from([secret().check()]);
    for bit in 0..128 {
        let mut other = BYTES;
        other[bit / 8] ^= 1 << (bit % 8);
        let other = SecretKey::new(&other);
        assert_eq!(code_and_field(keyed_from_bytes(&file, &other)), (Code::WrongKey, "key"));
        checks.insert(other.check());
    }
    assert_eq!(checks.len(), 129);
    let error = keyed_from_bytes(&file, &SecretKey::new(&[0; 16])).unwrap_err();
    assert_eq!(error.to_string(), "wrong key for this filter (at offset 72)");
    assert!(error.rule().code.is_format() && error.rule().code.name() == "WRONG_KEY");
    assert_eq!(code_and_field(from_bytes(&file)), (Code::WrongKey, "key"));
    assert_eq!(code_and_field(from_base64(&base64::encode(&file))), (Code::WrongKey, "key"));
    // The key form follows the key check, which stays where it is.
    for key_form in ["email", "sha1-hex", "sha256-hex"] {
        let metadata = Metadata { key_form, ..Default::default() };
        let file = to_bytes_with(&filled(Layout::Standard, 50, 0.01, &secret()), metadata).unwrap();
        let error = keyed_from_bytes(&file, &SecretKey::new(&[0; 16])).unwrap_err();
        assert_eq!(error.to_string(), "wrong key for this filter (at offset 72)", "{key_form}");
    }
}

#[test]
fn rejects_a_filter_without_a_key() {
    let plain = to_bytes(&Filter::with_rate(Layout::Standard, 10, 0.1, 0).unwrap());
    assert_eq!(code_and_field(keyed_from_bytes(&plain, &secret())), (Code::WrongClass, "scheme"));
    for layout in LAYOUTS {
        let header = Header::with_rate(layout, 10, 0.1, 0).unwrap();
        let keyed = Filter::with_key(header, &secret()).unwrap();
        let unkeyed = Filter::new(header).unwrap();
        assert_eq!(keyed.header(), unkeyed.header());
        assert!(keyed.key_check() == Some(secret().check()) && unkeyed.key_check().is_none());
        assert_eq!(u64::from(to_bytes(&keyed)[6]), u64::from(to_bytes(&unkeyed)[6]) + 26);
        let with = |header| code_and_field(Filter::with_key(header, &secret()));
        assert_eq!(with(Header { seed: 1, ..header }), (Code::Argument, "seed"));
        let counters = Header { width: Width::Four, ..header };
        assert_eq!(with(counters), (Code::Argument, "counterBits"));
    }
}

#[test]
fn does_not_combine_filters_of_different_keys() {
    let other = SecretKey::new(&[0; 16]);
    for layout in LAYOUTS {
        let mut filter = filled(layout, 100, 0.01, &secret());
        let same = filled(layout, 100, 0.01, &secret());
        assert!(filter.is_compatible(&same) && filter.equals(&same));
        assert!(filter.union(&same).unwrap().contains(b"key-3"));
        let theirs = filled(layout, 100, 0.01, &other);
        let plain = Filter::new(theirs.header()).unwrap();
        for theirs in [&theirs, &plain] {
            assert!(!filter.is_compatible(theirs) && !filter.equals(theirs) && filter != *theirs);
            let refusal = (Code::Incompatible, "key");
            assert_eq!(code_and_field(filter.union(theirs)), refusal);
            assert_eq!(code_and_field(filter.intersection(theirs)), refusal);
            assert!(filter.merge(theirs).is_err() && filter.intersect(theirs).is_err());
        }
        assert!(filter.equals(&same));
    }
}

#[test]
fn rejects_every_flipped_bit_and_wrong_length() {
    let filter = filled(Layout::Blocked, 300, 0.01, &secret());
    let file =
        to_bytes_with(&filter, Metadata { name: "a list", version: "7", ..Default::default() })
            .unwrap();
    for bit in 0..file.len() * 8 {
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(keyed_from_bytes(&flipped, &secret()).is_err(), "bit {bit}");
    }
    for length in 0..file.len() {
        let refusal = code_and_field(keyed_from_bytes(&file[..length], &secret()));
        assert_eq!(refusal, (Code::Truncated, "length"));
    }
    for more in 1..=64 {
        let mut longer = file.clone();
        longer.resize(file.len() + more, 0);
        let refusal = code_and_field(keyed_from_bytes(&longer, &secret()));
        assert_eq!(refusal, (Code::TrailingBytes, "length"));
    }
}

#[test]
fn rejects_forged_headers_by_field() {
    let file = to_bytes(&filled(Layout::Standard, 50, 0.01, &secret()));
    assert_eq!(keyed_from_bytes(&repaired(file.clone()), &secret()).unwrap().header().inserted, 50);
    let forge = |changes: &[(usize, &[u8])]| {
        let mut forged = file.clone();
        for (offset, bytes) in changes {
            forged[*offset..offset + bytes.len()].copy_from_slice(bytes);
        }
        code_and_field(keyed_from_bytes(&repaired(forged), &secret()))
    };
    assert_eq!(file[6], KEYED_STANDARD);
    assert_eq!(forge(&[(6, &[LAST_SCHEME + 1])]), (Code::Unsupported, "scheme"));
    assert_eq!(forge(&[(6, &[PLAIN_STANDARD])]), (Code::Invalid, "key check"));
    assert_eq!(forge(&[(7, &[3]), (12, &[32])]), (Code::Invalid, "cells"));
    assert_eq!(forge(&[(8, &[10])]), (Code::Invalid, "keyEncoding"));
    assert_eq!(forge(&[(9, &[2])]), (Code::Invalid, "payloadEncoding"));
    assert_eq!(forge(&[(24, &[1])]), (Code::Invalid, "seed"));
    assert_eq!(forge(&[(64, &[9])]), (Code::Unsupported, "metadata tag"));
    assert_eq!(forge(&[(64, &[1]), (72, b"any name")]), (Code::Invalid, "key check"));
    assert_eq!(forge(&[(64, &[4])]), (Code::Invalid, "metadata tag"));
    assert_eq!(forge(&[(68, &[7])]), (Code::Invalid, "metadata length"));
    assert_eq!(forge(&[(72, &[file[72] ^ 1])]), (Code::WrongKey, "key"));
    // A file without the section has no key check.
    let mut bare = file.clone();
    bare.drain(56..80);
    bare[5] = 0;
    let refusal = code_and_field(keyed_from_bytes(&repaired(bare), &secret()));
    assert_eq!(refusal, (Code::Invalid, "key check"));
    // The secret key is checked before memory is allocated, so the payload can be missing.
    let mut loading = Loading::begin(&file[..80], file.len() as u64).unwrap();
    assert_eq!(loading.header().section.key_check, Some(secret().check()));
    let error = loading.unlock(&SecretKey::new(&[0; 16])).unwrap_err();
    assert_eq!(error.rule().code, Code::WrongKey);
    assert!(loading.unlock(&secret()).is_ok());
    // Without the key there is no filter.
    let mut locked = Loading::begin(&file[..80], file.len() as u64).unwrap();
    locked.allocate().unwrap();
    let refusal = code_and_field(locked.filter(*file.last_chunk().unwrap()));
    assert_eq!(refusal, (Code::WrongKey, "key"));
}

#[test]
fn mutated_files_never_panic() {
    let file = to_bytes_with(
        &filled(Layout::Partitioned, 40, 0.05, &secret()),
        Metadata { name: "a", version: "b", ..Default::default() },
    )
    .unwrap();
    let mut random = Random(7);
    let mut loaded = 0;
    for _ in 0..60_000 {
        let mut bytes = file.clone();
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.below(256) as u8;
        }
        let bytes = if random.below(4) == 0 { bytes } else { repaired(bytes) };
        if let Ok(filter) = keyed_from_bytes(&bytes, &secret()) {
            loaded += 1;
            _ = filter.contains(b"a");
            assert_eq!(keyed_from_bytes(&to_bytes(&filter), &secret()).unwrap(), filter);
        }
        _ = from_bytes(&bytes);
    }
    assert!((15_000..59_000).contains(&loaded), "{loaded}");
}

#[test]
fn output_never_contains_the_secret_key() {
    let filter = filled(Layout::Standard, 3, 0.1, &secret());
    let shown = format!("{:?}", filter);
    assert!(shown.contains("secret: Some(SecretKey)"), "{shown}");
    assert_eq!(format!("{:?}", secret()), "SecretKey");
    // A file does not contain the secret key, its halves, or the key of the hash.
    let file = to_bytes(&filter);
    let [h1, h2] = siphash::hash(b"edgebloom keyed hash", words(&BYTES)).map(u64::to_le_bytes);
    for part in [&BYTES[..8], &BYTES[8..], &h1, &h2] {
        assert!(!file.windows(8).any(|window| window == part));
    }
}

#[test]
fn keys_are_random() {
    let [one, other] = [edgebloom::random_key().unwrap(), edgebloom::random_key().unwrap()];
    assert_ne!(one, other);
}

/// Fills filters, each under its own secret key, and queries each with other keys.
fn measured(
    layout: Layout,
    shape: Shape,
    n: u64,
    keys: Keys,
    filters: u64,
    asked: u64,
) -> (f64, f64) {
    let mut buffer = keys.buffer();
    let (mut sum, mut squares) = (0.0, 0.0);
    for i in 0..filters {
        // Secret keys with simple numbers, because the hash must also work with these.
        let secret = SecretKey::new(&u128::from(i).to_le_bytes());
        let header = Header::with_shape(layout, shape.bits(), shape.hashes(), 0).unwrap();
        let mut filter = Filter::with_key(header, &secret).unwrap();
        let mut found = 0u64;
        for key in 0..n + asked {
            keys.write(&mut buffer, key);
            if key < n {
                filter.insert(&buffer).unwrap();
            } else {
                found += u64::from(filter.contains(&buffer));
            }
        }
        sum += found as f64;
        squares += (found as f64).powi(2);
    }
    let count = filters as f64;
    let rate = sum / (count * asked as f64);
    let binomial = (rate * (1.0 - rate) / (count * asked as f64)).sqrt();
    let variance = (squares - sum.powi(2) / count) / (count - 1.0);
    (rate, ((variance / count).sqrt() / asked as f64).max(binomial))
}

#[test]
fn rates_are_those_of_independent_probes() {
    for (n, p, filters, asked) in
        [(10, 0.01, 5_000, 500), (100, 0.01, 2_500, 1_000), (1_000, 0.01, 250, 10_000)]
    {
        for layout in LAYOUTS {
            let shape = Shape::for_rate(layout, n, p).unwrap();
            let expected = independent(layout, shape, n);
            for keys in Keys::ALL {
                let (rate, error) = measured(layout, shape, n, keys, filters, asked);
                // If false positives are rare, there may be none.
                let least = (expected / (filters * asked) as f64).sqrt();
                let sigmas = (rate - expected) / error.max(least);
                // There are 27 cells, and the keys never change.
                assert!(
                    sigmas.abs() < 4.0,
                    "{layout:?} n = {n} {keys:?}: {rate} against {expected}, {sigmas:.1} σ"
                );
            }
        }
    }
}

/// As in tests/rust/layouts/rates.rs. The counts never change.
#[test]
fn frozen_false_positives() {
    let found = LAYOUTS.map(|layout| {
        let filter = filled(layout, 100_000, 0.03, &secret());
        (100_000..1_100_000).filter(|&i| filter.contains(&key(i))).count()
    });
    assert_eq!(found, FROZEN);
}
const FROZEN: [usize; 3] = [29653, 29712, 29825];
