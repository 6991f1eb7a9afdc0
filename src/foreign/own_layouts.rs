//! Schemes 1 to 3: bitmaps in Redis whose positions are those of our own layouts. A filter file of
//! such a filter is one of our own, for [`format::from_bytes`](crate::format::from_bytes).

use super::key_encoding::KeyEncoding;
use super::rules::{Folding, Grouping, Rules, Setting};
use crate::digest::digest;
use crate::filter::estimate;
use crate::layout::{Layout, LayoutProbes, MAX_BITS, MAX_HASHES, Shape, WORD_BITS};
use crate::params::blocked::BLOCK_BITS;

pub(super) const STANDARD: Rules = Rules {
    unit: WORD_BITS,
    most_bits: MAX_BITS,
    most_hashes: MAX_HASHES,
    encodings: &[KeyEncoding::Native],
    folding: Folding::Blocks(WORD_BITS),
    // As our own filters: a bitmap of 2^32 bits may have few keys.
    sparse: true,
    check: |_| true,
    ..Rules::PLAIN
};
pub(super) const PARTITIONED: Rules = Rules { grouping: Grouping::PARTS, ..STANDARD };
pub(super) const BLOCKED: Rules = Rules {
    unit: BLOCK_BITS,
    grouping: Grouping::Table(estimate::Grouping::Blocks(BLOCK_BITS)),
    folding: Folding::Blocks(BLOCK_BITS),
    ..STANDARD
};

fn probes(layout: Layout, key: &[u8], setting: &Setting<'_>) -> LayoutProbes {
    let (bits, hashes) = (setting.shape.bits(), setting.shape.hashes());
    // The rules have checked the shape.
    let shape = Shape::new(layout, bits, hashes).unwrap_or(setting.shape);
    layout.probes(digest(key, setting.seed), shape)
}

pub(super) fn standard_probes(key: &[u8], setting: &Setting<'_>) -> LayoutProbes {
    probes(Layout::Standard, key, setting)
}

pub(super) fn partitioned_probes(key: &[u8], setting: &Setting<'_>) -> LayoutProbes {
    probes(Layout::Partitioned, key, setting)
}

pub(super) fn blocked_probes(key: &[u8], setting: &Setting<'_>) -> LayoutProbes {
    probes(Layout::Blocked, key, setting)
}
