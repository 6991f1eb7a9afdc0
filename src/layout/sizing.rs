//! Computes a shape from a capacity and an error rate, and the reverse.

use super::{Layout, MAX_BITS, MAX_HASHES, Shape};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::params::{self, blocked};

/// Lower rates need more than 60 probes. For the largest lists, even 1 in 10^18 is lower than a
/// 128-bit hash should promise.
pub const MIN_RATE: f64 = 1e-18;

/// A filter can be folded by the divisors of its span. To have some, the span is rounded up to a
/// multiple of a power of two. This is at most 64, and makes the span at most 1/256 longer.
const MOST_FOLDS: u64 = 64;
const LEAST_SHARE: u64 = 256;

/// The span of a filter: at least `span` places, rounded up for folding.
fn foldable(span: u64) -> u64 {
    let step = (span / LEAST_SHARE).clamp(1, MOST_FOLDS);
    span.next_multiple_of(1 << step.ilog2())
}

/// The allowed error rates.
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
    /// Standard and partitioned take the classic best m, rounded up to whole words (of each slice).
    /// Large filters are rounded up further, by at most 1/256, so that they can be folded. k is the
    /// best whole number for this m. If it differs from the k of the formula, this costs up to 1 %
    /// of the rate at p = 0.1 and 0.4 % at p = 0.01. Blocked is sized by [`params::blocked`], which
    /// meets the rate.
    pub fn for_rate(layout: Layout, capacity: u64, rate: f64) -> Result<Shape> {
        if capacity == 0 {
            return Err(CAPACITY.broken_by(capacity));
        }
        check_rate(rate)?;
        let best = params::optimal_bits(capacity, rate).clamp(1, MAX_BITS + 1);
        let hashes = params::optimal_hashes(best, capacity).min(MAX_HASHES);
        let (bits, hashes) = match layout {
            Layout::Blocked => {
                let most = MAX_BITS / blocked::BLOCK_BITS;
                let (blocks, hashes) =
                    blocked::size(capacity, rate, MAX_HASHES, most).unwrap_or((most + 1, 1));
                (foldable(blocks).min(most.max(blocks)) * blocked::BLOCK_BITS, hashes)
            }
            _ => {
                let unit = layout.unit(hashes);
                let least = best.div_ceil(unit);
                // Filters close to the largest size may have no room for rounding.
                let span = foldable(least).min((MAX_BITS / unit).max(least));
                (span * unit, hashes)
            }
        };
        if bits > MAX_BITS {
            return Err(TOO_MANY.broken_by(capacity));
        }
        Shape::new(layout, bits, hashes)
    }

    /// The expected rate of this shape with `n` keys.
    pub fn rate_for(self, layout: Layout, n: u64) -> f64 {
        match layout {
            Layout::Standard => params::false_positive_rate_exact(self.bits(), n, self.hashes()),
            Layout::Partitioned => {
                params::partitioned_rate(self.bits() / self.hashes(), n, self.hashes())
            }
            Layout::Blocked => blocked::rate(self.span(), n, self.hashes()),
        }
    }

    /// The most keys for which the expected rate is at most `rate`.
    pub fn capacity_for(self, layout: Layout, rate: f64) -> u64 {
        // For the standard layout, the error of this approximation is less than one key in a
        // thousand, plus one. Blocks of 512 bits have room for fewer keys, and for more at rates
        // near 1, but never for an eighth more.
        let mut high = params::capacity_with_hashes(self.bits(), self.hashes(), rate);
        high = high.saturating_add(high / 8 + 2);
        let mut low = 0;
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.rate_for(layout, middle) <= rate {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }
}

pub(crate) fn check_rate(rate: f64) -> Result<()> {
    // NaN is outside every range.
    if (MIN_RATE..1.0).contains(&rate) {
        return Ok(());
    }
    Err(Error::new(&RATE, Found::Real(rate), None))
}
