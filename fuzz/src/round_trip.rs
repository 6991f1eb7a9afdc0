use edgebloom::Error;
use edgebloom::foreign::{Scheme, SubFilter};
use edgebloom::format::Metadata;

use super::any::AnyFilter;
use super::budget::counted;
use super::foreign_load::{read, write};
use super::repair::repaired;

/// More hashes per key only take time.
const MOST_HASHES: u64 = 200;
/// Larger filters are not saved: 128 KiB.
const MOST_WORDS: usize = 1 << 14;
const KEYS: [&[u8]; 8] =
    [b"", b"a", b"key-1", b"-5", b"\x07\0\0\0", b"8 bytes.", b"16 bytes, a hash", &[0xff; 40]];

/// Uses the bytes as operations on a filter, followed by its file. The first byte has the number of
/// operations. If its highest bit is set, the file is one of another system, as in `foreign_load`.
pub fn round_trip(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let Some((work, file)) = rest.split_at_checked(usize::from(first & 0x1f)) else { return };
    let loaded = match (first & 0x80, file.split_first_chunk()) {
        (0, _) => AnyFilter::from_bytes(&repaired(file)),
        (_, Some((&[format, option], file))) => read(format, option, file).map(AnyFilter::from),
        _ => return,
    };
    let Ok(mut filter) = loaded else { return };
    if filter.hashes() > MOST_HASHES {
        return;
    }
    counted(|| {
        for &step in work {
            match use_once(&mut filter, step) {
                Ok(()) => {}
                Err(error) => assert!(!error.rule().code.is_format(), "{error}"),
            }
            if filter.hashes() > MOST_HASHES {
                break;
            }
        }
    });
    if filter.words() <= MOST_WORDS {
        save(&filter);
    }
}

/// A saved filter loads as the same filter, which is saved as the same bytes.
fn save(filter: &AnyFilter) {
    let list = Metadata { name: "a list", version: "", ..Default::default() };
    let file = filter.to_bytes(list).unwrap();
    let again = AnyFilter::from_bytes(&file).unwrap();
    // The file of a bitmap in one of our own layouts is one of ours.
    let is_bitmap =
        matches!(filter, AnyFilter::Foreign(filter) if filter.header().scheme == Scheme::Standard);
    assert!(is_bitmap || again == *filter);
    assert_eq!(again.to_bytes(list).unwrap(), file);
}

/// Runs one operation with one of eight keys.
fn use_once(filter: &mut AnyFilter, step: u8) -> Result<(), Error> {
    let key = KEYS[usize::from(step & 7)];
    match step >> 3 {
        0..8 => {
            let before = filter.contains(key);
            let is_new = filter.insert(key)?;
            assert!(!(is_new && before));
            assert!(filter.contains(key) || is_ignored(filter.header().scheme, key));
        }
        8 => {
            let copy = filter.copy()?;
            assert!(copy == *filter && copy.equals(filter));
            let estimate = filter.estimate();
            assert!(estimate.rate >= 0.0 && estimate.count >= 0.0);
        }
        9 => {
            let mut answers = Vec::new();
            filter.contains_lines(b"a\nkey-1\n-5\n", |maybe| answers.push(maybe));
            assert_eq!(answers.len(), 3);
        }
        10 => _ = filter.insert_lines(b"a\r\nkey-1\n12")?,
        11 => filter.clear(),
        // Most filters have no file format of another system. (Bitmaps are left out, because they
        // contain all bits.)
        12 => write_as(step & 7, filter),
        28 => write_as(8, filter),
        verb if filter.growth().is_none() => use_single(filter, key, verb)?,
        _ => {}
    }
    Ok(())
}

/// Writes the file of another system, which most filters do not have.
fn write_as(format: u8, filter: &AnyFilter) {
    if let AnyFilter::Foreign(filter) = filter {
        _ = write(format, filter);
    }
}

/// True for a key that a filter of the scheme ignores.
fn is_ignored(scheme: Scheme, key: &[u8]) -> bool {
    scheme == Scheme::AdditivePartitioned && key.is_empty()
}

/// Operations that scalable filters do not have.
fn use_single(filter: &mut AnyFilter, key: &[u8], verb: u8) -> Result<(), Error> {
    match verb {
        13 => {
            let is_in = filter.contains(key);
            assert_eq!(filter.count(key) > 0, is_in);
            assert!(!filter.remove(key) || is_in);
        }
        14 => {
            let mut positions = 0;
            filter.positions(key, |position| {
                assert!(position < filter.header().shape.bits());
                positions += 1;
            });
            assert_eq!(positions, filter.header().shape.hashes());
        }
        15..=17 => {
            filter.allow(key)?;
            assert!(!filter.contains(key));
        }
        18 => {
            let mut other = filter.copy()?;
            other.insert(b"another")?;
            let both = filter.union(&other)?;
            assert!(both.contains(b"another"));
            filter.merge(&other)?;
            assert_eq!(*filter, both);
        }
        19 => {
            let mut other = filter.copy()?;
            other.clear();
            other.insert(key)?;
            filter.intersect(&other)?;
            assert!(filter.set_cells() <= other.set_cells());
        }
        20..=22 => {
            let span = filter.header().shape.span();
            let divisor = (2..=64).find(|divisor| span.is_multiple_of(*divisor));
            let folded = filter.fold(divisor.unwrap_or(span))?;
            assert!(!filter.contains(key) || folded.contains(key));
            *filter = folded;
        }
        23 => *filter = filter.shrink(0.4)?,
        24 => {
            let plain = filter.plain()?;
            assert_eq!(plain.contains(key), filter.contains(key));
            *filter = plain;
        }
        25 => filter.pack()?,
        _ => match filter {
            AnyFilter::Own(filter) => {
                assert!(filter.saturated_counters() <= filter.header().shape.bits());
            }
            AnyFilter::Scalable(_) => {}
            AnyFilter::Foreign(filter) => use_bitmap(filter.single_mut()?, key, verb)?,
        },
    }
    Ok(())
}

/// Operations of filters of other systems, which may be bitmaps in Redis.
fn use_bitmap(filter: &mut SubFilter, key: &[u8], verb: u8) -> Result<(), Error> {
    if verb == 26 {
        return filter.test_and_set(key, |_| {});
    }
    let position = key.len() as u64;
    assert_eq!(filter.set(position).is_ok(), position < filter.header().shape.bits());
    Ok(())
}
