//! Filters of other systems, compared bit for bit, natively. tests/web.rs runs the same in wasm,
//! tests/js with the package.

use std::collections::BTreeSet;
use std::fs::read_dir;

use crate::common::foreign::{self, Counts};
use edgebloom::foreign::{FORMATS, KeyEncoding, Scheme};

/// A file that is not listed would not be tested.
#[test]
fn every_file_of_every_format_is_listed() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut files = BTreeSet::new();
    for folder in FORMATS.iter().map(|format| format.name).chain(["redis-bitmap"]) {
        let entries = read_dir(format!("{golden}/{folder}")).expect(folder);
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let vectors = names.filter(|name| name.ends_with(".json"));
        files.extend(vectors.map(|name| format!("{folder}/{name}")));
    }
    let listed = foreign::FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(files, listed);
}

#[test]
fn every_answer_and_position_matches() {
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
fn matches_the_frozen_numbers_of_guava() {
    let count = foreign::guava_false_positives;
    assert_eq!(count(Scheme::GuavaMitz32, KeyEncoding::Utf16), 29_824);
    assert_eq!(count(Scheme::GuavaMitz64, KeyEncoding::Utf16), 30_104);
    assert_eq!(count(Scheme::GuavaMitz64, KeyEncoding::JavaText), 29_763);
}
