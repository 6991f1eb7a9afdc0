//! Headers with a valid checksum and one wrong field, which the error names.

use super::sample_files::{files, filled};
use crate::common::forge::{Fields, PLAIN, file_of, refusal, scalable_refusal};
use crate::common::repaired;
use edgebloom::format::{FileHeader, Metadata, from_bytes, static_set_from_bytes, to_bytes_with};
use edgebloom::{Code, Layout};

/// The last id of a scheme: that of static sets.
const LAST_SCHEME: u8 = 31;

#[test]
fn rejects_forged_headers_by_field() {
    let [file, _, _] = files();
    let forge = |offset: usize, bytes: &[u8]| {
        let mut forged = file.clone();
        forged[offset..offset + bytes.len()].copy_from_slice(bytes);
        from_bytes(&repaired(forged)).map_err(|error| (error.rule().field, error.rule().code))
    };
    assert_eq!(forge(32, &3u64.to_le_bytes()).unwrap(), from_bytes(&file).unwrap());
    let cases: &[(usize, &[u8], &str)] = &[
        (0, b"\xeaFLT", "magic"),
        (4, &[0], "version"),
        (4, &[2], "version"),
        (5, &[2], "payloadLength"),
        (5, &[4], "flags"),
        (5, &[0x80], "flags"),
        (6, &[0], "scheme"),
        (6, &[LAST_SCHEME + 1], "scheme"),
        (6, &[255], "scheme"),
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
    let mut largest = file.clone();
    largest[12..16].copy_from_slice(&(1u32 << 26).to_le_bytes());
    largest[16..24].copy_from_slice(&(1u64 << 32).to_le_bytes());
    assert_eq!(from_bytes(&repaired(largest)).unwrap_err().rule().field, "length");
}

#[test]
fn rejects_forged_metadata() {
    let filter = filled(Layout::Standard, 3, 0.1);
    let file =
        to_bytes_with(&filter, Metadata { name: "name", version: "v1", ..Default::default() })
            .unwrap();
    // A section header, then two entries of 16 bytes: tag, reserved, length, text, padding.
    assert_eq!(file[56..64], [32, 0, 0, 0, 0, 0, 0, 0]);
    let forge = |changes: &[(usize, u8)]| {
        let mut forged = file.clone();
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
        (&[(64, 9)], "metadata tag"),
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
    assert!(
        to_bytes_with(&filter, Metadata { name: &long, version: "", ..Default::default() })
            .is_err()
    );
    let form = Metadata { key_form: &long[..65], ..Default::default() };
    assert!(to_bytes_with(&filter, form).is_err());
    let longest = Metadata { name: &long[..1024], version: &long[1..], ..Default::default() };
    let file = to_bytes_with(&filter, longest).unwrap();
    assert_eq!(FileHeader::read(&file[..56 + 2072]).unwrap().section.metadata(), longest);
    assert_eq!(from_bytes(&file).unwrap(), filter);
}

#[test]
fn forged_key_forms() {
    let filter = filled(Layout::Standard, 3, 0.1);
    let form = "f".repeat(64);
    let metadata = Metadata { key_form: &form, ..Default::default() };
    let file = to_bytes_with(&filter, metadata).unwrap();
    assert_eq!(FileHeader::read(&file).unwrap().section.metadata(), metadata);
    assert_eq!(u64::from(file[64]), 8, "the tag");
    for (offset, byte, field) in [
        (64, 9, "metadata tag"),
        (68, 65, "metadata length"),
        (68, 0, "metadata text"),
        (72, 0xff, "metadata text"),
    ] {
        let mut file = file.clone();
        file[offset] = byte;
        if byte == 65 {
            // The longer entry ends where the section does.
            file.splice(72..72, [0; 8]);
            file[56] += 8;
        }
        let error = from_bytes(&repaired(file)).unwrap_err();
        assert_eq!(error.rule().field, field, "{offset}");
    }
}

/// Schemes of other systems: the header is read as far as it is the same for all schemes, and the
/// error names the class.
#[test]
fn rejects_the_schemes_of_other_systems_by_name() {
    for scheme in (1..=LAST_SCHEME).filter(|id| !matches!(id, 1..=3 | 27..=30)) {
        let file = file_of(Fields { scheme, ..PLAIN });
        assert_eq!(FileHeader::read(&file).unwrap().scheme.id(), u64::from(scheme));
        assert_eq!(refusal(&file), ("scheme", Code::WrongClass), "{scheme}");
        assert_eq!(scalable_refusal(&file), ("scheme", Code::WrongClass), "{scheme}");
        assert_eq!(static_set_from_bytes(&file).unwrap_err().rule().code, Code::WrongClass);
    }
}
