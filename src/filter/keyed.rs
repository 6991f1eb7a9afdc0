//! Filters whose positions nobody foresees who does not have their secret key.

use alloc::vec::Vec;

use super::{Filter, Head};
use crate::cells::{Cells, Width};
use crate::error::{Code, Result, Rule};
use crate::key::KeyEncoding;
use crate::scheme::SecretKey;

static SCHEME: Rule = Rule::new(Code::Argument, "scheme", "a keyed one");
static SEED: Rule = Rule::new(Code::Argument, "seed", "0, as there is a key");
static WIDTH: Rule = Rule::new(Code::Argument, "counterBits", "1 in this scheme");
static ENCODING: Rule = Rule::new(Code::Argument, "keyEncoding", "1 in this scheme");

impl Filter {
    /// An empty filter of a keyed scheme.
    ///
    /// ```
    /// use edgebloom::{Filter, Head, Scheme, SecretKey, format, random_key};
    ///
    /// let secret = SecretKey::new(&random_key()?);
    /// let head = Head::with_rate(Scheme::KeyedStandard, 1_000, 0.01, 0)?;
    /// let mut filter = Filter::with_key(head, &secret)?;
    /// filter.insert(b"mailinator.com")?;
    ///
    /// let dump = format::to_bytes(&filter);
    /// assert!(format::keyed_from_bytes(&dump, &secret)?.contains(b"mailinator.com"));
    /// assert!(format::from_bytes(&dump).is_err());
    /// # Ok::<(), edgebloom::Error>(())
    /// ```
    ///
    /// # Errors
    /// A scheme that is not keyed; a seed, counters or a key encoding of another system; no memory.
    #[cfg_attr(not(feature = "compat"), doc(hidden), allow(private_interfaces))]
    pub fn with_key(head: Head, secret: &SecretKey) -> Result<Filter> {
        let Head { scheme, seed, width, encoding, .. } = head;
        if !scheme.is_keyed() {
            return Err(SCHEME.broken_by(scheme.id()));
        }
        if seed != 0 {
            return Err(SEED.broken_by(u64::from(seed)));
        }
        if width != Width::Bit {
            return Err(WIDTH.broken_by(width.bits()));
        }
        if encoding != KeyEncoding::Native {
            return Err(ENCODING.broken_by(encoding.id()));
        }
        Ok(Filter {
            head,
            // Never positions: what reads keyed dumps in JavaScript has bits only.
            cells: Cells::packed(head.shape.bits(), width)?,
            parameters: Vec::new(),
            secret: Some(*secret),
        })
    }
}
