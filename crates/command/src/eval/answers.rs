//! `docfuse eval --answers`: what can be measured of answers without a judge. Whether a sentence is true is none of it.

use std::path::Path;

use serde::Serialize;

use super::judged::Judged;
use super::metrics::percentile;
use crate::ask::{Answered, Answerer, answer};
use crate::error::CliError;
use crate::eval::args::{EvalArgs, Level};
use crate::files;
use crate::folder::IndexFolder;
use crate::folder::plain_address::plain;
use crate::folder::site_address::SiteAddress;
use crate::output::{progress, remark, say, say_pretty};
use docfuse::search::{ContextSection, Mode};

/// One question.
#[derive(Serialize)]
struct Question {
    id: String,
    text: String,
    /// Whether a section with the known answer was given; `None` for what the site cannot answer.
    given: Option<bool>,
    refused: bool,
    sentences: usize,
    /// Sentences that cite a section given.
    cited: usize,
    /// Sentences that cite one with the known answer.
    right: usize,
    first_word_ms: Option<f64>,
    took_ms: f64,
    answer: String,
}

/// Figures of all questions. Shares of sentences are of all sentences of all answers.
#[derive(Serialize)]
struct AnswersReport {
    /// With known answers.
    questions: usize,
    given: Option<f64>,
    refused: Option<f64>,
    sentences: usize,
    cited: Option<f64>,
    right: Option<f64>,
    unanswerable: usize,
    unanswerable_refused: Option<f64>,
    first_word_p50_ms: Option<f64>,
    first_word_p95_ms: Option<f64>,
    queries: Vec<Question>,
}

/// Asks every question, and prints the figures.
///
/// # Errors
/// The questions cannot be read, or one gets no answer.
pub fn run(
    args: &EvalArgs,
    address: &str,
    index: &mut IndexFolder,
    judged: Vec<Judged>,
) -> Result<(), CliError> {
    let answerer = Answerer::new(address, &args.answers.model)?;
    let judged: Vec<(Judged, bool)> = judged.into_iter().map(|judged| (judged, true)).collect();
    let without = args.answers.unanswerable.as_deref().map(unanswerable).transpose()?.unwrap_or_default();
    let all = judged.into_iter().chain(without.into_iter().map(|judged| (judged, false)));
    let all: Vec<(Judged, bool)> = all.collect();
    let site = SiteAddress::of(None, Path::new(""))?;
    let bar = progress("answers", all.len() as u64);
    let mut queries = Vec::new();
    let mut degraded = None;
    for (judged, is_answerable) in all {
        let request = judged.request(Mode::Hybrid, 0);
        let request = docfuse::search::Request { max_per_page: 0, ..request };
        let answered = answer(index, &answerer, &request, &site, &mut |_| Ok(()))?;
        queries.push(measured(&judged, is_answerable, &answered));
        degraded = degraded.or(answered.degraded);
        bar.inc(1);
    }
    bar.finish_and_clear();
    for problem in degraded.iter().flatten() {
        remark(format_args!("note: sections were found without {}: {}", problem.retriever, problem.message));
    }
    let report = report(queries);
    if args.json {
        return say_pretty("the report", &report);
    }
    print(&report)
}

/// Questions without an answer, one a line. Lines that begin with # are comments.
fn unanswerable(path: &Path) -> Result<Vec<Judged>, CliError> {
    let text = files::read_text(path)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let questions: Vec<Judged> = lines
        .map(|line| Judged {
            id: line.to_owned(),
            text: line.to_owned(),
            known: Default::default(),
            level: Level::Page,
        })
        .collect();
    match questions.is_empty() {
        true => Err(CliError::place(
            path,
            "questions that the site cannot answer expected, one a line, none found",
        )),
        false => Ok(questions),
    }
}

fn measured(judged: &Judged, is_answerable: bool, answered: &Answered) -> Question {
    let is_known = |section: &ContextSection| {
        let known = |name: &str| judged.known.contains_key(&plain(name));
        match judged.level {
            Level::Page => known(section.url.split('#').next().unwrap_or_default()),
            Level::Section => known(&section.url) || (!section.id.is_empty() && known(&section.id)),
        }
    };
    let cites = |wanted: &dyn Fn(&ContextSection) -> bool| {
        let section = |number: &usize| answered.given.get(number.checked_sub(1)?);
        let cites = |citations: &[usize]| citations.iter().filter_map(section).any(wanted);
        answered.sentences.iter().filter(|sentence| cites(&sentence.citations)).count()
    };
    Question {
        id: judged.id.clone(),
        text: judged.text.clone(),
        given: is_answerable.then(|| answered.given.iter().any(is_known)),
        refused: answered.refused,
        sentences: answered.sentences.len(),
        cited: cites(&|_| true),
        right: cites(&is_known),
        first_word_ms: answered.first_word.map(|time| time.as_secs_f64() * 1e3),
        took_ms: answered.took.as_secs_f64() * 1e3,
        answer: answered.text.clone(),
    }
}

fn report(queries: Vec<Question>) -> AnswersReport {
    let (known, none): (Vec<&Question>, Vec<&Question>) =
        queries.iter().partition(|question| question.given.is_some());
    let share = |part: usize, all: usize| (all > 0).then(|| part as f64 / all as f64);
    let refused = |some: &[&Question]| share(some.iter().filter(|it| it.refused).count(), some.len());
    let sum = |of: fn(&Question) -> usize| known.iter().map(|it| of(it)).sum::<usize>();
    let sentences = sum(|it| it.sentences);
    let mut first: Vec<f64> = queries.iter().filter_map(|it| it.first_word_ms).collect();
    let mut at = |part| (!first.is_empty()).then(|| percentile(&mut first, part));
    AnswersReport {
        questions: known.len(),
        given: share(known.iter().filter(|it| it.given == Some(true)).count(), known.len()),
        refused: refused(&known),
        sentences,
        cited: share(sum(|it| it.cited), sentences),
        right: share(sum(|it| it.right), sentences),
        unanswerable: none.len(),
        unanswerable_refused: refused(&none),
        first_word_p50_ms: at(0.5),
        first_word_p95_ms: at(0.95),
        queries,
    }
}

fn print(report: &AnswersReport) -> Result<(), CliError> {
    let share = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
    let time = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |ms| format!("{:.2} s", ms / 1e3));
    say(format_args!("{} questions with known answers", report.questions))?;
    say(format_args!("  a right section was given   {}", share(report.given)))?;
    say(format_args!("  refused                     {}", share(report.refused)))?;
    say(format_args!("{} sentences of their answers", report.sentences))?;
    say(format_args!("  cite a section              {}", share(report.cited)))?;
    say(format_args!("  cite a right one            {}", share(report.right)))?;
    say(format_args!("{} questions that the site cannot answer", report.unanswerable))?;
    say(format_args!("  refused                     {}", share(report.unanswerable_refused)))?;
    let (median, p95) = (time(report.first_word_p50_ms), time(report.first_word_p95_ms));
    say(format_args!("first word: median {median}, p95 {p95}"))
}
