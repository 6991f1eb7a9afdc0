use std::borrow::Cow;

use edgebloom::Result;
use edgebloom::foreign::{
    Filter, Header, KeyEncoding, Scheme, SubFilter, datasketches, filter_file, go_bits_and_blooms,
    guava, npm_bloom_filters, npm_bloomfilter, parquet_sbbf, pybloom_live, rbloom, redis_bitmap,
    redisbloom, spark,
};
use edgebloom::format::{self, Metadata};

use super::budget::{counted, of_loading};

/// The number of formats.
const FORMATS: u8 = 12;
/// The memory that the reader of a scalable file without filters reserves.
const UNSAID: usize = 1 << 20;
/// The bytes before the number of filters in a scalable file of pybloom_live.
const GROWTH_BYTES: usize = 28;
/// The bytes before the bits, for formats that store the shape in JSON.
const SHAPE_BYTES: usize = 5;
/// The bytes before the bits in a binary file of bits-and-blooms: m and k.
const GO_SHAPE_BYTES: usize = 16;
/// The bytes of an empty filter of DataSketches.
const EMPTY_BYTES: usize = 24;

/// Reads a file of another system (pybloom_live has two kinds). The first byte selects the system,
/// the second one the values that the file does not contain.
pub fn foreign_load(data: &[u8]) {
    let Some((&[format, option], file)) = data.split_first_chunk() else { return };
    let (filter, peak) = counted(|| read(format, option, file));
    let most = of_loading(data.len()) + if format % FORMATS == 6 { UNSAID } else { 0 };
    assert!(peak <= most, "{peak} bytes were allocated, expected at most {most}");
    let recognised = counted(|| recognise(format, file)).0;
    let Ok(filter) = filter else { return };
    assert!(recognised != Some(false));
    let written = write(format, &filter);
    // pybloom_live creates the first filter with the first key. So its files never have an empty
    // one, and we do not write one.
    let is_scalable = format % FORMATS == 6 && filter.growth().is_some();
    let none_yet = is_scalable && filter.sub_filter_count() == 1 && filter.header().inserted == 0;
    if none_yet {
        assert!(written.is_ok_and(|written| file.starts_with(&written[..GROWTH_BYTES])));
    } else {
        assert_eq!(written.as_deref(), Ok(&*bits_of(format, file)), "{filter:?}");
    }
    let file = filter_file::to_bytes(&filter, Metadata::default()).unwrap();
    if filter.header().scheme == Scheme::Standard {
        // The file of a bitmap in one of our own layouts is one of ours.
        let own = format::from_bytes(&file).unwrap();
        assert_eq!(own.words(), filter.newest().words());
    } else {
        assert_eq!(filter_file::from_bytes(&file).as_ref(), Ok(&filter));
    }
}

/// The item that the option selects.
fn one_of<T: Copy>(option: u8, all: &[T]) -> T {
    all[usize::from(option) % all.len()]
}

pub fn read(format: u8, option: u8, file: &[u8]) -> Result<Filter> {
    use KeyEncoding::{Bytes, Int32, Int64, JavaText, RustHash, Spark, Utf16};
    use Scheme::*;
    match format % FORMATS {
        0 => guava::read(file, one_of(option, &[JavaText, Utf16, Int64, Int32])),
        1 => spark::read(file),
        2 => redisbloom::read(file, None),
        3 => go_bits_and_blooms::read(file),
        4 => parquet_sbbf::read(file, one_of(option, &[Bytes, Int64, Int32])),
        5 => {
            let (_, hashes, bits) = shape(file);
            npm_bloomfilter::read(
                one_of(option, &[NpmBloomfilterFnv1a64, NpmBloomfilterFnv1a32x2]),
                hashes,
                bits,
            )
        }
        6 => pybloom_live::read(file, one_of(option, &[PybloomLiveMd5, PybloomLiveXxh128])),
        7 => rbloom::read(file),
        8 => {
            let scheme = one_of(
                option,
                &[
                    NpmBloomFiltersV2,
                    NpmBloomFiltersV1a,
                    NpmBloomFiltersV1b,
                    NpmBloomFiltersV2Partitioned,
                    NpmBloomFiltersV1Partitioned,
                ],
            );
            let partitioned = option % 5 > 2;
            let (bits, hashes, slices) = shape(file);
            let bits = if partitioned { bits % 4096 * hashes } else { bits };
            let reals = [42.0, 0.5, bits as f64, 100.0].map(|real: f64| real.to_bits() as i64);
            let mut parameters = reals.to_vec();
            parameters.push(i64::from(option & 1));
            parameters.truncate(if partitioned { 5 } else { 1 });
            npm_bloom_filters::read(scheme, bits, hashes, 7, parameters, slices)
        }
        9 => {
            let (bits, hashes, set) = shape(file);
            go_bits_and_blooms::read_set(bits, hashes, set)
        }
        11 => datasketches::read(file, one_of(option, &[Spark, RustHash])),
        _ => {
            let (bits, hashes, bitmap) = shape(file);
            // A bitmap is read into a filter, because it does not contain the size.
            let shape = Standard.shape(bits & 0xffff, hashes)?;
            let header = Header::of_shape(Standard, shape, KeyEncoding::Native);
            let mut filter = SubFilter::new(header, Vec::new())?;
            redis_bitmap::read(&mut filter, 0, bitmap)?;
            Ok(filter.into())
        }
    }
}

/// The bits, the hashes, and the bytes after them.
fn shape(file: &[u8]) -> (u64, u64, &[u8]) {
    let (start, rest) = file.split_first_chunk::<SHAPE_BYTES>().unwrap_or((&[0; 5], &[]));
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte));
    (number(&start[..3]), number(&start[3..]), rest)
}

/// The bytes that are written again: the whole file, or the bits after the shape. For a bitmap,
/// without zeros at its end. For DataSketches, with the number of set bits, and in the short form if
/// there are none.
fn bits_of(format: u8, file: &[u8]) -> Cow<'_, [u8]> {
    Cow::Borrowed(match format % FORMATS {
        5 | 8 | 9 => &file[SHAPE_BYTES..],
        10 => {
            let bits = &file[SHAPE_BYTES..];
            &bits[..bits.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1)]
        }
        11 if file.len() > EMPTY_BYTES => {
            let mut counted = file.to_vec();
            let (count, bits) = counted[EMPTY_BYTES..].split_at_mut(8);
            let set = bits.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
            count.copy_from_slice(&set.to_le_bytes());
            if set == 0 {
                counted.truncate(EMPTY_BYTES);
                (counted[0], counted[3]) = (3, 4);
            }
            return Cow::Owned(counted);
        }
        _ => file,
    })
}

fn recognise(format: u8, file: &[u8]) -> Option<bool> {
    Some(match format % FORMATS {
        0 => guava::recognises(file),
        1 => spark::recognises(file),
        2 => redisbloom::recognises(file),
        3 => go_bits_and_blooms::recognises(file),
        4 => parquet_sbbf::recognises(file),
        6 => pybloom_live::recognises(file) || pybloom_live::recognises_scalable(file),
        // It recognizes only probable files. Files with many hashes are not among them.
        7 => return rbloom::recognises(file).then_some(true),
        11 => datasketches::recognises(file),
        _ => return None,
    })
}

pub fn write(format: u8, filter: &Filter) -> Result<Vec<u8>> {
    match format % FORMATS {
        0 => guava::write(filter),
        1 => spark::write(filter),
        2 => {
            let file = redisbloom::write(filter)?;
            let [longest, parts @ ..] = &redisbloom::parts(filter)[..] else { unreachable!() };
            assert!(*longest > 0 && parts.iter().sum::<u64>() == file.len() as u64);
            Ok(file)
        }
        3 => go_bits_and_blooms::write(filter),
        4 => parquet_sbbf::write(filter),
        5 => npm_bloomfilter::write(filter),
        6 => pybloom_live::write(filter),
        7 => rbloom::write(filter),
        8 => npm_bloom_filters::write(filter),
        9 => Ok(go_bits_and_blooms::write(filter)?.split_off(GO_SHAPE_BYTES)),
        11 => datasketches::write(filter),
        _ => redis_bitmap::write(filter.single()?),
    }
}
