//! Checks each number in the headers of other systems' files: which values are rejected, with which
//! field and offset.

use crate::common::foreign::frozen_rows::{foreign_made_of, row_of};
use crate::common::foreign::single;
use edgebloom::foreign::hash::string_hashes::{Arithmetic, StringHash};
use edgebloom::foreign::{
    Filter, KeyEncoding, Scheme, datasketches, go_bits_and_blooms, guava, parquet_sbbf, php,
    pybloom_live, rbloom, redis_bitmap, redisbloom, spark,
};
use edgebloom::format::base64;
use edgebloom::{Found, Growth, Result, Width};
use serde_json::Value;

/// The field and the offset of the error.
fn refusal(read: Result<Filter>) -> (&'static str, Option<u64>) {
    let error = read.unwrap_err();
    (error.rule().field, error.offset())
}

#[test]
fn parquet_length_is_the_number_of_blocks() {
    let unions = [0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0];
    let file =
        |number: &[u8], blocks: usize| [&[0x15], number, &unions, &vec![0; blocks * 32]].concat();
    let read = |file: &[u8]| parquet_sbbf::read(file, KeyEncoding::Bytes);
    // The length is stored doubled, in groups of seven bits.
    assert_eq!(read(&file(&[0x40], 1)).unwrap().header().shape.bits(), 256);
    assert_eq!(read(&file(&[0x80, 0x01], 2)).unwrap().header().shape.bits(), 512);
    // 0; −32; −33; 31; 33; 2^31; and a number without an end.
    for wrong in [
        &[0x00][..],
        &[0x3f],
        &[0x41],
        &[0x3e],
        &[0x42],
        &[0x80, 0x80, 0x80, 0x80, 0x10],
        &[0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
    ] {
        assert_eq!(refusal(read(&file(wrong, 1))), ("numBytes", Some(1)), "{wrong:x?}");
    }
    // The largest number, 2^31 − 32, only declares more bytes than the file has. So does one of
    // four bytes.
    for number in [&[0xc0, 0xff, 0xff, 0xff, 0x0f][..], &[0x80, 0x80, 0x80, 0x01]] {
        let file = file(number, 1);
        assert_eq!(refusal(read(&file)), ("length", Some(file.len() as u64)), "{number:x?}");
    }
    for at in [0, 2, 3, 5, 14] {
        let mut wrong = file(&[0x40], 1);
        wrong[at] ^= 1;
        assert_eq!(refusal(read(&wrong)), ("header", Some(at as u64)));
    }
}

/// The bytes with a change at an offset.
fn patched(bytes: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut patched = bytes.to_vec();
    patched[at..at + with.len()].copy_from_slice(with);
    patched
}

/// Values outside 0 to 1 (exclusive).
const NO_RATES: [f64; 5] = [0.0, -0.5, 1.0, f64::NAN, f64::INFINITY];

#[test]
fn checks_each_number_of_redisbloom() {
    let mut filter = redisbloom::filter(100, 0.01, None).unwrap();
    filter.insert(b"a").unwrap();
    let file = redisbloom::write(&filter).unwrap();
    let refused =
        |at: usize, with: &[u8]| refusal(redisbloom::read(&patched(&file, at, with), None));
    let number = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap());
    assert_eq!((number(0), number(28)), (1, number(20) * 8));
    for count in [0, 1_025, u32::MAX] {
        assert_eq!(refused(8, &count.to_le_bytes()), ("nfilters", Some(8)), "{count}");
    }
    // A header of two records and their data would be longer.
    assert_eq!(refused(8, &2u32.to_le_bytes()).1, Some(0));
    assert_eq!(refused(12, &16u32.to_le_bytes()), ("options", Some(12)));
    let all = redisbloom::read(&patched(&file, 12, &15u32.to_le_bytes()), None).unwrap();
    assert_eq!(all.growth(), None);
    // Without the option NONSCALING, the filter can grow. Its own rate is half of the total rate.
    let scaling = redisbloom::read(&patched(&file, 12, &5u32.to_le_bytes()), None).unwrap();
    let growth = Growth { factor: 2, tightening: 0.5, rate: 0.02 };
    assert_eq!(scaling.growth(), Some(growth));
    // The total rate is never 1.
    let high = patched(&patched(&file, 12, &5u32.to_le_bytes()), 44, &0.75f64.to_le_bytes());
    let rate = redisbloom::read(&high, None).unwrap().growth().unwrap().rate;
    assert!(rate < 1.0 && rate > 0.999_999, "{rate}");
    assert_eq!(refused(0, &2u64.to_le_bytes()), ("size", Some(0)));
    for bytes in [0, number(20) - 8, number(20) + 8, u64::MAX] {
        assert_eq!(refused(20, &bytes.to_le_bytes()), ("length", Some(0)), "{bytes}");
    }
    for bits in [0, number(28) - 1, number(28) + 1] {
        assert_eq!(refused(28, &bits.to_le_bytes()), ("bits", Some(28)), "{bits}");
    }
    for rate in NO_RATES {
        assert_eq!(refused(44, &rate.to_le_bytes()), ("error", Some(44)), "{rate}");
    }
    // There are 960 bits. The power of two is at most 512, and at least a 64th of the bits, which
    // is 15.
    assert_eq!(number(28), 960);
    for log2 in [1, 3, 10, 63, 64, 255] {
        assert_eq!(refused(72, &[log2]), ("n2", Some(72)), "{log2}");
    }
    for log2 in [4, 9] {
        // The bits after those must be 0.
        let smaller = patched(&file, 72, &[log2]);
        assert_eq!(refusal(redisbloom::read(&smaller, None)).0, "data", "{log2}");
        let empty = patched(&smaller, 73, &[0; 120]);
        assert!(redisbloom::read(&empty, None).is_ok(), "{log2}");
    }
    // The most and the fewest bits for a power of two.
    let even = redisbloom::write(&redisbloom::filter(106, 0.01, None).unwrap()).unwrap();
    assert_eq!(even.len(), 73 + 1_024 / 8);
    for (log2, taken) in [(3, false), (4, true), (10, true), (11, false)] {
        let read = redisbloom::read(&patched(&even, 72, &[log2]), None);
        assert_eq!(read.is_ok(), taken, "{log2}");
    }
    let no_bytes = patched(&patched(&file[..73], 20, &[0; 16]), 72, &[4]);
    assert_eq!(refusal(redisbloom::read(&no_bytes, None)), ("bits", Some(28)));
    // The bits per entry that give this number of hashes.
    for (hashes, bits_per_entry, taken) in [
        (65_535u32, 94_547.0f64, true),
        (65_536, 94_548.0, false),
        (0, 0.0, false),
        (0, -5.0, false),
    ] {
        let wrong = patched(&file, 52, &bits_per_entry.to_le_bytes());
        let read = redisbloom::read(&patched(&wrong, 60, &hashes.to_le_bytes()), None);
        if taken {
            assert_eq!(read.unwrap().header().shape.hashes(), u64::from(hashes));
        } else {
            assert_eq!(refusal(read), ("hashes", Some(60)), "{hashes}");
        }
    }
    for hashes in [0, 6, 8, 65_536 + 7] {
        let field = refused(60, &u32::to_le_bytes(hashes));
        assert_eq!(field, ("hashes", Some(60)), "{hashes}");
    }
    assert_eq!(refused(64, &[0; 8]), ("entries", Some(64)));
    // Without data, and with more data than declared.
    assert_eq!(refusal(redisbloom::read(&file[..73], None)), ("length", Some(0)));
    assert_eq!(refusal(redisbloom::read(&[&file[..], &[0]].concat(), None)), ("length", Some(0)));
    assert_eq!(refusal(redisbloom::read(&file[..64], None)), ("header", Some(0)));
    assert_eq!(refusal(redisbloom::read(&patched(&file[..73], 20, &[0; 8]), None)).0, "bits");
    // If the length of the header is known, it must be that of the layout.
    assert!(redisbloom::read(&file, Some(73)).is_ok());
    assert_eq!(refusal(redisbloom::read(&file, Some(69))).1, Some(0));
    assert_eq!(redisbloom::parts(&filter), [16 << 20, 73, number(20)]);
}

/// This header of 1.0 has 0 bits, a power of two, and 4 bytes for entries.
#[test]
fn checks_each_number_of_older_redisbloom() {
    let golden: Value = serde_json::from_str(include_str!(
        "../../golden/redisbloom/redisbloom_legacy_1_0_scaling.json"
    ))
    .unwrap();
    let file = base64::decode(golden["dump_base64"].as_str().unwrap()).unwrap();
    let read = |at: usize, with: &[u8]| redisbloom::read(&patched(&file, at, with), None);
    let filter = read(0, &[]).unwrap();
    let parts = redisbloom::parts(&filter);
    assert_eq!(parts, [10 << 20, 16 + 49 * 3, 64, 256, 1_024]);
    assert_eq!(filter.growth().unwrap().factor, 2);
    // The first record has 64 bytes and no bits. Its entries are at 60, its power of two at 64.
    assert!(read(24, &1u64.to_le_bytes()).is_ok());
    assert_eq!(refusal(read(60, &[0; 4])), ("entries", Some(60)));
    assert_eq!(refusal(read(64, &[0])), ("bits", Some(24)));
    assert_eq!(refusal(read(64, &[10])), ("n2", Some(64)));
    assert_eq!(refusal(read(40, &0f64.to_le_bytes())), ("error", Some(40)));
    // Without a power of two, there can be 1 bit up to all bits of the bytes.
    for (bits, taken) in [(1u64, true), (512, true), (513, false)] {
        let one = patched(&patched(&file, 24, &bits.to_le_bytes()), 64, &[0]);
        let read = redisbloom::read(&one, None);
        // The valid values fail later, because the data do not fit.
        let field = read.err().map(|error| error.rule().field);
        assert_eq!(field == Some("bits"), !taken, "{bits}: {field:?}");
    }
}

#[test]
fn checks_each_number_of_pybloom() {
    let scheme = Scheme::PybloomLiveXxh128;
    let growth = Growth { factor: 2, tightening: 0.5, rate: 0.1 };
    let mut filter = pybloom_live::scalable(scheme, 20, growth).unwrap();
    (0..30).for_each(|i: u8| _ = filter.insert(&[i]).unwrap());
    assert_eq!(filter.sub_filter_count(), 2);
    let file = pybloom_live::write(&filter).unwrap();
    let read = |at: usize, with: &[u8]| pybloom_live::read(&patched(&file, at, with), scheme);
    // The factor has 4 bytes, the ratio 8, the first capacity 8, the rate 8, the count 4. Then come
    // the lengths and the filters.
    assert_eq!(u64::from_le_bytes(file[12..20].try_into().unwrap()), 20);
    assert_eq!(refusal(read(12, &19u64.to_le_bytes())), ("initial_capacity", Some(12)));
    let first = 32 + 2 * 8;
    for rate in NO_RATES {
        assert_eq!(refusal(read(first, &rate.to_le_bytes())), ("error_rate", Some(0)), "{rate}");
    }
    let alone = &file[first..][..u64::from_le_bytes(file[32..40].try_into().unwrap()) as usize];
    let refused =
        |at: usize, with: &[u8]| refusal(pybloom_live::read(&patched(alone, at, with), scheme));
    assert!(pybloom_live::recognises(alone) && !pybloom_live::recognises_scalable(alone));
    assert!(pybloom_live::recognises_scalable(&file) && !pybloom_live::recognises(&file));
    for rate in NO_RATES {
        assert_eq!(refused(0, &rate.to_le_bytes()), ("error_rate", Some(0)), "{rate}");
    }
    for hashes in [0, 65_536, u64::MAX] {
        assert_eq!(refused(8, &hashes.to_le_bytes()), ("num_slices", Some(8)), "{hashes}");
    }
    for slice in [0, 1 << 53, u64::MAX] {
        assert_eq!(refused(16, &slice.to_le_bytes()), ("bits_per_slice", Some(16)), "{slice}");
    }
    assert_eq!(refused(24, &[0; 8]), ("capacity", Some(24)));
    let cut = refusal(pybloom_live::read(&alone[..alone.len() - 1], scheme));
    assert_eq!(cut, ("length", Some(alone.len() as u64 - 1)));
    let longer = refusal(pybloom_live::read(&[alone, &[0]].concat(), scheme));
    assert_eq!(longer, ("length", Some(alone.len() as u64)));
    // If the only filter is empty, it is not written.
    let scalable = |filter: &Filter| pybloom_live::write(filter).unwrap();
    let empty = pybloom_live::scalable(scheme, 20, growth).unwrap();
    assert_eq!(scalable(&empty), patched(&file, 28, &[0; 4])[..32]);
    let mut one = pybloom_live::scalable(scheme, 20, growth).unwrap();
    one.insert(b"a").unwrap();
    let one = scalable(&one);
    let size = one.len() - 32 - 8 - 40;
    let uncounted = patched(&one, 32 + 8 + 32, &[0; 8]);
    let unset = patched(&one, 32 + 8 + 40, &vec![0; size]);
    let neither = patched(&uncounted, 32 + 8 + 40, &vec![0; size]);
    for (written, count) in [(&one, 1), (&uncounted, 1), (&unset, 1), (&neither, 0)] {
        let again = scalable(&pybloom_live::read(written, scheme).unwrap());
        let expected = if count == 1 { written.clone() } else { scalable(&empty) };
        assert_eq!(again, expected);
    }
    let second = first + alone.len();
    let hollow = patched(&file, second + 32, &vec![0; file.len() - second - 32]);
    assert_eq!(scalable(&pybloom_live::read(&hollow, scheme).unwrap()), hollow);
    // A file that looks like neither kind is read as a BloomFilter.
    for (at, with) in [
        (0, &0u32.to_le_bytes()[..]),
        (0, &(1u32 << 31).to_le_bytes()),
        (4, &1f64.to_le_bytes()),
        (12, &[0; 8]),
        (20, &1f64.to_le_bytes()),
        (28, &1_025u32.to_le_bytes()),
        (32, &u64::MAX.to_le_bytes()),
    ] {
        let other = patched(&file, at, with);
        assert!(!pybloom_live::recognises_scalable(&other), "{at}");
        assert!(pybloom_live::read(&other, scheme).is_err(), "{at}");
    }
    for (count, taken) in [(1_024u32, true), (1_025, false)] {
        let most = [&patched(&file, 28, &count.to_le_bytes())[..32], &vec![0; count as usize * 8]];
        assert_eq!(pybloom_live::recognises_scalable(&most.concat()), taken, "{count}");
    }
    // In a file without filters, the first capacity determines the size.
    let empty = |capacity: u64| {
        let mut file = file[..32].to_vec();
        file[28] = 0;
        patched(&file, 12, &capacity.to_le_bytes())
    };
    assert_eq!(pybloom_live::read(&empty(20), scheme).unwrap().sub_filter_count(), 1);
    // 8.3 and 8.4 million bits: the rate of the first filter is 0.05.
    for (capacity, taken) in [(1_340_000, true), (1_350_000, false)] {
        let read = pybloom_live::read(&empty(capacity), scheme);
        assert_eq!(read.is_ok(), taken, "{capacity}");
    }
    assert_eq!(
        refusal(pybloom_live::read(&empty(1 << 40), scheme)),
        ("initial_capacity", Some(12))
    );
}

#[test]
fn checks_each_number_of_guava_spark_go_and_rbloom() {
    let guava_file = [&[1, 3, 0, 0, 0, 2][..], &[7; 16]].concat();
    let read = |bytes: &[u8]| guava::read(bytes, KeyEncoding::JavaText);
    assert!(read(&guava_file).is_ok());
    for (at, with, expected) in [
        (0, &[2][..], ("strategy", Some(0))),
        (1, &[0], ("hashes", Some(1))),
        (2, &[0, 0, 0, 0], ("words", Some(2))),
        (2, &[0x80, 0, 0, 0], ("words", Some(2))),
        (2, &[0x7f, 0xff, 0xff, 0xff], ("length", Some(22))),
        (2, &[0, 0, 0, 1], ("length", Some(14))),
        (2, &[0, 0, 0, 3], ("length", Some(22))),
    ] {
        assert_eq!(refusal(read(&patched(&guava_file, at, with))), expected, "guava {at} {with:?}");
    }
    assert!(read(&patched(&guava_file, 1, &[255])).is_ok());

    // The error has the length of the file.
    for file in [&guava_file[..21], &[&guava_file[..], &[0, 0]].concat()] {
        let found = Found::Integer(file.len() as u64);
        assert_eq!(read(file).unwrap_err().found(), found);
    }

    let spark_file = [&[0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 2][..], &[7; 16]].concat();
    let second = [&[0, 0, 0, 2, 0, 0, 0, 3, 9, 8, 7, 6, 0, 0, 0, 2][..], &[7; 16]].concat();
    assert_eq!(spark::read(&second).unwrap().header().seed, 0x0908_0706);
    assert!(spark::read(&patched(&spark_file, 4, &[0, 0, 0xff, 0xff])).is_ok());
    for (at, with, expected) in [
        (0, &[0, 0, 0, 3][..], ("version", Some(0))),
        (0, &[1, 0, 0, 1], ("version", Some(0))),
        (4, &[0, 0, 0, 0], ("hashes", Some(4))),
        (4, &[0, 1, 0, 0], ("hashes", Some(4))),
        (8, &[0, 0, 0, 0], ("words", Some(8))),
        (8, &[0x80, 0, 0, 0], ("words", Some(8))),
        (8, &[0x7f, 0xff, 0xff, 0xff], ("length", Some(28))),
        (8, &[0, 0, 0, 1], ("length", Some(20))),
    ] {
        let file = patched(&spark_file, at, with);
        assert_eq!(refusal(spark::read(&file)), expected, "spark {at} {with:?}");
    }

    let number = |number: u64| number.to_be_bytes();
    let go = |bits: u64, hashes: u64, length: u64, words: usize| {
        let numbers = [number(bits), number(hashes), number(length)].concat();
        go_bits_and_blooms::read(&[numbers, vec![0; words * 8]].concat())
    };
    assert!(go(65, 65_535, 65, 2).is_ok());
    for (read, expected) in [
        (go(0, 3, 0, 0), ("bits", Some(0))),
        (go(1 << 53, 3, 1 << 53, 1), ("bits", Some(0))),
        (go((1 << 53) - 1, 3, (1 << 53) - 1, 1), ("length", Some(32))),
        (go(65, 0, 65, 2), ("hashes", Some(8))),
        (go(65, 65_536, 65, 2), ("hashes", Some(8))),
        (go(65, 3, 64, 2), ("length of the bit set", Some(16))),
        (go(65, 3, 65, 1), ("length", Some(32))),
        (go(64, 3, 64, 2), ("length", Some(32))),
    ] {
        assert_eq!(refusal(read), expected);
    }

    let rbloom_file =
        |hashes: u64, bytes: usize| [&hashes.to_le_bytes()[..], &vec![0; bytes]].concat();
    for hashes in [1, 64, 65, 65_535] {
        let file = rbloom_file(hashes, 1);
        assert_eq!(rbloom::read(&file).unwrap().header().shape.hashes(), hashes);
        // Files do not have this many hashes, but many other files begin with such a number.
        assert_eq!(rbloom::recognises(&file), hashes <= 64, "{hashes}");
    }
    for hashes in [0, 65_536] {
        assert_eq!(refusal(rbloom::read(&rbloom_file(hashes, 1))), ("hashes", Some(0)));
    }
    assert_eq!(refusal(rbloom::read(&rbloom_file(3, 0))), ("length", Some(8)));
    assert_eq!(refusal(rbloom::read(&[1, 0, 0])), ("length", Some(3)));
}

#[test]
fn checks_each_number_of_datasketches() {
    let read = |file: &[u8]| datasketches::read(file, KeyEncoding::Spark);
    let numbers = [42u64, 2, 3, 0b101, 1 << 63].map(u64::to_le_bytes).concat();
    let file = [&[4, 1, 21, 0, 7, 0, 0, 0][..], &numbers].concat();
    let empty = [&[3, 1, 21, 4, 7, 0, 0, 0][..], &numbers[..16]].concat();
    let filter = read(&file).unwrap();
    assert_eq!((filter.newest().parameters(), filter.header().shape.bits()), (&[42][..], 128));
    assert_eq!(filter.newest().set_cells(), 3);
    for (at, with, expected) in [
        (0, &[3][..], ("preamble", Some(0))),
        (0, &[0xff], ("preamble", Some(0))),
        (1, &[2], ("version", Some(1))),
        (2, &[7], ("family", Some(2))),
        // Another sketch is reported as such, whatever its version.
        (1, &[3, 3], ("family", Some(2))),
        (3, &[4], ("preamble", Some(0))),
        (3, &[1], ("flags", Some(3))),
        (4, &[0, 0], ("hashes", Some(4))),
        (4, &[0, 0x80], ("hashes", Some(4))),
        (6, &[0, 1], ("unused", Some(6))),
        (16, &[0], ("words", Some(16))),
        (16, &[0xfc, 0xff, 0xff, 0x7f], ("words", Some(16))),
        (16, &[0xfb, 0xff, 0xff, 0x7f], ("length", Some(48))),
        (16, &[1], ("length", Some(40))),
        (16, &[3], ("length", Some(48))),
        (20, &[0, 0, 0, 1], ("unused", Some(20))),
        (24, &[2], ("bitsSet", Some(24))),
        (32, &[0], ("bitsSet", Some(24))),
    ] {
        assert_eq!(refusal(read(&patched(&file, at, with))), expected, "{at} {with:?}");
    }
    assert!(read(&patched(&file, 4, &[0xff, 0x7f])).is_ok());
    for end in 0..file.len() {
        assert!(read(&file[..end]).is_err(), "{end}");
    }

    // What C++ and Java write without counting the bits, and a filter in their memory without keys.
    let not_counted = patched(&file, 24, &[0xff; 8]);
    let cleared = patched(&file, 24, &[0; 24]);
    for (file, written) in
        [(&file, &file), (&empty, &empty), (&not_counted, &file), (&cleared, &empty)]
    {
        let filter = read(file).unwrap();
        assert_eq!(&datasketches::write(&filter).unwrap(), written);
    }
}

#[test]
fn does_not_export_what_a_format_cannot_hold() {
    let mut filter = foreign_made_of(&row_of(Scheme::GuavaMitz64), 128, Width::Bit).unwrap();
    assert!(guava::write(&Filter::from(filter.clone())).is_ok());
    let field = |written: Result<Vec<u8>>| written.unwrap_err().rule().field;
    let other = Filter::from(filter.clone());
    for write in [
        spark::write,
        go_bits_and_blooms::write,
        parquet_sbbf::write,
        rbloom::write,
        datasketches::write,
        redisbloom::write,
    ] {
        assert_eq!(field(write(&other)), "format");
    }
    let standard = foreign_made_of(&row_of(Scheme::Standard), 128, Width::Bit).unwrap().into();
    assert_eq!(field(guava::write(&standard)), "format");
    assert_eq!(field(pybloom_live::write(&standard)), "format");
    filter.insert(b"a").unwrap();
    filter.allow(b"a").unwrap();
    assert_eq!(field(guava::write(&filter.into())), "filter");
}

/// A Redis string can be shorter than the bits, but not longer.
#[test]
fn redis_bitmaps_end_with_the_last_bit() {
    for bits in [1, 8, 9, 20, 24] {
        let empty = || single(php::redis::filter(bits, &[StringHash::Bkdr], Arithmetic::Php));
        let read = |start: u64, bytes: &[u8]| {
            let mut filter = empty();
            redis_bitmap::read(&mut filter, start, bytes).map(|()| filter)
        };
        assert_eq!(redis_bitmap::write(&empty()).unwrap(), Vec::<u8>::new());
        for position in 0..bits + 9 {
            let (at, bit) = (position / 8, 0x80 >> (position % 8));
            let found = read(at, &[bit]);
            if position < bits {
                let filter = found.unwrap();
                assert_eq!(filter.set_cells(), 1);
                let expected = [vec![0; at as usize], vec![bit]].concat();
                assert_eq!(redis_bitmap::write(&filter).unwrap(), expected, "{bits} {position}");
                continue;
            }
            let error = found.unwrap_err();
            let expected = if at < bits.div_ceil(8) {
                ("bitmap", Some(at))
            } else {
                ("length", Some(bits.div_ceil(8)))
            };
            assert_eq!((error.rule().field, error.offset()), expected, "{bits} {position}");
        }
        let all = vec![0xff; bits as usize / 8];
        let filter = read(0, &all).unwrap();
        assert_eq!(filter.set_cells(), bits / 8 * 8);
        assert_eq!(redis_bitmap::write(&filter).unwrap(), all);
    }
}
