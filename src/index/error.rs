//! Errors of reading an index.

use std::error::Error;
use std::fmt;

use crate::error_code::ErrorCode;
use crate::format::FormatError;
use crate::text::{concat, decimal};

/// Why an index, or one of its files, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// This version of docfuse cannot read the manifest.
    Manifest {
        /// What was expected and what was found.
        message: String,
    },
    /// A file's bytes violate FORMAT.md.
    Format {
        /// Name of the file.
        file: String,
        /// What is wrong with its bytes.
        source: FormatError,
    },
    /// A file's size or hash differs from the manifest.
    Differs {
        /// Name of the file.
        file: String,
        /// What was expected and what was found.
        message: String,
    },
    /// The index has no block with the supplied id.
    Unknown {
        /// The id that the driver gave.
        id: u32,
    },
    /// A file could not be fetched.
    Unavailable {
        /// Name of the file.
        file: String,
        /// The driver's reason, which names the file or its address.
        message: String,
    },
}

impl IndexError {
    /// Stable code for programs; see [`ErrorCode`].
    pub fn code(&self) -> &'static str {
        match self {
            IndexError::Manifest { .. } => ErrorCode::Manifest.as_str(),
            IndexError::Format { .. } | IndexError::Differs { .. } => ErrorCode::Damaged.as_str(),
            IndexError::Unknown { .. } => ErrorCode::UnknownBlock.as_str(),
            IndexError::Unavailable { .. } => ErrorCode::Unavailable.as_str(),
        }
    }

    /// The index file at fault, if there is one.
    pub fn file(&self) -> Option<&str> {
        match self {
            IndexError::Manifest { .. } => Some("docfuse.json"),
            IndexError::Unknown { .. } => None,
            IndexError::Format { file, .. }
            | IndexError::Differs { file, .. }
            | IndexError::Unavailable { file, .. } => Some(file),
        }
    }

    /// What was expected and what was found. Formatting would link its machinery into the first module.
    pub fn message(&self) -> String {
        match self {
            IndexError::Manifest { message } => concat(&["docfuse.json: ", message]),
            IndexError::Format { file, source } => concat(&[file, ": ", &source.message()]),
            IndexError::Differs { file, message } => concat(&[file, ": ", message]),
            IndexError::Unknown { id } => {
                concat(&["a block of this index expected, one with the id ", &decimal(*id), " found"])
            }
            IndexError::Unavailable { message, .. } => message.clone(),
        }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl Error for IndexError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            IndexError::Format { source, .. } => Some(source),
            _ => None,
        }
    }
}
