//! What the command tells the user when it cannot go on.

use std::path::{Path, PathBuf};

use crate::index::{BuildError, IndexError};

/// Why a command failed, with what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A file or folder could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    File { action: &'static str, path: PathBuf, source: std::io::Error },
    /// Standard output is gone.
    #[error("cannot write to standard output: {source}")]
    Output { source: std::io::Error },
    /// Something that was named is not what it should be.
    #[error("{0}")]
    Input(String),
    /// The settings are not right.
    #[error("{}: {message}", path.display())]
    Config { path: PathBuf, message: String },
    /// The index is not right.
    #[error("{}: {source}", index.display())]
    Index { index: PathBuf, source: IndexError },
    /// The index cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The encoder is not right.
    #[error("{}: {message}", path.display())]
    Model { path: PathBuf, message: String },
}

impl CliError {
    /// For `map_err` on file-system calls.
    pub fn file<'a>(action: &'static str, path: &'a Path) -> impl FnOnce(std::io::Error) -> CliError + 'a {
        move |source| CliError::File { action, path: path.to_owned(), source }
    }

    /// For `map_err` on what an index says.
    pub fn index(index: &Path) -> impl Fn(IndexError) -> CliError + '_ {
        move |source| CliError::Index { index: index.to_owned(), source }
    }
}
