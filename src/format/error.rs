//! Errors of reading index files.

use super::Generation;
use super::detail::{Detail, detail};

/// How bytes violate FORMAT.md. Each variant has what was expected and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The file ends too early.
    Truncated {
        /// The structure being read.
        what: Detail<&'static str>,
        /// Bytes needed next.
        expected: Detail<u64>,
        /// Bytes left.
        found: Detail<u64>,
    },
    /// The file goes on where it should end.
    Trailing {
        /// The structure that was read.
        what: Detail<&'static str>,
        /// Bytes after its end.
        found: Detail<u64>,
    },
    /// The first four bytes are not Docfuse's.
    Magic {
        /// The file's first four bytes.
        found: Detail<[u8; 4]>,
    },
    /// Another kind of docfuse file than the manifest says.
    Kind {
        /// The expected [`FileKind`](super::FileKind), as stored.
        expected: Detail<u8>,
        /// The kind in the header.
        found: Detail<u8>,
    },
    /// Written by another version of docfuse.
    Version {
        /// The version that this code reads.
        expected: Detail<u8>,
        /// The version in the header.
        found: Detail<u8>,
    },
    /// Belongs to another build of the index.
    Generation {
        /// Generation of the directory.
        expected: Detail<Generation>,
        /// Generation in the header.
        found: Detail<Generation>,
    },
    /// A count, id or offset beyond its limit.
    OutOfRange {
        /// The number being read.
        what: Detail<&'static str>,
        /// Its limit, inclusive.
        at_most: Detail<u64>,
        /// The number in the file.
        found: Detail<u64>,
    },
    /// A sequence that must rise does not.
    NotRising {
        /// The sequence being read.
        what: Detail<&'static str>,
        /// The number before it.
        after: Detail<u64>,
        /// The number in the file.
        found: Detail<u64>,
    },
    /// NaN or infinity.
    NotFinite {
        /// The number being read.
        what: Detail<&'static str>,
    },
    /// Text that is not UTF-8.
    NotUtf8 {
        /// The text being read.
        what: Detail<&'static str>,
    },
}

impl FormatError {
    pub(crate) fn truncated(what: &'static str, expected: u64, found: u64) -> Self {
        FormatError::Truncated { what: detail(what), expected: detail(expected), found: detail(found) }
    }

    pub(crate) fn trailing(what: &'static str, found: u64) -> Self {
        FormatError::Trailing { what: detail(what), found: detail(found) }
    }

    pub(super) fn magic(found: [u8; 4]) -> Self {
        FormatError::Magic { found: detail(found) }
    }

    pub(super) fn kind(expected: u8, found: u8) -> Self {
        FormatError::Kind { expected: detail(expected), found: detail(found) }
    }

    pub(super) fn version(expected: u8, found: u8) -> Self {
        FormatError::Version { expected: detail(expected), found: detail(found) }
    }

    pub(super) fn generation(expected: Generation, found: Generation) -> Self {
        FormatError::Generation { expected: detail(expected), found: detail(found) }
    }

    pub(crate) fn out_of_range(what: &'static str, at_most: u64, found: u64) -> Self {
        FormatError::OutOfRange { what: detail(what), at_most: detail(at_most), found: detail(found) }
    }

    pub(crate) fn not_rising(what: &'static str, after: u64, found: u64) -> Self {
        FormatError::NotRising { what: detail(what), after: detail(after), found: detail(found) }
    }

    pub(crate) fn not_finite(what: &'static str) -> Self {
        FormatError::NotFinite { what: detail(what) }
    }

    pub(crate) fn not_utf8(what: &'static str) -> Self {
        FormatError::NotUtf8 { what: detail(what) }
    }
}

impl std::error::Error for FormatError {}
