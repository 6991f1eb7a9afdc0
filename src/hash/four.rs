//! Four 32-bit numbers side by side. If the processor has vectors of 128 bits (simd128, which the
//! module requires), one instruction works on all four. Otherwise they are an array, which
//! compilers can turn into vectors. The results are the same.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod vectors {
    use core::arch::wasm32::{
        i32x4_shuffle, u8x16, u8x16_bitmask, u8x16_eq, u8x16_popcnt, u8x16_splat, u8x16_swizzle,
        u32x4, u32x4_add, u32x4_all_true, u32x4_bitmask, u32x4_extract_lane, u32x4_ge, u32x4_mul,
        u32x4_shl, u32x4_shr, u32x4_splat, u64x2_extmul_high_u32x4, u64x2_extmul_low_u32x4,
        u64x2_shl, v128, v128_and, v128_andnot, v128_bitselect, v128_or, v128_xor,
    };

    /// Four keys at a time are faster here.
    pub(crate) const HAS_VECTORS: bool = true;

    /// Entry i is a mask of the first i bytes.
    const FIRST_BYTES: [[u8; 16]; 17] = {
        let mut masks = [[0; 16]; 17];
        let mut at = 0;
        while at < 16 * 17 {
            masks[at / 16][at % 16] = if at % 16 < at / 16 { 0xff } else { 0 };
            at += 1;
        }
        masks
    };

    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Four(v128);

    impl Four {
        #[inline(always)]
        pub(crate) fn new([a, b, c, d]: [u32; 4]) -> Four {
            Four(u32x4(a, b, c, d))
        }

        /// The same number in all four places.
        #[inline(always)]
        pub(crate) fn all(number: u32) -> Four {
            Four(u32x4_splat(number))
        }

        /// The four little-endian numbers in 16 bytes.
        #[inline(always)]
        pub(crate) fn load(bytes: &[u8; 16]) -> Four {
            Four(bytemuck::must_cast(*bytes))
        }

        /// One bit for each of the 16 bytes: 1 if it equals `byte`.
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

        /// The product, rotated. If a product is shifted, LLVM computes it a second time. That
        /// takes twice as long as the code here, with a shift of 64-bit halves and a mask, in which
        /// LLVM does not see the shift.
        #[inline(always)]
        pub(crate) fn product_rotated(self, other: Four, bits: u32) -> Four {
            let product = u32x4_mul(self.0, other.0);
            let high = v128_and(u64x2_shl(product, bits), u32x4_splat(u32::MAX << bits));
            Four(v128_or(high, u32x4_shr(product, 32 - bits)))
        }

        /// Five times the numbers, without a multiplication; shifted as in
        /// [`Four::product_rotated`].
        #[inline(always)]
        pub(crate) fn times_five(self) -> Four {
            let four_times = v128_and(u64x2_shl(self.0, 2), u32x4_splat(u32::MAX << 2));
            Four(u32x4_add(four_times, self.0))
        }

        /// The high halves of the 64-bit products.
        #[inline(always)]
        pub(crate) fn high_product(self, other: Four) -> Four {
            let low = u64x2_extmul_low_u32x4(self.0, other.0);
            let high = u64x2_extmul_high_u32x4(self.0, other.0);
            Four(i32x4_shuffle::<1, 3, 5, 7>(low, high))
        }

        /// In each place, the number of `self` if all bits of `mask` are set, or that of `other` if
        /// none is.
        #[inline(always)]
        pub(crate) fn choose(self, other: Four, mask: Four) -> Four {
            Four(v128_bitselect(self.0, other.0, mask.0))
        }

        /// The first `count` of the 16 bytes, with 0 for the others.
        #[inline(always)]
        pub(crate) fn first_bytes(self, count: usize) -> Four {
            let mask = FIRST_BYTES.get(count.min(16)).unwrap_or(&[0; 16]);
            Four(v128_and(self.0, bytemuck::must_cast(*mask)))
        }

        /// In each place, all bits set if the number of `self` is at least that of `other`,
        /// otherwise 0.
        #[inline(always)]
        pub(crate) fn at_least(self, other: Four) -> Four {
            Four(u32x4_ge(self.0, other.0))
        }

        /// For each number n below 8, 2^n in the lowest byte. The other bytes are arbitrary.
        #[inline(always)]
        pub(crate) fn power_of_two(self) -> Four {
            const POWERS: v128 = u8x16(1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);
            Four(u8x16_swizzle(POWERS, self.0))
        }

        #[inline(always)]
        pub(crate) fn or(self, other: Four) -> Four {
            Four(v128_or(self.0, other.0))
        }

        /// The bits of `self` that are not in `other`.
        #[inline(always)]
        pub(crate) fn without(self, other: Four) -> Four {
            Four(v128_andnot(self.0, other.0))
        }

        /// The bits that are in both.
        #[inline(always)]
        pub(crate) fn and(self, other: Four) -> Four {
            Four(v128_and(self.0, other.0))
        }

        /// One bit for each number: 1 if its number of 1 bits is odd.
        #[inline(always)]
        pub(crate) fn parities(self) -> u32 {
            // The highest byte of the product is the sum of the four bytes. Its lowest bit is then
            // shifted to the top.
            let sums = u32x4_mul(u8x16_popcnt(self.0), u32x4_splat(0x0101_0101));
            u32::from(u32x4_bitmask(u32x4_shl(sums, 7)))
        }

        /// True if no number has a lowest byte of 0.
        #[inline(always)]
        pub(crate) fn all_bytes_set(self) -> bool {
            u32x4_all_true(v128_and(self.0, u32x4_splat(0xff)))
        }

        /// Transposes a four-by-four matrix: the first numbers of all four, then the second ones,
        /// and so on.
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
    /// One key at a time is faster than arrays of four
    /// (docs/maintainers/decisions/hashing-and-layouts.md).
    pub(crate) const HAS_VECTORS: bool = false;

    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Four([u32; 4]);

    impl Four {
        #[inline(always)]
        pub(crate) fn new(numbers: [u32; 4]) -> Four {
            Four(numbers)
        }

        /// The same number in all four places.
        #[inline(always)]
        pub(crate) fn all(number: u32) -> Four {
            Four([number; 4])
        }

        /// The four little-endian numbers in 16 bytes.
        #[inline(always)]
        pub(crate) fn load(bytes: &[u8; 16]) -> Four {
            let mut numbers = [0; 4];
            for (number, &four) in numbers.iter_mut().zip(bytes.as_chunks().0) {
                *number = u32::from_le_bytes(four);
            }
            Four(numbers)
        }

        /// One bit for each of the 16 bytes: 1 if it equals `byte`.
        #[inline(always)]
        pub(crate) fn bytes_that_are(self, byte: u8) -> u32 {
            const LOW: u32 = u32::MAX / 255 * 0x7f;
            let mut at = 0;
            self.0.iter().fold(0, |bits, number| {
                let other = number ^ (u32::MAX / 255 * u32::from(byte));
                // Marks the highest bit of each such byte, then collects those bits.
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

        /// The first `count` of the 16 bytes, with 0 for the others.
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

        /// In each place, all bits set if the number of `self` is at least that of `other`,
        /// otherwise 0.
        #[inline(always)]
        pub(crate) fn at_least(self, other: Four) -> Four {
            self.each(other, |a, b| if a >= b { u32::MAX } else { 0 })
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

        /// The product, rotated.
        #[inline(always)]
        pub(crate) fn product_rotated(self, other: Four, bits: u32) -> Four {
            self.multiply(other).rotate_left(bits)
        }

        /// Five times the numbers.
        #[inline(always)]
        pub(crate) fn times_five(self) -> Four {
            self.multiply(Four([5; 4]))
        }

        /// The high halves of the 64-bit products.
        #[inline(always)]
        pub(crate) fn high_product(self, other: Four) -> Four {
            self.each(other, |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32)
        }

        /// In each place, the number of `self` if all bits of `mask` are set, or that of `other` if
        /// none is.
        #[inline(always)]
        pub(crate) fn choose(self, other: Four, mask: Four) -> Four {
            other.xor(self.xor(other).and(mask))
        }

        /// For each number n below 8, 2^n in the lowest byte. The other bytes are arbitrary.
        #[inline(always)]
        pub(crate) fn power_of_two(self) -> Four {
            Four(self.0.map(|number| 1 << (number % 8)))
        }

        #[inline(always)]
        pub(crate) fn or(self, other: Four) -> Four {
            self.each(other, |a, b| a | b)
        }

        /// The bits of `self` that are not in `other`.
        #[inline(always)]
        pub(crate) fn without(self, other: Four) -> Four {
            self.each(other, |a, b| a & !b)
        }

        /// The bits that are in both.
        #[inline(always)]
        pub(crate) fn and(self, other: Four) -> Four {
            self.each(other, |a, b| a & b)
        }

        /// One bit for each number: 1 if its number of 1 bits is odd.
        #[inline(always)]
        pub(crate) fn parities(self) -> u32 {
            let [a, b, c, d] = self.0.map(|number| number.count_ones() & 1);
            a | b << 1 | c << 2 | d << 3
        }

        /// True if no number has a lowest byte of 0.
        #[inline(always)]
        pub(crate) fn all_bytes_set(self) -> bool {
            self.0.iter().all(|number| number & 0xff != 0)
        }

        /// Transposes a four-by-four matrix: the first numbers of all four, then the second ones,
        /// and so on.
        #[inline(always)]
        pub(crate) fn transposed([a, b, c, d]: [Four; 4]) -> [Four; 4] {
            let ([a1, a2, a3, a4], [b1, b2, b3, b4]) = (a.0, b.0);
            let ([c1, c2, c3, c4], [d1, d2, d3, d4]) = (c.0, d.0);
            [[a1, b1, c1, d1], [a2, b2, c2, d2], [a3, b3, c3, d3], [a4, b4, c4, d4]].map(Four)
        }
    }
}

pub(crate) use vectors::{Four, HAS_VECTORS};
