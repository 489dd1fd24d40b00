//! `docfuse eval`: quality and speed of an index on queries with judged answers.

use std::collections::HashMap;
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::args::{EvalArgs, EvalMode, Level};
use super::error::CliError;
use super::files;
use super::folder::IndexFolder;
use super::metrics::{Judgements, QueryScore, mean, percentile, score};
use super::output::{progress, remark, say};
use crate::search::{Answer, Mode, Request};

/// Depth of most measures: a reader's first page of hits.
const SHALLOW: usize = 10;
/// Depth of recall@100.
const DEEP: usize = 100;

#[derive(Deserialize)]
struct QueryRecord {
    #[serde(rename = "_id")]
    id: String,
    text: String,
}

/// Figures of one mode: means over the queries, times in milliseconds.
#[derive(Serialize)]
struct Figures {
    #[serde(rename = "ndcg@10")]
    ndcg_10: f64,
    #[serde(rename = "mrr@10")]
    mrr_10: f64,
    #[serde(rename = "recall@10")]
    recall_10: f64,
    #[serde(rename = "recall@100")]
    recall_100: f64,
    #[serde(rename = "success@1")]
    success_1: f64,
    #[serde(rename = "success@5")]
    success_5: f64,
    zero_results: f64,
    queries: usize,
    p50_ms: f64,
    p95_ms: f64,
}

/// Figures by name of the mode.
#[derive(Serialize)]
struct Report {
    modes: std::collections::BTreeMap<&'static str, Figures>,
}

/// Runs the command.
pub fn run(args: &EvalArgs) -> Result<(), CliError> {
    let queries = read_queries(&args.queries)?;
    let qrels = read_qrels(&args.qrels)?;
    let judged: Vec<(&QueryRecord, &Judgements)> =
        queries.iter().filter_map(|query| Some((query, qrels.get(&query.id)?))).collect();
    if judged.is_empty() {
        return Err(CliError::Input(format!(
            "{}: no query of {} has an answer here; the first column must hold the queries' _id",
            args.qrels.display(),
            args.queries.display()
        )));
    }
    let mut index = IndexFolder::open(&args.index, args.language.as_deref())?;
    let modes: &[(&'static str, Mode)] = match args.mode {
        EvalMode::All => &[("lexical", Mode::Lexical), ("dense", Mode::Dense), ("hybrid", Mode::Hybrid)],
        EvalMode::Lexical => &[("lexical", Mode::Lexical)],
        EvalMode::Dense => &[("dense", Mode::Dense)],
        EvalMode::Hybrid => &[("hybrid", Mode::Hybrid)],
    };
    let mut report = Report { modes: Default::default() };
    for (name, mode) in modes {
        report.modes.insert(name, measure(&mut index, name, *mode, &judged, args.level)?);
    }
    if args.json {
        let json = serde_json::to_string_pretty(&report)
            .map_err(|error| CliError::Input(format!("the report cannot be written as JSON: {error}")))?;
        return say(json);
    }
    say("mode     nDCG@10  MRR@10  R@10   R@100  S@1    S@5    none   p50 ms   p95 ms")?;
    for (name, figures) in &report.modes {
        say(format_args!(
            "{name:<8} {:.4}   {:.4}  {:.3}  {:.3}  {:.3}  {:.3}  {:.3}  {:>7.2}  {:>7.2}",
            figures.ndcg_10,
            figures.mrr_10,
            figures.recall_10,
            figures.recall_100,
            figures.success_1,
            figures.success_5,
            figures.zero_results,
            figures.p50_ms,
            figures.p95_ms
        ))?;
    }
    say(format_args!("{} queries", judged.len()))
}

fn measure(
    index: &mut IndexFolder,
    name: &'static str,
    mode: Mode,
    judged: &[(&QueryRecord, &Judgements)],
    level: Level,
) -> Result<Figures, CliError> {
    if mode != Mode::Lexical {
        index.load_encoder();
    }
    let request = |text: &str, limit: usize| Request {
        text: text.to_owned(),
        mode,
        limit,
        // A page has the rank of its best section; further sections would only use up ranks.
        max_per_page: usize::from(level == Level::Page),
        ..Request::default()
    };
    let bar = progress(name, judged.len() as u64);
    let mut scores: Vec<QueryScore> = Vec::new();
    let mut times = Vec::new();
    let mut empty = 0usize;
    let mut degraded = None;
    for (query, known) in judged {
        // The deep query comes first and loads the blocks, so that the timed one reads no file.
        let deep = index.query(&request(&query.text, DEEP))?;
        #[allow(clippy::disallowed_methods, reason = "clocks stand in cli")]
        let started = Instant::now();
        let shallow = index.query(&request(&query.text, SHALLOW))?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        scores.push(score(&documents(&shallow, level), &documents(&deep, level), known));
        empty += usize::from(shallow.hits.is_empty());
        degraded = degraded.or(shallow.degraded);
        bar.inc(1);
    }
    bar.finish_and_clear();
    for problem in degraded.iter().flatten() {
        remark(format_args!("note: {name} answered without {}: {}", problem.retriever, problem.message));
    }
    Ok(Figures {
        ndcg_10: mean(&scores, |score| score.ndcg_10),
        mrr_10: mean(&scores, |score| score.mrr_10),
        recall_10: mean(&scores, |score| score.recall_10),
        recall_100: mean(&scores, |score| score.recall_100),
        success_1: mean(&scores, |score| score.success_1),
        success_5: mean(&scores, |score| score.success_5),
        zero_results: empty as f64 / judged.len() as f64,
        queries: judged.len(),
        p50_ms: percentile(&mut times, 0.5),
        p95_ms: percentile(&mut times, 0.95),
    })
}

fn documents(answer: &Answer, level: Level) -> Vec<String> {
    answer
        .hits
        .iter()
        .map(|hit| if level == Level::Page { hit.page.clone() } else { hit.url.clone() })
        .collect()
}

fn read_queries(path: &Path) -> Result<Vec<QueryRecord>, CliError> {
    let text = files::read_text(path)?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| {
            serde_json::from_str(line).map_err(|error| {
                let expected = "{\"_id\": …, \"text\": …} expected";
                CliError::Input(format!("{}: line {number}: {expected}: {error}", path.display()))
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
            let message = "query, document and grade, separated by tabs, expected";
            return Err(CliError::Input(format!("{}: line {number}: {message}", path.display())));
        };
        if grade > 0.0 {
            qrels.entry(query.to_owned()).or_default().insert(document.to_owned(), grade);
        }
    }
    Ok(qrels)
}
