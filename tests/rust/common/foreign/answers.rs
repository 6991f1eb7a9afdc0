//! Checks every answer, position and malformed input of the files. Counts the comparisons.

use super::{FILES, bytes, is_file, key_bytes, list, read, template, text, write};
use edgebloom::foreign::{
    Filter, Header, KeyEncoding, Scheme, SubFilter, filter_file, redis_bitmap,
};
use edgebloom::format::Metadata;
use serde_json::Value;

/// The numbers of comparisons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub filters: usize,
    pub answers: usize,
    pub positions: usize,
    pub malformed: usize,
}

/// The numbers of comparisons in [`FILES`].
pub const ALL: (usize, usize, usize, usize) = (103, 1_249_020, 11_500, 155);

/// Checks all files. Returns the numbers of comparisons.
pub fn check_all() -> Counts {
    let mut counts = Counts::default();
    for (name, json) in FILES {
        let vector: Value = serde_json::from_str(json).unwrap();
        if name.ends_with("_malformed.json") {
            check_malformed(&vector, &mut counts);
        } else if name.starts_with("redis-bitmap") {
            check_bitmaps(&vector, &mut counts);
        } else {
            check_vector(&vector, &mut counts);
        }
    }
    counts
}

/// Compares every answer and position of a vector, and the written bytes with those that were read.
fn check_vector(vector: &Value, counts: &mut Counts) {
    let name = text(vector, "name");
    let file = bytes(&vector["dump_base64"]);
    let filter = read(vector, &file).unwrap_or_else(|error| panic!("{name}: {error}"));
    check_answers(vector, &filter, counts);
    let written = write(vector, &filter);
    assert!(is_file(vector, &file, &written), "{name}: the written bytes differ");
    // Our own file keeps everything that the system's own file has.
    let own = filter_file::to_bytes(&filter, Metadata::default()).unwrap();
    let again = filter_file::from_bytes(&own).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(again == filter, "{name}");
    assert_eq!(write(vector, &again), written, "{name}");
    counts.filters += 1;
}

fn check_answers(vector: &Value, filter: &Filter, counts: &mut Counts) {
    let name = text(vector, "name");
    let encoding = filter.header().encoding;
    let mut ask = |key: &Value, expected: bool| {
        let bytes = key_bytes(vector, encoding, key);
        assert_eq!(filter.contains(&bytes), expected, "{name}: {key}");
        counts.answers += 1;
    };
    for (field, expected) in [("keys_in", true), ("keys_absent", false), ("false_positives", true)]
    {
        list(&vector[field]).for_each(|key| ask(key, expected));
    }
    for keys in list(&vector["keys_in_templates"]) {
        template(keys).for_each(|key| ask(&key, true));
    }
    let probes = &vector["probes"];
    let answers = bytes(&probes["answers_bitmap_base64"]);
    for (j, key) in template(&probes["template"]).enumerate() {
        ask(&key, answers[j / 8] >> (j % 8) & 1 == 1);
    }
    for case in list(&vector["bit_positions"]) {
        let mut key = key_bytes(vector, encoding, &case["key"]);
        if let Some(hash) = case.get("hash_i128") {
            key = hash.as_str().unwrap().parse::<i128>().unwrap().to_le_bytes().into();
        }
        let sub_filters = case.get("indices_by_sub_filter");
        for (i, sub_filter) in filter.sub_filters().enumerate() {
            let expected = match sub_filters {
                Some(sub_filters) => &sub_filters[i],
                None => &case["indices_in_order"],
            };
            let expected: Vec<u64> = list(expected).map(|p| p.as_u64().unwrap()).collect();
            let mut positions = Vec::new();
            sub_filter.positions(&key, |position| positions.push(position));
            assert_eq!(positions, expected, "{name}: {}", case["key"]);
            counts.positions += positions.len();
        }
    }
}

/// Every malformed input is rejected or accepted as expected.
fn check_malformed(vector: &Value, counts: &mut Counts) {
    for case in list(&vector["cases"]) {
        let file = bytes(&case["dump_base64"]);
        counts.malformed += 1;
        // JavaScript handles errors in the JSON itself.
        if file.starts_with(b"{") || file.starts_with(b"[") && file.len() != 40 {
            continue;
        }
        let result = read(vector, &file);
        match text(case, "reader_must") {
            "reject" => assert!(result.is_err(), "{case}"),
            "accept" => assert!(result.is_ok(), "{case}: {result:?}"),
            _ => {}
        }
        if let Ok(filter) = result {
            _ = filter.contains(b"sixteen bytes it");
        }
    }
}

/// Strings of a real Redis: checks their bits, and writes them again.
fn check_bitmaps(vector: &Value, counts: &mut Counts) {
    for case in list(&vector["cases"]) {
        let file = bytes(&case["dump_base64"]);
        let pairs = || list(&case["getbit"]).map(|pair| (pair[0].as_u64().unwrap(), pair[1] == 1));
        let bits = pairs().map(|(offset, _)| offset + 1).max().unwrap().max(file.len() as u64 * 8);
        let mut filter = bitmap_of(bits.next_multiple_of(64));
        redis_bitmap::read(&mut filter, 0, &file).unwrap();
        let mut set = Vec::new();
        filter.each_cell(|position, _| set.push(position));
        for (offset, answer) in pairs() {
            assert_eq!(set.contains(&offset), answer, "{case}");
            counts.answers += 1;
        }
        let end = file.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        assert_eq!(redis_bitmap::write(&filter).unwrap(), &file[..end]);
        counts.filters += 1;
    }
}

/// An empty filter for the bits of a Redis string.
fn bitmap_of(bits: u64) -> SubFilter {
    let shape = Scheme::Standard.shape(bits, 1).unwrap();
    let header = Header::of_shape(Scheme::Standard, shape, KeyEncoding::Native);
    SubFilter::new(header, Vec::new()).unwrap()
}

/// Guava's own test, `MURMUR128_MITZ_*_frozen`. A filter has the even numbers below 2,000,000 at
/// 0.03. Returns how many of the odd ones are false positives.
pub fn guava_false_positives(scheme: Scheme, encoding: KeyEncoding) -> usize {
    let numbers = 1_000_000;
    let header = Header::with_rate(scheme, numbers, 0.03, encoding).unwrap();
    let mut filter = Filter::new(header, Vec::new()).unwrap();
    let key = |i: u64| encoding.text(&i.to_string()).unwrap().into_owned();
    for i in 0..numbers {
        filter.insert(&key(2 * i)).unwrap();
    }
    for i in 0..numbers {
        assert!(filter.contains(&key(2 * i)));
    }
    (0..numbers).filter(|i| filter.contains(&key(2 * i + 1))).count()
}
