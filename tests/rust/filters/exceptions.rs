//! Exceptions and lines of keys.

use edgebloom::{Filter, Layout};

#[test]
fn adding_a_line_removes_its_exception() {
    let mut filter = Filter::with_rate(Layout::Standard, 1_000, 0.01, 0).unwrap();
    for key in ["", "a", "b"] {
        filter.insert(key.as_bytes()).unwrap();
        filter.allow(key.as_bytes()).unwrap();
    }
    // Empty lines are not keys, so they do not end the exception of the empty key.
    assert_eq!(filter.insert_lines(b"\n\r\n\n").unwrap(), 0);
    assert!(["", "a", "b"].iter().all(|key| !filter.contains(key.as_bytes())));
    filter.insert_lines(b"a\nc\n").unwrap();
    let mut answers = Vec::new();
    filter.contains_lines(b"a\nb\nc\nd", |maybe| answers.push(maybe));
    assert_eq!(answers, [true, false, true, false]);
    assert!(!filter.contains(b""));
}
