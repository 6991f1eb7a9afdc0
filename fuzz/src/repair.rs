//! Makes a dump of bytes that are nearly one. Checksums and lengths would otherwise end nearly every
//! run before what stands behind them.

use edgebloom::format::native::{CHECKSUM_BYTES, HEADER_BYTES, Start, checksum};

const MAGIC: [u8; 5] = [0xeb, b'F', b'L', b'T', 1];
const FLAGS: usize = 5;
const CELLS: usize = 7;
const PAYLOAD_LENGTH: usize = 12;
const BITS: usize = 16;
const ALLOWED: u8 = 2;
/// More words are not made up.
const MOST_WORDS: u64 = 512;

/// The bytes with magic, lengths and checksums as they have to be; of a chain, in every stage.
pub fn repaired(bytes: &[u8]) -> Vec<u8> {
    let mut dump = Vec::new();
    let mut rest = bytes.to_vec();
    while repair_stage(&mut dump, &mut rest) && !rest.is_empty() {}
    dump
}

/// Moves one dump over; true if that of another stage follows.
fn repair_stage(dump: &mut Vec<u8>, rest: &mut Vec<u8>) -> bool {
    rest.resize(rest.len().max((HEADER_BYTES + CHECKSUM_BYTES) as usize), 0);
    rest[..MAGIC.len()].copy_from_slice(&MAGIC);
    let number = |at: usize| u64::from_le_bytes(*rest[at..].first_chunk().unwrap());
    let width = rest[CELLS].saturating_sub(1).min(4);
    let mut words = number(BITS).div_ceil(64 >> width);
    if rest[FLAGS] & ALLOWED != 0 {
        words += 1 + number(PAYLOAD_LENGTH) % 4;
    }
    if words <= MOST_WORDS && rest[9] == 1 {
        rest[PAYLOAD_LENGTH..BITS].copy_from_slice(&(words as u32).to_le_bytes());
    }
    let Ok(start) = Start::read(rest) else {
        dump.append(rest);
        return false;
    };
    let (head, whole, follows) = (start.head_bytes, start.dump_bytes(), start.is_followed());
    if whole - head > MOST_WORDS * 8 {
        dump.append(rest);
        return false;
    }
    let (head, whole) = (head as usize, whole as usize);
    rest.resize(rest.len().max(whole), 0);
    let after = if follows { rest.split_off(whole) } else { Vec::new() };
    rest.truncate(whole - CHECKSUM_BYTES as usize);
    let payload: Vec<u64> =
        rest[head..].as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
    let sum = checksum(&rest[..head], &payload);
    dump.append(rest);
    dump.extend(sum);
    *rest = after;
    follows
}
