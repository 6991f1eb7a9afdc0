//! CRC-32 as in zlib, PHP and IEEE 802.3.

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};

/// Without a table. The tables of a fast CRC are larger than the whole module. This CRC only
/// provides the seed of a generator, and the seeding takes three times as long as the slow CRC.
const CRC: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// The checksum of `bytes`.
///
/// ```
/// assert_eq!(edgebloom::foreign::hash::crc32::crc32(b"123456789"), 0xcbf4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    CRC.checksum(bytes)
}
