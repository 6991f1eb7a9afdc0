//! Compares static sets with Bloom filters and binary fuse filters, natively:
//! `npm run bench:static` runs it. A round measures a block of each. A ratio compares two blocks of
//! the same round.

#[path = "../keys.rs"]
mod keys;

use std::hint::black_box;
use std::time::Instant;

use edgebloom::format::{Metadata, static_set_to_bytes, to_bytes};
use edgebloom::{Builder, CollectKeys, Filter, Layout};
use xorf::{BinaryFuse8, BinaryFuse16, Filter as Fuse};

const ROUNDS: usize = 7;
const LENGTH: u64 = 32;

/// The nanoseconds per key of a block, and the number of "yes" answers.
fn timed(keys: usize, run: impl FnOnce() -> u64) -> (f64, u64) {
    let start = Instant::now();
    let yes = black_box(run());
    (start.elapsed().as_secs_f64() * 1e9 / keys as f64, yes)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn hash(key: &[u8]) -> u64 {
    rapidhash::v3::rapidhash_v3(key)
}

/// Measures all three with some keys at 2^-8 or 2^-16, in turn: building, queries of members,
/// queries of non-members.
macro_rules! compare {
    ($fuse:ty, $bits:literal, $count:expr) => {{
        let (count, rate) = ($count as u64, (-f64::from($bits)).exp2());
        let (text, others) = (keys::lines(LENGTH, 0, count), keys::lines(LENGTH, 1 << 40, count));
        let lines = |text: &'_ [u8]| {
            text.chunks_exact(LENGTH as usize + 1)
                .map(|line| line[..LENGTH as usize].to_vec())
                .collect::<Vec<_>>()
        };
        let (members, strangers) = (lines(&text), lines(&others));
        let n = members.len();
        let set = || {
            let mut builder = Builder::new(0);
            builder.push_lines(&text).unwrap();
            builder.finish_static(rate).unwrap()
        };
        let bloom = || {
            let mut filter = Filter::with_rate(Layout::Standard, count, rate, 0).unwrap();
            filter.insert_lines(&text).unwrap();
            filter
        };
        // Its keys must be distinct, and these are.
        let fuse =
            || <$fuse>::try_from(&members.iter().map(|key| hash(key)).collect::<Vec<_>>()).unwrap();
        let (a, b, c) = (set(), bloom(), fuse());
        let sizes = [
            static_set_to_bytes(&a, Metadata::default()).unwrap().len(),
            to_bytes(&b).len(),
            c.len() * $bits / 8,
        ];
        let all = |keys: &[Vec<u8>], has: &dyn Fn(&[u8]) -> bool| {
            keys.iter().filter(|key| has(key)).count() as u64
        };
        let mut found: [Vec<[f64; 3]>; 3] = Default::default();
        for _ in 0..ROUNDS {
            found[0].push([
                timed(n, || set().len()).0,
                timed(n, || bloom().header().inserted).0,
                timed(n, || fuse().len() as u64).0,
            ]);
            for (place, keys) in [(1, &members), (2, &strangers)] {
                let blocks = [
                    timed(n, || all(keys, &|key| a.contains(key))),
                    timed(n, || all(keys, &|key| b.contains(key))),
                    timed(n, || all(keys, &|key| c.contains(&hash(key)))),
                ];
                for (_, yes) in blocks {
                    let expected = if place == 1 {
                        yes == count
                    } else {
                        yes as f64 <= 1.5 * rate * count as f64 + 20.0
                    };
                    assert!(expected, "{yes} of {count}");
                }
                found[place].push(blocks.map(|(ns, _)| ns));
            }
        }
        let limit = count as f64 * f64::from($bits) / 8.0;
        for (i, name) in ["static set", "Bloom filter", concat!("BinaryFuse", $bits, " (xorf)")]
            .into_iter()
            .enumerate()
        {
            print!("| {count} | 2^-{} | {name} | {:.3} ", $bits, sizes[i] as f64 / limit);
            for rounds in &found {
                let ns = median(rounds.iter().map(|round| round[i]).collect());
                let ratio = median(rounds.iter().map(|round| round[i] / round[1]).collect());
                print!("| {ns:.0} | {ratio:.2} ");
            }
            println!("|");
        }
    }};
}

fn main() {
    println!(
        "| keys | rate | | size / limit | build, ns per key | build / Bloom | member, ns | member / Bloom | non-member, ns | non-member / Bloom |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for count in [10_000, 121_570, 1_000_000] {
        compare!(BinaryFuse8, 8, count);
        compare!(BinaryFuse16, 16, count);
    }
}
