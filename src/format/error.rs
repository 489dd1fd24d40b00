//! Errors of reading index files.

/// How bytes violate FORMAT.md. Each variant has what was expected and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file ends too early.
    #[error("{what}: {expected} bytes expected, {found} left; the file is cut short")]
    Truncated {
        /// The structure being read.
        what: &'static str,
        /// Bytes needed next.
        expected: u64,
        /// Bytes left.
        found: u64,
    },
    /// The file goes on where it should end.
    #[error("{what}: end of file expected, {found} more bytes found")]
    Trailing {
        /// The structure that was read.
        what: &'static str,
        /// Bytes after its end.
        found: u64,
    },
    /// The first four bytes are not Docfuse's.
    #[error("not a docfuse index file: expected it to start with \"DFUS\", found {}", super::to_hex(found))]
    Magic {
        /// The file's first four bytes.
        found: [u8; 4],
    },
    /// Another kind of docfuse file than the manifest says.
    #[error("expected a file of kind {expected}, found kind {found}")]
    Kind {
        /// The expected [`FileKind`](super::FileKind), as stored.
        expected: u8,
        /// The kind in the header.
        found: u8,
    },
    /// Written by another version of docfuse.
    #[error(
        "format version {expected} expected, {found} found; build the index anew with this version of docfuse"
    )]
    Version {
        /// The version that this code reads.
        expected: u8,
        /// The version in the header.
        found: u8,
    },
    /// Belongs to another build of the index.
    #[error(
        "generation {expected} expected, {found} found; the files are of different builds, deploy all of one build"
    )]
    Generation {
        /// Generation of the directory.
        expected: Generation,
        /// Generation in the header.
        found: Generation,
    },
    /// A count, id or offset beyond its limit.
    #[error("{what}: at most {at_most} expected, {found} found")]
    OutOfRange {
        /// The number being read.
        what: &'static str,
        /// Its limit, inclusive.
        at_most: u64,
        /// The number in the file.
        found: u64,
    },
    /// A sequence that must rise does not.
    #[error("{what}: rising numbers expected, {found} found after {after}")]
    NotRising {
        /// The sequence being read.
        what: &'static str,
        /// The number before it.
        after: u64,
        /// The number in the file.
        found: u64,
    },
    /// NaN or infinity.
    #[error("{what}: a finite number expected")]
    NotFinite {
        /// The number being read.
        what: &'static str,
    },
    /// Text that is not UTF-8.
    #[error("{what}: UTF-8 text expected")]
    NotUtf8 {
        /// The text being read.
        what: &'static str,
    },
}

use super::Generation;
