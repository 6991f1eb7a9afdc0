//! Makes a smaller filter from a filled one, at a false-positive rate that is still low enough.

use super::{Estimate, Filter, Table};
use crate::cells::{Store, store};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::layout::{Shape, check_rate};
use crate::params;

static DIVISOR: Rule =
    Rule::new(Code::Argument, "divisor", "a divisor of {} (words, words per slice, or blocks)");
static SHRUNK_RATE: Rule =
    Rule::new(Code::Argument, "errorRate", "at least the filter's own false-positive rate");

impl Table {
    /// The table of this shape with the same keys. `place` gives the new position of a cell.
    ///
    /// # Errors
    /// No memory.
    pub(crate) fn fold(&self, shape: Shape, place: impl Fn(u64) -> u64) -> Result<Table> {
        let mut folded = self.alike(shape, self.cells.width())?;
        if !self.cells.is_sparse() {
            folded.cells.pack()?;
        }
        folded.cells.reserve(self.cells.count())?;
        store!(&mut folded.cells, cells => self.cells.each(|position, number| {
            cells.add(place(position), number);
        }));
        Ok(folded)
    }
}

/// A filter that can be folded.
pub(crate) trait Fold: Sized {
    fn shape(&self) -> Shape;
    fn folds(&self, divisor: u64) -> bool;
    fn fold(&self, divisor: u64) -> Result<Self>;
    fn estimate(&self) -> Estimate;
}

/// The smallest fold whose false-positive rate is at most `rate`. The rate is estimated from the
/// bits that are set.
///
/// # Errors
/// The filter itself is already above `rate`; `rate` out of range; no memory.
pub(crate) fn shrink<F: Fold>(filter: &F, rate: f64) -> Result<F> {
    check_rate(rate)?;
    let shape = filter.shape();
    let span = shape.span();
    let keys = filter.estimate().count as u64;
    let mut divisor = span;
    while divisor > 0 {
        // Skip a size whose model rate is far above `rate`. Do not skip it if it has so few bits
        // that its real rate can be much lower, unless nearly all of them are set.
        let bits = shape.bits() / divisor;
        let model = params::false_positive_rate(bits, keys, shape.hashes());
        let hopeless = model > 2.0 * rate && (bits > 1 << 16 || model > 0.99);
        if !hopeless && filter.folds(divisor) {
            let folded = filter.fold(divisor)?;
            if folded.estimate().rate <= rate {
                return Ok(folded);
            }
        }
        divisor = next_divisor(span, divisor);
    }
    Err(Error::new(&SHRUNK_RATE, Found::Real(rate), None))
}

/// The error for a number that does not divide the span of a filter.
pub(crate) fn not_a_divisor(divisor: u64, span: u64) -> Error {
    DIVISOR.broken_by(divisor).expecting(span)
}

impl Fold for Filter {
    fn shape(&self) -> Shape {
        self.table.shape
    }

    fn folds(&self, divisor: u64) -> bool {
        // The span is at least 1, so it is not a multiple of 0.
        self.table.shape.span().is_multiple_of(divisor)
    }

    fn fold(&self, divisor: u64) -> Result<Filter> {
        Filter::fold(self, divisor)
    }

    fn estimate(&self) -> Estimate {
        Filter::estimate(self)
    }
}

impl Filter {
    /// The filter that would result if the keys had been inserted into 1/`divisor` of the bits.
    /// Each `divisor` neighbouring words (for blocked: blocks) are OR-ed into one. Counters are
    /// added. The result has no capacity.
    ///
    /// # Errors
    /// `divisor` does not divide the words (standard), the words of a slice (partitioned) or the
    /// blocks (blocked); no memory.
    pub fn fold(&self, divisor: u64) -> Result<Filter> {
        let shape = self.table.shape;
        if !self.folds(divisor) {
            return Err(not_a_divisor(divisor, shape.span()));
        }
        let smaller = Shape::new(self.layout, shape.bits() / divisor, shape.hashes())?;
        let layout = self.layout;
        let table = self.table.fold(smaller, |position| layout.folded(position, divisor))?;
        Ok(Filter { target: None, ..self.with_table(table) })
    }

    /// The smallest fold whose false-positive rate is at most `rate`. The rate is estimated from
    /// the bits that are set.
    ///
    /// # Errors
    /// The filter itself is already above `rate`; `rate` out of range; no memory.
    pub fn shrink(&self, rate: f64) -> Result<Filter> {
        shrink(self, rate)
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
