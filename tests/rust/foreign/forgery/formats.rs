//! The readers and writers of the formats, and the rules for valid files. The rules were written
//! from docs/interop/ and the descriptions of the systems, not from src/foreign.

use std::f64::consts::LOG2_E;

use crate::common::foreign::any::AnyFilter;
use crate::common::foreign::{NOTHING, format as format_of};
use crate::common::header_of;
use edgebloom::Result;
use edgebloom::foreign::{KeyEncoding, Scheme, datasketches, guava, parquet_sbbf, pybloom_live};

pub fn read(format: &str, bytes: &[u8]) -> Result<AnyFilter> {
    let filter = match format.split(['-', ' ']).next().unwrap() {
        "native" => return AnyFilter::from_bytes(bytes),
        "guava" => guava::read(bytes, KeyEncoding::Int64),
        "parquet" => parquet_sbbf::read(bytes, KeyEncoding::Int64),
        "pybloom" => pybloom_live::read(bytes, Scheme::PybloomLiveXxh128),
        "datasketches" => datasketches::read(bytes, KeyEncoding::Spark),
        other => (format_of(other).read)(bytes, NOTHING),
    };
    filter.map(AnyFilter::from)
}

/// Writes the file from which the filter was read.
pub fn write(format: &str, filter: &AnyFilter, from: &[u8]) -> Vec<u8> {
    match (format.split(['-', ' ']).next().unwrap(), filter) {
        ("native", filter) => filter.to_bytes(header_of(from).section.metadata()),
        // A file that says that its bits were not counted is valid. We count them.
        ("datasketches", AnyFilter::Foreign(filter)) => (format_of("datasketches").write)(filter)
            .map(|mut file| {
                if from.get(24..32) == Some(&[0xff; 8]) {
                    file[24..32].fill(0xff);
                }
                file
            }),
        (other, AnyFilter::Foreign(filter)) => (format_of(other).write)(filter),
        (other, _) => panic!("a filter of ours in a file of {other}"),
    }
    .unwrap()
}

/// True for a valid file. `None` for the native format, for which tests/js/format/forgery.slow.test.mjs
/// has its own reader.
pub fn is_sound(format: &str, bytes: &[u8]) -> Option<bool> {
    let sound = match format.split(['-', ' ']).next().unwrap() {
        "native" => return None,
        "guava" => sound_guava(bytes),
        "spark" => sound_spark(bytes),
        "go" => sound_go(bytes),
        "parquet" => sound_parquet(bytes),
        "redisbloom" => {
            [(20, 53), (20, 49), (16, 49)].iter().find_map(|&sizes| sound_redisbloom(bytes, sizes))
        }
        "pybloom" => sound_pybloom(bytes).map(|_| ()).or_else(|| sound_scalable(bytes)),
        "rbloom" => sound_rbloom(bytes),
        "datasketches" => sound_datasketches(bytes),
        other => panic!("{other}"),
    };
    Some(sound.is_some())
}

const LONG: std::ops::Range<u128> = 1..1 << 53;
const COUNT: std::ops::RangeInclusive<u128> = 1..=65_535;

/// `Some` if the condition is true.
fn when(condition: bool) -> Option<()> {
    condition.then_some(())
}

fn big(bytes: &[u8], at: usize, size: usize) -> Option<u128> {
    Some(bytes.get(at..at + size)?.iter().fold(0, |number, &byte| number << 8 | u128::from(byte)))
}

fn little(bytes: &[u8], at: usize, size: usize) -> Option<u128> {
    let bytes = bytes.get(at..at + size)?.iter().rev();
    Some(bytes.fold(0, |number, &byte| number << 8 | u128::from(byte)))
}

fn real(bytes: &[u8], at: usize) -> Option<f64> {
    little(bytes, at, 8).map(|bits| f64::from_bits(bits as u64))
}

fn is_rate(rate: f64) -> bool {
    rate > 0.0 && rate < 1.0
}

fn sound_guava(bytes: &[u8]) -> Option<()> {
    let (strategy, hashes, words) = (big(bytes, 0, 1)?, big(bytes, 1, 1)?, big(bytes, 2, 4)?);
    when(strategy <= 1 && hashes > 0 && (1..1 << 31).contains(&words))?;
    when(bytes.len() as u128 == 6 + 8 * words)
}

fn sound_spark(bytes: &[u8]) -> Option<()> {
    let (version, hashes) = (big(bytes, 0, 4)?, big(bytes, 4, 4)?);
    let end = match version {
        1 => 8,
        2 => 12,
        _ => return None,
    };
    let words = big(bytes, end, 4)?;
    when(COUNT.contains(&hashes) && (1..1 << 31).contains(&words))?;
    when(bytes.len() as u128 == end as u128 + 4 + 8 * words)
}

fn sound_go(bytes: &[u8]) -> Option<()> {
    let (bits, hashes, length) = (big(bytes, 0, 8)?, big(bytes, 8, 8)?, big(bytes, 16, 8)?);
    when(LONG.contains(&bits) && COUNT.contains(&hashes) && length == bits)?;
    when(bytes.len() as u128 == 24 + bits.div_ceil(64) * 8)?;
    let last = big(bytes, bytes.len() - 8, 8)?;
    when(bits.is_multiple_of(64) || last >> (bits % 64) == 0)
}

fn sound_parquet(bytes: &[u8]) -> Option<()> {
    when(bytes.first() == Some(&0x15))?;
    let size = 1 + bytes[1..].iter().take(4).take_while(|&&byte| byte >= 0x80).count();
    let digits = bytes.get(1..=size)?.iter().rev();
    let zigzag = digits.fold(0, |number, &byte| number << 7 | u128::from(byte & 0x7f));
    when(bytes[size] < 0x80 && zigzag.is_multiple_of(64) && (1..1 << 32).contains(&zigzag))?;
    when(bytes[size + 1..].starts_with(b"\x1c\x1c\0\0\x1c\x1c\0\0\x1c\x1c\0\0\0"))?;
    when(bytes.len() as u128 == size as u128 + 14 + zigzag / 2)
}

fn sound_redisbloom(bytes: &[u8], (head, record): (usize, usize)) -> Option<()> {
    let (count, options) = (little(bytes, 8, 4)? as usize, little(bytes, 12, 4)?);
    when((1..=1024).contains(&count) && options <= 15)?;
    let (mut size, mut data, mut all_hashes) = (0, head + record * count, 0);
    for i in 0..count {
        let at = head + record * i;
        let (length, bits) = (little(bytes, at, 8)?, little(bytes, at + 8, 8)?);
        let (rate, entry) = (real(bytes, at + 24)?, real(bytes, at + 32)?);
        let hashes = little(bytes, at + 40, 4)?;
        let entries = little(bytes, at + 44, record - 45)?;
        let log2 = little(bytes, at + record - 1, 1)?;
        let newest = record == 53;
        when(length > 0 && is_rate(rate) && entries > 0 && log2 < 64)?;
        when(!newest || bits == 8 * length)?;
        let modulus = if log2 == 0 { bits } else { 1 << log2 };
        when(LONG.contains(&modulus) && modulus <= 8 * length && 8 * length < 65 * modulus)?;
        #[allow(clippy::approx_constant)]
        let computed = (0.693147180559945 * entry).ceil();
        when(COUNT.contains(&hashes) && computed == hashes as f64)?;
        size += little(bytes, at + 16, 8)?;
        all_hashes += hashes;
        let end = data.checked_add(usize::try_from(length).ok()?)?;
        // All bits after the last one must be 0.
        let bytes = bytes.get(data..end)?;
        for bit in modulus..8 * length {
            when(bytes[(bit / 8) as usize] >> (bit % 8) & 1 == 0)?;
        }
        data = end;
    }
    // Counts saturate at their largest number.
    when(data == bytes.len() && size.min(u128::from(u64::MAX)) == little(bytes, 0, 8)?)?;
    when(all_hashes <= 65_536)
}

/// Returns the hashes and the capacity.
fn sound_pybloom(bytes: &[u8]) -> Option<(u128, u128)> {
    let (hashes, slice) = (little(bytes, 8, 8)?, little(bytes, 16, 8)?);
    let (capacity, bits) = (little(bytes, 24, 8)?, hashes * slice);
    when(is_rate(real(bytes, 0)?) && COUNT.contains(&hashes) && LONG.contains(&bits))?;
    when(capacity > 0 && bytes.len() as u128 == 40 + bits.div_ceil(8))?;
    let last = u128::from(*bytes.last()?);
    when(bits.is_multiple_of(8) || last >> (bits % 8) == 0)?;
    Some((hashes, capacity))
}

fn sound_scalable(bytes: &[u8]) -> Option<()> {
    let (scale, first, count) =
        (little(bytes, 0, 4)?, little(bytes, 12, 8)?, little(bytes, 28, 4)?);
    when((1..1 << 31).contains(&scale) && is_rate(real(bytes, 4)?) && is_rate(real(bytes, 20)?))?;
    when(first > 0 && count <= 1024)?;
    if count == 0 {
        // At most 1 MiB: about the bits of `first` keys at the rate of the first filter.
        let rate = real(bytes, 20)? * real(bytes, 4)?;
        let bits = first as f64 * LOG2_E * -rate.log2();
        return when(bits < 8_388_608.0 && bytes.len() == 32);
    }
    let mut at = 32 + 8 * count as usize;
    let mut all_hashes = 0;
    for i in 0..count as usize {
        let length = usize::try_from(little(bytes, 32 + 8 * i, 8)?).ok()?;
        let (hashes, capacity) = sound_pybloom(bytes.get(at..at.checked_add(length)?)?)?;
        when(i > 0 || capacity == first)?;
        (at, all_hashes) = (at + length, all_hashes + hashes);
    }
    when(at == bytes.len() && all_hashes <= 65_536)
}

fn sound_rbloom(bytes: &[u8]) -> Option<()> {
    when(COUNT.contains(&little(bytes, 0, 8)?) && bytes.len() > 8)
}

fn sound_datasketches(bytes: &[u8]) -> Option<()> {
    let (start, hashes, words) =
        (little(bytes, 0, 4)?, little(bytes, 4, 2)?, little(bytes, 16, 4)?);
    when((1..1 << 15).contains(&hashes) && (1..(1 << 31) - 4).contains(&words))?;
    when(little(bytes, 6, 2)? == 0 && little(bytes, 20, 4)? == 0)?;
    if start == 0x0415_0103 {
        return when(bytes.len() == 24);
    }
    let stated = little(bytes, 24, 8)?;
    when(start == 0x0015_0104 && bytes.len() as u128 == 32 + 8 * words)?;
    let set = bytes[32..].iter().map(|byte| u128::from(byte.count_ones())).sum::<u128>();
    when(stated == set || stated == u128::from(u64::MAX))
}
