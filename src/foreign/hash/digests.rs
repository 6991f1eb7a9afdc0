//! MD5 (RFC 1321), SHA-1 and SHA-2 (FIPS 180-4) of a salt and a key.
//!
//! Only the compression functions come from the crates `md-5`, `sha1` and `sha2`. Around each of
//! the five functions, the crates add code that is as large as all five together. So the padding is
//! done here, once.

use md5::block_api::compress as md5_compress;
use sha1::block_api::compress as sha1_compress;
use sha2::block_api::{compress256, compress512};

/// The longest digest, in bytes.
pub(crate) const LONGEST: usize = 64;

/// A digest function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Function {
    Md5,
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

const MD: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
/// The upper halves are the constants of SHA-256.
const SHA_512: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];
const SHA_384: [u64; 8] = [
    0xcbbb_9d5d_c105_9ed8,
    0x629a_292a_367c_d507,
    0x9159_015a_3070_dd17,
    0x152f_ecd8_f70e_5939,
    0x6733_2667_ffc0_0b31,
    0x8eb4_4a87_6858_1511,
    0xdb0c_2e0d_64f9_8fa7,
    0x47b5_481d_befa_4fa4,
];

/// Writes the digest of a salt and a key. Returns its length in bytes.
pub(crate) fn digest(
    function: Function,
    salt: &[u8],
    key: &[u8],
    out: &mut [u8; LONGEST],
) -> usize {
    let [a, b, c, d, e] = MD;
    let mut md5 = [a, b, c, d];
    let mut sha1 = [a, b, c, d, e];
    let mut sha256 = SHA_512.map(|word| (word >> 32) as u32);
    let mut sha512 = if matches!(function, Function::Sha384) { SHA_384 } else { SHA_512 };
    let large = matches!(function, Function::Sha384 | Function::Sha512);
    let big_endian = !matches!(function, Function::Md5);
    each_block(salt, key, if large { 128 } else { 64 }, big_endian, &mut |block| {
        let small = block.first_chunk().copied().unwrap_or([0; 64]);
        match function {
            Function::Md5 => md5_compress(&mut md5, &[small]),
            Function::Sha1 => sha1_compress(&mut sha1, &[small]),
            Function::Sha256 => compress256(&mut sha256, &[small]),
            Function::Sha384 | Function::Sha512 => compress512(&mut sha512, &[*block]),
        }
    });
    let (words, size): (&[u32], _) = match function {
        Function::Md5 => (&md5.map(u32::swap_bytes), 16),
        Function::Sha1 => (&sha1, 20),
        Function::Sha256 => (&sha256, 32),
        Function::Sha384 => (&[], 48),
        Function::Sha512 => (&[], 64),
    };
    for (to, word) in out.chunks_exact_mut(4).zip(words) {
        to.copy_from_slice(&word.to_be_bytes());
    }
    if large {
        for (to, word) in out.chunks_exact_mut(8).zip(sha512) {
            to.copy_from_slice(&word.to_be_bytes());
        }
    }
    size
}

/// Calls `take` with each padded block of a salt and a key. The padding is a 1 bit, zeros, and the
/// number of bits in the last bytes. Only the first `size` bytes of the buffer count: 64 or 128.
fn each_block(
    salt: &[u8],
    key: &[u8],
    size: usize,
    big_endian: bool,
    take: &mut dyn FnMut(&[u8; 128]),
) {
    let bits = (salt.len() as u64 + key.len() as u64) * 8;
    let mut block = [0; 128];
    let mut at = 0;
    for &byte in salt.iter().chain(key).chain(&[0x80]) {
        if at == size {
            take(&block);
            (block, at) = ([0; 128], 0);
        }
        if let Some(to) = block.get_mut(at) {
            *to = byte;
        }
        at += 1;
    }
    // The number of bits needs the last eighth of a block.
    if at > size - size / 8 {
        take(&block);
        block = [0; 128];
    }
    let length = if big_endian { bits.to_be_bytes() } else { bits.to_le_bytes() };
    if let Some(end) = block.get_mut(size - 8..size) {
        end.copy_from_slice(&length);
    }
    take(&block);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::Digest;

    fn whole(key: &[u8], function: Function) -> alloc::vec::Vec<u8> {
        match function {
            Function::Md5 => md5::Md5::digest(key).to_vec(),
            Function::Sha1 => sha1::Sha1::digest(key).to_vec(),
            Function::Sha256 => sha2::Sha256::digest(key).to_vec(),
            Function::Sha384 => sha2::Sha384::digest(key).to_vec(),
            Function::Sha512 => sha2::Sha512::digest(key).to_vec(),
        }
    }

    #[test]
    fn digests_match_those_of_the_crates() {
        let key: alloc::vec::Vec<u8> = (0..300).map(|i| (i * 7) as u8).collect();
        // Miri is slow.
        for length in (0..key.len()).step_by(if cfg!(miri) { 59 } else { 1 }) {
            let (salt, rest) = key[..length].split_at(length / 3);
            for function in [
                Function::Md5,
                Function::Sha1,
                Function::Sha256,
                Function::Sha384,
                Function::Sha512,
            ] {
                let mut out = [0; LONGEST];
                let size = digest(function, salt, rest, &mut out);
                assert_eq!(out[..size], whole(&key[..length], function), "{function:?}, {length}");
            }
        }
    }
}
