//! The parts of published sets: changes between lists, which are exact for all keys of both lists,
//! and shards, which have the error rate of an unsharded set.

use edgebloom::{Builder, Changes, CollectKeys, Layout, Sharder, StaticSet};

fn collected(keys: impl IntoIterator<Item = u64>) -> Builder {
    let mut builder = Builder::new(7);
    for key in keys {
        builder.push(name(key).as_bytes()).unwrap();
    }
    builder
}

fn name(key: u64) -> String {
    format!("key-{key}.example")
}

fn digests(builder: &mut Builder) -> Vec<u8> {
    let mut bytes = Vec::new();
    builder.write_digests(0, usize::MAX, &mut bytes);
    bytes
}

fn compared(old: &mut Builder, new: &mut Builder) -> Changes {
    let mut changes = Changes::new();
    // Pieces of 17 digests, so that they end at other keys than before.
    for piece in digests(old).chunks(16 * 17) {
        changes.compare(new, piece).unwrap();
    }
    changes.end(new).unwrap();
    changes
}

fn is_removed(sets: &[StaticSet], key: u64) -> bool {
    let [_, removed @ ..] = sets else { unreachable!() };
    !removed.is_empty() && removed.iter().all(|set| set.contains(name(key).as_bytes()))
}

#[test]
fn a_layer_is_exact_for_every_key_of_both_lists() {
    let counts = [0, 1, 2, 5, 31, 100, 999, 4000, 20_000];
    for listed in counts {
        for added in counts {
            for removed in counts.into_iter().filter(|&removed| removed <= listed) {
                let mut old = collected(0..listed);
                let mut new = collected(removed..listed + added);
                let changes = compared(&mut old, &mut new);
                assert_eq!((changes.added(), changes.removed()), (added, removed));
                let sets = changes.sets(&mut new, 0.001, &[], &[]).unwrap();
                let what = format!("{listed} + {added} - {removed}");
                assert!(sets.len() <= 3, "{what}");
                assert!((0..removed).all(|key| is_removed(&sets, key)), "{what}");
                assert!(!(removed..listed + added).any(|key| is_removed(&sets, key)), "{what}");
                let mut fresh = listed..listed + added;
                assert!(fresh.all(|key| sets[0].contains(name(key).as_bytes())), "{what}");
            }
        }
    }
}

#[test]
fn two_sets_of_removed_keys_take_less_than_a_cascade() {
    let mut old = collected(0..200_000);
    let mut new = collected(2000..202_000);
    let sets = compared(&mut old, &mut new).sets(&mut new, 0.001 / 30.0, &[], &[]).unwrap();
    let bits: u64 = sets[1..].iter().map(StaticSet::bits).sum();
    // A cascade for the same sets takes 11 bits per removed key. The two sets take 8.9.
    assert!(bits < 9 * 2000, "{bits}");
}

/// Some keys that were removed before are false positives of the set of added keys. They are
/// removed again.
#[test]
fn a_key_stays_removed_while_others_are_added() {
    let mut removals = collected(1_000_000..1_050_000);
    let (mut old, mut new) = (collected(0..1000), collected(0..2000));
    let changes = compared(&mut old, &mut new);
    let answers = |removals: &[u8]| {
        let sets = changes.clone().sets(&mut new.clone(), 0.01, removals, &[]).unwrap();
        assert!(!(0..2000).any(|key| is_removed(&sets, key)));
        (1_000_000..1_050_000)
            .filter(|&key| !is_removed(&sets, key) && sets[0].contains(name(key).as_bytes()))
            .count()
    };
    assert!(answers(&[]) > 300);
    assert_eq!(answers(&digests(&mut removals)), 0);
}

/// Any number of combined changes lead from the first list to the last one.
#[test]
fn repeated_changes_equal_changes_from_the_first_list() {
    let lists: [Vec<u64>; 5] = [
        (0..1000).collect(),
        (100..1200).collect(),
        // Some removed keys come back, and some added ones are removed.
        (50..1100).collect(),
        (0..1300).step_by(2).collect(),
        (0..1000).collect(),
    ];
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    let mut old = collected(lists[0].iter().copied());
    for list in &lists[1..] {
        let mut new = collected(list.iter().copied());
        let all = compared(&mut old, &mut new).after(&added, &removed).unwrap();
        (added, removed) = (all.added_digests(), all.removed_digests());
        let sets = all.sets(&mut new, 0.001, &[], &[]).unwrap();
        for key in 0..1300 {
            let listed = list.contains(&key);
            assert!(!(listed && is_removed(&sets, key)), "{key} is listed");
            if listed && key >= 1000 {
                assert!(sets[0].contains(name(key).as_bytes()), "{key} was added");
            }
            if !listed && key < 1000 {
                assert!(is_removed(&sets, key), "{key} was removed");
            }
        }
        old = new;
    }
}

#[test]
fn shards_hold_every_key_once() {
    for shards in [1, 2, 64, 1 << 16] {
        let mut sharder = Sharder::new(7, shards).unwrap();
        let text: String = (0..5000).map(|key| format!("{}\n", name(key))).collect();
        sharder.push_lines(text.as_bytes()).unwrap();
        assert_eq!(sharder.collected(), 5000);
        let mut all = Builder::new(7);
        for shard in 0..shards as usize {
            all.push_digests(&sharder.drain(shard)).unwrap();
        }
        assert_eq!(sharder.collected(), 0);
        assert_eq!(digests(&mut all), digests(&mut collected(0..5000)), "{shards}");
    }
    for shards in [0, 3, 1 << 17] {
        assert_eq!(Sharder::new(0, shards).unwrap_err().rule().field, "shards");
    }
}

/// Under the salt for shards, all digests of a shard share 6 bits. Under other salts, this must
/// have no effect.
#[test]
fn a_shard_has_the_rate_of_an_unsharded_set() {
    let (keys, others, shards) = (100_000, 10_000_000, 64);
    let text = |range: std::ops::Range<u64>| -> String {
        range.map(|key| format!("{}\n", name(key))).collect()
    };
    let in_first = |range: std::ops::Range<u64>| {
        let mut sharder = Sharder::new(7, shards).unwrap();
        sharder.push_lines(text(range).as_bytes()).unwrap();
        let mut builder = Builder::new(7);
        builder.push_digests(&sharder.drain(0)).unwrap();
        builder
    };
    let mut members = in_first(0..keys * u64::from(shards));
    let count = members.distinct() as f64;
    assert!((0.98..1.02).contains(&(count / keys as f64)), "{count}");
    let first_others = 1 << 40;
    let sharder = Sharder::new(7, shards).unwrap();
    let others = (first_others..first_others + others).map(name);
    let queries: Vec<String> = others.filter(|key| sharder.shard_of(key.as_bytes()) == 0).collect();
    let assert_rate = |what: &str, hits: usize, least: f64| {
        let expected = 0.01 * queries.len() as f64;
        let (low, high) = (least * expected, 1.01 * expected);
        let deviation = 4.0 * expected.sqrt();
        let range = low - deviation..high + deviation;
        assert!(range.contains(&(hits as f64)), "{what}: {hits} of {}", queries.len());
    };
    for layout in [Layout::Standard, Layout::Partitioned] {
        let filter = members.finish(layout, 0.01).unwrap();
        let hits = queries.iter().filter(|key| filter.contains(key.as_bytes())).count();
        assert_rate("filter", hits, 0.97);
    }
    let set = members.finish_static(0.01).unwrap();
    let hits = queries.iter().filter(|key| set.contains(key.as_bytes())).count();
    assert_rate("static set", hits, 0.98);
}
