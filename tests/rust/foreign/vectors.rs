//! Filters of other systems, bit for bit, natively; tests/web.rs runs the same in wasm, tests/js through the
//! package.

use crate::common::foreign::{self, Counts};
use edgebloom::Scheme;
use edgebloom::key::KeyEncoding;

#[test]
fn every_answer_and_position() {
    let Counts { filters, answers, positions, malformed } = foreign::check_all();
    println!(
        "{filters} filters, {answers} answers, {positions} positions, {malformed} malformed inputs"
    );
    assert_eq!((filters, answers, positions, malformed), foreign::ALL);
}

#[test]
fn hashes() {
    assert_eq!(foreign::check_hashes(), 198);
}

#[test]
fn guavas_frozen_numbers() {
    let count = foreign::guava_false_positives;
    assert_eq!(count(Scheme::GuavaMitz32, KeyEncoding::Utf16), 29_824);
    assert_eq!(count(Scheme::GuavaMitz64, KeyEncoding::Utf16), 30_104);
    assert_eq!(count(Scheme::GuavaMitz64, KeyEncoding::JavaText), 29_763);
}
