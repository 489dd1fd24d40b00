//! Errors of reading index files.

use std::fmt;

use super::{Generation, to_hex};

/// How bytes violate FORMAT.md. Each variant has what was expected and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The file ends too early.
    Truncated {
        /// The structure being read.
        what: &'static str,
        /// Bytes needed next.
        expected: u64,
        /// Bytes left.
        found: u64,
    },
    /// The file goes on where it should end.
    Trailing {
        /// The structure that was read.
        what: &'static str,
        /// Bytes after its end.
        found: u64,
    },
    /// The first four bytes are not Docfuse's.
    Magic {
        /// The file's first four bytes.
        found: [u8; 4],
    },
    /// Another kind of docfuse file than the manifest says.
    Kind {
        /// The expected [`FileKind`](super::FileKind), as stored.
        expected: u8,
        /// The kind in the header.
        found: u8,
    },
    /// Written by another version of docfuse.
    Version {
        /// The version that this code reads.
        expected: u8,
        /// The version in the header.
        found: u8,
    },
    /// Belongs to another build of the index.
    Generation {
        /// Generation of the directory.
        expected: Generation,
        /// Generation in the header.
        found: Generation,
    },
    /// A count, id or offset beyond its limit.
    OutOfRange {
        /// The number being read.
        what: &'static str,
        /// Its limit, inclusive.
        at_most: u64,
        /// The number in the file.
        found: u64,
    },
    /// A sequence that must rise does not.
    NotRising {
        /// The sequence being read.
        what: &'static str,
        /// The number before it.
        after: u64,
        /// The number in the file.
        found: u64,
    },
    /// NaN or infinity.
    NotFinite {
        /// The number being read.
        what: &'static str,
    },
    /// Text that is not UTF-8.
    NotUtf8 {
        /// The text being read.
        what: &'static str,
    },
}

/// Whether messages say what was expected and found. Those of the modules that most pages load say only what to do: the
/// rest is one percent of all code before the first answer. `docfuse verify` says it.
const IS_EXACT: bool = cfg!(feature = "dense");

/// The name of a structure, if messages have it.
pub(super) fn named(what: &'static str) -> &'static str {
    if IS_EXACT { what } else { "" }
}

impl FormatError {
    /// What was expected and what was found, or what to do. Formatting would link its machinery into the first module.
    pub fn message(&self) -> String {
        if IS_EXACT {
            return self.to_string();
        }
        "the file is damaged or of another build, deploy the whole index folder again".to_owned()
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Truncated { what, expected, found } => {
                write!(f, "{what}: {expected} bytes expected, {found} left; the file is cut short")
            }
            FormatError::Trailing { what, found } => {
                write!(f, "{what}: end of file expected, {found} more bytes found")
            }
            FormatError::Magic { found } => {
                let found = to_hex(found);
                write!(f, "not a docfuse index file: expected it to start with \"DFUS\", found {found}")
            }
            FormatError::Kind { expected, found } => {
                write!(f, "expected a file of kind {expected}, found kind {found}")
            }
            FormatError::Version { expected, found } => write!(
                f,
                "format version {expected} expected, {found} found; build the index anew with this version of docfuse"
            ),
            FormatError::Generation { expected, found } => write!(
                f,
                "generation {expected} expected, {found} found; the files are of different builds, deploy all of one \
                 build"
            ),
            FormatError::OutOfRange { what, at_most, found } => {
                write!(f, "{what}: at most {at_most} expected, {found} found")
            }
            FormatError::NotRising { what, after, found } => {
                write!(f, "{what}: rising numbers expected, {found} found after {after}")
            }
            FormatError::NotFinite { what } => write!(f, "{what}: a finite number expected"),
            FormatError::NotUtf8 { what } => write!(f, "{what}: UTF-8 text expected"),
        }
    }
}

impl std::error::Error for FormatError {}
