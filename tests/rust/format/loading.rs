//! Loading a file in pieces: first its header, then memory for the payload, then the words.

use crate::common::frozen_rows::{made_of, row_of};
use crate::common::key;
use edgebloom::format::{
    self, CHECKSUM_BYTES, HEADER_BYTES, Loading, MAX_HEADER_BYTES, Metadata, Start,
};
use edgebloom::format::{
    scalable_from_bytes, scalable_to_bytes, from_bytes, pybloom_live, to_bytes, to_bytes_with,
};
use edgebloom::layout::MIN_RATE;
use edgebloom::{ScalableFilter, Filter, Found, Growth, Header, Layout, SecretKey, Shape, Width};

fn filter(bits: u64) -> Filter {
    let mut filter = Filter::with_shape(Layout::Standard, bits, 3, 7).unwrap();
    (0..40).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    filter
}

fn scalable() -> ScalableFilter {
    let growth = Growth { factor: 2, tightening: 0.5, rate: 0.25 };
    let mut chain = ScalableFilter::new(Layout::Standard, 4, 7, growth).unwrap();
    (0..30).for_each(|i| _ = chain.insert(&key(i)).unwrap());
    chain
}

/// Files with names of several lengths, and filters with several numbers of words.
fn dumps() -> Vec<Vec<u8>> {
    let mut dumps = Vec::new();
    for (bits, name) in [(64, ""), (128, "n"), (192, "eight..."), (1_024, "twenty-one and more")] {
        let metadata = Metadata { name: name, version: "" };
        dumps.push(to_bytes_with(&filter(bits), metadata).unwrap());
    }
    dumps.push(to_bytes(&filter(1 << 25)));
    dumps
}

#[test]
fn words_loaded_one_at_a_time_give_the_filter() {
    for dump in dumps() {
        let start = Start::read(&dump[..dump.len().min(MAX_HEADER_BYTES as usize)]).unwrap();
        let header = start.header_bytes as usize;
        assert_eq!(start.file_bytes(), dump.len() as u64);
        assert_eq!(start.payload() as u8, dump[9]);
        let mut loading = Loading::begin(&dump[..header], dump.len() as u64).unwrap();
        assert_eq!(loading.header_bytes(), header as u64);
        let payload = &dump[header..dump.len() - CHECKSUM_BYTES as usize];
        assert_eq!(loading.words_mut().len() * 8, payload.len());
        for (word, bytes) in loading.words_mut().iter_mut().zip(payload.chunks(8)) {
            *word = u64::from_le_bytes(bytes.try_into().unwrap());
        }
        let checksum = *dump.last_chunk().unwrap();
        assert_eq!(loading.finish(checksum).unwrap(), from_bytes(&dump).unwrap());
    }
}

#[test]
fn reports_errors_at_the_end_of_a_file() {
    for dump in dumps() {
        let (mut wrong, end) = (dump.clone(), dump.len() as u64 - CHECKSUM_BYTES);
        *wrong.last_mut().unwrap() ^= 1;
        let error = from_bytes(&wrong).unwrap_err();
        assert_eq!((error.rule().field, error.offset()), ("checksum", Some(end)));
        for (given, offset) in [(dump.len() - 1, dump.len() - 1), (end as usize, end as usize)] {
            let error = from_bytes(&dump[..given]).unwrap_err();
            assert_eq!((error.rule().field, error.offset()), ("length", Some(offset as u64)));
        }
        let error = from_bytes(&[&dump[..], &[0]].concat()).unwrap_err();
        assert_eq!((error.rule().field, error.offset()), ("length", Some(dump.len() as u64)));
    }
    // An exception without an end. The checksum is correct.
    let mut allowing = filter(64);
    allowing.allow(b"exact").unwrap();
    let dump = to_bytes(&allowing);
    let loading = |words: [u64; 2]| {
        let mut loading = Loading::begin(&dump[..56], dump.len() as u64).unwrap();
        loading.words_mut().copy_from_slice(&words);
        loading.finish(native::checksum(&dump[..56], &words))
    };
    assert!(loading([u64::MAX, 2]).is_ok());
    let error = loading([u64::MAX, 99]).unwrap_err();
    assert_eq!((error.rule().field, error.offset()), ("payload", Some(64)));
}

#[test]
fn a_scalable_filter_has_the_sums_of_its_sub_filters() {
    let chain = scalable();
    let dump = scalable_to_bytes(&chain, Metadata::default()).unwrap();
    let start = Start::read(&dump).unwrap();
    assert_eq!(start.file_bytes(), dump.len() as u64);
    let sub_filters = start.section.sub_filters.unwrap();
    assert!(sub_filters.count > 2 && sub_filters.count == chain.sub_filter_count());
    let sum = |of: fn(&Header) -> u64| chain.sub_filters().map(|one| of(one.header())).sum::<u64>();
    assert_eq!(start.header.shape.bits(), sum(|header| header.shape.bits()));
    assert_eq!(start.header.shape.hashes(), sum(|header| header.shape.hashes()));
    assert_eq!(start.header.inserted, sum(|header| header.inserted));
    assert_eq!(start.header.target.unwrap().capacity, sum(|header| header.target.unwrap().capacity));
    let parts: Vec<u8> = chain.sub_filters().flat_map(to_bytes).collect();
    assert_eq!(dump[start.header_bytes as usize..dump.len() - 8], parts);
    let error = Loading::begin(&dump, dump.len() as u64).unwrap_err();
    assert_eq!(error.rule().field, "payloadEncoding");
}

#[test]
fn appends_a_header_to_existing_bytes() {
    let filter = filter(128);
    for before in [0, 8, 1_000] {
        for (metadata, section) in [(Metadata::default(), 0), (Metadata { name: "a", version: "" }, 1)] {
            let mut header = vec![0xff; before];
            native::write_head(&mut header, &filter, 2, false, metadata).unwrap();
            let mut alone = Vec::new();
            native::write_head(&mut alone, &filter, 2, false, metadata).unwrap();
            assert_eq!(header[before..], alone);
            assert_eq!((alone[5], alone.len() as u64 > HEADER_BYTES), (section, section == 1));
        }
    }
}

#[test]
fn accepts_the_longest_header_and_the_lowest_rate() {
    let long = "n".repeat(1_024);
    let dump = to_bytes_with(&filter(64), Metadata { name: &long, version: &long }).unwrap();
    let Start { header_bytes: header, section, .. } = Start::read(&dump).unwrap();
    let texts = (section.metadata.name_text(), section.metadata.version_text());
    assert_eq!(texts, (Ok(&long[..]), Ok(&long[..])));
    assert!(header <= MAX_HEADER_BYTES && header > HEADER_BYTES + 2 * 1_024);
    // The longest section also has the growth of a scalable filter and 64 parameters: 24 and 520
    // bytes.
    assert_eq!(MAX_HEADER_BYTES, header + 24 + 520);
    let lowest = Filter::with_rate(Layout::Standard, 10, MIN_RATE, 0).unwrap();
    assert_eq!(from_bytes(&to_bytes(&lowest)).unwrap(), lowest);
    let rate = f64::from_bits(MIN_RATE.to_bits() - 1);
    let lower = forged(&to_bytes(&lowest), 48, &rate.to_le_bytes());
    assert_eq!(refusal(&lower), ("errorRate", Some(48), Found::Real(rate)));
}

/// A file with other bytes in its header and a correct checksum.
fn forged(dump: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut forged = dump.to_vec();
    forged[at..at + with.len()].copy_from_slice(with);
    let (start, end) = (Start::read(dump).unwrap().header_bytes as usize, dump.len() - 8);
    let words = forged[start..end].chunks(8);
    let words: Vec<u64> = words.map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
    let checksum = native::checksum(&forged[..start], &words);
    forged[end..].copy_from_slice(&checksum);
    forged
}

fn refusal(dump: &[u8]) -> (&'static str, Option<u64>, Found) {
    let error = scalable_from_bytes(dump).unwrap_err();
    (error.rule().field, error.offset(), error.found())
}

#[test]
fn checks_a_foreign_header_with_its_scheme() {
    let go = made_of(&row_of(Layout::GoBitsAndBlooms), 32, Width::Bit).unwrap();
    let dump = to_bytes(&go);
    let found = Found::Integer;
    assert!(from_bytes(&dump).is_ok());
    // Encoding 9 is that of rbloom. Counters of 2 bits take one word, too.
    assert_eq!(refusal(&forged(&dump, 8, &[9])), ("keyEncoding", Some(8), found(9)));
    assert_eq!(refusal(&forged(&dump, 24, &[5])), ("seed", Some(24), found(5)));
    assert_eq!(refusal(&forged(&dump, 7, &[2])), ("cells", Some(7), found(2)));
    // Spark's filters have whole words. The payload already is one word.
    let with = [&[11][..], &dump[7..16], &[64]].concat();
    let spark = forged(&dump, 6, &with);
    assert_eq!(refusal(&spark), ("keyEncoding", Some(8), found(10)));
    let with = [&[11, 1, 6][..], &dump[9..16], &[64]].concat();
    assert!(from_bytes(&forged(&dump, 6, &with)).is_ok());
}

#[test]
fn rejects_a_keyed_header_with_counters() {
    let shape = Shape::new(Layout::Standard, 64, 3).unwrap();
    let plain = Filter::with_shape(Layout::Standard, 64, 3, 0).unwrap();
    let header = Header { layout: Layout::Standard, shape, ..*plain.header() };
    let keyed = Filter::with_key(header, &SecretKey::new(&[7; 16])).unwrap();
    let dump = to_bytes(&keyed);
    for kind in [2, 3] {
        let refused = refusal(&forged(&dump, 7, &[kind]));
        assert_eq!((refused.0, refused.1), ("payloadLength", Some(12)));
    }
}

/// Tag 4 has numbers of 8 bytes. The entry begins after the 8 bytes of the section header.
#[test]
fn an_entry_has_the_length_of_its_tag() {
    let filter = Filter::additive_partitioned(64, &[3, 7]).unwrap();
    let dump = to_bytes(&filter);
    assert_eq!(dump[64..72], [4, 0, 0, 0, 16, 0, 0, 0]);
    assert_eq!(from_bytes(&dump).unwrap(), filter);
    for length in [1u32, 9, 15, 17] {
        let wrong = forged(&dump, 68, &length.to_le_bytes());
        let found = Found::Integer(length.into());
        assert_eq!(refusal(&wrong), ("metadata length", Some(68), found));
    }
    // The second number is not a valid entry.
    assert_eq!(refusal(&forged(&dump, 68, &[8])).0, "metadata tag");
    for length in [8u32, 32] {
        let wrong = forged(&dump, 56, &length.to_le_bytes());
        assert_eq!(refusal(&wrong).0, if length == 8 { "metadata" } else { "metadata tag" });
    }
    assert_eq!(refusal(&forged(&dump, 64, &[6])), ("metadata tag", Some(64), Found::Integer(6)));
}

/// pybloom_live allows lower rates than the native schemes.
#[test]
fn scalable_filters_of_other_systems_have_other_limits() {
    let growth = Growth { factor: 2, tightening: 0.5, rate: 1e-25 };
    let lower = pybloom_live::scalable(Layout::PybloomLiveXxh128, 4, growth).unwrap();
    let lower = scalable_to_bytes(&lower, Metadata::default()).unwrap();
    assert_eq!(scalable_from_bytes(&lower).unwrap().growth(), Some(growth));
}

/// A query of such a filter would take too long. A file can have at most 2^23 probes.
#[test]
fn limits_the_probes_of_a_file() {
    use edgebloom::hash::mt19937::Generator;
    // k = ⌈m ln 2⌉.
    for (bits, hashes) in [(12_102_203, 8_388_608), (12_102_204, 8_388_609), (1 << 25, 23_258_160)]
    {
        let filter = Filter::crc32_mt(bits, 1, Generator::Php8).unwrap();
        assert_eq!(filter.header().shape.hashes(), hashes);
        let dump = to_bytes(&filter);
        if hashes <= 1 << 23 {
            assert!(from_bytes(&dump).is_ok());
        } else {
            assert_eq!(refusal(&dump), ("hashes", Some(10), Found::Integer(hashes)));
        }
    }
}

#[test]
fn errors_are_sentences_with_exact_numbers() {
    let message = |dump: &[u8]| from_bytes(dump).unwrap_err().to_string();
    let dump = to_bytes(&filter(64));
    let length = dump.len();
    let end = length - 8;
    let stored = u64::from_le_bytes(dump[end..].try_into().unwrap());
    for (bytes, expected) in [
        (dump[..40].to_vec(), "truncated: at least 48 bytes needed, got 40 (at offset 40)".into()),
        (
            dump[..60].to_vec(),
            format!("truncated: header declares {length} bytes, got 60 (at offset 60)"),
        ),
        (
            [&dump[..], &[0]].concat(),
            format!(
                "trailing bytes: header declares {length} bytes, got {} (at offset {length})",
                length + 1
            ),
        ),
        (
            [&dump[..end], &(stored ^ 1).to_le_bytes()].concat(),
            format!(
                "checksum: expected {stored:#018x}, computed from the bytes, got {:#018x} (at offset {end})",
                stored ^ 1
            ),
        ),
        (
            forged(&dump, 6, &[31]),
            "layout: expected a number from 1 to 30, got 31 (at offset 6)".into(),
        ),
        (
            forged(&dump, 16, &u64::MAX.to_le_bytes()),
            "bits: expected a number from 1 to the layout's limit, got 0xffffffffffffffff (at offset 16)".into(),
        ),
        (
            forged(&dump, 48, &1.5f64.to_le_bytes()),
            "errorRate: expected a number of at least 1e-18 and below 1, got 1.5 (at offset 48)".into(),
        ),
    ] {
        assert_eq!(message(&bytes), expected);
    }
    let error = Filter::with_shape(Layout::Partitioned, 128, 3, 0).unwrap_err();
    assert_eq!(error.to_string(), "bits: expected a multiple of 192 (64 * hashes), got 128");
}
