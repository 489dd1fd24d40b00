//! What can go wrong between an index and its reader.

use crate::error_code::ErrorCode;
use crate::format::FormatError;

/// Why an index, or one file of it, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// The manifest is not what this version of docfuse reads.
    #[error("docfuse.json: {message}")]
    Manifest {
        /// What was expected and what was found.
        message: String,
    },
    /// A file's bytes are not what FORMAT.md says.
    #[error("{file}: {source}")]
    Format {
        /// Name of the file.
        file: String,
        /// What is wrong with its bytes.
        source: FormatError,
    },
    /// A file has another size than the manifest says.
    #[cfg(feature = "write")]
    #[error(
        "{file}: {expected} bytes expected, {found} found; the file is damaged or of another build, deploy the whole index folder again"
    )]
    Size {
        /// Name of the file.
        file: String,
        /// Bytes by the manifest.
        expected: u64,
        /// Bytes of the file.
        found: u64,
    },
    /// A file has another content than the manifest says.
    #[cfg(feature = "write")]
    #[error(
        "{file}: SHA-256 {expected} expected, {found} found; the file is damaged or of another build, deploy the whole index folder again"
    )]
    Hash {
        /// Name of the file.
        file: String,
        /// SHA-256 by the manifest, hexadecimal.
        expected: String,
        /// SHA-256 of the file, hexadecimal.
        found: String,
    },
    /// A block holds something else than the directory says.
    #[error(
        "{file}: a block with other content than expected found; the file is damaged or of another build, deploy the whole index folder again"
    )]
    Check {
        /// File of the block.
        file: String,
    },
    /// A block was handed in that the index does not have.
    #[error("a block of this index expected, one with the id {id} found")]
    Unknown {
        /// The id that the driver gave.
        id: u32,
    },
    /// A file could not be had.
    #[error("{file}: {message}")]
    Unavailable {
        /// Name of the file.
        file: String,
        /// The driver's reason.
        message: String,
    },
}

impl IndexError {
    /// For programs; see [`ErrorCode`].
    pub fn code(&self) -> &'static str {
        match self {
            IndexError::Manifest { .. } => ErrorCode::Manifest.as_str(),
            IndexError::Format { .. } | IndexError::Check { .. } => ErrorCode::Damaged.as_str(),
            #[cfg(feature = "write")]
            IndexError::Size { .. } | IndexError::Hash { .. } => ErrorCode::Damaged.as_str(),
            IndexError::Unknown { .. } => ErrorCode::UnknownBlock.as_str(),
            IndexError::Unavailable { .. } => ErrorCode::Unavailable.as_str(),
        }
    }

    /// The index file at fault, if there is one.
    pub fn file(&self) -> Option<&str> {
        match self {
            IndexError::Manifest { .. } => Some("docfuse.json"),
            IndexError::Unknown { .. } => None,
            #[cfg(feature = "write")]
            IndexError::Size { file, .. } | IndexError::Hash { file, .. } => Some(file),
            IndexError::Format { file, .. }
            | IndexError::Check { file }
            | IndexError::Unavailable { file, .. } => Some(file),
        }
    }
}
