//! Key encodings: how a value becomes the bytes that are hashed.
//!
//! Every key is bytes before it is hashed; `impl Hash` is never used, because it writes a `usize`
//! and so gives other bits on a 32-bit machine.

/// How values were turned into bytes. A dump names its encoding, because the same text under
/// another encoding is another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyEncoding {
    /// Text as its UTF-8 bytes, bytes as they are, integers by [`integer`]. A text and its UTF-8
    /// bytes are the same key.
    Native,
}

impl KeyEncoding {
    /// The id in a dump. Ids are for ever.
    pub const fn id(self) -> u64 {
        match self {
            KeyEncoding::Native => 1,
        }
    }

    /// The encoding with this id, if there is one.
    pub const fn from_id(id: u64) -> Option<KeyEncoding> {
        match id {
            1 => Some(KeyEncoding::Native),
            _ => None,
        }
    }
}

/// The key bytes of an integer: 8 bytes, little-endian two's complement.
///
/// ```
/// assert_eq!(edgebloom::key::integer(-2), [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
/// ```
pub const fn integer(value: i64) -> [u8; 8] {
    value.to_le_bytes()
}

/// The keys of a text with a key a line: lines end in LF or CRLF, empty lines are no keys, the
/// last line needs no end.
///
/// ```
/// let lines: Vec<&[u8]> = edgebloom::key::lines(b"a\r\n\nbc").collect();
/// assert_eq!(lines, [b"a".as_slice(), b"bc"]);
/// ```
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    Lines { text }
}

struct Lines<'a> {
    text: &'a [u8],
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    #[inline(never)]
    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            if self.text.is_empty() {
                return None;
            }
            let mut end = 0;
            while self.text.get(end).is_some_and(|&byte| byte != b'\n') {
                end += 1;
            }
            let line = self.text.get(..end)?;
            self.text = self.text.get(end + 1..).unwrap_or(&[]);
            let key = line.strip_suffix(b"\r").unwrap_or(line);
            if !key.is_empty() {
                return Some(key);
            }
        }
    }
}
