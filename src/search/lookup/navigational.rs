//! Navigational matches: sections whose name equals the query.

use super::term_lookup::{Found, TermLookup};
use crate::ids::SectionId;

/// Sections whose name equals the query, in ascending order, each with the rank of its name.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct NavigationalMatches(Vec<(SectionId, u8)>);

impl NavigationalMatches {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts those of the indexes before this one in front; the sections of this one are numbered from `start` on.
    #[cfg(feature = "dense")]
    pub fn join(&mut self, before: &mut Self, start: u32) {
        self.0.iter_mut().for_each(|(section, _)| section.0 += start);
        before.0.append(&mut self.0);
        std::mem::swap(&mut self.0, &mut before.0);
    }

    pub fn sections(&self) -> impl Iterator<Item = SectionId> {
        self.0.iter().map(|(section, _)| *section)
    }

    /// The rank of a section's name: larger is better, 0 is no match. Cost: a binary search.
    pub fn rank(&self, section: SectionId) -> u8 {
        self.0.binary_search_by_key(&section, |(known, _)| *known).map_or(0, |at| self.0[at].1)
    }
}

/// The sections named by the key `exact`; none while its block is missing.
pub(super) fn navigational_matches(lookup: &mut TermLookup<'_>, exact: Option<&str>) -> NavigationalMatches {
    let mut navigational = NavigationalMatches::default();
    let Some(Found::There(entry)) = exact.map(|key| lookup.find(key)) else { return navigational };
    let postings = entry.postings().and_then(|postings| {
        for posting in postings {
            let posting = posting?;
            navigational.0.push((posting.section, posting.impact));
        }
        Ok(())
    });
    if let Err(damage) = postings {
        lookup.damaged(damage);
    }
    navigational
}
