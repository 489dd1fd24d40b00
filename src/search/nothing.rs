//! Queries that nothing on the site fits, and what an answer without hits suggests.
//!
//! Nothing fits a query that is no name of a section, whose words no section has together, and to whose vector no section
//! is near enough for that. [`Fit`](super::answer::Fit) has the numbers. The module without dense retriever does not
//! know the similarity, and does without this stage.

use super::answer::{Degraded, Request, Suggestion};
use super::fit::is_below;
use super::rank::Ranked;
use super::retrieve::{LEXICAL, Retrieved};
use super::shown_text::{address, shown_text};
use super::sites::{Sites, absolute};
use crate::ids::SectionId;
use crate::index::{Ranking, Setting};
use crate::text::concat;

/// The least cosine similarity of what the dense retriever finds; 0 for none.
const SIMILARITY_THRESHOLD: Setting = Setting::number("search.similarity_threshold", 0.0, 0.0, 1.0);

/// Nothing fits if the fit by words plus [`SIMILARITY_WEIGHT`] times the similarity is lower; 0 for never.
const NOTHING_FIT: Setting = Setting::number("nothing.fit", 1.0, 0.0, 2.5);

/// How much the similarity counts beside the fit by words.
const SIMILARITY_WEIGHT: f32 = 1.5;

/// The settings of this stage.
#[cfg(feature = "write")]
pub(super) const SETTINGS: [&Setting; 2] = [&SIMILARITY_THRESHOLD, &NOTHING_FIT];

/// Sections that an answer suggests.
pub(super) const MAX_NEAREST: usize = 3;

/// Notes the best similarity of what the dense retriever found, and leaves out what the threshold excludes.
pub(super) fn cut_dense(
    settings: &Ranking,
    request: &Request,
    mut found: Retrieved,
    ranked: &mut Ranked,
) -> Retrieved {
    ranked.fit.similarity = found.sections.first().map(|nearest| nearest.score);
    let least = request.similarity_threshold.unwrap_or_else(|| settings.get(&SIMILARITY_THRESHOLD));
    let kept = found.sections.partition_point(|scored| !is_below(scored.score, least));
    let cut = found.sections.drain(kept..).map(|scored| scored.section);
    ranked.nearest = cut.take(MAX_NEAREST).collect();
    found
}

/// Whether something fits the query.
pub(super) fn fits(settings: &Ranking, ranked: &Ranked) -> bool {
    !ranked.navigational.is_empty() || !is_nothing(settings, ranked, ranked.fit.words)
}

/// Notes what to suggest if there are no hits: the `nearest` of those that were left out, and the corrected query.
pub(super) fn suggest(settings: &Ranking, ranked: &mut Ranked, is_empty: bool, mut nearest: Vec<SectionId>) {
    for section in std::mem::take(&mut ranked.nearest) {
        if nearest.len() < MAX_NEAREST && !nearest.contains(&section) {
            nearest.push(section);
        }
    }
    if !is_empty {
        return;
    }
    ranked.nearest = nearest;
    let as_typed = ranked.fit.words.unwrap_or_default();
    ranked.suggests_corrected = ranked.corrected_words > as_typed
        && !is_nothing(settings, ranked, Some(ranked.corrected_words))
        && !ranked.corrected.is_empty();
}

/// Whether nothing fits a query of which one section has this share of the words. False without words or similarity, and
/// if postings are missing.
fn is_nothing(settings: &Ranking, ranked: &Ranked, words: Option<f32>) -> bool {
    let (Some(words), Some(similarity)) = (words, ranked.fit.similarity) else { return false };
    words + SIMILARITY_WEIGHT * similarity.max(0.0) < settings.get(&NOTHING_FIT)
        && ranked.degraded.iter().all(|problem| problem.retriever != LEXICAL)
}

/// What to try in place of a query that found nothing. Text blocks that failed are added to `degraded`.
pub(super) fn suggestions(
    sites: Sites<'_>,
    request: &Request,
    ranked: &Ranked,
    degraded: &mut Vec<Degraded>,
) -> Vec<Suggestion> {
    let mut suggestions = Vec::new();
    if ranked.suggests_corrected {
        suggestions.push(Suggestion { text: ranked.corrected.clone(), url: None, site: String::new() });
    }
    for section in &ranked.nearest {
        let (site, root) = (sites.name_of(*section), sites.root_of(*section));
        let Some((section, page)) = shown_text(sites, *section, degraded) else { continue };
        let is_titled = section.heading.is_empty() || section.heading == page.title;
        let text =
            if is_titled { page.title.clone() } else { concat(&[&page.title, " › ", &section.heading]) };
        suggestions.push(Suggestion {
            text,
            url: Some(absolute(root, &address(section, page, request))),
            site,
        });
    }
    suggestions
}
