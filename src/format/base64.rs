//! Base64 (RFC 4648, section 4). Each filter has exactly one string: padded, without white space,
//! with unused bits 0. Decoding also accepts the URL-safe alphabet (section 5), but not both
//! alphabets in one string. It accepts one line break at the end, because editors and shells add
//! it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cells::packed::MEMORY;
use crate::error::{Code, Error, Result, Rule};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static DIGIT: Rule = Rule::new(Code::Base64, "base64", "digits of one base64 alphabet");
static PADDED: Rule = Rule::new(Code::Base64, "base64", "a length that is a multiple of 4");
static UNUSED: Rule =
    Rule::new(Code::Base64, "base64", "zeros in the unused bits of the last digit");

/// The base64 string of `bytes`.
///
/// ```
/// assert_eq!(edgebloom::format::base64::encode(b"fooba"), "Zm9vYmE=");
/// ```
pub fn encode(bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    let digit = |sextet: u32| ALPHABET.get((sextet & 63) as usize).copied().unwrap_or(b'=');
    let (triples, rest) = bytes.as_chunks::<3>();
    for &[a, b, c] in triples {
        let n = u32::from_be_bytes([0, a, b, c]);
        text.extend_from_slice(&[digit(n >> 18), digit(n >> 12), digit(n >> 6), digit(n)]);
    }
    match *rest {
        [a] => {
            let n = u32::from_be_bytes([0, a, 0, 0]);
            text.extend_from_slice(&[digit(n >> 18), digit(n >> 12), b'=', b'=']);
        }
        [a, b] => {
            let n = u32::from_be_bytes([0, a, b, 0]);
            text.extend_from_slice(&[digit(n >> 18), digit(n >> 12), digit(n >> 6), b'=']);
        }
        _ => {}
    }
    // All bytes are ASCII. Without unsafe code, this check runs once more.
    String::from_utf8(text).unwrap_or_default()
}

/// The bytes of a base64 string.
///
/// # Errors
/// Anything but the canonical string, in either alphabet, with an optional LF or CRLF at the end.
/// The offset is that of the wrong character.
///
/// ```
/// use edgebloom::format::base64::decode;
/// assert_eq!(decode("Zm9vYg=="), Ok(b"foob".to_vec()));
/// assert_eq!(decode("Zm9vYg==\r\n"), Ok(b"foob".to_vec()));
/// assert!(decode("Zm9vYh==").is_err()); // an unused bit is set
/// ```
pub fn decode(text: &str) -> Result<Vec<u8>> {
    let text = text.strip_suffix('\n').map_or(text, |line| line.strip_suffix('\r').unwrap_or(line));
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(text.len() / 4 * 3).map_err(|_| MEMORY.broken_by(text.len() as u64))?;
    let mut digits = Digits { text: text.as_bytes(), offset: 0, url_safe: None };
    let (quads, rest) = text.as_bytes().as_chunks::<4>();
    let (padded, quads) = match quads.split_last() {
        Some((last, before)) if rest.is_empty() && last[3] == b'=' => (Some(*last), before),
        _ => (None, quads),
    };
    for &[a, b, c, d] in quads {
        let high = (digits.value(a)? << 18) | (digits.value(b)? << 12);
        let [_, x, y, z] = (high | (digits.value(c)? << 6) | digits.value(d)?).to_be_bytes();
        bytes.extend_from_slice(&[x, y, z]);
    }
    for &character in rest.iter().take_while(|&&character| character != b'=') {
        digits.value(character)?;
    }
    if !rest.is_empty() {
        let length = text.len() as u64;
        return Err(PADDED.broken_at(length, length));
    }
    if let Some([a, b, c, _]) = padded {
        let high = (digits.value(a)? << 18) | (digits.value(b)? << 12);
        let one = c == b'=';
        let [_, x, y, unused] = (high | if one { 0 } else { digits.value(c)? << 6 }).to_be_bytes();
        if unused != 0 || (one && y != 0) {
            return Err(
                UNUSED.broken_at((digits.offset - 1) as u64, u64::from(if one { b } else { c }))
            );
        }
        bytes.push(x);
        if !one {
            bytes.push(y);
        }
    }
    Ok(bytes)
}

/// Reads digits, and checks that all of them belong to one alphabet.
struct Digits<'a> {
    text: &'a [u8],
    offset: usize,
    /// The alphabet of the text, once a digit has shown it.
    url_safe: Option<bool>,
}

impl Digits<'_> {
    fn value(&mut self, character: u8) -> Result<u32> {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' | b'/' if self.url_safe != Some(true) => {
                self.url_safe = Some(false);
                if character == b'+' { 62 } else { 63 }
            }
            b'-' | b'_' if self.url_safe != Some(false) => {
                self.url_safe = Some(true);
                if character == b'-' { 62 } else { 63 }
            }
            _ => return Err(self.fault()),
        };
        self.offset += 1;
        Ok(u32::from(value))
    }

    /// The error for a character that is not a digit. If text follows padding, the error is in that
    /// text.
    fn fault(&self) -> Error {
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let signs = rest.iter().take(2).take_while(|&&character| character == b'=').count();
        let found = rest.get(signs).copied().unwrap_or_default();
        DIGIT.broken_at((self.offset + signs) as u64, u64::from(found))
    }
}
