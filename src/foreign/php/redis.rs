//! Schemes 4 and 5: string hashes in a given order, each modulo m, as in a widely copied PHP class
//! that sets bits in Redis. Scheme 4 computes them like 64-bit PHP, scheme 5 in 32 bits.
//!
//! The seed contains the functions in their order, four bits each, the lowest bits first.

use alloc::vec::Vec;

use crate::error::{Code, Result, Rule};
use crate::foreign::filter::Filter;
use crate::foreign::hash::string_hashes::{Arithmetic, StringHash};
use crate::foreign::key_encoding::KeyEncoding;
use crate::foreign::rules::{Rules, Setting};
use crate::foreign::scheme::Scheme;
use crate::foreign::sub_filter::Header;
use crate::layout::{MAX_BITS, Probes};

static FUNCTIONS: Rule = Rule::new(Code::Argument, "functions", "1 to 8 different functions");

const ID_BITS: u32 = 4;

pub(in crate::foreign) const RULES: Rules = Rules {
    most_bits: MAX_BITS,
    most_hashes: 8,
    encodings: &[KeyEncoding::Native],
    sparse: true,
    check: |setting| {
        let hashes = setting.shape.hashes();
        functions(setting.seed).is_some_and(|them| them.count() as u64 == hashes)
    },
    ..Rules::PLAIN
};

/// A filter of `bits` bits that a PHP class fills through Redis. The positions are these hashes, in
/// this order, modulo `bits`. With 2^32 bits, the hashes themselves are the positions.
///
/// ```
/// use edgebloom::foreign::hash::string_hashes::{Arithmetic, StringHash::{Bkdr, Js, Sdbm}};
/// use edgebloom::foreign::php::redis;
///
/// let filter = redis::filter(1 << 32, &[Bkdr, Sdbm, Js], Arithmetic::Php)?;
/// let mut positions = Vec::new();
/// filter.positions("布隆过滤器".as_bytes(), |position| positions.push(position));
/// assert_eq!(positions, [3_168_566_995, 1_182_780_263, 2_921_560_613]);
/// # Ok::<(), edgebloom::Error>(())
/// ```
///
/// # Errors
/// `bits` 0 or above 2^32; no functions, or the same function twice.
pub fn filter(bits: u64, functions: &[StringHash], arithmetic: Arithmetic) -> Result<Filter> {
    let count = functions.len() as u64;
    let seed = seed_for(functions).filter(|&seed| seed != 0);
    let Some(seed) = seed else { return Err(FUNCTIONS.broken_by(count)) };
    let scheme = match arithmetic {
        Arithmetic::Php => Scheme::PhpRedis,
        Arithmetic::Clean32 => Scheme::PhpRedisClean32,
    };
    let header = Header::of_shape(scheme, scheme.shape(bits, count)?, KeyEncoding::Native);
    Filter::new(Header { seed, ..header }, Vec::new())
}

/// The seed for these functions; `None` if a function occurs twice.
fn seed_for(functions: &[StringHash]) -> Option<u32> {
    let mut seed = 0;
    for (i, function) in functions.iter().enumerate() {
        let earlier = functions.get(..i).unwrap_or(&[]);
        if earlier.contains(function) {
            return None;
        }
        seed |= (function.id() as u32) << (ID_BITS * i as u32);
    }
    Some(seed)
}

/// The functions in a seed; `None` if the seed is not a list of distinct functions.
fn functions(seed: u32) -> Option<impl Iterator<Item = StringHash>> {
    let mut rest = seed;
    let mut seen = 0u32;
    let mut count = 0;
    while rest != 0 {
        let id = rest & 15;
        StringHash::from_id(u64::from(id))?;
        if seen & (1 << id) != 0 {
            return None;
        }
        seen |= 1 << id;
        rest >>= ID_BITS;
        count += 1;
    }
    let ids = (0..count).map(move |i| u64::from(seed >> (ID_BITS * i) & 15));
    (count > 0).then(|| ids.filter_map(StringHash::from_id))
}

pub(crate) struct PhpRedisProbes<'a> {
    key: &'a [u8],
    functions: u32,
    arithmetic: Arithmetic,
    bits: u64,
}

#[inline(always)]
pub(in crate::foreign) fn probes<'a>(key: &'a [u8], setting: &Setting<'_>) -> PhpRedisProbes<'a> {
    let clean = setting.scheme == Scheme::PhpRedisClean32;
    let arithmetic = if clean { Arithmetic::Clean32 } else { Arithmetic::Php };
    PhpRedisProbes { key, functions: setting.seed, arithmetic, bits: setting.shape.bits() }
}

impl Probes for PhpRedisProbes<'_> {
    fn next(&mut self) -> u64 {
        let function = StringHash::from_id(u64::from(self.functions & 15));
        self.functions >>= ID_BITS;
        let hash = function.map_or(0, |function| function.hash(self.key, self.arithmetic));
        u64::from(hash) % self.bits.max(1)
    }
}
