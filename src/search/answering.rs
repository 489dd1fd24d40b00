//! The last step of the engine: the answer of a ranking whose texts are loaded.

use super::aggregates::page_hits;
use super::answer::Answer;
#[cfg(feature = "dense")]
use super::context::{Sources, gather};
use super::engine::{Engine, RankedFor};
use super::hit::Hits;
#[cfg(feature = "dense")]
use super::nothing::suggestions;
#[cfg(feature = "dense")]
use super::related;
use super::rerank::RerankInputs;
use super::sites::Sites;
use super::text_matches::QueryTermMatcher;

impl Engine {
    /// Reranks the sections to show and makes hits of them. Omits sections whose text failed to load; the answer says
    /// so.
    pub(super) fn answer(&mut self, known: RankedFor) -> Answer {
        #[cfg(feature = "dense")]
        let offers_related = self.offers_related(&known);
        #[cfg(feature = "dense")]
        let counts = known.counts;
        let RankedFor { request, query, mut ranked, .. } = known;
        let mut degraded = std::mem::take(&mut ranked.degraded);
        #[cfg(feature = "dense")]
        degraded.extend_from_slice(&self.left_out);
        let matcher = QueryTermMatcher::new(&self.analyzer, ranked.matched_terms());
        #[cfg(feature = "dense")]
        let sites = Sites::of(&self.store, &self.others, &request);
        #[cfg(not(feature = "dense"))]
        let sites = Sites::one(&self.store);
        let inputs = RerankInputs { sites, request: &request, ranked: &ranked, matcher: &matcher };
        #[allow(unused_mut, reason = "without the dense retriever, there is no model")]
        let mut reranked = None;
        #[cfg(feature = "dense")]
        if request.reranks() {
            match self.model_scores.read() {
                Ok(scores) => reranked = Some(inputs.page_with(scores, &mut degraded)),
                Err(problem) => degraded.push(problem),
            }
        }
        let candidates = reranked.unwrap_or_else(|| inputs.page(&mut degraded));
        let hits = Hits {
            sites,
            request: &request,
            terms: &matcher.terms,
            explain: cfg!(feature = "dense") && request.explain,
        };
        let hits = hits.of(&candidates, &ranked);
        #[cfg(feature = "dense")]
        let suggestions = suggestions(sites, &request, &ranked, &mut degraded);
        #[cfg(feature = "dense")]
        let context = request.context.as_ref().map(|asked| {
            let found = candidates
                .iter()
                .map(|found| (found.section, found.text, found.page, sites.root_of(found.section)));
            gather(
                &Sources { request: &request, asked, all: false, fit: ranked.fit },
                found,
                &counts.unwrap_or_default(),
            )
        });
        #[cfg(feature = "dense")]
        let related = if offers_related {
            related::related(&self.store, &self.analyzer, &query, &ranked, &mut degraded)
        } else {
            Vec::new()
        };
        #[cfg(not(feature = "dense"))]
        let suggestions = Vec::new();
        let doc_aggregates =
            if cfg!(feature = "dense") { page_hits(sites, &ranked, &mut degraded) } else { None };
        Answer {
            query: query.text,
            mode: request.mode,
            degraded: (!degraded.is_empty()).then_some(degraded),
            total: ranked.total,
            corrections: ranked.corrections,
            intent: ranked.intent.filter(|_| request.explain),
            facets: ranked.facets,
            doc_aggregates,
            #[cfg(feature = "dense")]
            fit: ranked.fit,
            closeness: (cfg!(feature = "dense") && request.explain).then_some(ranked.closeness),
            suggestions,
            #[cfg(feature = "dense")]
            related,
            hits,
            #[cfg(feature = "dense")]
            context,
        }
    }
}
