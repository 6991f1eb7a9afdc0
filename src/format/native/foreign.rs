//! What a head of another system's scheme must say beside what every head says.

use super::section::Section;
use super::{HASHES_OFFSET, HEADER_BYTES, MAX_WRITTEN_HASHES};
use crate::error::{Code, Result, Rule};
use crate::filter::Head;
use crate::scheme::{Scheme, crc32_mt, php_redis};

pub(super) static HASHES: Rule =
    Rule::new(Code::Invalid, "hashes", "1 to what the scheme can have");
static FUNCTIONS: Rule =
    Rule::new(Code::Invalid, "seed", "the distinct functions of the scheme, as many as hashes");
static SEEDS: Rule =
    Rule::new(Code::Invalid, "seeds", "a seed for each hash, where seeds are used");
static TIME: Rule = Rule::new(Code::Invalid, "hashes", "at most 8388608 in a dump");
const MOST_LOADED: u64 = 1 << 23;
const SEED_OFFSET: u64 = 24;

/// The number of hashes, which a scheme may compute: then the field must agree, as far as it goes.
pub(super) fn hashes(scheme: Scheme, field: u64, bits: u64, capacity: u64) -> Result<u64> {
    if !matches!(scheme, Scheme::Crc32Mt | Scheme::Crc32MtPhp5) {
        return Ok(field);
    }
    let computed = crc32_mt::hashes_for(bits, capacity.max(1)).max(1);
    if capacity == 0 || field != computed.min(MAX_WRITTEN_HASHES) {
        return Err(HASHES.broken_at(HASHES_OFFSET, field));
    }
    Ok(computed)
}

/// Refuses a dump whose filter would take more than about a tenth of a second for a key: nobody ships
/// one, but a forged head could ask for years.
pub(super) fn check_time(head: &Head) -> Result<()> {
    let hashes = head.shape.hashes();
    if hashes > MOST_LOADED { Err(TIME.broken_at(HASHES_OFFSET, hashes)) } else { Ok(()) }
}

pub(super) fn check(head: &Head, section: &Section<'_>) -> Result<()> {
    let hashes = head.shape.hashes();
    let wanted = if head.scheme == Scheme::AdditivePartitioned { hashes * 8 } else { 0 };
    if section.seeds.len() as u64 != wanted {
        return Err(SEEDS.broken_at(HEADER_BYTES, section.seeds.len() as u64 / 8));
    }
    let known = match head.scheme {
        Scheme::PhpRedis | Scheme::PhpRedisClean32 => {
            php_redis::functions(head.seed).is_some_and(|them| them.count() as u64 == hashes)
        }
        scheme => scheme.is_native() || head.seed == 0,
    };
    if known { Ok(()) } else { Err(FUNCTIONS.broken_at(SEED_OFFSET, u64::from(head.seed))) }
}
