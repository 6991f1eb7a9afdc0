//! From a capacity and an error rate to a shape, and back.

use super::{MAX_BITS, MAX_HASHES, Scheme, Shape};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::params::{self, blocked};

/// Lower rates need more than 60 probes; 1 in 10^18 is below what a 128-bit hash should promise
/// for the largest lists.
pub const MIN_RATE: f64 = 1e-18;

/// A filter folds by the divisors of its span. So that there are some, a span is a multiple of a power of two, up to this
/// one, that makes it no more than 1/256 longer.
const MOST_FOLDS: u64 = 64;
const LEAST_SHARE: u64 = 256;

/// The span of a filter that is sized for keys: at least so many places, rounded up so that it folds.
fn foldable(span: u64) -> u64 {
    let step = (span / LEAST_SHARE).clamp(1, MOST_FOLDS);
    span.next_multiple_of(1 << step.ilog2())
}

/// What an error rate must be.
pub(crate) const RATES: &str = "a number of at least 1e-18 and below 1";

static CAPACITY: Rule = Rule::new(Code::Argument, "capacity", "a whole number of at least 1");
static TOO_MANY: Rule = Rule::new(
    Code::Argument,
    "capacity",
    "a number of keys that fits in 2^32 bits at this errorRate",
);
static RATE: Rule = Rule::new(Code::Argument, "errorRate", RATES);

impl Shape {
    /// The shape for `capacity` keys at the error rate `rate`.
    ///
    /// Standard and partitioned take the classic best m, rounded up to whole words (of each slice), and of many words to
    /// such a number of them that the filter folds, at most 1/256 more. They take the best whole k for it; a k that is not what the formula asks for costs up to 1 % of the rate
    /// at p = 0.1 and 0.4 % at p = 0.01. Blocked is sized by [`params::blocked`] so that the rate
    /// is met.
    pub fn for_rate(scheme: Scheme, capacity: u64, rate: f64) -> Result<Shape> {
        if scheme.is_foreign() {
            return scheme.rules().shape(scheme, capacity, rate);
        }
        if capacity == 0 {
            return Err(CAPACITY.broken_by(capacity));
        }
        check_rate(rate)?;
        let best = params::optimal_bits(capacity, rate).clamp(1, MAX_BITS + 1);
        let hashes = params::optimal_hashes(best, capacity).min(MAX_HASHES);
        let (bits, hashes) = match scheme.layout() {
            Scheme::Blocked => {
                let most = MAX_BITS / blocked::BLOCK_BITS;
                let (lines, hashes) =
                    blocked::size(capacity, rate, MAX_HASHES, most).unwrap_or((most + 1, 1));
                (foldable(lines).min(most.max(lines)) * blocked::BLOCK_BITS, hashes)
            }
            _ => {
                let unit = scheme.unit(hashes);
                let least = best.div_ceil(unit);
                // Near the largest filter there may be no room to round.
                let span = foldable(least).min((MAX_BITS / unit).max(least));
                (span * unit, hashes)
            }
        };
        if bits > MAX_BITS {
            return Err(TOO_MANY.broken_by(capacity));
        }
        Shape::new(scheme, bits, hashes)
    }

    /// The rate that this shape is expected to have after `n` keys.
    pub fn rate_for(self, scheme: Scheme, n: u64) -> f64 {
        match scheme.layout() {
            Scheme::Blocked => blocked::rate(self.span(), n, self.hashes()),
            _ if scheme.is_partitioned() => {
                params::partitioned_rate(self.bits() / self.hashes(), n, self.hashes())
            }
            _ => params::false_positive_rate_exact(self.bits(), n, self.hashes()),
        }
    }

    /// The most keys at which the expected rate is not above `rate`.
    pub fn capacity_for(self, scheme: Scheme, rate: f64) -> u64 {
        // The approximation for the standard layout is off by less than a key in a thousand plus one. Lines
        // of 512 bits have room for fewer keys than that, and at rates near 1 for more, but not for an eighth more.
        let mut high = params::capacity_with_hashes(self.bits(), self.hashes(), rate);
        high = high.saturating_add(high / 8 + 2);
        let mut low = 0;
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.rate_for(scheme, middle) <= rate {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }
}

pub(crate) fn check_rate(rate: f64) -> Result<()> {
    // NaN is in no range.
    if (MIN_RATE..1.0).contains(&rate) {
        return Ok(());
    }
    Err(Error::new(&RATE, Found::Real(rate), None))
}
