//! The measured filters. Each has its own loops, so the compiler can optimize all of its code.

use std::hash::BuildHasher;

use edgebloom::{Filter, Layout, format};

use crate::chance;

/// Every filter has the same bits and hashes as edgebloom's standard layout for these keys and this
/// rate.
pub trait Bench {
    fn shape(&self) -> (u64, u64);
    fn clear(&mut self);
    /// Returns the number of lines, and the number of lines that changed the filter.
    fn add_lines(&mut self, text: &[u8]) -> (u64, u64);
    /// Writes one byte per line. Returns the number of lines, and the number of "maybe" answers.
    fn has_lines(&self, text: &[u8], answers: &mut Vec<u8>) -> (u64, u64);
    fn add_slices(&mut self, keys: &[&[u8]]) -> (u64, u64);
    fn has_slices(&self, keys: &[&[u8]], answers: &mut Vec<u8>) -> (u64, u64);
    /// Sets random bits, as many as `keys` keys would set.
    fn fill(&mut self, keys: u64) -> Result<(), String>;
    fn file(&self) -> Option<Vec<u8>> {
        None
    }
}

/// Splits a text into lines, as fast as a line or two of code can: memchr uses the vectors of the
/// processor.
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text);
    ends.map(move |end| {
        let line = &text[start..end];
        start = end + 1;
        line
    })
    .filter(|line| !line.is_empty())
}

/// Lines that are split before the measurement.
pub fn slices(text: &[u8]) -> Vec<&[u8]> {
    lines(text).collect()
}

/// A filter that inserts and queries one key at a time.
trait OneByOne {
    fn shape(&self) -> (u64, u64);
    fn clear(&mut self);
    fn insert(&mut self, key: &[u8]) -> bool;
    fn contains(&self, key: &[u8]) -> bool;
    fn fill(&mut self, keys: u64) -> Result<(), String>;
}

struct Loops<F>(F);

impl<F: OneByOne> Loops<F> {
    #[inline(always)]
    fn add<'a>(&mut self, keys: impl Iterator<Item = &'a [u8]>) -> (u64, u64) {
        let (mut calls, mut new) = (0, 0);
        for key in keys {
            calls += 1;
            new += u64::from(self.0.insert(key));
        }
        (calls, new)
    }

    #[inline(always)]
    fn has<'a>(&self, keys: impl Iterator<Item = &'a [u8]>, answers: &mut Vec<u8>) -> (u64, u64) {
        answers.clear();
        let mut yes = 0;
        for key in keys {
            let answer = self.0.contains(key);
            answers.push(u8::from(answer));
            yes += u64::from(answer);
        }
        (answers.len() as u64, yes)
    }
}

impl<F: OneByOne> Bench for Loops<F> {
    fn shape(&self) -> (u64, u64) {
        self.0.shape()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    fn add_lines(&mut self, text: &[u8]) -> (u64, u64) {
        self.add(lines(text))
    }
    fn has_lines(&self, text: &[u8], answers: &mut Vec<u8>) -> (u64, u64) {
        self.has(lines(text), answers)
    }
    fn add_slices(&mut self, keys: &[&[u8]]) -> (u64, u64) {
        self.add(keys.iter().copied())
    }
    fn has_slices(&self, keys: &[&[u8]], answers: &mut Vec<u8>) -> (u64, u64) {
        self.has(keys.iter().copied(), answers)
    }
    fn fill(&mut self, keys: u64) -> Result<(), String> {
        self.0.fill(keys)
    }
}

/// fastbloom as in its README, with a hasher of another crate.
struct Fast<S: BuildHasher>(fastbloom::BloomFilter<S>, S);

impl<S: BuildHasher + Clone> OneByOne for Fast<S> {
    fn shape(&self) -> (u64, u64) {
        (self.0.num_bits() as u64, u64::from(self.0.num_hashes()))
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    #[inline(always)]
    fn insert(&mut self, key: &[u8]) -> bool {
        !self.0.insert(key)
    }
    #[inline(always)]
    fn contains(&self, key: &[u8]) -> bool {
        self.0.contains(key)
    }
    fn fill(&mut self, keys: u64) -> Result<(), String> {
        let hashes = self.0.num_hashes();
        let bits = by_chance(self.0.as_slice().len(), keys, hashes);
        self.0 = fastbloom::BloomFilter::from_vec(bits).hasher(self.1.clone()).hashes(hashes);
        Ok(())
    }
}

/// fastbloom with hashes as keys, because it would also hash the length of a key.
struct FastByHash<H>(fastbloom::BloomFilter, H);

impl<H: Fn(&[u8]) -> u64> OneByOne for FastByHash<H> {
    fn shape(&self) -> (u64, u64) {
        (self.0.num_bits() as u64, u64::from(self.0.num_hashes()))
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    #[inline(always)]
    fn insert(&mut self, key: &[u8]) -> bool {
        !self.0.insert_hash((self.1)(key))
    }
    #[inline(always)]
    fn contains(&self, key: &[u8]) -> bool {
        self.0.contains_hash((self.1)(key))
    }
    fn fill(&mut self, keys: u64) -> Result<(), String> {
        let hashes = self.0.num_hashes();
        let bits = by_chance(self.0.as_slice().len(), keys, hashes);
        self.0 = fastbloom::BloomFilter::from_vec(bits).hashes(hashes);
        Ok(())
    }
}

/// The crate `bloomfilter`, which computes two SipHashes per key.
struct Bloomfilter(bloomfilter::Bloom<[u8]>);

impl OneByOne for Bloomfilter {
    fn shape(&self) -> (u64, u64) {
        (self.0.len(), u64::from(self.0.number_of_hash_functions()))
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    #[inline(always)]
    fn insert(&mut self, key: &[u8]) -> bool {
        !self.0.check_and_set(key)
    }
    #[inline(always)]
    fn contains(&self, key: &[u8]) -> bool {
        self.0.check(key)
    }
    fn fill(&mut self, keys: u64) -> Result<(), String> {
        // Its bits cannot be set directly.
        (0..keys).for_each(|key| self.0.set(&crate::keys::mixed(key).to_le_bytes()));
        Ok(())
    }
}

/// A cache line; it is only read as bytes.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Aligned(#[expect(dead_code)] [u8; 64]);

/// Split blocks: 8 probes in 256 bits, with the vectors of the processor.
struct SplitBlocks {
    ask: sbbf_rs::FilterFn,
    memory: Vec<Aligned>,
}

impl SplitBlocks {
    fn buckets(&self) -> usize {
        self.memory.len() * size_of::<Aligned>() / sbbf_rs::BUCKET_SIZE
    }
}

impl OneByOne for SplitBlocks {
    fn shape(&self) -> (u64, u64) {
        (self.memory.len() as u64 * 512, 8)
    }
    fn clear(&mut self) {
        self.memory.fill(Aligned([0; 64]));
    }
    #[inline(always)]
    fn insert(&mut self, key: &[u8]) -> bool {
        let (hash, buckets) = (rapid(key), self.buckets());
        // SAFETY: the memory is aligned and has `buckets` buckets.
        !unsafe { self.ask.insert(self.memory.as_mut_ptr().cast(), buckets, hash) }
    }
    #[inline(always)]
    fn contains(&self, key: &[u8]) -> bool {
        // SAFETY: as above.
        unsafe { self.ask.contains(self.memory.as_ptr().cast(), self.buckets(), rapid(key)) }
    }
    fn fill(&mut self, keys: u64) -> Result<(), String> {
        (0..keys).for_each(|key| _ = self.insert(&crate::keys::mixed(key).to_le_bytes()));
        Ok(())
    }
}

impl Bench for Filter {
    fn shape(&self) -> (u64, u64) {
        (self.header().shape.bits(), self.header().shape.hashes())
    }
    fn clear(&mut self) {
        Filter::clear(self);
    }
    fn add_lines(&mut self, text: &[u8]) -> (u64, u64) {
        let new = self.insert_lines(text).expect("lines are keys");
        (memchr::memchr_iter(b'\n', text).count() as u64, new)
    }
    fn has_lines(&self, text: &[u8], answers: &mut Vec<u8>) -> (u64, u64) {
        answers.clear();
        let mut yes = 0;
        self.contains_lines(text, |answer| {
            answers.push(u8::from(answer));
            yes += u64::from(answer);
        });
        (answers.len() as u64, yes)
    }
    fn add_slices(&mut self, keys: &[&[u8]]) -> (u64, u64) {
        let new = keys.iter().map(|key| u64::from(self.insert(key).expect("a key"))).sum();
        (keys.len() as u64, new)
    }
    fn has_slices(&self, keys: &[&[u8]], answers: &mut Vec<u8>) -> (u64, u64) {
        answers.clear();
        answers.extend(keys.iter().map(|key| u8::from(self.contains(key))));
        (answers.len() as u64, answers.iter().map(|&answer| u64::from(answer)).sum())
    }
    fn fill(&mut self, keys: u64) -> Result<(), String> {
        // With few bits set, the file would have their positions instead of the words.
        let hashes = self.header().shape.hashes();
        for key in 0..self.header().shape.bits() / hashes / 128 {
            self.insert(&key.to_le_bytes()).map_err(|error| error.to_string())?;
        }
        let mut file = format::to_bytes(self);
        let (start, end) = (HEADER, file.len() - CHECKSUM);
        let mut words = vec![0; (end - start) / 8];
        match self.header().layout {
            Layout::Blocked => chance::in_blocks(&mut words, keys, hashes),
            _ => chance::anywhere(&mut words, keys * hashes),
        }
        let checksum = format::checksum(&file[..start], &words);
        for (bytes, word) in file[start..end].chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        file[end..].copy_from_slice(&checksum);
        *self = format::from_bytes(&file).map_err(|error| error.to_string())?;
        Ok(())
    }
    fn file(&self) -> Option<Vec<u8>> {
        Some(format::to_bytes(self))
    }
}

/// The bytes before and after the bits in a filter file without names
/// (docs/reference/format/index.md).
const HEADER: usize = format::HEADER_BYTES as usize;
const CHECKSUM: usize = 8;

fn by_chance(words: usize, keys: u64, hashes: u32) -> Vec<u64> {
    let mut bits = vec![0; words];
    chance::anywhere(&mut bits, keys * u64::from(hashes));
    bits
}

#[inline(always)]
fn rapid(key: &[u8]) -> u64 {
    rapidhash::v3::rapidhash_v3(key)
}

/// An empty filter by its name.
pub fn make(name: &str, keys: u64, rate: f64) -> Result<Box<dyn Bench>, String> {
    let own = |layout| Filter::with_rate(layout, keys, rate, 0).map_err(|error| error.to_string());
    let shape = own(Layout::Standard)?.header();
    let (bits, hashes) = (shape.shape.bits() as usize, shape.shape.hashes() as u32);
    let empty = || fastbloom::BloomFilter::with_num_bits(bits);
    fn fast<S: BuildHasher + Clone + 'static>(
        builder: fastbloom::BuilderWithBits,
        hasher: S,
        hashes: u32,
    ) -> Box<dyn Bench> {
        Box::new(Loops(Fast(builder.hasher(hasher.clone()).hashes(hashes), hasher)))
    }
    Ok(match name {
        "edgebloom-standard" => Box::new(own(Layout::Standard)?),
        "edgebloom-partitioned" => Box::new(own(Layout::Partitioned)?),
        "edgebloom-blocked" => Box::new(own(Layout::Blocked)?),
        "fastbloom-sip13" => fast(empty(), fastbloom::DefaultHasher::default(), hashes),
        "fastbloom-ahash" => fast(empty(), ahash::RandomState::new(), hashes),
        "fastbloom-foldhash" => fast(empty(), foldhash::fast::RandomState::default(), hashes),
        "fastbloom-rapidhash" => fast(empty(), rapidhash::fast::RandomState::new(), hashes),
        "fastbloom-rapidhash-by-hash" => Box::new(Loops(FastByHash(empty().hashes(hashes), rapid))),
        #[cfg(target_feature = "aes")]
        "fastbloom-gxhash" => fast(empty(), gxhash::GxBuildHasher::default(), hashes),
        #[cfg(target_feature = "aes")]
        "fastbloom-gxhash-by-hash" => {
            let hash = |key: &[u8]| gxhash::gxhash64(key, 1);
            Box::new(Loops(FastByHash(empty().hashes(hashes), hash)))
        }
        "bloomfilter" => {
            let filter = bloomfilter::Bloom::new_for_fp_rate(keys as usize, rate)?;
            Box::new(Loops(Bloomfilter(filter)))
        }
        "sbbf-rs" => {
            let memory = vec![Aligned([0; 64]); bits.div_ceil(512)];
            Box::new(Loops(SplitBlocks { ask: sbbf_rs::FilterFn::new(), memory }))
        }
        _ => return Err(format!("no such filter here: {name}")),
    })
}
