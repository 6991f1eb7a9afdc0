//! Invalid bits, counters, exceptions and positions with a valid checksum.

use super::sample_files::WIDTHS;
use crate::common::forge::{Fields, PLAIN, file_of, refusal, words};
use edgebloom::Code;
use edgebloom::format::{from_bytes, to_bytes};

#[test]
fn rejects_forged_counters_by_field() {
    for (cells, width) in (2..).zip(WIDTHS) {
        let words = width.bits();
        let payload = vec![0; 8 * words as usize];
        let fields = Fields { cells, bits: 64, payload: &payload, ..PLAIN };
        assert!(from_bytes(&file_of(fields)).is_ok());
        for words in [0, words + 1, 1 << 26, u64::from(u32::MAX)] {
            let file = file_of(Fields { words: Some(words as u32), ..fields });
            assert_eq!(refusal(&file), ("payloadLength", Code::Invalid), "{width:?}");
        }
        let positions = Fields { bits: 1 << 24, encoding: 2, payload: &[0; 8], ..fields };
        assert_eq!(refusal(&file_of(positions)), ("payload", Code::Invalid));
        assert!(from_bytes(&file_of(Fields { cells: 1, ..positions })).is_ok());
    }
    for cells in [0, 6, 255] {
        let file = file_of(Fields { cells, ..PLAIN });
        assert_eq!(refusal(&file), ("cells", Code::Unsupported));
    }
}

#[test]
fn rejects_forged_exceptions_by_field() {
    let with =
        |tail: &[u8]| file_of(Fields { flags: 2, payload: &[&[0; 16], tail].concat(), ..PLAIN });
    let longest = [&32767u16.to_le_bytes()[..], &[1; 32766]].concat();
    for sound in [
        &b"\x02\0a\x04\0cat"[..],
        b"\x01\0\x02\0\0",
        b"\x02\0a\x03\0ab",
        b"\x01\0",
        b"\x07\0sixsix",
        &longest,
    ] {
        assert!(from_bytes(&with(&words(sound.to_vec()))).is_ok());
    }
    for (tail, field) in [
        (&[0; 8][..], "payload"),
        (b"\x08\0cat\0\0\0", "payload"),
        (b"\xff\xffcat\0\0\0", "payload"),
        (b"\x02\0a\x05\0b\0\0", "payload"),
        (b"\x06\0four+\x01", "payload"),
        (b"\x04\0cat\0\0\x01", "payload"),
        (b"\x03\0ab\0\0\x01\0", "payload"),
        (b"\x03\0ab\0\0\0\0\0\0\0\0\0\0\0\0", "payload"),
        (b"\0\0\x04\0cat\0", "payload"),
        // Wrong order, and the same key twice.
        (b"\x04\0cat\x02\0a", "payload"),
        (b"\x03\0ab\x02\0a\0", "payload"),
        (b"\x02\0\0\x01\0\0\0\0", "payload"),
        (b"\x02\0a\x02\0a\0\0", "payload"),
        (b"\x01\0\x01\0\0\0\0\0", "payload"),
        (b"", "payloadLength"),
        (&words([&longest[..], &[1, 0]].concat()), "payloadLength"),
    ] {
        assert_eq!(refusal(&with(tail)), (field, Code::Invalid), "{tail:?}");
    }
    let tail = [&[0; 16][..], b"\x04\0cat\0\0\0"].concat();
    let fields = Fields { flags: 2, payload: &tail, ..PLAIN };
    for (fields, expected) in [
        (Fields { flags: 0, ..fields }, ("payloadLength", Code::Invalid)),
        (Fields { flags: 4, ..fields }, ("flags", Code::Unsupported)),
        (Fields { words: Some(4), ..fields }, ("length", Code::Truncated)),
        (Fields { words: Some(u32::MAX), ..fields }, ("payloadLength", Code::Invalid)),
        (Fields { bits: 1024, ..fields }, ("payloadLength", Code::Invalid)),
        (Fields { bits: 1 << 24, encoding: 2, ..fields }, ("payloadLength", Code::Invalid)),
    ] {
        assert_eq!(refusal(&file_of(fields)), expected);
    }
}

#[test]
fn rejects_forged_positions() {
    let with = |bits: u64, count: u64, bytes: &[u8]| {
        let payload = words([&count.to_le_bytes()[..], bytes].concat());
        file_of(Fields { encoding: 2, bits, payload: &payload, ..PLAIN })
    };
    let few = 1 << 24;
    let many = |count: usize| with(few, count as u64, &vec![0; count]);
    for sound in [
        with(few, 0, b""),
        with(few, 2, b"\x00\x00"),
        with(few, 1, b"\x80\x01"),
        with(few, 1, b"\xff\xff\xff\x07"),
        with(1 << 32, 1, b"\xff\xff\xff\xff\x0f"),
        many(65_536),
        with(256, 1, b"\x05"),
        with(1 << 32, 100_000, &vec![0; 100_000]),
    ] {
        assert_eq!(to_bytes(&from_bytes(&sound).unwrap()), sound);
    }
    for (what, file) in [
        ("no words", file_of(Fields { encoding: 2, bits: few, payload: &[], ..PLAIN })),
        ("a count too small", with(few, 1, b"\x05\x01")),
        ("a count too large", with(few, 9, &[1; 8])),
        ("a count without positions", with(few, 1, b"")),
        ("65,537 positions", many(65_537)),
        ("a count of 2^63", with(few, 1 << 63, b"\x05")),
        ("a count of 2^64 - 1", with(few, u64::MAX, b"\x05")),
        ("position m", with(few, 1, b"\x80\x80\x80\x08")),
        ("position m, second", with(few, 2, b"\xff\xff\xff\x07\x00")),
        ("position 2^32", with(1 << 32, 1, b"\x80\x80\x80\x80\x10")),
        ("9 bytes", with(few, 1, b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f")),
        ("10 bytes", with(few, 1, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")),
        ("numbers that wrap", with(few, 3, &b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f".repeat(3))),
        ("0 in two bytes", with(few, 1, b"\x80\x00")),
        ("5 in two bytes", with(few, 1, b"\x85\x00")),
        ("5 in nine bytes", with(few, 1, b"\x85\x80\x80\x80\x80\x80\x80\x80\x00")),
        ("a number without end", with(few, 1, &[0x80; 8])),
        ("padding that is not 0", with(few, 1, b"\x05\0\0\0\0\0\0\x01")),
        ("a word of padding", with(few, 1, &[5, 0, 0, 0, 0, 0, 0, 0, 0])),
        ("a word after none", with(few, 0, &[0; 8])),
        ("a position in 192 bits", with(192, 1, b"\x05")),
        ("two positions in 448 bits", with(448, 2, b"\x05\x05")),
    ] {
        assert_eq!(refusal(&file), ("payload", Code::Invalid), "{what}");
    }
    let fields = Fields { encoding: 2, bits: few, payload: &[0; 8], ..PLAIN };
    for (fields, expected) in [
        (Fields { encoding: 4, ..fields }, ("payloadEncoding", Code::Unsupported)),
        (Fields { encoding: 1, ..fields }, ("payloadLength", Code::Invalid)),
        (Fields { words: Some(u32::MAX), ..fields }, ("length", Code::Truncated)),
        (Fields { words: Some(0), ..fields }, ("length", Code::TrailingBytes)),
    ] {
        assert_eq!(refusal(&file_of(fields)), expected);
    }
}
