//! Queries that nothing on the site fits closely, and what an answer to them suggests beside its hits.
//!
//! The fit is weak if the query is no name of a section, no section has its words together, and none is near enough to its
//! vector for that. [`Closeness`](crate::search::answer::Closeness) has the numbers. The module without dense retriever does not
//! know the similarity, and does without this stage.

use super::rank::Ranked;
use crate::ids::SectionId;
use crate::index::{Ranking, Reads, Setting};
use crate::search::answer::{Degraded, Fit, Request, Suggestion, parted};
use crate::search::retrieve::{LEXICAL, Retrieved};
use crate::search::sites::shown_text::{address, shown_text};
use crate::search::sites::{Sites, absolute};
use crate::search::thresholds::is_below;
use crate::text::concat;

/// The least cosine similarity of what the dense retriever finds; 0 for none.
const SIMILARITY_THRESHOLD: Setting = Setting::number("search.similarity_threshold", 0.0, 0.0, 1.0);

/// The fit is weak if the share of words plus [`SIMILARITY_WEIGHT`] times the similarity is lower; 0 for never.
const NOTHING_FIT: Setting = Setting::number("nothing.fit", 1.0, 0.0, 2.5);

/// How much the similarity counts beside the share of words.
const SIMILARITY_WEIGHT: f32 = 1.5;

/// The settings of this stage.
pub(in crate::search) const SETTINGS: [&Setting; 2] = [&SIMILARITY_THRESHOLD, &NOTHING_FIT];

/// Sections that an answer suggests.
pub(super) const MAX_NEAREST: usize = 3;

/// Notes the best similarity of what the dense retriever found, and leaves out what the threshold excludes.
pub(in crate::search) fn cut_dense(
    settings: &Ranking,
    request: &Request,
    mut found: Retrieved,
    ranked: &mut Ranked,
) -> Retrieved {
    ranked.closeness.similarity = found.sections.first().map(|nearest| nearest.score);
    let least = request.similarity_threshold.unwrap_or_else(|| settings.get(&SIMILARITY_THRESHOLD));
    let kept = found.sections.partition_point(|scored| !is_below(scored.score, least));
    let cut = found.sections.drain(kept..).map(|scored| scored.section);
    ranked.nearest = cut.take(MAX_NEAREST).collect();
    found
}

/// Judges the fit. Notes what to suggest if it is weak or there are no hits: the first sections before thresholds,
/// `nearest`, and the corrected query.
pub(in crate::search) fn judge(
    settings: &Ranking,
    ranked: &mut Ranked,
    is_empty: bool,
    mut nearest: Vec<SectionId>,
) {
    let is_name = !ranked.navigational.is_empty();
    ranked.fit = (!is_name && is_weak(settings, ranked, ranked.closeness.words)).then_some(Fit::Weak);
    for section in std::mem::take(&mut ranked.nearest) {
        if nearest.len() < MAX_NEAREST && !nearest.contains(&section) {
            nearest.push(section);
        }
    }
    if !is_empty && ranked.fit.is_none() {
        return;
    }
    ranked.nearest = nearest;
    let as_typed = ranked.closeness.words.unwrap_or_default();
    // Beside hits, the answer shows the corrected query already.
    ranked.suggests_corrected = is_empty
        && ranked.corrected_words > as_typed
        && !is_weak(settings, ranked, Some(ranked.corrected_words))
        && !ranked.corrected.is_empty();
}

/// Whether the fit is weak if one section has this share of the words. False without words or similarity, and if postings
/// are missing.
fn is_weak(settings: &Ranking, ranked: &Ranked, words: Option<f32>) -> bool {
    let (Some(words), Some(similarity)) = (words, ranked.closeness.similarity) else { return false };
    words + SIMILARITY_WEIGHT * similarity.max(0.0) < settings.get(&NOTHING_FIT)
        && ranked.degraded.iter().all(|problem| problem.retriever != LEXICAL)
}

/// What to try if nothing was found or the fit is weak; text blocks that failed are told beside it.
pub(in crate::search) fn suggestions<S: Reads>(
    sites: Sites<'_, S>,
    request: &Request,
    ranked: &Ranked,
) -> (Vec<Suggestion>, Vec<Degraded>) {
    if !S::IS_FULL {
        return Default::default();
    }
    let corrected = ranked
        .suggests_corrected
        .then(|| Ok(Suggestion { text: ranked.corrected.clone(), url: None, site: String::new() }));
    let near = ranked.nearest.iter().filter_map(|id| {
        Some(shown_text(sites, *id)?.map(|(section, page)| {
            let is_titled = section.heading.is_empty() || section.heading == page.title;
            let text = if is_titled {
                page.title.clone()
            } else {
                concat(&[&page.title, " › ", &section.heading])
            };
            let url = absolute(sites.root_of(*id), &address(section, page, request));
            Suggestion { text, url: Some(url), site: sites.name_of(*id) }
        }))
    });
    parted(corrected.into_iter().chain(near))
}
