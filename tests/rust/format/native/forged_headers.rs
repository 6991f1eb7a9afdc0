//! Headers with a valid checksum and one wrong field, which the error names.

use super::forge::{Fields, PLAIN, dump_of, refusal, words};
use super::sample_files::{dumps, filled};
use crate::common::repaired;
use edgebloom::format::Metadata;
use edgebloom::format::{from_bytes, metadata, to_bytes, to_bytes_with};
use edgebloom::{Code, Layout};

#[test]
fn rejects_forged_headers_by_field() {
    let [dump, _, _] = dumps();
    let forge = |offset: usize, bytes: &[u8]| {
        let mut forged = dump.clone();
        forged[offset..offset + bytes.len()].copy_from_slice(bytes);
        from_bytes(&repaired(forged)).map_err(|error| (error.rule().field, error.rule().code))
    };
    assert_eq!(forge(32, &3u64.to_le_bytes()).unwrap(), from_bytes(&dump).unwrap());
    let cases: &[(usize, &[u8], &str)] = &[
        (0, b"\xeaFLT", "magic"),
        (4, &[0], "version"),
        (4, &[2], "version"),
        (5, &[2], "payloadLength"),
        (5, &[4], "flags"),
        (5, &[0x80], "flags"),
        (6, &[0], "layout"),
        (6, &[Layout::ALL.len() as u8 + 1], "layout"),
        (6, &[255], "layout"),
        (7, &[0], "cells"),
        (7, &[2], "payloadLength"),
        (7, &[6], "cells"),
        (8, &[0], "keyEncoding"),
        (8, &[2], "keyEncoding"),
        (9, &[0], "payloadEncoding"),
        (9, &[3], "payloadEncoding"),
        (9, &[4], "payloadEncoding"),
        (10, &[0, 0], "hashes"),
        (10, &[65, 0], "hashes"),
        (10, &[255, 0], "hashes"),
        (10, &[0xff, 0xff], "hashes"),
        (10, &(1u64 << 31).to_le_bytes()[..6], "hashes"),
        (12, &0u32.to_le_bytes(), "payloadLength"),
        (12, &2u32.to_le_bytes(), "payloadLength"),
        (12, &u32::MAX.to_le_bytes(), "payloadLength"),
        (16, &0u64.to_le_bytes(), "bits"),
        (16, &(1u64 << 32).to_le_bytes(), "payloadLength"),
        (16, &((1u64 << 32) + 1).to_le_bytes(), "bits"),
        (16, &u64::MAX.to_le_bytes(), "bits"),
        (16, &(u64::MAX - 62).to_le_bytes(), "bits"),
        (32, &0u64.to_le_bytes(), "capacity"),
        (48, &0u64.to_le_bytes(), "capacity"),
        (48, &1f64.to_le_bytes(), "errorRate"),
        (48, &2f64.to_le_bytes(), "errorRate"),
        (48, &f64::NAN.to_le_bytes(), "errorRate"),
        (48, &f64::INFINITY.to_le_bytes(), "errorRate"),
        (48, &(-0.0f64).to_le_bytes(), "errorRate"),
        (48, &(-0.5f64).to_le_bytes(), "errorRate"),
        (48, &1e-19f64.to_le_bytes(), "errorRate"),
    ];
    for (offset, bytes, field) in cases {
        let (found, code) = forge(*offset, bytes).expect_err(field);
        assert_eq!(found, *field, "{offset} {bytes:?} {code:?}");
    }
    // Another layout with the same bits, whose shape is not valid for it.
    assert_eq!(forge(6, &[3]).unwrap_err().0, "bits");
    // The largest filter. Its header is consistent, but declares more bytes than the file has.
    let mut largest = dump.clone();
    largest[12..16].copy_from_slice(&(1u32 << 26).to_le_bytes());
    largest[16..24].copy_from_slice(&(1u64 << 32).to_le_bytes());
    assert_eq!(from_bytes(&repaired(largest)).unwrap_err().rule().field, "length");
}

#[test]
fn rejects_forged_metadata() {
    let filter = filled(Layout::Standard, 3, 0.1);
    let dump = to_bytes_with(&filter, Metadata { name: "name", version: "v1" }).unwrap();
    // A section header, then two entries of 16 bytes: tag, reserved, length, text, padding.
    assert_eq!(dump[56..64], [32, 0, 0, 0, 0, 0, 0, 0]);
    let forge = |changes: &[(usize, u8)]| {
        let mut forged = dump.clone();
        for &(offset, byte) in changes {
            forged[offset] = byte;
        }
        from_bytes(&repaired(forged)).map_err(|error| error.rule().field)
    };
    assert!(forge(&[(72, b'N')]).is_ok());
    for (changes, field) in [
        (&[(56, 0)][..], "metadata"),
        (&[(56, 31)], "metadata"),
        (&[(56, 40)], "metadata tag"),
        (&[(57, 0xff)], "metadata"),
        (&[(59, 0xff)], "metadata"),
        (&[(60, 1)], "reserved"),
        (&[(64, 0)], "metadata tag"),
        (&[(64, 6)], "metadata tag"),
        (&[(64, 2)], "metadata tag"),
        (&[(80, 1)], "metadata tag"),
        (&[(66, 1)], "reserved"),
        (&[(68, 0)], "metadata text"),
        (&[(69, 4), (68, 1)], "metadata text"),
        (&[(71, 0xff)], "metadata text"),
        (&[(76, 1)], "padding"),
        (&[(72, 0xff)], "metadata text"),
    ] {
        assert_eq!(forge(changes).expect_err(field), field, "{changes:?}");
    }
    let long = "x".repeat(1025);
    assert!(to_bytes_with(&filter, Metadata { name: &long, version: "" }).is_err());
    let longest = Metadata { name: &long[..1024], version: &long[1..] };
    let dump = to_bytes_with(&filter, longest).unwrap();
    assert_eq!(metadata(&dump[..56 + 2072]).unwrap(), longest);
    assert_eq!(from_bytes(&dump).unwrap(), filter);
}

/// Files in the schemes of other systems.
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
    let of = |layout: u8, seed: u32, section: &[u8]| {
        let mut dump = dump_of(Fields {
            layout,
            seed,
            bits: if layout < 4 { 128 } else { 99 },
            section,
            ..PLAIN
        });
        if let 6 | 7 = layout {
            // These schemes compute 3 hashes from this number of keys.
            dump[32] = 23;
            dump = repaired(dump);
        }
        from_bytes(&dump)
            .map(|filter| assert_eq!(to_bytes(&filter), dump))
            .map_err(|error| (error.rule().field, error.rule().code))
    };
    for (layout, seed, section) in
        [(4, 0x321, &none), (5, 0x876, &none), (6, 0, &none), (7, 0, &none), (8, 0, &three)]
    {
        assert_eq!(of(layout, seed, section), Ok(()), "{layout}");
    }
    let (two, four) = (seeds(2), seeds(4));
    for (layout, seed, section, field) in [
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
        assert_eq!(of(layout, seed, section), Err((field, Code::Invalid)), "{layout}, {seed:x}");
    }
    // Only these schemes allow a capacity without a rate. Two of them compute their hashes from it.
    for (layout, seed, capacity, expected) in [
        (1, 7, 23, Some("capacity")),
        (4, 0x321, 23, None),
        (6, 0, 23, None),
        (6, 0, 0, Some("hashes")),
        (7, 0, 70, Some("hashes")),
    ] {
        let mut dump = dump_of(Fields { layout, seed, ..PLAIN });
        dump[32] = capacity;
        dump[16] = if layout < 4 { 128 } else { 99 };
        let dump = repaired(dump);
        assert_eq!(from_bytes(&dump).err().map(|error| error.rule().field), expected);
    }
    let shape = |layout: u8, bits: u64| {
        refusal(&dump_of(Fields { layout, seed: 0, bits, section: &[], ..PLAIN })).0
    };
    assert_eq!(shape(8, 100), "bits");
    assert_eq!(shape(4, (1 << 32) + 1), "bits");
    assert_eq!(shape(6, 1 << 53), "bits");
}
