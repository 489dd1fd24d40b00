//! Queries that are a name: which sections have it.

use super::query::ParsedQuery;
use super::term_lookup::{Found, TermLookup};
use crate::ids::SectionId;
use crate::lexical::exact_key;
use crate::text::Analyzer;

/// Sections whose name the query is, in rising order, each with the rank of its name.
#[derive(Clone, Debug, Default)]
pub(super) struct NavigationalMatches(Vec<(SectionId, u8)>);

impl NavigationalMatches {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn sections(&self) -> impl Iterator<Item = SectionId> {
        self.0.iter().map(|(section, _)| *section)
    }

    /// The rank of a section's name, the better the larger; 0 for none. Cost: a binary search.
    pub fn rank(&self, section: SectionId) -> u8 {
        self.0.binary_search_by_key(&section, |(known, _)| *known).map_or(0, |at| self.0[at].1)
    }
}

/// The key of the name that a query may be; `None` for one of several clauses with operators.
pub(super) fn exact_name(analyzer: &Analyzer, query: &ParsedQuery) -> Option<String> {
    let clause = query.clauses.first()?;
    let mut first = None;
    if clause.phrase {
        // A phrase has no whole names, but a name begins with one.
        analyzer.terms(&clause.surface, |term| {
            first.get_or_insert_with(|| term.text.to_owned());
        });
    }
    let first = first.or_else(|| Some(clause.terms.first()?.text.clone()))?;
    (!query.exact.is_empty()).then(|| exact_key(&first, &query.exact))
}

/// The sections of the name with the key `exact`; none while its block is missing.
pub(super) fn navigational_matches(words: &mut TermLookup<'_>, exact: Option<&str>) -> NavigationalMatches {
    let mut navigational = NavigationalMatches::default();
    let Some(Found::There(entry)) = exact.map(|key| words.find(key)) else { return navigational };
    let postings = entry.postings().and_then(|postings| {
        for posting in postings {
            let posting = posting?;
            navigational.0.push((posting.section, posting.impact));
        }
        Ok(())
    });
    if let Err(damage) = postings {
        words.damaged(damage);
    }
    navigational
}
