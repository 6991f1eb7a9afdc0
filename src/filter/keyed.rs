//! Keyed filters: only holders of the secret key can compute positions.

use super::{Filter, Header};
use crate::cells::{Cells, Width};
use crate::error::{Code, Result, Rule};
use crate::secret_key::SecretKey;

static SEED: Rule = Rule::new(Code::Argument, "seed", "0, because the secret key replaces it");
static WIDTH: Rule = Rule::new(Code::Argument, "counterBits", "1 in a keyed filter");

impl Filter {
    /// An empty keyed filter.
    ///
    /// ```
    /// use edgebloom::{Filter, Header, Layout, SecretKey, format, random_key};
    ///
    /// let secret = SecretKey::new(&random_key()?);
    /// let header = Header::with_rate(Layout::Standard, 1_000, 0.01, 0)?;
    /// let mut filter = Filter::with_key(header, &secret)?;
    /// filter.insert(b"mailinator.com")?;
    ///
    /// let file = format::to_bytes(&filter);
    /// assert!(format::keyed_from_bytes(&file, &secret)?.contains(b"mailinator.com"));
    /// assert!(format::from_bytes(&file).is_err());
    /// # Ok::<(), edgebloom::Error>(())
    /// ```
    ///
    /// # Errors
    /// A seed or counters; no memory.
    pub fn with_key(header: Header, secret: &SecretKey) -> Result<Filter> {
        if header.seed != 0 {
            return Err(SEED.broken_by(u64::from(header.seed)));
        }
        if header.width != Width::Bit {
            return Err(WIDTH.broken_by(header.width.bits()));
        }
        // Never sparse: the JavaScript reader of keyed filter files supports only packed bits.
        let cells = Cells::packed(header.shape.bits(), Width::Bit)?;
        Ok(Filter::of_cells(header, cells, Some(*secret)))
    }

    /// The check of the secret key, as it is in a filter file; `None` if the filter has no secret
    /// key.
    pub fn key_check(&self) -> Option<[u8; 8]> {
        self.secret.map(|secret| secret.check())
    }
}
