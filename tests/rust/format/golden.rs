//! Golden files, natively. tests/web.rs runs the same in wasm, tests/js with the package.

use crate::common::golden;

#[test]
fn golden_files() {
    assert!(golden::check_files() >= 10);
}

#[test]
fn golden_files_of_other_classes() {
    assert!(golden::check_variants() >= 7);
}

#[test]
fn same_bytes_everywhere() {
    assert_eq!(golden::check_same_bytes(), golden::same_bytes_cases().count());
}

/// Writes missing files: `EDGEBLOOM_WRITE_GOLDEN=1 cargo test --test all format::golden`. A
/// released file is never written again.
#[test]
fn golden_files_exist() {
    if std::env::var_os("EDGEBLOOM_WRITE_GOLDEN").is_some() {
        return golden::write_same_bytes();
    }
    assert!(!golden::SAME_BYTES.is_empty());
}
