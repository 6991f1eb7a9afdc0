//! Loading a file in pieces: first its header, then memory for the payload, then the words.

use crate::allocator::{Counts, counted};
use crate::common::{header_of, key, repaired};
use edgebloom::format::{
    self, CHECKSUM_BYTES, FileHeader, HEADER_BYTES, Loading, MAX_HEADER_BYTES, Metadata,
    from_bytes, keyed_from_bytes, scalable_from_bytes, scalable_to_bytes, static_set_from_bytes,
    static_set_to_bytes, to_bytes, to_bytes_with,
};
use edgebloom::{
    Builder, Code, CollectKeys, Filter, Found, Growth, Header, Layout, MIN_RATE, Result,
    ScalableFilter, SecretKey, Shape,
};

fn filter(bits: u64) -> Filter {
    let mut filter = Filter::with_shape(Layout::Standard, bits, 3, 7).unwrap();
    (0..40).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    filter
}

fn scalable() -> ScalableFilter {
    let growth = Growth { factor: 2, tightening: 0.5, rate: 0.25 };
    let mut filter = ScalableFilter::new(Layout::Standard, 4, 7, growth).unwrap();
    (0..30).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    filter
}

/// Files with names of several lengths, and filters with several numbers of words.
fn files() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for (bits, name) in [(64, ""), (128, "n"), (192, "eight..."), (1_024, "twenty-one and more")] {
        let metadata = Metadata { name, version: "", ..Default::default() };
        files.push(to_bytes_with(&filter(bits), metadata).unwrap());
    }
    files.push(to_bytes(&filter(1 << 25)));
    files
}

#[test]
fn words_loaded_one_at_a_time_give_the_filter() {
    for file in files() {
        let header = header_of(&file[..file.len().min(MAX_HEADER_BYTES as usize)]);
        let start = header.header_bytes as usize;
        assert_eq!(header.file_bytes(), file.len() as u64);
        assert_eq!(header.payload as u8, file[9]);
        let mut loading = Loading::begin(&file[..start], file.len() as u64).unwrap();
        assert_eq!(*loading.header(), header);
        let payload = &file[start..file.len() - CHECKSUM_BYTES as usize];
        let words = loading.allocate().unwrap();
        assert_eq!(words.len() * 8, payload.len());
        for (word, bytes) in words.iter_mut().zip(payload.chunks(8)) {
            *word = u64::from_le_bytes(bytes.try_into().unwrap());
        }
        let checksum = *file.last_chunk().unwrap();
        assert_eq!(loading.filter(checksum).unwrap(), from_bytes(&file).unwrap());
    }
}

#[test]
fn reports_errors_at_the_end_of_a_file() {
    for file in files() {
        let (mut wrong, end) = (file.clone(), file.len() as u64 - CHECKSUM_BYTES);
        *wrong.last_mut().unwrap() ^= 1;
        let error = from_bytes(&wrong).unwrap_err();
        assert_eq!((error.rule().field, error.offset()), ("checksum", Some(end)));
        for (given, offset) in [(file.len() - 1, file.len() - 1), (end as usize, end as usize)] {
            let error = from_bytes(&file[..given]).unwrap_err();
            assert_eq!((error.rule().field, error.offset()), ("length", Some(offset as u64)));
        }
        let error = from_bytes(&[&file[..], &[0]].concat()).unwrap_err();
        assert_eq!((error.rule().field, error.offset()), ("length", Some(file.len() as u64)));
    }
    // An exception without an end. The checksum is correct.
    let mut allowing = filter(64);
    allowing.allow(b"exact").unwrap();
    let file = to_bytes(&allowing);
    let loading = |words: [u64; 2]| {
        let mut loading = Loading::begin(&file[..56], file.len() as u64).unwrap();
        loading.allocate().unwrap().copy_from_slice(&words);
        loading.filter(format::checksum(&file[..56], &words))
    };
    assert!(loading([u64::MAX, 2]).is_ok());
    let error = loading([u64::MAX, 99]).unwrap_err();
    assert_eq!((error.rule().field, error.offset()), ("payload", Some(64)));
}

#[test]
fn a_scalable_filter_has_the_sums_of_its_sub_filters() {
    let filter = scalable();
    let file = scalable_to_bytes(&filter, Metadata::default()).unwrap();
    let header = header_of(&file);
    assert_eq!(header.file_bytes(), file.len() as u64);
    let sub_filters = header.section.sub_filters.unwrap();
    assert!(sub_filters.count > 2 && sub_filters.count == filter.sub_filter_count());
    let sum = |of: fn(Header) -> u64| filter.sub_filters().map(|one| of(one.header())).sum::<u64>();
    assert_eq!(header.shape.bits(), sum(|header| header.shape.bits()));
    assert_eq!(header.shape.hashes(), sum(|header| header.shape.hashes()));
    assert_eq!(header.inserted, sum(|header| header.inserted));
    assert_eq!(header.target.unwrap().capacity, sum(|header| header.target.unwrap().capacity));
    let (start, end) = (header.header_bytes as usize, file.len() - 8);
    let parts: Vec<u8> = filter.sub_filters().flat_map(to_bytes).collect();
    assert_eq!(file[start..end], parts);
    let loading = Loading::begin(&file, file.len() as u64).unwrap();
    let error = loading.filter(*file.last_chunk().unwrap()).unwrap_err();
    assert_eq!(error.rule().field, "payloadEncoding");
}

/// A server can send a header before the payload, which it does not need to copy.
#[test]
fn a_header_is_the_start_of_its_file() {
    let (filter, scalable) = (filter(128), scalable());
    let mut builder = Builder::new(3);
    builder.push_lines(b"a\nb\nc").unwrap();
    let set = builder.finish_static(0.1).unwrap();
    for (metadata, flags) in
        [(Metadata::default(), 0), (Metadata { name: "a", version: "", ..Default::default() }, 1)]
    {
        let header = format::header(&filter, metadata).unwrap();
        assert_eq!((header[5], header.len() as u64 > HEADER_BYTES), (flags, flags == 1));
        for (header, file) in [
            (header, to_bytes_with(&filter, metadata)),
            (
                format::scalable_header(&scalable, metadata).unwrap(),
                scalable_to_bytes(&scalable, metadata),
            ),
            (
                format::static_set_header(&set, metadata).unwrap(),
                static_set_to_bytes(&set, metadata),
            ),
        ] {
            let file = file.unwrap();
            assert_eq!(header_of(&file).header_bytes, header.len() as u64);
            assert_eq!(header, file[..header.len()]);
        }
    }
}

#[test]
fn accepts_the_longest_header_and_the_lowest_rate() {
    let long = "n".repeat(1_024);
    let form = "f".repeat(64);
    let metadata = Metadata { name: &long, version: &long, key_form: &form };
    let file = to_bytes_with(&filter(64), metadata).unwrap();
    let FileHeader { header_bytes: header, section, .. } = header_of(&file);
    assert_eq!((section.name, section.version), (long.clone(), long));
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
fn rejects_a_keyed_header_with_counters() {
    let shape = Shape::new(Layout::Standard, 64, 3).unwrap();
    let plain = Filter::with_shape(Layout::Standard, 64, 3, 0).unwrap();
    let header = Header { layout: Layout::Standard, shape, ..plain.header() };
    let keyed = Filter::with_key(header, &SecretKey::new(&[7; 16])).unwrap();
    let file = to_bytes(&keyed);
    for kind in [2, 3] {
        let refused = refusal(&forged(&file, 7, &[kind]));
        assert_eq!((refused.0, refused.1), ("payloadLength", Some(12)));
    }
}

/// No error may cost more memory than this, however long the payload is.
const SMALL: usize = 1 << 14;

#[test]
fn checks_the_length_and_the_class_before_it_allocates() {
    let refused = |what: &str, code: Code, read: &dyn Fn() -> Result<()>| {
        let (answer, Counts { peak, .. }) = counted(read);
        assert_eq!(answer.unwrap_err().rule().code, code, "{what}");
        assert!(peak < SMALL, "{what}: {peak} bytes");
    };
    // The largest filter: its header declares 512 MiB.
    let mut largest = to_bytes(&filter(128));
    largest[12..16].copy_from_slice(&(1u32 << 26).to_le_bytes());
    largest[16..24].copy_from_slice(&(1u64 << 32).to_le_bytes());
    refused("length", Code::Truncated, &|| from_bytes(&largest).map(drop));
    let secret = SecretKey::new(&[7; 16]);
    let header = Header::with_shape(Layout::Blocked, 1 << 23, 3, 0).unwrap();
    let plain = to_bytes(&Filter::new(header).unwrap());
    let keyed = to_bytes(&Filter::with_key(header, &secret).unwrap());
    let growth = Growth::to_rate(0.01);
    let scalable = ScalableFilter::new(Layout::Blocked, 1 << 20, 0, growth).unwrap();
    let scalable = scalable_to_bytes(&scalable, Metadata::default()).unwrap();
    let wrong = SecretKey::new(&[8; 16]);
    let class = Code::WrongClass;
    refused("wrong key", Code::WrongKey, &|| keyed_from_bytes(&keyed, &wrong).map(drop));
    refused("no key", Code::WrongKey, &|| from_bytes(&keyed).map(drop));
    refused("not keyed", class, &|| keyed_from_bytes(&plain, &secret).map(drop));
    refused("not scalable", class, &|| scalable_from_bytes(&plain).map(drop));
    refused("scalable", class, &|| from_bytes(&scalable).map(drop));
    refused("not static", class, &|| static_set_from_bytes(&plain).map(drop));
}

#[test]
fn errors_are_sentences_with_exact_numbers() {
    let message = |file: &[u8]| from_bytes(file).unwrap_err().to_string();
    let file = to_bytes(&filter(64));
    let length = file.len();
    let end = length - 8;
    let stored = u64::from_le_bytes(file[end..].try_into().unwrap());
    for (bytes, expected) in [
        (file[..40].to_vec(), "truncated: at least 48 bytes needed, got 40 (at offset 40)".into()),
        (
            file[..60].to_vec(),
            format!("truncated: header declares {length} bytes, got 60 (at offset 60)"),
        ),
        (
            [&file[..], &[0]].concat(),
            format!(
                "trailing bytes: header declares {length} bytes, got {} (at offset {length})",
                length + 1
            ),
        ),
        (
            [&file[..end], &(stored ^ 1).to_le_bytes()].concat(),
            format!(
                "checksum: expected {stored:#018x}, computed from the bytes, got {:#018x} (at offset {end})",
                stored ^ 1
            ),
        ),
        (
            forged(&file, 6, &[32]),
            "scheme: expected a number from 1 to 31, got 32 (at offset 6)".into(),
        ),
        (
            forged(&file, 16, &u64::MAX.to_le_bytes()),
            "bits: expected a number from 1 to the scheme's limit, got 0xffffffffffffffff (at offset 16)".into(),
        ),
        (
            forged(&file, 48, &1.5f64.to_le_bytes()),
            "errorRate: expected a number of at least 1e-18 and below 1, got 1.5 (at offset 48)".into(),
        ),
    ] {
        assert_eq!(message(&bytes), expected);
    }
    let error = Filter::with_shape(Layout::Partitioned, 128, 3, 0).unwrap_err();
    assert_eq!(error.to_string(), "bits: expected a multiple of 192 (64 * hashes), got 128");
}
