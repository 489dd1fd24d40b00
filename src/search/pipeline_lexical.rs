//! The stages of the pipeline in the module with one retriever, which every page loads: one index, nothing to fuse.

use super::admission::{Admission, needs_filters};
use super::answer::Request;
use super::engine::{Embedded, Engine, Outcome};
use super::fuse::{FUSION_K, fuse};
use super::intent::Intent;
use super::lookup::{Reach, resolve};
use super::parse::ParsedQuery;
use super::posting_matches::PostingMatches;
use super::rank::Ranked;
use super::retrieve::{Inputs, LEXICAL, Lexical, Retriever, file_problem};
use super::score_mix::Scale;
use crate::index::{BlockKind, Slot};

impl Engine {
    /// Ranks by the lexical retriever, whatever the mode. The error is what is needed first.
    #[allow(
        clippy::result_large_err,
        reason = "moved once a query; a box is more code for every page to load"
    )]
    pub(super) fn ranked(
        &self,
        request: &Request,
        query: &ParsedQuery,
        intent: &Intent,
        _: Option<Embedded<'_>>,
    ) -> Result<Ranked, Outcome> {
        let (sites, store) = (self.sites(), &self.store);
        let filters = BlockKind::Filters.block(0);
        let needs_filters = needs_filters(store, request);
        let mut need = Vec::new();
        if needs_filters && store.is_missing(filters) {
            need.push(filters);
        }
        let resolved = match resolve(sites, store, &self.analyzer, query, intent, Reach::of(request, query)) {
            Ok(resolved) if need.is_empty() => resolved,
            resolved => {
                need.extend(resolved.err().into_iter().flatten());
                return Err(Outcome::Need(store.requests(&need)));
            }
        };
        let matches = PostingMatches::new(store, resolved);
        let admission = Admission::new(store, request, Some(&matches), query.minimum_should_match);
        let inputs = Inputs { store, request, intent, is_fused: false, matches: Some(&matches) };
        let mut ranked = Ranked { word_share: intent.word_share, ..Ranked::default() };
        match Lexical.retrieve(&inputs, &admission) {
            Ok(found) => ranked.add(LEXICAL, 1.0, Scale::default(), found),
            Err(problem) => ranked.degraded.push(problem),
        }
        if needs_filters && let Slot::Failed(error) = store.filters() {
            ranked.degraded.push(file_problem(LEXICAL, error));
        }
        let fused = fuse(&ranked.lists, sites.settings().get(&FUSION_K), &|_| 0);
        ranked.take(matches, 0);
        Ok(ranked.finish(sites, request, fused))
    }
}
