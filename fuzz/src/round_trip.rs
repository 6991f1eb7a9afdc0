use edgebloom::format::{Metadata, chain_from_bytes, chain_to_bytes};
use edgebloom::{Chain, Error, Filter, Scheme};

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
    let Some((work, dump)) = rest.split_at_checked(usize::from(first & 0x1f)) else { return };
    let loaded = match (first & 0x80, dump.split_first_chunk()) {
        (0, _) => chain_from_bytes(&repaired(dump)),
        (_, Some((&[format, option], file))) => read(format, option, file),
        _ => return,
    };
    let Ok(mut chain) = loaded else { return };
    let hashes = |chain: &Chain| {
        chain.sub_filters().map(|sub_filter| sub_filter.head().shape.hashes()).sum::<u64>()
    };
    if hashes(&chain) > MOST_HASHES {
        return;
    }
    counted(|| {
        for &step in work {
            match use_once(&mut chain, step) {
                Ok(()) => {}
                Err(error) => assert!(!error.rule().code.is_format(), "{error}"),
            }
            if hashes(&chain) > MOST_HASHES {
                break;
            }
        }
    });
    if chain.sub_filters().map(|sub_filter| sub_filter.words().len()).sum::<usize>() <= MOST_WORDS {
        save(&chain);
    }
}

/// A saved filter loads as the same filter, which is saved as the same bytes.
fn save(chain: &Chain) {
    let list = Metadata::new("a list", "");
    let dump = chain_to_bytes(chain, list).unwrap();
    let again = chain_from_bytes(&dump).unwrap();
    assert_eq!(again, *chain);
    assert_eq!(chain_to_bytes(&again, list).unwrap(), dump);
}

/// Runs one operation with one of eight keys.
fn use_once(chain: &mut Chain, step: u8) -> Result<(), Error> {
    let key = KEYS[usize::from(step & 7)];
    match step >> 3 {
        0..8 => {
            let before = chain.contains(key);
            let is_new = chain.insert(key)?;
            assert!(!(is_new && before));
            assert!(chain.contains(key) || is_ignored(chain.newest().head().scheme, key));
        }
        8 => {
            let copy = chain.copy()?;
            assert!(copy == *chain && copy.holds_same(chain));
            let estimate = chain.estimate();
            assert!(estimate.rate >= 0.0 && estimate.count >= 0.0);
        }
        9 => {
            let mut answers = Vec::new();
            chain.contains_lines(b"a\nkey-1\n-5\n", |maybe| answers.push(maybe));
            assert_eq!(answers.len(), 3);
        }
        10 => _ = chain.insert_lines(b"a\r\nkey-1\n12")?,
        11 => chain.clear(),
        // Most filters have no file format of another system. (Bitmaps are left out, because they
        // contain all bits.)
        12 => _ = write(step & 7, chain),
        28 => _ = write(8, chain),
        verb => use_single(chain.single_mut()?, key, verb)?,
    }
    Ok(())
}

/// True for a key that a filter of the scheme ignores.
fn is_ignored(scheme: Scheme, key: &[u8]) -> bool {
    scheme == Scheme::AdditivePartitioned && key.is_empty()
}

/// Operations that scalable filters do not have.
fn use_single(filter: &mut Filter, key: &[u8], verb: u8) -> Result<(), Error> {
    match verb {
        13 => {
            let is_in = filter.contains(key);
            assert_eq!(filter.count(key) > 0, is_in);
            assert!(!filter.remove(key) || is_in);
        }
        14 => {
            let mut positions = 0;
            filter.positions(key, |position| {
                assert!(position < filter.head().shape.bits());
                positions += 1;
            });
            assert_eq!(positions, filter.head().shape.hashes());
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
            let span = filter.head().shape.span();
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
        26 => filter.test_and_set(key, |_| {})?,
        27 => {
            let position = key.len() as u64;
            assert_eq!(filter.set(position).is_ok(), position < filter.head().shape.bits());
        }
        _ => assert!(filter.saturated_counters() <= filter.head().shape.bits()),
    }
    Ok(())
}
