//! [`CliError`]: the errors that the command prints, each with the way to fix it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::http::HttpError;
use super::output::printable::path as shown;
use docfuse::index::{BuildError, IndexError};
use docfuse::search::QueryError;
use docfuse_encoder::EmbedError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A file or folder could not be read or written.
    #[error("cannot {action} {}: {source}{}", shown(path), advice(source.kind()))]
    File {
        /// What failed: "read", "write", …
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// Standard output could not be written, often because its reader has exited.
    #[error("cannot write to standard output: {source}")]
    Output {
        /// The system's error.
        source: std::io::Error,
    },
    /// An option, an argument or a parameter is not what was expected.
    #[error("{0}")]
    Argument(String),
    /// A file or a folder is not what was expected there.
    #[error("{}: {message}", shown(path))]
    At { path: PathBuf, message: String },
    /// Parts, pages or settings do not fit together.
    #[error("{0}")]
    Mismatch(String),
    /// A measure or a size is beyond its limit.
    #[error("{0}")]
    Limit(String),
    /// A value cannot be written as JSON.
    #[error("{what} cannot be written as JSON: {source}; please report this")]
    Json {
        /// Names the value.
        what: &'static str,
        /// Why.
        source: serde_json::Error,
    },
    /// The system has no port or no thread to give.
    #[error("{0}")]
    System(String),
    /// The settings file is invalid.
    #[error("{}: {message}", shown(path))]
    Config { path: PathBuf, message: String },
    /// The index is damaged, incomplete or of another version.
    #[error("{}: {source}", shown(index))]
    Index { index: PathBuf, source: IndexError },
    /// The index cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The engine cannot answer a query.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A host does not answer.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// A host answers with something else than expected.
    #[error("{0}")]
    Host(String),
    /// The encoder's folder is incomplete or invalid.
    #[error("{}: {message}", shown(path))]
    Model { path: PathBuf, message: String },
    /// The encoder failed on a text.
    #[error("the encoder failed on {what}: {source}")]
    Encoder {
        /// Names the text.
        what: &'static str,
        /// Why.
        source: EmbedError,
    },
}

/// What to do about an error of the system.
fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "; check the name",
        ErrorKind::PermissionDenied => "; allow it to this user, or name another place",
        ErrorKind::ReadOnlyFilesystem => "; name a folder that can be written",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "; free some space, or name a folder elsewhere",
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => "; expected a folder, found a file",
        ErrorKind::IsADirectory => "; expected a file, found a folder",
        ErrorKind::InvalidData => "; expected text in UTF-8",
        _ => "",
    }
}

impl CliError {
    /// The exit code of a command that ends with it: as that of clap, if the command was called wrongly.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Argument(_) => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        }
    }

    /// Makes a closure for `map_err` on file-system calls: "cannot `action` `path`".
    pub fn file<'a>(action: &'static str, path: &'a Path) -> impl FnOnce(std::io::Error) -> CliError + 'a {
        move |source| CliError::File { action, path: path.to_owned(), source }
    }

    /// The file or folder `path` is not what was expected there.
    pub fn at(path: &Path, message: impl Into<String>) -> CliError {
        CliError::At { path: path.to_owned(), message: message.into() }
    }

    /// Makes a closure for `map_err` on calls that write JSON; `what` names the value.
    pub fn json(what: &'static str) -> impl Fn(serde_json::Error) -> CliError {
        move |source| CliError::Json { what, source }
    }

    /// Makes a closure for `map_err` on calls that read the index in the folder `index`.
    pub fn index(index: &Path) -> impl Fn(IndexError) -> CliError + '_ {
        move |source| CliError::Index { index: index.to_owned(), source }
    }
}
