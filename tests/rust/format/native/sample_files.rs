//! Plain and scalable filters of each kind, and small files of them.

use crate::common::key;
use edgebloom::format::{
    FileHeader, Kind, Metadata, from_bytes, scalable_from_bytes, scalable_to_bytes, to_bytes,
    to_bytes_with,
};
use edgebloom::{Filter, Growth, Header, Layout, Result, ScalableFilter, Width};

pub const WIDTHS: [Width; 4] = [Width::Two, Width::Four, Width::Eight, Width::Sixteen];

pub fn filled(layout: Layout, n: u64, p: f64) -> Filter {
    let mut filter = Filter::with_rate(layout, n, p, 3).unwrap();
    (0..n).for_each(|i| _ = filter.insert(&key(i)));
    filter
}

pub fn counting(layout: Layout, bits: u64, width: Width) -> Filter {
    let header = Header::with_shape(layout, bits, 3, 5).unwrap();
    Filter::new(Header { width, ..header }).unwrap()
}

pub fn allowing() -> Filter {
    let mut filter = Filter::with_shape(Layout::Standard, 128, 3, 7).unwrap();
    (0..40).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    for key in [&b"cat"[..], b"", b"long enough"] {
        assert!(filter.allow(key).unwrap());
    }
    filter
}

pub fn sparse(bits: u64, keys: u64) -> Filter {
    let mut filter = Filter::with_shape(Layout::Standard, bits, 3, 7).unwrap();
    (0..keys).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    filter
}

pub fn scalable(layout: Layout, keys: u64) -> ScalableFilter {
    let growth = Growth { factor: 2, tightening: 0.5, rate: 0.25 };
    let mut filter = ScalableFilter::new(layout, 4, 7, growth).unwrap();
    (0..keys).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    filter
}

/// Three files: tiny, about 1 kB, and about 20 kB. The second one has metadata.
pub fn files() -> [Vec<u8>; 3] {
    let metadata = Metadata { name: "blocked domains", version: "2026-11-20", key_form: "domain" };
    [
        to_bytes(&filled(Layout::Standard, 3, 0.1)),
        to_bytes_with(&filled(Layout::Partitioned, 800, 0.01), metadata).unwrap(),
        to_bytes(&filled(Layout::Blocked, 15_000, 0.01)),
    ]
}

/// A small file of each kind that does not contain only bits.
pub fn other_files() -> Vec<Vec<u8>> {
    let mut files = vec![to_bytes(&allowing()), to_bytes(&sparse(1 << 32, 4))];
    for width in WIDTHS {
        let mut filter = counting(Layout::Standard, 64, width);
        filter.insert(b"a").unwrap();
        files.push(
            to_bytes_with(&filter, Metadata { name: "n", version: "", ..Default::default() })
                .unwrap(),
        );
    }
    let filter = scalable(Layout::Standard, 30);
    assert!(filter.sub_filter_count() >= 3);
    files.push(
        scalable_to_bytes(&filter, Metadata { name: "seen", version: "7", ..Default::default() })
            .unwrap(),
    );
    files
}

/// Loads a plain or scalable filter, as its header says.
pub fn load(file: &[u8]) -> Result<()> {
    match FileHeader::read(file)?.kind() {
        Kind::Scalable => scalable_from_bytes(file).map(drop),
        _ => from_bytes(file).map(drop),
    }
}
