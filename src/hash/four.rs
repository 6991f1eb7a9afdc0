//! Four 32-bit numbers side by side: one instruction for all four where the processor has vectors of 128 bits, which
//! the module asks for (simd128). Elsewhere they are an array, of which compilers make vectors where they can; the answers
//! are the same.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod vectors {
    use core::arch::wasm32::{
        i32x4_shuffle, u8x16, u8x16_bitmask, u8x16_eq, u8x16_lt, u8x16_splat, u32x4, u32x4_add,
        u32x4_extract_lane, u32x4_mul, u32x4_shl, u32x4_shr, u32x4_splat, u64x2,
        u64x2_extmul_high_u32x4, u64x2_extmul_low_u32x4, v128, v128_and, v128_bitselect, v128_or,
        v128_xor,
    };

    /// Four at a time is faster here.
    pub(crate) const HAS_VECTORS: bool = true;

    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Four(v128);

    impl Four {
        #[inline(always)]
        pub(crate) fn new([a, b, c, d]: [u32; 4]) -> Four {
            Four(u32x4(a, b, c, d))
        }

        /// The same number four times.
        #[inline(always)]
        pub(crate) fn all(number: u32) -> Four {
            Four(u32x4_splat(number))
        }

        /// The numbers of 16 bytes, each little-endian.
        #[inline(always)]
        pub(crate) fn load(bytes: &[u8; 16]) -> Four {
            let (low, high) = bytes.split_at(8);
            let word = |half: &[u8]| half.first_chunk().map_or(0, |&half| u64::from_le_bytes(half));
            Four(u64x2(word(low), word(high)))
        }

        /// A bit for each of the 16 bytes that is this one.
        #[inline(always)]
        pub(crate) fn bytes_that_are(self, byte: u8) -> u32 {
            u32::from(u8x16_bitmask(u8x16_eq(self.0, u8x16_splat(byte))))
        }

        #[inline(always)]
        pub(crate) fn array(self) -> [u32; 4] {
            let Four(v) = self;
            [
                u32x4_extract_lane::<0>(v),
                u32x4_extract_lane::<1>(v),
                u32x4_extract_lane::<2>(v),
                u32x4_extract_lane::<3>(v),
            ]
        }

        #[inline(always)]
        pub(crate) fn add(self, other: Four) -> Four {
            Four(u32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn multiply(self, other: Four) -> Four {
            Four(u32x4_mul(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn xor(self, other: Four) -> Four {
            Four(v128_xor(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn shift_right(self, bits: u32) -> Four {
            Four(u32x4_shr(self.0, bits))
        }

        #[inline(always)]
        pub(crate) fn shift_left(self, bits: u32) -> Four {
            Four(u32x4_shl(self.0, bits))
        }

        #[inline(always)]
        pub(crate) fn rotate_left(self, bits: u32) -> Four {
            Four(v128_or(u32x4_shl(self.0, bits), u32x4_shr(self.0, 32 - bits)))
        }

        /// The high halves of the products of 64 bits.
        #[inline(always)]
        pub(crate) fn high_product(self, other: Four) -> Four {
            let low = u64x2_extmul_low_u32x4(self.0, other.0);
            let high = u64x2_extmul_high_u32x4(self.0, other.0);
            Four(i32x4_shuffle::<1, 3, 5, 7>(low, high))
        }

        /// Of each place the number of `self` where all bits of `mask` are set, that of `other` where none is.
        #[inline(always)]
        pub(crate) fn choose(self, other: Four, mask: Four) -> Four {
            Four(v128_bitselect(self.0, other.0, mask.0))
        }

        /// The first so many of the 16 bytes, and 0 for the others.
        #[inline(always)]
        pub(crate) fn first_bytes(self, count: usize) -> Four {
            const ORDER: v128 = u8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            Four(v128_and(self.0, u8x16_lt(ORDER, u8x16_splat(count.min(16) as u8))))
        }

        /// The first numbers of four, then the second ones, and so on.
        #[inline(always)]
        pub(crate) fn transposed([a, b, c, d]: [Four; 4]) -> [Four; 4] {
            let ab_low = i32x4_shuffle::<0, 4, 1, 5>(a.0, b.0);
            let ab_high = i32x4_shuffle::<2, 6, 3, 7>(a.0, b.0);
            let cd_low = i32x4_shuffle::<0, 4, 1, 5>(c.0, d.0);
            let cd_high = i32x4_shuffle::<2, 6, 3, 7>(c.0, d.0);
            [
                Four(i32x4_shuffle::<0, 1, 4, 5>(ab_low, cd_low)),
                Four(i32x4_shuffle::<2, 3, 6, 7>(ab_low, cd_low)),
                Four(i32x4_shuffle::<0, 1, 4, 5>(ab_high, cd_high)),
                Four(i32x4_shuffle::<2, 3, 6, 7>(ab_high, cd_high)),
            ]
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod vectors {
    /// One at a time is faster than arrays of four (docs/DESIGN.md).
    pub(crate) const HAS_VECTORS: bool = false;

    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Four([u32; 4]);

    impl Four {
        #[inline(always)]
        pub(crate) fn new(numbers: [u32; 4]) -> Four {
            Four(numbers)
        }

        /// The same number four times.
        #[inline(always)]
        pub(crate) fn all(number: u32) -> Four {
            Four([number; 4])
        }

        /// The numbers of 16 bytes, each little-endian.
        #[inline(always)]
        pub(crate) fn load(bytes: &[u8; 16]) -> Four {
            let mut numbers = [0; 4];
            for (number, &four) in numbers.iter_mut().zip(bytes.as_chunks().0) {
                *number = u32::from_le_bytes(four);
            }
            Four(numbers)
        }

        /// A bit for each of the 16 bytes that is this one.
        #[inline(always)]
        pub(crate) fn bytes_that_are(self, byte: u8) -> u32 {
            const LOW: u32 = u32::MAX / 255 * 0x7f;
            let mut at = 0;
            self.0.iter().fold(0, |bits, number| {
                let other = number ^ (u32::MAX / 255 * u32::from(byte));
                // The highest bit of each such byte; then those bits side by side.
                let marks = !(((other & LOW) + LOW) | other | LOW);
                let four = (marks >> 7).wrapping_mul(0x1020_4080) >> 28;
                at += 4;
                bits | four << (at - 4)
            })
        }

        #[inline(always)]
        pub(crate) fn array(self) -> [u32; 4] {
            self.0
        }

        /// The first so many of the 16 bytes, and 0 for the others.
        #[inline(always)]
        pub(crate) fn first_bytes(self, count: usize) -> Four {
            let mut at = 0;
            Four(self.0.map(|number| {
                let left = count.saturating_sub(at).min(4);
                at += 4;
                if left == 0 { 0 } else { number & (u32::MAX >> (32 - 8 * left)) }
            }))
        }

        #[inline(always)]
        fn each(self, other: Four, of: impl Fn(u32, u32) -> u32) -> Four {
            let (Four([a, b, c, d]), Four([e, f, g, h])) = (self, other);
            Four([of(a, e), of(b, f), of(c, g), of(d, h)])
        }

        #[inline(always)]
        pub(crate) fn add(self, other: Four) -> Four {
            self.each(other, u32::wrapping_add)
        }

        #[inline(always)]
        pub(crate) fn multiply(self, other: Four) -> Four {
            self.each(other, u32::wrapping_mul)
        }

        #[inline(always)]
        pub(crate) fn xor(self, other: Four) -> Four {
            self.each(other, |a, b| a ^ b)
        }

        #[inline(always)]
        pub(crate) fn shift_right(self, bits: u32) -> Four {
            Four(self.0.map(|number| number >> bits))
        }

        #[inline(always)]
        pub(crate) fn shift_left(self, bits: u32) -> Four {
            Four(self.0.map(|number| number << bits))
        }

        #[inline(always)]
        pub(crate) fn rotate_left(self, bits: u32) -> Four {
            Four(self.0.map(|number| number.rotate_left(bits)))
        }

        /// The high halves of the products of 64 bits.
        #[inline(always)]
        pub(crate) fn high_product(self, other: Four) -> Four {
            self.each(other, |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32)
        }

        /// Of each place the number of `self` where all bits of `mask` are set, that of `other` where none is.
        #[inline(always)]
        pub(crate) fn choose(self, other: Four, mask: Four) -> Four {
            other.xor(self.xor(other).each(mask, |a, b| a & b))
        }

        /// The first numbers of four, then the second ones, and so on.
        #[inline(always)]
        pub(crate) fn transposed([a, b, c, d]: [Four; 4]) -> [Four; 4] {
            let ([a1, a2, a3, a4], [b1, b2, b3, b4]) = (a.0, b.0);
            let ([c1, c2, c3, c4], [d1, d2, d3, d4]) = (c.0, d.0);
            [[a1, b1, c1, d1], [a2, b2, c2, d2], [a3, b3, c3, d3], [a4, b4, c4, d4]].map(Four)
        }
    }
}

pub(crate) use vectors::{Four, HAS_VECTORS};
