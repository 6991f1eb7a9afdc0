//! Static sets that are exact on a universe.

use std::time::Instant;

use edgebloom::format::{Metadata, static_set_from_bytes, static_set_to_bytes};
use edgebloom::{Builder, CollectKeys, StaticSet};

use crate::common::repaired;

fn builder_of(prefix: &str, numbers: std::ops::Range<u32>) -> Builder {
    let mut builder = Builder::new(3);
    numbers.for_each(|i| builder.push(format!("{prefix}{i}").as_bytes()).unwrap());
    builder
}

fn file_of(set: &StaticSet) -> Vec<u8> {
    static_set_to_bytes(set, Metadata::default()).unwrap()
}

/// No key of the universe is in the set, except members; every member is; other keys are at the
/// rate; and the file has the same answers.
fn assert_exact(listed: u32, universe: std::ops::Range<u32>, rate: f64) -> StaticSet {
    let mut keys = builder_of("listed-", 0..listed);
    let mut excluded = builder_of("known-", universe.clone());
    let both = listed.min(7);
    (0..both).for_each(|i| excluded.push(format!("listed-{i}").as_bytes()).unwrap());
    let set = keys.finish_exact(rate, &mut excluded).unwrap();
    assert_eq!(keys.distinct(), u64::from(listed));
    let read = static_set_from_bytes(&file_of(&set)).unwrap();
    assert!(read == set && file_of(&read) == file_of(&set));
    for set in [&set, &read] {
        assert!((0..listed).all(|i| set.contains(format!("listed-{i}").as_bytes())));
        assert!(!universe.clone().any(|i| set.contains(format!("known-{i}").as_bytes())));
        assert_eq!(set.universe().0, universe.len() as u64);
    }
    let others = (0..100_000).filter(|i| set.contains(format!("other-{i}").as_bytes())).count();
    let expected = 1e5 * rate;
    assert!((others as f64) < expected + 4.0 * expected.sqrt() + 1.0, "{others}");
    // The same keys give the same bytes, with or without keys that are listed.
    let mut unlisted = builder_of("known-", universe);
    let again = builder_of("listed-", 0..listed).finish_exact(rate, &mut unlisted).unwrap();
    assert!(again == set);
    set
}

#[test]
fn no_key_of_the_universe_is_a_false_positive() {
    for (listed, universe, rate) in [
        (0, 0..100, 0.5),
        (1, 0..1000, 0.5),
        (50, 0..0, 0.01),
        (50, 0..3000, 0.3),
        (3000, 0..2000, 1e-9),
        (5000, 0..50_000, 0.01),
        (20_000, 0..200_000, 0.5),
    ] {
        assert_exact(listed, universe, rate);
    }
}

/// `EDGEBLOOM_HONEST=1 cargo test --release --test all a_universe_costs -- --nocapture` measures it.
#[test]
fn a_universe_costs_a_few_kilobytes() {
    let is_whole = std::env::var_os("EDGEBLOOM_HONEST").is_some();
    let (listed, names) = if is_whole { (121_570, 1_000_000) } else { (12_157, 100_000) };
    for (rate, most) in [(0.01, 8192), (0.001, 2048)] {
        let plain = file_of(&builder_of("listed-", 0..listed).finish_static(rate).unwrap()).len();
        let mut keys = builder_of("listed-", 0..listed);
        let mut universe = builder_of("known-", 0..names);
        let start = Instant::now();
        let set = keys.finish_exact(rate, &mut universe).unwrap();
        let time = start.elapsed();
        let more = file_of(&set).len() - plain;
        let (all, hits) = set.universe();
        println!("{rate}: {plain} bytes, and {more} for {hits} hits of {all} keys; {time:.2?}");
        assert!(more <= most, "{rate}: {more} bytes");
    }
}

#[test]
fn forged_universes_are_rejected_or_read() {
    let mut universe = builder_of("known-", 0..4000);
    let set = builder_of("listed-", 0..3000).finish_exact(0.1, &mut universe).unwrap();
    let file = file_of(&set);
    // The entry in the section: its tag, then its length, and three numbers.
    assert_eq!(file[64], 6);
    let read = |bytes: &[u8]| static_set_from_bytes(&repaired(bytes.to_vec()));
    for (at, bytes, field) in [
        (68, &[16_u8, 0, 0, 0][..], "metadata length"),
        (72, &[0; 8], "universe"),
        (80, &[0; 8], "exact rate"),
        (80, &[0, 0, 0, 0, 2, 0, 0, 0], "exact"),
        (88, &[0; 8], "exact rate"),
        (88, &0.6_f64.to_le_bytes(), "exact rate"),
        (88, &2e-10_f64.to_le_bytes(), "exact rate"),
        (88, &(-0.1_f64).to_le_bytes(), "exact rate"),
        (88, &f64::NAN.to_le_bytes(), "exact rate"),
        (96, &[0; 4], "removed sets"),
        (96, &[3, 0, 0, 0], "removed sets"),
        (96, &[1, 0, 0, 0], "blocks"),
        (100, &[1], "reserved"),
        // The layers have another size then.
        (88, &0.5_f64.to_le_bytes(), "blocks"),
    ] {
        let mut forged = file.clone();
        forged[at..at + bytes.len()].copy_from_slice(bytes);
        assert_eq!(read(&forged).unwrap_err().rule().field, field, "{at}: {bytes:?}");
    }
    for at in 56..file.len() - 8 {
        for bit in 0..8 {
            let mut forged = file.clone();
            forged[at] ^= 1 << bit;
            if let Ok(set) = read(&forged) {
                _ = set.contains(b"a key");
                assert!(file_of(&set) == repaired(forged));
            }
        }
    }
}

#[test]
fn keys_and_universe_have_the_same_seed() {
    let error = Builder::new(1).finish_exact(0.1, &mut Builder::new(2)).unwrap_err();
    assert_eq!(error.rule().field, "seed");
}
