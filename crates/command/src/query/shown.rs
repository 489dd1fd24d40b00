//! An answer as people read it in a terminal.

use crate::error::CliError;
use crate::output::{remark, say};
use docfuse::index::Pinned;
use docfuse::search::{Answer, Explanation, FEWER_WORDS, Hit, Related, WEAK_FIT};

/// What an answer says before its hits.
pub(super) fn about(answer: &Answer) -> Result<(), CliError> {
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
    Ok(())
}

/// Counts, what rules show, and the hits, of which the first has the rank `first_rank`.
pub(super) fn hits(answer: &Answer, pinned: &[Pinned<'_>], first_rank: usize) -> Result<(), CliError> {
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
    answer.hits.iter().zip(first_rank..).try_for_each(|(hit, rank)| show(hit, rank))?;
    answer.other_suggestions().try_for_each(|suggestion| {
        say(format_args!("did you mean: {}", suggestion.text))?;
        suggestion.url.iter().try_for_each(|url| say(format_args!("    {url}")))
    })
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
