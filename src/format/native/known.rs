//! What this build knows: what the fields of a head may be, and what messages say of it.

use super::{PAYLOAD_RAW, PAYLOAD_SPARSE};

#[cfg(feature = "compat")]
pub(super) use crate::scheme::MAX_FOREIGN_BITS as MAX_BITS;
#[cfg(not(feature = "compat"))]
pub(super) use crate::scheme::{MAX_BITS, MAX_HASHES};

#[cfg(feature = "compat")]
pub(super) const MAX_HASHES: u64 = u16::MAX as u64;

pub(super) const IDS_TEXT: &str = match (cfg!(feature = "compat"), cfg!(feature = "keyed")) {
    (false, false) => "1, 2 or 3",
    (false, true) => "1 to 3 or 27 to 29",
    (true, false) => "1 to 26",
    (true, true) => "1 to 29",
};

/// The last key encoding.
pub(super) const ENCODINGS: (u64, &str) =
    if cfg!(feature = "compat") { (10, "1 to 10") } else { (1, "1 (native)") };

pub(super) const HASHES_TEXT: &str =
    if cfg!(feature = "compat") { "1 to what the scheme can have" } else { "1 to 64" };

pub(super) const BITS_TEXT: &str =
    if cfg!(feature = "compat") { "1 to what the scheme can have" } else { "1 to 4294967296" };

/// The last kind of cells.
pub(super) const KINDS: (u64, &str) =
    if cfg!(feature = "variants") { (5, "1 to 5") } else { (1, "1 (bits)") };

/// The last payload encoding.
pub(super) const PAYLOADS: (u64, &str) =
    if cfg!(feature = "variants") { (PAYLOAD_SPARSE, "1 or 2") } else { (PAYLOAD_RAW, "1 (raw)") };
