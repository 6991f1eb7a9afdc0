//! Sets random bits, as many as a number of keys would set. Adding a hundred million keys to each
//! filter would take longer than the whole measurement, and these bits have the same distribution.

use crate::keys::mixed;

/// Probes anywhere: each bit is independent.
pub fn anywhere(words: &mut [u64], probes: u64) {
    let bits = words.len() as f64 * 64.0;
    let set = 1.0 - (probes as f64 * (-1.0 / bits).ln_1p()).exp();
    let share = (set * 65536.0).round() as u64;
    let mut numbers = (0..).map(mixed);
    for word in words {
        // Each step halves the share of set or of unset bits, from the lowest digit of the share to
        // the highest.
        for digit in 0..16 {
            let random = numbers.next().unwrap_or_default();
            *word = if share >> digit & 1 == 1 { *word | random } else { *word & random };
        }
    }
}

/// All probes of a key in one block of 8 words. The number of keys per block varies randomly
/// (Poisson).
pub fn in_blocks(words: &mut [u64], keys: u64, hashes: u64) {
    let mean = keys as f64 / (words.len() / 8) as f64;
    let mut numbers = (0..).map(mixed);
    let mut next = || numbers.next().unwrap_or_default();
    for block in words.chunks_exact_mut(8) {
        // The gaps between events are exponential.
        let (mut load, mut time) = (0, 0.0);
        while time < mean {
            time -= ((next() >> 11) as f64 + 1.0).ln() - f64::ln(9_007_199_254_740_992.0);
            load += u64::from(time < mean);
        }
        for _ in 0..load * hashes {
            let bit = next() >> 55;
            block[(bit >> 6) as usize] |= 1 << (bit & 63);
        }
    }
}
