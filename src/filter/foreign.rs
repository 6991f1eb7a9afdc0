//! Filters in the schemes of other systems, and what those systems do with them beyond our own verbs.

use alloc::vec::Vec;

use super::{Filter, Head, Target};
use crate::cells::packed::Packed;
use crate::cells::{Cells, Store, Width, store};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::hash::mt19937::Generator;
use crate::hash::string_hashes::{Arithmetic, StringHash};
use crate::key::KeyEncoding;
use crate::scheme::redisbloom::{self, Record};
use crate::scheme::rules::Setting;
use crate::scheme::{
    MAX_HASHES, Probes, Scheme, Shape, UseProbes, crc32_mt, php_redis, with_probes,
};

static FUNCTIONS: Rule = Rule::new(Code::Argument, "functions", "1 to 8 distinct ones");
static CAPACITY: Rule = Rule::new(Code::Argument, "capacity", "at least 1");
static SIZE: Rule = Rule::new(Code::Argument, "size", "1 to 9007199254740991 bits over all seeds");
static SEEDS: Rule = Rule::new(Code::Argument, "seeds", "1 to 64 of them");
static SPARE: Rule = Rule::new(Code::Invalid, "bits", "0 beyond the last");
static WIDTH: Rule = Rule::new(Code::Argument, "counterBits", "1 in this scheme");
static FULL: Rule = Rule::new(Code::Argument, "capacity", "room for another key");
static EXPANSION: Rule = Rule::new(Code::Argument, "expansion", "1 to 4294967295");
static POSITION: Rule = Rule::new(Code::Argument, "position", "below bits");

impl Head {
    /// All that positions depend on.
    pub(crate) fn setting<'a>(&self, parameters: &'a [i64]) -> Setting<'a> {
        let Head { scheme, shape, seed, .. } = *self;
        Setting { scheme, shape, seed, parameters }
    }

    /// The head of an empty plain filter of another system.
    pub(crate) fn of_system(scheme: Scheme, shape: Shape, encoding: KeyEncoding) -> Head {
        Head { encoding, ..Head::foreign(scheme, shape, 0) }
    }

    fn foreign(scheme: Scheme, shape: Shape, seed: u32) -> Head {
        let (width, encoding) = (Width::Bit, KeyEncoding::Native);
        Head { scheme, shape, width, seed, encoding, target: None, inserted: 0 }
    }
}

impl Filter {
    /// A filter with this head and the parameters of its scheme, whose cells are all 0. What the
    /// parameters of a scheme are is said in its file; most have none.
    ///
    /// # Errors
    /// A key encoding, a seed or parameters that the scheme can not have; no memory.
    pub fn with_parameters(head: Head, parameters: Vec<i64>) -> Result<Filter> {
        #[cfg(feature = "keyed")]
        super::keyed::check_unkeyed(&head)?;
        let native = head.scheme.is_native();
        let rules = head.scheme.rules();
        if !native {
            rules.check(&head.setting(&parameters), head.encoding)?;
        }
        if head.encoding != KeyEncoding::Native && head.width != Width::Bit {
            return Err(WIDTH.broken_by(head.width.bits()));
        }
        let zeroed = if native || rules.sparse { Cells::zeroed } else { Cells::packed };
        Ok(Filter {
            head,
            cells: zeroed(head.shape.bits(), head.width)?,
            parameters,
            #[cfg(feature = "keyed")]
            secret: None,
        })
    }

    /// A plain filter of these bits, whose head and parameters were checked.
    ///
    /// # Errors
    /// Bits beyond the last one are set.
    pub(crate) fn of_words(head: Head, parameters: Vec<i64>, words: Vec<u64>) -> Result<Filter> {
        head.scheme.rules().check(&head.setting(&parameters), head.encoding)?;
        let packed = Packed::from_words(words, head.shape.bits(), Width::Bit);
        let Some(packed) = packed else { return Err(SPARE.broken_by(head.shape.bits())) };
        Ok(Filter {
            head,
            cells: Cells::Packed(packed),
            parameters,
            #[cfg(feature = "keyed")]
            secret: None,
        })
    }

    /// A filter of `bits` bits that a PHP class fills through Redis: each of the hashes, in this order,
    /// modulo `bits`. Of 2^32 bits the hashes are positions as they are.
    ///
    /// ```
    /// use edgebloom::Filter;
    /// use edgebloom::hash::string_hashes::{Arithmetic, StringHash::{Bkdr, Js, Sdbm}};
    ///
    /// let mut filter = Filter::php_redis(1 << 32, &[Bkdr, Sdbm, Js], Arithmetic::Php)?;
    /// let mut positions = Vec::new();
    /// filter.positions("布隆过滤器".as_bytes(), |position| positions.push(position));
    /// assert_eq!(positions, [3_168_566_995, 1_182_780_263, 2_921_560_613]);
    /// # Ok::<(), edgebloom::Error>(())
    /// ```
    ///
    /// # Errors
    /// `bits` 0 or above 2^32; no function, or one that is there twice.
    pub fn php_redis(
        bits: u64,
        functions: &[StringHash],
        arithmetic: Arithmetic,
    ) -> Result<Filter> {
        let count = functions.len() as u64;
        let seed = php_redis::seed_for(functions).filter(|&seed| seed != 0);
        let Some(seed) = seed else { return Err(FUNCTIONS.broken_by(count)) };
        let scheme = match arithmetic {
            Arithmetic::Php => Scheme::PhpRedis,
            Arithmetic::Clean32 => Scheme::PhpRedisClean32,
        };
        Filter::new(Head::foreign(scheme, Shape::new(scheme, bits, count)?, seed))
    }

    /// A filter of `bits` bits for `capacity` keys as a PHP class has it that draws ⌈(m/n) ln 2⌉
    /// positions from a Mersenne Twister which is seeded with the CRC-32 of the key.
    ///
    /// ```
    /// use edgebloom::Filter;
    /// use edgebloom::hash::mt19937::Generator;
    ///
    /// let mut filter = Filter::crc32_mt(10, 2, Generator::Php8)?;
    /// filter.insert(b"test1")?;
    /// filter.insert(b"test2")?;
    /// assert!(filter.contains(b"test1") && !filter.contains(b"test3"));
    /// # Ok::<(), edgebloom::Error>(())
    /// ```
    ///
    /// # Errors
    /// `bits` or `capacity` 0.
    pub fn crc32_mt(bits: u64, capacity: u64, generator: Generator) -> Result<Filter> {
        if capacity == 0 {
            return Err(CAPACITY.broken_by(capacity));
        }
        let scheme = match generator {
            Generator::Php8 => Scheme::Crc32Mt,
            Generator::Php5 => Scheme::Crc32MtPhp5,
        };
        let shape = Shape::new(scheme, bits, crc32_mt::hashes_for(bits, capacity).max(1))?;
        let target = Some(Target { capacity, rate: 0.0 });
        Filter::new(Head { target, ..Head::foreign(scheme, shape, 0) })
    }

    /// A filter with a part of `size` bits for each seed of an additive hash, as a PHP class has it.
    /// Positions are masked with `size` − 1. The empty key is never in.
    ///
    /// # Errors
    /// No seed or more than 64; `size` 0 or too large.
    pub fn additive_partitioned(size: u64, seeds: &[i64]) -> Result<Filter> {
        let count = seeds.len() as u64;
        if !(1..=MAX_HASHES).contains(&count) {
            return Err(SEEDS.broken_by(count));
        }
        let scheme = Scheme::AdditivePartitioned;
        let shape = Shape::new(scheme, size.saturating_mul(count), count)
            .map_err(|_| SIZE.broken_by(size))?;
        Filter::with_parameters(Head::foreign(scheme, shape, 0), Vec::from(seeds))
    }

    /// What the scheme asks for beside the shape and the seed: the seeds of one that has several, and
    /// what the file of each says.
    pub fn parameters(&self) -> &[i64] {
        &self.parameters
    }

    /// Inserts a key as Redis does in a pipeline of SETBIT: calls `take` with what each bit was before
    /// it was set, one after the other. All 1: the key was possibly in.
    ///
    /// # Errors
    /// As [`Filter::insert`].
    pub fn test_and_set(&mut self, key: &[u8], mut take: impl FnMut(bool)) -> Result<()> {
        if self.ignores(key) {
            return Ok(());
        }
        self.cells.reserve(self.head.shape.hashes())?;
        if self.allows(key) {
            self.set_allowed(key, false)?;
        }
        self.head.inserted = self.head.inserted.saturating_add(1);
        for position in self.positions_of(key) {
            take(self.cells.get(position) != 0);
            self.cells.add(position);
        }
        Ok(())
    }

    /// Inserts a key of a scheme that is not ours; there is room for it.
    pub(super) fn insert_foreign(&mut self, key: &[u8]) -> bool {
        let setting = self.head.setting(&self.parameters);
        let mut changed = false;
        let cells = &mut self.cells;
        walk(key, &setting, &mut |position| {
            changed |= store!(cells, cells => cells.add(position, 1)) == 0;
            true
        });
        if changed || !self.head.scheme.rules().counts_new_only {
            self.head.inserted = self.head.inserted.saturating_add(1);
        }
        changed
    }

    /// What the cells say of a key of a scheme that is not ours.
    pub(super) fn contains_foreign(&self, key: &[u8]) -> bool {
        let setting = self.head.setting(&self.parameters);
        walk(key, &setting, &mut |position| self.cells.get(position) != 0)
    }

    /// Calls `take` with each position of a key of a scheme that is not ours.
    pub(super) fn each_position(&self, key: &[u8], take: &mut dyn FnMut(u64)) {
        let setting = self.head.setting(&self.parameters);
        walk(key, &setting, &mut |position| {
            take(position);
            true
        });
    }

    /// As [`Filter::each_position`].
    pub(super) fn positions_of(&self, key: &[u8]) -> Vec<u64> {
        let mut positions = Vec::new();
        self.each_position(key, &mut |position| positions.push(position));
        positions
    }

    /// Sets the bit at a position.
    ///
    /// # Errors
    /// There is no such position; no memory.
    pub fn set(&mut self, position: u64) -> Result<()> {
        if position >= self.head.shape.bits() {
            return Err(Error::new(&POSITION, Found::Integer(position), None));
        }
        self.cells.reserve(1)?;
        self.cells.add(position);
        Ok(())
    }

    /// The empty filter that follows this one, which is full, in a chain of its system.
    ///
    /// # Errors
    /// The chain does not scale; no such filter; no memory.
    pub(crate) fn next_stage(&self, factor: u64, tightening: f64) -> Result<Filter> {
        let Head { scheme, encoding, target, .. } = self.head;
        let full = || FULL.broken_by(self.head.inserted);
        let Some(Target { capacity, rate }) = target else { return Err(full()) };
        let (capacity, rate) = (capacity.saturating_mul(factor), rate * tightening);
        if !matches!(scheme, Scheme::RedisBloom | Scheme::RedisBloomHash32) {
            let head = Head::with_rate(scheme, capacity, rate, 0)?;
            return Filter::new(Head { encoding, ..head });
        }
        let Record { growth, options, layout, .. } =
            Record::of(&self.head.setting(&self.parameters));
        if options & redisbloom::NO_SCALING != 0 || capacity == 0 {
            return Err(full());
        }
        Filter::redisbloom_of(capacity, rate, growth, options, layout)
    }

    /// A sub-filter of RedisBloom's.
    fn redisbloom_of(
        entries: u64,
        rate: f64,
        growth: u64,
        options: u64,
        layout: u64,
    ) -> Result<Filter> {
        // The rate is checked, and the size is one that there is.
        Scheme::RedisBloom.rules().shape(Scheme::RedisBloom, entries, rate)?;
        let (record, capacity) = Record::sized(entries, rate, growth, options, layout);
        let scheme = record.scheme();
        let shape = Shape::new(scheme, record.modulus(), record.hashes())?;
        let target = Some(Target { capacity, rate });
        let head = Head { target, ..Head::of_system(scheme, shape, KeyEncoding::Bytes) };
        Filter::with_parameters(head, Vec::from(record.parameters()))
    }

    /// An empty filter as `BF.RESERVE` makes it: the chain that it is the first of, which grows by the
    /// factor `expansion` (2 by default there); none for NONSCALING.
    ///
    /// # Errors
    /// A capacity of 0, or too large; a rate that is not above 0 and below 1; a factor of 0 or above
    /// 2^32 − 1; no memory.
    pub fn redisbloom(capacity: u64, rate: f64, expansion: Option<u32>) -> Result<Filter> {
        let common = redisbloom::NO_ROUND | redisbloom::FORCE_64;
        match expansion {
            Some(0) => Err(EXPANSION.broken_by(0)),
            // All rates together are to stay under the one that is asked for.
            Some(growth) => Filter::redisbloom_of(
                capacity,
                rate * redisbloom::TIGHTENING,
                u64::from(growth),
                common,
                redisbloom::LAST_LAYOUT,
            ),
            None => {
                let options = common | redisbloom::NO_SCALING;
                Filter::redisbloom_of(capacity, rate, 2, options, redisbloom::LAST_LAYOUT)
            }
        }
    }

    /// True for a key that the scheme neither takes in nor has.
    #[inline(always)]
    pub(super) fn ignores(&self, key: &[u8]) -> bool {
        self.head.scheme == Scheme::AdditivePartitioned && key.is_empty()
    }
}

/// Calls `take` with the positions of a key, as long as it answers true; true if it always did. (A pointer, as a
/// loop for each scheme and each of those who call this would be 12 kB.)
fn walk(key: &[u8], setting: &Setting<'_>, take: &mut dyn FnMut(u64) -> bool) -> bool {
    with_probes(key, setting, Walk { k: setting.shape.hashes(), take })
}

struct Walk<'a> {
    k: u64,
    take: &'a mut dyn FnMut(u64) -> bool,
}

impl UseProbes for Walk<'_> {
    type Answer = bool;
    fn with(self, mut probes: impl Probes) -> bool {
        (0..self.k).all(|_| (self.take)(probes.next()))
    }
}

impl Probes for core::slice::Iter<'_, u64> {
    fn next(&mut self) -> u64 {
        Iterator::next(self).copied().unwrap_or(0)
    }
}
