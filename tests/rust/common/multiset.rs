//! Random sequences of operations on a filter and on a plain multiset of positions. Both must
//! agree after every step. `fuzz/` uses this file, too.

use std::collections::BTreeMap;

use edgebloom::format::{from_bytes, to_bytes};
use edgebloom::{Filter, Header, Layout, Width};

use super::model::{Model, key, unit};

pub const WIDTHS: [Width; 5] = [Width::Bit, Width::Two, Width::Four, Width::Eight, Width::Sixteen];
/// From this many bits on, a filter of bits stores only positions.
const SPARSE_BITS: u64 = 1 << 24;

/// The source of choices: random numbers, or the bytes of a fuzzer.
pub trait Choices {
    /// A number below `bound`.
    fn below(&mut self, bound: u64) -> u64;
}

/// The simplest model of a filter: how often each position was hit.
#[derive(Clone)]
struct Multiset {
    positions: Model,
    cells: BTreeMap<u64, u64>,
    most: u64,
    allowed: Vec<Vec<u8>>,
    /// The keys in the set and how often each was added. `None` after the removal of a non-member.
    keys: Option<BTreeMap<u64, u64>>,
}

impl Multiset {
    fn at(&self, position: u64) -> u64 {
        self.cells.get(&position).copied().unwrap_or(0)
    }

    fn set(&mut self, position: u64, count: u64) {
        if count == 0 {
            self.cells.remove(&position);
        } else {
            self.cells.insert(position, count.min(self.most));
        }
    }

    fn add(&mut self, number: u64) -> bool {
        let mut is_new = false;
        for position in self.positions.positions(&key(number)) {
            is_new |= self.at(position) == 0;
            self.set(position, self.at(position) + 1);
        }
        self.allowed.retain(|allowed| *allowed != key(number));
        if let Some(keys) = &mut self.keys {
            *keys.entry(number).or_default() += 1;
        }
        is_new
    }

    /// False if the key is not in the set: one of its positions has fewer hits than the key needs.
    fn remove(&mut self, number: u64) -> bool {
        if self.allowed.contains(&key(number)) {
            return false;
        }
        let mut hits = BTreeMap::<u64, u64>::new();
        for position in self.positions.positions(&key(number)) {
            *hits.entry(position).or_default() += 1;
        }
        let stuck = |multiset: &Multiset, position| multiset.at(position) == multiset.most;
        if hits
            .iter()
            .any(|(&position, &times)| self.at(position) < times && !stuck(self, position))
        {
            return false;
        }
        for (position, times) in hits {
            if !stuck(self, position) {
                self.set(position, self.at(position) - times);
            }
        }
        // Removing has no effect on a plain filter.
        if let Some(keys) = &mut self.keys
            && self.most > 1
        {
            match keys.get_mut(&number) {
                Some(count) if *count > 1 => *count -= 1,
                Some(_) => _ = keys.remove(&number),
                None => self.keys = None,
            }
        }
        true
    }

    fn has_cells(&self, number: u64) -> bool {
        self.positions.positions(&key(number)).iter().all(|&position| self.at(position) > 0)
    }

    fn has(&self, number: u64) -> bool {
        self.has_cells(number) && !self.allowed.contains(&key(number))
    }

    fn allowed_with(
        &self,
        other: &Multiset,
        keep: impl Fn(&Multiset, &[u8]) -> bool,
    ) -> Vec<Vec<u8>> {
        let mut both = Vec::new();
        for (one, other) in [(self, other), (other, self)] {
            for allowed in &one.allowed {
                if keep(other, allowed) && !both.contains(allowed) {
                    both.push(allowed.clone());
                }
            }
        }
        both
    }

    fn merge(&mut self, other: &Multiset) {
        self.allowed = self.allowed_with(other, |other, allowed| {
            let number = std::str::from_utf8(&allowed[4..]).unwrap().parse().unwrap();
            !other.has(number)
        });
        for (&position, &count) in &other.cells {
            self.set(position, self.at(position) + count);
        }
        self.keys = match (self.keys.take(), &other.keys) {
            (Some(mut keys), Some(others)) => {
                others.iter().for_each(|(&key, count)| *keys.entry(key).or_default() += count);
                Some(keys)
            }
            _ => None,
        };
    }

    fn intersect(&mut self, other: &Multiset) {
        self.allowed = self.allowed_with(other, |_, _| true);
        let stays = |(&position, &count): (&u64, &u64)| {
            Some((position, count.min(other.at(position)))).filter(|(_, count)| *count > 0)
        };
        self.cells = self.cells.iter().filter_map(stays).collect();
        self.keys = match (self.keys.take(), &other.keys) {
            (Some(keys), Some(others)) => Some(
                keys.into_iter()
                    .filter_map(|(key, count)| Some((key, count.min(*others.get(&key)?))))
                    .collect(),
            ),
            _ => None,
        };
    }

    fn fold(&mut self, divisor: u64) {
        let blocked = self.positions.layout == Layout::Blocked;
        let unit = if blocked { 512 } else { 64 };
        let mut folded = BTreeMap::<u64, u64>::new();
        for (position, count) in &self.cells {
            let to = position / unit / divisor * unit + position % unit;
            *folded.entry(to).or_default() += count;
        }
        folded.values_mut().for_each(|count| *count = self.most.min(*count));
        self.cells = folded;
        self.positions.bits /= divisor;
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.allowed.clear();
        self.keys = Some(BTreeMap::new());
    }
}

/// The smallest divisor above 1 by which the filter can be folded.
fn divisor_of(filter: &Filter) -> Option<u64> {
    let span = filter.header().shape.span();
    (2..=span.min(64)).find(|divisor| span.is_multiple_of(*divisor))
}

fn check(filter: &Filter, model: &Multiset) {
    let mut cells = Vec::new();
    filter.each_cell(|position, count| cells.push((position, count)));
    cells.sort_unstable();
    let expected: Vec<(u64, u64)> = model.cells.iter().map(|(&p, &c)| (p, c)).collect();
    assert_eq!(cells, expected, "{:?}", filter.header());
    let mut allowed = Vec::new();
    filter.each_exception(|key| allowed.push(key.to_vec()));
    allowed.sort();
    let mut expected = model.allowed.clone();
    expected.sort();
    assert_eq!(allowed, expected);
    let stuck = model.cells.values().filter(|&&count| count == model.most).count() as u64;
    assert_eq!(filter.saturated_counters(), stuck);
}

/// Runs one sequence. Returns its number of steps.
pub fn sequence(random: &mut impl Choices, layout: Layout, width: Width, sparse: bool) -> u64 {
    let hashes = 1 + random.below(5);
    let unit = unit(layout, hashes);
    let bits = if sparse {
        (SPARSE_BITS + random.below(1 << 20)).next_multiple_of(unit)
    } else {
        unit * (1 + random.below(6))
    };
    let seed = random.below(3) as u32;
    let header = Header::with_shape(layout, bits, hashes, seed).unwrap();
    let filter = Filter::new(Header { width, ..header }).unwrap();
    let model = Multiset {
        positions: Model::new(layout, bits, hashes, seed),
        cells: BTreeMap::new(),
        most: width.most(),
        allowed: Vec::new(),
        keys: Some(BTreeMap::new()),
    };
    let mut pairs = [(filter.copy().unwrap(), model.clone()), (filter, model)];
    let steps = 6 + random.below(20);
    // Every second sequence removes only keys that were added. Then there must be no false
    // negatives.
    let correct = random.below(2) == 0;
    for _ in 0..steps {
        let which = random.below(2) as usize;
        let number = random.below(12);
        let (filter, model) = &mut pairs[which];
        match random.below(16) {
            0..=5 => assert_eq!(filter.insert(&key(number)).unwrap(), model.add(number)),
            6..=8 => {
                let known = model.keys.as_ref().is_some_and(|keys| keys.contains_key(&number));
                if known || !correct {
                    assert_eq!(filter.remove(&key(number)), model.remove(number));
                }
            }
            9 => {
                let counts = model.positions.positions(&key(number));
                let least = counts.iter().map(|&position| model.at(position)).min().unwrap();
                let allowed = model.allowed.contains(&key(number));
                assert_eq!(filter.count(&key(number)), if allowed { 0 } else { least });
            }
            10 => {
                let file = to_bytes(filter);
                *filter = from_bytes(&file).unwrap();
                assert_eq!(to_bytes(filter), file);
            }
            11 => {
                let [(first, one), (second, other)] = &mut pairs;
                if first.is_compatible(second) {
                    first.merge(second).unwrap();
                    one.merge(other);
                }
            }
            12 => {
                let [(first, one), (second, other)] = &mut pairs;
                if first.is_compatible(second) {
                    first.intersect(second).unwrap();
                    one.intersect(other);
                }
            }
            13 => {
                if let Some(divisor) = divisor_of(filter) {
                    *filter = filter.fold(divisor).unwrap();
                    model.fold(divisor);
                }
            }
            14 if !sparse => {
                let is_new = !model.allowed.contains(&key(number));
                let in_list = model.keys.as_ref().is_none_or(|keys| keys.contains_key(&number));
                // Only non-members may become exceptions.
                if !in_list {
                    assert_eq!(filter.allow(&key(number)).unwrap(), is_new);
                    if is_new {
                        model.allowed.push(key(number));
                    }
                }
            }
            _ => {
                let plain = filter.plain().unwrap();
                for number in 0..12 {
                    assert_eq!(plain.contains(&key(number)), filter.contains(&key(number)));
                }
                if random.below(6) == 0 {
                    filter.clear();
                    model.clear();
                }
            }
        }
        for (filter, model) in &pairs {
            check(filter, model);
            for number in 0..12 {
                assert_eq!(filter.contains(&key(number)), model.has(number));
            }
            for keys in model.keys.iter() {
                assert!(keys.keys().all(|&number| filter.contains(&key(number))), "false negative");
            }
        }
    }
    steps
}
