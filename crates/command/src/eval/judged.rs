//! Queries with known answers, from the files that `--queries` and `--qrels` name.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;

use super::args::{JudgedArgs, Level};
use super::expected::Names;
use super::metrics::Judgements;
use super::queries_yml;
use crate::error::CliError;
use crate::files;
use crate::folder::IndexFolder;
use crate::folder::plain_address::plain;
use docfuse::search::{Mode, Request};
use docfuse_site::wording;

/// A query and its known answers.
pub struct Judged {
    /// Names it in reports; unique.
    pub id: String,
    pub text: String,
    /// Grades by page or by section, as `level` says.
    pub judgements: Judgements,
    pub level: Level,
}

impl Judged {
    /// The query for `limit` documents.
    pub fn request(&self, mode: Mode, limit: usize) -> Request {
        Request {
            text: self.text.clone(),
            mode,
            limit,
            // A page has the rank of its best section; further sections would only use up ranks.
            max_per_page: usize::from(self.level == Level::Page),
            ..Request::default()
        }
    }
}

/// Reads the queries: `queries.yml`, by its ending, else JSONL with TSV.
///
/// # Errors
/// Files that cannot be read, no query with a known answer, or a page or section in `queries.yml` that `index` does not
/// have.
pub fn read(args: &JudgedArgs, index: &mut IndexFolder) -> Result<Vec<Judged>, CliError> {
    let ending = args.queries.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match (matches!(ending, "yml" | "yaml"), &args.qrels) {
        (true, None) => read_yml(&args.queries, index),
        (true, Some(_)) => Err(CliError::at(
            &args.queries,
            "--qrels is for queries in JSONL; in YAML, queries stand with the pages expected",
        )),
        (false, Some(qrels)) => read_beir(&args.queries, qrels, args.level),
        (false, None) => Err(CliError::at(
            &args.queries,
            "--qrels FILE expected, with the known answers; or queries in YAML, in a file that ends in .yml",
        )),
    }
}

fn read_yml(path: &Path, index: &mut IndexFolder) -> Result<Vec<Judged>, CliError> {
    let failed = |message: String| CliError::at(path, message.to_string());
    of_text(&files::read_text(path)?, index).map_err(failed)
}

/// The queries in the text of a `queries.yml`, which may be JSON.
///
/// # Errors
/// What is wrong, with the line.
pub fn of_text(text: &str, index: &mut IndexFolder) -> Result<Vec<Judged>, String> {
    let written = queries_yml::parse(text)?;
    let names = Names::read(index);
    written.iter().map(|query| names.judged(query)).collect()
}

#[derive(Deserialize)]
struct QueryRecord {
    #[serde(rename = "_id")]
    id: String,
    text: String,
}

/// Reads queries and judgements in the form of BEIR; leaves out queries without a relevant document.
fn read_beir(queries: &Path, qrels: &Path, level: Level) -> Result<Vec<Judged>, CliError> {
    let mut judgements = read_qrels(qrels)?;
    let judged: Vec<Judged> = read_queries(queries)?
        .into_iter()
        .filter_map(|QueryRecord { id, text }| {
            Some(Judged { judgements: judgements.remove(&id)?, id, text, level })
        })
        .collect();
    if judged.is_empty() {
        return Err(CliError::at(
            qrels,
            format!(
                "no query of {} has an answer here; the first column must hold the queries' _id",
                queries.display()
            ),
        ));
    }
    Ok(judged)
}

fn read_queries(path: &Path) -> Result<Vec<QueryRecord>, CliError> {
    let text = files::read_text(path)?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| {
            wording::json(line.as_bytes()).map_err(|told| {
                let advice = "write a query such as {\"_id\": \"1\", \"text\": \"…\"}";
                CliError::at(path, format!("line {number}: {told}; {advice}"))
            })
        })
        .collect()
}

/// Reads judgements by query id; those with grade 0 or less ("not relevant") are left out.
fn read_qrels(path: &Path) -> Result<HashMap<String, Judgements>, CliError> {
    let text = files::read_text(path)?;
    let mut qrels: HashMap<String, Judgements> = HashMap::new();
    for (line, number) in text.lines().zip(1..).skip(1).filter(|(line, _)| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let grade = fields.get(2).and_then(|grade| grade.trim().parse::<f64>().ok());
        let (&[query, document, ..], Some(grade)) = (fields.as_slice(), grade) else {
            let found: String = line.chars().take(60).collect();
            let message =
                format!("query, document and grade, separated by tabs, expected, \"{found}\" found");
            return Err(CliError::at(path, format!("line {number}: {message}")));
        };
        if grade > 0.0 {
            qrels.entry(query.to_owned()).or_default().insert(plain(document), grade);
        }
    }
    Ok(qrels)
}
