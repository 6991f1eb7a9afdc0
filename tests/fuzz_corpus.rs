//! Runs the inputs that fuzzing found (fuzz/README.md) natively and without a fuzzer. No input may
//! panic or request more memory than its size justifies. tests/js/format/fuzz-corpus.test.mjs runs
//! the same inputs in the wasm build.

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use edgebloom::format::base64;
use fuzz::TARGETS;
use fuzz::any::AnyFilter;
use fuzz::budget::{of_loading, within};
use fuzz::repair::repaired;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(name)
}

fn pack(target: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(folder("corpus").join(target).with_extension("txt")).unwrap();
    text.lines().map(|line| base64::decode(line).unwrap()).collect()
}

/// The inputs that once broke something.
fn regressions(target: &str) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder("regressions").join(target)) else { return Vec::new() };
    entries.map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
}

#[test]
fn recorded_inputs_break_nothing() {
    for (name, run) in TARGETS {
        let (kept, broken) = (pack(name), regressions(name));
        println!("{name}: {} inputs, and {} that once broke something", kept.len(), broken.len());
        assert!(kept.len() >= 30, "{name}: only {} inputs", kept.len());
        for input in kept.into_iter().chain(broken) {
            let ran = catch_unwind(AssertUnwindSafe(|| run(&input)));
            assert!(ran.is_ok(), "{name} fails with {}", base64::encode(&input));
        }
    }
}

#[test]
fn every_file_belongs_to_a_target() {
    let known = TARGETS.map(|(name, _)| name);
    for place in ["corpus", "regressions"] {
        for entry in fs::read_dir(folder(place)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(known.contains(&name) || name == "README", "{}", path.display());
        }
    }
}

#[test]
fn repaired_inputs_pass_the_checksum() {
    let inputs = pack("native_load");
    let sound = |bytes: &[u8]| AnyFilter::from_bytes(bytes).is_ok();
    let as_they_are = inputs.iter().filter(|input| sound(input)).count();
    let mended = inputs.iter().filter(|input| sound(&repaired(input))).count();
    println!("{} files: {as_they_are} valid, {mended} after repair", inputs.len());
    assert!(mended >= 30 && mended > as_they_are);
}

#[test]
#[should_panic(expected = "expected at most")]
fn detects_an_allocation_over_its_budget() {
    within(of_loading(100), || Vec::<u8>::with_capacity(of_loading(100) + 1));
}

#[test]
fn memory_ends_at_the_budget() {
    let reservation = within(usize::MAX, || Vec::<u8>::new().try_reserve_exact(1 << 30));
    assert!(reservation.is_err());
}
