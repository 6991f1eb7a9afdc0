//! Logarithm and exponential with the same bits on every platform. The size of a filter must not
//! depend on the platform's libm.
//!
//! These are series, not the tuned polynomials of a libm. They are within 4 units in the last place
//! of the true value, with a third of the code, which every user of the module downloads. They take
//! as long as a few dozen multiplications, once per filter.

/// ln 2 in two parts. The first part times a whole number of up to 11 bits is exact.
const LN_2: (f64, f64) = (6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10);
const MANTISSA_BITS: u32 = 52;
const BIAS: i64 = 1023;

/// e^x.
pub(super) fn exp(x: f64) -> f64 {
    if x > 710.0 {
        return f64::INFINITY;
    }
    if x < -746.0 {
        return 0.0;
    }
    let half = if x < 0.0 { -0.5 } else { 0.5 };
    let power = (x * core::f64::consts::LOG2_E + half) as i64;
    let rest = (x - power as f64 * LN_2.0) - power as f64 * LN_2.1;
    let mut sum = 1.0;
    for n in (1..=13u32).rev() {
        sum = 1.0 + sum * rest / f64::from(n);
    }
    // In two steps, because a single power of two cannot reach the ends of the range.
    sum * power_of_two(power / 2) * power_of_two(power - power / 2)
}

/// ln x: −∞ for 0, NaN for negative numbers.
pub(super) fn log(x: f64) -> f64 {
    if x <= 0.0 {
        return if x == 0.0 { f64::NEG_INFINITY } else { f64::NAN };
    }
    if x == f64::INFINITY {
        return x;
    }
    if x < f64::MIN_POSITIVE {
        return log(x * power_of_two(54)) - 54.0 * core::f64::consts::LN_2;
    }
    let mut power = (x.to_bits() >> MANTISSA_BITS) as i64 - BIAS;
    let mut mantissa = x * power_of_two(-power);
    if mantissa > core::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        power += 1;
    }
    // ln m = 2 artanh s.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let mut sum = 0.0;
    for n in (0..12u32).rev() {
        sum = sum * (s * s) + 1.0 / f64::from(2 * n + 1);
    }
    power as f64 * LN_2.0 + (2.0 * s * sum + power as f64 * LN_2.1)
}

/// 2^power, if it is a normal number.
pub(crate) fn power_of_two(power: i64) -> f64 {
    f64::from_bits(((power + BIAS) as u64) << MANTISSA_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units_between(a: f64, b: f64) -> u64 {
        if a == b { 0 } else { a.to_bits().abs_diff(b.to_bits()) }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri changes the results of the platform's functions at random")]
    fn differs_from_the_platform_by_at_most_four_units() {
        let mut number = 1u64;
        for _ in 0..1_000_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let unit = (number >> 11) as f64 / (1u64 << 53) as f64;
            let x = (unit - 0.5) * 1400.0;
            assert!(units_between(exp(x), x.exp()) <= 4, "exp({x:e})");
            let x = (unit - 0.5) * 2.0;
            assert!(units_between(exp(x), x.exp()) <= 4, "exp({x:e})");
            for x in [unit, 1.0 + unit, f64::from_bits(number >> 2), 1.0 - unit / 1e6] {
                assert!(units_between(log(x), x.ln()) <= 4, "log({x:e}) = {:e}", log(x));
            }
        }
    }

    #[test]
    fn handles_the_edges_of_the_range() {
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(log(1.0), 0.0);
        assert_eq!(log(0.0), f64::NEG_INFINITY);
        assert!(log(-1.0).is_nan() && log(f64::NAN).is_nan() && exp(f64::NAN).is_nan());
        for x in [1e308, 710.5, f64::INFINITY] {
            assert_eq!(exp(x), f64::INFINITY);
            assert_eq!(exp(-x * 1.1), 0.0);
        }
        assert_eq!(log(f64::INFINITY), f64::INFINITY);
        for x in [5e-324, 1e-310, f64::MIN_POSITIVE] {
            assert!(units_between(log(x), x.ln()) <= 4, "log({x:e})");
        }
    }
}
