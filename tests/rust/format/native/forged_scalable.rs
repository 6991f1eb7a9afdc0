//! Scalable filters with a valid checksum, whose parts do not fit together.

use crate::common::forge::{Fields, PLAIN, file_of, scalable_refusal as refusal, words};
use edgebloom::format::Metadata;
use edgebloom::format::{from_bytes, scalable_from_bytes, scalable_to_bytes};
use edgebloom::{Code, Growth};

const INVALID: Code = Code::Invalid;
const GROWTH: Growth = Growth { factor: 2, tightening: 0.5, rate: 0.25 };
/// A sub-filter of 10 keys.
const SUB_FILTER: Fields<'static> = Fields { capacity: 10, rate: 0.125, ..PLAIN };

/// The section with the entry of a scalable filter.
fn section(count: u32, growth: Growth) -> Vec<u8> {
    let Growth { factor, tightening, .. } = growth;
    [
        &[24, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 16, 0, 0, 0][..],
        &count.to_le_bytes(),
        &(factor as u32).to_le_bytes(),
        &tightening.to_le_bytes(),
    ]
    .concat()
}

/// The header of a scalable filter with `count` sub-filters like the one above.
fn whole(count: u64) -> Fields<'static> {
    Fields {
        encoding: 3,
        hashes: 3 * count as u16,
        bits: 128 * count,
        capacity: 10 * count,
        inserted: 3 * count,
        rate: GROWTH.rate,
        ..PLAIN
    }
}

/// The file of a scalable filter with these sub-filters.
fn scalable(fields: Fields<'_>, count: u32, sub_filters: &[Vec<u8>]) -> Vec<u8> {
    let section = section(count, GROWTH);
    file_of(Fields { section: &section, payload: &sub_filters.concat(), ..fields })
}

#[test]
fn forged_files_are_valid_before_the_change() {
    for count in [1, 3, 1024] {
        let file = scalable(whole(count), count as u32, &vec![file_of(SUB_FILTER); count as usize]);
        let filter = scalable_from_bytes(&file).unwrap();
        assert_eq!(filter.sub_filter_count(), count);
        assert_eq!(filter.growth(), GROWTH);
        assert_eq!(scalable_to_bytes(&filter, Metadata::default()).unwrap(), file);
        assert_eq!(from_bytes(&file).unwrap_err().rule().code, Code::WrongClass);
    }
}

#[test]
fn a_header_states_the_sums_of_its_sub_filters() {
    let one = file_of(SUB_FILTER);
    let three = [one.clone(), one.clone(), one.clone()];
    let forged = |fields| refusal(&scalable(fields, 3, &three));
    let whole = whole(3);
    for (fields, field) in [
        (Fields { hashes: 8, ..whole }, "hashes"),
        (Fields { hashes: 10, ..whole }, "hashes"),
        (Fields { hashes: 0, ..whole }, "hashes"),
        (Fields { bits: 128, ..whole }, "bits"),
        (Fields { bits: 0, ..whole }, "bits"),
        (Fields { capacity: 29, ..whole }, "capacity"),
        (Fields { capacity: 0, ..whole }, "capacity"),
        (Fields { capacity: 0, rate: 0.0, ..whole }, "payloadEncoding"),
        (Fields { inserted: 10, ..whole }, "inserted"),
        (Fields { rate: 0.0, ..whole }, "capacity"),
        (Fields { rate: 1.0, ..whole }, "errorRate"),
        (Fields { rate: 1e-19, ..whole }, "errorRate"),
        (Fields { rate: f64::NAN, ..whole }, "errorRate"),
        (Fields { seed: 8, ..whole }, "sub-filter"),
        (Fields { salt: 1, ..whole }, "sub-filter"),
        (Fields { scheme: 2, ..whole }, "sub-filter"),
        (Fields { cells: 2, ..whole }, "payloadEncoding"),
        (Fields { flags: 2, ..whole }, "payloadLength"),
    ] {
        assert_eq!(forged(fields), (field, INVALID));
    }
    // Sums above the largest number saturate.
    let most = file_of(Fields { capacity: u64::MAX, inserted: u64::MAX, ..SUB_FILTER });
    let full = Fields { capacity: u64::MAX, inserted: u64::MAX, ..whole };
    assert!(scalable_from_bytes(&scalable(full, 3, &[one.clone(), most.clone(), one])).is_ok());
}

#[test]
fn sub_filters_are_plain_filters_of_the_whole() {
    let one = file_of(SUB_FILTER);
    let with = |fields: Fields<'_>| {
        refusal(&scalable(whole(3), 3, &[one.clone(), file_of(fields), one.clone()]))
    };
    let name = b"\x10\0\0\0\0\0\0\0\x01\0\0\0\x08\0\0\0eight...";
    let exceptions = [&[0; 16][..], b"\x04\0cat\0\0\0"].concat();
    let partitioned = vec![0; 24];
    for fields in [
        Fields { capacity: 0, rate: 0.0, ..SUB_FILTER },
        Fields { seed: 8, ..SUB_FILTER },
        Fields { salt: 1, ..SUB_FILTER },
        Fields { scheme: 2, bits: 192, payload: &partitioned, ..SUB_FILTER },
        Fields { cells: 2, bits: 64, ..SUB_FILTER },
        Fields { section: name, ..SUB_FILTER },
        Fields { flags: 2, payload: &exceptions, ..SUB_FILTER },
        Fields { encoding: 2, bits: 1 << 24, payload: &[0; 8], ..SUB_FILTER },
    ] {
        assert_eq!(with(fields), ("sub-filter", INVALID));
    }
    // A scalable filter cannot be a sub-filter.
    let nested = scalable(whole(1), 1, std::slice::from_ref(&one));
    assert_eq!(refusal(&scalable(whole(1), 1, &[nested])), ("sub-filter", INVALID));
    // The checksum of a sub-filter, and the offset of its error.
    let mut damaged = one.clone();
    damaged[60] ^= 1;
    let error = scalable_from_bytes(&scalable(whole(2), 2, &[one.clone(), damaged])).unwrap_err();
    assert_eq!((error.rule().field, error.rule().code), ("checksum", Code::Checksum));
    assert_eq!(error.offset(), Some(56 + 32 + 80 + 72));
}

#[test]
fn sub_filters_fill_the_payload() {
    let one = file_of(SUB_FILTER);
    let two = [one.clone(), one.clone()];
    assert_eq!(refusal(&scalable(whole(2), 1, &two)), ("payloadLength", INVALID));
    assert_eq!(refusal(&scalable(whole(2), 3, &two)), ("length", Code::Truncated));
    let short = one[..72].to_vec();
    assert_eq!(refusal(&scalable(whole(2), 2, &[one.clone(), short])), ("length", Code::Truncated));
    let more = [one.clone(), one.clone(), vec![0; 8]];
    assert_eq!(refusal(&scalable(whole(2), 2, &more)), ("payloadLength", INVALID));
    assert_eq!(refusal(&scalable(whole(2), 1, &[])), ("length", Code::Truncated));
    let whole_file = scalable(whole(2), 2, &two);
    let longer = [&whole_file[..], &[0; 8]].concat();
    assert_eq!(refusal(&longer), ("length", Code::TrailingBytes));
    assert_eq!(refusal(&whole_file[..whole_file.len() - 8]), ("length", Code::Truncated));
}

#[test]
fn growth_is_within_its_limits() {
    let one = file_of(SUB_FILTER);
    let with = |section: &[u8], fields: Fields<'_>| {
        refusal(&file_of(Fields { section, payload: &one, ..fields }))
    };
    let of = |count, growth| with(&section(count, growth), whole(1));
    for (count, growth, field) in [
        (0, GROWTH, "subFilters"),
        (1025, GROWTH, "subFilters"),
        (1, Growth { factor: 0, ..GROWTH }, "growth"),
        (1, Growth { factor: 1001, ..GROWTH }, "growth"),
        (1, Growth { factor: u64::from(u32::MAX), ..GROWTH }, "growth"),
        (1, Growth { tightening: 0.0, ..GROWTH }, "tightening"),
        (1, Growth { tightening: 1.0, ..GROWTH }, "tightening"),
        (1, Growth { tightening: -0.5, ..GROWTH }, "tightening"),
        (1, Growth { tightening: f64::NAN, ..GROWTH }, "tightening"),
    ] {
        assert_eq!(of(count, growth), (field, INVALID), "{count} {growth:?}");
    }
    // The entry is required with sub-filters, and not allowed without them.
    assert_eq!(with(&[], whole(1)), ("payloadEncoding", INVALID));
    let plain = Fields { section: &section(1, GROWTH), ..SUB_FILTER };
    assert_eq!(refusal(&file_of(plain)), ("payloadEncoding", INVALID));
    let entry = &section(1, GROWTH)[8..];
    let twice = [&[48, 0, 0, 0, 0, 0, 0, 0][..], entry, entry].concat();
    let after = [&[40, 0, 0, 0, 0, 0, 0, 0][..], entry, b"\x01\0\0\0\x08\0\0\0eight..."].concat();
    for section in [twice, after] {
        assert_eq!(with(&section, whole(1)), ("metadata tag", INVALID));
    }
    for size in [1u8, 15, 17, 24, 32] {
        let bytes = words(vec![0; usize::from(size)]);
        let length = bytes.len() as u8 + 8;
        let header = [length, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, size, 0, 0, 0];
        let section = [&header[..], &bytes].concat();
        assert_eq!(with(&section, whole(1)), ("metadata length", INVALID), "{size}");
    }
}
