//! Filters that are built like those of other systems.

use alloc::vec::Vec;

use super::{Filter, Head, Target};
use crate::error::{Code, Result, Rule};
use crate::hash::mt19937::Generator;
use crate::hash::string_hashes::{Arithmetic, StringHash};
use crate::key::KeyEncoding;
use crate::scheme::redisbloom::{self, Record};
use crate::scheme::{MAX_HASHES, Scheme, Shape, crc32_mt, php_redis};

static FUNCTIONS: Rule = Rule::new(Code::Argument, "functions", "1 to 8 different functions");
static CAPACITY: Rule = Rule::new(Code::Argument, "capacity", "a whole number of at least 1");
static SIZE: Rule = Rule::new(
    Code::Argument,
    "size",
    "at least 1, and at most 2^53 - 1 bits for all seeds together",
);
static SEEDS: Rule = Rule::new(Code::Argument, "seeds", "1 to 64 seeds");
static FULL: Rule =
    Rule::state(Code::Argument, "capacity", "the filter is full: it holds {} keys and cannot grow");
static EXPANSION: Rule =
    Rule::new(Code::Argument, "expansion", "a whole number from 1 to 2^32 - 1");

impl Filter {
    /// A filter of `bits` bits that a PHP class fills through Redis. The positions are these
    /// hashes, in this order, modulo `bits`. With 2^32 bits, the hashes themselves are the
    /// positions.
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
    /// `bits` 0 or above 2^32; no functions, or the same function twice.
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

    /// A filter of `bits` bits for `capacity` keys, like that of a PHP class. The class seeds a
    /// Mersenne Twister with the CRC-32 of the key and draws ⌈(m/n) ln 2⌉ positions from it.
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

    /// A filter of a PHP class: it has one part of `size` bits for each seed of an additive hash.
    /// Positions are masked with `size` − 1. The empty key is never in the set.
    ///
    /// # Errors
    /// No seeds or more than 64; `size` 0 or too large.
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

    /// The next sub-filter of a scalable filter of another system, when this one is full.
    ///
    /// # Errors
    /// The filter is not scalable; such a sub-filter is not possible; no memory.
    pub(crate) fn next_sub_filter(&self, factor: u64, tightening: f64) -> Result<Filter> {
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

    /// A sub-filter of RedisBloom.
    fn redisbloom_of(
        entries: u64,
        rate: f64,
        growth: u64,
        options: u64,
        layout: u64,
    ) -> Result<Filter> {
        // Checks the rate and the size.
        Scheme::RedisBloom.rules().shape(Scheme::RedisBloom, entries, rate)?;
        let (record, capacity) = Record::sized(entries, rate, growth, options, layout);
        let scheme = record.scheme();
        let shape = Shape::new(scheme, record.modulus(), record.hashes())?;
        let target = Some(Target { capacity, rate });
        let head = Head { target, ..Head::of_system(scheme, shape, KeyEncoding::Bytes) };
        Filter::with_parameters(head, Vec::from(record.parameters()))
    }

    /// An empty filter like that of `BF.RESERVE`: the first sub-filter of a scalable filter that
    /// grows by the factor `expansion` (default of RedisBloom: 2). `None` means NONSCALING.
    ///
    /// # Errors
    /// A capacity of 0 or too large; a rate that is not above 0 and below 1; a factor of 0 or above
    /// 2^32 − 1; no memory.
    pub fn redisbloom(capacity: u64, rate: f64, expansion: Option<u32>) -> Result<Filter> {
        let common = redisbloom::NO_ROUND | redisbloom::FORCE_64;
        match expansion {
            Some(0) => Err(EXPANSION.broken_by(0)),
            // The sum of all rates must stay below the requested rate.
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
}
