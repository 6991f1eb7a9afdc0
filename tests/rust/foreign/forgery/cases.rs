//! The cases of tests/forgery/table.json. tests/js/format/forgery.slow.test.mjs makes the same cases.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use crate::common::checksum;
use edgebloom::format::base64;
use serde_json::Value;

/// A valid file, and the places of its fields.
pub struct Original {
    pub name: String,
    pub format: String,
    pub bytes: Vec<u8>,
    /// The pairs of fields that are forged together.
    pub pairs: Vec<(usize, usize)>,
    pub fields: Vec<Field>,
    table: Value,
    big: bool,
    head: usize,
}

#[derive(Clone)]
pub struct Field {
    pub name: String,
    offset: usize,
    size: usize,
    real: bool,
}

/// The parts of a forged file that are corrected afterwards.
#[derive(Clone, Copy, PartialEq)]
pub enum Repair {
    Nothing,
    Checksum,
    Lengths,
}

/// Payloads are extended to the declared length, up to this many bytes.
const MOST_BYTES: u128 = 1 << 16;
const MOST_INTERPRETED: u64 = 10_000;
/// Files of up to this many bytes are tested with every flipped bit and every length.
const MOST_FLIPPED: usize = 600;

pub fn table() -> &'static Value {
    static TABLE: LazyLock<Value> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../../../forgery/table.json")).unwrap()
    });
    &TABLE
}

fn path_of(name: &str) -> String {
    format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The bytes of a file in tests/golden. JSON is not parsed, because long files take too long in
/// Miri.
fn golden(name: &str) -> Vec<u8> {
    let (file, part) = name.split_once('#').unwrap_or((name, ""));
    let text = fs::read_to_string(path_of(file)).unwrap();
    let after = |text: &str, word: &str| {
        text.split_once(&format!("\"{word}\":")).unwrap().1.trim_start().to_owned()
    };
    let text = match (file.ends_with(".json"), part) {
        (false, _) => text,
        (true, "") => after(&text, "dump_base64"),
        (true, part) => after(&after(&text, part), "text"),
    };
    base64::decode(text.trim_start_matches('"').split(['"', '\n']).next().unwrap()).unwrap()
}

pub fn originals() -> Vec<Original> {
    let table = table();
    let list = table["originals"].as_array().unwrap().iter();
    // Miri is slow with long files.
    let is_short = |one: &&Value| {
        let name = one[1].as_str().unwrap().split('#').next().unwrap();
        !cfg!(miri) || fs::metadata(path_of(name)).unwrap().len() < MOST_INTERPRETED
    };
    list.filter(is_short)
        .map(|one| {
            let name = one[1].as_str().unwrap();
            Original::new(name, one[0].as_str().unwrap(), golden(name), !one[2].is_null())
        })
        .collect()
}

impl Original {
    pub fn new(name: &str, format: &str, bytes: Vec<u8>, pairs: bool) -> Original {
        let table = table()["formats"][format].clone();
        let mut fields: Vec<Field> = table["fields"]
            .as_array()
            .unwrap()
            .iter()
            .map(|field| Field {
                name: field[0].as_str().unwrap().into(),
                offset: field[1].as_u64().unwrap() as usize,
                size: field[2].as_u64().unwrap() as usize,
                real: !field[3].is_null(),
            })
            .collect();
        let mut head = table["head"].as_u64().unwrap() as usize;
        if format == "native" && bytes[5] & 1 == 1 {
            head = section(&bytes, &mut fields);
        }
        let place = |name: &Value| fields.iter().position(|field| name == &field.name);
        let pairs = table["pairs"].as_array().unwrap().iter().filter(|_| pairs);
        let pairs = pairs.filter_map(|pair| Some((place(&pair[0])?, place(&pair[1])?))).collect();
        let big = table["order"] == "big";
        Original {
            name: name.into(),
            format: format.into(),
            bytes,
            pairs,
            fields,
            table,
            big,
            head,
        }
    }

    fn number(&self, bytes: &[u8], field: &Field) -> u64 {
        let bytes = &bytes[field.offset..field.offset + field.size];
        let shift = |number: u64, &byte: &u8| number << 8 | u64::from(byte);
        if self.big { bytes.iter().fold(0, shift) } else { bytes.iter().rev().fold(0, shift) }
    }

    fn put(&self, bytes: &mut [u8], field: &Field, number: u64) {
        let mut written = number.to_le_bytes()[..field.size].to_vec();
        if self.big {
            written.reverse();
        }
        bytes[field.offset..field.offset + field.size].copy_from_slice(&written);
    }

    /// True if the change would make a native file keyed, or add metadata of keyed files. The
    /// native build supports keyed filters, but the module that runs the same cases does not.
    fn is_keyed(&self, at: usize, byte: u8) -> bool {
        self.format == "native"
            && (at == 6 && (27..=29).contains(&byte) || (56..self.head).contains(&at) && byte == 5)
    }

    /// The forged values of a field. If it is forged `alone`, ids and other bytes get more values.
    pub fn values(&self, field: &Field, alone: bool) -> Vec<u64> {
        let bits = 8 * field.size as u32;
        let most = u64::MAX >> (64 - bits);
        let is = self.number(&self.bytes, field);
        let mut values =
            BTreeSet::from([0, 1, most - 1, most, 1 << (bits - 1), is.wrapping_sub(1) & most]);
        values.insert(is.wrapping_add(1) & most);
        values.extend([31, 32, 53].into_iter().filter(|&log2| log2 < bits).map(|log2| 1 << log2));
        if field.real {
            for real in [1.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
                values.insert(real.to_bits());
            }
            // Just below 1; the smallest normal number and the number below it; 1e-18 and the
            // number below it.
            for real in [1.0, f64::MIN_POSITIVE, 1e-18] {
                values.extend([real.to_bits(), real.to_bits() - 1]);
            }
        }
        if alone && field.size == 1 {
            values.extend(0..=31);
            values.insert(64);
        }
        values.retain(|&value| value > 255 || !self.is_keyed(field.offset, value as u8));
        values.remove(&is);
        values.into_iter().collect()
    }

    /// The whole number that a rule computes from fields.
    fn product(&self, rule: &Value, bytes: &[u8]) -> u128 {
        let names = rule["of"].as_array().unwrap().iter();
        let product = names.fold(1u128, |product, name| {
            let field = self.fields.iter().find(|field| name == &field.name).unwrap();
            let number = self.number(bytes, field);
            let number = if name == "cells" { 1 << (number.wrapping_sub(1) & 7) } else { number };
            product.saturating_mul(number.into())
        });
        product.div_ceil(rule["per"].as_u64().unwrap().into())
            * u128::from(rule["bytes"].as_u64().unwrap())
    }

    /// A file with other numbers in some fields.
    pub fn forged(&self, changes: &[(&Field, u64)], repair: Repair) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for (field, value) in changes {
            self.put(&mut bytes, field, *value);
        }
        let native = self.format == "native";
        let packed = !native || bytes[9] == 1 && bytes[5] & 2 == 0;
        let payload = &self.table["payload"];
        let mut end = bytes.len() - 8;
        if payload.is_object() {
            let length = self.product(payload, &self.bytes) as usize;
            end = self.head + length;
            if repair == Repair::Lengths {
                for (name, rule) in self.table["derive"].as_object().into_iter().flatten() {
                    let field = self.fields.iter().find(|field| field.name == *name).unwrap();
                    let follows = |(changed, _): &(&Field, u64)| {
                        rule["of"].as_array().unwrap().iter().any(|of| of == &changed.name)
                    };
                    let changes_it = changes.iter().any(|(changed, _)| changed.name == *name);
                    if packed && !changes_it && changes.iter().any(follows) {
                        let number = self.product(rule, &bytes) as u64;
                        self.put(&mut bytes, field, number);
                    }
                }
                let size = self.product(payload, &bytes);
                if size <= MOST_BYTES {
                    let tail = bytes.split_off(end);
                    end = self.head + size as usize;
                    bytes.resize(end, 0);
                    bytes.extend(tail);
                }
            }
        }
        if native && repair != Repair::Nothing {
            let sum = checksum(&bytes[..end]);
            bytes[end..end + 8].copy_from_slice(&sum);
        }
        bytes
    }

    /// Calls `take` with every case and the names of its forged fields.
    pub fn each_case(&self, mut take: impl FnMut(&str, Vec<u8>)) {
        let repairs: &[Repair] = if self.format == "native" {
            &[Repair::Nothing, Repair::Checksum, Repair::Lengths]
        } else {
            &[Repair::Nothing, Repair::Lengths]
        };
        for field in &self.fields {
            for value in self.values(field, true) {
                for &repair in repairs {
                    take(&field.name, self.forged(&[(field, value)], repair));
                }
            }
        }
        if self.bytes.len() <= MOST_FLIPPED {
            for bit in 0..self.bytes.len() * 8 {
                let mut bytes = self.bytes.clone();
                bytes[bit / 8] ^= 1 << (bit % 8);
                if !self.is_keyed(bit / 8, bytes[bit / 8]) {
                    take("a flipped bit", bytes);
                }
            }
            for length in 0..self.bytes.len() {
                take("fewer bytes", self.bytes[..length].to_vec());
            }
            for (more, byte) in (1..=16).flat_map(|more| [(more, 0), (more, 0xff)]) {
                let mut bytes = self.bytes.clone();
                bytes.resize(bytes.len() + more, byte);
                take("more bytes", bytes);
            }
        }
        for &(one, other) in &self.pairs {
            let (one, other) = (&self.fields[one], &self.fields[other]);
            let name = format!("{} and {}", one.name, other.name);
            for value in self.values(one, false) {
                for also in self.values(other, false) {
                    for &repair in repairs {
                        take(&name, self.forged(&[(one, value), (other, also)], repair));
                    }
                }
            }
        }
    }
}

/// Adds the fields of a metadata section. Returns the end of the section.
fn section(bytes: &[u8], fields: &mut Vec<Field>) -> usize {
    let mut add = |name: &str, offset, size, real| {
        fields.push(Field { name: name.into(), offset, size, real });
    };
    let number = |at: usize| u32::from_le_bytes(*bytes[at..].first_chunk().unwrap()) as usize;
    add("metadata", 56, 4, false);
    add("reserved", 60, 4, false);
    let end = 64 + number(56);
    let mut at = 64;
    while at < end {
        let (tag, size) = (bytes[at], number(at + 4));
        add("metadata tag", at, 2, false);
        add("reserved", at + 2, 2, false);
        add("metadata text", at + 4, 4, false);
        if tag == 3 {
            add("subFilters", at + 8, 4, false);
            add("growth", at + 12, 4, false);
            add("tightening", at + 16, 8, true);
        }
        // If there are 1, 5 or 6 parameters, the first ones are floating-point numbers.
        let reals = [0, 1, 0, 0, 0, 4, 1][size / 8 % 7];
        for i in (0..size / 8).filter(|_| tag == 4) {
            add(&format!("parameter {i}"), at + 8 + 8 * i, 8, i < reals);
        }
        at += 8 + size.next_multiple_of(8);
    }
    end
}
