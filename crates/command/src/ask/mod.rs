//! `docfuse ask`: an answer to a question, written by a model behind an endpoint from the sections that a search finds.
//!
//! `prompt` chooses sections within the quota, `chat` asks the endpoint, whose stream `events` reads. `written` lets the
//! text through, with `citations` checked. `sentences` of its `prose` say what they cite. All but `chat` does what
//! `www/src/ask` does in the browser.

pub mod args;
mod chat;
mod citations;
pub(super) mod error;
mod events;
mod inlines;
mod prompt;
mod prose;
mod sentences;
#[cfg(test)]
mod tests;
mod written;

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;

use super::clock::now;
use super::error::CliError;
use super::folder::IndexFolder;
use super::folder::site_address::{SiteAddress, with_addresses};
use super::http::deadline::Deadline;
use super::output::{remark, say, say_piece, say_pretty};
use super::query::filters;
use args::AskArgs;
pub use chat::Answerer;
use docfuse::search::{ContextRequest, ContextSection, Degraded, Request};
use sentences::{Sentence, sentences_of};
use written::Written;

/// Sections to choose from, as in the browser.
const LIMIT: usize = 20;

/// An answer with its sections and times.
pub struct Answered {
    /// In Markdown, with citations such as `[2]`; empty if it was refused, or if the model wrote nothing. Which of its numbers
    /// cite, `sentences` say.
    pub text: String,
    /// Of all that is no heading and no code. Those without citations are claims of the model alone.
    pub sentences: Vec<Sentence>,
    /// The sections that the answerer got, numbered from 1.
    pub given: Vec<ContextSection>,
    /// What was missing from retrieval.
    pub degraded: Option<Vec<Degraded>>,
    /// Whether the sections do not say it, as the model says, or because nothing was found.
    pub refused: bool,
    /// From the question to the first word of an answer that is none of a refusal.
    pub first_word: Option<Duration>,
    /// From the question to the last word.
    pub took: Duration,
}

impl Answered {
    /// Numbers of the sections that are cited.
    fn cited(&self) -> BTreeSet<usize> {
        self.sentences.iter().flat_map(|sentence| sentence.citations.iter().copied()).collect()
    }
}

/// Asks a question; `request` has the rest of what a search is asked. `each` gets the pieces of the answer.
///
/// # Errors
/// No sections, no answer, or what `each` returns.
pub fn answer(
    index: &mut IndexFolder,
    answerer: &Answerer,
    request: &Request,
    site: &SiteAddress,
    each: &mut dyn FnMut(&str) -> Result<(), CliError>,
) -> Result<Answered, CliError> {
    let started = now();
    let mut degraded = None;
    let prompt = prompt::prompt_within(answerer.quota, &request.text, |max_tokens| {
        let asked = ContextRequest { max_tokens, site: site.to_string() };
        let mut answer = index.query(&Request { context: Some(asked), limit: LIMIT, ..request.clone() })?;
        degraded = answer.degraded.take();
        let mut context = answer.context.take().unwrap_or_default();
        with_addresses(site, &mut context);
        Ok(context.sections)
    })?;
    let mut written = Written::new(prompt.sections.len());
    let mut first_word = None;
    if !prompt.sections.is_empty() {
        for piece in answerer.ask(&prompt.text)? {
            let text = written.push(&piece?);
            if !text.is_empty() {
                first_word.get_or_insert_with(|| started.elapsed());
                each(&text)?;
            }
            if written.is_over() {
                break;
            }
        }
        let rest = written.end();
        if !rest.is_empty() {
            first_word.get_or_insert_with(|| started.elapsed());
            each(&rest)?;
        }
    }
    let given = prompt.sections;
    let refused = written.is_refused || given.is_empty();
    let text = written.text;
    let sentences = |prose: &String| sentences_of(prose, given.len());
    let sentences = prose::prose_of(&text).iter().flat_map(sentences).collect();
    Ok(Answered { text, sentences, given, degraded, refused, first_word, took: started.elapsed() })
}

/// A section that is cited.
#[derive(Serialize)]
struct Source<'a> {
    number: usize,
    #[serde(flatten)]
    section: &'a ContextSection,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    question: &'a str,
    text: &'a str,
    sentences: &'a [Sentence],
    sources: Vec<Source<'a>>,
    refused: bool,
    /// Addresses of the sections that the answerer got.
    given: Vec<&'a str>,
    degraded: &'a Option<Vec<Degraded>>,
    first_word_ms: Option<f64>,
    took_ms: f64,
}

/// Runs the command.
pub fn run(args: &AskArgs) -> Result<(), CliError> {
    if args.question.trim().is_empty() {
        return Err(CliError::Argument("a question expected, an empty text found".to_owned()));
    }
    let answerer = Answerer::new(&args.answerer, &args.model)?;
    let time = args.host.time();
    let mut index = IndexFolder::find(&args.index, args.language.as_deref(), time)?;
    let site = SiteAddress::of(args.site.as_deref(), index.place())?;
    index.set_deadline(Some(Deadline::of_call(time)));
    let request = Request {
        text: args.question.clone(),
        filters: filters(&args.filter)?,
        version: args.version.clone().unwrap_or_default(),
        max_per_page: args.max_per_page,
        ..Request::default()
    };
    // The first half of a line break waits for the other one.
    let mut held = "";
    let mut each = |piece: &str| {
        if args.json {
            return Ok(());
        }
        let piece = format!("{held}{piece}");
        let whole = piece.strip_suffix('\r');
        held = if whole.is_some() { "\r" } else { "" };
        say_piece(whole.unwrap_or(&piece))
    };
    let answered = answer(&mut index, &answerer, &request, &site, &mut each)?;
    if !answered.refused && answered.text.trim().is_empty() {
        return Err(answerer.empty().into());
    }
    let cited = answered.cited();
    let numbered = answered.given.iter().zip(1..);
    let sources: Vec<Source> = numbered
        .map(|(section, number)| Source { number, section })
        .filter(|source| cited.contains(&source.number))
        .collect();
    if args.json {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let printed = Printed {
            question: &args.question,
            text: &answered.text,
            sentences: &answered.sentences,
            sources,
            refused: answered.refused,
            given: answered.given.iter().map(|section| section.url.as_str()).collect(),
            degraded: &answered.degraded,
            first_word_ms: answered.first_word.map(ms),
            took_ms: ms(answered.took),
        };
        return say_pretty("the answer", &printed);
    }
    for problem in answered.degraded.iter().flatten() {
        remark(format_args!("note: {}", problem.message));
    }
    if answered.refused {
        return say("The documentation does not say.");
    }
    // Ends the text, and leaves a line free.
    say("")?;
    say("")?;
    for Source { number, section } in sources {
        say(format_args!("[{number}] {}", section.breadcrumb.join(" › ")))?;
        say(format_args!("    {}", section.url))?;
    }
    let without = answered.sentences.iter().filter(|sentence| sentence.citations.is_empty()).count();
    if without > 0 {
        let all = answered.sentences.len();
        remark(format_args!("note: {without} of {all} sentences name no source; --json tells which"));
    }
    remark("written by a model; check the sources");
    Ok(())
}
