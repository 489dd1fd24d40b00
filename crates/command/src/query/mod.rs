//! `docfuse query`: search an index from the terminal.

pub mod args;
pub mod nested_filters;

use serde::Serialize;

use super::clock::now;
use super::error::CliError;
use super::folder::IndexFolder;
use super::folder::reranker::TimedReranker;
use super::http::deadline::Deadline;
use super::output::{remark, say, say_pretty};
use super::shared_args::MatchArg;
use args::QueryArgs;
use docfuse::index::Pinned;
use docfuse::search::{Answer, Explanation, FEWER_WORDS, Hit, Listing, Related, Request, WEAK_FIT};

/// An answer and its time in milliseconds, including reading the index.
#[derive(Serialize)]
struct TimedAnswer<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    /// What the rules of the site show above the hits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pinned: Vec<Pinned<'a>>,
    took_ms: f64,
}

/// Runs the command.
pub fn run(args: &QueryArgs) -> Result<(), CliError> {
    let started = now();
    let (text, indexes) = match args.asked.split_last() {
        Some((text, indexes)) if !indexes.is_empty() => (text, indexes),
        _ => {
            let found = args.asked.join(" ");
            return Err(CliError::Argument(format!(
                "an index and the text of a query expected, only {found:?} found; for example: docfuse query ./public/docfuse \
                 \"install on Windows\""
            )));
        }
    };
    let time = args.host.time();
    let mut index = IndexFolder::open_several(indexes, args.language.as_deref(), time)?;
    index.try_settings(&args.set)?;
    index.set_dense(args.dense);
    index.list_by(Listing {
        condition: args.filters.as_deref().map(nested_filters::read).transpose()?,
        sort: args.sort.clone().unwrap_or_default(),
    });
    index.rerank_by(TimedReranker::named(&args.rerank)?);
    index.set_deadline(Some(Deadline::of_call(time)));
    let answer = index.query(&Request {
        text: text.clone(),
        mode: args.mode.into(),
        limit: args.limit,
        offset: args.offset,
        text_length: 0,
        max_per_page: args.max_per_page,
        explain: args.explain,
        prefix: args.prefix,
        minimum_should_match: args
            .minimum_should_match
            .clone()
            .unwrap_or_else(|| MatchArg::minimum(args.words)),
        filters: filters(&args.filter)?,
        version: args.version.clone().unwrap_or_default(),
        facets: args.facets,
        rerank: args.rerank.reranker.is_some(),
        doc_aggregates: args.doc_aggregates,
        min_score: args.min_score,
        similarity_threshold: args.similarity_threshold,
        context: None,
    })?;
    let took_ms = started.elapsed().as_secs_f64() * 1e3;
    let pinned = index.pinned(text);
    if args.json {
        return say_pretty("the answer", &TimedAnswer { answer: &answer, pinned, took_ms });
    }
    for problem in answer.degraded.iter().flatten() {
        let site = if problem.site.is_empty() { String::new() } else { format!("{}: ", problem.site) };
        remark(format_args!("note: {site}{}", problem.message));
    }
    for correction in &answer.corrections {
        say(format_args!("\"{}\" taken for \"{}\"", correction.from, correction.to))?;
    }
    for Related { word, related } in &answer.related {
        let words: Vec<&str> = related.iter().map(|it| it.word.as_str()).collect();
        say(format_args!("\"{word}\": also {}", words.join(", ")))?;
    }
    if let Some(intent) = &answer.intent {
        say(format_args!("intent: {} ({})", intent.kind.name(), intent.why.join(", ")))?;
        say(format_args!("lexical: {}", intent.lexical))?;
        if !intent.sides.is_empty() {
            say(format_args!("sides: {}", intent.sides.join(" | ")))?;
        }
    }
    if let Some(closeness) = &answer.closeness {
        let shown =
            |number: Option<f32>| number.map_or("unknown".to_owned(), |number| format!("{number:.3}"));
        let (words, similarity) = (shown(closeness.words), shown(closeness.similarity));
        say(format_args!("closeness: words {words}, similarity {similarity}"))?;
    }
    for facet in answer.facets.iter().flatten() {
        let values: Vec<String> =
            facet.values.iter().map(|(value, count)| format!("{value} ({count})")).collect();
        say(format_args!("{}: {}", facet.name, values.join(", ")))?;
    }
    for page in answer.doc_aggregates.iter().flatten() {
        say(format_args!("{}: {} ({})", page.page, page.title, page.hits))?;
    }
    pinned.iter().try_for_each(say_pinned)?;
    if answer.hits.is_empty() {
        say("nothing found")?;
    }
    if answer.fewer {
        say(FEWER_WORDS)?;
    }
    if !answer.hits.is_empty() && answer.fit.is_some() {
        say(WEAK_FIT)?;
    }
    answer.hits.iter().zip(args.offset + 1..).try_for_each(|(hit, rank)| show(hit, rank))?;
    answer.other_suggestions().try_for_each(|suggestion| {
        say(format_args!("did you mean: {}", suggestion.text))?;
        suggestion.url.iter().try_for_each(|url| say(format_args!("    {url}")))
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

/// What a rule shows, above the hits.
fn say_pinned(pinned: &Pinned<'_>) -> Result<(), CliError> {
    let Pinned { url, explanation, .. } = pinned;
    let similarity = explanation.similarity.map(|similarity| format!(", similarity {similarity:.3}"));
    say(format_args!(
        "pinned: {} (rule {}: {}{})",
        pinned.text(),
        explanation.rule + 1,
        explanation.query,
        similarity.unwrap_or_default()
    ))?;
    url.iter().try_for_each(|url| say(format_args!("    {url}")))
}

fn show(hit: &Hit, rank: usize) -> Result<(), CliError> {
    let heading = if hit.heading.is_empty() || hit.heading == hit.title {
        hit.title.clone()
    } else {
        format!("{} › {}", hit.title, hit.heading)
    };
    let heading = versioned(&heading, &hit.version);
    let heading = if hit.site.is_empty() { heading } else { format!("{}: {heading}", hit.site) };
    say(format_args!("{rank:>2}. {heading}"))?;
    say(format_args!("    {}", hit.url))?;
    say(format_args!("    {}", hit.excerpt))?;
    for place in &hit.also {
        say(format_args!("    also: {} ({})", versioned(&place.title, &place.version), place.url))?;
    }
    hit.explanation.as_ref().map_or(Ok(()), |explanation| explain(explanation, hit.score))
}

/// A title with the version of its page.
fn versioned(title: &str, version: &str) -> String {
    if version.is_empty() { title.to_owned() } else { format!("{title} [{version}]") }
}

fn explain(explanation: &Explanation, score: f32) -> Result<(), CliError> {
    say(format_args!("    score {score:.5}"))?;
    for found in &explanation.contributions {
        say(format_args!(
            "      {}: rank {}, score {:.4}, weight {}, adds {:.5} by rank and {:.5} by score",
            found.retriever, found.rank, found.raw_score, found.weight, found.share, found.mixed
        ))?;
    }
    if explanation.navigational {
        say("      first, because the query is a name of this section")?;
    }
    if explanation.raised != 0.0 {
        say(format_args!("      another version in a better place: adds {:.5}", explanation.raised))?;
    }
    if explanation.proximity > 0.0 {
        say(format_args!("      proximity: adds {:.5}", explanation.proximity))?;
    }
    if explanation.reranked > 0.0 {
        say(format_args!("      reranker: adds {:.5}", explanation.reranked))?;
    }
    for term in &explanation.terms {
        say(format_args!(
            "      {}: {:.3} (in {} sections; here in {})",
            term.term,
            term.score,
            term.document_frequency,
            term.fields.join(", ")
        ))?;
    }
    Ok(())
}
