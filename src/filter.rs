//! A filter: shape, scheme, key encoding and cells. This is the only file that loops over k.

use crate::cells::bits::Bits;
use crate::error::{Code, Error, Found, Result, Rule};
use crate::hash::murmur3::Digest;
use crate::key::{self, KeyEncoding};
use crate::params::{self, blocked::LINE_BITS};
use crate::scheme::{self, Probes, Scheme, Shape, check_rate};

/// A Bloom filter: [`contains`](Filter::contains) answers "definitely not" or "possibly", and
/// never misses a key that was inserted.
///
/// ```
/// use edgebloom::{Filter, Scheme};
///
/// let mut filter = Filter::with_rate(Scheme::Standard, 1_000, 0.01, 0)?;
/// filter.insert(b"mailinator.com");
/// assert!(filter.contains(b"mailinator.com"));
/// assert!(!filter.contains(b"example.org"));
/// # Ok::<(), edgebloom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    pub(crate) head: Head,
    pub(crate) bits: Bits,
}

/// Everything about a filter but its bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// The scheme.
    pub scheme: Scheme,
    /// The shape.
    pub shape: Shape,
    /// The seed of the hash.
    pub seed: u32,
    /// The key encoding.
    pub encoding: KeyEncoding,
    /// What the filter was sized for; none if it was given its shape.
    pub target: Option<Target>,
    /// How many keys were inserted, a key that was inserted twice counted twice.
    pub inserted: u64,
}

/// What a filter was sized for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// n: how many keys.
    pub capacity: u64,
    /// p: the rate at that many keys.
    pub rate: f64,
}

const SAME: &str = "the same in both";
/// What two filters must have in common, in the order of [`Filter::identity`].
static IDENTITY: [Rule; 5] = [
    Rule::new(Code::Incompatible, "layout", SAME),
    Rule::new(Code::Incompatible, "bits", SAME),
    Rule::new(Code::Incompatible, "hashes", SAME),
    Rule::new(Code::Incompatible, "seed", SAME),
    Rule::new(Code::Incompatible, "keyEncoding", SAME),
];
static DIVISOR: Rule = Rule::new(Code::Argument, "divisor", "a divisor of bits, slice or lines");
static SHRUNK_RATE: Rule = Rule::new(Code::Argument, "errorRate", "a rate that the filter meets");

impl Head {
    /// The head of an empty native filter.
    pub(crate) fn new(scheme: Scheme, shape: Shape, seed: u32, target: Option<Target>) -> Head {
        Head { scheme, shape, seed, encoding: KeyEncoding::Native, target, inserted: 0 }
    }
}

impl Filter {
    /// An empty filter sized for `capacity` keys at the error rate `rate`.
    ///
    /// # Errors
    /// `capacity` 0 or too large for 2^32 bits; `rate` not within 1e-18 ≤ rate < 1; no memory.
    pub fn with_rate(scheme: Scheme, capacity: u64, rate: f64, seed: u32) -> Result<Filter> {
        let shape = Shape::for_rate(scheme, capacity, rate)?;
        Filter::empty(Head::new(scheme, shape, seed, Some(Target { capacity, rate })))
    }

    /// An empty filter of `bits` bits with `hashes` probes a key.
    ///
    /// # Errors
    /// As [`Shape::new`]; no memory.
    pub fn with_shape(scheme: Scheme, bits: u64, hashes: u64, seed: u32) -> Result<Filter> {
        Filter::empty(Head::new(scheme, Shape::new(scheme, bits, hashes)?, seed, None))
    }

    /// A filter with this head and no bit set.
    pub(crate) fn empty(head: Head) -> Result<Filter> {
        let bits = Bits::zeroed(head.shape.bits())?;
        Ok(Filter { head, bits })
    }

    /// What the filter is, but for its bits.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Inserts a key; true if the filter changed, so the key was certainly new.
    pub fn insert(&mut self, key: &[u8]) -> bool {
        self.insert_digest(scheme::digest(key, self.head.seed))
    }

    /// False: the key was definitely not inserted. True: possibly.
    pub fn contains(&self, key: &[u8]) -> bool {
        let mut probes = self.probes(scheme::digest(key, self.head.seed));
        for _ in 0..self.head.shape.hashes() {
            if !self.bits.get(probes.next()) {
                return false;
            }
        }
        true
    }

    /// Inserts every line of `text` (see [`key::lines`]); how many changed the filter.
    pub fn insert_lines(&mut self, text: &[u8]) -> u64 {
        let mut changed = 0;
        for key in key::lines(text) {
            changed += u64::from(self.insert(key));
        }
        changed
    }

    /// Calls `answer` with what [`contains`](Filter::contains) says of every line of `text`.
    pub fn contains_lines(&self, text: &[u8], mut answer: impl FnMut(bool)) {
        for key in key::lines(text) {
            answer(self.contains(key));
        }
    }

    /// Calls `take` with each position of a key, in the order in which they are probed.
    pub fn positions(&self, key: &[u8], mut take: impl FnMut(u64)) {
        let mut probes = self.probes(scheme::digest(key, self.head.seed));
        for _ in 0..self.head.shape.hashes() {
            take(probes.next());
        }
    }

    pub(crate) fn insert_digest(&mut self, digest: Digest) -> bool {
        let mut probes = self.probes(digest);
        let mut changed = false;
        for _ in 0..self.head.shape.hashes() {
            changed |= self.bits.set(probes.next());
        }
        self.head.inserted = self.head.inserted.saturating_add(1);
        changed
    }

    #[inline(always)]
    fn probes(&self, digest: Digest) -> impl Probes + use<> {
        scheme::probes(self.head.scheme, digest, self.head.shape)
    }

    /// True if the two filters answer alike for the same bits: same scheme, shape, seed and key
    /// encoding.
    pub fn is_compatible(&self, other: &Filter) -> bool {
        self.check_compatible(other).is_ok()
    }

    fn identity(&self) -> [u64; 5] {
        [
            self.head.scheme.id(),
            self.head.shape.bits(),
            self.head.shape.hashes(),
            u64::from(self.head.seed),
            self.head.encoding.id(),
        ]
    }

    fn check_compatible(&self, other: &Filter) -> Result<()> {
        let pairs = self.identity().into_iter().zip(other.identity());
        for (rule, (ours, theirs)) in IDENTITY.iter().zip(pairs) {
            if ours != theirs {
                return Err(rule.broken_by(theirs));
            }
        }
        Ok(())
    }

    /// True if the two filters are compatible and have the same bits. Counts, targets and
    /// metadata do not matter.
    pub fn equals(&self, other: &Filter) -> bool {
        self.is_compatible(other) && self.bits == other.bits
    }

    /// Takes the keys of `other` in.
    ///
    /// # Errors
    /// The filters are not compatible; this one is then unchanged.
    pub fn merge(&mut self, other: &Filter) -> Result<()> {
        self.check_compatible(other)?;
        self.bits.or(&other.bits);
        self.head.inserted = self.head.inserted.saturating_add(other.head.inserted);
        Ok(())
    }

    /// Keeps only what is also in `other`: every key that is in both, and perhaps "possibly" for
    /// a few more than a filter of those keys alone. It then counts as inserted the smaller of the
    /// two counts.
    ///
    /// # Errors
    /// The filters are not compatible; this one is then unchanged.
    pub fn intersect(&mut self, other: &Filter) -> Result<()> {
        self.check_compatible(other)?;
        self.bits.and(&other.bits);
        self.head.inserted = self.head.inserted.min(other.head.inserted);
        Ok(())
    }

    /// The filter of the keys of both: bit for bit what inserting them all would give.
    ///
    /// # Errors
    /// As [`Filter::merge`], or no memory.
    pub fn union(&self, other: &Filter) -> Result<Filter> {
        let mut both = self.copy()?;
        both.merge(other)?;
        Ok(both)
    }

    /// [`Filter::intersect`] into a new filter.
    ///
    /// # Errors
    /// As [`Filter::intersect`], or no memory.
    pub fn intersection(&self, other: &Filter) -> Result<Filter> {
        let mut both = self.copy()?;
        both.intersect(other)?;
        Ok(both)
    }

    /// A copy; unlike `clone`, it reports that there is no memory.
    ///
    /// # Errors
    /// No memory.
    pub fn copy(&self) -> Result<Filter> {
        let mut copy = Filter::empty(self.head)?;
        copy.bits.or(&self.bits);
        Ok(copy)
    }

    /// Forgets every key.
    pub fn clear(&mut self) {
        self.bits.clear();
        self.head.inserted = 0;
    }

    /// The filter of 1/`divisor` of the bits that inserting the same keys would have given: every
    /// `divisor` neighbours (bits; for blocked, lines) are OR-ed into one. It states no capacity.
    ///
    /// # Errors
    /// `divisor` does not divide the bits (standard), the bits of a slice (partitioned) or the
    /// lines (blocked); no memory.
    pub fn fold(&self, divisor: u64) -> Result<Filter> {
        if divisor == 0 || !self.head.shape.span().is_multiple_of(divisor) {
            return Err(DIVISOR.broken_by(divisor));
        }
        let mut head = self.head;
        head.shape = Shape::new(head.scheme, head.shape.bits() / divisor, head.shape.hashes())?;
        head.target = None;
        let mut folded = Filter::empty(head)?;
        let scheme = self.head.scheme;
        self.bits.each_one(|position| {
            folded.bits.set(scheme.fold(position, divisor));
        });
        Ok(folded)
    }

    /// The smallest fold that is still at or below `rate` for the keys the filter holds, judged by
    /// the bits that are really set.
    ///
    /// # Errors
    /// The filter is above `rate` as it is; `rate` out of range; no memory.
    pub fn shrink(&self, rate: f64) -> Result<Filter> {
        check_rate(rate)?;
        let span = self.head.shape.span();
        let keys = self.estimate().count as u64;
        let mut divisor = span;
        while divisor > 0 {
            // What the model puts far above the rate is not worth trying, unless so few bits are
            // left that luck decides, but not all of them must be set.
            let bits = self.head.shape.bits() / divisor;
            let model = params::false_positive_rate(bits, keys, self.head.shape.hashes());
            let hopeless = model > 2.0 * rate && (bits > 1 << 16 || model > 0.99);
            if !hopeless {
                let folded = self.fold(divisor)?;
                if folded.estimate().rate <= rate {
                    return Ok(folded);
                }
            }
            divisor = next_divisor(span, divisor);
        }
        Err(Error::new(&SHRUNK_RATE, Found::Real(rate), None))
    }

    /// The bits.
    pub fn bits(&self) -> &Bits {
        &self.bits
    }

    /// What the bits that are set speak for: how many distinct keys they hold, and the share of
    /// other keys that this very filter answers "possibly" for, if hashes are uniform. Slices and
    /// lines are judged each for itself.
    pub fn estimate(&self) -> Estimate {
        let (shape, partitioned) = (self.head.shape, self.head.scheme == Scheme::Partitioned);
        let group = match self.head.scheme {
            Scheme::Standard => shape.bits(),
            Scheme::Partitioned => shape.span(),
            Scheme::Blocked => LINE_BITS,
        };
        let exponent = if partitioned { 1 } else { shape.hashes() };
        let mut estimate =
            Estimate { set: 0, count: 0.0, rate: if partitioned { 1.0 } else { 0.0 } };
        let groups = shape.bits() / group;
        for i in 0..groups {
            let set = self.bits.count_range(i * group, (i + 1) * group);
            estimate.set += set;
            // A full line could hold any number; it counts as if one bit were missing.
            let counted =
                if self.head.scheme == Scheme::Blocked { set.min(group - 1) } else { set };
            estimate.count += params::estimated_count(group, shape.hashes(), counted);
            let rate = params::power(set as f64 / group as f64, exponent as f64);
            if partitioned {
                estimate.rate *= rate;
            } else {
                estimate.rate += rate / groups as f64;
            }
        }
        estimate
    }
}

/// What the set bits of a filter tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many bits are set.
    pub set: u64,
    /// How many distinct keys they speak for; infinite when all are set.
    pub count: f64,
    /// The share of never inserted keys that are answered "possibly".
    pub rate: f64,
}

/// The largest divisor of `number`, at most 2^32, that is smaller than `divisor`; 0 after 1.
fn next_divisor(number: u64, divisor: u64) -> u64 {
    // A large divisor is found sooner by its small partner.
    let mut partner = number / divisor + 1;
    while partner * partner <= number {
        if number.is_multiple_of(partner) {
            return number / partner;
        }
        partner += 1;
    }
    let mut smaller = (divisor - 1).min(partner);
    while smaller > 0 && !number.is_multiple_of(smaller) {
        smaller -= 1;
    }
    smaller
}
