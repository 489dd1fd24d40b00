//! What errors of reading say exactly, and how: in all builds but those that most pages load.

use std::fmt;

use super::{FormatError, to_hex};

/// A part of an error: what was read, expected or found.
pub type Detail<T> = T;

pub(super) fn detail<T>(value: T) -> Detail<T> {
    value
}

impl FormatError {
    /// What was expected and what was found.
    pub fn message(&self) -> String {
        self.to_string()
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
