//! Base64 (RFC 4648, section 4) with one text a filter: padded, no white space, unused bits 0.
//! Reading also takes the URL-safe alphabet (section 5), but not both in one text.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cells::bits::MEMORY;
use crate::error::{Code, Result, Rule};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static DIGIT: Rule = Rule::new(Code::Base64, "base64", "a digit of one base64 alphabet");
static PADDED: Rule = Rule::new(Code::Base64, "base64", "a length that is a multiple of 4");
static UNUSED: Rule = Rule::new(Code::Base64, "base64", "0 in the unused bits of the last digit");

/// The text of `bytes`.
///
/// ```
/// assert_eq!(edgebloom::format::base64::encode(b"fooba"), "Zm9vYmE=");
/// ```
pub fn encode(bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    encode_into(bytes, &mut text);
    // Safe and free of cost would need unsafe code; the check is a small part of the work.
    String::from_utf8(text).unwrap_or_default()
}

/// Appends the text of `bytes` to `text`. A text made in pieces needs pieces of a multiple of 3
/// bytes, but for the last.
pub fn encode_into(bytes: &[u8], text: &mut Vec<u8>) {
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
}

/// The bytes of a text.
///
/// # Errors
/// Anything but the one canonical text, in either alphabet; the offset is that of the character.
///
/// ```
/// use edgebloom::format::base64::decode;
/// assert_eq!(decode("Zm9vYg=="), Ok(b"foob".to_vec()));
/// assert!(decode("Zm9vYh==").is_err()); // an unused bit is set
/// ```
pub fn decode(text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(text.len() / 4 * 3).map_err(|_| MEMORY.broken_by(text.len() as u64))?;
    let mut decoder = Decoder::default();
    decoder.push(text.as_bytes(), true, &mut bytes)?;
    Ok(bytes)
}

/// Decodes a text that comes in pieces.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    offset: u64,
    /// Which of the two alphabets the text has shown itself to use.
    url_safe: Option<bool>,
}

impl Decoder {
    /// Appends the bytes of the next piece, which has a multiple of 4 characters unless it is the
    /// `last`.
    ///
    /// # Errors
    /// As [`decode`].
    pub fn push(&mut self, piece: &[u8], last: bool, bytes: &mut Vec<u8>) -> Result<()> {
        let (mut quads, rest) = piece.as_chunks::<4>();
        let mut end = None;
        if last && rest.is_empty() {
            if let Some((quad, before)) = quads.split_last() {
                if quad.last() == Some(&b'=') {
                    (quads, end) = (before, Some(*quad));
                }
            }
        }
        for &[a, b, c, d] in quads {
            let high = (self.sextet(a)? << 18) | (self.sextet(b)? << 12);
            let [_, x, y, z] = (high | (self.sextet(c)? << 6) | self.sextet(d)?).to_be_bytes();
            bytes.extend_from_slice(&[x, y, z]);
        }
        if let Some(quad) = end {
            self.push_end(quad, bytes)?;
        }
        if !rest.is_empty() {
            let length = self.offset + rest.len() as u64;
            return Err(PADDED.broken_at(length, length));
        }
        Ok(())
    }

    fn push_end(&mut self, [a, b, c, _]: [u8; 4], bytes: &mut Vec<u8>) -> Result<()> {
        let high = (self.sextet(a)? << 18) | (self.sextet(b)? << 12);
        let one = c == b'=';
        let n = if one { high } else { high | (self.sextet(c)? << 6) };
        let [_, x, y, unused] = n.to_be_bytes();
        if unused != 0 || (one && y != 0) {
            return Err(UNUSED.broken_at(self.offset - 1, u64::from(if one { b } else { c })));
        }
        bytes.push(x);
        if !one {
            bytes.push(y);
        }
        Ok(())
    }

    fn sextet(&mut self, character: u8) -> Result<u32> {
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
            _ => return Err(DIGIT.broken_at(self.offset, u64::from(character))),
        };
        self.offset += 1;
        Ok(u32::from(value))
    }
}
