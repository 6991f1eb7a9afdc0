use edgebloom::format::{FileHeader, Metadata, base64, from_base64, from_bytes, to_base64};

use super::budget::{of_loading, within};
use super::repair::repaired;

/// Uses the bytes as a base64 string, and as the content of one.
pub fn base64_load(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        load(text);
    }
    let text = base64::encode(&repaired(data));
    load(&text);
    if text.contains(['+', '/']) {
        let other = text.replace('+', "-").replace('/', "_");
        assert_eq!(base64::decode(&other), base64::decode(&text));
    }
}

/// The same bytes have one string in each alphabet, which gives the same filter.
fn load(text: &str) {
    let filter = within(of_loading(text.len()), || from_base64(text));
    let Ok(bytes) = base64::decode(text) else { return assert!(filter.is_err()) };
    assert_eq!(filter, from_bytes(&bytes));
    if let Ok(filter) = filter
        && FileHeader::read(&bytes).unwrap().section.metadata() == Metadata::default()
    {
        assert_eq!(from_base64(&to_base64(&filter)).unwrap(), filter);
    }
    let written = base64::encode(&bytes);
    // One line break may follow the string.
    let text = text.strip_suffix('\n').map_or(text, |line| line.strip_suffix('\r').unwrap_or(line));
    if written != text {
        assert_eq!(written.replace('+', "-").replace('/', "_"), text);
    }
}
