//! Filters of other systems in our own filter files: what the ids of their schemes and key encodings
//! mean there, and the checks that the core leaves to this wing.

use alloc::vec::Vec;

use super::filter::Filter;
use super::key_encoding::KeyEncoding;
use super::rules::Misfit;
use super::scheme::Scheme;
use super::sub_filter::{Header, SubFilter};
use crate::cells::Width;
use crate::cells::packed::bytes_of;
use crate::error::{Code, Result, Rule};
use crate::format::header::{
    BITS, BITS_OFFSET, CELLS_OFFSET, ENCODING, ENCODING_OFFSET, HASHES, HASHES_OFFSET,
    MAX_WRITTEN_HASHES, PARAMETERS, PAYLOAD_OFFSET, SCHEME_OFFSET, SEED_OFFSET,
};
use crate::format::load::{cells, growth_in};
use crate::format::scalable::{Sums, check_all, read_sub_filters};
use crate::format::write::{checksum, with_checksum};
use crate::format::{
    self, CHECKSUM_BYTES, FileHeader, HEADER_BYTES, Loading, Metadata, Payload, Section,
};
use crate::layout::Shape;
use crate::scalable::Growth;

const SALT_OFFSET: u64 = 28;

static CELLS: Rule = Rule::new(Code::Invalid, "cells", "1 (bits) with this keyEncoding");
static PAYLOAD: Rule = Rule::new(Code::Invalid, "payloadEncoding", "1 (raw) with this keyEncoding");
static SALT: Rule = Rule::new(Code::Invalid, "salt", "0 in this scheme");
static SEED: Rule =
    Rule::new(Code::Invalid, "seed", "a seed that the scheme allows for this number of hashes");
static TIME: Rule = Rule::new(Code::Invalid, "hashes", "at most 8388608 in a file");
static OWN: Rule = Rule::new(Code::WrongClass, "scheme", "a scheme of another system");
/// A tenth of a second per key, about. Real filters have fewer probes, but with a forged header one
/// query could take years.
const MOST_LOADED: u64 = 1 << 23;

/// What our header says of a filter of another system, checked.
pub struct Read {
    header: Header,
    parameters: Vec<i64>,
}

impl Read {
    /// Checks the header of a filter file.
    ///
    /// # Errors
    /// A scheme of our own; a value that the scheme does not allow.
    pub fn of(file: &FileHeader) -> Result<Read> {
        let scheme = match file.scheme {
            format::Scheme::Foreign(id) => Scheme::from_id(id),
            _ => None,
        };
        let Some(scheme) = scheme else {
            return Err(OWN.broken_at(SCHEME_OFFSET, file.scheme.id()));
        };
        let Some(encoding) = KeyEncoding::from_id(file.encoding) else {
            return Err(ENCODING.broken_at(ENCODING_OFFSET, file.encoding));
        };
        let (rules, is_whole) = (scheme.rules(), file.payload == Payload::SubFilters);
        let shape = if is_whole { file.shape } else { shape(scheme, file)? };
        if encoding != KeyEncoding::Native {
            // Only keys in our own encoding can have counters or sparse positions.
            if file.width != Width::Bit {
                return Err(CELLS.broken_at(CELLS_OFFSET, file.width.log2() + 1));
            }
            if file.payload == Payload::Positions {
                return Err(PAYLOAD.broken_at(PAYLOAD_OFFSET, 2));
            }
        }
        check_all(file, rules.next.is_some())?;
        if file.salt != 0 {
            return Err(SALT.broken_at(SALT_OFFSET, u64::from(file.salt)));
        }
        let FileHeader { width, seed, target, inserted, .. } = *file;
        let header = Header { scheme, shape, width, seed, encoding, target, inserted };
        let parameters = file.section.parameters.clone();
        // In a scalable filter, each sub-filter has the parameters.
        let misfit =
            if is_whole { None } else { rules.misfit(&header.setting(&parameters), encoding) };
        match misfit {
            None => Ok(Read { header, parameters }),
            Some(Misfit::Encoding) => Err(ENCODING.broken_at(ENCODING_OFFSET, file.encoding)),
            Some(Misfit::Seed) => Err(SEED.broken_at(SEED_OFFSET, u64::from(seed))),
            Some(Misfit::Parameters) => {
                Err(PARAMETERS.broken_at(HEADER_BYTES, parameters.len() as u64))
            }
        }
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The seed as the system of the scheme shows it. In some systems it can be negative or a
    /// fraction.
    pub fn shown_seed(&self) -> f64 {
        (self.header.scheme.rules().shown_seed)(&self.header.setting(&self.parameters))
    }
}

/// The shape in a header, if the scheme can have it. If the scheme computes the number of hashes,
/// the field must match the computed number, up to the field's limit.
fn shape(scheme: Scheme, file: &FileHeader) -> Result<Shape> {
    let (bits, mut hashes) = (file.shape.bits(), file.shape.hashes());
    if let Some(compute) = scheme.rules().computed_hashes {
        let capacity = file.target.map_or(0, |target| target.capacity);
        let computed = compute(bits, capacity.max(1)).max(1);
        if capacity == 0 || hashes != computed.min(MAX_WRITTEN_HASHES) {
            return Err(HASHES.broken_at(HASHES_OFFSET, hashes));
        }
        hashes = computed;
    }
    if !scheme.rules().has_hashes(hashes) {
        return Err(HASHES.broken_at(HASHES_OFFSET, hashes));
    }
    scheme.shape(bits, hashes).map_err(|_| BITS.broken_at(BITS_OFFSET, bits))
}

/// Checks that a filter file holds a filter of another system that can be loaded. Call it before
/// you allocate its payload.
///
/// # Errors
/// As [`Read::of`]; a filter that would take more than about a tenth of a second per key.
pub fn check(file: &FileHeader) -> Result<()> {
    let hashes = Read::of(file)?.header.shape.hashes();
    if hashes > MOST_LOADED && file.payload != Payload::SubFilters {
        return Err(TIME.broken_at(HASHES_OFFSET, hashes));
    }
    Ok(())
}

/// The filter in a file whose payload was copied.
///
/// # Errors
/// As [`check`]; the checksum does not match; a payload that is not valid.
pub fn finish(mut loading: Loading, checksum: [u8; 8]) -> Result<Filter> {
    if loading.header().payload != Payload::SubFilters {
        return Ok(finish_sub_filter(loading, checksum)?.0.into());
    }
    check(loading.header())?;
    let (whole, words) = loading.verified(checksum)?;
    let filters = read_sub_filters(whole, &bytes_of(&words), finish_sub_filter)?;
    Filter::scalable(filters, growth_in(whole))
}

fn finish_sub_filter(mut loading: Loading, checksum: [u8; 8]) -> Result<(SubFilter, FileHeader)> {
    check(loading.header())?;
    let Read { header, parameters } = Read::of(loading.header())?;
    let (file, words) = loading.verified(checksum)?;
    let cells = cells(file, words)?;
    Ok((SubFilter::of_cells(header, parameters, cells), file.clone()))
}

/// The filter in a filter file.
///
/// # Errors
/// Anything but exactly one complete, valid file of a filter of another system.
pub fn from_bytes(file: &[u8]) -> Result<Filter> {
    let loading = Loading::begin(file, file.len() as u64)?;
    check(loading.header())?;
    Ok(loading.fill(file, finish)?.0)
}

/// The filter file of a filter, with the name and the version of its list.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn to_bytes(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let Some(growth) = filter.growth() else { return write(filter.newest(), metadata) };
    let mut files = Vec::new();
    for sub_filter in filter.sub_filters() {
        files.push(write(sub_filter, Metadata::default())?);
    }
    let mut file = Vec::new();
    let payload = files.iter().map(Vec::len).sum();
    scalable_header_of(filter, growth, metadata, payload).write(&mut file)?;
    for sub_file in &files {
        file.extend_from_slice(sub_file);
    }
    Ok(with_checksum(file))
}

fn write(filter: &SubFilter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut file = header(filter, metadata)?;
    let (payload, _) = filter.payload();
    let checksum = checksum(&file, &payload);
    file.extend_from_slice(&bytes_of(&payload));
    file.extend_from_slice(&checksum);
    Ok(file)
}

/// The bytes of the file of a filter that come before the payload.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn header(filter: &SubFilter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    header_of(filter, metadata).write(&mut file)?;
    Ok(file)
}

/// As [`header`], for a filter that may be scalable.
///
/// # Errors
/// A name or version of more than 1,024 bytes.
pub fn header_of_any(filter: &Filter, metadata: Metadata<'_>) -> Result<Vec<u8>> {
    let Some(growth) = filter.growth() else { return header(filter.newest(), metadata) };
    let mut payload = 0;
    for sub_filter in filter.sub_filters() {
        let before = header(sub_filter, Metadata::default())?.len();
        payload += before + 8 * sub_filter.payload().0.len() + CHECKSUM_BYTES as usize;
    }
    let mut file = Vec::new();
    scalable_header_of(filter, growth, metadata, payload).write(&mut file)?;
    Ok(file)
}

/// The header of the file of a filter.
fn header_of(filter: &SubFilter, metadata: Metadata<'_>) -> FileHeader {
    let Header { scheme, shape, width, seed, encoding, target, inserted } = filter.header();
    let (payload, is_sparse) = filter.payload();
    let parameters = filter.parameters().to_vec();
    FileHeader {
        scheme: format::Scheme::from_id(scheme.id()),
        shape,
        width,
        seed,
        salt: 0,
        encoding: encoding.id(),
        target,
        inserted,
        section: Section { parameters, ..Section::of_texts(metadata) },
        header_bytes: 0,
        payload: if is_sparse { Payload::Positions } else { Payload::Raw },
        has_exceptions: filter.has_exceptions(),
        words: payload.len() as u64,
    }
}

/// The header of the file of a scalable filter, whose payload has this many bytes.
fn scalable_header_of(
    filter: &Filter,
    growth: Growth,
    metadata: Metadata<'_>,
    payload_bytes: usize,
) -> FileHeader {
    let Growth { factor, tightening, rate } = growth;
    let mut sums = Sums::default();
    for sub_filter in filter.sub_filters() {
        sums.add(&header_of(sub_filter, Metadata::default()));
    }
    let count = filter.sub_filter_count();
    let sub_filters = Some(format::SubFilters { count, factor, tightening });
    let section = Section { sub_filters, ..Section::of_texts(metadata) };
    sums.header(header_of(filter.newest(), Metadata::default()), rate, section, payload_bytes)
}
