//! The one error type: what is wrong, where, what was expected and what was found.

use alloc::boxed::Box;
use core::fmt;

/// What kind of thing is wrong. The text form ([`Code::name`]) is what JavaScript sees as `code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// An argument is outside its range.
    Argument,
    /// Two filters that cannot be combined.
    Incompatible,
    /// The memory for the filter could not be had.
    Memory,
    /// The platform gave no random numbers.
    Random,
    /// The input ends too early.
    Truncated,
    /// The input goes on after its end.
    TrailingBytes,
    /// The first bytes are not those of this format.
    Magic,
    /// A version, id or flag that this release does not know.
    Unsupported,
    /// A field of a dump is outside its range or disagrees with another one.
    Invalid,
    /// The checksum does not match.
    Checksum,
    /// The text is not canonical base64.
    Base64,
    /// A dump of a keyed filter, read without its key or with another one.
    WrongKey,
    /// A sound dump of a filter that another type or another build reads.
    WrongClass,
}

impl Code {
    /// The stable name, for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Code::Argument => "ARGUMENT",
            Code::Incompatible => "INCOMPATIBLE",
            Code::Memory => "MEMORY",
            Code::Random => "RANDOM",
            Code::Truncated => "TRUNCATED",
            Code::TrailingBytes => "TRAILING_BYTES",
            Code::Magic => "MAGIC",
            Code::Unsupported => "UNSUPPORTED",
            Code::Invalid => "INVALID",
            Code::Checksum => "CHECKSUM",
            Code::Base64 => "BASE64",
            Code::WrongKey => "WRONG_KEY",
            Code::WrongClass => "WRONG_CLASS",
        }
    }

    /// True for the codes that say the *data* is bad, not the call.
    pub const fn is_format(self) -> bool {
        !matches!(self, Code::Argument | Code::Incompatible | Code::Memory | Code::Random)
    }
}

/// What stood where something else was expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// A count, an id, a byte.
    Integer(u64),
    /// A rate.
    Real(f64),
    /// Nothing that a number could tell.
    Unsaid,
}

/// What can go wrong, said once: errors point to it, which keeps them and the code that makes them
/// small.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// What kind of thing is wrong.
    pub code: Code,
    /// The argument or field, by the name the documentation gives it.
    pub field: &'static str,
    /// What would have been right.
    pub expected: &'static str,
}

/// An error of this crate: which rule was broken, by what, and where. One pointer wide, as results
/// are passed more often than errors are made; no part of it borrows from the input.
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<Broken>);

#[derive(Clone, Debug, PartialEq)]
struct Broken {
    rule: &'static Rule,
    found: Found,
    offset: Option<u64>,
}

/// The result type of this crate.
pub type Result<T> = core::result::Result<T, Error>;

impl Rule {
    pub(crate) const fn new(code: Code, field: &'static str, expected: &'static str) -> Rule {
        Rule { code, field, expected }
    }

    /// The error that this whole number broke the rule.
    #[cold]
    #[inline(never)]
    pub(crate) fn broken_by(&'static self, found: u64) -> Error {
        Error::new(self, Found::Integer(found), None)
    }

    /// The error that this whole number at `offset` broke the rule.
    #[cold]
    #[inline(never)]
    pub(crate) fn broken_at(&'static self, offset: u64, found: u64) -> Error {
        Error::new(self, Found::Integer(found), Some(offset))
    }
}

impl Error {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(rule: &'static Rule, found: Found, offset: Option<u64>) -> Error {
        Error(Box::new(Broken { rule, found, offset }))
    }

    /// The same error, of what is so many bytes further on in the input.
    pub(crate) fn moved_by(mut self, bytes: u64) -> Error {
        self.0.offset = self.0.offset.map(|offset| offset.saturating_add(bytes));
        self
    }

    /// The rule that was broken.
    pub fn rule(&self) -> &'static Rule {
        self.0.rule
    }

    /// What was there instead.
    pub fn found(&self) -> Found {
        self.0.found
    }

    /// For bad data: where in the input, in bytes (for base64, in characters).
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}", self.rule().field, self.rule().expected)?;
        match self.found() {
            Found::Integer(n) => write!(f, ", found {n}")?,
            Found::Real(x) => write!(f, ", found {x}")?,
            Found::Unsaid => {}
        }
        match self.offset() {
            Some(offset) => write!(f, " (at offset {offset})"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Error {}
