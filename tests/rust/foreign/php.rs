//! The three PHP systems of the articles, compared bit for bit, natively. tests/web.rs runs the
//! same in wasm.

use crate::common::foreign::php::{filters, vectors};
use edgebloom::foreign::{filter_file, php};
use edgebloom::format::Metadata;

#[test]
fn string_hashes() {
    let json = include_str!("../../golden/articles/hashes.json");
    assert_eq!(vectors::check_string_hashes(json), 11_670);
}

#[test]
fn single_steps() {
    let json = include_str!("../../golden/articles/hash_steps.json");
    assert_eq!(vectors::check_steps(json), 10_421);
}

#[test]
fn traces() {
    let json = include_str!("../../golden/articles/hash_traces.json");
    assert_eq!(vectors::check_traces(json), 1_464);
}

#[test]
fn generator_positions() {
    let json = include_str!("../../golden/articles/crc32_mt.json");
    assert_eq!(vectors::check_generator(json), 130_905);
}

#[test]
fn additive_positions() {
    let json = include_str!("../../golden/articles/additive_partitioned.json");
    assert_eq!(vectors::check_additive(json), 12_215);
}

#[test]
fn crc32_mt_filters() {
    assert!(filters::check_crc32_mt() > 260_000);
}

#[test]
fn additive_filters() {
    assert!(filters::check_additive_filters() > 35_000);
}

#[test]
fn redis_bitmaps() {
    assert!(filters::check_bitmaps() > 400_000);
}

#[test]
fn redis_of_2_to_the_32_bits() {
    assert!(filters::check_redis_2p32() > 10_000);
}

#[test]
fn a_scheme_that_does_not_fold_still_folds_by_1() {
    use edgebloom::foreign::hash::mt19937::Generator;

    let mut filter = php::crc32_mt::filter(1000, 100, Generator::Php8).unwrap();
    filter.insert(b"a").unwrap();
    let single = filter.single().unwrap();
    let to_bytes = |filter| filter_file::to_bytes(filter, Metadata::default()).unwrap();
    assert_eq!(to_bytes(&single.fold(1).unwrap().into()), to_bytes(&filter));
    assert_eq!(single.fold(2).unwrap_err().rule().field, "divisor");
    assert_eq!(single.shrink(0.5).unwrap().header(), filter.header());
}
