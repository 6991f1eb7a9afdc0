//! Makes a smaller filter from a filled one, at a false-positive rate that is still low enough.

use super::Filter;
use crate::cells::{Store, store};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::params;
use crate::scheme::{Shape, check_rate};

static DIVISOR: Rule =
    Rule::new(Code::Argument, "divisor", "a divisor of {} (words, words per slice, or blocks)");
static NO_FOLD: Rule =
    Rule::state(Code::Argument, "divisor", "filters of this scheme cannot be folded");
static SHRUNK_RATE: Rule =
    Rule::new(Code::Argument, "errorRate", "at least the filter's own false-positive rate");

impl Filter {
    /// The filter that would result if the keys had been inserted into 1/`divisor` of the bits.
    /// Each `divisor` neighbouring words (for blocked: blocks) are OR-ed into one. Counters are
    /// added. The result has no capacity.
    ///
    /// # Errors
    /// `divisor` does not divide the words (standard), the words of a slice (partitioned) or the
    /// blocks (blocked); no memory.
    pub fn fold(&self, divisor: u64) -> Result<Filter> {
        let (scheme, span) = (self.head.scheme, self.head.shape.span());
        if !scheme.folds(self.head.shape, divisor) {
            if !scheme.folds_at_all() {
                return Err(NO_FOLD.broken());
            }
            return Err(DIVISOR.broken_by(divisor).expecting(span));
        }
        let mut head = self.head;
        head.shape = Shape::new(head.scheme, head.shape.bits() / divisor, head.shape.hashes())?;
        // A scheme that computes k from the capacity cannot fold, so its copy keeps the capacity.
        if !scheme.is_foreign() || divisor > 1 {
            head.target = None;
        }
        let mut folded = self.alike(head)?;
        if !self.cells.is_sparse() {
            folded.cells.pack()?;
        }
        folded.cells.reserve(self.cells.count())?;
        store!(&mut folded.cells, cells => self.cells.each(|position, number| {
            cells.add(scheme.fold(position, span, divisor), number);
        }));
        Ok(folded)
    }

    /// The smallest fold whose false-positive rate is at most `rate`. The rate is estimated from
    /// the bits that are set.
    ///
    /// # Errors
    /// The filter itself is already above `rate`; `rate` out of range; no memory.
    pub fn shrink(&self, rate: f64) -> Result<Filter> {
        check_rate(rate)?;
        let span = self.head.shape.span();
        let keys = self.estimate().count as u64;
        let mut divisor = span;
        while divisor > 0 {
            // Skip a size whose model rate is far above `rate`. Do not skip it if it has so few
            // bits that its real rate can be much lower, unless nearly all of them are set.
            let bits = self.head.shape.bits() / divisor;
            let model = params::false_positive_rate(bits, keys, self.head.shape.hashes());
            let hopeless = model > 2.0 * rate && (bits > 1 << 16 || model > 0.99);
            if !hopeless && self.head.scheme.folds(self.head.shape, divisor) {
                let folded = self.fold(divisor)?;
                if folded.estimate().rate <= rate {
                    return Ok(folded);
                }
            }
            divisor = next_divisor(span, divisor);
        }
        Err(Error::new(&SHRUNK_RATE, Found::Real(rate), None))
    }
}

/// The largest divisor of `number` that is smaller than `divisor`; 0 if `divisor` is 1. `number` is
/// at most 2^32.
fn next_divisor(number: u64, divisor: u64) -> u64 {
    // It is faster to search for the small factor of a large divisor.
    let mut partner = number / divisor + 1;
    while partner * partner <= number {
        if number.is_multiple_of(partner) {
            return number / partner;
        }
        partner += 1;
    }
    let mut smaller = (divisor - 1).min(partner);
    while smaller > 0 && !number.is_multiple_of(smaller) {
        smaller -= 1;
    }
    smaller
}
