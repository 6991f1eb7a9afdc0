//! The native format: only one whole and sound dump loads, and loading it gives the same filter.

mod common;

use common::{Random, SCHEMES, key};
use edgebloom::format::native::Metadata;
use edgebloom::format::{
    base64, chain_from_bytes, chain_to_bytes, from_base64, from_bytes, metadata, to_base64,
    to_bytes, to_bytes_with,
};
use edgebloom::hash::murmur3;
use edgebloom::{Chain, Code, Filter, Growth, Head, Scheme, Width};

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
        (5, &[2], "payloadLength"),
        (5, &[4], "flags"),
        (5, &[0x80], "flags"),
        (6, &[0], "scheme"),
        (6, &[30], "scheme"),
        (6, &[255], "scheme"),
        (7, &[0], "cells"),
        (7, &[2], "payloadLength"),
        (7, &[6], "cells"),
        (8, &[0], "keyEncoding"),
        (8, &[2], "keyEncoding"),
        (9, &[0], "payloadEncoding"),
        (9, &[3], "payloadEncoding"),
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
    filter.insert(b"a").unwrap();
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
    assert!(to_bytes_with(&filter, Metadata::new(&long, "")).is_err());
    let longest = Metadata::new(&long[..1024], &long[1..]);
    let dump = to_bytes_with(&filter, longest).unwrap();
    assert_eq!(metadata(&dump[..56 + 2072]).unwrap(), longest);
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
        // One line break after the text is that of an editor.
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

const WIDTHS: [Width; 4] = [Width::Two, Width::Four, Width::Eight, Width::Sixteen];

fn counting(scheme: Scheme, bits: u64, width: Width) -> Filter {
    let head = Head::with_shape(scheme, bits, 3, 5).unwrap();
    Filter::new(Head { width, ..head }).unwrap()
}

fn allowing() -> Filter {
    let mut filter = Filter::with_shape(Scheme::Standard, 100, 3, 7).unwrap();
    (0..40).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    for key in [&b"cat"[..], b"", b"long enough"] {
        assert!(filter.allow(key).unwrap());
    }
    filter
}

fn sparse(bits: u64, keys: u64) -> Filter {
    let mut filter = Filter::with_shape(Scheme::Standard, bits, 3, 7).unwrap();
    (0..keys).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    filter
}

fn chain(scheme: Scheme, keys: u64) -> Chain {
    let growth = Growth { factor: 2, tightening: 0.5, rate: 0.25 };
    let mut chain = Chain::scalable(scheme, 4, 7, growth).unwrap();
    (0..keys).for_each(|i| _ = chain.insert(&key(i)).unwrap());
    chain
}

/// A small dump of each kind that is not of bits alone.
fn other_dumps() -> Vec<Vec<u8>> {
    let mut dumps = vec![to_bytes(&allowing()), to_bytes(&sparse(1 << 32, 4))];
    for width in WIDTHS {
        let mut filter = counting(Scheme::Standard, 9, width);
        filter.insert(b"a").unwrap();
        dumps.push(to_bytes_with(&filter, Metadata::new("n", "")).unwrap());
    }
    let chain = chain(Scheme::Standard, 30);
    assert!(chain.stage_count() >= 3);
    dumps.push(chain_to_bytes(&chain, Metadata::new("seen", "7")).unwrap());
    dumps
}

#[test]
fn counters_load_as_the_same() {
    for scheme in SCHEMES {
        for width in WIDTHS {
            let mut filter = counting(scheme, 1536, width);
            for i in 0..200 {
                (0..1 + i % 7).for_each(|_| _ = filter.insert(&key(i)).unwrap());
            }
            (0..50).for_each(|i| assert!(filter.remove(&key(i))));
            let dump = to_bytes(&filter);
            assert_eq!(dump.len() as u64, 56 + 1536 * width.bits() / 8 + 8);
            assert_eq!(u64::from(dump[7]), width.log2() + 1);
            let loaded = from_bytes(&dump).unwrap();
            assert_eq!(loaded, filter);
            assert_eq!(to_bytes(&loaded), dump);
            assert!((0..300).all(|i| loaded.count(&key(i)) == filter.count(&key(i))));
            assert_eq!(loaded.stuck(), filter.stuck());
        }
    }
}

#[test]
fn allowed_keys_load_as_the_same() {
    let mut filter = allowing();
    for more in 0..4 {
        let dump = to_bytes(&filter);
        assert_eq!(dump[5], 2);
        let loaded = from_bytes(&dump).unwrap();
        assert_eq!(loaded, filter);
        assert_eq!(to_bytes(&loaded), dump);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        filter.each_allowed(|key| ours.push(key.to_vec()));
        loaded.each_allowed(|key| theirs.push(key.to_vec()));
        assert_eq!(ours, theirs);
        assert_eq!(ours.len(), 3 + more);
        assert!(ours.iter().all(|key| !loaded.contains(key)));
        filter.allow(&vec![b'x'; 100 * (more + 1)]).unwrap();
    }
    // A key that is inserted is allowed no more; without any, the dump is that of a plain filter.
    let mut filter = Filter::with_shape(Scheme::Standard, 100, 3, 7).unwrap();
    filter.insert(b"a").unwrap();
    let mut other = filter.clone();
    filter.allow(b"b").unwrap();
    assert_ne!(to_bytes(&filter), to_bytes(&other));
    for one in [&mut filter, &mut other] {
        one.insert(b"b").unwrap();
    }
    assert_eq!(to_bytes(&filter), to_bytes(&other));
}

#[test]
fn positions_load_as_the_same() {
    for bits in [1 << 24, (1 << 32) - 1, 1 << 32] {
        for keys in [0, 1, 700] {
            let filter = sparse(bits, keys);
            let dump = to_bytes(&filter);
            assert_eq!((dump[9], dump.len() < 10_000), (2, true));
            let loaded = from_bytes(&dump).unwrap();
            assert_eq!(loaded, filter);
            assert_eq!(to_bytes(&loaded), dump);
            assert!((0..2000).all(|i| loaded.contains(&key(i)) == filter.contains(&key(i))));
        }
    }
    // The same bits, packed, are another dump with the same answers.
    let mut packed = sparse(1 << 24, 700);
    packed.pack().unwrap();
    let dump = to_bytes(&packed);
    assert_eq!((dump[9], dump.len()), (1, 56 + (1 << 21) + 8));
    let loaded = from_bytes(&dump).unwrap();
    assert!((0..2000).all(|i| loaded.contains(&key(i)) == packed.contains(&key(i))));
    assert_eq!(to_bytes(&from_bytes(&dump).unwrap()), dump);
}

#[test]
fn chains_load_as_the_same() {
    for scheme in SCHEMES {
        for keys in [0, 4, 5, 100, 1000] {
            let metadata = Metadata::new("seen", if keys == 5 { "" } else { "7" });
            let mut filter = chain(scheme, keys);
            let dump = chain_to_bytes(&filter, metadata).unwrap();
            let mut loaded = chain_from_bytes(&dump).unwrap();
            assert_eq!(loaded, filter);
            assert_eq!(chain_to_bytes(&loaded, metadata).unwrap(), dump);
            assert_eq!(edgebloom::format::metadata(&dump).unwrap(), metadata);
            assert!((0..keys).all(|i| loaded.contains(&key(i))));
            assert!((0..3000).all(|i| loaded.contains(&key(i)) == filter.contains(&key(i))));
            let error = from_bytes(&dump).unwrap_err();
            assert_eq!((error.rule().field, error.rule().code), ("stages", Code::Invalid));
            // Both go on to grow alike.
            for one in [&mut filter, &mut loaded] {
                (1000..1500).for_each(|i| _ = one.insert(&key(i)).unwrap());
            }
            assert_eq!(
                chain_to_bytes(&loaded, metadata).unwrap(),
                chain_to_bytes(&filter, metadata).unwrap()
            );
        }
    }
    // A plain filter is a chain of one.
    let plain = filled(Scheme::Blocked, 20, 0.1);
    let single = chain_from_bytes(&to_bytes(&plain)).unwrap();
    assert_eq!(single.single().unwrap(), &plain);
    assert_eq!(chain_to_bytes(&single, Metadata::default()).unwrap(), to_bytes(&plain));
}

#[test]
fn every_flipped_bit_of_other_kinds_is_refused() {
    for dump in other_dumps() {
        assert!(chain_from_bytes(&dump).is_ok());
        for bit in 0..dump.len() * 8 {
            let mut flipped = dump.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(chain_from_bytes(&flipped).is_err(), "bit {bit}");
            assert!(from_bytes(&flipped).is_err(), "bit {bit}");
        }
    }
}

#[test]
fn every_other_length_of_other_kinds_is_refused() {
    for dump in other_dumps() {
        for length in 0..dump.len() {
            let error = chain_from_bytes(&dump[..length]).unwrap_err();
            assert_eq!(error.rule().code, Code::Truncated, "{length}: {error}");
            assert!(from_bytes(&dump[..length]).is_err());
        }
        for (more, byte) in (1..=64).flat_map(|more| [(more, 0), (more, 0xff)]) {
            let mut longer = dump.clone();
            longer.resize(dump.len() + more, byte);
            let error = chain_from_bytes(&longer).unwrap_err();
            assert_eq!(error.rule().code, Code::TrailingBytes);
        }
    }
}

/// A dump of 3 probes a key and seed 7 with a right checksum.
fn dump_of(fields: Fields<'_>) -> Vec<u8> {
    let Fields { flags, scheme, cells, encoding, bits, words, seed, section, payload } = fields;
    let has_section = u8::from(!section.is_empty());
    let mut dump =
        vec![0xeb, b'F', b'L', b'T', 1, flags | has_section, scheme, cells, 1, encoding, 3, 0];
    let words = words.unwrap_or(payload.len() as u32 / 8);
    dump.extend(words.to_le_bytes());
    for number in [bits, seed, 0, 3, 0] {
        dump.extend(number.to_le_bytes());
    }
    dump.extend_from_slice(section);
    let head = dump.len();
    dump.extend_from_slice(payload);
    dump.extend([0; 8]);
    repaired(dump, head)
}

#[derive(Clone, Copy)]
struct Fields<'a> {
    flags: u8,
    scheme: u8,
    cells: u8,
    encoding: u8,
    bits: u64,
    words: Option<u32>,
    seed: u64,
    section: &'a [u8],
    payload: &'a [u8],
}

/// 100 bits that are 0.
const PLAIN: Fields<'static> = Fields {
    flags: 0,
    scheme: 1,
    cells: 1,
    encoding: 1,
    bits: 100,
    words: None,
    seed: 7,
    section: &[],
    payload: &[0; 16],
};

/// The field and the code with which a dump is refused.
fn refusal(dump: &[u8]) -> (&'static str, Code) {
    let error = chain_from_bytes(dump).unwrap_err();
    (error.rule().field, error.rule().code)
}

#[test]
fn forged_counters_are_refused_by_the_field() {
    for (cells, width) in (2..).zip(WIDTHS) {
        let payload = vec![0; 9 * width.bits().div_ceil(8).next_multiple_of(8) as usize];
        let words = (9 * width.bits()).div_ceil(64);
        let payload = &payload[..8 * words as usize];
        let fields = Fields { cells, bits: 9, payload, ..PLAIN };
        assert!(from_bytes(&dump_of(fields)).is_ok());
        for bit in 9 * width.bits()..words * 64 {
            let mut beyond = payload.to_vec();
            beyond[bit as usize / 8] |= 1 << (bit % 8);
            let dump = dump_of(Fields { payload: &beyond, ..fields });
            assert_eq!(refusal(&dump), ("payload", Code::Invalid), "{width:?}, bit {bit}");
        }
        for words in [0, words + 1, 1 << 26, u64::from(u32::MAX)] {
            let dump = dump_of(Fields { words: Some(words as u32), ..fields });
            assert_eq!(refusal(&dump), ("payloadLength", Code::Invalid), "{width:?}");
        }
        let positions = Fields { bits: 1 << 24, encoding: 2, payload: &[0; 8], ..fields };
        assert_eq!(refusal(&dump_of(positions)), ("payload", Code::Invalid));
        assert!(from_bytes(&dump_of(Fields { cells: 1, ..positions })).is_ok());
    }
    for cells in [0, 6, 255] {
        let dump = dump_of(Fields { cells, ..PLAIN });
        assert_eq!(refusal(&dump), ("cells", Code::Unsupported));
    }
}

/// Fills bytes up to whole words.
fn words(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

#[test]
fn forged_allowed_keys_are_refused_by_the_field() {
    let with =
        |tail: &[u8]| dump_of(Fields { flags: 2, payload: &[&[0; 16], tail].concat(), ..PLAIN });
    let longest = [&32767u16.to_le_bytes()[..], &[1; 32766]].concat();
    for sound in [&b"\x04\0cat\x02\0a"[..], b"\x01\0", b"\x07\0sixsix", &longest] {
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
        (Fields { bits: 1000, ..fields }, ("payloadLength", Code::Invalid)),
        (Fields { bits: 1 << 24, encoding: 2, ..fields }, ("payloadLength", Code::Invalid)),
    ] {
        assert_eq!(refusal(&dump_of(fields)), expected);
    }
}

#[test]
fn forged_positions_are_refused() {
    let with = |bits: u64, count: u64, bytes: &[u8]| {
        let payload = words([&count.to_le_bytes()[..], bytes].concat());
        dump_of(Fields { encoding: 2, bits, payload: &payload, ..PLAIN })
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
    ] {
        assert_eq!(to_bytes(&from_bytes(&sound).unwrap()), sound);
    }
    for (what, dump) in [
        ("no words", dump_of(Fields { encoding: 2, bits: few, payload: &[], ..PLAIN })),
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
        ("fewer than 2^24 bits", with(few - 1, 1, b"\x05")),
    ] {
        assert_eq!(refusal(&dump), ("payload", Code::Invalid), "{what}");
    }
    let fields = Fields { encoding: 2, bits: few, payload: &[0; 8], ..PLAIN };
    for (fields, expected) in [
        (Fields { encoding: 3, ..fields }, ("payloadEncoding", Code::Unsupported)),
        (Fields { encoding: 1, ..fields }, ("payloadLength", Code::Invalid)),
        (Fields { words: Some(u32::MAX), ..fields }, ("length", Code::Truncated)),
        (Fields { words: Some(0), ..fields }, ("length", Code::TrailingBytes)),
    ] {
        assert_eq!(refusal(&dump_of(fields)), expected);
    }
}

/// A section with a place in a chain.
fn place(index: u16, count: u16, growth: Growth) -> Vec<u8> {
    let Growth { factor, tightening, rate } = growth;
    [
        &[32, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 24, 0, 0, 0][..],
        &index.to_le_bytes(),
        &count.to_le_bytes(),
        &(factor as u32).to_le_bytes(),
        &tightening.to_le_bytes(),
        &rate.to_le_bytes(),
    ]
    .concat()
}

const GROWTH: Growth = Growth { factor: 2, tightening: 0.5, rate: 0.25 };

fn stage(index: u16, count: u16) -> Vec<u8> {
    dump_of(Fields { section: &place(index, count, GROWTH), ..PLAIN })
}

#[test]
fn forged_chains_are_refused_by_the_field() {
    let three = || [0, 1, 2].map(|index| stage(index, 3));
    let [first, second, third] = three();
    let sound = three().concat();
    let chain = chain_from_bytes(&sound).unwrap();
    assert_eq!(chain.stage_count(), 3);
    assert_eq!(chain_to_bytes(&chain, Metadata::default()).unwrap(), sound);
    let stages: Vec<u8> = (0..1024).flat_map(|index| stage(index, 1024)).collect();
    assert_eq!(chain_from_bytes(&stages).unwrap().stage_count(), 1024);

    let plain = dump_of(PLAIN);
    let invalid = Code::Invalid;
    for (what, stages, expected) in [
        ("the second alone", &[&second][..], ("length", Code::Truncated)),
        ("the last alone", &[&third], ("stage", invalid)),
        ("another order", &[&first, &third, &second], ("length", Code::TrailingBytes)),
        ("one left out", &[&first, &third], ("stage", invalid)),
        ("one twice", &[&first, &second, &second, &third], ("stage", invalid)),
        ("the first twice", &[&first, &first, &second, &third], ("stage", invalid)),
        ("without the first", &[&second, &third], ("stage", invalid)),
        ("without the last", &[&first, &second], ("length", Code::Truncated)),
        ("the last twice", &[&first, &second, &third, &third], ("length", Code::TrailingBytes)),
        ("a plain filter last", &[&first, &second, &plain], ("stage", invalid)),
        ("a plain filter first", &[&plain, &second, &third], ("length", Code::TrailingBytes)),
        (
            "a plain filter after",
            &[&first, &second, &third, &plain],
            ("length", Code::TrailingBytes),
        ),
    ] {
        let dump: Vec<u8> = stages.iter().flat_map(|stage| stage.to_vec()).collect();
        let found = refusal(&dump);
        if what == "the second alone" {
            // Of a stage that another one should follow, it is seen first that it is not the first.
            assert!([expected, ("stage", invalid)].contains(&found), "{found:?}");
        } else {
            assert_eq!(found, expected, "{what}");
        }
    }

    let with = |fields: Fields<'_>, growth: Growth| {
        let second = dump_of(Fields { section: &place(1, 3, growth), ..fields });
        [first.clone(), second, third.clone()].concat()
    };
    assert_eq!(with(PLAIN, GROWTH), sound);
    for dump in [
        with(PLAIN, Growth { factor: 3, ..GROWTH }),
        with(PLAIN, Growth { tightening: 0.25, ..GROWTH }),
        with(PLAIN, Growth { rate: 0.125, ..GROWTH }),
        with(Fields { scheme: 2, bits: 99, ..PLAIN }, GROWTH),
        with(Fields { seed: 8, ..PLAIN }, GROWTH),
        with(Fields { cells: 2, bits: 64, ..PLAIN }, GROWTH),
    ] {
        assert_eq!(refusal(&dump), ("stage", invalid));
    }

    let single = |growth| refusal(&dump_of(Fields { section: &place(0, 1, growth), ..PLAIN }));
    for (growth, field) in [
        (Growth { factor: 0, ..GROWTH }, "growth"),
        (Growth { factor: 1001, ..GROWTH }, "growth"),
        (Growth { factor: u64::from(u32::MAX), ..GROWTH }, "growth"),
        (Growth { tightening: 0.0, ..GROWTH }, "tightening"),
        (Growth { tightening: 1.0, ..GROWTH }, "tightening"),
        (Growth { tightening: -0.5, ..GROWTH }, "tightening"),
        (Growth { tightening: f64::NAN, ..GROWTH }, "tightening"),
        (Growth { rate: 0.0, ..GROWTH }, "errorRate"),
        (Growth { rate: 1.0, ..GROWTH }, "errorRate"),
        (Growth { rate: -0.0, ..GROWTH }, "errorRate"),
        (Growth { rate: f64::INFINITY, ..GROWTH }, "errorRate"),
        (Growth { rate: 1e-19, ..GROWTH }, "stage"),
    ] {
        assert_eq!(single(growth), (field, invalid), "{growth:?}");
    }
    for (index, count, field) in [
        (0, 0, "stages"),
        (0, 1025, "stages"),
        (1, 1, "stage"),
        (1024, 1024, "stage"),
        (3, 3, "stage"),
    ] {
        assert_eq!(refusal(&stage(index, count)), (field, invalid), "{index} of {count}");
    }
    let section = place(0, 1, GROWTH);
    let entry = &section[8..];
    let twice = [&[64, 0, 0, 0, 0, 0, 0, 0][..], entry, entry].concat();
    let after = [&[48, 0, 0, 0, 0, 0, 0, 0][..], entry, b"\x01\0\0\0\x08\0\0\0eight..."].concat();
    for section in [twice, after] {
        let dump = dump_of(Fields { section: &section, ..PLAIN });
        assert_eq!(refusal(&dump), ("metadata tag", invalid));
    }
    for size in [1u8, 16, 23, 25, 32] {
        let bytes = words(vec![0; usize::from(size)]);
        let length = bytes.len() as u8 + 8;
        let section =
            [&[length, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, size, 0, 0, 0][..], &bytes].concat();
        let dump = dump_of(Fields { section: &section, ..PLAIN });
        assert_eq!(refusal(&dump), ("metadata length", invalid), "{size}");
    }
}

/// Dumps of other systems' schemes.
#[test]
fn forged_foreign_heads_are_refused_by_the_field() {
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
    let of = |scheme: u8, seed: u64, section: &[u8]| {
        let mut dump = dump_of(Fields { scheme, seed, bits: 99, section, ..PLAIN });
        if let 6 | 7 = scheme {
            // These compute 3 hashes from so many keys.
            dump[32] = 23;
            dump = repaired(dump, 56);
        }
        from_bytes(&dump)
            .map(|filter| assert_eq!(to_bytes(&filter), dump))
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
    // Only they may have a capacity without a rate; two of them compute their hashes from it.
    for (scheme, seed, capacity, expected) in [
        (1, 7, 23, Some("capacity")),
        (4, 0x321, 23, None),
        (6, 0, 23, None),
        (6, 0, 0, Some("hashes")),
        (7, 0, 70, Some("hashes")),
    ] {
        let mut dump = dump_of(Fields { scheme, seed, ..PLAIN });
        dump[32] = capacity;
        dump[16] = 99;
        let dump = repaired(dump, 56);
        assert_eq!(from_bytes(&dump).err().map(|error| error.rule().field), expected);
    }
    let shape = |scheme: u8, bits: u64| {
        refusal(&dump_of(Fields { scheme, seed: 0, bits, section: &[], ..PLAIN })).0
    };
    assert_eq!(shape(8, 100), "bits");
    assert_eq!(shape(4, (1 << 32) + 1), "bits");
    assert_eq!(shape(6, 1 << 53), "bits");
}

/// A dump of bits and one of positions of the same filter.
fn both_forms(keys: u64) -> [Filter; 2] {
    let mut packed = sparse(1 << 25, keys);
    packed.pack().unwrap();
    [packed, sparse(1 << 25, keys)].map(|filter| from_bytes(&to_bytes(&filter)).unwrap())
}

#[test]
fn bits_and_positions_of_the_same_keys_are_equal() {
    let [packed, sparse] = both_forms(700);
    assert!(packed.equals(&sparse) && sparse.equals(&packed));
}

#[test]
fn bits_become_positions_without_loss() {
    let [packed, other] = both_forms(700);
    for (filter, form) in [(&packed, 1), (&other, 2)] {
        let folded = filter.fold(2).unwrap();
        assert!((0..700).all(|i| folded.contains(&key(i))), "fold");
        assert_eq!(to_bytes(&folded)[9], form, "a fold is of the form that it is made of");
    }
    let mut merged = sparse(1 << 25, 0);
    merged.merge(&packed).unwrap();
    assert!((0..700).all(|i| merged.contains(&key(i))), "merge");
}

/// Only one form of each chain is a dump.
#[test]
fn chains_that_would_be_written_otherwise_are_refused() {
    let named = {
        let place = place(1, 3, GROWTH);
        let entries = [b"\x01\0\0\0\x08\0\0\0eight...", &place[8..]].concat();
        dump_of(Fields { section: &[&[48, 0, 0, 0, 0, 0, 0, 0][..], &entries].concat(), ..PLAIN })
    };
    for stages in [
        vec![stage(0, 3), stage(1, 2)],
        vec![stage(0, 2), stage(1, 3), stage(2, 3)],
        vec![stage(0, 3), named, stage(2, 3)],
    ] {
        assert_eq!(refusal(&stages.concat()), ("stage", Code::Invalid));
    }
}
