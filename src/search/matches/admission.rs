//! Admission: which sections pass the request's filters and the query's operators.
//!
//! Computed once for all retrievers. Operators need postings, so they apply only if terms are looked up: not in dense
//! mode.

use super::posting_matches::PostingMatches;
use crate::filters::{Condition, Filters};
use crate::ids::SectionId;
use crate::index::{IfFull, Reads, Slot, Store};
use crate::lexical::Passing;
use crate::search::answer::Request;
use crate::search::listing::Listing;

/// Whether an answer needs the filters of an index.
pub(in crate::search) fn needs_filters<S: Reads>(
    store: &Store<S>,
    request: &Request,
    listing: Option<&Listing>,
) -> bool {
    let narrows = condition(listing).is_some();
    request.facets || narrows || !request.filters.is_empty() || store.directory().has_editions
}

fn condition(listing: Option<&Listing>) -> Option<&Condition> {
    listing.and_then(|listing| listing.condition.as_ref())
}

/// Decides whether a section passes filters and operators.
///
/// The engine makes one for each query, after the blocks that it reads are there or have failed, and all retrievers ask the
/// same one, before they cut their lists: otherwise a narrow filter would leave less than the request asks for.
pub struct Admission<'a, S: Reads> {
    store: &'a Store<S>,
    filters: &'a [(String, Vec<String>)],
    condition: S::IfFull<Option<&'a Condition>>,
    /// The sections that pass the operators; `None` without operators.
    operators: Option<Passing<'a>>,
    /// Whether all postings were loaded; otherwise `operators` may reject sections wrongly.
    is_complete: bool,
}

impl<'a, S: Reads> Admission<'a, S> {
    /// `least`: how many optional clauses must match; `listing`: what narrows it beside the request.
    pub(in crate::search) fn new(
        store: &'a Store<S>,
        request: &'a Request,
        matches: Option<&'a PostingMatches>,
        least: usize,
        listing: Option<&'a Listing>,
    ) -> Self {
        Admission {
            store,
            filters: &request.filters,
            condition: S::IfFull::new(|| condition(listing)),
            operators: matches.and_then(|matches| matches.scores.passing(&matches.rules, least)),
            is_complete: matches.is_none_or(|matches| matches.failed.is_empty()),
        }
    }

    /// Whether a section passes, for retrievers that do not read terms: ignores operators if postings are missing.
    pub fn admits(&self, section: SectionId) -> bool {
        (!self.is_complete || self.operators_admit(section)) && self.filters_admit(section)
    }

    /// Whether a section passes the operators, judged by the postings that are loaded.
    pub(in crate::search) fn operators_admit(&self, section: SectionId) -> bool {
        self.operators.as_ref().is_none_or(|passing| passing.admits(section))
    }

    /// Whether a section's page passes the request's filters. No page of an index without filters has a value. If the
    /// filters failed to load, all pages pass and the answer's `degraded` says so.
    pub(in crate::search) fn filters_admit(&self, section: SectionId) -> bool {
        let meets = |filters: &Filters, page| {
            let condition = self.condition.get().copied().flatten();
            !S::IS_FULL || condition.is_none_or(|condition| condition.admits(filters, page))
        };
        match self.store.filters() {
            _ if self.filters.is_empty() && !(S::IS_FULL && self.narrows()) => true,
            Slot::Ready(filters) => {
                let page = self.store.directory().page_of(section).0;
                filters.admits(self.filters, page) && meets(filters, page)
            }
            Slot::Failed(_) => true,
            Slot::Missing => {
                let none = Filters::default();
                none.admits(self.filters, 0) && meets(&none, 0)
            }
        }
    }

    /// Whether there is a condition beside the request's filters.
    fn narrows(&self) -> bool {
        self.condition.get().is_some_and(Option::is_some)
    }
}
