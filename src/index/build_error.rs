//! [`BuildError`]: why an index cannot be built.

use crate::dense::DenseError;
use crate::format::FormatError;
use crate::links::LinkError;

/// Why an index cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// More sections than an index can hold.
    #[error("lexical index: {0}; split the site into several indexes")]
    Lexical(#[from] FormatError),
    /// Vectors that do not form a dense index.
    #[error("dense index: {0}")]
    Dense(#[from] DenseError),
    /// Links that do not form a graph.
    #[error("link graph: {0}")]
    Links(#[from] LinkError),
    /// A word table without rows.
    #[error("the encoder's word table has no rows; import the model again")]
    NoRows,
    /// A file too large for static hosts or browsers.
    #[error(
        "{kind} file: at most {at_most} bytes expected, {found} found; split the site into several indexes, or leave \
         parts of it out"
    )]
    TooLarge {
        /// Kind of the file.
        kind: &'static str,
        /// Limit in bytes.
        at_most: u64,
        /// Size of the file in bytes.
        found: u64,
    },
}
