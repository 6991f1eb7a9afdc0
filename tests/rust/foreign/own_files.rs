//! Filters of other systems in our own filter files: forged headers, sections and payloads, and
//! filters whose parameters differ.

use crate::common::foreign::frozen_rows::{foreign_made_of, foreign_of, row_of, rows};
use crate::common::{
    forge::{Fields, PLAIN, file_of, words},
    repaired,
};
use edgebloom::foreign::hash::mt19937::Generator;
use edgebloom::foreign::{
    Filter, Header, KeyEncoding, Scheme, SubFilter, filter_file, php, pybloom_live,
};
use edgebloom::format::{FileHeader, Metadata};
use edgebloom::{Code, Found, Growth, Result, Width};
use serde_json::{Value, json};

fn to_bytes(filter: &Filter) -> Vec<u8> {
    filter_file::to_bytes(filter, Metadata::default()).unwrap()
}

fn from_bytes(file: &[u8]) -> Result<Filter> {
    filter_file::from_bytes(file)
}

/// A file with other bytes in its header and a correct checksum.
fn forged(file: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut forged = file.to_vec();
    forged[at..at + with.len()].copy_from_slice(with);
    repaired(forged)
}

fn refusal(file: &[u8]) -> (&'static str, Option<u64>, Found) {
    let error = from_bytes(file).unwrap_err();
    (error.rule().field, error.offset(), error.found())
}

#[test]
fn checks_a_foreign_header_with_its_scheme() {
    let go = foreign_made_of(&row_of(Scheme::GoBitsAndBlooms), 32, Width::Bit).unwrap();
    let file = to_bytes(&go.into());
    let found = Found::Integer;
    assert!(from_bytes(&file).is_ok());
    // Encoding 9 is that of rbloom. Counters of 2 bits take one word, too.
    assert_eq!(refusal(&forged(&file, 8, &[9])), ("keyEncoding", Some(8), found(9)));
    assert_eq!(refusal(&forged(&file, 24, &[5])), ("seed", Some(24), found(5)));
    assert_eq!(refusal(&forged(&file, 7, &[2])), ("cells", Some(7), found(2)));
    // Spark's filters have whole words. The payload already is one word.
    let with = [&[11][..], &file[7..16], &[64]].concat();
    let spark = forged(&file, 6, &with);
    assert_eq!(refusal(&spark), ("keyEncoding", Some(8), found(10)));
    let with = [&[11, 1, 6][..], &file[9..16], &[64]].concat();
    assert!(from_bytes(&forged(&file, 6, &with)).is_ok());
}

/// Tag 4 has numbers of 8 bytes. The entry begins after the 8 bytes of the section header.
#[test]
fn an_entry_has_the_length_of_its_tag() {
    let filter = php::additive_partitioned::filter(64, &[3, 7]).unwrap();
    let file = to_bytes(&filter);
    assert_eq!(file[64..72], [4, 0, 0, 0, 16, 0, 0, 0]);
    assert_eq!(from_bytes(&file).unwrap(), filter);
    for length in [1u32, 9, 15, 17] {
        let wrong = forged(&file, 68, &length.to_le_bytes());
        let found = Found::Integer(length.into());
        assert_eq!(refusal(&wrong), ("metadata length", Some(68), found));
    }
    // The second number is not a valid entry.
    assert_eq!(refusal(&forged(&file, 68, &[8])).0, "metadata text");
    for length in [8u32, 32] {
        let wrong = forged(&file, 56, &length.to_le_bytes());
        assert_eq!(refusal(&wrong).0, if length == 8 { "metadata" } else { "metadata tag" });
    }
    assert_eq!(refusal(&forged(&file, 64, &[9])), ("metadata tag", Some(64), Found::Integer(9)));
    // A key form, which a scheme of another system does not have.
    assert_eq!(refusal(&forged(&file, 64, &[8])).0, "metadata tag");
}

/// pybloom_live allows lower rates than our own layouts.
#[test]
fn scalable_filters_of_other_systems_have_other_limits() {
    let growth = Growth { factor: 2, tightening: 0.5, rate: 1e-25 };
    let lower = pybloom_live::scalable(Scheme::PybloomLiveXxh128, 4, growth).unwrap();
    assert_eq!(from_bytes(&to_bytes(&lower)).unwrap().growth(), Some(growth));
}

/// A query of such a filter would take too long. A file can have at most 2^23 probes.
#[test]
fn limits_the_probes_of_a_file() {
    // k = ⌈m ln 2⌉.
    for (bits, hashes) in [(12_102_203, 8_388_608), (12_102_204, 8_388_609), (1 << 25, 23_258_160)]
    {
        let filter = php::crc32_mt::filter(bits, 1, Generator::Php8).unwrap();
        assert_eq!(filter.header().shape.hashes(), hashes);
        let file = to_bytes(&filter);
        if hashes <= 1 << 23 {
            assert!(from_bytes(&file).is_ok());
        } else {
            assert_eq!(refusal(&file), ("hashes", Some(10), Found::Integer(hashes)));
        }
    }
}

#[test]
fn rejects_forged_foreign_headers_by_field() {
    let seeds = |count: u8| {
        let size = 8 * count;
        words(
            [
                &[size + 8, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, size, 0, 0, 0][..],
                &vec![7; size.into()],
            ]
            .concat(),
        )
    };
    let (none, three) = (vec![], seeds(3));
    let of = |scheme: u8, seed: u32, section: &[u8]| {
        let mut file = file_of(Fields {
            scheme,
            seed,
            bits: if scheme < 4 { 128 } else { 99 },
            section,
            ..PLAIN
        });
        if let 6 | 7 = scheme {
            // These schemes compute 3 hashes from this number of keys.
            file[32] = 23;
            file = repaired(file);
        }
        from_bytes(&file)
            .map(|filter| assert_eq!(to_bytes(&filter), file))
            .map_err(|error| (error.rule().field, error.rule().code))
    };
    for (scheme, seed, section) in
        [(4, 0x321, &none), (5, 0x876, &none), (6, 0, &none), (7, 0, &none), (8, 0, &three)]
    {
        assert_eq!(of(scheme, seed, section), Ok(()), "{scheme}");
    }
    let (two, four) = (seeds(2), seeds(4));
    for (scheme, seed, section, field) in [
        (4, 0, &none, "seed"),
        (4, 0x21, &none, "seed"),
        (4, 0x4321, &none, "seed"),
        (4, 0x121, &none, "seed"),
        (4, 0x921, &none, "seed"),
        (5, 0x3021, &none, "seed"),
        (6, 1, &none, "seed"),
        (8, 1, &three, "seed"),
        (8, 0, &none, "parameters"),
        (8, 0, &two, "parameters"),
        (8, 0, &four, "parameters"),
        (1, 7, &three, "parameters"),
        (4, 0x321, &three, "parameters"),
    ] {
        assert_eq!(of(scheme, seed, section), Err((field, Code::Invalid)), "{scheme}, {seed:x}");
    }
    // Only these schemes allow a capacity without a rate. Two of them compute their hashes from it.
    for (scheme, seed, capacity, expected) in [
        (1, 7, 23, Some("capacity")),
        (4, 0x321, 23, None),
        (6, 0, 23, None),
        (6, 0, 0, Some("hashes")),
        (7, 0, 70, Some("hashes")),
    ] {
        let mut file = file_of(Fields { scheme, seed, ..PLAIN });
        file[32] = capacity;
        file[16] = if scheme < 4 { 128 } else { 99 };
        let file = repaired(file);
        assert_eq!(from_bytes(&file).err().map(|error| error.rule().field), expected);
    }
    // The header alone, because a file of so many bits would be long.
    let shape = |scheme: u8, bits: u64| {
        let words = Some(bits.div_ceil(64) as u32);
        let file = file_of(Fields { scheme, seed: 0, bits, words, ..PLAIN });
        let checked = FileHeader::read(&file).and_then(|header| filter_file::check(&header));
        checked.unwrap_err().rule().field
    };
    assert_eq!(shape(8, 100), "bits");
    assert_eq!(shape(4, (1 << 32) + 1), "bits");
    assert_eq!(shape(6, 1 << 53), "bits");
}

#[test]
fn rejects_bits_beyond_the_last_with_a_valid_checksum() {
    // The bits of our own layouts fill their words. Those of a Go filter need not.
    let shape = Scheme::GoBitsAndBlooms.shape(70, 3).unwrap();
    let header = Header::of_shape(Scheme::GoBitsAndBlooms, shape, KeyEncoding::Bytes);
    let mut filter = Filter::new(header, Vec::new()).unwrap();
    filter.insert(b"a").unwrap();
    let file = to_bytes(&filter);
    for bit in 70..128 {
        let mut spare = file.clone();
        spare[56 + bit / 8] ^= 1 << (bit % 8);
        let error = from_bytes(&repaired(spare)).unwrap_err();
        assert_eq!((error.rule().field, error.rule().code), ("payload", Code::Invalid));
    }
}

/// The filter of a row, with one of its parameters changed.
fn changed(row: &Value, at: usize, number: i64) -> SubFilter {
    let mut row = row.clone();
    row["parameters"][at] = json!(number.to_string());
    foreign_of(&row)
}

#[test]
fn combined_filters_share_parameters_of_positions() {
    let real = |number: f64| number.to_bits() as i64;
    // The name of a scheme, a parameter, another valid value of it, and whether positions change.
    let cases = [
        ("additive-partitioned", 0, 6, true),
        ("additive-partitioned", 2, 6, true),
        ("npm-bloom-filters-v2", 0, real(1.5), true),
        ("npm-bloom-filters-v2-partitioned", 0, real(1.5), true),
        ("npm-bloom-filters-v2-partitioned", 1, real(1.5), false),
        ("npm-bloom-filters-v2-partitioned", 4, 1, false),
        ("redisbloom", 4, 3, false),
    ];
    for (name, at, number, decides) in cases {
        let row = rows()
            .into_iter()
            .find(|row| row["scheme"].as_u64().and_then(Scheme::from_id).unwrap().name() == name);
        let row = row.unwrap();
        let (one, other) = (foreign_of(&row), changed(&row, at, number));
        assert_ne!(one.parameters(), other.parameters(), "{name}");
        let (mut one, other) = (Filter::from(one), Filter::from(other));
        assert_ne!(one, other, "{name}");
        assert_eq!(one.is_compatible(&other), !decides, "{name}, parameter {at}");
        assert_eq!(one.equals(&other), !decides, "{name}, parameter {at}");
        let before = to_bytes(&one);
        match one.merge(&other) {
            Ok(()) => assert!(!decides, "{name}, parameter {at}"),
            Err(error) => {
                assert!(decides, "{name}, parameter {at}");
                assert_eq!(error.rule().field, "parameters");
                assert_eq!(error.to_string().matches("parameters").count(), 1, "{error}");
            }
        }
        assert_eq!(to_bytes(&one), before, "{name}");
    }
}
