//! The logarithm as in C libraries: the double nearest to the true value, except in one of a
//! thousand cases. Other systems write numbers that depend on it into their files, and our files
//! should be the same.

use crate::params::elementary::power_of_two;

/// ln 2 in two parts. The first part times a whole number of up to 11 bits is exact.
const LN_2: (f64, f64) = (6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10);
const MANTISSA_BITS: u32 = 52;
const BIAS: i64 = 1023;
/// Multiplying by 2^27 + 1 helps to split a double into two halves (T. J. Dekker, 1971).
const SPLITTER: f64 = 134_217_729.0;

/// ln x of a normal positive number.
pub(crate) fn log(x: f64) -> f64 {
    let mut power = (x.to_bits() >> MANTISSA_BITS) as i64 - BIAS;
    let mut mantissa = x * power_of_two(-power);
    if mantissa > core::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        power += 1;
    }
    // ln m = 2 artanh s with s = (m − 1) / (m + 1). The rounding error of s is kept.
    let (above, below) = (mantissa - 1.0, mantissa + 1.0);
    let below_error = mantissa - (below - 1.0);
    let s = above / below;
    let s_error = (remainder(above, s, below) - s * below_error) / below;
    let mut sum = 0.0;
    for n in (1..14u32).rev() {
        sum = sum * (s * s) + 1.0 / f64::from(2 * n + 1);
    }
    let rest = 2.0 * (s_error + s * (s * s) * sum) + power as f64 * LN_2.1;
    // The sum of the two large parts, and its rounding error.
    let (a, b) = (power as f64 * LN_2.0, 2.0 * s);
    let large = a + b;
    let lost = if a.abs() > b.abs() { b - (large - a) } else { a - (large - b) };
    large + (lost + rest)
}

/// x − y · z, if the rounded product is x or nearly x.
fn remainder(x: f64, y: f64, z: f64) -> f64 {
    let split = |x: f64| {
        let high = SPLITTER * x - (SPLITTER * x - x);
        (high, x - high)
    };
    let ((y_high, y_low), (z_high, z_low)) = (split(y), split(z));
    let product = y * z;
    let error = ((y_high * z_high - product) + y_high * z_low + y_low * z_high) + y_low * z_low;
    (x - product) - error
}

#[cfg(test)]
mod tests {
    use super::log;

    #[test]
    #[cfg_attr(miri, ignore = "Miri changes the results of the platform's functions at random")]
    fn matches_the_logarithm_of_the_platform() {
        let (mut same, mut all) = (0, 0);
        for i in 1..200_000 {
            for x in [f64::from(i) / 200_000.0, f64::from(i) * 0.37, 1.0 / f64::from(i)] {
                let (ours, theirs) = (log(x), x.ln());
                all += 1;
                same += u32::from(ours == theirs);
                let units = ours.to_bits().abs_diff(theirs.to_bits());
                assert!(units <= 1, "ln {x}: {ours} and {theirs}");
            }
        }
        assert!(same * 1000 > all * 998, "{same} of {all}");
    }
}
