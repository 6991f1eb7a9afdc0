//! `native PATH ROUNDS` prepares one path and runs it ROUNDS times. `native` alone lists the paths
//! and their units.
//!
//! The preparation does not depend on ROUNDS. So the instructions of two rounds minus those of one
//! are exactly one round. Each round has its own keys and checks its result, because broken code
//! can look fast.

use std::hint::black_box;

use edgebloom::foreign::{self, KeyEncoding, Scheme};
use edgebloom::{Builder, CollectKeys, Filter, Header, Layout, Result, Width, format};
use instructions::{KEYS, ROUNDS, keys, lines};

const RATE: f64 = 0.01;
/// A filter file of 1 MB.
const FILE_BITS: u64 = 1 << 23;

/// A round. It returns true if its result is right.
type Round = Box<dyn FnMut(usize) -> bool>;

struct Path {
    name: String,
    /// The number by which the instructions are divided, and the name of the unit.
    units: usize,
    unit: &'static str,
    prepare: Box<dyn Fn() -> Round>,
}

fn empty(layout: Layout, width: Width) -> Filter {
    let header = Header::with_rate(layout, (KEYS * ROUNDS) as u64, RATE, 0).unwrap();
    Filter::new(Header { width, ..header }).unwrap()
}

/// A filter of ours or of another system.
trait Filters: 'static {
    fn insert(&mut self, key: &[u8]) -> Result<bool>;
    fn contains(&self, key: &[u8]) -> bool;
}

impl Filters for Filter {
    #[inline(always)]
    fn insert(&mut self, key: &[u8]) -> Result<bool> {
        Filter::insert(self, key)
    }

    #[inline(always)]
    fn contains(&self, key: &[u8]) -> bool {
        Filter::contains(self, key)
    }
}

impl Filters for foreign::Filter {
    #[inline(always)]
    fn insert(&mut self, key: &[u8]) -> Result<bool> {
        foreign::Filter::insert(self, key)
    }

    #[inline(always)]
    fn contains(&self, key: &[u8]) -> bool {
        foreign::Filter::contains(self, key)
    }
}

fn with<F: Filters>(mut filter: F, keys: &[Vec<Vec<u8>>]) -> F {
    for key in keys.iter().flatten() {
        filter.insert(key).unwrap();
    }
    filter
}

/// Less than a twentieth of the keys: a filter at 1 % has fewer false positives than that.
fn few(count: usize) -> bool {
    count < KEYS / 20
}

fn most(count: usize) -> bool {
    few(KEYS - count)
}

fn count(filter: &impl Filters, keys: &[Vec<u8>]) -> usize {
    keys.iter().filter(|key| filter.contains(black_box(key))).count()
}

fn hit(filter: impl Filters, length: usize) -> Round {
    let keys = keys(length, 1);
    let filter = with(filter, &keys);
    Box::new(move |round| count(&filter, &keys[round]) == KEYS)
}

fn miss(filter: impl Filters, length: usize) -> Round {
    let filter = with(filter, &keys(length, 1));
    let others = keys(length, 2);
    Box::new(move |round| few(count(&filter, &others[round])))
}

fn insert(mut filter: impl Filters) -> Round {
    let keys = keys(32, 1);
    Box::new(move |round| {
        most(keys[round].iter().filter(|key| filter.insert(black_box(key)).unwrap()).count())
    })
}

fn remove() -> Round {
    let keys = keys(32, 1);
    let mut filter = with(empty(Layout::Standard, Width::Four), &keys);
    Box::new(move |round| keys[round].iter().all(|key| filter.remove(black_box(key))))
}

fn contains_lines() -> Round {
    let keys = keys(32, 1);
    let filter = with(empty(Layout::Standard, Width::Bit), &keys);
    let texts: Vec<_> = keys.iter().map(|keys| lines(keys)).collect();
    Box::new(move |round| {
        let mut found = 0;
        filter.contains_lines(black_box(&texts[round]), |answer| found += usize::from(answer));
        found == KEYS
    })
}

fn insert_lines() -> Round {
    let mut filter = empty(Layout::Standard, Width::Bit);
    let texts: Vec<_> = keys(32, 1).iter().map(|keys| lines(keys)).collect();
    Box::new(move |round| most(filter.insert_lines(black_box(&texts[round])).unwrap() as usize))
}

fn build() -> Round {
    let texts: Vec<_> = keys(32, 1).iter().map(|keys| lines(keys)).collect();
    Box::new(move |round| {
        let mut builder = Builder::new(0);
        builder.push_lines(black_box(&texts[round])).unwrap();
        builder.finish(Layout::Standard, RATE).unwrap().header().inserted as usize == KEYS
    })
}

fn large() -> Filter {
    with(Filter::with_shape(Layout::Standard, FILE_BITS, 7, 0).unwrap(), &keys(32, 1))
}

fn load() -> Round {
    let file = format::to_bytes(&large());
    Box::new(move |_| {
        format::from_bytes(black_box(&file)).unwrap().header().inserted as usize == KEYS * ROUNDS
    })
}

fn save() -> Round {
    let filter = large();
    Box::new(move |_| format::to_bytes(black_box(&filter)).len() as u64 > FILE_BITS / 8)
}

fn encode() -> Round {
    let file = format::to_bytes(&large());
    Box::new(move |_| format::base64::encode(black_box(&file)).len() * 3 / 4 >= file.len())
}

fn decode() -> Round {
    let file = format::to_bytes(&large());
    let text = format::base64::encode(&file);
    Box::new(move |_| format::base64::decode(black_box(&text)).unwrap().len() == file.len())
}

fn guava() -> foreign::Filter {
    let shape = Scheme::GuavaMitz64.shape((KEYS * ROUNDS) as u64 * 10 / 64 * 64, 7).unwrap();
    let header = foreign::Header::of_shape(Scheme::GuavaMitz64, shape, KeyEncoding::JavaText);
    foreign::Filter::new(header, Vec::new()).unwrap()
}

fn all() -> Vec<Path> {
    let mut paths = Vec::new();
    let mut path = |name: &str, units, unit, prepare: Box<dyn Fn() -> Round>| {
        paths.push(Path { name: name.into(), units, unit, prepare });
    };
    for layout in Layout::ALL {
        for length in [8, 32, 100] {
            let name = |what| format!("contains, {what}, {}, {length} bytes", layout.name());
            path(
                &name("hit"),
                KEYS,
                "key",
                Box::new(move || hit(empty(layout, Width::Bit), length)),
            );
            path(
                &name("miss"),
                KEYS,
                "key",
                Box::new(move || miss(empty(layout, Width::Bit), length)),
            );
        }
        let name = format!("insert, {}, 32 bytes", layout.name());
        path(&name, KEYS, "key", Box::new(move || insert(empty(layout, Width::Bit))));
    }
    path("contains_lines, hit, 32 bytes", KEYS, "key", Box::new(contains_lines));
    path("insert_lines, 32 bytes", KEYS, "key", Box::new(insert_lines));
    path("build from lines, 32 bytes", KEYS, "key", Box::new(build));
    path(
        "counting: contains, hit",
        KEYS,
        "key",
        Box::new(|| hit(empty(Layout::Standard, Width::Four), 32)),
    );
    path(
        "counting: insert",
        KEYS,
        "key",
        Box::new(|| insert(empty(Layout::Standard, Width::Four))),
    );
    path("counting: remove", KEYS, "key", Box::new(remove));
    path("guava: contains, hit", KEYS, "key", Box::new(|| hit(guava(), 32)));
    path("guava: contains, miss", KEYS, "key", Box::new(|| miss(guava(), 32)));
    path("guava: insert", KEYS, "key", Box::new(|| insert(guava())));
    path("load 1 MB", 1 << 20, "byte", Box::new(load));
    path("save 1 MB", 1 << 20, "byte", Box::new(save));
    path("base64 encode 1 MB", 1 << 20, "byte", Box::new(encode));
    path("base64 decode 1 MB", 1 << 20, "byte", Box::new(decode));
    paths
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        for Path { name, units, unit, .. } in all() {
            println!("{name}\t{units}\t{unit}");
        }
        return;
    };
    let rounds: usize = arguments.next().expect("the number of rounds").parse().expect("a number");
    let path = all().into_iter().find(|path| path.name == name).expect("a path in the list");
    let mut round = (path.prepare)();
    for number in 0..rounds {
        assert!(round(number), "{name}: unexpected result");
    }
}
