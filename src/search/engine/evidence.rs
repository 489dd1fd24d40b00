//! What a query's words say of the indexes: [`LookedUp`] while blocks are lacking, then [`Evidence`].

use super::seeding::Seeded;
use super::stages::Stages;
use crate::ids::SectionId;
use crate::index::{BlockId, IfFull, Store};
use crate::search::fusion::rank::Ranked;
use crate::search::lookup::Resolved;
use crate::search::matches::posting_matches::PostingMatches;
use crate::search::retrieve::Inputs;
use crate::search::sites::Sites;

/// What one index has of a query's terms, and what it lacks.
pub(super) struct LookedUp<'a, S: Stages> {
    pub need: Vec<BlockId>,
    /// `None` if no retriever reads terms, or if blocks of them are lacking.
    pub resolved: Option<Resolved<'a>>,
    /// Whether no block of its terms is lacking.
    pub is_resolved: bool,
    /// What became of `resolved`, if retrievers look at seeds.
    pub seeded: S::IfFull<Option<Seeded>>,
    /// The corrected query, to embed first.
    pub embed_anew: Option<String>,
}

impl<S: Stages> Default for LookedUp<'_, S> {
    fn default() -> Self {
        LookedUp {
            need: Vec::new(),
            resolved: None,
            is_resolved: true,
            seeded: S::IfFull::new(|| None),
            embed_anew: None,
        }
    }
}

impl<S: Stages> LookedUp<'_, S> {
    pub fn seeded(&self) -> Option<&Seeded> {
        self.seeded.get().and_then(Option::as_ref)
    }

    /// The posting matches of an index, if its terms were looked up.
    fn matches(self, store: &Store<S>) -> Option<PostingMatches> {
        match self.seeded.take().flatten() {
            Some(seeded) => Some(seeded.matches),
            None => self.resolved.map(|resolved| PostingMatches::new(store, resolved)),
        }
    }
}

/// What the words of a query match in each index.
pub(super) struct Evidence<S: Stages> {
    seeds: S::Each<S::IfFull<Vec<SectionId>>>,
    matches: S::Each<Option<PostingMatches>>,
}

impl<S: Stages> Evidence<S> {
    /// By vectors alone, words find seeds, and say nothing of what is admitted: then matches do not `count`.
    pub fn of(sites: Sites<'_, S>, looked_up: S::Each<LookedUp<'_, S>>, count: bool) -> Self {
        let seeds = sites.each(|(number, _)| {
            let seeded = looked_up.as_ref()[number].seeded();
            S::IfFull::new(|| seeded.map(|seeded| seeded.seeds.clone()).unwrap_or_default())
        });
        let mut looked_up = looked_up.into_iter();
        let matches = sites.each(|(_, store)| {
            let looked_up = looked_up.next().filter(|_| count);
            looked_up.and_then(|looked_up| looked_up.matches(store))
        });
        Evidence { seeds, matches }
    }

    /// The share of the query's weight whose words the indexes have, in whatever sections.
    pub fn known(&self) -> f32 {
        self.matches.as_ref().iter().flatten().fold(0.0, |most, matches| matches.known.max(most))
    }

    /// The matches in an index, by its number.
    pub fn matches(&self, number: usize) -> Option<&PostingMatches> {
        self.matches.as_ref()[number].as_ref()
    }

    /// Whether the query is a name of a section of any index.
    pub fn has_name(&self) -> bool {
        self.matches.as_ref().iter().flatten().any(|matches| !matches.navigational.is_empty())
    }

    /// How surely the query names a section; 0 if it does not.
    pub fn rank(&self, sites: Sites<'_, S>, section: SectionId) -> u8 {
        let (number, _, section) = sites.locate(section);
        self.matches(number).map_or(0, |matches| matches.navigational.rank(section))
    }

    /// Completes the inputs of retrievers for an index.
    pub fn inputs<'a>(&'a self, number: usize, inputs: Inputs<'a, S>) -> Inputs<'a, S> {
        let matches = self.matches(number);
        let terms = matches.map_or(&[][..], |matches| &matches.terms);
        let seeds: &S::IfFull<Vec<SectionId>> = &self.seeds.as_ref()[number];
        Inputs { terms, seeds: seeds.get().map_or(&[][..], Vec::as_slice), matches, ..inputs }
    }

    /// Gives a ranking what it tells of terms, names and corrections.
    pub fn enter(self, sites: Sites<'_, S>, ranked: &mut Ranked) {
        let mut matches = self.matches.into_iter();
        sites.each(|(number, store)| {
            if let Some(Some(matches)) = matches.next() {
                ranked.take::<S>(matches, sites.first_section(number, store));
            }
        });
    }
}
