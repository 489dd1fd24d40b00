//! `docfuse eval`: quality and speed of an index on queries with known answers.
//!
//! `judged` reads the queries: in JSONL, or in YAML (`queries_yml`), whose answers `expected` looks up in the index.
//! `metrics` scores a ranking. `lists` names what each retriever returned, `overlap` counts what one found alone, and
//! `runs` writes it down. `first_query` counts bytes. `report` holds and prints the figures, `baseline` compares them with
//! earlier ones, and `limits` decides whether the command fails.

pub mod args;
pub mod baseline;
mod expected;
mod first_query;
pub mod judged;
mod limits;
pub mod lists;
pub mod metrics;
mod overlap;
pub(super) mod queries_yml;
mod report;
mod runs;

use super::clock::now;
use super::error::CliError;
use super::files;
use super::folder::IndexFolder;
use super::folder::reranker::TimedReranker;
use super::http::deadline::USUAL_TIME;
use super::output::{progress, remark, say, say_pretty};
use super::shared_args::EvalMode;
use crate::folder::plain_address::plain;
use args::EvalArgs;
use baseline::Comparison;
use docfuse::search::{Mode, Request};
use judged::Judged;
use limits::FailUnder;
use lists::{Document, distinct, fused, lists};
use metrics::{first_relevant, means, percentile, score};
use overlap::Overlap;
use report::{Figures, Found};
pub use report::{QueryReport, Report};
use runs::Runs;

/// Depth of most measures: a reader's first page of hits.
pub const SHALLOW: usize = 10;
/// Depth of recall@100 and of run files.
const DEEP: usize = 100;

/// Tag of the final order in run files; the others are names of retrievers.
const FUSED: &str = "fused";

/// What the retrievers returned, query by query.
#[derive(Default)]
struct Retrieved {
    overlap: Overlap,
    runs: Runs,
}

/// Runs the command.
///
/// # Errors
/// Besides unreadable files: a limit of `--fail-under` or `--max-bytes` that is not kept, after printing the figures.
pub fn run(args: &EvalArgs) -> Result<(), CliError> {
    let modes = modes(args.mode);
    let names: Vec<&str> = modes.iter().map(|(name, _)| *name).collect();
    let parse = |typed: &String| FailUnder::parse(typed, &names, args.baseline.is_some());
    let fail_under: Vec<FailUnder> = args.fail_under.iter().map(parse).collect::<Result<_, _>>()?;
    let budget = args.max_bytes.as_deref().map(limits::parse_size).transpose()?;
    let baseline = args.baseline.as_deref().map(|path| baseline::read(path).map(|report| (path, report)));
    let baseline = baseline.transpose()?;

    let language = args.judged.language.as_deref();
    let places: Vec<String> =
        std::iter::once(args.index.display().to_string()).chain(args.with.iter().cloned()).collect();
    let mut index = IndexFolder::open_several(&places, language, USUAL_TIME)?;
    index.try_settings(&args.set)?;
    index.set_dense(args.dense);
    let judged = judged::read(&args.judged, &mut index)?;
    index.rerank_by(TimedReranker::named(&args.rerank)?);
    let reranks = args.rerank.reranker.is_some();
    let (mut report, runs) = measure_all(&mut index, modes, &judged, reranks)?;
    // A budget is for lexical queries, whatever else is measured.
    if args.mode != EvalMode::Dense || budget.is_some() {
        report.first_query = Some(first_query::measure(&args.index, language, &judged)?);
    }
    if let Some(path) = &args.runs {
        files::write(path, runs.text.as_bytes())?;
    }
    let comparison = baseline.map(|(path, before)| baseline::compare(path, &before, &report)).transpose()?;
    let changes = comparison.iter().flat_map(Comparison::lines);
    if args.json {
        changes.for_each(remark);
        say_pretty("the report", &report)?;
    } else {
        report.print()?;
        changes.into_iter().try_for_each(say)?;
    }
    let mut broken = Vec::new();
    for limit in &fail_under {
        broken.extend(limit.broken(&report, comparison.as_ref())?);
    }
    broken.extend(budget.and_then(|budget| limits::too_many_bytes(budget, &report)));
    if broken.is_empty() { Ok(()) } else { Err(CliError::Limit(broken.join("\n"))) }
}

/// The modes to measure, with their names in reports.
pub fn modes(mode: EvalMode) -> &'static [(&'static str, Mode)] {
    match mode {
        EvalMode::All => &[("lexical", Mode::Lexical), ("dense", Mode::Dense), ("hybrid", Mode::Hybrid)],
        EvalMode::Lexical => &[("lexical", Mode::Lexical)],
        EvalMode::Dense => &[("dense", Mode::Dense)],
        EvalMode::Lexicon => &[("lexicon", Mode::Lexicon)],
        EvalMode::Hybrid => &[("hybrid", Mode::Hybrid)],
    }
}

/// Measures queries in each of `modes`; with `reranks`, the first hits are reranked.
///
/// # Errors
/// A query that is none.
pub fn measure_all(
    index: &mut IndexFolder,
    modes: &[(&'static str, Mode)],
    judged: &[Judged],
    reranks: bool,
) -> Result<(Report, Runs), CliError> {
    let query = |judged: &Judged| QueryReport {
        id: judged.id.clone(),
        text: judged.text.clone(),
        modes: Default::default(),
    };
    let mut report = Report { queries: judged.iter().map(query).collect(), ..Report::default() };
    let mut retrieved = Retrieved::default();
    for (name, mode) in modes {
        // The last mode is kept: it uses the most retrievers.
        retrieved = Retrieved::default();
        let (figures, found) = measure(index, name, *mode, judged, reranks, &mut retrieved)?;
        report.modes.insert((*name).to_owned(), figures);
        for (query, found) in report.queries.iter_mut().zip(found) {
            query.modes.insert((*name).to_owned(), found);
        }
    }
    report.retrievers = retrieved.overlap.shares();
    Ok((report, retrieved.runs))
}

fn measure(
    index: &mut IndexFolder,
    name: &'static str,
    mode: Mode,
    judged: &[Judged],
    reranks: bool,
    retrieved: &mut Retrieved,
) -> Result<(Figures, Vec<Found>), CliError> {
    if matches!(mode, Mode::Hybrid | Mode::Dense) {
        index.load_encoder();
    }
    let bar = progress(name, judged.len() as u64);
    let mut all = Vec::new();
    let mut times = Vec::new();
    let mut degraded = None;
    for query in judged {
        index.search_as_new_reader();
        // The deep query comes first and loads the blocks, so that the timed one reads no file.
        let deep = index.query(&query.request(mode, DEEP))?;
        let deep = fused(&deep.hits, query);
        let lists = lists(index, query, DEEP);
        lists.iter().for_each(|list| retrieved.runs.add(&query.id, &list.documents, list.retriever));
        retrieved.overlap.add(&lists, &query.judgements);
        let started = now();
        let shallow = index.query(&Request { rerank: reranks, ..query.request(mode, SHALLOW) })?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        let found = fused(&shallow.hits, query);
        // A reader asks for ten; reranking more hits orders them otherwise. The rest follows from the deep query.
        let ranking = distinct(found.iter().chain(&deep).cloned().collect());
        retrieved.runs.add(&query.id, &ranking[..ranking.len().min(DEEP)], FUSED);
        let (found, deep) = (names(found), names(deep));
        all.push(Found {
            rank: first_relevant(&names(ranking), &query.judgements),
            measures: score(&found, &deep, &query.judgements),
            closeness: index.closeness(),
            weak_fit: shallow.fit.is_some() || shallow.hits.is_empty(),
        });
        degraded = degraded.or(shallow.degraded);
        bar.inc(1);
    }
    bar.finish_and_clear();
    for problem in degraded.iter().flatten() {
        remark(format_args!("note: {name} answered without {}: {}", problem.retriever, problem.message));
    }
    let measures: Vec<_> = all.iter().map(|found| found.measures).collect();
    let figures = Figures {
        means: means(&measures),
        weak_fit: all.iter().filter(|found| found.weak_fit).count() as f64 / judged.len() as f64,
        queries: judged.len(),
        p50_ms: percentile(&mut times, 0.5),
        p95_ms: percentile(&mut times, 0.95),
    };
    Ok((figures, all))
}

/// The names of documents, in the form that judgements have.
pub fn names(documents: Vec<Document>) -> Vec<String> {
    documents.into_iter().map(|(name, _)| plain(&name)).collect()
}
