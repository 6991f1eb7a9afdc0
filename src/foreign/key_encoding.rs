//! Key encodings: they convert a value to the bytes that are hashed.
//!
//! Every key is converted to bytes before it is hashed. `impl Hash` is never used: it writes a
//! `usize`, so its result differs on a 32-bit machine.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The encoding of values as bytes. A filter file names its encoding, because the same text in
/// another encoding is another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyEncoding {
    /// Text as its UTF-8 bytes, bytes unchanged, integers by [`integer`]. A text and its UTF-8
    /// bytes are the same key.
    Native = 1,
    /// Text in Java's UTF-8 (JavaScript's lone surrogates become `?`), or bytes.
    JavaText = 2,
    /// Text as UTF-16 code units of two bytes, the low byte first.
    Utf16 = 3,
    /// Integers of 64 bits, 8 bytes, little-endian two's complement.
    Int64 = 4,
    /// Integers of 32 bits, 4 bytes, little-endian two's complement.
    Int32 = 5,
    /// [`JavaText`](KeyEncoding::JavaText), or integers by [`integer`].
    Spark = 6,
    /// Text as its UTF-8 bytes; integers as decimal text.
    Python = 7,
    /// Text as UTF-8 (with JavaScript's lone surrogates as that package encodes them), or bytes.
    BloomFilters = 8,
    /// A hash that the caller computed: a 128-bit integer, 16 bytes, little-endian two's
    /// complement.
    Hash128 = 9,
    /// Text as its UTF-8 bytes, or bytes.
    Bytes = 10,
    /// What Rust's `Hash` writes on a little-endian machine of 64 bits: the UTF-8 bytes of a text
    /// and a byte `ff`, or integers by [`integer`].
    RustHash = 11,
}

impl KeyEncoding {
    /// The id in a filter file. Ids are permanent.
    pub const fn id(self) -> u64 {
        self as u64
    }

    /// The encoding with this id; `None` if there is none.
    pub const fn from_id(id: u64) -> Option<KeyEncoding> {
        Some(match id {
            1 => KeyEncoding::Native,
            2 => KeyEncoding::JavaText,
            3 => KeyEncoding::Utf16,
            4 => KeyEncoding::Int64,
            5 => KeyEncoding::Int32,
            6 => KeyEncoding::Spark,
            7 => KeyEncoding::Python,
            8 => KeyEncoding::BloomFilters,
            9 => KeyEncoding::Hash128,
            10 => KeyEncoding::Bytes,
            11 => KeyEncoding::RustHash,
            _ => return None,
        })
    }

    /// The key bytes of a text; `None` if texts are not keys in this encoding.
    ///
    /// ```
    /// use edgebloom::foreign::KeyEncoding;
    /// assert_eq!(KeyEncoding::Utf16.text("é!").unwrap().as_ref(), [0xe9, 0, b'!', 0]);
    /// assert!(KeyEncoding::Int64.text("5").is_none());
    /// ```
    pub fn text(self, text: &str) -> Option<Cow<'_, [u8]>> {
        match self {
            KeyEncoding::Utf16 => {
                Some(Cow::Owned(text.encode_utf16().flat_map(u16::to_le_bytes).collect()))
            }
            KeyEncoding::Int64 | KeyEncoding::Int32 | KeyEncoding::Hash128 => None,
            KeyEncoding::RustHash => Some(Cow::Owned(ended(text.as_bytes()))),
            _ => Some(Cow::Borrowed(text.as_bytes())),
        }
    }

    /// The key bytes of an integer; `None` if it is not a key in this encoding.
    ///
    /// ```
    /// use edgebloom::foreign::KeyEncoding;
    /// assert_eq!(KeyEncoding::Int32.integer(-2).unwrap(), [0xfe, 0xff, 0xff, 0xff]);
    /// assert_eq!(KeyEncoding::Python.integer(-2).unwrap(), b"-2");
    /// assert!(KeyEncoding::Int32.integer(1 << 40).is_none());
    /// ```
    pub fn integer(self, value: i128) -> Option<Vec<u8>> {
        match self {
            KeyEncoding::Int32 => Some(i32::try_from(value).ok()?.to_le_bytes().into()),
            KeyEncoding::Python => Some(decimal(value)),
            KeyEncoding::Hash128 => Some(value.to_le_bytes().into()),
            KeyEncoding::Native
            | KeyEncoding::Int64
            | KeyEncoding::Spark
            | KeyEncoding::RustHash => Some(i64::try_from(value).ok()?.to_le_bytes().into()),
            _ => None,
        }
    }

    /// The key bytes of a line of UTF-8 text. In encodings of integers, the line is a decimal
    /// number. `None` if the line is not a key.
    pub(crate) fn line(self, line: &[u8]) -> Option<Cow<'_, [u8]>> {
        match self {
            KeyEncoding::Utf16 => {
                Some(Cow::Owned(self.text(&String::from_utf8_lossy(line))?.into_owned()))
            }
            KeyEncoding::Int64 | KeyEncoding::Int32 | KeyEncoding::Hash128 => {
                let bytes = number(line)?.to_le_bytes();
                let size = match self {
                    KeyEncoding::Int64 => 8,
                    KeyEncoding::Int32 => 4,
                    _ => 16,
                };
                // A number that does not fit is not a key.
                let (low, rest) = bytes.split_at_checked(size)?;
                let sign = if low.last()? & 0x80 == 0 { 0 } else { 0xff };
                rest.iter().all(|&byte| byte == sign).then(|| Cow::Owned(low.into()))
            }
            KeyEncoding::RustHash => Some(Cow::Owned(ended(line))),
            _ => Some(Cow::Borrowed(line)),
        }
    }
}

/// A text as `impl Hash for str` writes it.
fn ended(text: &[u8]) -> Vec<u8> {
    [text, &[0xff]].concat()
}

/// The number in a decimal text.
fn number(text: &[u8]) -> Option<i128> {
    core::str::from_utf8(text).ok()?.parse().ok()
}

/// The decimal text of a number. It avoids Rust's formatting code, which is large.
fn decimal(value: i128) -> Vec<u8> {
    let mut digits = Vec::new();
    let mut rest = value.unsigned_abs();
    while rest > 0 || digits.is_empty() {
        digits.push(b'0' + (rest % 10) as u8);
        rest /= 10;
    }
    if value < 0 {
        digits.push(b'-');
    }
    digits.reverse();
    digits
}
