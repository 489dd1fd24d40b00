//! [`Failure`]: why a request has no result, with a code for programs.

use crate::error::CliError;

/// An error of a request.
#[derive(Debug)]
pub struct Failure {
    pub code: &'static str,
    pub message: String,
}

impl Failure {
    /// A message that is no request, or one that is too long.
    pub fn message(message: String) -> Self {
        Failure { code: "message", message }
    }

    /// A method that this protocol does not have.
    pub fn method(message: String) -> Self {
        Failure { code: "method", message }
    }

    /// Parameters that the method does not take.
    pub fn params(message: String) -> Self {
        Failure { code: "params", message }
    }

    /// Settings that are none.
    pub fn settings(message: String) -> Self {
        Failure { code: "settings", message }
    }

    /// A request before the one that it needs.
    pub fn order(message: String) -> Self {
        Failure { code: "order", message }
    }
}

impl From<CliError> for Failure {
    fn from(error: CliError) -> Self {
        let code = match &error {
            CliError::File { .. } => "file",
            CliError::Output { .. } => "output",
            CliError::Argument(_) | CliError::At { .. } | CliError::Mismatch(_) => "input",
            CliError::Limit(_) => "limit",
            CliError::Json { .. } | CliError::System(_) => "system",
            CliError::Query(_) => "query",
            CliError::Config { .. } => "settings",
            CliError::Index { .. } => "index",
            CliError::Build(_) => "build",
            CliError::Http(_) | CliError::Host(_) => "network",
            CliError::Model { .. } | CliError::Encoder { .. } => "model",
        };
        Failure { code, message: error.to_string() }
    }
}
