//! Filters in the schemes of other systems, and what those systems do with them beyond our own verbs.

use alloc::vec::Vec;

use super::{Filter, Head, Target};
use crate::cells::{Store, Width, store};
use crate::error::{Code, Error, Found, Result, Rule};
use crate::hash::mt19937::Generator;
use crate::hash::string_hashes::{Arithmetic, StringHash};
use crate::key::KeyEncoding;
use crate::scheme::{self, MAX_HASHES, Probes, Scheme, Shape, crc32_mt, php_redis, probes};

static FUNCTIONS: Rule = Rule::new(Code::Argument, "functions", "1 to 8 distinct ones");
static CAPACITY: Rule = Rule::new(Code::Argument, "capacity", "at least 1");
static SIZE: Rule = Rule::new(Code::Argument, "size", "1 to 9007199254740991 bits over all seeds");
static SEEDS: Rule = Rule::new(Code::Argument, "seeds", "1 to 64 of them");
static POSITION: Rule = Rule::new(Code::Argument, "position", "below bits");

impl Head {
    fn foreign(scheme: Scheme, shape: Shape, seed: u32) -> Head {
        let (width, encoding) = (Width::Bit, KeyEncoding::Native);
        Head { scheme, shape, width, seed, encoding, target: None, inserted: 0 }
    }
}

impl Filter {
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
        let mut filter = Filter::new(Head::foreign(scheme, shape, 0))?;
        filter.seeds = Vec::from(seeds);
        Ok(filter)
    }

    /// The seeds of a scheme that has several.
    pub fn seeds(&self) -> &[i64] {
        &self.seeds
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
        let k = self.head.shape.hashes();
        self.cells.reserve(k)?;
        if self.allows(key) {
            self.set_allowed(key, false)?;
        }
        self.head.inserted = self.head.inserted.saturating_add(1);
        probes!(self, key, mut probes => {
            store!(&mut self.cells, cells => for _ in 0..k {
                take(cells.add(probes.next(), 1) != 0);
            });
        });
        Ok(())
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

    /// True for a key that the scheme neither takes in nor has.
    #[inline(always)]
    pub(super) fn ignores(&self, key: &[u8]) -> bool {
        self.head.scheme == Scheme::AdditivePartitioned && key.is_empty()
    }
}
