//! The error type of the crate: the expected value, the actual value and the position.

use alloc::boxed::Box;
use core::fmt;

/// The kind of error. JavaScript sees its name ([`Code::name`]) as `code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// An argument is outside its range.
    Argument,
    /// Two filters cannot be combined.
    Incompatible,
    /// There is not enough memory for the filter.
    Memory,
    /// The platform has no source of random numbers.
    Random,
    /// The input ends too early.
    Truncated,
    /// Bytes follow the end of the input.
    TrailingBytes,
    /// The input does not begin like a file of this format.
    Magic,
    /// This release does not know a version, id or flag of the file.
    Unsupported,
    /// A field of the file is outside its range or contradicts another one.
    Invalid,
    /// The checksum does not match.
    Checksum,
    /// The string is not strict base64.
    Base64,
    /// The file of a keyed filter was read without its secret key, or with a wrong one.
    WrongKey,
    /// The file is valid, but another type or another build reads it.
    WrongClass,
}

impl Code {
    /// The stable name, for programs that handle errors.
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

    /// True if the *data* are invalid, rather than the call.
    pub const fn is_format(self) -> bool {
        !matches!(self, Code::Argument | Code::Incompatible | Code::Memory | Code::Random)
    }
}

/// The actual value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// A count, an id, a byte or a checksum.
    Integer(u64),
    /// A number with a fraction.
    Real(f64),
    /// No value, because a number would not help.
    Unsaid,
}

/// A rule that was broken. Rules are static and errors only point to them. This keeps errors small,
/// and the code that makes them too.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The kind of error.
    pub code: Code,
    /// The argument or field, by its name in the documentation.
    pub field: &'static str,
    /// The expected value; for a state, the whole sentence. `{}` stands for
    /// [`Error::expected_number`], or for the actual number if there is none.
    pub expected: &'static str,
    /// True if the message is a sentence of its own: "wrong key for this filter".
    pub is_state: bool,
}

/// An error of this crate: the broken rule, the actual value and the position. It is one pointer
/// wide, because results are passed more often than errors are made. It does not borrow from the
/// input.
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<Broken>);

#[derive(Clone, Debug, PartialEq)]
struct Broken {
    rule: &'static Rule,
    expected: Option<u64>,
    found: Found,
    offset: Option<u64>,
}

/// The result type of this crate.
pub type Result<T> = core::result::Result<T, Error>;

impl Rule {
    pub(crate) const fn new(code: Code, field: &'static str, expected: &'static str) -> Rule {
        Rule { code, field, expected, is_state: false }
    }

    /// A rule whose message is a sentence, without "expected".
    pub(crate) const fn state(code: Code, field: &'static str, sentence: &'static str) -> Rule {
        Rule { code, field, expected: sentence, is_state: true }
    }

    /// An error without an actual value, for a rule where a number would not help.
    #[cold]
    #[inline(never)]
    pub(crate) fn broken(&'static self) -> Error {
        Error::new(self, Found::Unsaid, None)
    }

    /// An error with the whole number that broke the rule.
    #[cold]
    #[inline(never)]
    pub(crate) fn broken_by(&'static self, found: u64) -> Error {
        Error::new(self, Found::Integer(found), None)
    }

    /// An error with the whole number that broke the rule and its offset in the input.
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
        Error(Box::new(Broken { rule, expected: None, found, offset }))
    }

    /// Adds the expected number to the error.
    #[cold]
    pub(crate) fn expecting(mut self, number: u64) -> Error {
        self.0.expected = Some(number);
        self
    }

    /// Adds the offset in the input to the error.
    #[cold]
    pub(crate) fn at(mut self, offset: u64) -> Error {
        self.0.offset = Some(offset);
        self
    }

    /// Moves the offset of the error by this number of bytes.
    pub(crate) fn moved_by(mut self, bytes: u64) -> Error {
        self.0.offset = self.0.offset.map(|offset| offset.saturating_add(bytes));
        self
    }

    /// The broken rule.
    pub fn rule(&self) -> &'static Rule {
        self.0.rule
    }

    /// The expected number, if the rule alone does not say it.
    pub fn expected_number(&self) -> Option<u64> {
        self.0.expected
    }

    /// The actual value.
    pub fn found(&self) -> Found {
        self.0.found
    }

    /// For invalid data, the offset in the input, in bytes (for base64, in characters).
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }
}

/// The largest whole number that JavaScript represents exactly. Larger numbers are printed in
/// hexadecimal.
pub(crate) const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// True if a whole number in an error of this code is printed in hexadecimal.
pub(crate) fn is_hexadecimal(code: Code, number: u64) -> bool {
    code == Code::Checksum || number > MAX_SAFE_INTEGER
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Rule { code, field, expected, is_state } = self.rule();
        let print = |f: &mut fmt::Formatter<'_>, number: u64| match is_hexadecimal(code, number) {
            true => write!(f, "{number:#018x}"),
            false => write!(f, "{number}"),
        };
        if !is_state {
            write!(f, "{field}: expected ")?;
        }
        let mut found = self.found();
        match (expected.split_once("{}"), self.expected_number(), found) {
            (Some((before, after)), Some(number), _) => {
                f.write_str(before)?;
                print(f, number)?;
                f.write_str(after)?;
            }
            (Some((before, after)), None, Found::Integer(number)) => {
                f.write_str(before)?;
                print(f, number)?;
                f.write_str(after)?;
                found = Found::Unsaid;
            }
            _ => f.write_str(expected)?,
        }
        match found {
            Found::Integer(number) => {
                f.write_str(", got ")?;
                print(f, number)?;
            }
            Found::Real(number) => write!(f, ", got {number}")?,
            Found::Unsaid => {}
        }
        match self.offset() {
            Some(offset) => write!(f, " (at offset {offset})"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Error {}
