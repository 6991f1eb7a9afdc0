//! The digest of a key: four 32-bit lanes of its hash. Its positions, its equations in static sets
//! and its shard all follow from them.

use alloc::vec::Vec;

use crate::hash::murmur3_x86_128::{self, FourLanes, Lanes, Place};

/// The hash of a key.
pub(crate) type Digest = Lanes;

/// Scrambles the seed, because neighbouring seeds should differ in more than their lowest bits.
const SEED_FACTOR: u32 = 0x9e37_79b1;
/// If the seed of a hash equals the length of a short key, all four lanes are equal. No key is as
/// long as a seed with this bit.
const SEED_BIT: u32 = 1 << 31;

/// The seed of the hash for the seed of a filter.
#[inline(always)]
pub(crate) const fn scrambled(seed: u32) -> u32 {
    seed.wrapping_mul(SEED_FACTOR) | SEED_BIT
}

/// The digest of a key.
#[inline(always)]
pub(crate) fn digest(key: &[u8], seed: u32) -> Digest {
    murmur3_x86_128::hash(key, scrambled(seed))
}

/// The digests of keys in a text, four keys at a time.
pub(crate) fn digest_fours(text: &[u8], fours: &[[Place; 4]], seed: u32, to: &mut [FourLanes]) {
    murmur3_x86_128::hash_fours(text, fours, scrambled(seed), to);
}

/// The digest under a salt. Each salt gives another permutation of all digests; salt 0 changes
/// nothing.
#[inline(always)]
pub(crate) fn salted(digest: Digest, salt: u32) -> Digest {
    if salt == 0 { digest } else { murmur3_x86_128::finish(digest, salt) }
}

/// The digest under the salt of a layer of a static set; salt 0 changes nothing. In [`salted`],
/// digests whose last three lanes are permuted share a first lane under every salt. Here, each lane
/// gets another number.
#[inline(always)]
pub(crate) fn layered([a, b, c, d]: Digest, salt: u32) -> Digest {
    if salt == 0 {
        return [a, b, c, d];
    }
    let mix = |lane: u32, factor: u32| lane ^ salt.wrapping_mul(factor);
    let lanes = [a, mix(b, 0x85eb_ca6b), mix(c, 0xc2b2_ae35), mix(d, 0x27d4_eb2f)];
    murmur3_x86_128::finish(lanes, salt)
}

/// The digest that [`layered`] turns into this one.
#[inline(always)]
pub(crate) fn unlayered(digest: Digest, salt: u32) -> Digest {
    if salt == 0 {
        return digest;
    }
    let [a, b, c, d] = murmur3_x86_128::unfinish(digest, salt);
    let mix = |lane: u32, factor: u32| lane ^ salt.wrapping_mul(factor);
    [a, mix(b, 0x85eb_ca6b), mix(c, 0xc2b2_ae35), mix(d, 0x27d4_eb2f)]
}

/// The digests in these bytes: four little-endian numbers each. An incomplete digest at the end is
/// ignored.
pub(crate) fn digests_in(bytes: &[u8]) -> impl Iterator<Item = Digest> {
    let (lanes, _) = bytes.as_chunks::<4>();
    let (digests, _) = lanes.as_chunks::<4>();
    digests.iter().map(|lanes| lanes.map(u32::from_le_bytes))
}

/// Writes digests in the form that [`digests_in`] reads.
pub(crate) fn write_digests<'a>(digests: impl Iterator<Item = &'a Digest>, to: &mut Vec<u8>) {
    for lane in digests.flatten() {
        to.extend_from_slice(&lane.to_le_bytes());
    }
}

/// The salt for choosing the shard of a key. No filter uses this salt.
const SHARD_SALT: u32 = 0x7368_6172;

/// The shard of a key, out of 2^`bits`. It is the first bits of the digest under a salt that only
/// shards use. So within a shard, the probes and equations are distributed as in a set without
/// shards.
#[inline(always)]
pub(crate) fn shard_of(digest: Digest, bits: u32) -> usize {
    let [lane, ..] = salted(digest, SHARD_SALT);
    (u64::from(lane) << bits >> 32) as usize
}

/// Sorts digests in ascending order.
#[inline(never)]
pub(crate) fn sort_digests(digests: &mut [Digest]) {
    digests.sort_unstable();
}
