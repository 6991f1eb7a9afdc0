//! The salts of layers.
//!
//! MurmurHash3 can be inverted, so whoever may add keys to a list can compute keys whose equations
//! contradict each other under any salt that is known beforehand. The first salts are known: they
//! keep honest lists fast. If a layer does not come out as an honest one does, its next salts follow
//! from SHA-256 of its keys. To choose keys against such a salt, one would need to know the salt
//! before the keys.

use sha2::block_api::compress256;

use crate::digest::{self, Digest};

/// The number of salts that are known beforehand.
const KNOWN: u32 = 64;

/// The salts of a layer, in the order in which they are tried.
pub(super) struct Salts {
    layer: u32,
    tried: u32,
    /// SHA-256 of the digests of all keys, in ascending order.
    keys: Option<[u32; 8]>,
}

impl Salts {
    /// The salts of layer number `layer`, which is below 16.
    pub(super) fn of_layer(layer: u32) -> Salts {
        Salts { layer, tried: 0, keys: None }
    }

    /// The next salt: a known one, or else one that follows from the keys with these digests.
    pub(super) fn next(&mut self, digests: &mut [Digest]) -> u32 {
        if self.tried >= KNOWN {
            return self.next_derived(digests);
        }
        self.tried += 1;
        self.layer + self.tried - 1
    }

    /// The next of the salts that follow from the keys with these digests. It sorts the digests.
    pub(super) fn next_derived(&mut self, digests: &mut [Digest]) -> u32 {
        let [a, b, c, d, e, f, g, h] = *self.keys.get_or_insert_with(|| {
            digest::sort_digests(digests);
            sha256(digests)
        });
        self.tried += 1;
        sha256(&[[a, b, c, d], [e, f, g, h], [self.layer, self.tried, 0, 0]])[0]
    }
}

/// The first bits of the fractional parts of the square roots of the first eight primes.
const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// SHA-256 of the lanes of digests, each as four bytes, little-endian. The words of the result are
/// read in the same way. The crate has the compression function; its padding for messages of any
/// length would take 2 kB of the module.
#[inline(never)]
fn sha256(digests: &[Digest]) -> [u32; 8] {
    let mut state = START;
    let (blocks, rest) = digests.as_chunks::<4>();
    let mut block = [[0; 4]; 4];
    for four in blocks {
        compress256(&mut state, &[bytes_of(four)]);
    }
    // The padding: a bit that is 1, zeros, and the number of bits. It always fits: a block has four
    // digests.
    block.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    if let Some(next) = block.get_mut(rest.len()) {
        *next = [0x80, 0, 0, 0];
    }
    let bits = digests.len() as u64 * 128;
    block[3][2] = ((bits >> 32) as u32).swap_bytes();
    block[3][3] = (bits as u32).swap_bytes();
    compress256(&mut state, &[bytes_of(&block)]);
    state.map(u32::swap_bytes)
}

fn bytes_of(block: &[Digest; 4]) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (to, lane) in bytes.as_chunks_mut().0.iter_mut().zip(block.iter().flatten()) {
        *to = lane.to_le_bytes();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use sha2::{Digest as _, Sha256};

    #[test]
    fn is_sha256_of_any_number_of_digests() {
        for count in 0..20_u32 {
            let digests: Vec<Digest> = (0..count).map(|i| [i, !i, i << 24, 7]).collect();
            let mut bytes = Vec::new();
            digest::write_digests(digests.iter(), &mut bytes);
            let ours: Vec<u8> = sha256(&digests).into_iter().flat_map(u32::to_le_bytes).collect();
            assert_eq!(ours, Sha256::digest(&bytes).to_vec(), "{count}");
        }
    }
}
