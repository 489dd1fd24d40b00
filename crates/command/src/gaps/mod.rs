//! `docfuse gaps`: what readers looked for and did not find, by a log that `docfuse/analytics` made.
//!
//! `log` counts the searches, `group` puts queries together that ask for nearly the same, `report` prints them, `page` makes
//! HTML of them.

pub mod args;
mod group;
mod log;
mod page;
mod report;

use std::io::BufReader;

use super::error::CliError;
use super::files;
use super::folder::IndexFolder;
use super::http::deadline::Deadline;
use super::output::{progress, remark, say_pretty};
use args::GapsArgs;
use docfuse::search::{Mode, Request};
use docfuse::text::{Analyzer, AnalyzerSettings, Language};
use docfuse_encoder::Encoder;
use group::{Meaning, groups};
use log::{Log, Searched};
pub use report::Report;
use report::{Gaps, Group, Kind, Now, Query};

/// Queries of a kind that are grouped and asked again, the most frequent ones.
const MOST: usize = 500;

/// Searches of which none led to a click, from which this says something: one reader may find the answer in the list.
const UNCLICKED: usize = 3;

/// Runs the command.
pub fn run(args: &GapsArgs) -> Result<(), CliError> {
    let time = args.host.time();
    let mut index = IndexFolder::find(&args.index, args.language.as_deref(), time)?;
    let log = BufReader::new(files::open(&args.log)?);
    let log = Log::read(log).map_err(CliError::file("read", &args.log))?;
    if log.searches == 0 {
        return Err(CliError::at(
            &args.log,
            format!(
                "lines such as {{\"query\": \"…\", \"hits\": 3}} expected, {} other lines found; `docfuse/analytics` writes them",
                log.unread
            ),
        ));
    }
    let encoder = match index.manifest().model {
        Some(_) => index.read_encoder().map_err(|error| remark(format_args!("note: {error}"))).ok(),
        None => None,
    };
    let mut gaps = Vec::new();
    for kind in Kind::ALL {
        index.set_deadline(Some(Deadline::of_call(time)));
        gaps.push(gaps_of(kind, &log, args.least, &mut index, encoder.as_ref())?);
    }
    let report = Report {
        searches: log.searches,
        queries: log.queries.len(),
        unread: log.unread,
        beyond: log.beyond,
        nearness: if encoder.is_some() { "encoder" } else { "words" },
        gaps,
    };
    if let Some(path) = &args.html {
        files::write(path, page::page(&report).as_bytes())?;
    }
    if args.json {
        return say_pretty("the report", &report);
    }
    report.print()
}

/// What is missing for a query, if anything.
fn kind_of(seen: &Searched) -> Option<Kind> {
    if seen.without_hits * 2 >= seen.searches {
        Some(Kind::NoHits)
    } else if seen.weak * 2 >= seen.searches {
        Some(Kind::WeakFit)
    } else {
        (seen.clicks == 0 && seen.searches >= UNCLICKED).then_some(Kind::NoClick)
    }
}

fn gaps_of(
    kind: Kind,
    log: &Log,
    least: usize,
    index: &mut IndexFolder,
    encoder: Option<&Encoder>,
) -> Result<Gaps, CliError> {
    let is_shown = |seen: &&Searched| seen.searches >= least && kind_of(seen) == Some(kind);
    let mut all: Vec<&Searched> = log.queries.values().filter(is_shown).collect();
    // Queries of equal frequency keep the order of their texts.
    all.sort_by_key(|seen| std::cmp::Reverse(seen.searches));
    let searches = all.iter().map(|seen| seen.searches).sum();
    let left_out = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    let analyzer = analyzer(index);
    let meanings: Vec<Meaning> = all.iter().map(|seen| meaning(&seen.text, &analyzer, encoder)).collect();
    let bar = progress(kind.title(), all.len() as u64);
    let mut shown = Vec::new();
    for group in groups(&meanings) {
        let mut queries = Vec::new();
        for seen in group.iter().map(|place| all[*place]) {
            let now = now(index, &seen.text)?;
            let query = seen.text.clone();
            queries.push(Query { query, searches: seen.searches, clicks: seen.clicks, now });
            bar.inc(1);
        }
        shown.push(Group { searches: queries.iter().map(|query| query.searches).sum(), queries });
    }
    bar.finish_and_clear();
    shown.sort_by_key(|group| std::cmp::Reverse(group.searches));
    Ok(Gaps { kind, searches, left_out, groups: shown })
}

/// What the index answers today.
fn now(index: &mut IndexFolder, text: &str) -> Result<Now, CliError> {
    let request = Request { text: text.to_owned(), mode: Mode::Hybrid, limit: 1, ..Request::default() };
    let answer = index.query(&request)?;
    let first = answer.hits.first().map(|hit| hit.url.clone());
    let failed = answer.degraded.iter().flatten().find(|problem| problem.retriever == "lexical");
    if let Some(problem) = failed {
        remark(format_args!("note: \"{text}\" was answered without words: {}", problem.message));
    }
    let pinned = index.pinned(text).iter().map(|it| it.url.unwrap_or("note").to_owned()).collect();
    Ok(Now { hits: answer.total, weak: answer.fit.is_some(), pinned, first, is_known: failed.is_none() })
}

/// The analyzer of the index's language.
fn analyzer(index: &IndexFolder) -> Analyzer {
    let language = Language::from_tag(&index.store().directory().language);
    Analyzer::new(&AnalyzerSettings { language, ..AnalyzerSettings::default() })
}

/// The encoder's vector, else the terms that are no stop words.
fn meaning(text: &str, analyzer: &Analyzer, encoder: Option<&Encoder>) -> Meaning {
    if let Some(vector) = encoder.and_then(|encoder| encoder.embed_query(text).ok()) {
        return Meaning::Vector(vector);
    }
    let mut terms = Vec::new();
    analyzer.terms(text, |term| {
        if !term.stop {
            terms.push(term.text.to_owned());
        }
    });
    terms.sort();
    terms.dedup();
    Meaning::Terms(terms)
}
