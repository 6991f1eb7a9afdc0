//! Forged headers: every field of a valid file gets extreme values, alone and in pairs, with
//! corrected lengths and checksums. Each file is rejected with a typed error or is another valid
//! file. No case may take more memory than its input justifies.

mod cases;
mod formats;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::allocator::{Counts, counted};
use crate::common::foreign::any::AnyFilter;
use cases::{Original, originals};
use edgebloom::foreign::hash::mt19937::Generator;
use edgebloom::foreign::hash::string_hashes::{Arithmetic, StringHash};
use edgebloom::foreign::{self, go_bits_and_blooms, npm_bloom_filters, npm_bloomfilter, php};
use edgebloom::format::Metadata;
use edgebloom::{Filter, Growth, Header, Layout, Result, ScalableFilter, Width};

const VERDICTS: &str = include_str!("../../../forgery/verdicts.tsv");

/// Loading requests this much for a moment, to check that memory is left (`cells::packed`): 256
/// KiB.
const SPARE: usize = 1 << 18;
/// For errors, parameters, filters and their lists. A kilobyte of input can declare a few of them.
const SMALL: usize = 1 << 14;
/// The first filter for a file of pybloom_live without filters (`foreign::pybloom_live`): 1 MiB.
const UNSAID: usize = 1 << 20;
/// Up to this many bytes, every error must take less than a millisecond. In longer files, this
/// applies only to errors in the header, because a wrong checksum is found only after reading
/// everything.
const MOST_TIMED: usize = 2 << 20;

/// Errors that are found only after the cells were read. Readers for other systems also report
/// `bits` for set bits after the last one.
const AFTER_THE_HEADER: [&str; 5] = ["checksum", "payload", "data", "stage", "stages"];

/// The limits for one request and for all memory of a reader: the payload once. For a file of
/// positions, also a table of up to 32 times its length.
fn bounds(format: &str, bytes: &[u8]) -> (usize, usize) {
    let length = bytes.len();
    let largest = match format {
        "native" if bytes.get(9) == Some(&2) => length + 32 * length,
        "pybloom-live scalable" if length == 32 => UNSAID,
        // A scalable filter has a list of its filters, and a record of each.
        _ => 2 * length,
    };
    (largest.max(SPARE), largest + SPARE + SMALL)
}

#[derive(Default)]
struct Seen {
    cases: u64,
    flips: u64,
    accepted: u64,
    longest: (Duration, String),
    /// The longest time for a large file that is read completely.
    longest_of_all: (Duration, String),
    largest: usize,
}

impl Seen {
    /// Reads a case and checks the answer. Returns the verdict for the golden file.
    fn take(
        &mut self,
        (format, single): (&str, bool),
        what: &dyn Fn() -> String,
        bytes: &[u8],
    ) -> String {
        let start = Instant::now();
        let (answer, Counts { peak, largest, .. }) = counted(|| formats::read(format, bytes));
        let mut time = start.elapsed();
        let (most, most_at_once) = bounds(format, bytes);
        assert!(largest <= most, "{}: {largest} bytes at once, {} read", what(), bytes.len());
        assert!(peak <= most_at_once, "{}: {peak} bytes, {} read", what(), bytes.len());
        self.cases += 1;
        self.largest = self.largest.max(largest);
        if let Some(sound) = formats::is_sound(format, bytes) {
            assert_eq!(answer.is_ok(), sound, "{}: {:?}", what(), answer.err());
        }
        let error = match answer {
            Ok(filter) => {
                self.accepted += 1;
                assert!(
                    formats::write(format, &filter, bytes) == bytes,
                    "{}: the saved bytes differ",
                    what()
                );
                _ = filter.contains(b"sixteen bytes it");
                return "accepted".into();
            }
            Err(error) => error,
        };
        let rule = error.rule();
        // If only the header matters and there is one filter, nothing was allocated for what it
        // declares.
        let beyond = format != "native" && rule.field == "bits";
        if single && !beyond && !AFTER_THE_HEADER.contains(&rule.field) {
            assert!(peak <= SMALL, "{}: {error}: {peak} bytes", what());
        }
        let is_complete =
            rule.code.is_format() && !rule.field.is_empty() && !rule.expected.is_empty();
        assert!(is_complete, "{}: {error}", what());
        // Repeats slow cases: an interruption happens once, but a slow loader is slow three times.
        for _ in 0..2 {
            if time < Duration::from_micros(100) {
                break;
            }
            let start = Instant::now();
            _ = formats::read(format, bytes);
            time = time.min(start.elapsed());
        }
        let reads_all = bytes.len() > MOST_TIMED && ["checksum", "payload"].contains(&rule.field);
        let longest = if reads_all { &mut self.longest_of_all } else { &mut self.longest };
        if time > longest.0 {
            *longest = (time, format!("{}: {error}", what()));
        }
        format!("{} {}", rule.code.name(), rule.field)
    }

    fn print(&self, formats: usize, of: &str) {
        let Seen { cases, flips, accepted, longest: (time, what), longest_of_all, largest } = self;
        println!(
            "forgery: {cases} cases in {formats} formats ({of}), {flips} of them a flipped bit, {accepted} accepted, \
             slowest error {} µs ({what}), slowest checksum of a large file {} µs, largest allocation {largest} bytes",
            time.as_micros(),
            longest_of_all.0.as_micros()
        );
        if std::env::var_os("EDGEBLOOM_TIMES").is_some() {
            if cfg!(debug_assertions) {
                panic!("EDGEBLOOM_TIMES needs a release build");
            }
            assert!(*time < Duration::from_millis(1), "{time:?} for {what}");
        }
    }
}

/// Runs all cases of a file. Writes a line for each field or pair, with the number of cases per
/// verdict.
fn forge(original: &Original, seen: &mut Seen, lines: &mut String) {
    let sound = formats::read(&original.format, &original.bytes);
    let sound = sound.unwrap_or_else(|error| panic!("{}: {error}", original.name));
    let of = (original.format.as_str(), sound.growth().is_none());
    let mut verdicts = BTreeMap::<String, BTreeMap<String, u64>>::new();
    let mut order = Vec::new();
    original.each_case(|fields, bytes| {
        let what = || format!("{}: {fields}", original.name);
        let verdict = seen.take(of, &what, &bytes);
        if !verdicts.contains_key(fields) {
            order.push(fields.to_owned());
        }
        seen.flips += u64::from(fields == "a flipped bit");
        *verdicts.entry(fields.into()).or_default().entry(verdict).or_default() += 1;
    });
    for fields in order {
        let counts = verdicts[&fields].iter().map(|(verdict, count)| format!("{verdict} {count}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        writeln!(lines, "{}\t{fields}\t{counts}", original.name).unwrap();
    }
}

/// This is fast enough for Miri: `npm run test:miri` runs it on other machines.
#[test]
fn forged_files_are_valid_before_the_change() {
    for Original { name, format, bytes, .. } in originals() {
        let filter =
            formats::read(&format, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(formats::write(&format, &filter, &bytes) == bytes, "{name}");
        assert_ne!(formats::is_sound(&format, &bytes), Some(false), "{name}");
    }
}

/// The verdicts must not change: they show which fields are checked, and how strictly.
/// `EDGEBLOOM_WRITE_GOLDEN=1 cargo test --test all foreign::forgery` writes the current ones.
#[test]
fn golden_files() {
    let mut seen = Seen::default();
    let mut lines = String::new();
    let originals = originals();
    for original in &originals {
        forge(original, &mut seen, &mut lines);
    }
    let formats: BTreeSet<&str> = originals.iter().map(|one| one.format.as_str()).collect();
    seen.print(formats.len(), "golden files");
    if std::env::var_os("EDGEBLOOM_WRITE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/forgery/verdicts.tsv");
        return std::fs::write(path, lines).unwrap();
    }
    for (found, expected) in lines.lines().zip(VERDICTS.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(lines.lines().count(), VERDICTS.lines().count());
}

fn keys(n: u64) -> impl Iterator<Item = Vec<u8>> {
    (0..n).map(|i| format!("key-{i}").into_bytes())
}

fn with_keys(filter: Result<impl Into<AnyFilter>>, n: u64) -> AnyFilter {
    let mut filter = filter.unwrap().into();
    keys(n).for_each(|key| _ = filter.insert(&key).unwrap());
    filter
}

/// Files of every kind that the library makes and tests/golden does not have: the schemes of the
/// PHP systems, counters in every layout, positions of more bits than there is memory, the most
/// exceptions, scalable filters of other layouts and with many sub-filters, and some files of
/// megabytes.
fn of_the_library() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut add = |name: &str, filter: AnyFilter| {
        files.push((name.to_owned(), filter.to_bytes(Metadata::default()).unwrap()));
    };
    for layout in Layout::ALL {
        for width in [Width::Two, Width::Four, Width::Eight, Width::Sixteen] {
            let header = Header::with_rate(layout, 50, 0.1, 9).unwrap();
            add("counters", with_keys(Filter::new(Header { width, ..header }), 50));
        }
        add("1.2 MB", with_keys(Filter::with_rate(layout, 1_000_000, 0.01, 0), 100));
    }
    let mut packed = with_keys(Filter::with_rate(Layout::Standard, 4_000_000, 0.01, 0), 100);
    add("positions", packed.clone());
    packed.pack().unwrap();
    add("4.8 MB", packed);
    add("most positions", with_keys(Filter::with_shape(Layout::Standard, 1 << 24, 1, 0), 65_000));
    add("2^32 positions", with_keys(Filter::with_shape(Layout::Standard, 1 << 32, 7, 1), 9));
    let functions = [StringHash::Bkdr, StringHash::Sdbm, StringHash::Js];
    for arithmetic in [Arithmetic::Php, Arithmetic::Clean32] {
        add("php-redis", with_keys(php::redis::filter(1000, &functions, arithmetic), 20));
        add("php-redis 2^32", with_keys(php::redis::filter(1 << 32, &functions, arithmetic), 20));
    }
    for generator in [Generator::Php8, Generator::Php5] {
        add("crc32-mt", with_keys(php::crc32_mt::filter(1000, 100, generator), 20));
    }
    add(
        "additive-partitioned",
        with_keys(php::additive_partitioned::filter(512, &[5, -7, 11]), 20),
    );
    let mut allowing = with_keys(Filter::with_shape(Layout::Standard, 64, 1, 0), 40);
    for key in keys(8_000) {
        if allowing.contains(&key) && allowing.allow(&key).is_err() {
            break;
        }
    }
    add("allowed keys", allowing);
    let longest = "x".repeat(1024);
    let named = with_keys(Filter::with_shape(Layout::Blocked, 1024, 3, 7), 20);
    let metadata = Metadata { name: &longest, version: &longest, ..Default::default() };
    files.push(("longest names".into(), named.to_bytes(metadata).unwrap()));
    for (layout, tightening) in Layout::ALL.into_iter().zip([0.5, 0.85, 0.9]) {
        let growth = Growth { factor: 1, tightening, rate: 0.1 };
        let mut filter = ScalableFilter::new(layout, 10, 0, growth).unwrap();
        keys(300).for_each(|key| _ = filter.insert(&key).unwrap());
        assert!(filter.sub_filter_count() > 20);
        let file = AnyFilter::from(filter).to_bytes(metadata).unwrap();
        files.push(("many sub-filters".into(), file));
    }
    files
}

/// JavaScript reads JSON and passes its values as arguments.
#[test]
fn forged_arguments_are_checked() {
    const NUMBERS: [u64; 18] = [
        0,
        1,
        2,
        8,
        9,
        31,
        32,
        64,
        511,
        512,
        1024,
        1025,
        65_535,
        65_536,
        1 << 32,
        (1 << 53) - 1,
        1 << 63,
        u64::MAX,
    ];
    use foreign::Scheme::*;
    let (mut cases, mut accepted) = (0, 0);
    let mut expect = |sound: bool, length: usize, read: &dyn Fn() -> Result<foreign::Filter>| {
        let (answer, Counts { peak, .. }) = counted(read);
        assert_eq!(answer.is_ok(), sound, "{cases}: {answer:?}");
        assert!(peak <= 2 * length + SPARE + SMALL, "{peak} bytes of {length}");
        (cases, accepted) = (cases + 1, accepted + u32::from(sound));
    };
    for length in [0, 1, 8, 64, 128, 8192] {
        let bytes = vec![0; length];
        let all = length as u64;
        for hashes in NUMBERS {
            let counts = (1..=65_535).contains(&hashes);
            for scheme in [NpmBloomfilterFnv1a64, NpmBloomfilterFnv1a32x2] {
                expect(counts && length > 0 && length % 4 == 0, length, &|| {
                    npm_bloomfilter::read(scheme, hashes, &bytes)
                });
            }
            for bits in NUMBERS {
                let fits = (1..1 << 53).contains(&bits) && bits.div_ceil(8) == all;
                for scheme in [NpmBloomFiltersV2, NpmBloomFiltersV1a, NpmBloomFiltersV1b] {
                    let distinct = scheme == NpmBloomFiltersV2 || hashes <= bits.min(1024);
                    expect(counts && fits && distinct, length, &|| {
                        npm_bloom_filters::read(scheme, bits, hashes, 0, vec![0], &bytes)
                    });
                }
                for scheme in [NpmBloomFiltersV2Partitioned, NpmBloomFiltersV1Partitioned] {
                    let fits = counts
                        && (1..1 << 53).contains(&bits)
                        && bits % hashes == 0
                        && (bits / hashes).div_ceil(8) * hashes == all;
                    expect(fits, length, &|| {
                        npm_bloom_filters::read(scheme, bits, hashes, 0, vec![0; 5], &bytes)
                    });
                }
                let set = [&bits.to_be_bytes()[..], &bytes].concat();
                let fits = (1..1 << 53).contains(&bits) && bits.div_ceil(64) * 8 == all;
                expect(counts && fits, length, &|| {
                    go_bits_and_blooms::read_set(bits, hashes, &set)
                });
            }
        }
    }
    println!("forgery: {cases} arguments, {accepted} accepted");
    assert!(accepted > 100);
}

#[test]
fn files_of_the_library() {
    let mut seen = Seen::default();
    let files = of_the_library();
    for (name, bytes) in &files {
        let pairs = bytes.len() < 10_000;
        let original = Original::new(name, "native", bytes.clone(), pairs);
        assert!(AnyFilter::from_bytes(bytes).is_ok(), "{name}");
        forge(&original, &mut seen, &mut String::new());
    }
    seen.print(1, "files of the library");
    assert_eq!((seen.cases, seen.accepted), OF_THE_LIBRARY);
}
/// The number of cases, and how many of them are other valid files.
const OF_THE_LIBRARY: (u64, u64) = (126_608, 4_073);
