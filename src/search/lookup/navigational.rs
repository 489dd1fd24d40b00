//! Navigational matches: the sections whose name the query is.

use super::term_lookup::{Found, TermLookup};
use crate::ids::SectionId;

/// Sections whose name the query is, in rising order, each with the rank of its name.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct NavigationalMatches(Vec<(SectionId, u8)>);

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
