//! What took no full part in an answer: [`Degraded`].

use super::{Answer, Mode};
use crate::error_code::ErrorCode;
use crate::index::IndexError;
use crate::text::{concat, join};
use serde::Serialize;

/// Codes of what an index, or who asks, does without.
const ABSENT: [ErrorCode; 2] = [ErrorCode::NoDense, ErrorCode::EncoderOff];

/// A retriever that took no full part in an answer, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Degraded {
    /// Name of the retriever, such as `lexical` or `dense`; `links` for the list of links; `texts` if the texts of some
    /// hits are missing; `related` if related words are; `sort` and `filters` if the site has no such key or filter;
    /// `reranker` if no model reranked the hits.
    pub retriever: &'static str,
    /// Why, for programs.
    #[cfg_attr(test, ts(type = "ErrorCode"))]
    pub code: String,
    /// Why, for people.
    pub message: String,
    /// The index file at fault, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub file: Option<String>,
    /// Name of the site concerned, where several are searched.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub site: String,
}

impl Degraded {
    /// A warning that concerns the only index.
    pub(in crate::search) fn new(
        retriever: &'static str,
        code: String,
        message: String,
        file: Option<String>,
    ) -> Self {
        Degraded { retriever, code, message, file, site: String::new() }
    }

    /// A warning that the indexes have these names of `what`, and not the one that a request has.
    pub(in crate::search) fn unknown(part: &'static str, what: &str, names: &[&str], found: &str) -> Self {
        let there = join(names, " or ");
        let there = if there.is_empty() { "none, the site has none," } else { &there };
        let message = concat(&[what, " expected: ", there, "; ", found, " found"]);
        Degraded::new(part, ErrorCode::Request.as_str().to_owned(), message, None)
    }
}

impl Answer {
    /// Leaves failures alone in `degraded`. What is absent is one only where the query asks for it by its mode.
    pub fn keep_failures(&mut self) {
        let is_absent = |part: &Degraded| ABSENT.iter().any(|code| code.as_str() == part.code);
        if self.mode == Mode::Hybrid
            && let Some(degraded) = &mut self.degraded
        {
            degraded.retain(|part| !is_absent(part));
            self.degraded.take_if(|degraded| degraded.is_empty());
        }
    }
}

/// What is there of `found`, and why the rest is not.
pub(in crate::search) fn parted<T>(
    found: impl Iterator<Item = Result<T, Degraded>>,
) -> (Vec<T>, Vec<Degraded>) {
    let (mut there, mut degraded) = (Vec::new(), Vec::new());
    for each in found {
        match each {
            Ok(each) => there.push(each),
            Err(problem) => degraded.push(problem),
        }
    }
    (there, degraded)
}

/// A retriever's warning about a file.
pub(in crate::search) fn file_problem(retriever: &'static str, error: &IndexError) -> Degraded {
    Degraded::new(retriever, error.code().to_owned(), error.message(), error.file().map(str::to_owned))
}
