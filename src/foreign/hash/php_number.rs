//! Numbers as in 64-bit PHP 8: integers until a result does not fit, floats from then on (php-src,
//! `Zend/zend_operators.c` and `zend_multiply.h`). No operation wraps or traps.

use core::ops::{Add, BitAnd, BitXor, Mul, Not, Rem, Shl, Shr, Sub};

/// A PHP number. The operators are PHP's: `+ - *` may return a float; the others first convert both
/// sides to integers.
///
/// ```
/// use edgebloom::foreign::hash::php_number::Number;
/// let h = Number::Int(i64::MAX);
/// assert_eq!(h + 1u8, Number::Float(9_223_372_036_854_775_808.0));
/// assert_eq!((h + 1u8).to_int(), i64::MIN);
/// assert_eq!(h << 1, Number::Int(-2));
/// assert_eq!(Number::Int(-7) % 3i64, Number::Int(-1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float. An integer becomes one when it no longer fits.
    Float(f64),
}

impl Number {
    /// `(int)`, which bit operations imply: rounds towards zero, then takes the number modulo 2^64.
    /// Infinity and NaN give 0.
    #[inline(always)]
    pub fn to_int(self) -> i64 {
        match self {
            Number::Int(int) => int,
            Number::Float(float) => wrap(float),
        }
    }

    /// [`to_int`](Number::to_int), as a number.
    #[inline(always)]
    pub fn cast(self) -> Number {
        Number::Int(self.to_int())
    }

    #[inline(always)]
    fn to_float(self) -> f64 {
        match self {
            Number::Int(int) => int as f64,
            Number::Float(float) => float,
        }
    }

    /// Computes in integers if both sides are integers and the result fits. Otherwise both sides
    /// become floats.
    #[inline(always)]
    fn exact_or(
        self,
        other: Number,
        exact: impl Fn(i64, i64) -> Option<i64>,
        rounded: impl Fn(f64, f64) -> f64,
    ) -> Number {
        if let (Number::Int(a), Number::Int(b)) = (self, other)
            && let Some(int) = exact(a, b)
        {
            return Number::Int(int);
        }
        Number::Float(rounded(self.to_float(), other.to_float()))
    }
}

/// A float is ±mantissa · 2^shift. Bits that are shifted out on the right are the fraction. Bits
/// that are shifted out on the left are multiples of 2^64. Infinity and NaN have the largest
/// exponent and lose all bits. This is not inlined: it is as fast, and the hashes take half the
/// code.
#[inline(never)]
fn wrap(float: f64) -> i64 {
    let bits = float.to_bits();
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    let exponent = ((bits >> 52) & 0x7ff) as u32;
    let shifted = match exponent.checked_sub(1075) {
        Some(left) => mantissa.checked_shl(left),
        None => mantissa.checked_shr(1075u32.saturating_sub(exponent)),
    };
    let magnitude = shifted.unwrap_or(0) as i64;
    if float.is_sign_negative() { magnitude.wrapping_neg() } else { magnitude }
}

impl From<i64> for Number {
    #[inline(always)]
    fn from(int: i64) -> Number {
        Number::Int(int)
    }
}

impl From<u8> for Number {
    #[inline(always)]
    fn from(byte: u8) -> Number {
        Number::Int(i64::from(byte))
    }
}

impl<T: Into<Number>> Add<T> for Number {
    type Output = Number;

    #[inline(always)]
    fn add(self, other: T) -> Number {
        self.exact_or(other.into(), i64::checked_add, |a, b| a + b)
    }
}

impl<T: Into<Number>> Sub<T> for Number {
    type Output = Number;

    #[inline(always)]
    fn sub(self, other: T) -> Number {
        self.exact_or(other.into(), i64::checked_sub, |a, b| a - b)
    }
}

impl<T: Into<Number>> Mul<T> for Number {
    type Output = Number;

    #[inline(always)]
    fn mul(self, other: T) -> Number {
        self.exact_or(other.into(), i64::checked_mul, |a, b| a * b)
    }
}

impl<T: Into<Number>> BitXor<T> for Number {
    type Output = Number;

    #[inline(always)]
    fn bitxor(self, other: T) -> Number {
        Number::Int(self.to_int() ^ other.into().to_int())
    }
}

impl<T: Into<Number>> BitAnd<T> for Number {
    type Output = Number;

    #[inline(always)]
    fn bitand(self, other: T) -> Number {
        Number::Int(self.to_int() & other.into().to_int())
    }
}

/// PHP's `~`, for an integer.
impl Not for Number {
    type Output = Number;

    #[inline(always)]
    fn not(self) -> Number {
        Number::Int(!self.to_int())
    }
}

/// Bits that are shifted out on the left are lost.
impl Shl<u32> for Number {
    type Output = Number;

    #[inline(always)]
    fn shl(self, count: u32) -> Number {
        Number::Int(self.to_int().checked_shl(count).unwrap_or(0))
    }
}

/// The sign is kept.
impl Shr<u32> for Number {
    type Output = Number;

    #[inline(always)]
    fn shr(self, count: u32) -> Number {
        Number::Int(self.to_int() >> count.min(63))
    }
}

/// The result has the sign of the dividend. The remainder modulo 0, for which PHP throws an error,
/// is 0.
impl<T: Into<Number>> Rem<T> for Number {
    type Output = Number;

    #[inline(always)]
    fn rem(self, other: T) -> Number {
        Number::Int(self.to_int().checked_rem(other.into().to_int()).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::Number::{Float, Int};

    #[test]
    fn integers_that_overflow_become_floats() {
        assert_eq!(Int(i64::MIN) - 1i64, Float(-9_223_372_036_854_775_808.0));
        assert_eq!(Int(1 << 62) * 2i64, Float(9_223_372_036_854_775_808.0));
        assert_eq!(Float(1.0) + 1i64, Float(2.0));
    }

    #[test]
    fn casts_wrap() {
        let two_64 = 18_446_744_073_709_551_616.0;
        for (float, int) in [
            (0.0, 0),
            (-0.0, 0),
            (1.9, 1),
            (-1.9, -1),
            (0.999, 0),
            (f64::MIN_POSITIVE, 0),
            (5e-324, 0),
            (two_64 / 2.0, i64::MIN),
            (two_64 / -2.0, i64::MIN),
            (two_64, 0),
            (two_64 + 4096.0, 4096),
            (-two_64 - 4096.0, -4096),
            (1e300, 0),
            (f64::MAX, 0),
            (f64::INFINITY, 0),
            (f64::NEG_INFINITY, 0),
            (f64::NAN, 0),
        ] {
            assert_eq!(Float(float).to_int(), int, "{float}");
        }
    }

    #[test]
    fn shifts_and_remainders() {
        assert_eq!(Int(-8) >> 1, Int(-4));
        assert_eq!(Int(-1) >> 2, Int(-1));
        assert_eq!(Int(-1) >> 64, Int(-1));
        assert_eq!(Int(1) << 64, Int(0));
        assert_eq!(Int(0xffff_ffff) << 28, Int(0x0fff_ffff_f000_0000));
        assert_eq!(Int(i64::MIN) % Int(-1), Int(0));
        assert_eq!(Int(1) % 0i64, Int(0));
    }
}
