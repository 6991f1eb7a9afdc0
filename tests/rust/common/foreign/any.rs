//! A filter of ours or of another system, for what must hold in every scheme. `fuzz/` uses this
//! file, too.

use edgebloom::foreign::{self, KeyEncoding, Scheme, SubFilter, filter_file};
use edgebloom::format::{self, FileHeader, Kind, Metadata};
use edgebloom::{Estimate, Filter, Growth, Header, Result, ScalableFilter};

/// A filter that a filter file can hold, except keyed filters and static sets.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyFilter {
    Own(Filter),
    Scalable(ScalableFilter),
    Foreign(foreign::Filter),
}

use AnyFilter::{Foreign, Own, Scalable};

impl From<Filter> for AnyFilter {
    fn from(filter: Filter) -> AnyFilter {
        Own(filter)
    }
}

impl From<ScalableFilter> for AnyFilter {
    fn from(filter: ScalableFilter) -> AnyFilter {
        Scalable(filter)
    }
}

impl From<foreign::Filter> for AnyFilter {
    fn from(filter: foreign::Filter) -> AnyFilter {
        Foreign(filter)
    }
}

impl From<SubFilter> for AnyFilter {
    fn from(filter: SubFilter) -> AnyFilter {
        Foreign(filter.into())
    }
}

/// What filters of all types do. A scalable filter of ours answers with its newest sub-filter.
macro_rules! newest {
    ($any:expr, $filter:ident => $answer:expr) => {
        match $any {
            Own($filter) => $answer,
            Scalable(filter) => {
                let $filter = filter.newest();
                $answer
            }
            Foreign(filter) => {
                let $filter = filter.newest();
                $answer
            }
        }
    };
}

/// What filters do that are not scalable.
macro_rules! single {
    ($any:expr, $filter:ident => $answer:expr) => {
        match $any {
            Own($filter) => $answer,
            Scalable(_) => panic!("a scalable filter"),
            Foreign(filter) => {
                let $filter = filter.single_mut().unwrap();
                $answer
            }
        }
    };
}

/// What all filters do as a whole.
macro_rules! whole {
    ($any:expr, $filter:ident => $answer:expr) => {
        match $any {
            Own($filter) => $answer,
            Scalable($filter) => $answer,
            Foreign($filter) => $answer,
        }
    };
}

impl AnyFilter {
    /// The filter in a filter file, by the reader of its class.
    pub fn from_bytes(file: &[u8]) -> Result<AnyFilter> {
        match FileHeader::read(file)?.kind() {
            Kind::Foreign => filter_file::from_bytes(file).map(Foreign),
            Kind::Scalable => format::scalable_from_bytes(file).map(Scalable),
            _ => format::from_bytes(file).map(Own),
        }
    }

    pub fn to_bytes(&self, metadata: Metadata<'_>) -> Result<Vec<u8>> {
        match self {
            Own(filter) => format::to_bytes_with(filter, metadata),
            Scalable(filter) => format::scalable_to_bytes(filter, metadata),
            Foreign(filter) => filter_file::to_bytes(filter, metadata),
        }
    }

    /// The header of the newest sub-filter. The ids of our layouts are ids of schemes, too.
    pub fn header(&self) -> foreign::Header {
        let own = |Header { layout, shape, width, seed, target, inserted, .. }: Header| {
            let scheme = Scheme::from_id(layout as u64).unwrap();
            let encoding = KeyEncoding::Native;
            foreign::Header { scheme, shape, width, seed, encoding, target, inserted }
        };
        match self {
            Own(filter) => own(filter.header()),
            Scalable(filter) => own(filter.newest().header()),
            Foreign(filter) => filter.header(),
        }
    }

    /// How the filter grows; `None` if it is not scalable.
    pub fn growth(&self) -> Option<Growth> {
        match self {
            Own(_) => None,
            Scalable(filter) => Some(filter.growth()),
            Foreign(filter) => filter.growth(),
        }
    }

    /// The sum of the probes per key of all sub-filters.
    pub fn hashes(&self) -> u64 {
        match self {
            Own(filter) => filter.header().shape.hashes(),
            Scalable(filter) => filter.sub_filters().map(|one| one.header().shape.hashes()).sum(),
            Foreign(filter) => filter.sub_filters().map(|one| one.header().shape.hashes()).sum(),
        }
    }

    /// The number of words in memory of all sub-filters.
    pub fn words(&self) -> usize {
        match self {
            Own(filter) => filter.words().len(),
            Scalable(filter) => filter.sub_filters().map(|one| one.words().len()).sum(),
            Foreign(filter) => filter.sub_filters().map(|one| one.words().len()).sum(),
        }
    }

    pub fn insert(&mut self, key: &[u8]) -> Result<bool> {
        whole!(self, filter => filter.insert(key))
    }

    pub fn contains(&self, key: &[u8]) -> bool {
        whole!(self, filter => filter.contains(key))
    }

    pub fn insert_lines(&mut self, text: &[u8]) -> Result<u64> {
        whole!(self, filter => filter.insert_lines(text))
    }

    pub fn contains_lines(&self, text: &[u8], answer: impl FnMut(bool)) {
        whole!(self, filter => filter.contains_lines(text, answer));
    }

    pub fn estimate(&self) -> Estimate {
        whole!(self, filter => filter.estimate())
    }

    pub fn copy(&self) -> Result<AnyFilter> {
        Ok(match self {
            Own(filter) => Own(filter.copy()?),
            Scalable(filter) => Scalable(filter.copy()?),
            Foreign(filter) => Foreign(filter.copy()?),
        })
    }

    pub fn clear(&mut self) {
        whole!(self, filter => filter.clear());
    }

    pub fn equals(&self, other: &AnyFilter) -> bool {
        match (self, other) {
            (Own(one), Own(other)) => one.equals(other),
            (Scalable(one), Scalable(other)) => one.equals(other),
            (Foreign(one), Foreign(other)) => one.equals(other),
            _ => false,
        }
    }

    pub fn positions(&self, key: &[u8], visit: impl FnMut(u64)) {
        newest!(self, filter => filter.positions(key, visit));
    }

    pub fn each_cell(&self, visit: impl FnMut(u64, u64)) {
        newest!(self, filter => filter.each_cell(visit));
    }

    pub fn set_cells(&self) -> u64 {
        newest!(self, filter => filter.set_cells())
    }

    pub fn remove(&mut self, key: &[u8]) -> bool {
        single!(self, filter => filter.remove(key))
    }

    pub fn count(&mut self, key: &[u8]) -> u64 {
        single!(self, filter => filter.count(key))
    }

    pub fn allow(&mut self, key: &[u8]) -> Result<bool> {
        single!(self, filter => filter.allow(key))
    }

    pub fn pack(&mut self) -> Result<()> {
        single!(self, filter => filter.pack())
    }

    pub fn merge(&mut self, other: &AnyFilter) -> Result<()> {
        match (self, other) {
            (Own(one), Own(other)) => one.merge(other),
            (Foreign(one), Foreign(other)) => one.merge(other),
            _ => panic!("two filters of different types, or scalable ones"),
        }
    }

    pub fn union(&self, other: &AnyFilter) -> Result<AnyFilter> {
        match (self, other) {
            (Own(one), Own(other)) => one.union(other).map(Own),
            _ => {
                let mut union = self.copy()?;
                union.merge(other)?;
                Ok(union)
            }
        }
    }

    pub fn intersect(&mut self, other: &AnyFilter) -> Result<()> {
        match (self, other) {
            (Own(one), Own(other)) => one.intersect(other),
            (Foreign(one), Foreign(other)) => one.intersect(other),
            _ => panic!("two filters of different types, or scalable ones"),
        }
    }

    pub fn fold(&self, divisor: u64) -> Result<AnyFilter> {
        newest!(self, filter => Ok(filter.fold(divisor)?.into()))
    }

    pub fn shrink(&self, rate: f64) -> Result<AnyFilter> {
        newest!(self, filter => Ok(filter.shrink(rate)?.into()))
    }

    pub fn plain(&self) -> Result<AnyFilter> {
        newest!(self, filter => Ok(filter.plain()?.into()))
    }
}
