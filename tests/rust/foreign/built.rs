//! Filters of other systems that are built from their keys. The exported bytes must equal those
//! that the system wrote.

use std::collections::BTreeSet;

use crate::common::foreign::frozen_rows::{foreign_of, rows};
use crate::common::foreign::{FILES, bytes, is_file, key_bytes, list, read, template, text, write};
use edgebloom::foreign::{
    FORMATS, Filter, Header, Scheme, npm_bloom_filters, pybloom_live, redisbloom,
};
use edgebloom::{Growth, Target};
use serde_json::Value;

/// Older servers, which tighten the rate more for each sub-filter. We continue scalable filters
/// like current servers.
const OLDER_GROWTH: [&str; 2] = ["redisbloom_legacy_1_0_scaling", "redisbloom_legacy_2_0_scaling"];

fn vectors() -> impl Iterator<Item = Value> {
    let all = FILES.iter().map(|(_, json)| serde_json::from_str::<Value>(json).unwrap());
    all.filter(|vector| vector.get("dump_base64").is_some())
}

fn keys(vector: &Value) -> impl Iterator<Item = Value> {
    let listed = list(&vector["keys_in"]).cloned();
    listed.chain(list(&vector["keys_in_templates"]).flat_map(template))
}

/// A file, and its filter without keys.
fn emptied(vector: &Value) -> (Vec<u8>, Filter) {
    let file = bytes(&vector["dump_base64"]);
    let mut loaded = read(vector, &file).unwrap();
    loaded.clear();
    assert_eq!((loaded.sub_filter_count(), loaded.newest().set_cells()), (1, 0));
    (file, loaded)
}

#[test]
fn the_same_keys_give_the_same_file() {
    let (mut built, mut grown) = (0, 0);
    for vector in vectors() {
        let name = text(&vector, "name");
        let (file, mut loaded) = emptied(&vector);
        let encoding = loaded.header().encoding;
        for key in keys(&vector) {
            loaded.insert(&key_bytes(&vector, encoding, &key)).unwrap();
        }
        let same = is_file(&vector, &file, &write(&vector, &loaded));
        assert_eq!(same, !OLDER_GROWTH.contains(&name), "{name}");
        check_inserted(&vector, &file, &loaded);
        built += 1;
        grown += usize::from(same && loaded.sub_filter_count() > 1);
    }
    // At least as many as when this was written. More systems add more.
    assert!(built >= 89 && grown >= 5, "{built} {grown}");
}

/// The filter of a file must have the right number of inserted keys, if the file contains that
/// number.
fn check_inserted(vector: &Value, file: &[u8], built: &Filter) {
    let (name, format) = (text(vector, "name"), text(vector, "format"));
    let inserted =
        |loaded: &Filter| -> u64 { loaded.sub_filters().map(|one| one.header().inserted).sum() };
    let read = inserted(&read(vector, file).unwrap());
    match format {
        "pybloom_live" => assert_eq!(read, inserted(built), "{name}"),
        "redisbloom" if !OLDER_GROWTH.contains(&name) => {
            assert_eq!(read, inserted(built), "{name}")
        }
        "redisbloom" => assert_eq!(read, vector["params"]["size"].as_u64().unwrap(), "{name}"),
        // Only the JSON of older versions has it.
        "npm_bloom_filters" => {
            let json: Value = serde_json::from_slice(file).unwrap();
            assert_eq!(read, json["_length"].as_u64().unwrap_or(0), "{name}");
        }
        _ => assert_eq!(read, 0, "{name}"),
    }
}

/// Older servers round sizes up to a power of two, which makes room for more entries. (The rates
/// are chosen so that the next sub-filter has the rate of the golden file.)
#[test]
fn sizes_of_older_servers_are_rounded_up() {
    for name in OLDER_GROWTH {
        let vector = vectors().find(|vector| text(vector, "name") == name).unwrap();
        let golden = read(&vector, &bytes(&vector["dump_base64"])).unwrap();
        for index in 0..golden.sub_filter_count() - 1 {
            let (sub_filter, next) = (golden.sub_filter(index), golden.sub_filter(index + 1));
            let expected = next.header().target.unwrap();
            let target = Some(Target {
                capacity: sub_filter.header().target.unwrap().capacity,
                rate: expected.rate * 2.0,
            });
            let header = Header { target, inserted: 0, ..sub_filter.header() };
            let alone = Filter::new(header, sub_filter.parameters().to_vec()).unwrap();
            let file = redisbloom::write(&alone).unwrap();
            let mut loaded = read(&vector, &file).unwrap();
            let mut i = 0u32;
            while loaded.sub_filter_count() == 1 {
                loaded.insert(&i.to_le_bytes()).unwrap();
                i += 1;
            }
            let grown = loaded.newest();
            assert_eq!(grown.header().target.unwrap(), expected, "{name} {index}");
            assert_eq!(grown.header().shape, next.header().shape, "{name} {index}");
            assert_eq!(grown.parameters(), next.parameters(), "{name} {index}");
        }
    }
}

/// In headers, the number of bits is that of the bytes. In headers of 1.x it is 0 if the size is a
/// power of two.
#[test]
fn next_sub_filter_has_bits_if_its_header_has_them() {
    let row = rows().into_iter().find(|row| row["scheme"] == 13 && row["parameters"][1] == "14");
    let powers = foreign_of(&row.unwrap());
    let row = rows().into_iter().find(|row| row["scheme"] == 13 && row["parameters"][1] == "0");
    let plain = foreign_of(&row.unwrap());
    // The upper byte is the layout. Option 1 means no power of two, option 4 means 64-bit hashes.
    for (filter, options, has_power) in
        [(&powers, 0x204, true), (&plain, 0x205, false), (&plain, 0x005, false)]
    {
        let mut parameters = filter.parameters().to_vec();
        parameters[5] = options;
        let target = Some(Target { capacity: 10, rate: 0.01 });
        let header = Header { target, ..filter.header() };
        let alone = Filter::new(header, parameters).unwrap();
        let file = redisbloom::write(&alone).unwrap();
        let mut loaded = redisbloom::read(&file, None).unwrap();
        for i in 0..11u8 {
            loaded.insert(&[i]).unwrap();
        }
        assert_eq!(loaded.sub_filter_count(), 2);
        let &[_, log2, bytes, bits, ..] = loaded.newest().parameters() else { panic!() };
        assert_eq!((log2 != 0, bits), (has_power, bytes * 8), "{options:x}");
    }
}

#[test]
fn reserves_the_sizes_of_the_server() {
    let mut count = 0;
    for vector in vectors().filter(|vector| text(vector, "format") == "redisbloom") {
        let words: Vec<&str> = text(&vector["params"], "reserve").split(' ').collect();
        let (rate, capacity) = (words[0].parse::<f64>(), words[1].parse());
        let expansion = match words.get(2) {
            Some(&"NONSCALING") => None,
            Some(&"EXPANSION") => Some(words[3].parse().unwrap()),
            // The default of a server.
            _ => Some(2),
        };
        let today = text(&vector, "version").starts_with("v8") && words[0] != "load";
        if !today {
            continue;
        }
        let filter = redisbloom::filter(capacity.unwrap(), rate.unwrap(), expansion).unwrap();
        let (_, loaded) = emptied(&vector);
        assert_eq!(filter.newest(), loaded.newest(), "{}", text(&vector, "name"));
        let written = redisbloom::write(&filter).unwrap();
        assert_eq!(written, redisbloom::write(&loaded).unwrap(), "{}", text(&vector, "name"));
        count += 1;
    }
    assert!(count >= 8, "{count}");
}

#[test]
fn an_empty_scalable_filter_equals_that_of_pybloom() {
    let vector = vectors().find(|vector| text(vector, "name") == "pybloom_live_4_scalable");
    let (_, loaded) = emptied(&vector.unwrap());
    // Its arguments: a capacity, a rate and a factor. The default ratio is 0.9.
    let growth = Growth { factor: 2, tightening: 0.9, rate: 0.02 };
    let filter = pybloom_live::scalable(Scheme::PybloomLiveXxh128, 50, growth).unwrap();
    assert!(filter == loaded && filter.newest() == loaded.newest());
    for (factor, tightening, field) in [
        (0, 0.9, "growth"),
        (1 << 31, 0.9, "growth"),
        (2, 0.0, "tightening"),
        (2, 1.0, "tightening"),
        (2, f64::NAN, "tightening"),
    ] {
        let growth = Growth { factor, tightening, rate: 0.02 };
        let filter = pybloom_live::scalable(Scheme::PybloomLiveXxh128, 50, growth);
        assert_eq!(filter.unwrap_err().rule().field, field, "{factor} {tightening}");
    }
}

/// Slices of 13 bits take two bytes each. The bits after the last one must be 0.
#[test]
fn slices_of_bloom_filters_end_in_zeros() {
    let (scheme, seed) = (Scheme::NpmBloomFiltersV2Partitioned, 1.5f64.to_bits() as i64);
    let read = |slices: &[u8]| {
        let parameters = vec![seed, seed, seed, seed, 0];
        npm_bloom_filters::read(scheme, 3 * 13, 3, 0, parameters, slices)
    };
    let sound = [0xff, 0x1f, 0x01, 0x10, 0x80, 0x0a];
    let loaded = read(&sound).unwrap();
    assert_eq!(npm_bloom_filters::write(&loaded).unwrap(), sound);
    assert_eq!(loaded.newest().set_cells(), 13 + 2 + 3);
    for (at, bit) in [(1, 5), (1, 7), (3, 5), (5, 7)] {
        let mut wrong = sound;
        wrong[at] |= 1 << bit;
        assert!(read(&wrong).is_err(), "{at} {bit}");
    }
    assert!(read(&sound[..5]).is_err() && read(&[&sound[..], &[0]].concat()).is_err());
}

/// A filter with NONSCALING ends where its server ends it. An error changes nothing.
#[test]
fn a_nonscaling_filter_reports_when_it_is_full() {
    let full = |growing: bool| {
        let vector = vectors().find(|vector| text(vector, "name") == "redisbloom_scaling_small");
        let mut file = bytes(&vector.as_ref().unwrap()["dump_base64"]);
        // The options are the third field.
        file[12] |= if growing { 0 } else { 8 };
        read(&vector.unwrap(), &file).unwrap()
    };
    let (mut growing, mut rigid) = (full(true), full(false));
    assert!(rigid.sub_filter_count() > 1 && rigid.sub_filter_count() == growing.sub_filter_count());
    let mut refused = None;
    for i in 0..2_000 {
        let key = format!("more-{i}");
        growing.insert(key.as_bytes()).unwrap();
        if let Err(error) = rigid.insert(key.as_bytes()) {
            refused.get_or_insert(error);
        }
    }
    assert!(growing.sub_filter_count() > rigid.sub_filter_count());
    assert_eq!(refused.unwrap().rule().field, "capacity");
}

/// The formats that recognize the bytes, named as in the vectors.
fn recognised_as(bytes: &[u8]) -> Vec<String> {
    let all = FORMATS.iter().filter(|format| (format.recognises)(bytes));
    all.map(|format| format.name.replace('-', "_")).collect()
}

/// A file of one kind of pybloom_live is never recognized as the other.
#[test]
fn a_scalable_file_does_not_read_as_plain() {
    let mut kinds = [0, 0];
    for vector in vectors().filter(|vector| text(vector, "format") == "pybloom_live") {
        let file = bytes(&vector["dump_base64"]);
        let found = [pybloom_live::recognises(&file), pybloom_live::recognises_scalable(&file)];
        assert!(found[0] != found[1], "{}", text(&vector, "name"));
        kinds[usize::from(found[1])] += 1;
    }
    assert!(!kinds.contains(&0), "{kinds:?}");
}

#[test]
fn recognizes_one_format_per_file_and_none_for_truncated_ones() {
    let mut formats = BTreeSet::new();
    for vector in vectors() {
        let (name, format) = (text(&vector, "name"), text(&vector, "format"));
        let file = bytes(&vector["dump_base64"]);
        // JavaScript recognizes JSON.
        if file.starts_with(b"{") || file.starts_with(b"[") || format.starts_with("npm") {
            continue;
        }
        let mut found = recognised_as(&file);
        assert!(found.iter().any(|one| one == format), "{name}");
        // rbloom's files begin with a number, followed by any bytes. Other files can look the same.
        found.retain(|one| one == format || one != "rbloom");
        assert_eq!(found, [format], "{name}");
        // rbloom's files do not contain their length.
        let cut = recognised_as(&file[..file.len() - 1]);
        let cut_is_one = cut.iter().any(|one| one == format);
        assert_eq!(cut_is_one, format == "rbloom", "{name}");
        assert!(recognised_as(&file[..4]).is_empty(), "{name}");
        formats.insert(format.to_owned());
    }
    let binary = FORMATS.iter().filter(|format| !format.name.starts_with("npm"));
    assert_eq!(formats, binary.map(|format| format.name.replace('-', "_")).collect());
}
