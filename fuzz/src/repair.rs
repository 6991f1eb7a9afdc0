//! Makes a filter file of bytes that are nearly one. Otherwise nearly every input would fail at a
//! checksum or length and not reach the code after it.

use edgebloom::format::{CHECKSUM_BYTES, FileHeader, HEADER_BYTES, checksum};

const MAGIC: [u8; 5] = [0xeb, b'F', b'L', b'T', 1];
const FLAGS: usize = 5;
const SCHEME: usize = 6;
const CELLS: usize = 7;
const PAYLOAD_ENCODING: usize = 9;
const HASHES: usize = 10;
const PAYLOAD_LENGTH: usize = 12;
const BITS: usize = 16;
const CAPACITY: usize = 32;
const INSERTED: usize = 40;
const RATE: usize = 48;
/// The scheme of static sets.
const STATIC: u8 = 30;
const EXCEPTIONS: u8 = 2;
const SUB_FILTERS: u8 = 3;
/// A file is not extended beyond this many words.
const MOST_WORDS: u64 = 512;

/// The bytes with correct magic, sizes, sums and checksums. In a scalable filter, this includes
/// every sub-filter.
pub fn repaired(bytes: &[u8]) -> Vec<u8> {
    let mut file = bytes.to_vec();
    if let Some((header, words)) = repair_header(&mut file) {
        let sub_filters = file[PAYLOAD_ENCODING] == SUB_FILTERS;
        let rest = file.split_off(header);
        let payload = if sub_filters { scalable(&mut file, &rest) } else { resized(rest, words) };
        let words: Vec<u64> =
            payload.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
        let sum = checksum(&file, &words);
        file.extend(payload);
        file.extend(sum);
    }
    file
}

/// Corrects magic and sizes. Returns the length of the header, and the number of words after it.
fn repair_header(file: &mut Vec<u8>) -> Option<(usize, usize)> {
    file.resize(file.len().max((HEADER_BYTES + CHECKSUM_BYTES) as usize), 0);
    file[..MAGIC.len()].copy_from_slice(&MAGIC);
    let number = |at: usize| u64::from_le_bytes(*file[at..].first_chunk().unwrap());
    let unit = match file[SCHEME] {
        1 | 27 => 64,
        2 | 28 => 64 * u64::from(file[HASHES]).max(1),
        3 | 29 => 512,
        STATIC => 64,
        _ => 1,
    };

    let bits = (number(BITS) / unit * unit).max(unit);
    let width = file[CELLS].saturating_sub(1).min(4);
    let mut words = bits.div_ceil(64 >> width);
    if file[FLAGS] & EXCEPTIONS != 0 {
        words += 1 + number(PAYLOAD_LENGTH) % 4;
    }
    if file[PAYLOAD_ENCODING] != SUB_FILTERS {
        file[BITS..BITS + 8].copy_from_slice(&bits.to_le_bytes());
    }
    if words <= MOST_WORDS && file[PAYLOAD_ENCODING] == 1 {
        file[PAYLOAD_LENGTH..BITS].copy_from_slice(&(words as u32).to_le_bytes());
    }
    if file[SCHEME] == STATIC {
        repair_static(file);
    }
    let header = FileHeader::read(file).ok()?;
    let (start, end) = (header.header_bytes, header.file_bytes());
    (end - start <= MOST_WORDS * 8).then_some((start as usize, ((end - start) / 8 - 1) as usize))
}

/// Corrects the values that the header of a static set has twice.
fn repair_static(file: &mut [u8]) {
    let number = |at: usize| u64::from_le_bytes(*file[at..].first_chunk().unwrap());
    let (keys, rate) = (number(INSERTED), f64::from_bits(number(RATE)));
    file[CAPACITY..CAPACITY + 8].copy_from_slice(&keys.max(1).to_le_bytes());
    if rate > 0.0 && rate < 1.0 {
        file[HASHES] = (1..30).take_while(|&r| rate <= (-f64::from(r)).exp2()).count() as u8;
    }
}

fn resized(mut payload: Vec<u8>, words: usize) -> Vec<u8> {
    payload.resize(words * 8, 0);
    payload
}

/// Repairs the sub-filters in these bytes, and writes their sums into the header.
fn scalable(header: &mut [u8], mut rest: &[u8]) -> Vec<u8> {
    let (mut payload, mut sums) = (Vec::new(), [0u64; 4]);
    while !rest.is_empty() && payload.len() < MOST_WORDS as usize * 8 {
        let mut file = rest.to_vec();
        let Some((start, words)) = repair_header(&mut file) else { break };
        let length = start + (words + 1) * 8;
        // A sub-filter must have bits.
        if file[PAYLOAD_ENCODING] == SUB_FILTERS {
            break;
        }
        file.resize(length, 0);
        file = repaired(&file);
        let number = |at: usize| u64::from_le_bytes(*file[at..].first_chunk().unwrap());
        let numbers = [number(HASHES) & 0xffff, number(BITS), number(CAPACITY), number(INSERTED)];
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum = sum.saturating_add(number);
        }
        payload.extend(file);
        rest = rest.get(length..).unwrap_or(&[]);
    }
    let [hashes, bits, capacity, inserted] = sums;
    header[HASHES..HASHES + 2].copy_from_slice(&(hashes as u16).to_le_bytes());
    header[PAYLOAD_LENGTH..BITS].copy_from_slice(&(payload.len() as u32 / 8).to_le_bytes());
    for (at, sum) in [(BITS, bits), (CAPACITY, capacity), (INSERTED, inserted)] {
        header[at..at + 8].copy_from_slice(&sum.to_le_bytes());
    }
    payload
}
