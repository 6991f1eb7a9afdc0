//! The section after the header: texts about the list, the growth of a filter, the parameters of a
//! scheme. Each entry has a tag. Tags ascend, and each occurs at most once.

use alloc::string::String;
use alloc::vec::Vec;

use super::fields::{Field, field, read_fields, reserved, write_fields};
use super::reader::Reader;
use super::scalable::{self, SubFilters};
use super::static_set::{self, UniverseFields};
use super::values::{self, ValueFields};
use crate::error::{Code, Result, Rule};

/// The most bytes of a name or of a list version.
pub const MAX_METADATA_BYTES: u64 = 1024;
/// The most bytes of the name of a key form.
pub const MAX_KEY_FORM_BYTES: u64 = 64;

const SECTION_HEADER_BYTES: usize = 8;
const ENTRY_HEADER_BYTES: u64 = 8;
/// 64 numbers of 8 bytes.
const PARAMETERS_BYTES: u64 = 512;
const MAX_ENTRIES_BYTES: u64 = 5 * ENTRY_HEADER_BYTES
    + 2 * MAX_METADATA_BYTES
    + scalable::ENTRY_BYTES
    + PARAMETERS_BYTES
    + MAX_KEY_FORM_BYTES;
/// The longest section.
pub(super) const MAX_SECTION_BYTES: u64 = 8 + MAX_ENTRIES_BYTES;

const NAME: u64 = 1;
const VERSION: u64 = 2;
const SUB_FILTERS: u64 = 3;
const PARAMETERS: u64 = 4;
const KEY_CHECK: u64 = 5;
const UNIVERSE: u64 = 6;
const VALUES: u64 = 7;
const KEY_FORM: u64 = 8;
/// The header of the section.
static SECTION: [Field; 2] = [
    field(4, 8, MAX_ENTRIES_BYTES, Code::Invalid, "metadata", "a number from 8 to 2680"),
    reserved(4),
];
/// The header of an entry in the section.
static ENTRY: [Field; 3] = [
    field(2, NAME, KEY_FORM, Code::Unsupported, "metadata tag", "a number from 1 to 8"),
    reserved(2),
    field(4, 1, MAX_METADATA_BYTES, Code::Invalid, "metadata text", "1 to 1024 bytes"),
];
/// The bits of the number 1. As integers, the bits of smaller positive numbers are smaller. Those
/// of negative numbers, infinities and NaN are larger.
pub(super) const ONE: u64 = 0x3ff0_0000_0000_0000;

static METADATA: Rule =
    Rule::new(Code::Argument, "metadata", "a name and a version of at most 1024 bytes each");
static FORM: Rule =
    Rule::new(Code::Argument, "metadata", "the name of a key form, of at most 64 bytes");
static TAG_ORDER: Rule = Rule::new(Code::Invalid, "metadata tag", "ascending tags");
static LENGTH: Rule =
    Rule::new(Code::Invalid, "metadata length", "the length that the tag requires");
static TEXT: Rule = Rule::new(Code::Invalid, "metadata text", "valid UTF-8");
static PADDING: Rule = Rule::new(Code::Invalid, "padding", "0");
static SECTION_END: Rule =
    Rule::new(Code::Invalid, "metadata", "entries that fill the section exactly");

/// What a file says about its list.
///
/// ```
/// use edgebloom::{Filter, Layout, format};
///
/// let mut filter = Filter::with_rate(Layout::Standard, 10, 0.01, 0)?;
/// filter.insert(b"mailinator.com")?;
/// let metadata = format::Metadata { key_form: "domain", ..format::Metadata::default() };
/// let file = format::to_bytes_with(&filter, metadata)?;
/// assert_eq!(format::FileHeader::read(&file)?.section.key_form, "domain");
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metadata<'a> {
    /// The name of the list; empty if there is none. It does not change any answer.
    pub name: &'a str,
    /// The version of the list; empty if there is none. It does not change any answer.
    pub version: &'a str,
    /// The name of the form of the keys, such as "domain" for host names in lower case and ASCII;
    /// empty if keys are added and looked up as they are. The caller converts: the filter compares
    /// bytes.
    pub key_form: &'a str,
}

/// The content of a section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The name of the list; empty if there is none.
    pub name: String,
    /// The version of the list; empty if there is none.
    pub version: String,
    /// The name of the form of the keys; empty if there is none.
    pub key_form: String,
    /// The number of sub-filters of a scalable filter and how they grow.
    pub sub_filters: Option<SubFilters>,
    /// The parameters of a scheme of another system.
    pub(crate) parameters: Vec<i64>,
    /// The check of the secret key, if the filter is keyed.
    pub key_check: Option<[u8; 8]>,
    /// The universe of a static set, if it has one.
    pub(crate) universe: Option<UniverseFields>,
    /// The table of values, if it is the file of a map.
    pub(crate) values: Option<ValueFields>,
}

impl Section {
    /// The section of a file with only these texts.
    pub(crate) fn of_texts(Metadata { name, version, key_form }: Metadata<'_>) -> Section {
        let (name, version, key_form) = (name.into(), version.into(), key_form.into());
        Section { name, version, key_form, ..Section::default() }
    }

    /// The texts about the list, as [`to_bytes_with`](super::to_bytes_with) takes them.
    pub fn metadata(&self) -> Metadata<'_> {
        Metadata { name: &self.name, version: &self.version, key_form: &self.key_form }
    }

    /// The number of non-members for which a static set is exact, and how many of them would be
    /// false positives otherwise. Both are 0 without a universe.
    pub fn universe(&self) -> (u64, u64) {
        self.universe.map_or((0, 0), |universe| (universe.keys, universe.exact))
    }

    /// The length of the last entry, if that is the key form.
    pub(super) fn key_form_entry_bytes(&self) -> u64 {
        let length = self.key_form.len() as u64;
        if length == 0 { 0 } else { 8 + length.next_multiple_of(8) }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Section> {
        let mut section = Section::default();
        let (mut name, mut version, mut key_form): (&[u8], &[u8], &[u8]) = (&[], &[], &[]);
        let start = reader.offset();
        let mut header = [0; SECTION.len()];
        read_fields(reader, &SECTION, &mut header)?;
        let [length, _] = header;
        let end = reader.offset() + length;
        let mut last_tag = 0;
        while reader.offset() < end {
            let offset = reader.offset();
            let mut entry = [0; ENTRY.len()];
            read_fields(reader, &ENTRY, &mut entry)?;
            let [tag, _, size] = entry;
            if tag <= last_tag {
                return Err(TAG_ORDER.broken_at(offset, tag));
            }
            last_tag = tag;
            let fits = match tag {
                SUB_FILTERS => size == scalable::ENTRY_BYTES,
                PARAMETERS => size.is_multiple_of(8),
                KEY_CHECK => size == 8,
                UNIVERSE => size == static_set::UNIVERSE_BYTES,
                VALUES => size == values::ENTRY_BYTES,
                KEY_FORM => size <= MAX_KEY_FORM_BYTES,
                _ => true,
            };
            if !fits {
                return Err(LENGTH.broken_at(offset + 4, size));
            }
            let mut inside = *reader;
            let bytes = reader.take(size)?;
            let offset = reader.offset();
            let padding = reader.number(size.next_multiple_of(8) - size)?;
            if padding != 0 {
                return Err(PADDING.broken_at(offset, padding));
            }
            match tag {
                NAME => name = bytes,
                VERSION => version = bytes,
                SUB_FILTERS => section.sub_filters = Some(SubFilters::read(&mut inside)?),
                PARAMETERS => {
                    let numbers = bytes.as_chunks().0.iter();
                    section.parameters = numbers.map(|&one| i64::from_le_bytes(one)).collect();
                }
                KEY_CHECK => section.key_check = bytes.first_chunk().copied(),
                UNIVERSE => section.universe = Some(UniverseFields::read(&mut inside)?),
                VALUES => section.values = Some(ValueFields::read(&mut inside)?),
                KEY_FORM => key_form = bytes,
                _ => {}
            }
        }
        if reader.offset() != end {
            return Err(SECTION_END.broken_at(start, length));
        }
        (section.name, section.version) = (text(name)?, text(version)?);
        section.key_form = text(key_form)?;
        Ok(section)
    }

    /// Writes the section, unless it is empty.
    ///
    /// # Errors
    /// A name or version of more than 1,024 bytes, or a key form of more than 64.
    pub(super) fn write(&self, file: &mut Vec<u8>) -> Result<()> {
        let start = file.len();
        write_fields(file, &SECTION, &[0, 0]);
        for (tag, text) in [(NAME, &self.name), (VERSION, &self.version)] {
            let length = text.len() as u64;
            if length > MAX_METADATA_BYTES {
                return Err(METADATA.broken_by(length));
            }
            write_entry(file, tag, text.as_bytes());
        }
        if let Some(sub_filters) = self.sub_filters {
            write_entry(file, SUB_FILTERS, &sub_filters.write());
        }
        let parameters: Vec<u8> = self.parameters.iter().flat_map(|n| n.to_le_bytes()).collect();
        write_entry(file, PARAMETERS, &parameters);
        if let Some(check) = self.key_check {
            write_entry(file, KEY_CHECK, &check);
        }
        if let Some(universe) = self.universe {
            write_entry(file, UNIVERSE, &universe.write());
        }
        if let Some(values) = self.values {
            write_entry(file, VALUES, &values.write());
        }
        let length = self.key_form.len() as u64;
        if length > MAX_KEY_FORM_BYTES {
            return Err(FORM.broken_by(length));
        }
        write_entry(file, KEY_FORM, self.key_form.as_bytes());
        let length = file.len() - start - SECTION_HEADER_BYTES;
        if length == 0 {
            file.truncate(start);
        } else if let Some(field) = file.get_mut(start..start + 4) {
            field.copy_from_slice(&(length as u32).to_le_bytes());
        }
        Ok(())
    }
}

fn text(bytes: &[u8]) -> Result<String> {
    core::str::from_utf8(bytes).map(String::from).map_err(|_| TEXT.broken())
}

/// Writes an entry, unless it is empty.
#[inline(never)]
fn write_entry(entries: &mut Vec<u8>, tag: u64, bytes: &[u8]) {
    if !bytes.is_empty() {
        write_fields(entries, &ENTRY, &[tag, 0, bytes.len() as u64]);
        entries.extend_from_slice(bytes);
        entries.resize(entries.len().next_multiple_of(8), 0);
    }
}
