//! The Mersenne Twister (M. Matsumoto and T. Nishimura, 1998) and its reduction to a range, as in
//! PHP's `mt_srand` and `mt_rand` (php-src, `ext/random/engine_mt19937.c`).

/// The number of words of the state.
const SIZE: usize = 624;
/// The distance to the word that contributes most bits to a new word.
const SHIFT: usize = 397;
/// PHP 8.2 throws an error after this many rejected draws.
const ATTEMPTS: u32 = 50;

/// The PHP versions whose numbers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generator {
    /// PHP 8.2 and later; for ranges up to 2^32 also PHP 7.1 to 8.1.
    Php8,
    /// PHP 5.2.1 to 7.0: it renews a word with another low bit, and scales numbers to a range.
    Php5,
}

/// A seeded generator.
///
/// ```
/// use edgebloom::foreign::hash::mt19937::{Generator, Mt19937};
/// let mut random = Mt19937::new(5489, Generator::Php8);
/// assert_eq!(random.next_u32(), 3_499_211_612);
/// ```
#[derive(Clone, Debug)]
pub struct Mt19937 {
    state: [u32; SIZE],
    next: usize,
    generator: Generator,
}

impl Mt19937 {
    /// The generator after `mt_srand(seed)`. 0 is a seed like any other.
    pub fn new(seed: u32, generator: Generator) -> Mt19937 {
        let mut state = [0; SIZE];
        let mut last = seed;
        for (word, i) in state.iter_mut().zip(1u32..) {
            *word = last;
            last = (last ^ (last >> 30)).wrapping_mul(1_812_433_253).wrapping_add(i);
        }
        Mt19937 { state, next: 0, generator }
    }

    /// The next 32 bits. Each word is renewed when it is drawn. In this order, the result is the
    /// same as renewing all 624 at once, and only a few numbers are drawn from one seed.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        let at = self.next % SIZE;
        let after = (at + 1) % SIZE;
        let (old, following) = (self.state[at], self.state[after]);
        let selector = match self.generator {
            Generator::Php8 => following,
            Generator::Php5 => old,
        };
        let mixed = (old & 0x8000_0000) | (following & 0x7fff_ffff);
        let matrix = if selector & 1 == 1 { 0x9908_b0df } else { 0 };
        let mut y = self.state[(at + SHIFT) % SIZE] ^ (mixed >> 1) ^ matrix;
        self.state[at] = y;
        self.next = after;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// A number below `m`: `mt_rand(0, m - 1)`. Returns 0 if `m` is 0.
    pub fn below(&mut self, m: u64) -> u64 {
        let Some(last) = m.checked_sub(1) else { return 0 };
        match self.generator {
            Generator::Php8 => self.rejected(m, last),
            Generator::Php5 => {
                let fraction = f64::from(self.next_u32() >> 1) / 2_147_483_648.0;
                ((last as f64 + 1.0) * fraction) as u64
            }
        }
    }

    /// Draws until a number is below the largest multiple of `m`. PHP throws an error if there is
    /// none, which has a probability below 2^-50. This returns the last number instead.
    fn rejected(&mut self, m: u64, last: u64) -> u64 {
        let wide = last > u64::from(u32::MAX);
        let mut number = self.draw(wide);
        if m.is_power_of_two() {
            return number & last;
        }
        let top = if wide { u64::MAX } else { u64::from(u32::MAX) };
        let limit = top - top % m - 1;
        for _ in 0..ATTEMPTS {
            if number <= limit {
                break;
            }
            number = self.draw(wide);
        }
        number % m
    }

    /// 32 bits, or 64 bits from two draws, the low half first. PHP 7.1 to 8.1 draw the high half
    /// first.
    fn draw(&mut self, wide: bool) -> u64 {
        let low = u64::from(self.next_u32());
        if wide { low | (u64::from(self.next_u32()) << 32) } else { low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value that the C++ standard gives for `std::mt19937` ([rand.predef]).
    #[test]
    fn matches_the_ten_thousandth_number_of_the_cpp_standard() {
        let mut random = Mt19937::new(5489, Generator::Php8);
        let last = (0..10_000).map(|_| random.next_u32()).last();
        assert_eq!(last, Some(4_123_659_995));
    }

    #[test]
    fn handles_the_edges_of_the_range() {
        for generator in [Generator::Php8, Generator::Php5] {
            let mut random = Mt19937::new(1, generator);
            assert_eq!(random.below(0), 0);
            assert_eq!(random.below(1), 0);
            for m in [3, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 63, u64::MAX] {
                assert!((0..2_000).all(|_| random.below(m) < m));
            }
        }
    }
}
