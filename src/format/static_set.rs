//! The files of static sets. `docs/reference/format/static.md` describes them byte by byte.

use alloc::vec::Vec;

use super::CHECKSUM_BYTES;
use super::fields::{Field, field, read_fields, real_field, reserved, write_fields};
use super::header::{
    BITS_OFFSET, CAPACITY_OFFSET, CELLS_OFFSET, FileHeader, HASHES_OFFSET, HEADER_BYTES,
    OWN_ENCODING, PAYLOAD_OFFSET, Payload, RATE_OFFSET, Scheme,
};
use super::load::SPARE;
use super::reader::Reader;
use super::section::{Metadata, Section};
use super::values::{self, ValueFields};
use super::write::with_checksum;
use crate::cells::Width;
use crate::cells::packed::{MEMORY, zeroed_words};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::exceptions;
use crate::filter::Target;
use crate::layout::Shape;
use crate::static_set::{
    BLOCK, Columns, Layer, MAX_KEYS, MAX_LAYERS, MAX_RATE, MIN_RATE, Size, StaticMap, StaticSet,
    Universe, Values, WINDOW,
};

const LEAST_BLOCKS: u64 = WINDOW / BLOCK;
/// This many blocks have 2^32 slots.
const MOST_BLOCKS: u64 = 1 << 27;

/// The fields at the start of a layer. The first one is the number of blocks, and [`BUMPS`] if
/// another layer follows.
static LAYER: [Field; 2] = [
    field(4, 0, u32::MAX as u64, Code::Invalid, "blocks", ""),
    field(4, 0, u32::MAX as u64, Code::Invalid, "salt", ""),
];
const BUMPS: u64 = 1 << 31;

/// The number of bytes of the entry in the section for a set with a universe.
pub(super) const UNIVERSE_BYTES: u64 = 32;
static UNIVERSE: [Field; 5] = [
    field(8, 0, u64::MAX, Code::Invalid, "universe", ""),
    field(8, 0, MAX_KEYS, Code::Invalid, "exact", "a number from 0 to 2^32"),
    real_field(0, MAX_RATE.to_bits(), "exact rate", "a number from 2^-32 to 0.5"),
    field(4, 0, 2, Code::Invalid, "removed sets", "a number from 0 to 2"),
    reserved(4),
];
static UNIVERSE_RATE: Rule =
    Rule::new(Code::Invalid, "exact rate", "a number from 2^-32 to 0.5, or 0 if exact is 0");
static UNIVERSE_SETS: Rule = Rule::new(Code::Invalid, "removed sets", "1 or 2, or 0 if exact is 0");
static UNIVERSE_KEYS: Rule = Rule::new(Code::Invalid, "universe", "at least as many keys as exact");
static TAG_PLACE: Rule =
    Rule::new(Code::Invalid, "metadata tag", "6 and 7 only in the file of a static set");

static BLOCKS: Rule = Rule::new(Code::Invalid, "blocks", "a number from 2 to 134217728");

static CELLS: Rule = Rule::new(Code::Invalid, "cells", "1 (bits) in a static set");
static PAYLOAD: Rule = Rule::new(Code::Invalid, "payloadEncoding", "1 (raw) in a static set");
static RATE: Rule =
    Rule::new(Code::Invalid, "errorRate", "a number from 2^-32 to 0.5 in a static set");
static COLUMNS: Rule = Rule::new(Code::Invalid, "hashes", "{}, as the errorRate requires");
static BITS: Rule = Rule::new(Code::Invalid, "bits", "a multiple of 64");
static CAPACITY: Rule =
    Rule::new(Code::Invalid, "capacity", "the number of inserted keys, from 1 to 2^32");
static LAYERS: Rule = Rule::new(Code::Invalid, "bumps", "0 in layer 16, the last");
static TABLE: Rule = Rule::new(Code::Invalid, "table", "at most as many words as the bits");
static END: Rule = Rule::new(Code::Invalid, "blocks", "layers that fill the bits exactly");

/// What the section says about the universe of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UniverseFields {
    /// The number of non-members in the universe.
    pub(crate) keys: u64,
    /// The number of those that the set would contain otherwise.
    pub(crate) exact: u64,
    /// The error rate of the first set of these; 0 if there are none.
    rate: f64,
    /// The number of sets.
    sets: u64,
}

impl UniverseFields {
    fn of(universe: &Universe) -> UniverseFields {
        let rate = universe.removal.first().map_or(0.0, |set| set.rate);
        let sets = universe.removal.len() as u64;
        UniverseFields { keys: universe.keys, exact: universe.hits(), rate, sets }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<UniverseFields> {
        let offset = reader.offset();
        let mut fields = [0; UNIVERSE.len()];
        read_fields(reader, &UNIVERSE, &mut fields)?;
        let [keys, exact, rate, sets, _] = fields;
        let least = if exact == 0 { 0 } else { MIN_RATE.to_bits() };
        if rate < least || (exact == 0 && rate > 0) {
            let found = Found::Real(f64::from_bits(rate));
            return Err(Error::new(&UNIVERSE_RATE, found, Some(offset + 16)));
        }
        if (sets > 0) != (exact > 0) {
            return Err(UNIVERSE_SETS.broken_at(offset + 24, sets));
        }
        if keys < exact {
            return Err(UNIVERSE_KEYS.broken_at(offset, keys));
        }
        Ok(UniverseFields { keys, exact, rate: f64::from_bits(rate), sets })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_fields(
            &mut bytes,
            &UNIVERSE,
            &[self.keys, self.exact, self.rate.to_bits(), self.sets, 0],
        );
        bytes
    }
}

/// Further checks of the header of a static set.
pub(super) fn check(header: &FileHeader) -> Result<()> {
    if header.scheme != Scheme::Static {
        let section = &header.section;
        let misplaced = section.universe.is_some() || section.values.is_some();
        return if misplaced { Err(TAG_PLACE.broken().at(HEADER_BYTES)) } else { Ok(()) };
    }
    if header.width != Width::Bit {
        return Err(CELLS.broken_at(CELLS_OFFSET, header.width.log2() + 1));
    }
    if header.payload != Payload::Raw {
        return Err(PAYLOAD.broken_at(PAYLOAD_OFFSET, header.payload as u64));
    }
    let (bits, inserted) = (header.shape.bits(), header.inserted);
    if !bits.is_multiple_of(64) {
        return Err(BITS.broken_at(BITS_OFFSET, bits));
    }
    let Target { capacity, rate } = header.target.unwrap_or(Target { capacity: 0, rate: 0.0 });
    if !(MIN_RATE..=MAX_RATE).contains(&rate) {
        return Err(Error::new(&RATE, Found::Real(rate), Some(RATE_OFFSET)));
    }
    let (hashes, columns) = (header.shape.hashes(), Columns::for_rate(rate).count);
    if hashes != columns {
        return Err(COLUMNS.broken_at(HASHES_OFFSET, hashes).expecting(columns));
    }
    if inserted > MAX_KEYS || capacity != inserted.max(1) {
        return Err(CAPACITY.broken_at(CAPACITY_OFFSET, capacity));
    }
    Ok(())
}

/// The file of a static set.
///
/// # Errors
/// A name or version of more than 1,024 bytes; no memory.
pub(super) fn write(
    set: &StaticSet,
    values: Option<&Values>,
    metadata: Metadata<'_>,
) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    let header = header_of(set, values, metadata);
    header.write(&mut file)?;
    let rest = header.words * 8 + CHECKSUM_BYTES;
    let room = usize::try_from(rest).ok().and_then(|rest| file.try_reserve_exact(rest).ok());
    room.ok_or_else(|| MEMORY.broken_by(rest))?;
    write_layers(&mut file, &set.layers);
    set.removal().iter().for_each(|removed| write_layers(&mut file, &removed.layers));
    if let Some(values) = values {
        values.bits.iter().for_each(|bits| write_layers(&mut file, &bits.layers));
        values::write_table(&mut file, values);
    }
    file.extend_from_slice(&set.exceptions);
    Ok(with_checksum(file))
}

#[inline(never)]
fn write_layers(file: &mut Vec<u8>, layers: &[Layer]) {
    let last = layers.len().saturating_sub(1);
    for (i, layer) in layers.iter().enumerate() {
        let bumps = if i < last { BUMPS } else { 0 };
        write_fields(file, &LAYER, &[layer.size.blocks | bumps, u64::from(layer.salt)]);
        for word in &layer.thresholds {
            file.extend_from_slice(&word.to_le_bytes());
        }
        for word in layer.solution() {
            file.extend_from_slice(&word.to_le_bytes());
        }
        file.resize(file.len().next_multiple_of(8), 0);
    }
}

/// The bytes of the file of a static set that come before the payload.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn static_set_header(set: &StaticSet, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    header_of(set, None, metadata).write(&mut file)?;
    Ok(file)
}

/// The bytes of the file of a map that come before the payload.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn static_map_header(map: &StaticMap, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    header_of(&map.set, Some(&map.values), metadata).write(&mut file)?;
    Ok(file)
}

/// The header of the file of a static set, or of a map.
fn header_of(set: &StaticSet, values: Option<&Values>, metadata: Metadata<'_>) -> FileHeader {
    let fields = values.map(ValueFields::of);
    let value_bits = values.and_then(|values| values.bits.as_ref()).map_or(0, StaticSet::bits);
    let bits = set.bits() + value_bits + 64 * fields.map_or(0, |fields| fields.words);
    FileHeader {
        scheme: Scheme::Static,
        shape: Shape::stated(bits, Columns::for_rate(set.rate).count, bits),
        width: Width::Bit,
        seed: set.seed,
        salt: set.salt,
        encoding: OWN_ENCODING,
        target: Some(Target { capacity: set.keys.max(1), rate: set.rate }),
        inserted: set.keys,
        section: Section {
            universe: set.universe.as_ref().map(UniverseFields::of),
            values: fields,
            ..Section::of_texts(metadata)
        },
        header_bytes: 0,
        payload: Payload::Raw,
        has_exceptions: !set.exceptions.is_empty(),
        words: bits / 64 + set.exceptions.len() as u64 / 8,
    }
}

/// The static set in the payload of a file.
///
/// # Errors
/// A payload that is not valid; no memory.
pub(super) fn read(header: &FileHeader, payload: &[u8]) -> Result<(StaticSet, Option<Values>)> {
    let FileHeader { shape, seed, salt, target, inserted, header_bytes, ref section, .. } = *header;
    let size = (shape.bits() / 8) as usize;
    let (bytes, exceptions) = payload.split_at_checked(size).unwrap_or((payload, &[]));
    let rate = target.map_or(MAX_RATE, |target| target.rate);
    let moved = |error: Error| error.moved_by(header_bytes);
    let table_bytes = 8 * section.values.map_or(0, |fields| fields.words);
    let table_at = (bytes.len() as u64).saturating_sub(table_bytes);
    let (sets, table) = bytes.split_at(table_at as usize);
    if (table.len() as u64) < table_bytes {
        return Err(moved(TABLE.broken_at(0, table_bytes)));
    }
    let mut reader = Reader::new(sets);
    let (layers, universe) = read_sets(&mut reader, rate, seed, section.universe).map_err(moved)?;
    let mut values = None;
    if let Some(fields) = section.values {
        let mut bits = None;
        if fields.code_bits > 0 {
            let layers = read_layers(&mut reader, Columns::for_rate(MAX_RATE)).map_err(moved)?;
            bits = Some(StaticSet { keys: 1, layers, ..StaticSet::empty(seed, 0, MAX_RATE) });
        }
        let (counts, texts) =
            fields.read_table(table).map_err(|error| error.moved_by(header_bytes + table_at))?;
        values = Some(Values { texts, counts, salt: fields.salt, bits });
    }
    if !reader.rest().is_empty() {
        return Err(moved(END.broken_at(reader.offset(), reader.rest().len() as u64)));
    }
    if header.has_exceptions && !exceptions::is_sound(exceptions) {
        return Err(SPARE.broken().at(header_bytes + shape.bits() / 8));
    }
    let exceptions = exceptions.to_vec();
    Ok((StaticSet { seed, salt, rate, keys: inserted, layers, universe, exceptions }, values))
}

/// The layers of the set, and the sets that make it exact on its universe.
fn read_sets(
    reader: &mut Reader<'_>,
    rate: f64,
    seed: u32,
    universe: Option<UniverseFields>,
) -> Result<(Vec<Layer>, Option<Universe>)> {
    let layers = read_layers(reader, Columns::for_rate(rate))?;
    let mut removal = Vec::new();
    if let Some(UniverseFields { rate, sets, .. }) = universe {
        for rate in [rate, MAX_RATE].into_iter().take(sets as usize) {
            removal.push((rate, read_layers(reader, Columns::for_rate(rate))?));
        }
    }
    let universe = universe
        .map(|fields| Universe::of_parts(fields.keys, fields.exact, seed, removal.into_iter()));
    Ok((layers, universe))
}

/// The layers of one set.
#[inline(never)]
fn read_layers(reader: &mut Reader<'_>, columns: Columns) -> Result<Vec<Layer>> {
    let mut layers = Vec::new();
    let mut follows = true;
    while follows {
        let offset = reader.offset();
        let mut fields = [0; LAYER.len()];
        read_fields(reader, &LAYER, &mut fields).map_err(|_| END.broken_at(offset, 0))?;
        let [first, salt] = fields;
        let blocks = first & !BUMPS;
        if !(LEAST_BLOCKS..=MOST_BLOCKS).contains(&blocks) {
            return Err(BLOCKS.broken_at(offset, blocks));
        }
        follows = blocks < first;
        if follows && layers.len() as u32 + 1 == MAX_LAYERS {
            return Err(LAYERS.broken_at(offset, 1));
        }
        let size = Size::new(blocks, columns);
        let words = size.solution_words();
        let mut part = |bytes: u64| reader.take(bytes).map_err(|_| END.broken_at(offset, blocks));
        let thresholds = part(if follows { 8 * size.threshold_words() } else { 0 })?;
        let (thresholds, _) = thresholds.as_chunks();
        let mut codes = zeroed_words(thresholds.len() as u64, &MEMORY)?;
        codes.iter_mut().zip(thresholds).for_each(|(to, &from)| *to = u64::from_le_bytes(from));
        let solution = part(4 * words)?;
        let padding = part(4 * (words % 2))?;
        if size.has_more_thresholds(&codes) || padding.iter().any(|&byte| byte != 0) {
            return Err(SPARE.broken().at(offset));
        }
        layers.push(Layer::of_parts(salt as u32, size, codes, solution)?);
    }
    Ok(layers)
}
