use edgebloom::format::{
    chain_from_bytes, chain_to_bytes, from_bytes, metadata, static_set_from_bytes,
    static_set_to_bytes, to_bytes_with,
};

use super::budget::{of_loading, within};
use super::repair::repaired;

/// Uses the bytes as a filter file, unchanged and repaired.
pub fn native_load(data: &[u8]) {
    load(data);
    load(&repaired(data));
}

/// Writing gives the bytes that were read. A plain filter also loads as a `Chain` of one filter.
pub fn load(dump: &[u8]) {
    let chain = within(of_loading(dump.len()), || chain_from_bytes(dump));
    let filter = within(of_loading(dump.len()), || from_bytes(dump));
    if let Ok(set) = within(of_loading(dump.len()), || static_set_from_bytes(dump)) {
        assert_eq!(static_set_to_bytes(&set, metadata(dump).unwrap()).unwrap(), dump);
        _ = (set.contains(b""), set.contains(b"a key of more than 16 bytes"));
        assert!(chain.is_err());
    }
    let Ok(chain) = chain else { return assert!(filter.is_err()) };
    let list = metadata(dump).unwrap();
    assert_eq!(chain_to_bytes(&chain, list).unwrap(), dump);
    match filter {
        Ok(filter) => assert_eq!(to_bytes_with(&filter, list).unwrap(), dump),
        Err(_) => assert!(chain.growth().is_some()),
    }
}
