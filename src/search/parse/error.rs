//! Errors of requests.

use std::fmt;

use crate::error_code::ErrorCode;
use crate::text::concat;

/// Why a request is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryError {
    /// The text is neither a whole number nor a percentage.
    MinimumShouldMatch {
        /// The beginning of the invalid text.
        found: String,
    },
}

impl QueryError {
    /// The code for programs; see [`ErrorCode`].
    pub fn code(&self) -> &'static str {
        ErrorCode::Request.as_str()
    }

    /// What was expected and what was found. Formatting would link its machinery into the first module.
    pub fn message(&self) -> String {
        let QueryError::MinimumShouldMatch { found } = self;
        concat(&[
            "minimum_should_match: a whole number (2) or a percentage (75%) expected, `",
            found,
            "` found",
        ])
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for QueryError {}
