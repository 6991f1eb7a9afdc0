//! Files of every kind and form load as the same filter.

use super::sample_files::{WIDTHS, allowing, counting, files, scalable, sparse};
use crate::common::{LAYOUTS, header_of, key};
use edgebloom::format::Metadata;
use edgebloom::format::{
    base64, from_base64, from_bytes, scalable_from_bytes, scalable_to_bytes, to_bytes,
    to_bytes_with,
};
use edgebloom::{Code, Filter, Layout};

#[test]
fn files_have_the_intended_sizes() {
    let [tiny, small, medium] = files().map(|file| file.len());
    assert!(tiny < 100 && (900..1500).contains(&small) && (18_000..23_000).contains(&medium));
}

#[test]
fn files_load_as_the_same_filter() {
    for file in files() {
        let filter = from_bytes(&file).unwrap();
        let written = to_bytes_with(&filter, header_of(&file).section.metadata()).unwrap();
        assert_eq!(written, file);
        assert_eq!(from_base64(&base64::encode(&file)).unwrap(), filter);
    }
    let [_, small, _] = files();
    assert_eq!(
        header_of(&small[..200]).section.metadata(),
        Metadata { name: "blocked domains", version: "2026-11-20", key_form: "domain" }
    );
}

#[test]
fn counters_load_as_the_same() {
    for layout in LAYOUTS {
        for width in WIDTHS {
            let mut filter = counting(layout, 1536, width);
            for i in 0..200 {
                (0..1 + i % 7).for_each(|_| _ = filter.insert(&key(i)).unwrap());
            }
            (0..50).for_each(|i| assert!(filter.remove(&key(i))));
            let file = to_bytes(&filter);
            assert_eq!(file.len() as u64, 56 + 1536 * width.bits() / 8 + 8);
            assert_eq!(u64::from(file[7]), width.log2() + 1);
            let loaded = from_bytes(&file).unwrap();
            assert_eq!(loaded, filter);
            assert_eq!(to_bytes(&loaded), file);
            assert!((0..300).all(|i| loaded.count(&key(i)) == filter.count(&key(i))));
            assert_eq!(loaded.saturated_counters(), filter.saturated_counters());
        }
    }
}

#[test]
fn exceptions_load_as_the_same() {
    let mut filter = allowing();
    for more in 0..4 {
        let file = to_bytes(&filter);
        assert_eq!(file[5], 2);
        let loaded = from_bytes(&file).unwrap();
        assert_eq!(loaded, filter);
        assert_eq!(to_bytes(&loaded), file);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        filter.each_exception(|key| ours.push(key.to_vec()));
        loaded.each_exception(|key| theirs.push(key.to_vec()));
        assert_eq!(ours, theirs);
        assert_eq!(ours.len(), 3 + more);
        assert!(ours.iter().all(|key| !loaded.contains(key)));
        filter.allow(&vec![b'x'; 100 * (more + 1)]).unwrap();
    }
    // Inserting a key ends its exception. Without exceptions, the file is that of a plain filter.
    let mut filter = Filter::with_shape(Layout::Standard, 128, 3, 7).unwrap();
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
    for bits in [1 << 24, (1 << 32) - 64, 1 << 32] {
        for keys in [0, 1, 700] {
            let filter = sparse(bits, keys);
            let file = to_bytes(&filter);
            assert_eq!((file[9], file.len() < 10_000), (2, true));
            let loaded = from_bytes(&file).unwrap();
            assert_eq!(loaded, filter);
            assert_eq!(to_bytes(&loaded), file);
            assert!((0..2000).all(|i| loaded.contains(&key(i)) == filter.contains(&key(i))));
        }
    }
    // The same bits, packed, give another file with the same answers.
    let mut packed = sparse(1 << 24, 700);
    packed.pack().unwrap();
    let file = to_bytes(&packed);
    assert_eq!((file[9], file.len()), (1, 56 + (1 << 21) + 8));
    let loaded = from_bytes(&file).unwrap();
    assert!((0..2000).all(|i| loaded.contains(&key(i)) == packed.contains(&key(i))));
    assert_eq!(to_bytes(&from_bytes(&file).unwrap()), file);
}

#[test]
fn scalable_filters_load_as_the_same() {
    for layout in LAYOUTS {
        for keys in [0, 4, 5, 100, 1000] {
            let metadata = Metadata {
                name: "seen",
                version: if keys == 5 { "" } else { "7" },
                key_form: if keys == 5 { "domain" } else { "" },
            };
            let mut filter = scalable(layout, keys);
            let file = scalable_to_bytes(&filter, metadata).unwrap();
            let mut loaded = scalable_from_bytes(&file).unwrap();
            assert_eq!(loaded, filter);
            assert_eq!(scalable_to_bytes(&loaded, metadata).unwrap(), file);
            assert_eq!(header_of(&file).section.metadata(), metadata);
            assert!((0..keys).all(|i| loaded.contains(&key(i))));
            assert!((0..3000).all(|i| loaded.contains(&key(i)) == filter.contains(&key(i))));
            let error = from_bytes(&file).unwrap_err();
            assert_eq!(
                (error.rule().field, error.rule().code),
                ("payloadEncoding", Code::WrongClass)
            );
            // Both continue to grow in the same way.
            for one in [&mut filter, &mut loaded] {
                (1000..1500).for_each(|i| _ = one.insert(&key(i)).unwrap());
            }
            assert_eq!(
                scalable_to_bytes(&loaded, metadata).unwrap(),
                scalable_to_bytes(&filter, metadata).unwrap()
            );
        }
    }
}

/// The same filter, loaded from a file of bits and from a file of positions.
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
        assert_eq!(to_bytes(&folded)[9], form, "a fold keeps the form of its filter");
    }
    let mut merged = sparse(1 << 25, 0);
    merged.merge(&packed).unwrap();
    assert!((0..700).all(|i| merged.contains(&key(i))), "merge");
}
