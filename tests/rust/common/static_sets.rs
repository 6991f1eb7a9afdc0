//! What static sets answer: their false positives by number, natively and in wasm.

use edgebloom::{StaticSet, StaticSetBuilder};

fn key(number: u64) -> Vec<u8> {
    // Every third key is short: three lanes of its hash are equal.
    match number % 3 {
        0 => (number as u32).to_le_bytes().to_vec(),
        _ => format!("user-{number}@mail.example").into_bytes(),
    }
}

fn built(keys: u64, seed: u32, rate: f64) -> StaticSet {
    let mut builder = StaticSetBuilder::new(seed);
    for number in 0..keys {
        builder.push(&key(number)).unwrap();
    }
    builder.finish(rate).unwrap()
}

/// How many keys, the seed, the rate; the bits of the set, and of 100,000 others how many pass and the sum of their numbers.
type Case = (u64, u32, f64, u64, u64, u64);

const CASES: [Case; 6] = [
    (1, 0, 0.5, 128, 50_199, 2_515_964_567),
    (100, 1, 0.01, 960, 787, 39_250_187),
    (1000, u32::MAX, 0.3, 1920, 30_244, 1_537_355_523),
    (3072, 2, 0.001, 31_040, 87, 4_575_968),
    (30_000, 0, 0.01, 202_816, 960, 75_761_508),
    (100_000, 7, 1e-9, 2_997_440, 0, 0),
];

/// Compares all cases; how many there are.
pub fn check() -> usize {
    for case in CASES {
        let (keys, seed, rate, ..) = case;
        let set = built(keys, seed, rate);
        assert!((0..keys).all(|number| set.contains(&key(number))), "{case:?}");
        let others = (keys..keys + 100_000).filter(|&number| set.contains(&key(number)));
        let (count, sum) = others.fold((0, 0), |(count, sum), number| (count + 1, sum + number));
        assert_eq!((keys, seed, rate, set.bits(), count, sum), case);
    }
    CASES.len()
}
