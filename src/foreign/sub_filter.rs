//! One filter in the scheme of another system: its key encoding, its parameters, and the loop over
//! the positions of a key.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::key_encoding::KeyEncoding;
use super::rules::{Folding, Grouping, Setting};
use super::scheme::{Scheme, UseProbes, with_probes};
use crate::cells::packed::Packed;
use crate::cells::{Cells, Width};
use crate::error::{Code, Result, Rule};
use crate::filter::combine::{Combination, check_same, exceptions_of_both};
use crate::filter::fold::{Fold, not_a_divisor, shrink};
use crate::filter::{Estimate, Table, Target};
use crate::layout::{Probes, Shape};
use crate::sub_filters;

static SPARE: Rule = Rule::new(Code::Invalid, "bits", "zeros after the last bit");
static WIDTH: Rule = Rule::new(Code::Argument, "counterBits", "1 in this scheme");
static NO_FOLD: Rule =
    Rule::state(Code::Argument, "divisor", "filters of this scheme cannot be folded");
static POSITION: Rule = Rule::new(Code::Argument, "position", "a number below {}");
static SEED: Rule = Rule::new(Code::Incompatible, "seed", "{}, as in this filter");
const SAME: &str = "the same in both filters";
static SCHEME: Rule = Rule::new(Code::Incompatible, "layout", SAME);
static ENCODING: Rule = Rule::new(Code::Incompatible, "keyEncoding", SAME);
static PARAMETERS: Rule = Rule::new(Code::Incompatible, "parameters", SAME);

/// The header of a filter: everything except its cells and its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Header {
    /// The scheme.
    pub scheme: Scheme,
    /// The shape.
    pub shape: Shape,
    /// The width of a cell: a bit or a counter.
    pub width: Width,
    /// The seed of the hash.
    pub seed: u32,
    /// The key encoding.
    pub encoding: KeyEncoding,
    /// The capacity and rate of the filter, as far as its system has them.
    pub target: Option<Target>,
    /// The number of keys that were inserted and not removed.
    pub inserted: u64,
}

impl Header {
    /// The header of an empty plain filter of this shape.
    pub const fn of_shape(scheme: Scheme, shape: Shape, encoding: KeyEncoding) -> Header {
        Header { scheme, shape, width: Width::Bit, seed: 0, encoding, target: None, inserted: 0 }
    }

    /// The header of an empty plain filter that its system sizes for `capacity` keys at the error
    /// rate `rate`.
    ///
    /// # Errors
    /// There is no such filter.
    pub fn with_rate(
        scheme: Scheme,
        capacity: u64,
        rate: f64,
        encoding: KeyEncoding,
    ) -> Result<Header> {
        let shape = scheme.shape_for_rate(capacity, rate)?;
        let target = Some(Target { capacity, rate });
        Ok(Header { target, ..Header::of_shape(scheme, shape, encoding) })
    }

    /// Everything that the positions of a key depend on.
    pub(crate) fn setting<'a>(&self, parameters: &'a [i64]) -> Setting<'a> {
        let Header { scheme, shape, seed, .. } = *self;
        Setting { scheme, shape, seed, parameters }
    }
}

/// One filter in the scheme of another system. A [`Filter`](super::Filter) consists of one or
/// several of them.
#[derive(Clone, Debug)]
pub struct SubFilter {
    scheme: Scheme,
    encoding: KeyEncoding,
    seed: u32,
    target: Option<Target>,
    /// The parameters of the scheme besides the shape and the seed.
    parameters: Vec<i64>,
    table: Table,
}

impl SubFilter {
    /// An empty filter with this header and the parameters of its scheme. Most schemes have none.
    /// The module of each system documents its parameters.
    ///
    /// # Errors
    /// A key encoding, a seed or parameters that the scheme cannot have; no memory.
    pub fn new(header: Header, parameters: Vec<i64>) -> Result<SubFilter> {
        let rules = header.scheme.rules();
        rules.check(&header.setting(&parameters), header.encoding)?;
        if header.encoding != KeyEncoding::Native && header.width != Width::Bit {
            return Err(WIDTH.broken_by(header.width.bits()));
        }
        let zeroed = if rules.sparse { Cells::zeroed } else { Cells::packed };
        let cells = zeroed(header.shape.bits(), header.width)?;
        Ok(SubFilter::of_cells(header, parameters, cells))
    }

    /// A plain filter with these bits.
    ///
    /// # Errors
    /// A header or parameters that the scheme cannot have; set bits after the last bit.
    pub(crate) fn of_words(
        header: Header,
        parameters: Vec<i64>,
        words: Vec<u64>,
    ) -> Result<SubFilter> {
        header.scheme.rules().check(&header.setting(&parameters), header.encoding)?;
        let packed = Packed::from_words(words, header.shape.bits(), Width::Bit);
        let Some(packed) = packed else { return Err(SPARE.broken()) };
        Ok(SubFilter::of_cells(header, parameters, Cells::Packed(packed)))
    }

    /// A filter whose header, parameters and cells were checked.
    pub(super) fn of_cells(header: Header, parameters: Vec<i64>, cells: Cells) -> SubFilter {
        let Header { scheme, shape, seed, encoding, target, inserted, .. } = header;
        let table = Table { shape, cells, inserted };
        SubFilter { scheme, encoding, seed, target, parameters, table }
    }

    /// The header of the filter: everything except its cells and its parameters.
    pub fn header(&self) -> Header {
        let SubFilter { scheme, encoding, seed, target, .. } = *self;
        let Table { shape, inserted, .. } = self.table;
        let width = self.table.cells.width();
        Header { scheme, shape, width, seed, encoding, target, inserted }
    }

    /// The parameters of the scheme besides the shape and the seed, for example several seeds. The
    /// module of each system documents them.
    pub fn parameters(&self) -> &[i64] {
        &self.parameters
    }

    fn setting(&self) -> Setting<'_> {
        let SubFilter { scheme, seed, .. } = *self;
        Setting { scheme, shape: self.table.shape, seed, parameters: &self.parameters }
    }

    /// True for a key that the scheme ignores: it cannot be inserted and is never in the set.
    fn ignores(&self, key: &[u8]) -> bool {
        key.is_empty() && self.scheme.rules().ignores_empty_key
    }

    /// Inserts a key. True if one of its cells was 0, so that the key was certainly new.
    ///
    /// # Errors
    /// No memory, if the cells are sparse. The filter is then unchanged.
    pub fn insert(&mut self, key: &[u8]) -> Result<bool> {
        self.table.reserve(1)?;
        self.table.end_exception(key)?;
        if self.ignores(key) {
            return Ok(false);
        }
        let SubFilter { scheme, seed, ref parameters, ref mut table, .. } = *self;
        let setting = Setting { scheme, shape: table.shape, seed, parameters };
        let mut changed = false;
        all_positions(key, &setting, &mut |position| {
            changed |= table.cells.add(position) == 0;
            true
        });
        if changed || !scheme.rules().counts_new_only {
            table.inserted = table.inserted.saturating_add(1);
        }
        Ok(changed)
    }

    /// False: the key is not in the set. True: maybe.
    pub fn contains(&self, key: &[u8]) -> bool {
        all_positions(key, &self.setting(), &mut |position| self.table.cells.get(position) != 0)
            && !self.is_exception(key)
    }

    fn is_exception(&self, key: &[u8]) -> bool {
        self.ignores(key) || self.table.is_exception(key)
    }

    /// Calls `visit` with each position of a key, in probe order.
    pub fn positions(&self, key: &[u8], mut visit: impl FnMut(u64)) {
        all_positions(key, &self.setting(), &mut |position| {
            visit(position);
            true
        });
    }

    fn positions_of(&self, key: &[u8]) -> Vec<u64> {
        let mut positions = Vec::new();
        self.positions(key, |position| positions.push(position));
        positions
    }

    /// Inserts a key as a Redis pipeline of SETBIT commands does. Calls `visit` with the old value
    /// of each bit, in order. If all of them are 1, the key may already be in the set.
    ///
    /// # Errors
    /// As [`insert`](SubFilter::insert).
    pub fn test_and_set(&mut self, key: &[u8], mut visit: impl FnMut(bool)) -> Result<()> {
        if self.ignores(key) {
            return Ok(());
        }
        self.table.reserve(1)?;
        self.table.end_exception(key)?;
        self.table.inserted = self.table.inserted.saturating_add(1);
        for position in self.positions_of(key) {
            visit(self.table.cells.add(position) != 0);
        }
        Ok(())
    }

    /// Sets the bit at a position.
    ///
    /// # Errors
    /// A position outside the filter; no memory.
    pub fn set(&mut self, position: u64) -> Result<()> {
        let bits = self.table.shape.bits();
        if position >= bits {
            return Err(POSITION.broken_by(position).expecting(bits));
        }
        self.table.cells.reserve(1)?;
        self.table.cells.add(position);
        Ok(())
    }

    /// Removes a key from counters, once. False if it was not a member; nothing has changed then.
    pub fn remove(&mut self, key: &[u8]) -> bool {
        if self.ignores(key) {
            return false;
        }
        let positions = self.positions_of(key);
        self.table.remove(key, || positions.iter())
    }

    /// How often a key was inserted, at most: the smallest of its counters.
    pub fn count(&self, key: &[u8]) -> u64 {
        if self.ignores(key) { 0 } else { self.table.count(key, self.positions_of(key).iter()) }
    }

    /// Makes a key an exception: from now on the answer is "no". True if it was not one yet.
    ///
    /// # Errors
    /// More than 32,768 bytes of keys; no memory; sparse cells. Nothing has changed then.
    pub fn allow(&mut self, key: &[u8]) -> Result<bool> {
        if self.ignores(key) { Ok(false) } else { self.table.allow(key) }
    }

    /// Calls `visit` with each exception, in ascending order.
    pub fn each_exception(&self, visit: impl FnMut(&[u8])) {
        self.table.each_exception(visit);
    }

    pub(super) fn check_compatible(&self, other: &SubFilter) -> Result<()> {
        if self.scheme != other.scheme {
            return Err(SCHEME.broken());
        }
        self.table.check_compatible(&other.table)?;
        check_same(&SEED, u64::from(self.seed), u64::from(other.seed))?;
        if self.encoding != other.encoding {
            return Err(ENCODING.broken());
        }
        if self.decisive() != other.decisive() { Err(PARAMETERS.broken()) } else { Ok(()) }
    }

    /// The parameters that positions depend on.
    fn decisive(&self) -> &[i64] {
        let most = self.scheme.rules().decisive;
        self.parameters.get(..most).unwrap_or(&self.parameters)
    }

    /// True if the two filters are compatible and their cells and exceptions are the same.
    pub fn equals(&self, other: &SubFilter) -> bool {
        self.check_compatible(other).is_ok() && self.table.holds_same(&other.table)
    }

    /// Combines with another filter.
    ///
    /// # Errors
    /// The filters are not compatible; too many exceptions; no memory. This filter is then
    /// unchanged.
    pub(super) fn combine(&mut self, other: &SubFilter, how: Combination) -> Result<()> {
        self.check_compatible(other)?;
        let set = exceptions_of_both(
            how,
            [(&self.table, &|key| self.contains(key)), (&other.table, &|key| other.contains(key))],
        );
        self.table.combine(&other.table, how, &set)
    }

    /// The filter of bits with the same keys.
    ///
    /// # Errors
    /// No memory.
    pub fn plain(&self) -> Result<SubFilter> {
        Ok(self.with_table(self.table.plain()?))
    }

    /// Makes sparse cells packed.
    ///
    /// # Errors
    /// No memory. The cells are then unchanged.
    pub fn pack(&mut self) -> Result<()> {
        self.table.cells.pack()
    }

    /// A copy. Unlike `clone`, this returns an error if there is not enough memory.
    ///
    /// # Errors
    /// No memory.
    pub fn copy(&self) -> Result<SubFilter> {
        Ok(self.with_table(self.table.copy()?))
    }

    fn with_table(&self, table: Table) -> SubFilter {
        let SubFilter { scheme, encoding, seed, target, .. } = *self;
        SubFilter { scheme, encoding, seed, target, parameters: self.parameters.clone(), table }
    }

    /// The smaller filter of the same keys, with 1/`divisor` of the bits.
    ///
    /// # Errors
    /// A scheme that cannot be folded; a divisor that the scheme does not allow; no memory.
    pub fn fold(&self, divisor: u64) -> Result<SubFilter> {
        let (shape, rules) = (self.table.shape, self.scheme.rules());
        if !self.folds(divisor) {
            if rules.folding == Folding::None {
                return Err(NO_FOLD.broken());
            }
            return Err(not_a_divisor(divisor, shape.span()));
        }
        let smaller = self.scheme.shape(shape.bits() / divisor, shape.hashes())?;
        let place = |position| rules.folded(position, shape.span(), divisor);
        let folded = self.with_table(self.table.fold(smaller, place)?);
        // A scheme that computes k from the capacity cannot fold, so its copy keeps the capacity.
        let target = if divisor > 1 { None } else { self.target };
        Ok(SubFilter { target, ..folded })
    }

    /// The smallest fold whose estimated false-positive rate is at most `rate`.
    ///
    /// # Errors
    /// The filter itself is already above `rate`; `rate` out of range; no memory.
    pub fn shrink(&self, rate: f64) -> Result<SubFilter> {
        shrink(self, rate)
    }

    /// Estimates from the set bits.
    pub fn estimate(&self) -> Estimate {
        match self.scheme.rules().grouping {
            Grouping::SplitBlocks(block) => self.estimate_split_blocks(block),
            Grouping::Table(grouping) => self.table.estimate(grouping),
        }
    }

    /// For blocks of words with one probe per word.
    fn estimate_split_blocks(&self, block: u64) -> Estimate {
        let shape = self.table.shape;
        let words = shape.hashes();
        let word = block / words;
        let mut estimate = Estimate { set: 0, count: 0.0, rate: 0.0 };
        let (mut in_block, mut product, mut at) = (0, 1.0, 0);
        self.table.cells.each_group(word, shape.bits() / word, |set| {
            in_block += set;
            product *= set as f64 / word as f64;
            at += 1;
            if at == words {
                // A full block could hold any number of keys. It counts as if one bit were not set.
                let members = in_block.min(block - 1);
                estimate.count += crate::params::estimated_count(block, words, members);
                estimate.set += in_block;
                estimate.rate += product / shape.span() as f64;
                (in_block, product, at) = (0, 1.0, 0);
            }
        });
        estimate
    }

    /// Calls `visit` with the position and value of each cell that is not 0.
    pub fn each_cell(&self, visit: impl FnMut(u64, u64)) {
        self.table.cells.each(visit);
    }

    /// The number of cells that are not 0.
    pub fn set_cells(&self) -> u64 {
        self.table.cells.count()
    }

    /// The words of the cells. Empty if the cells are sparse.
    pub fn words(&self) -> &[u64] {
        self.table.cells.words()
    }

    pub(super) fn cells(&self) -> &Cells {
        &self.table.cells
    }

    pub(crate) fn payload(&self) -> (Cow<'_, [u64]>, bool) {
        self.table.cells.payload()
    }

    pub(super) fn has_exceptions(&self) -> bool {
        !self.table.cells.tail().is_empty()
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        self.table.clear();
    }
}

impl PartialEq for SubFilter {
    /// Compares everything, also what [`SubFilter::equals`] ignores.
    fn eq(&self, other: &SubFilter) -> bool {
        self.parameters == other.parameters && self.header() == other.header() && self.equals(other)
    }
}

impl Fold for SubFilter {
    fn shape(&self) -> Shape {
        self.table.shape
    }

    fn folds(&self, divisor: u64) -> bool {
        self.scheme.rules().folds(self.table.shape, divisor)
    }

    fn fold(&self, divisor: u64) -> Result<SubFilter> {
        SubFilter::fold(self, divisor)
    }

    fn estimate(&self) -> Estimate {
        SubFilter::estimate(self)
    }
}

impl sub_filters::SubFilter for SubFilter {
    fn hashes(&self) -> u64 {
        self.table.shape.hashes()
    }

    fn load(&self) -> (u64, u64) {
        (self.table.inserted, self.target.map_or(u64::MAX, |target| target.capacity))
    }

    fn follows(&self, older: Option<&SubFilter>) -> bool {
        let key = |one: &SubFilter| (one.scheme, one.seed, one.encoding, one.table.cells.width());
        self.scheme.rules().next.is_some()
            && self.table.cells.width() == Width::Bit
            && older.is_none_or(|older| key(older) == key(self))
    }

    fn contains(&self, key: &[u8]) -> bool {
        SubFilter::contains(self, key)
    }

    fn copy(&self) -> Result<SubFilter> {
        SubFilter::copy(self)
    }

    fn clear(&mut self) {
        SubFilter::clear(self);
    }
}

/// Calls `visit` with the positions of a key until `visit` returns false. True if it never did.
/// (`visit` is a pointer, because one loop per scheme and per caller would take 12 kB.)
fn all_positions(key: &[u8], setting: &Setting<'_>, visit: &mut dyn FnMut(u64) -> bool) -> bool {
    with_probes(key, setting, AllPositions { k: setting.shape.hashes(), visit })
}

struct AllPositions<'a> {
    k: u64,
    visit: &'a mut dyn FnMut(u64) -> bool,
}

impl UseProbes for AllPositions<'_> {
    type Answer = bool;
    fn with(self, mut probes: impl Probes) -> bool {
        (0..self.k).all(|_| (self.visit)(probes.next()))
    }
}

impl Probes for core::slice::Iter<'_, u64> {
    fn next(&mut self) -> u64 {
        Iterator::next(self).copied().unwrap_or(0)
    }
}
