//! Errors of reading index files.

/// How bytes violate FORMAT.md. Each variant has what was expected and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file ends too early.
    #[error("{what}: {expected} bytes expected, {found} left; the file is cut short")]
    Truncated { what: &'static str, expected: u64, found: u64 },
    /// The file continues where it should end.
    #[error("{what}: end of file expected, {found} more bytes found")]
    Trailing { what: &'static str, found: u64 },
    /// The file does not start with "DFUS".
    #[error("not a docfuse index file: expected it to start with \"DFUS\", found {}", super::to_hex(found))]
    Magic { found: [u8; 4] },
    /// Another kind of file than the manifest says.
    #[error("expected a file of kind {expected}, found kind {found}")]
    Kind { expected: u8, found: u8 },
    /// Written by another version of docfuse.
    #[error(
        "format version {expected} expected, {found} found; build the index anew with this version of docfuse"
    )]
    Version { expected: u8, found: u8 },
    /// Belongs to another build of the index.
    #[error(
        "generation {expected} expected, {found} found; the files are of different builds, deploy all of one build"
    )]
    Generation { expected: Generation, found: Generation },
    /// A count, id or offset out of range.
    #[error("{what}: at most {at_most} expected, {found} found")]
    OutOfRange { what: &'static str, at_most: u64, found: u64 },
    /// A sequence that must rise does not.
    #[error("{what}: rising numbers expected, {found} found after {after}")]
    NotRising { what: &'static str, after: u64, found: u64 },
    /// NaN or infinity.
    #[error("{what}: a finite number expected")]
    NotFinite { what: &'static str },
    /// Text that is not UTF-8.
    #[error("{what}: UTF-8 text expected")]
    NotUtf8 { what: &'static str },
}

use super::Generation;
