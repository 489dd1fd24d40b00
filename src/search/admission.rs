//! Which sections may be found at all: those that the request's filters and the query's operators let pass.
//!
//! Computed once for all retrievers. Operators need postings, so they hold for queries whose terms are looked up: not
//! in dense mode.

use super::answer::Request;
use super::posting_matches::PostingMatches;
use crate::ids::SectionId;
use crate::index::{Slot, Store};
use crate::lexical::Passing;

/// What filters and operators let pass.
pub(super) struct Admission<'a> {
    store: &'a Store,
    filters: &'a [(String, Vec<String>)],
    /// What the operators let pass; `None` if there are none.
    operators: Option<Passing<'a>>,
    /// Whether all postings were there; otherwise `operators` keeps out sections that it should not.
    #[cfg(any(test, feature = "dense"))]
    is_complete: bool,
}

impl<'a> Admission<'a> {
    /// `least` is how many optional clauses must match.
    pub fn new(
        store: &'a Store,
        request: &'a Request,
        matches: Option<&'a PostingMatches>,
        least: usize,
    ) -> Self {
        Admission {
            store,
            filters: &request.filters,
            operators: matches.and_then(|matches| matches.scores.passing(&matches.rules, least)),
            #[cfg(any(test, feature = "dense"))]
            is_complete: matches.is_none_or(|matches| matches.failed.is_empty()),
        }
    }

    /// Whether every section passes.
    #[cfg(any(test, feature = "dense"))]
    pub fn is_open(&self) -> bool {
        self.filters.is_empty() && (self.operators.is_none() || !self.is_complete)
    }

    /// Whether a section passes, for retrievers that know nothing of terms: where postings are missing, operators are
    /// ignored.
    #[cfg(any(test, feature = "dense"))]
    pub fn admits(&self, section: SectionId) -> bool {
        (!self.is_complete || self.operators_admit(section)) && self.filters_admit(section)
    }

    /// Whether the operators let a section pass, as far as postings are there.
    pub fn operators_admit(&self, section: SectionId) -> bool {
        self.operators.as_ref().is_none_or(|passing| passing.admits(section))
    }

    /// Whether a section's page passes the request's filters. An index without filters admits nothing to them; filters
    /// that could not be had are left to the answer's `degraded`, and admit all.
    pub fn filters_admit(&self, section: SectionId) -> bool {
        match self.store.filters() {
            _ if self.filters.is_empty() => true,
            Slot::Ready(filters) => filters.admits(self.filters, self.store.directory().page_of(section).0),
            Slot::Failed(_) => true,
            Slot::Missing => false,
        }
    }
}
