//! Properties of filters of every scheme, ours and those of other systems: folds, counters, plain copies, estimates, names.

use std::collections::BTreeMap;

use crate::common::foreign::any::AnyFilter;
use crate::common::foreign::frozen_rows::{
    filter_of, foreign_made_of, foreign_of, key, made_of, number, row_of, rows,
};
use edgebloom::foreign::hash::mt19937::Generator;
use edgebloom::foreign::{Header, KeyEncoding, Scheme, SubFilter, php};
use edgebloom::format::Metadata;
use edgebloom::{Filter, Layout, Width};
use serde_json::Value;

/// Larger filters take long and show nothing more.
const MOST_BITS: u64 = 20_000;
const KEYS: u64 = 60;

fn small_rows() -> impl Iterator<Item = Value> {
    rows().into_iter().filter(|row| number(row, "bits") <= MOST_BITS)
}

fn fill(filter: &mut AnyFilter, prefix: &str) {
    let encoding = filter.header().encoding;
    for i in 0..KEYS {
        filter.insert(&key(encoding, prefix, i)).unwrap();
    }
}

fn cells(filter: &AnyFilter) -> BTreeMap<u64, u64> {
    let mut cells = BTreeMap::new();
    filter.each_cell(|position, number| _ = cells.insert(position, number));
    cells
}

/// The schemes that compute positions from the capacity, or differently for every size.
const NEVER_FOLD: [&str; 9] = [
    "crc32-mt",
    "npm-bloom-filters-v1a",
    "npm-bloom-filters-v1b",
    "npm-bloom-filters-v1-partitioned",
    "npm-bloom-filters-v2-partitioned",
    "pybloom-live-md5",
    "pybloom-live-xxh128",
    "redisbloom",
    "redisbloom-hash32",
];

/// True if the masked position in a part of `size` places determines that in one of
/// `size` / `divisor`.
fn masks_agree(size: u64, divisor: u64) -> bool {
    let mut smaller = BTreeMap::new();
    (0..4 * size).all(|hash| {
        let place = hash & (size / divisor - 1);
        *smaller.entry(hash & (size - 1)).or_insert(place) == place
    })
}

#[test]
fn a_fold_is_the_filter_of_that_size() {
    let mut folded_of = BTreeMap::<&str, usize>::new();
    for row in small_rows() {
        let mut filter = filter_of(&row);
        fill(&mut filter, "member");
        let header = filter.header();
        let (name, span) = (header.scheme.name(), header.shape.span());
        let never = NEVER_FOLD.contains(&name);
        for divisor in (0..=70).chain([span - 1, span, span + 1]) {
            let divides = divisor > 0 && span.is_multiple_of(divisor);
            let smaller = divides.then(|| made_of(&row, header.shape.bits() / divisor, Width::Bit));
            let folds = match (&smaller, divisor) {
                (_, 1) => true,
                (Some(Ok(_)), _) if never => false,
                (Some(Ok(_)), _) if name == "additive-partitioned" => masks_agree(span, divisor),
                (Some(Ok(_)), _) => true,
                _ => false,
            };
            let found = filter.fold(divisor);
            assert_eq!(found.is_ok(), folds, "{name} of {span} by {divisor}");
            let Ok(found) = found else {
                assert_eq!(found.unwrap_err().rule().field, "divisor");
                continue;
            };
            let mut expected = smaller.unwrap().unwrap();
            fill(&mut expected, "member");
            assert_eq!(cells(&found), cells(&expected), "{name} of {span} by {divisor}");
            *folded_of.entry(name).or_default() += usize::from(divisor > 1);
        }
    }
    // One could be by chance. Most rows have many divisors.
    let folding = folded_of.values().filter(|&&count| count > 1).count();
    assert!(folding >= 12, "{folded_of:?}");
}

fn additive(size: u64, seeds: &[i64]) -> AnyFilter {
    php::additive_partitioned::filter(size, seeds).unwrap().into()
}

fn crc32_mt() -> AnyFilter {
    php::crc32_mt::filter(1000, 100, Generator::Php8).unwrap().into()
}

#[test]
fn masked_parts_fold_if_the_masks_agree() {
    let mut folded = 0;
    for size in 1..=96 {
        let mut filter = additive(size, &[3, 7]);
        fill(&mut filter, "member");
        for divisor in (2..=size).filter(|&divisor| size.is_multiple_of(divisor)) {
            let found = filter.fold(divisor);
            assert_eq!(found.is_ok(), masks_agree(size, divisor), "{size} by {divisor}");
            let Ok(found) = found else { continue };
            let mut expected = additive(size / divisor, &[3, 7]);
            fill(&mut expected, "member");
            assert_eq!(cells(&found), cells(&expected), "{size} by {divisor}");
            // Also a size that is not a power of two.
            folded += usize::from(!size.is_power_of_two() && size / divisor > 1);
        }
    }
    assert!(folded > 10, "{folded}");
}

/// A fold has other numbers than the original, so it has no capacity. If the probes depend on the
/// capacity, it is kept.
#[test]
fn a_fold_has_no_capacity() {
    let native = AnyFilter::from(Filter::with_rate(Layout::Blocked, 1_000, 0.01, 0).unwrap());
    let go = filter_of(&row_of(Scheme::GoBitsAndBlooms));
    let header = Header { target: native.header().target, ..go.header() };
    let foreign = AnyFilter::from(SubFilter::new(header, Vec::new()).unwrap());
    let fixed = crc32_mt();
    let keeps =
        |filter: &AnyFilter, divisor| filter.fold(divisor).unwrap().header().target.is_some();
    for filter in [&native, &foreign, &fixed] {
        assert!(filter.header().target.is_some());
    }
    assert_eq!([keeps(&native, 1), keeps(&native, 2)], [false, false]);
    assert_eq!([keeps(&foreign, 1), keeps(&foreign, 2)], [true, false]);
    assert_eq!(fixed.fold(1).unwrap(), fixed);
}

#[test]
fn a_rejected_fold_reports_other_divisors() {
    let never = crc32_mt();
    assert_eq!(
        never.fold(2).unwrap_err().rule().expected,
        "filters of this scheme cannot be folded"
    );
    let native = Filter::with_shape(Layout::Standard, 1024, 3, 0).unwrap();
    for (filter, divisor) in [(native.into(), 3), (additive(12, &[1]), 2)] {
        let error = filter.fold(divisor).unwrap_err();
        let span = filter.header().shape.span();
        let expected = format!("a divisor of {span} (words, words per slice, or blocks)");
        assert_eq!(error.to_string(), format!("divisor: expected {expected}, got {divisor}"));
    }
}

/// The line for [`key`].
fn line(encoding: KeyEncoding, prefix: &str, i: u64) -> String {
    match encoding {
        KeyEncoding::Int64 | KeyEncoding::Int32 => {
            (if prefix == "member" { i } else { 1_000_000 + i }).to_string()
        }
        _ => format!("{prefix}-{i}"),
    }
}

#[test]
fn lines_work_like_keys() {
    let mut tried = 0;
    for row in small_rows() {
        let mut by_key = filter_of(&row);
        let mut by_line = by_key.clone();
        let encoding = by_key.header().encoding;
        // There the keys are digests, which a line contains as decimal numbers.
        if encoding == KeyEncoding::Hash128 {
            continue;
        }
        let text = |prefix: &str| -> String {
            (0..KEYS).map(|i| line(encoding, prefix, i) + "\r\n").collect()
        };
        let mut expected = 0;
        for i in 0..KEYS {
            expected += u64::from(by_key.insert(&key(encoding, "member", i)).unwrap());
        }
        assert_eq!(by_line.insert_lines(text("member").as_bytes()).unwrap(), expected, "{row}");
        assert_eq!(cells(&by_line), cells(&by_key), "{row}");
        assert_eq!(by_line.header(), by_key.header(), "{row}");
        for prefix in ["member", "absent"] {
            let mut answers = Vec::new();
            by_key.contains_lines(text(prefix).as_bytes(), |maybe| answers.push(maybe));
            let keys = (0..KEYS).map(|i| by_key.contains(&key(encoding, prefix, i)));
            assert_eq!(answers, keys.collect::<Vec<_>>(), "{row}");
        }
        tried += 1;
    }
    assert!(tried > 30);
}

#[test]
fn removing_added_keys_restores_the_counters() {
    for row in small_rows() {
        let Ok(empty) = made_of(&row, number(&row, "bits"), Width::Sixteen) else { continue };
        // If nearly all cells are set, every non-member is a false positive.
        if number(&row, "bits") < 1_000 {
            continue;
        }
        let encoding = empty.header().encoding;
        let mut once = empty.clone();
        fill(&mut once, "member");
        let mut filter = once.clone();
        assert!(filter.insert(&key(encoding, "other", 0)).is_ok());
        assert!(filter.remove(&key(encoding, "other", 0)), "{row}");
        assert_eq!(cells(&filter), cells(&once), "{row}");
        let mut refused = 0;
        for i in 0..KEYS {
            let stranger = key(encoding, "absent", i);
            let maybe = once.contains(&stranger);
            let mut filter = once.clone();
            assert_eq!(filter.remove(&stranger), maybe, "{row}");
            if !maybe {
                assert_eq!(cells(&filter), cells(&once), "{row}");
                assert_eq!(filter.header().inserted, once.header().inserted);
                refused += 1;
            }
        }
        assert!(refused > 0, "{row}");
        for i in 0..KEYS {
            assert!(once.remove(&key(encoding, "member", i)), "{row}");
        }
        assert_eq!(once.header().inserted, 0, "{row}");
        assert!(cells(&once).is_empty(), "{row}");
    }
}

#[test]
fn the_plain_copy_of_counters_is_the_filter_of_bits() {
    for row in small_rows() {
        let Ok(mut counting) = made_of(&row, number(&row, "bits"), Width::Eight) else { continue };
        let mut bits = filter_of(&row);
        for filter in [&mut counting, &mut bits] {
            fill(filter, "member");
        }
        let plain = counting.plain().unwrap();
        assert_eq!(plain.header(), bits.header(), "{row}");
        assert_eq!(cells(&plain), cells(&bits), "{row}");
    }
}

/// The estimate counts all bits. If each probe has its own part, it counts each part.
#[test]
fn estimates_use_each_part() {
    let parts = ["partitioned", "additive-partitioned", "pybloom-live"];
    let mut tried = 0;
    for row in small_rows() {
        let mut filter = filter_of(&row);
        fill(&mut filter, "member");
        let header = filter.header();
        let name = header.scheme.name();
        let is_partitioned = parts.iter().any(|one| name.starts_with(one));
        if !is_partitioned && name != "standard" {
            continue;
        }
        let (bits, hashes) = (header.shape.bits(), header.shape.hashes());
        let size = if is_partitioned { bits / hashes } else { bits };
        let mut set = BTreeMap::<u64, f64>::new();
        cells(&filter).keys().for_each(|position| *set.entry(position / size).or_default() += 1.0);
        let fill = |count: &f64| count / size as f64;
        let rate = if is_partitioned {
            set.values().map(fill).product()
        } else {
            set.values().map(fill).sum::<f64>().powi(hashes as i32)
        };
        let found = filter.estimate();
        assert!((found.rate / rate - 1.0).abs() < 1e-9, "{name}: {} is not {rate}", found.rate);
        let n = number(&row, "members");
        let expected = if is_partitioned {
            edgebloom::params::partitioned_rate(size, n, hashes)
        } else {
            edgebloom::params::false_positive_rate_exact(bits, n, hashes)
        };
        if let AnyFilter::Own(filter) = &filter {
            let found = header.shape.rate_for(filter.header().layout, n);
            assert_eq!(found.to_bits(), expected.to_bits(), "{name}");
        }
        tried += 1;
    }
    assert!(tried > 5);
}

/// If all probes of a key are in one block, the estimate counts each block.
#[test]
fn estimates_use_each_block() {
    // The scheme, its probes, the bits of a block, and the number of bits from which a probe
    // chooses.
    for (scheme, hashes, block, part) in
        [(Scheme::Blocked, 7, 512, 512), (Scheme::ParquetSbbf, 8, 256, 32)]
    {
        let blocks = 5;
        let row = rows()
            .into_iter()
            .find(|row| number(row, "scheme") == scheme.id() && number(row, "hashes") == hashes);
        let mut filter = made_of(&row.unwrap(), blocks * block, Width::Bit).unwrap();
        for n in [0, 1, 7, 60, 5_000] {
            (0..n).for_each(|i| _ = filter.insert(format!("{n}-{i}").as_bytes()).unwrap());
            let mut set = vec![0u64; (blocks * block / part) as usize];
            cells(&filter).keys().for_each(|position| set[(position / part) as usize] += 1);
            let (mut count, mut rate, mut full) = (0.0, 0.0, 0);
            for parts in set.chunks((block / part) as usize) {
                let in_block = parts.iter().sum::<u64>();
                full += u64::from(in_block == block);
                let members = in_block.min(block - 1);
                count += edgebloom::params::estimated_count(block, hashes, members);
                let filled = |set: &u64| *set as f64 / part as f64;
                let probes = parts.iter().cycle().take(hashes as usize).map(filled);
                rate += probes.product::<f64>() / blocks as f64;
            }
            let found = filter.estimate();
            assert_eq!(found.set, set.iter().sum::<u64>(), "{scheme:?} of {n}");
            assert!((found.count - count).abs() <= count * 1e-9, "{scheme:?} of {n}: {found:?}");
            assert!((found.rate - rate).abs() <= rate * 1e-9, "{scheme:?} of {n}: {found:?}");
            assert_eq!(n == 5_000, full > 0, "{scheme:?} of {n}");
        }
    }
}

/// Redis bitmaps use schemes 1 to 3 for the layouts of our own filters.
#[test]
fn the_schemes_of_our_layouts_are_our_filters() {
    for row in rows().into_iter().filter(|row| number(row, "scheme") <= 3) {
        let (bits, hashes) = (number(&row, "bits"), number(&row, "hashes"));
        let (own, foreign) = (filter_of(&row), AnyFilter::from(foreign_of(&row)));
        assert_eq!((own.header().scheme, hashes), (foreign.header().scheme, foreign.hashes()));
        let [mut own, mut foreign] = [own, foreign];
        for filter in [&mut own, &mut foreign] {
            fill(filter, "member");
        }
        assert_eq!(cells(&own), cells(&foreign), "{row}");
        assert_eq!(own.estimate(), foreign.estimate(), "{row}");
        for i in 0..KEYS {
            let positions = |filter: &AnyFilter| {
                let mut positions = Vec::new();
                filter.positions(&key(KeyEncoding::Native, "absent", i), |p| positions.push(p));
                positions
            };
            assert_eq!(positions(&own), positions(&foreign), "{row}");
        }
        let metadata = Metadata { name: "a list", version: "1", ..Default::default() };
        let file = own.to_bytes(metadata).unwrap();
        assert_eq!(file, foreign.to_bytes(metadata).unwrap(), "{row}");
        assert_eq!(AnyFilter::from_bytes(&file).unwrap(), own);
        for divisor in (2..=20).filter(|divisor| bits.is_multiple_of(512 * hashes * divisor)) {
            let folded = [&own, &foreign].map(|filter| filter.fold(divisor).unwrap());
            assert_eq!(cells(&folded[0]), cells(&folded[1]), "{row} by {divisor}");
        }
        let sizes = [1, 63, 64, 65, 512, 64 * hashes, 512 * hashes, 512 * hashes + 64, 1 << 32];
        for bits in sizes.into_iter().chain([(1 << 32) + 512 * hashes]) {
            let own = made_of(&row, bits, Width::Bit).is_ok();
            let foreign = foreign_made_of(&row, bits, Width::Bit).is_ok();
            assert!(own == foreign || bits < 64, "{row} of {bits} bits");
        }
    }
}

/// The ids and names of other systems are in tests/golden/schemes.json.
#[test]
fn ids_and_names_never_change() {
    let rows: Vec<Value> = serde_json::from_str(include_str!("../../golden/schemes.json")).unwrap();
    let mut expected = [(1, "standard"), (2, "partitioned"), (3, "blocked")]
        .map(|(id, name)| (id, name.to_owned()))
        .to_vec();
    expected.extend(
        rows.iter().map(|row| (number(row, "scheme"), row["name"].as_str().unwrap().to_owned())),
    );
    let found: Vec<_> =
        Scheme::ALL.iter().map(|scheme| (scheme.id(), scheme.name().to_owned())).collect();
    assert_eq!(found, expected);
    let ids: Vec<u64> = Scheme::ALL.iter().map(|scheme| scheme.id()).collect();
    assert_eq!(ids, (1..=26).chain([31]).collect::<Vec<_>>());
    for id in 0..=256 {
        assert_eq!(Scheme::from_id(id).map(Scheme::id), ids.contains(&id).then_some(id));
    }
}
