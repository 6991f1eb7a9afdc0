//! Keyed filters: only holders of the secret key can compute positions.

use alloc::vec::Vec;

use super::{Filter, Head};
use crate::cells::{Cells, Width};
use crate::error::{Code, Result, Rule};
use crate::key::KeyEncoding;
use crate::scheme::SecretKey;

static SCHEME: Rule = Rule::new(Code::Argument, "scheme", "a keyed scheme");
static SEED: Rule = Rule::new(Code::Argument, "seed", "0, because the secret key replaces it");
static WIDTH: Rule = Rule::new(Code::Argument, "counterBits", "1 in a keyed filter");
static ENCODING: Rule = Rule::new(Code::Argument, "keyEncoding", "1 in a keyed filter");

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
    /// let file = format::to_bytes(&filter);
    /// assert!(format::keyed_from_bytes(&file, &secret)?.contains(b"mailinator.com"));
    /// assert!(format::from_bytes(&file).is_err());
    /// # Ok::<(), edgebloom::Error>(())
    /// ```
    ///
    /// # Errors
    /// A scheme that is not keyed; a seed, counters, or a key encoding of another system; no
    /// memory.
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
            // Never sparse: the JavaScript reader of keyed filter files supports only packed bits.
            cells: Cells::packed(head.shape.bits(), width)?,
            parameters: Vec::new(),
            secret: Some(*secret),
        })
    }
}
