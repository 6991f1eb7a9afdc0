//! Keys that somebody has chosen to stop or to inflate static sets. MurmurHash3 can be inverted:
//! every digest has a key of 16 bytes.
//!
//! `EDGEBLOOM_HONEST=1000000 cargo test --release --test all chosen_keys -- --nocapture` runs them
//! beside more honest keys, and prints the times.

use std::time::Instant;

use edgebloom::format::{Metadata, static_map_to_bytes, static_set_to_bytes};
use edgebloom::{Builder, Changes, CollectKeys, MapBuilder, StaticMap, StaticSet};

use crate::common::static_sets::CONTRADICTION;

type Lanes = [u32; 4];

/// The factors of the four lanes in a block of MurmurHash3.
const FACTORS: Lanes = [0x239b_961b, 0xab0e_9789, 0x38b3_4ae5, 0xa1e3_8b93];
/// The factors of a layer's salt.
const SALTED: Lanes = [0, 0x85eb_ca6b, 0xc2b2_ae35, 0x27d4_eb2f];
/// The salts of the first tries of all 16 layers.
const KNOWN_SALTS: std::ops::Range<u32> = 0..79;

/// The inverse of an odd number modulo 2^32.
fn inverse(odd: u32) -> u32 {
    (0..5).fold(1_u32, |x, _| x.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(x))))
}

fn unsum([all, h2, h3, h4]: Lanes) -> Lanes {
    let [h2, h3, h4] = [h2, h3, h4].map(|lane| lane.wrapping_sub(all));
    [all.wrapping_sub(h2).wrapping_sub(h3).wrapping_sub(h4), h2, h3, h4]
}

fn unmix(mut h: u32) -> u32 {
    h ^= h >> 16;
    h = h.wrapping_mul(inverse(0xc2b2_ae35));
    h ^= (h >> 13) ^ (h >> 26);
    h = h.wrapping_mul(inverse(0x85eb_ca6b));
    h ^ (h >> 16)
}

/// The lanes before the last step of the hash.
fn unfinish(lanes: Lanes, number: u32) -> Lanes {
    unsum(unsum(lanes).map(unmix)).map(|lane| lane ^ number)
}

/// The digest that has these lanes under the salt of a layer.
fn unlayer(lanes: Lanes, salt: u32) -> Lanes {
    if salt == 0 {
        return lanes;
    }
    let lanes = unfinish(lanes, salt);
    std::array::from_fn(|i| lanes[i] ^ salt.wrapping_mul(SALTED[i]))
}

/// The key with this digest.
fn key_of(digest: Lanes, seed: u32) -> [u8; 16] {
    let start = seed.wrapping_mul(0x9e37_79b1) | 1 << 31;
    let [h1, h2, h3, h4] = unfinish(digest, 16);
    let unstep = |after: u32, other: u32, turn: u32, plus: u32| {
        let sum = after.wrapping_sub(plus).wrapping_mul(inverse(5));
        sum.wrapping_sub(other).rotate_right(turn) ^ start
    };
    let mixed = [
        unstep(h1, start, 19, 0x561c_cd1b),
        unstep(h2, start, 17, 0x0bca_a747),
        unstep(h3, start, 15, 0x96cd_1c35),
        unstep(h4, h1, 13, 0x32ac_3b17),
    ];
    let mut key = [0; 16];
    for (i, bytes) in key.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let turned = mixed[i].wrapping_mul(inverse(FACTORS[(i + 1) % 4]));
        let word = turned.rotate_right(15 + i as u32).wrapping_mul(inverse(FACTORS[i]));
        *bytes = word.to_le_bytes();
    }
    key
}

fn honest(count: u32) -> Vec<[u8; 16]> {
    (0..count).map(|i| *format!("honest-{i:09}").as_bytes().first_chunk().unwrap()).collect()
}

/// The honest keys of the larger tests.
fn many_honest() -> Vec<[u8; 16]> {
    honest(std::env::var("EDGEBLOOM_HONEST").map_or(100_000, |count| count.parse().unwrap()))
}

fn set_of(keys: &[[u8; 16]], seed: u32, rate: f64) -> StaticSet {
    let mut builder = Builder::new(seed);
    keys.iter().for_each(|key| builder.push(key).unwrap());
    builder.finish_static(rate).unwrap()
}

/// Builds the set, and compares it with one of honest keys only.
fn assert_cheap(honest: &[[u8; 16]], chosen: &[[u8; 16]], seed: u32, rate: f64) {
    let all = [honest, chosen].concat();
    let started = Instant::now();
    let set = set_of(&all, seed, rate);
    let time = started.elapsed();
    assert!(all.iter().all(|key| set.contains(key)));
    let reversed: Vec<_> = all.iter().rev().copied().collect();
    assert!(set == set_of(&reversed, seed, rate), "the order of the keys changes the set");
    let started = Instant::now();
    let usual = set_of(honest, seed, rate).bits() / 8;
    let usual_time = started.elapsed();
    let most = usual + 20 * chosen.len() as u64;
    let bytes = set.bits() / 8;
    let (few, many) = (honest.len(), chosen.len());
    println!(
        "{few} honest: {usual} bytes, {usual_time:.2?}; {many} chosen: {bytes} bytes, {time:.2?}"
    );
    assert!(bytes <= most, "{few} and {many} chosen: {bytes} bytes, at most {most}");
}

/// For each salt that is known beforehand, two keys with one equation and two fingerprints.
fn contradictions(seed: u32) -> Vec<[u8; 16]> {
    KNOWN_SALTS
        .flat_map(|salt| [5, 6].map(|print| unlayer([salt << 20, 3, 4, print], salt)))
        .map(|digest| key_of(digest, seed))
        .collect()
}

#[test]
fn contradictions_under_every_known_salt_do_not_stop_a_set() {
    for (seed, rate) in [(0, 0.01), (7, 0.001), (u32::MAX, 0.5)] {
        let chosen = contradictions(seed);
        for count in [0, 1, 2_900, 3_100] {
            assert_cheap(&honest(count), &chosen, seed, rate);
        }
        assert_cheap(&many_honest(), &chosen, seed, rate);
    }
}

/// The digests of two contradictory keys in each bucket of a layer of `keys` keys.
fn bucket_digests(keys: u64, salt: u32) -> Vec<Lanes> {
    let starts = keys * 20 / 21 / 32 * 32 - 63;
    let lane = |bucket: u64| (((bucket * 128 + 100) << 32).div_ceil(starts)) as u32;
    (0..(starts - 100) / 128)
        .flat_map(|bucket| [5, 6].map(|print| unlayer([lane(bucket), 3, 4, print], salt)))
        .collect()
}

fn bucket_fillers(keys: u64, salt: u32, seed: u32) -> Vec<[u8; 16]> {
    bucket_digests(keys, salt).into_iter().map(|digest| key_of(digest, seed)).collect()
}

/// The golden file `whole-bucket`: the threshold of one bucket is the last one.
#[test]
fn two_keys_bump_a_whole_bucket() {
    let two = &bucket_fillers(3202, 0, 0)[6..8];
    assert_eq!(*two, CONTRADICTION.map(u128::to_be_bytes));
    let named: Vec<_> = (0..3200).map(|i| format!("key-{i}").into_bytes()).collect();
    let keys = named.iter().map(Vec::as_slice).chain(two.iter().map(<[u8; 16]>::as_slice));
    let mut builder = Builder::new(0);
    keys.for_each(|key| builder.push(key).unwrap());
    let set = builder.finish_static(0.1).unwrap();
    let file = static_set_to_bytes(&set, Metadata::default()).unwrap();
    // The codes of the first 32 buckets, two bits each, follow the header of the first layer.
    let codes = u64::from_le_bytes(*file[64..].first_chunk().unwrap());
    assert_eq!(codes >> (2 * 3) & 3, 3);
    assert_eq!((0..32).filter(|bucket| codes >> (2 * bucket) & 3 == 3).count(), 1);
}

#[test]
fn full_buckets_do_not_inflate_a_set() {
    let honest = many_honest();
    for layers in [1, 2, 5, 16] {
        // A layer from which every bucket is bumped leaves all keys to the next one.
        let mut chosen = Vec::new();
        for _ in 0..8 {
            let all = (honest.len() + chosen.len()) as u64;
            chosen = (0..layers).flat_map(|salt| bucket_fillers(all, salt, 0)).collect();
        }
        assert_cheap(&honest, &chosen, 0, 0.01);
    }
}

#[test]
fn permuted_lanes_do_not_contradict_each_other_under_every_salt() {
    let permutations = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
    for (seed, salt) in [(0, 0), (9, 0), (0, 1), (0, 2), (0, 3)] {
        let lanes = [0x1234_5678, 0x9abc_def1, 0x0f1e_2d3d, 0x4b5a_6979];
        // Salts 1 to 3 are those of the sets of changes.
        let before = |lanes: Lanes| if salt == 0 { lanes } else { unfinish(lanes, salt) };
        let six: Vec<_> = permutations
            .iter()
            .map(|&[b, c, d]| key_of(before([lanes[0], lanes[b], lanes[c], lanes[d]]), seed))
            .collect();
        assert_cheap(&honest(1_000), &six, seed, 0.01);
        let [mut old, mut new] = [Builder::new(seed), Builder::new(seed)];
        for key in &honest(1_000) {
            old.push(key).unwrap();
            new.push(key).unwrap();
        }
        six.iter().for_each(|key| old.push(key).unwrap());
        new.push(&six[5]).unwrap();
        let mut digests = Vec::new();
        let count = old.distinct() as usize;
        old.write_digests(0, count, &mut digests);
        let mut changes = Changes::new();
        changes.compare(&mut new, &digests).unwrap();
        changes.end(&mut new).unwrap();
        assert_eq!((changes.added(), changes.removed()), (0, 5));
        let sets = changes.sets(&mut new, 0.01, &[], &[]).unwrap();
        let is_removed = |key: &[u8; 16]| sets[1..].iter().all(|set| set.contains(key));
        assert!(six[..5].iter().all(is_removed));
        assert!(!is_removed(&six[5]));
        assert!(!honest(1_000).iter().any(is_removed));
    }
}

#[test]
fn pairs_for_many_salts_do_not_stop_a_set() {
    // As many salts as 140,000 pairs can contradict, among those that follow from the keys, too.
    let pairs = if std::env::var_os("EDGEBLOOM_HONEST").is_some() { 140_000 } else { 10_000 };
    let chosen: Vec<_> = (0..pairs)
        .map(|i: u32| if i < 79 { i } else { i.wrapping_mul(0x9e37_79b1) })
        .flat_map(|salt| [5, 6].map(|print| key_of(unlayer([7, 3, 4, print], salt), 0)))
        .collect();
    assert_cheap(&many_honest(), &chosen, 0, 0.01);
}

/// A map of honest keys, with four values that are equally frequent, and of chosen keys.
fn map_of(honest: &[[u8; 16]], chosen: &[([u8; 16], u32)], seed: u32) -> StaticMap {
    let mut builder = MapBuilder::new(seed);
    for (key, value) in (0..4).cycle().zip(honest).map(|(value, key)| (key, value)) {
        builder.set_value(value);
        builder.push(key).unwrap();
    }
    for (key, value) in chosen {
        builder.set_value(*value);
        builder.push(key).unwrap();
    }
    assert!(builder.prepare(false).unwrap().is_empty());
    builder.finish(0.01, &["0", "1", "2", "3"]).unwrap()
}

/// Builds the map, and compares it with one of honest keys only. Returns the salt of its code bits.
fn assert_map_cheap(honest: &[[u8; 16]], chosen: &[([u8; 16], u32)], seed: u32) -> u32 {
    let started = Instant::now();
    let map = map_of(honest, chosen, seed);
    let time = started.elapsed();
    let honest_too = (0..4).cycle().zip(honest).map(|(value, key)| (key, value));
    for (key, value) in chosen.iter().map(|(key, value)| (key, *value)).chain(honest_too) {
        assert_eq!(map.get(key), Some(["0", "1", "2", "3"][value as usize]));
    }
    let file = static_map_to_bytes(&map, Metadata::default()).unwrap();
    let started = Instant::now();
    let usual = static_map_to_bytes(&map_of(honest, &[], seed), Metadata::default()).unwrap();
    let usual_time = started.elapsed();
    let (few, many, bytes) = (honest.len(), chosen.len(), file.len());
    println!(
        "{few} honest: {} bytes, {usual_time:.2?}; {many} chosen: {bytes} bytes, {time:.2?}",
        usual.len()
    );
    assert!(bytes <= usual.len() + 20 * many, "{few} and {many} chosen: {bytes} bytes");
    // The metadata, its entry, and the two numbers before the salt.
    u32::from_le_bytes(*file[56 + 8 + 8 + 8..].first_chunk().unwrap())
}

/// The salt of the first code bit, which is tried first.
const VALUE_SALT: u32 = 16;

#[test]
fn equal_code_bits_do_not_stop_a_map() {
    for (seed, count) in [(0, 100_u32), (7, 3000), (1, 50_000)] {
        // Bit 0 of one key, which is 1, and bit 1 of the other one, which is 0, are one equation.
        let pairs: Vec<_> = (0..count / 20)
            .flat_map(|i| {
                let lanes = [i.wrapping_mul(0x9e37_79b1), i, 5, 6];
                let digest = |bit| key_of(unlayer(lanes, VALUE_SALT + bit), seed);
                [(digest(0), 2), (digest(1), 0)]
            })
            .collect();
        let honest = honest(count);
        assert_ne!(assert_map_cheap(&honest, &pairs, seed), VALUE_SALT);
        // The same keys with values whose bits do not contradict each other.
        let agreeing: Vec<_> = pairs.iter().map(|&(key, _)| (key, 3)).collect();
        assert_eq!(assert_map_cheap(&honest, &agreeing, seed), VALUE_SALT);
    }
}

#[test]
fn contradictory_code_bits_do_not_stop_a_map() {
    for (seed, count) in [(0, 4), (7, 2_900), (1, 50_000)] {
        // Under every known salt of a layer, two keys whose first bits have one equation.
        let chosen: Vec<_> = KNOWN_SALTS
            .flat_map(|salt| [5, 6].map(|print| unlayer([salt << 20, 3, 4, print], salt)))
            .map(|digest| (key_of(unlayer(digest, VALUE_SALT), seed), 3))
            .collect();
        assert_map_cheap(&honest(count), &chosen, seed);
    }
}

#[test]
fn full_buckets_do_not_inflate_a_map() {
    // Two contradictory keys in each bucket of the first layer of the code bits.
    for count in [50_000_u32, 200_000] {
        let fillers: Vec<_> = bucket_digests(2 * u64::from(count), 0)
            .into_iter()
            .map(|digest| (key_of(unlayer(digest, VALUE_SALT), 0), 3))
            .collect();
        assert_map_cheap(&honest(count), &fillers, 0);
    }
}
