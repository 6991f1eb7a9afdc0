//! The keys of a vector. They are in a list or made from a template, and converted to bytes as in
//! each system.

use super::{hex, text};
use edgebloom::foreign::KeyEncoding;
use serde_json::Value;

/// The bytes of a key.
pub fn key_bytes(vector: &Value, encoding: KeyEncoding, key: &Value) -> Vec<u8> {
    let raw = match key {
        Value::String(text) if encoding != KeyEncoding::Hash128 => {
            return encoding.text(text).unwrap().into_owned();
        }
        Value::String(text) => text.clone().into_bytes(),
        _ if key.get("hex").is_some() => hex(text(key, "hex")),
        _ if key.get("utf16_hex").is_some() => {
            return malformed_text(encoding, text(key, "utf16_hex"));
        }
        _ => {
            let number = key.get("i64").or_else(|| key.get("i32")).unwrap();
            return encoding.integer(number.as_str().unwrap().parse().unwrap()).unwrap();
        }
    };
    if encoding == KeyEncoding::RustHash {
        return [&(raw.len() as u64).to_le_bytes()[..], &raw].concat();
    }
    if encoding == KeyEncoding::Hash128 {
        return caller_hash(text(&vector["params"], "hash_func"), &raw).to_le_bytes().into();
    }
    raw
}

/// The 128-bit hash of a key of rbloom's vectors.
fn caller_hash(function: &str, key: &[u8]) -> i128 {
    use sha2::Digest;
    match function {
        "sha256_be16_signed" => {
            i128::from_be_bytes(*sha2::Sha256::digest(key).first_chunk().unwrap())
        }
        "xxh64_seed0_unsigned" => i128::from(xxhash_rust::xxh64::xxh64(key, 0)),
        "sha1_le8_signed" => {
            i128::from(i64::from_le_bytes(*sha1::Sha1::digest(key).first_chunk().unwrap()))
        }
        other => panic!("{other}"),
    }
}

/// The bytes of text with unpaired surrogates, as each system encodes it (FORMATS of each in
/// docs/interop/).
fn malformed_text(encoding: KeyEncoding, units: &str) -> Vec<u8> {
    let units: Vec<u16> =
        hex(units).chunks(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]])).collect();
    match encoding {
        KeyEncoding::Utf16 => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        KeyEncoding::JavaText | KeyEncoding::Spark => char::decode_utf16(units)
            .flat_map(|unit| unit.unwrap_or('?').to_string().into_bytes())
            .collect(),
        KeyEncoding::BloomFilters => {
            let mut bytes = Vec::new();
            let mut rest = units.into_iter();
            while let Some(unit) = rest.next() {
                let mut code = u32::from(unit);
                if unit & 0xf800 == 0xd800 {
                    let next = u32::from(rest.next().unwrap_or(0));
                    code = 0x10000 + ((code & 0x3ff) << 10 | next & 0x3ff);
                }
                let text = char::from_u32(code).unwrap().to_string();
                bytes.extend(text.into_bytes());
            }
            bytes
        }
        other => panic!("{other:?}"),
    }
}

pub fn template<'a>(template: &'a Value) -> Box<dyn Iterator<Item = Value> + 'a> {
    let count = template["count"].as_u64().unwrap();
    let number = |field: &str| -> i64 {
        let value = &template[field];
        value.as_i64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap())
    };
    match text(template, "kind") {
        "text" => {
            let start = number("start");
            let prefix = text(template, "prefix");
            Box::new((0..count as i64).map(move |i| format!("{prefix}{}", start + i).into()))
        }
        "bytes" => {
            let start = number("start");
            let prefix = text(template, "prefix_hex");
            Box::new(
                (0..count as i64).map(
                    move |i| serde_json::json!({ "hex": format!("{prefix}{:08x}", start + i) }),
                ),
            )
        }
        kind => {
            let (start, step) = (number("start"), number("step"));
            let kind = kind.to_owned();
            Box::new(
                (0..count as i64).map(
                    move |j| serde_json::json!({ kind.clone(): (start + j * step).to_string() }),
                ),
            )
        }
    }
}
