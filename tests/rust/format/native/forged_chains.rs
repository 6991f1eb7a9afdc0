//! Stages with a right checksum in another order, number or form than a chain has them.

use super::forge::{Fields, GROWTH, PLAIN, dump_of, place, refusal, stage, words};
use edgebloom::format::native::Metadata;
use edgebloom::format::{chain_from_bytes, chain_to_bytes};
use edgebloom::{Code, Growth};

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
