//! [`Said`]: the messages that a program gets. Their names and doc comments are the schema of the protocol.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::failure::Failure;
use crate::build::report::{LeftOutPage, Report};
use crate::error::CliError;
use crate::eval;
use crate::query::QueryOutput;

/// A message that `docfuse pipe` writes, on a line of its own.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Said<'a> {
    /// The first message.
    Hello {
        /// Version of the protocol.
        protocol: u32,
        /// Version of the command.
        docfuse: &'a str,
    },
    /// What a request asked for.
    Result {
        /// That of the request.
        id: u64,
        #[schemars(with = "Outcome<'static>")]
        result: Value,
    },
    /// Why a request has no result.
    Error {
        /// That of the request; `null` if it has none.
        id: Option<u64>,
        error: Refusal,
    },
    /// What happens while a request is answered.
    Event {
        /// That of the request.
        id: u64,
        #[serde(flatten)]
        event: Event<'a>,
    },
}

/// Why a request has no result.
#[derive(Serialize, JsonSchema)]
pub struct Refusal {
    /// For programs.
    code: &'static str,
    /// For people.
    message: String,
}

impl From<Failure> for Refusal {
    fn from(Failure { code, message }: Failure) -> Self {
        Refusal { code, message }
    }
}

/// What happens.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// How far a step is.
    Progress { step: &'a str, done: u64, total: u64 },
    /// A line that the command would print.
    Line { text: &'a str },
    /// A warning or a note.
    Note { text: &'a str },
    /// A piece of a file of the index.
    File {
        /// Its name in the index folder.
        name: &'a str,
        /// In Base64.
        content: String,
        /// Whether it is the last piece.
        last: bool,
    },
}

/// The result of a method.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Outcome<'a> {
    /// `add_html`.
    Added {
        /// Why the page will not be indexed; `null` if it will.
        left_out: Option<LeftOutPage>,
    },
    /// `replace_record`.
    Replaced {
        /// Whether there was a record with its id.
        replaced: bool,
    },
    /// `remove`.
    Removed {
        /// How many records and pages.
        removed: usize,
    },
    /// `add_folder`.
    Folder {
        /// How many were read.
        files: usize,
    },
    /// `build`.
    Built(Report),
    /// `query`.
    Answer(QueryOutput<'a>),
    /// `evaluate`.
    Measured(eval::Report),
    /// `create`, `add_record` and `build_site`.
    Done {},
}

impl Outcome<'_> {
    /// As it is sent.
    pub fn value(&self) -> Result<Value, Failure> {
        serde_json::to_value(self).map_err(|error| CliError::json("the result")(error).into())
    }
}
