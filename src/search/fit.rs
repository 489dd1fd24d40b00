//! Fit: what remains of a ranking, and suggestions if nothing does.
//!
//! Thresholds leave out what is too weak. If nothing on the site fits a query, they leave out everything: a query that is
//! no name of a section, whose words no section has together, and to whose vector no section is near enough for that.
//! [`Fit`](super::answer::Fit) has the numbers for that.

use super::answer::{Degraded, Request, Suggestion};
use super::fuse::Fused;
use super::rank::Ranked;
use super::retrieve::LEXICAL;
#[cfg(feature = "dense")]
use super::retrieve::Retrieved;
use super::shown_text::{address, shown_text};
use crate::ids::SectionId;
use crate::index::{Ranking, Setting, Store};
use crate::text::concat;

/// The least score of a hit; 0 for none.
const MIN_SCORE: Setting = Setting::number("search.min_score", 0.0, 0.0, 1_000.0);

/// The least cosine similarity of what the dense retriever finds; 0 for none.
#[cfg(any(feature = "dense", feature = "write"))]
const SIMILARITY_THRESHOLD: Setting = Setting::number("search.similarity_threshold", 0.0, 0.0, 1.0);

/// Nothing fits if the fit by words plus [`SIMILARITY_WEIGHT`] times the similarity is lower; 0 for never.
const NOTHING_FIT: Setting = Setting::number("nothing.fit", 1.0, 0.0, 2.5);

/// Nothing fits if the fit by words is lower and no similarity is known; 0 for never.
const NOTHING_WORDS: Setting = Setting::number("nothing.words", 0.25, 0.0, 1.0);

/// How much the similarity counts beside the fit by words.
const SIMILARITY_WEIGHT: f32 = 1.5;

/// The settings of this stage.
#[cfg(feature = "write")]
pub(super) const SETTINGS: [&Setting; 4] = [&MIN_SCORE, &SIMILARITY_THRESHOLD, &NOTHING_FIT, &NOTHING_WORDS];

/// Sections that an answer suggests.
const MAX_NEAREST: usize = 3;

/// The least score of hits: what the request says, else the site's setting.
pub(super) fn min_score(store: &Store, request: &Request) -> f32 {
    request.min_score.unwrap_or_else(|| store.directory().ranking.get(&MIN_SCORE))
}

/// Whether a threshold leaves out a score; 0 leaves out none.
pub(super) fn is_below(score: f32, least: f32) -> bool {
    least > 0.0 && score < least
}

/// Notes the best similarity of what the dense retriever found, and leaves out what the threshold excludes.
#[cfg(feature = "dense")]
pub(super) fn cut_dense(
    store: &Store,
    request: &Request,
    mut found: Retrieved,
    ranked: &mut Ranked,
) -> Retrieved {
    ranked.fit.similarity = found.sections.first().map(|nearest| nearest.score);
    let least =
        request.similarity_threshold.unwrap_or_else(|| store.directory().ranking.get(&SIMILARITY_THRESHOLD));
    let kept = found.sections.partition_point(|scored| !is_below(scored.score, least));
    let cut = found.sections.drain(kept..).map(|scored| scored.section);
    ranked.nearest = cut.take(MAX_NEAREST).collect();
    found
}

/// Leaves out hits below the least score, or all of them if nothing fits. Names are never left out.
pub(super) fn cut(store: &Store, request: &Request, ranked: &mut Ranked, fused: &mut Vec<Fused>) {
    let settings = &store.directory().ranking;
    let fits = !ranked.navigational.is_empty() || !is_nothing(settings, ranked, ranked.fit.words);
    let least = min_score(store, request);
    let before = fused.len();
    let mut nearest: Vec<SectionId> = fused.iter().take(MAX_NEAREST).map(|hit| hit.section).collect();
    let is_name = |section| ranked.navigational.rank(section) > 0;
    fused.retain(|hit| fits && (is_name(hit.section) || !is_below(hit.score, least)));
    if fused.len() < before {
        ranked.total = 0;
        ranked.matched.clear();
    }
    ranked.total = ranked.total.max(fused.len());
    if !fused.is_empty() {
        ranked.nearest.clear();
        return;
    }
    for section in std::mem::take(&mut ranked.nearest) {
        if nearest.len() < MAX_NEAREST && !nearest.contains(&section) {
            nearest.push(section);
        }
    }
    ranked.nearest = nearest;
    let as_typed = ranked.fit.words.unwrap_or_default();
    ranked.suggests_corrected = ranked.corrected_words > as_typed
        && !is_nothing(settings, ranked, Some(ranked.corrected_words))
        && !ranked.corrected.is_empty();
}

/// Whether nothing fits a query of which one section has this share of the words. False without words, and if postings
/// are missing.
fn is_nothing(settings: &Ranking, ranked: &Ranked, words: Option<f32>) -> bool {
    let Some(words) = words else { return false };
    let is_nothing = match ranked.fit.similarity {
        Some(similarity) => words + SIMILARITY_WEIGHT * similarity.max(0.0) < settings.get(&NOTHING_FIT),
        None => words < settings.get(&NOTHING_WORDS),
    };
    is_nothing && ranked.degraded.iter().all(|problem| problem.retriever != LEXICAL)
}

/// What to try in place of a query that found nothing. Text blocks that failed are added to `degraded`.
pub(super) fn suggestions(store: &Store, ranked: &Ranked, degraded: &mut Vec<Degraded>) -> Vec<Suggestion> {
    let mut suggestions = Vec::new();
    if ranked.suggests_corrected {
        suggestions.push(Suggestion { text: ranked.corrected.clone(), url: None });
    }
    for section in &ranked.nearest {
        let Some((section, page)) = shown_text(store, *section, degraded) else { continue };
        let is_titled = section.heading.is_empty() || section.heading == page.title;
        let text =
            if is_titled { page.title.clone() } else { concat(&[&page.title, " › ", &section.heading]) };
        suggestions.push(Suggestion { text, url: Some(address(section, page)) });
    }
    suggestions
}
