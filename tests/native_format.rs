//! The native format: only one whole and sound dump loads, and loading it gives the same filter.

mod common;

use common::{Random, SCHEMES, key};
use edgebloom::format::native::{self, Metadata};
use edgebloom::format::{
    base64, from_base64, from_bytes, metadata, to_base64, to_bytes, to_bytes_with,
};
use edgebloom::hash::murmur3;
use edgebloom::{Code, Filter, Scheme};

fn filled(scheme: Scheme, n: u64, p: f64) -> Filter {
    let mut filter = Filter::with_rate(scheme, n, p, 3).unwrap();
    (0..n).for_each(|i| _ = filter.insert(&key(i)));
    filter
}

/// Three dumps: tiny, about 1 kB, about 20 kB; the second one with metadata.
fn dumps() -> [Vec<u8>; 3] {
    let metadata = Metadata::new("blocked domains", "2026-11-20");
    [
        to_bytes(&filled(Scheme::Standard, 3, 0.1)),
        to_bytes_with(&filled(Scheme::Partitioned, 800, 0.01), metadata).unwrap(),
        to_bytes(&filled(Scheme::Blocked, 15_000, 0.01)),
    ]
}

/// Makes the checksum right again.
fn repaired(mut dump: Vec<u8>, head_bytes: usize) -> Vec<u8> {
    let end = dump.len() - 8;
    let sum =
        murmur3::hash(&dump[..head_bytes], 0).h1 ^ murmur3::hash(&dump[head_bytes..end], 1).h1;
    dump[end..].copy_from_slice(&sum.to_le_bytes());
    dump
}

#[test]
fn sizes_are_as_meant() {
    let [tiny, small, medium] = dumps().map(|dump| dump.len());
    assert!(tiny < 100 && (900..1500).contains(&small) && (18_000..23_000).contains(&medium));
}

#[test]
fn what_is_written_loads_as_the_same() {
    for dump in dumps() {
        let filter = from_bytes(&dump).unwrap();
        let written = to_bytes_with(&filter, metadata(&dump).unwrap()).unwrap();
        assert_eq!(written, dump);
        assert_eq!(from_base64(&base64::encode(&dump)).unwrap(), filter);
    }
    let [_, small, _] = dumps();
    assert_eq!(metadata(&small[..200]).unwrap(), Metadata::new("blocked domains", "2026-11-20"));
}

#[test]
fn every_flipped_bit_is_refused() {
    for dump in dumps() {
        for bit in 0..dump.len() * 8 {
            let mut flipped = dump.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(from_bytes(&flipped).is_err(), "bit {bit}");
        }
    }
}

#[test]
fn every_other_length_is_refused() {
    for dump in dumps() {
        for length in 0..dump.len() {
            let error = from_bytes(&dump[..length]).unwrap_err();
            assert_eq!(error.rule().code, Code::Truncated, "{length}: {error}");
            assert!(error.offset().unwrap() <= length as u64);
        }
        for (more, byte) in (1..=64).flat_map(|more| [(more, 0), (more, 0xff)]) {
            let mut longer = dump.clone();
            longer.resize(dump.len() + more, byte);
            assert_eq!(from_bytes(&longer).unwrap_err().rule().code, Code::TrailingBytes);
        }
    }
}

#[test]
fn forged_headers_are_refused_by_the_field() {
    let [dump, _, _] = dumps();
    let forge = |offset: usize, bytes: &[u8]| {
        let mut forged = dump.clone();
        forged[offset..offset + bytes.len()].copy_from_slice(bytes);
        from_bytes(&repaired(forged, 56)).map_err(|error| (error.rule().field, error.rule().code))
    };
    assert_eq!(forge(32, &3u64.to_le_bytes()).unwrap(), from_bytes(&dump).unwrap());
    let cases: &[(usize, &[u8], &str)] = &[
        (0, b"\xeaFLT", "magic"),
        (4, &[0], "version"),
        (4, &[2], "version"),
        (5, &[2], "flags"),
        (5, &[0x80], "flags"),
        (6, &[0], "scheme"),
        (6, &[4], "scheme"),
        (6, &[255], "scheme"),
        (7, &[0], "cells"),
        (7, &[2], "cells"),
        (8, &[0], "keyEncoding"),
        (8, &[2], "keyEncoding"),
        (9, &[0], "payloadEncoding"),
        (9, &[2], "payloadEncoding"),
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
        (24, &(1u64 << 32).to_le_bytes(), "seed"),
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
    // Another layout of the same bits: a shape that the layout cannot have.
    assert_eq!(forge(6, &[3]).unwrap_err().0, "bits");
    // The largest filter, in agreement with itself, but not with the length of the dump.
    let mut largest = dump.clone();
    largest[12..16].copy_from_slice(&(1u32 << 26).to_le_bytes());
    largest[16..24].copy_from_slice(&(1u64 << 32).to_le_bytes());
    assert_eq!(from_bytes(&repaired(largest, 56)).unwrap_err().rule().field, "length");
}

#[test]
fn bits_beyond_the_last_are_refused_although_the_checksum_is_right() {
    let mut filter = Filter::with_shape(Scheme::Standard, 70, 3, 0).unwrap();
    filter.insert(b"a");
    let dump = to_bytes(&filter);
    for bit in 70..128 {
        let mut spare = dump.clone();
        spare[56 + bit / 8] ^= 1 << (bit % 8);
        let error = from_bytes(&repaired(spare, 56)).unwrap_err();
        assert_eq!((error.rule().field, error.rule().code), ("payload", Code::Invalid));
    }
}

#[test]
fn forged_metadata_is_refused() {
    let filter = filled(Scheme::Standard, 3, 0.1);
    let dump = to_bytes_with(&filter, Metadata::new("name", "v1")).unwrap();
    // A section header, then two entries of 16 bytes: tag, reserved, length, text, padding.
    assert_eq!(dump[56..64], [32, 0, 0, 0, 0, 0, 0, 0]);
    let forge = |changes: &[(usize, u8)]| {
        let mut forged = dump.clone();
        for &(offset, byte) in changes {
            forged[offset] = byte;
        }
        from_bytes(&repaired(forged, 96)).map_err(|error| error.rule().field)
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
        (&[(64, 3)], "metadata tag"),
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
    assert!(to_bytes_with(&filter, Metadata::new(&long, "")).is_err());
    let longest = Metadata::new(&long[..1024], &long[1..]);
    let dump = to_bytes_with(&filter, longest).unwrap();
    assert_eq!(metadata(&dump[..native::MAX_HEAD_BYTES as usize]).unwrap(), longest);
    assert_eq!(from_bytes(&dump).unwrap(), filter);
}

#[test]
fn mutated_texts_never_load_as_something_else() {
    let mut random = Random(1);
    let alphabet: Vec<u8> = (0u8..=255).collect();
    let mut same = 0;
    for scheme in SCHEMES {
        let filter = filled(scheme, 40, 0.05);
        let text = to_base64(&filter).into_bytes();
        for _ in 0..30_000 {
            let mut mutated = text.clone();
            for _ in 0..=random.below(3) {
                if mutated.is_empty() {
                    break;
                }
                let at = random.below(mutated.len() as u64) as usize;
                match random.below(4) {
                    0 => mutated[at] = alphabet[random.below(256) as usize],
                    1 => mutated.insert(at, b"A=/+-_ \n"[random.below(8) as usize]),
                    2 => _ = mutated.remove(at),
                    _ => mutated.truncate(at),
                }
            }
            let Ok(mutated) = String::from_utf8(mutated) else { continue };
            if let Ok(loaded) = from_base64(&mutated) {
                assert_eq!(loaded, filter);
                same += 1;
            }
        }
    }
    assert!(same < 3_000, "{same} of 90,000 were the same text or its URL-safe form");
}

#[test]
fn base64_has_one_text_for_each_input() {
    for (text, bytes) in [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo")] {
        assert_eq!(base64::encode(bytes.as_bytes()), text);
        assert_eq!(base64::decode(text).unwrap(), bytes.as_bytes());
    }
    assert_eq!(base64::decode("-_-_").unwrap(), base64::decode("+/+/").unwrap());
    for (text, offset) in [
        ("Zg", 2),
        ("Zg=", 3),
        ("Zg= =", 2),
        ("Zh==", 1),
        ("Zm9=", 2),
        ("====", 0),
        ("Z===", 1),
        ("Zg==Zg==", 2),
        ("Zm9v\n", 4),
        (" Zm9v", 0),
        ("Zm 9", 2),
        ("+/-_", 2),
        ("-_+/", 2),
        ("Zm9\u{e9}", 3),
    ] {
        let error = base64::decode(text).unwrap_err();
        assert_eq!(error.rule().code, Code::Base64);
        assert_eq!(error.offset(), Some(offset), "{text:?}");
    }
}
