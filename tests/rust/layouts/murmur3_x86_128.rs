//! The hash of our own filters, compared with the `murmur3` crate.

use edgebloom::hash::murmur3_x86_128;
use proptest::prelude::*;

fn agrees(bytes: &[u8], seed: u32) {
    let expected = murmur3::murmur3_x86_128(&mut &bytes[..], seed).unwrap();
    let lanes = murmur3_x86_128::hash(bytes, seed);
    let hash = lanes.iter().rev().fold(0, |hash, &lane| hash << 32 | u128::from(lane));
    assert_eq!(hash, expected, "{bytes:?}");
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
    assert_eq!(murmur3_x86_128::hash(b"", 0), [0; 4]);
}

proptest! {
    #[test]
    fn any_bytes_under_any_seed(bytes in prop::collection::vec(any::<u8>(), 0..1000), seed: u32) {
        agrees(&bytes, seed);
    }
}
