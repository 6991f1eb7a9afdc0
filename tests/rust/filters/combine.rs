//! Two filters: which ones can be combined, when they are equal, and the effect on their
//! exceptions.

use crate::common::frozen_rows::{filter_of, rows};
use edgebloom::format;
use edgebloom::{Filter, Layout};
use serde_json::{Value, json};

fn filter() -> Filter {
    Filter::with_shape(Layout::Standard, 4096, 4, 0).unwrap()
}

fn with(keys: &[&str]) -> Filter {
    let mut filter = filter();
    keys.iter().for_each(|key| _ = filter.insert(key.as_bytes()).unwrap());
    filter
}

fn allowing(mut filter: Filter, keys: &[&str]) -> Filter {
    keys.iter().for_each(|key| assert!(filter.allow(key.as_bytes()).unwrap()));
    filter
}

fn has(filter: &Filter, key: &str) -> bool {
    filter.contains(key.as_bytes())
}

#[test]
fn an_exception_stays_unless_the_other_filter_has_the_key() {
    // "both" and "mine" have the same bits in one of the filters, like a false positive.
    let mine = allowing(with(&["a", "mine", "theirs", "both"]), &["mine", "theirs", "both"]);
    let other = allowing(with(&["b", "theirs", "both", "yours"]), &["both", "yours"]);
    for (one, another) in [(&mine, &other), (&other, &mine)] {
        let union = one.union(another).unwrap();
        let found = ["a", "b", "theirs", "mine", "yours", "both"].map(|key| has(&union, key));
        assert_eq!(found, [true, true, true, false, false, false]);
    }
}

#[test]
fn an_intersection_keeps_the_exceptions_of_both() {
    let keys = ["a", "mine", "theirs"];
    let mine = allowing(with(&keys), &["mine"]);
    let other = allowing(with(&keys), &["theirs"]);
    for (one, another) in [(&mine, &other), (&other, &mine)] {
        let both = one.intersection(another).unwrap();
        assert_eq!(keys.map(|key| has(&both, key)), [true, false, false]);
    }
}

#[test]
fn equal_filters_have_equal_headers_and_payloads() {
    let one = with(&["a"]);
    assert_eq!(one, with(&["a"]));
    assert_ne!(one, with(&["b"]));
    assert_eq!(one.header(), with(&["b"]).header());
    assert!(!one.equals(&with(&["b"])));
    // Inserted twice: the same cells, another count.
    let twice = with(&["a", "a"]);
    assert_ne!(one, twice);
    assert!(one.equals(&twice));
    let allowing = allowing(with(&["a"]), &["a"]);
    assert_ne!(one, allowing);
    assert!(!one.equals(&allowing));
}

/// The filter of a layout's row, with one of its parameters changed.
fn changed(row: &Value, at: usize, number: i64) -> Filter {
    let mut row = row.clone();
    row["parameters"][at] = json!(number.to_string());
    filter_of(&row)
}

#[test]
fn combined_filters_share_parameters_of_positions() {
    let real = |number: f64| number.to_bits() as i64;
    // The name of a layout, a parameter, another valid value of it, and whether positions change.
    let cases = [
        ("additive-partitioned", 0, 6, true),
        ("additive-partitioned", 2, 6, true),
        ("npm-bloom-filters-v2", 0, real(1.5), true),
        ("npm-bloom-filters-v2-partitioned", 0, real(1.5), true),
        ("npm-bloom-filters-v2-partitioned", 1, real(1.5), false),
        ("npm-bloom-filters-v2-partitioned", 4, 1, false),
        ("redisbloom", 4, 3, false),
    ];
    for (name, at, number, decides) in cases {
        let row = rows().into_iter().find(|row| filter_of(row).header().layout.name() == name);
        let row = row.unwrap();
        let (mut one, other) = (filter_of(&row), changed(&row, at, number));
        assert_ne!(one.parameters(), other.parameters(), "{name}");
        assert_ne!(one, other, "{name}");
        assert_eq!(one.is_compatible(&other), !decides, "{name}, parameter {at}");
        assert_eq!(one.equals(&other), !decides, "{name}, parameter {at}");
        let before = format::to_bytes(&one);
        match one.merge(&other) {
            Ok(()) => assert!(!decides, "{name}, parameter {at}"),
            Err(error) => {
                assert!(decides, "{name}, parameter {at}");
                assert_eq!(error.rule().field, "parameters");
                assert_eq!(error.to_string().matches("parameters").count(), 1, "{error}");
            }
        }
        assert_eq!(format::to_bytes(&one), before, "{name}");
    }
}
