//! The 128-bit hash of many other systems, compared with the `murmur3` crate.

use edgebloom::foreign::hash::murmur3_x64_128;
use proptest::prelude::*;

fn agrees(bytes: &[u8], seed: u32) {
    let expected = murmur3::murmur3_x64_128(&mut &bytes[..], seed).unwrap();
    let digest = murmur3_x64_128::hash(bytes, seed);
    assert_eq!((u128::from(digest.h2) << 64) | u128::from(digest.h1), expected, "{bytes:?}");
}

#[test]
fn every_length_to_300_at_the_edge_seeds() {
    let bytes: Vec<u8> = (0..300u32).map(|i| (i * 151 + 7) as u8).collect();
    for length in 0..=bytes.len() {
        for seed in [0, 1, 0x8000_0000, u32::MAX] {
            agrees(&bytes[..length], seed);
        }
    }
}

#[test]
fn empty_key_under_seed_0_is_0() {
    let digest = murmur3_x64_128::hash(b"", 0);
    assert_eq!((digest.h1, digest.h2), (0, 0));
}

proptest! {
    #[test]
    fn any_bytes_under_any_seed(bytes in prop::collection::vec(any::<u8>(), 0..1000), seed: u32) {
        agrees(&bytes, seed);
    }
}
