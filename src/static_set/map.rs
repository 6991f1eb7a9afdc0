//! Maps: static sets whose keys have values.
//!
//! Each value has a code of a canonical prefix code, the shorter the more keys have the value. The
//! bits of the codes are equations, one per bit of each key, in a single structure of one column.
//! So a key costs log2(1/p) bits, and the bits of its code, which is close to the entropy of the
//! values. A non-member that the set wrongly contains has a value, too: the bits that it gets are
//! always those of some code.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::salts::Salts;
use super::{KEYS, StaticSet, TOO_MANY};
use crate::digest::{self, Digest};
use crate::error::{Code, Result, Rule};

/// The longest code, in bits.
pub(crate) const MAX_CODE_BITS: usize = 32;
/// The most values.
pub(crate) const MAX_VALUES: usize = 1 << 16;
/// The longest value, in bytes.
pub(crate) const MAX_VALUE_BYTES: usize = 65_535;
/// The salt of the first bit, which is tried first. The others have the next numbers.
const VALUE_SALT: u32 = 16;
/// A salt that follows from the keys is below this, so that adding a bit number does not overflow.
const SALT_BITS: u32 = 31;

static VALUES: Rule = Rule::new(
    Code::Argument,
    "values",
    "at most 65536 different ones (keep more in a table behind a filter of the keys)",
);
static VALUE: Rule = Rule::new(Code::Argument, "value", "at most 65535 bytes of UTF-8");
static SALTS: Rule =
    Rule::state(Code::Argument, "keys", "no map fits these keys: choose another seed");

/// A map from keys to values that does not change. A member always has its own value. A non-member
/// has none, except at the error rate.
///
/// ```
/// use edgebloom::{CollectKeys, MapBuilder};
///
/// let mut builder = MapBuilder::new(0);
/// builder.set_value(0);
/// builder.push_lines(b"mailinator.com\nguerrillamail.com\n")?;
/// builder.set_value(1);
/// builder.push(b"malware.example")?;
/// builder.prepare(false)?;
/// let map = builder.finish(0.001, &["disposable", "malware"])?;
/// assert_eq!(map.get(b"mailinator.com"), Some("disposable"));
/// assert_eq!(map.get(b"malware.example"), Some("malware"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StaticMap {
    pub(crate) set: StaticSet,
    pub(crate) values: Values,
}

/// The values of a map and their codes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Values {
    /// In the order of their codes.
    pub(crate) texts: Vec<String>,
    /// How many codes have one bit, two bits, and so on.
    pub(crate) counts: Vec<u32>,
    /// The salt of the first bit of a code.
    pub(crate) salt: u32,
    /// The bits of the codes: a set of the bits that are 1. `None` if there is at most one value.
    pub(crate) bits: Option<StaticSet>,
}

impl Values {
    /// The number of the value of a member. The digest is one under the salt of the set.
    #[inline(never)]
    fn index_of(&self, digest: Digest) -> usize {
        let Some(bits) = &self.bits else { return 0 };
        let (mut code, mut first, mut before) = (0_u64, 0_u64, 0_u64);
        for (&count, number) in self.counts.iter().zip(0..) {
            let bit = bits.contains_digest(digest::layered(digest, self.salt.wrapping_add(number)));
            code = 2 * code + u64::from(bit);
            if code - first < u64::from(count) {
                return (before + code - first) as usize;
            }
            before += u64::from(count);
            first = 2 * (first + u64::from(count));
        }
        0
    }
}

impl StaticMap {
    /// Builds the map of the keys with these digests, which are distinct and in ascending order,
    /// with the numbers of their values in `texts`. Call [`StaticSet::check`] first.
    ///
    /// # Errors
    /// Too many or too long values; not enough memory.
    pub(crate) fn build(
        entries: &[(Digest, u32)],
        texts: &[&str],
        seed: u32,
        salt: u32,
        rate: f64,
    ) -> Result<StaticMap> {
        if texts.len() > MAX_VALUES {
            return Err(VALUES.broken_by(texts.len() as u64));
        }
        if let Some(long) = texts.iter().find(|text| text.len() > MAX_VALUE_BYTES) {
            return Err(VALUE.broken_by(long.len() as u64));
        }
        let mut uses = alloc::vec![0_u64; texts.len()];
        for &(_, value) in entries {
            if let Some(count) = uses.get_mut(value as usize) {
                *count += 1;
            }
        }
        let lengths = code_lengths(&uses)?;
        let length_of = |value: u32| lengths.get(value as usize).copied().unwrap_or(0);
        let text_of = |value: u32| texts.get(value as usize).copied().unwrap_or("");
        let mut order = sorted(texts.len(), &mut |a, b| {
            (length_of(a), text_of(a)).cmp(&(length_of(b), text_of(b)))
        })?;
        order.retain(|&value| uses.get(value as usize).is_some_and(|&uses| uses > 0));
        let most = order.iter().map(|&value| length_of(value)).max().unwrap_or(0);
        let mut counts = alloc::vec![0_u32; most as usize];
        let mut codes = alloc::vec![0_u64; texts.len()];
        let (mut next, mut bits) = (0_u64, 0);
        for &value in &order {
            let length = length_of(value);
            next <<= length - bits;
            bits = length;
            if let Some(code) = codes.get_mut(value as usize) {
                *code = next;
            }
            next += 1;
            if let Some(count) = counts.get_mut((length as usize).wrapping_sub(1)) {
                *count += 1;
            }
        }
        let mut digests = Vec::new();
        digests
            .try_reserve_exact(entries.len())
            .map_err(|_| KEYS.broken_by(16 * entries.len() as u64))?;
        let codes =
            |value: u32| (codes.get(value as usize).copied().unwrap_or(0), length_of(value));
        digests.extend(entries.iter().map(|&(digest, _)| digest::salted(digest, salt)));
        let (value_salt, bits) = match most {
            0 => (VALUE_SALT, None),
            _ => code_bits(entries, salt, &mut digests, codes, seed)?,
        };
        let keys = digests.len() as u64;
        let set = StaticSet { keys, ..StaticSet::empty(seed, salt, rate) };
        let set = StaticSet::solve(digests, &[], set)?;
        let texts = order.iter().map(|&value| String::from(text_of(value))).collect();
        Ok(StaticMap { set, values: Values { texts, counts, salt: value_salt, bits } })
    }

    /// The value of a member. That of a non-member is `None`, except at the error rate.
    pub fn get(&self, key: &[u8]) -> Option<&str> {
        self.index_of(key).and_then(|index| self.values.texts.get(index)).map(String::as_str)
    }

    /// As [`get`](StaticMap::get): the index of the value in [`values`](StaticMap::values).
    pub fn index_of(&self, key: &[u8]) -> Option<usize> {
        let digest = digest::digest(key, self.set.seed);
        let is_member = self.set.contains_digest(digest) && !self.set.is_exception(key);
        is_member.then(|| self.values.index_of(digest::salted(digest, self.set.salt)))
    }

    /// True for every member, and for non-members at the error rate.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.set.contains(key)
    }

    /// As [`StaticSet::answer_lines`].
    pub fn answer_lines(&self, text: &[u8], take: impl FnMut(&[u8])) {
        self.set.answer_lines(text, take);
    }

    /// As [`StaticSet::answer_keys`].
    pub fn answer_keys(&self, text: &[u8], lengths: &[u32], take: impl FnMut(&[u8])) {
        self.set.answer_keys(text, lengths, take);
    }

    /// The different values.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &str> {
        self.values.texts.iter().map(String::as_str)
    }

    /// The keys.
    pub fn set(&self) -> &StaticSet {
        &self.set
    }

    /// As [`StaticSet::allow`].
    ///
    /// # Errors
    /// As [`StaticSet::allow`].
    pub fn allow(&mut self, key: &[u8]) -> Result<bool> {
        self.set.allow(key)
    }
}

/// The set of the code bits that are 1, and the salt of the first bit. `set_salt` is the salt of the
/// map, and `digests` has the digests under it.
///
/// Two bits of different keys can have the same digest only if somebody has computed such keys for
/// a salt that is known beforehand. The next salts follow from the keys.
fn code_bits(
    entries: &[(Digest, u32)],
    set_salt: u32,
    digests: &mut [Digest],
    code_of: impl Fn(u32) -> (u64, u32),
    seed: u32,
) -> Result<(u32, Option<StaticSet>)> {
    let mut salts = Salts::of_layer(MAX_CODE_BITS as u32);
    let mut salt = VALUE_SALT;
    for _ in 0..64 {
        let [mut ones, mut zeros] = [Vec::new(), Vec::new()];
        for &(digest, value) in entries {
            let (code, length) = code_of(value);
            for bit in 0..length {
                let list = if code >> (length - 1 - bit) & 1 == 1 { &mut ones } else { &mut zeros };
                list.try_reserve(1).map_err(|_| KEYS.broken_by(16 * list.len() as u64))?;
                list.push(digest::layered(digest::salted(digest, set_salt), salt + bit));
            }
        }
        digest::sort_digests(&mut zeros);
        if !ones.iter().any(|digest| zeros.binary_search(digest).is_ok()) {
            // The number of ones is not in the file, and changes nothing.
            let set = StaticSet { keys: 1, ..StaticSet::build_exact(&ones, &zeros, seed, 0)? };
            return Ok((salt, Some(set)));
        }
        salt = (salts.next_derived(digests) >> (32 - SALT_BITS)).max(1);
    }
    Err(SALTS.broken())
}

/// The lengths of the codes of a prefix code (Huffman) for symbols that are used so often; 0 for
/// symbols that are not used, and if there is only one. If a code would be longer than
/// [`MAX_CODE_BITS`], the rarest symbols are treated as if they were used more often.
fn code_lengths(uses: &[u64]) -> Result<Vec<u32>> {
    let mut uses: Vec<u64> = uses.into();
    loop {
        let lengths = huffman(&uses)?;
        if lengths.iter().all(|&length| length <= MAX_CODE_BITS as u32) {
            return Ok(lengths);
        }
        uses.iter_mut().filter(|uses| **uses > 0).for_each(|uses| *uses = *uses / 2 + 1);
    }
}

/// The two rarest nodes are joined, again and again. The leaves are sorted, and inner nodes are made
/// in ascending order, so the rarest node is always the first of one of two queues.
fn huffman(uses: &[u64]) -> Result<Vec<u32>> {
    let uses_of = |node: u32| uses.get(node as usize).copied().unwrap_or(0);
    let mut leaves = sorted(uses.len(), &mut |a, b| (uses_of(a), a).cmp(&(uses_of(b), b)))?;
    leaves.retain(|&leaf| uses_of(leaf) > 0);
    let count = uses.len();
    let (mut leaf, mut inner) = (0, 0);
    let mut sums: Vec<u64> = Vec::new();
    // The parents of the leaves, then those of the inner nodes.
    let mut parents = alloc::vec![usize::MAX; count];
    for _ in 1..leaves.len() {
        let mut sum = 0;
        for _ in 0..2 {
            let first = leaves.get(leaf).map_or(u64::MAX, |&leaf| uses_of(leaf));
            let is_leaf = sums.get(inner).is_none_or(|&sum| first <= sum);
            let node = if is_leaf {
                leaf += 1;
                sum += first;
                leaves.get(leaf - 1).map_or(0, |&leaf| leaf as usize)
            } else {
                inner += 1;
                sum += sums.get(inner - 1).copied().unwrap_or(0);
                count + inner - 1
            };
            if let Some(parent) = parents.get_mut(node) {
                *parent = count + sums.len();
            }
        }
        sums.push(sum);
        parents.push(usize::MAX);
    }
    // Parents come after their children.
    let mut depths = alloc::vec![0_u32; parents.len()];
    for i in (0..parents.len()).rev() {
        let parent = parents.get(i).copied().unwrap_or(usize::MAX);
        let depth = depths.get(parent).map_or(0, |depth| depth + 1);
        if let Some(own) = depths.get_mut(i) {
            *own = depth;
        }
    }
    depths.truncate(count);
    Ok(depths)
}

/// The numbers below `count` in an order. All sorts of this file are one function: another one for
/// each type would take 3 kB of the module.
///
/// # Errors
/// 2^32 or more; not enough memory.
#[inline(never)]
pub(crate) fn sorted(
    count: usize,
    compare: &mut dyn FnMut(u32, u32) -> Ordering,
) -> Result<Vec<u32>> {
    let numbers = u32::try_from(count).map_err(|_| TOO_MANY.broken_by(count as u64))?;
    let mut order = Vec::new();
    order.try_reserve_exact(count).map_err(|_| KEYS.broken_by(4 * count as u64))?;
    order.extend(0..numbers);
    order.sort_unstable_by(|&a, &b| compare(a, b));
    Ok(order)
}
