//! The lexical side of an answer: postings to ranked sections.

use super::answer::{Correction, Facet, Request, TermScore};
use super::lookup::{Resolved, ScoredTerm};
use super::navigational::NavigationalMatches;
use super::rank::Candidate;
use super::term_lookup::{Found, TermLookup, blamed};
use crate::ids::SectionId;
use crate::index::{IndexError, Slot, Store};
use crate::lexical::{ScoredSection, Scores, best, byte_to_impact, idf, phrase};

/// How much faster the first occurrences of a phrase count than further ones.
const PHRASE_SATURATION: f32 = 1.5;

/// What words found.
#[derive(Default)]
pub(super) struct LexicalMatches {
    /// Best first.
    pub candidates: Vec<Candidate>,
    /// Sections that match, before the list was cut.
    pub total: usize,
    pub navigational: NavigationalMatches,
    pub corrections: Vec<Correction>,
    pub facets: Option<Vec<Facet>>,
    pub terms: Vec<ScoredTerm>,
    pub failed: Vec<IndexError>,
    /// Whether the query's operators let each section pass; `None` if it has none, or its words could not be had.
    pub passing: Option<Vec<bool>>,
}

/// Scores and sorts what was looked up, and keeps the first `depth`.
pub(super) fn search(
    store: &Store,
    resolved: Resolved<'_>,
    request: &Request,
    least: usize,
    depth: usize,
) -> LexicalMatches {
    let directory = store.directory();
    let Resolved { groups, phrases, rules, navigational, corrections, terms, mut failed, .. } = resolved;
    let mut scores = Scores::new(directory.section_count(), directory.largest_impact);
    for group in groups {
        if let Err(damage) = scores.add(group) {
            failed.push(blamed(store, damage));
        }
    }
    for lookup in phrases {
        match phrase(&lookup.terms) {
            Ok(found) => found.into_iter().for_each(|(section, count)| {
                let often = count as f32;
                let saturated = often * (1.0 + PHRASE_SATURATION) / (often + PHRASE_SATURATION);
                scores.add_section(lookup.clause, section, lookup.weight * saturated);
            }),
            Err(damage) => failed.push(blamed(store, damage)),
        }
    }
    let passing = scores.passing(&rules, least).filter(|_| failed.is_empty());
    let mut found = scores.finish(&rules, least);
    let known = |section: SectionId, found: &[ScoredSection]| {
        found.binary_search_by_key(&section, |scored| scored.section).is_ok()
    };
    // A name may stand in an anchor alone, where no word of it is indexed.
    let unscored: Vec<SectionId> =
        navigational.sections().filter(|section| !known(*section, &found)).collect();
    found.extend(unscored.into_iter().map(|section| ScoredSection { section, score: f32::MIN_POSITIVE }));
    found.retain(|scored| admitted(store, request, scored.section));
    let facets = request.facets.then(|| facets(store, &found));
    let total = found.len();
    let candidates = best(&found, depth, &|section| navigational.rank(section))
        .into_iter()
        .map(|scored| Candidate { section: scored.section, score: scored.score })
        .collect();
    LexicalMatches { candidates, total, navigational, corrections, facets, terms, failed, passing }
}

/// Whether a section's page passes the request's filters. An index without filters admits nothing to them; filters
/// that could not be had are left to the answer's `degraded`, and admit all.
pub(super) fn admitted(store: &Store, request: &Request, section: SectionId) -> bool {
    match store.filters() {
        _ if request.filters.is_empty() => true,
        Slot::Ready(filters) => filters.admits(&request.filters, store.directory().page_of(section).0),
        Slot::Failed(_) => true,
        Slot::Missing => false,
    }
}

/// Counts the pages of the sections found by the values of all filters.
fn facets(store: &Store, found: &[ScoredSection]) -> Vec<Facet> {
    let Slot::Ready(filters) = store.filters() else { return Vec::new() };
    let directory = store.directory();
    let mut is_found = vec![false; directory.page_count() as usize];
    for scored in found {
        if let Some(page) = is_found.get_mut(directory.page_of(scored.section).index()) {
            *page = true;
        }
    }
    let count = |of_value: &[u32]| {
        of_value.iter().filter(|page| is_found.get(**page as usize).is_some_and(|found| *found)).count()
            as u32
    };
    filters
        .filters
        .iter()
        .map(|filter| {
            let values = filter.values.iter().map(|value| (value.value.clone(), count(&value.pages)));
            Facet { name: filter.name.clone(), values: values.filter(|(_, count)| *count > 0).collect() }
        })
        .collect()
}

/// What each term adds to one section. Cost: linear in the postings of the terms.
pub(super) fn explain(store: &Store, terms: &[ScoredTerm], section: SectionId) -> Vec<TermScore> {
    let mut words = TermLookup::new(store);
    let mut shares = Vec::new();
    for term in terms {
        let Found::There(entry) = words.find(&term.text) else { continue };
        let tail = words.tail(&term.text, term.with_low_impact);
        let postings = std::iter::once(entry).chain(tail).filter_map(|entry| entry.postings().ok()).flatten();
        let Some(posting) = postings.map_while(Result::ok).find(|posting| posting.section == section) else {
            continue;
        };
        let idf = idf(store.directory().section_count(), term.document_frequency);
        shares.push(TermScore {
            term: term.text.clone(),
            document_frequency: entry.document_frequency,
            fields: posting.fields().map(|field| field.name()).collect(),
            score: term.weight * idf * byte_to_impact(posting.impact, store.directory().largest_impact),
        });
    }
    shares
}
