//! `docfuse query`: search an index from the terminal.

pub mod args;
pub mod nested_filters;
mod shown;

use schemars::JsonSchema;
use serde::Serialize;

use super::clock::now;
use super::error::CliError;
use super::folder::IndexFolder;
use super::folder::reranker::TimedReranker;
use super::http::deadline::Deadline;
use super::output::say_pretty;
use super::shared_args::MatchArg;
use args::QueryArgs;
use docfuse::index::Pinned;
use docfuse::search::{Answer, Listing, Request};

/// What `docfuse query --json` prints: the answer to a query.
#[derive(Serialize, JsonSchema)]
pub struct QueryOutput<'a> {
    #[serde(flatten)]
    pub answer: &'a Answer,
    /// What the rules of the site show above the hits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pinned: Vec<Pinned<'a>>,
    /// Milliseconds, reading of the index included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<f64>,
}

/// Runs the command.
pub fn run(args: &QueryArgs) -> Result<(), CliError> {
    let started = now();
    let (text, indexes) = asked(&args.asked)?;
    let time = args.host.time();
    let mut index = IndexFolder::open_several(indexes, args.language.as_deref(), time)?;
    index.try_settings(&args.set)?;
    index.set_dense(args.dense);
    if !args.all_vectors {
        index.search_as_new_reader();
    }
    index.list_by(Listing {
        condition: args.filters.as_deref().map(nested_filters::read).transpose()?,
        sort: args.sort.clone().unwrap_or_default(),
    });
    index.rerank_by(TimedReranker::named(&args.rerank)?);
    index.set_deadline(Some(Deadline::of_call(time)));
    let mut answer = index.query(&request(text, args)?)?;
    let took_ms = started.elapsed().as_secs_f64() * 1e3;
    let pinned = index.pinned(text);
    if args.json {
        answer.keep_failures();
        return say_pretty("the answer", &QueryOutput { answer: &answer, pinned, took_ms: Some(took_ms) });
    }
    shown::about(&answer)?;
    shown::hits(&answer, &pinned, args.offset + 1)
}

/// The text of the query, and the indexes to search.
fn asked(given: &[String]) -> Result<(&String, &[String]), CliError> {
    match given.split_last() {
        Some((text, indexes)) if !indexes.is_empty() => Ok((text, indexes)),
        _ => Err(CliError::Argument(format!(
            "an index and the text of a query expected, only {:?} found; for example: docfuse query ./public/docfuse \
             \"install on Windows\"",
            given.join(" ")
        ))),
    }
}

fn request(text: &str, args: &QueryArgs) -> Result<Request, CliError> {
    let minimum_should_match = args.minimum_should_match.clone();
    Ok(Request {
        text: text.to_owned(),
        mode: args.mode.into(),
        limit: args.limit,
        offset: args.offset,
        text_length: 0,
        max_per_page: args.max_per_page,
        explain: args.explain,
        prefix: args.prefix,
        minimum_should_match: minimum_should_match.unwrap_or_else(|| MatchArg::minimum(args.words)),
        filters: filters(&args.filter)?,
        version: args.version.clone().unwrap_or_default(),
        facets: args.facets,
        rerank: args.rerank.reranker.is_some(),
        doc_aggregates: args.doc_aggregates,
        min_score: args.min_score,
        similarity_threshold: args.similarity_threshold,
        context: None,
    })
}

/// Parses `NAME=VALUE` options and groups the values by name.
pub fn filters(typed: &[String]) -> Result<Vec<(String, Vec<String>)>, CliError> {
    let mut filters: Vec<(String, Vec<String>)> = Vec::new();
    for filter in typed {
        let (name, value) = filter.split_once('=').ok_or_else(|| {
            CliError::Argument(format!(
                "--filter {filter}: NAME=VALUE expected, no = found; write, for example, kind=guide"
            ))
        })?;
        match filters.iter_mut().find(|(known, _)| known == name) {
            Some((_, values)) => values.push(value.to_owned()),
            None => filters.push((name.to_owned(), vec![value.to_owned()])),
        }
    }
    Ok(filters)
}
