//! Flipped bits, wrong lengths and changed base64 strings: none of them loads as another filter.

use super::sample_files::{files, filled, load, other_files};
use crate::common::{LAYOUTS, Random};
use edgebloom::Code;
use edgebloom::format::{base64, from_base64, from_bytes, scalable_from_bytes, to_base64};

#[test]
fn rejects_every_flipped_bit() {
    for file in files() {
        for bit in 0..file.len() * 8 {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(from_bytes(&flipped).is_err(), "bit {bit}");
        }
    }
}

#[test]
fn rejects_every_wrong_length() {
    for file in files() {
        for length in 0..file.len() {
            let error = from_bytes(&file[..length]).unwrap_err();
            assert_eq!(error.rule().code, Code::Truncated, "{length}: {error}");
            assert!(error.offset().unwrap() <= length as u64);
        }
        for (more, byte) in (1..=64).flat_map(|more| [(more, 0), (more, 0xff)]) {
            let mut longer = file.clone();
            longer.resize(file.len() + more, byte);
            assert_eq!(from_bytes(&longer).unwrap_err().rule().code, Code::TrailingBytes);
        }
    }
}

#[test]
fn rejects_every_flipped_bit_of_other_kinds() {
    for file in other_files() {
        assert!(load(&file).is_ok());
        for bit in 0..file.len() * 8 {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(scalable_from_bytes(&flipped).is_err(), "bit {bit}");
            assert!(from_bytes(&flipped).is_err(), "bit {bit}");
        }
    }
}

#[test]
fn rejects_every_wrong_length_of_other_kinds() {
    for file in other_files() {
        for length in 0..file.len() {
            let error = load(&file[..length]).unwrap_err();
            assert_eq!(error.rule().code, Code::Truncated, "{length}: {error}");
            assert!(from_bytes(&file[..length]).is_err());
            assert!(scalable_from_bytes(&file[..length]).is_err());
        }
        for (more, byte) in (1..=64).flat_map(|more| [(more, 0), (more, 0xff)]) {
            let mut longer = file.clone();
            longer.resize(file.len() + more, byte);
            assert_eq!(load(&longer).unwrap_err().rule().code, Code::TrailingBytes);
        }
    }
}

#[test]
fn mutated_base64_never_loads_as_another_filter() {
    let mut random = Random(1);
    let alphabet: Vec<u8> = (0u8..=255).collect();
    let mut same = 0;
    for layout in LAYOUTS {
        let filter = filled(layout, 40, 0.05);
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
fn base64_has_one_string_per_input() {
    for (text, bytes) in [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo")] {
        assert_eq!(base64::encode(bytes.as_bytes()), text);
        // Editors add one line break after the string.
        for after in ["", "\n", "\r\n"] {
            assert_eq!(base64::decode(&format!("{text}{after}")).unwrap(), bytes.as_bytes());
        }
    }
    assert_eq!(base64::decode("-_-_").unwrap(), base64::decode("+/+/").unwrap());
    for (text, offset) in [
        ("Zg", 2),
        ("Zg=", 3),
        ("Zg= =", 3),
        ("Zh==", 1),
        ("Zm9=", 2),
        ("====", 2),
        ("Z===", 3),
        ("Zg==Zg==", 4),
        ("Zm9v\n\n", 4),
        ("Zg==\n\n", 4),
        ("Zm9v\r", 4),
        ("Zg==\r", 4),
        ("Zm9vZg==\n\n\n\n\n", 8),
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
