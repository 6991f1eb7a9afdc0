//! The ids and names of layouts and schemes, which are permanent.

use crate::common::{header_of, repaired};
use edgebloom::format::{FileHeader, Kind, Scheme, to_bytes};
use edgebloom::{Filter, Layout};

#[test]
fn ids_and_names_never_change() {
    let found = Layout::ALL.map(|layout| (layout as u64, layout.name()));
    assert_eq!(found, [(1, "standard"), (2, "partitioned"), (3, "blocked")]);
}

/// In a filter file, 27 to 29 are the layouts under a secret key, 30 is a static set. All other ids
/// belong to other systems.
#[test]
fn a_file_has_the_id_of_its_scheme() {
    let filter = Filter::with_shape(Layout::Blocked, 512 * 3, 3, 0).unwrap();
    let file = to_bytes(&filter);
    let with_id = |id: u8| {
        let mut file = file.clone();
        file[6] = id;
        FileHeader::read(&repaired(file))
    };
    assert_eq!(header_of(&file).scheme, Scheme::Own(Layout::Blocked));
    for id in 0..=255 {
        match (id, with_id(id)) {
            (1..=3, Ok(header)) => {
                assert_eq!(header.scheme, Scheme::Own(Layout::ALL[id as usize - 1]))
            }
            (4..=26 | 31, Ok(header)) => {
                assert_eq!(
                    (header.scheme, header.kind()),
                    (Scheme::Foreign(id.into()), Kind::Foreign)
                );
            }
            // These need more than another id.
            (27..=29, Err(error)) => assert_eq!(error.rule().field, "key check"),
            (30, Err(error)) => assert_ne!(error.rule().field, "scheme"),
            (0 | 32.., Err(error)) => assert_eq!(error.rule().field, "scheme"),
            (_, found) => panic!("{id}: {found:?}"),
        }
    }
}
