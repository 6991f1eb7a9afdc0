//! Keys are bytes. `impl Hash` is never used: it writes a `usize`, so its result differs on a 32-bit
//! machine.

/// The key bytes of an integer: 8 bytes, little-endian two's complement.
///
/// ```
/// assert_eq!(edgebloom::key::integer(-2), [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
/// ```
pub const fn integer(value: i64) -> [u8; 8] {
    value.to_le_bytes()
}

/// The keys of a text with one key per line. Lines end in LF or CRLF; the last line needs no line
/// end. Empty lines are skipped.
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
