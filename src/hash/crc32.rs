//! CRC-32 as zlib, PHP and IEEE 802.3 have it.

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};

/// Without a table: the tables of a fast one are larger than the whole module, and seeding the
/// generator that this is for takes three times as long as the slow one.
const CRC: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// The checksum of `bytes`.
///
/// ```
/// assert_eq!(edgebloom::hash::crc32::crc32(b"123456789"), 0xcbf4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    CRC.checksum(bytes)
}
