//! Two filters: which ones can be combined, when they are equal, and the effect on their
//! exceptions.

use edgebloom::{Filter, Layout};

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
