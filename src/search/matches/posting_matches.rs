//! Posting matches: which sections match which clauses of the query, and their scores. One pass over the postings
//! serves the operators and every retriever that reads terms.

use crate::index::{IndexError, Reads, Store};
use crate::lexical::{ClauseRule, Scores, phrase};
use crate::search::answer::{Correction, Offered};
use crate::search::lookup::{NavigationalMatches, Resolved, ScoredTerm, blamed};

/// `k1` in the saturation of `n` occurrences of a phrase: `n * (1 + k1) / (n + k1)`.
const PHRASE_SATURATION: f32 = 1.5;

/// The clauses of a query, scored in all sections.
pub struct PostingMatches {
    pub(in crate::search) scores: Scores,
    /// Whether each clause must or must not match, and its weight.
    pub(in crate::search) rules: Vec<ClauseRule>,
    /// Whether the query compares things that the index has.
    pub(in crate::search) compares: bool,
    pub(in crate::search) navigational: NavigationalMatches,
    pub(in crate::search) corrections: Vec<Correction>,
    pub(in crate::search) offered: Offered,
    pub(in crate::search) terms: Vec<ScoredTerm>,
    /// The query's text with corrections applied; empty without corrections.
    pub(in crate::search) corrected: String,
    /// The largest share of the query's weight that one section matches: as typed, and as corrected.
    pub(in crate::search) words: f32,
    /// See `words`.
    pub(in crate::search) corrected_words: f32,
    /// The share of the words that sections have, each of its own.
    pub(in crate::search) known: f32,
    /// Blocks that failed to load or are damaged.
    pub(in crate::search) failed: Vec<IndexError>,
}

impl PostingMatches {
    /// Scores the resolved terms and phrases. Cost: linear in the postings.
    pub(in crate::search) fn new<S: Reads>(store: &Store<S>, resolved: Resolved<'_>) -> Self {
        let directory = store.directory();
        let Resolved { groups, phrases, rules, compares, .. } = resolved;
        let Resolved { mut navigational, corrections, offered, terms, corrected, mut failed, .. } = resolved;
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
        navigational.add_mentions(store, scores.with_name());
        navigational.add_mentions(store, resolved.line);
        let heaviest = if S::IS_FULL { scores.heaviest_match(&rules) } else { 0.0 };
        let share = |whole: f32| if whole > 0.0 { heaviest / whole } else { 1.0 };
        let whole = resolved.whole;
        let known = if S::IS_FULL && whole.typed > 0.0 { whole.known / whole.typed } else { 1.0 };
        let (words, corrected_words) = (share(resolved.whole.typed), share(resolved.whole.corrected));
        PostingMatches {
            scores,
            rules,
            compares,
            navigational,
            corrections,
            offered,
            terms,
            corrected,
            words,
            corrected_words,
            known,
            failed,
        }
    }
}
