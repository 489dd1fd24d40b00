//! Sections that come before all others: navigational matches, whose name equals the query, and behind them those that
//! have the query, which is a name, in their text.

use super::term_lookup::{Found, TermLookup};
use crate::ids::SectionId;
use crate::index::{Reads, Store};
use crate::lexical::Posting;
use crate::search::intent::NameKeys;

/// The least rank of a navigational match.
const NAMED: u8 = 3;

/// The rank of a section with the whole name in its text. One that only lists the name, in other words (`--output-file`
/// for `outputFile`), has it too.
const HAS_NAME: u8 = 2;

/// Added to the rank of a name that is the query as written: above all others, which are below 32.
const WRITTEN: u8 = 32;

/// Navigational matches, and sections with the whole name, in ascending order, each with its rank.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct NavigationalMatches(Vec<(SectionId, u8)>);

impl NavigationalMatches {
    /// Whether no section has the query as its name, as written.
    pub fn is_empty(&self) -> bool {
        !self.0.iter().any(|(_, rank)| *rank > WRITTEN)
    }

    /// Puts those of the indexes before this one in front; the sections of this one are numbered from `start` on.
    pub fn join(&mut self, before: &mut Self, start: u32) {
        self.0.iter_mut().for_each(|(section, _)| section.0 += start);
        before.0.append(&mut self.0);
        std::mem::swap(&mut self.0, &mut before.0);
    }

    /// Adds sections of an index that have the whole name in their text, in ascending order. Those of release notes and
    /// the like follow the others.
    pub fn add_mentions<S: Reads>(&mut self, store: &Store<S>, sections: Vec<SectionId>) {
        for section in sections {
            let is_secondary = store.directory().is_secondary(section);
            self.add(section, HAS_NAME - u8::from(is_secondary));
        }
    }

    /// Adds a section, unless it is there. Cost: moves those behind it.
    fn add(&mut self, section: SectionId, rank: u8) {
        if let Err(at) = self.place(section) {
            self.0.insert(at, (section, rank));
        }
    }

    /// All of them.
    pub fn sections(&self) -> impl Iterator<Item = SectionId> {
        self.0.iter().map(|(section, _)| *section)
    }

    /// Whether the query is a name of a section. Cost: a binary search.
    pub fn has(&self, section: SectionId) -> bool {
        self.rank(section) >= NAMED
    }

    /// The rank of a section: larger ones come first, 0 is that of all others. Cost: a binary search.
    pub fn rank(&self, section: SectionId) -> u8 {
        self.place(section).map_or(0, |at| self.0[at].1)
    }

    fn place(&self, section: SectionId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&section, |(known, _)| *known)
    }
}

impl NameKeys {
    /// Looks the keys up. Whether one of the indexes has one of them.
    pub fn find<S: Reads>(&self, lookup: &mut TermLookup<'_, S>) -> bool {
        let mut is_name = false;
        for key in self.keys.iter().flatten().chain(&self.shorter) {
            is_name |= matches!(lookup.find(key), Found::There(_));
        }
        is_name
    }

    /// The sections with such a name: those with the written form first. None while blocks are missing.
    pub fn matches<S: Reads>(&self, lookup: &mut TermLookup<'_, S>) -> NavigationalMatches {
        let mut navigational = NavigationalMatches::default();
        let [written, by_words] = &self.keys;
        let shorter = self.shorter.iter().map(|key| (Some(key), 0));
        for (key, above) in [(written.as_ref(), WRITTEN), (by_words.as_ref(), 1)].into_iter().chain(shorter) {
            if above == 0 && !navigational.0.is_empty() {
                break;
            }
            let Some(Found::There(entry)) = key.map(|key| lookup.find(key)) else { continue };
            let postings = entry.postings().and_then(|mut postings| {
                postings.try_for_each(|posting| {
                    let Posting { section, impact, .. } = posting?;
                    navigational.add(section, impact.saturating_add(above));
                    Ok(())
                })
            });
            if let Err(damage) = postings {
                lookup.damaged(damage);
            }
        }
        navigational
    }
}
