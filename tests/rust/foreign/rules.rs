//! The limits of other systems' schemes, as in tests/golden/schemes.json, and the sizes that those
//! systems choose. The table in docs/reference/format/other-systems.md has the same rows.

use crate::common::foreign::frozen_rows::{foreign_of, row_of, rows};
use edgebloom::Shape;
use edgebloom::foreign::{Filter, Header, KeyEncoding, Scheme, SubFilter, filter_file};
use edgebloom::format::Metadata;
use serde_json::Value;

/// The schemes with lower ids are our own layouts.
const FIRST: u64 = 4;
const SCHEMES: &str = include_str!("../../golden/schemes.json");

/// The schemes of other systems, from this id on.
fn foreign_from(id: u64) -> impl Iterator<Item = Scheme> {
    Scheme::ALL.iter().copied().filter(move |scheme| scheme.id() >= id.max(FIRST))
}

/// A row of the file, for one number of hashes.
struct Limits {
    scheme: Scheme,
    hashes: Option<(u64, u64)>,
    unit: u64,
    most_bits: u64,
    /// The allowed seeds, in words; `None` if only 0 is allowed.
    seeds: Option<String>,
    encodings: Vec<u64>,
    parameters: usize,
}

/// The file, with `k` for values that depend on it.
fn table(k: u64) -> Vec<Limits> {
    let rows: Vec<Value> = serde_json::from_str(SCHEMES).unwrap();
    let limits = |row: Value| {
        let scheme = Scheme::from_id(row["scheme"].as_u64().unwrap()).unwrap();
        assert_eq!(row["name"], scheme.name());
        let whole = |value: &Value| value.as_u64().unwrap();
        let or_k = |value: &Value| if value == "k" { k } else { whole(value) };
        Limits {
            scheme,
            hashes: row["hashes"].as_array().map(|range| (whole(&range[0]), whole(&range[1]))),
            unit: or_k(&row["bits"]["multipleOf"]),
            most_bits: whole(&row["bits"]["most"]),
            seeds: (row["seed"] != 0).then(|| row["seed"].as_str().unwrap().to_owned()),
            encodings: row["keyEncodings"].as_array().unwrap().iter().map(whole).collect(),
            parameters: or_k(&row["parameters"]) as usize,
        }
    };
    rows.into_iter().map(limits).collect()
}

/// The header and the parameters of a row of the frozen counts.
fn frozen(scheme: Scheme) -> (Header, Vec<i64>) {
    let filter = foreign_of(&row_of(scheme));
    (filter.header(), filter.parameters().to_vec())
}

#[test]
fn limits_match_the_table() {
    let table = table(3);
    let ids: Vec<u64> = table.iter().map(|limits| limits.scheme.id()).collect();
    assert_eq!(ids, foreign_from(0).map(Scheme::id).collect::<Vec<_>>());
    for Limits { scheme, hashes, unit, most_bits, .. } in table {
        let name = scheme.name();
        let is_shape = |bits, hashes| scheme.shape(bits, hashes).is_ok();
        let k = hashes.map_or(3, |(least, _)| least.max(3));
        let most_bits = most_bits - most_bits % unit;
        for bits in [unit, 2 * unit, 3 * unit, most_bits] {
            assert!(is_shape(bits, k), "{name}: {bits}");
            assert!(!is_shape(bits + unit, k) || bits < most_bits, "{name}: {bits}");
            assert_eq!(is_shape(bits - 1, k), unit == 1 && bits > 1, "{name}: {bits} less 1");
        }
        if let Some((least, most)) = hashes {
            let bits = 65_536 * 256 * most;
            let found = [least - 1, least, most, most + 1].map(|k| is_shape(bits / most * k, k));
            assert_eq!(found, [false, true, true, false], "{name}");
        }
    }
}

#[test]
fn seeds_keys_and_parameters_match_the_table() {
    for scheme in foreign_from(0) {
        let (header, parameters) = frozen(scheme);
        let name = scheme.name();
        let table = table(header.shape.hashes());
        let limits = table.into_iter().find(|limits| limits.scheme == scheme).unwrap();
        assert_eq!(parameters.len(), limits.parameters, "{name}");
        let refused = |header: Header, parameters: &[i64]| {
            let result = SubFilter::new(header, parameters.to_vec());
            result.err().map(|error| error.rule().field)
        };
        assert_eq!(refused(header, &parameters), None, "{name}");
        for (id, encoding) in (1..).map_while(|id| Some((id, KeyEncoding::from_id(id)?))) {
            let field = refused(Header { encoding, ..header }, &parameters);
            let expected = (!limits.encodings.contains(&id)).then_some("keyEncoding");
            assert_eq!(field, expected, "{name}: {id}");
        }
        let other = refused(Header { seed: header.seed ^ 1, ..header }, &parameters);
        let none = refused(Header { seed: 0, ..header }, &parameters);
        match limits.seeds.as_deref() {
            None => assert_eq!((other, none), (Some("seed"), None), "{name}"),
            Some("any") => assert_eq!((other, none), (None, None), "{name}"),
            Some(_) => assert!(none.is_some(), "{name}"),
        }
        for wrong in [&[&parameters[..], &[0]].concat()[..], &parameters[1.min(parameters.len())..]]
        {
            if wrong.len() != parameters.len() {
                assert_eq!(refused(header, wrong), Some("parameters"), "{name}");
            }
        }
    }
}

/// Parameters are 64-bit numbers, some of which contain a double. These values are not valid.
#[test]
fn rejects_parameters_that_no_system_has() {
    let nan = f64::NAN.to_bits() as i64;
    for scheme in (19..=23).map(|id| Scheme::from_id(id).unwrap()) {
        let (header, parameters) = frozen(scheme);
        for at in 0..parameters.len() {
            let mut wrong = parameters.clone();
            wrong[at] = if at < 4 { nan } else { 2 };
            let error = SubFilter::new(header, wrong).unwrap_err();
            assert_eq!(error.rule().field, "parameters", "{} {at}", scheme.name());
        }
    }
    // Bits per entry, the power of two, bytes, bits, growth, and the options with the layout.
    let (header, parameters) = frozen(Scheme::RedisBloom);
    assert_eq!(parameters[1..], [0, 1_200, 9_600, 2, 0x205]);
    for (at, number) in [
        (0, 11f64.to_bits() as i64),
        (1, 64),
        (1, 13),
        (1, -1),
        (2, 1_199),
        (2, 1_201),
        (3, 9_599),
        (3, 0),
        (4, 1 << 32),
        (5, 0x210),
        (5, 0x305),
        (5, 0x201),
    ] {
        let mut wrong = parameters.clone();
        wrong[at] = number;
        let error = SubFilter::new(header, wrong).unwrap_err();
        assert_eq!(error.rule().field, "parameters", "{at}: {number}");
    }
    // If the number of bits is a power of two, the header also has the bits of the bytes.
    let powers = rows()
        .into_iter()
        .map(|row| foreign_of(&row))
        .find(|filter| filter.header().scheme == Scheme::RedisBloom && filter.parameters()[1] != 0);
    let powers = powers.unwrap();
    assert_eq!(powers.parameters()[1..], [14, 2_048, 16_384, 2, 0x204]);
    let mut wrong = powers.parameters().to_vec();
    wrong[3] -= 8;
    let error = SubFilter::new(powers.header(), wrong).unwrap_err();
    assert_eq!(error.rule().field, "parameters");
    // Distinct probes need at least as many places.
    for (bits, fits) in [(20, true), (19, false)] {
        let (header, parameters) = frozen(Scheme::NpmBloomFiltersV1a);
        let shape = header.scheme.shape(bits, 20).unwrap();
        assert_eq!(SubFilter::new(Header { shape, ..header }, parameters).is_ok(), fits);
    }
}

/// There are as many places as probes. The last ones are found only after many tries.
#[test]
fn probes_of_bloom_filters_1_are_all_different() {
    // (The numbers of 1a repeat after m numbers. They do not always reach every place before that.)
    let scheme = Scheme::NpmBloomFiltersV1b;
    let (header, parameters) = frozen(scheme);
    let header = Header { shape: scheme.shape(30, 30).unwrap(), ..header };
    let filter = SubFilter::new(header, parameters).unwrap();
    for i in 0..300 {
        let mut places = [0; 30];
        filter.positions(format!("key-{i}").as_bytes(), |place| places[place as usize] += 1);
        assert_eq!(places, [1; 30], "{i}");
    }
}

/// pybloom_live reads a number of 8 bytes for slices of 2^31 bits and more, and of 4 bytes for
/// smaller ones.
#[test]
fn pybloom_probes_have_as_many_bytes_as_a_slice_needs() {
    use md5::Digest;
    for bits in [(1 << 31) + 11, (1 << 31) - 1] {
        let expected = |digest: [u8; 16]| {
            let number = u64::from_le_bytes(*digest.first_chunk().unwrap());
            if bits < 1 << 31 { number % (1 << 32) % bits } else { number % bits }
        };
        let md5 = |bytes: &[u8]| <[u8; 16]>::from(md5::Md5::digest(bytes));
        let xxh128 = |bytes: &[u8]| xxhash_rust::xxh3::xxh3_128(bytes).to_be_bytes();
        let salted =
            |hash: &dyn Fn(&[u8]) -> [u8; 16]| hash(&[&hash(&[0; 4])[..], b"key"].concat());
        for (scheme, digest) in
            [(Scheme::PybloomLiveMd5, salted(&md5)), (Scheme::PybloomLiveXxh128, salted(&xxh128))]
        {
            let (header, parameters) = frozen(scheme);
            let header = Header { shape: scheme.shape(bits, 1).unwrap(), ..header };
            let filter = SubFilter::new(header, parameters).unwrap();
            let mut positions = Vec::new();
            filter.positions(b"key", |position| positions.push(position));
            assert_eq!(positions, [expected(digest)], "{} of {bits}", scheme.name());
        }
    }
}

/// Bits and hashes for 1,000 keys at 1 %, 77 at 30 % and 123,456 at 10⁻⁶.
#[test]
fn sizes_match_those_of_the_systems() {
    let expected: &[(&str, [(u64, u64); 3])] = &[
        ("guava-mitz32", [(9_600, 7), (192, 2), (3_550_016, 20)]),
        ("guava-mitz64", [(9_600, 7), (192, 2), (3_550_016, 20)]),
        ("spark-v1", [(9_600, 7), (192, 2), (3_550_016, 20)]),
        ("spark-v2", [(9_600, 7), (192, 2), (3_550_016, 20)]),
        ("redisbloom", [(9_600, 7), (192, 2), (3_550_016, 20)]),
        ("redisbloom-hash32", [(9_600, 7), (192, 2), (3_550_016, 20)]),
        ("go-bits-and-blooms", [(9_586, 7), (193, 2), (3_549_999, 20)]),
        ("parquet-sbbf", [(16_384, 8), (512, 8), (8_388_608, 8)]),
        ("npm-bloomfilter-fnv1a64", [(9_600, 7), (224, 2), (3_550_016, 20)]),
        ("npm-bloomfilter-fnv1a32x2", [(9_600, 7), (224, 2), (3_550_016, 20)]),
        ("npm-bloom-filters-v2", [(9_586, 7), (193, 2), (3_549_999, 20)]),
        ("npm-bloom-filters-v2-partitioned", [(9_590, 7), (194, 2), (3_550_000, 20)]),
        ("npm-bloom-filters-v1a", [(9_586, 7), (193, 2), (3_549_999, 20)]),
        ("npm-bloom-filters-v1b", [(9_586, 7), (193, 2), (3_549_999, 20)]),
        ("npm-bloom-filters-v1-partitioned", [(9_590, 7), (194, 2), (3_550_000, 20)]),
        ("pybloom-live-md5", [(9_590, 7), (194, 2), (3_550_000, 20)]),
        ("pybloom-live-xxh128", [(9_590, 7), (194, 2), (3_550_000, 20)]),
        ("rbloom", [(9_592, 6), (192, 1), (3_550_000, 19)]),
        ("datasketches", [(9_600, 7), (256, 2), (3_550_016, 20)]),
    ];
    // If a system rejects the arguments, the result is 0 bits and 0 hashes.
    let of = |scheme: Scheme, n, p| {
        scheme.shape_for_rate(n, p).map_or((0, 0), |shape| (shape.bits(), shape.hashes()))
    };
    // The schemes with lower ids are those of the articles, in which the caller gives bits and
    // hashes.
    let found = foreign_from(9).map(|scheme| {
        let sizes = [(1_000, 0.01), (77, 0.3), (123_456, 1e-6)];
        (scheme.name(), sizes.map(|(n, p)| of(scheme, n, p)))
    });
    assert_eq!(found.collect::<Vec<_>>(), expected);
    // When the result is close to a whole number, the order of the factors matters:
    // Math.ceil(-n * (Math.log(p) / Math.LN2) / Math.LN2).
    for scheme in [Scheme::NpmBloomfilterFnv1a64, Scheme::NpmBloomfilterFnv1a32x2] {
        assert_eq!(of(scheme, 50_000_385_211_836, 0.3), (125_296_547_751_744, 2));
    }
}

#[test]
fn sizes_end_at_the_limit_of_a_scheme() {
    for scheme in foreign_from(0) {
        let refused = |n, p| scheme.shape_for_rate(n, p).unwrap_err().rule().field;
        if scheme == Scheme::ParquetSbbf {
            // Its writers never make more than 128 MiB.
            for (n, p) in [(u64::MAX, 1e-300), (u64::MAX, 0.5), (1, 1e-300)] {
                assert_eq!(scheme.shape_for_rate(n, p).unwrap().bits(), 1 << 30);
            }
        } else {
            assert_eq!(refused(u64::MAX, 1e-300), "capacity", "{}", scheme.name());
        }
        assert_eq!(refused(0, 0.01), "capacity", "{}", scheme.name());
        for rate in [0.0, 1.0, -0.5, f64::NAN, 1e-310] {
            assert_eq!(refused(10, rate), "errorRate", "{} {rate}", scheme.name());
        }
        let above = scheme.shape(u64::MAX, 8).unwrap_err();
        let most = if scheme.name() == "php-redis" { "2^32" } else { "2^53 - 1" };
        let expected = format!("a whole number from 1 to {most}");
        assert_eq!((above.rule().field, above.rule().expected), ("bits", &expected[..]));
    }
    // The lowest possible rate takes all bits.
    let bits = |rate| Scheme::PhpRedis.shape_for_rate(1 << 29, rate).map(Shape::bits);
    let (mut low, mut high) = (0.001, 0.5);
    for _ in 0..200 {
        let middle: f64 = (low + high) / 2.0;
        if bits(middle).is_ok() { high = middle } else { low = middle }
    }
    assert_eq!(bits(high).unwrap(), 1 << 32);
}

/// In the articles, some schemes have filters of 2^32 bits with few keys. These schemes start as
/// positions.
#[test]
fn large_php_filters_start_as_positions() {
    let mut as_positions = Vec::new();
    for scheme in foreign_from(6) {
        let (header, parameters) = frozen(scheme);
        let bits = (1 << 24) * header.shape.hashes();
        let shape = scheme.shape(bits, header.shape.hashes()).unwrap();
        // The parameters of RedisBloom contain the number of bits.
        let Ok(filter) = SubFilter::new(Header { shape, ..header }, parameters) else {
            assert!(scheme.name().starts_with("redisbloom"));
            continue;
        };
        let file = filter_file::to_bytes(&Filter::from(filter), Metadata::default()).unwrap();
        if file[9] == 2 {
            as_positions.push(scheme.name());
        }
    }
    assert_eq!(as_positions, ["crc32-mt", "crc32-mt", "additive-partitioned"]);
}
