//! The last step of the engine: the answer of a ranking whose texts are loaded.

use crate::index::IfFull;
use crate::search::answer::{Answer, Context, Degraded, Offered, suggested};
use crate::search::context::{Sources, TokenCounts, gather};
use crate::search::engine::stages::Stages;
use crate::search::engine::{Engine, RankedFor};
use crate::search::fusion::nothing;
use crate::search::hit::written::as_written;
use crate::search::hit::{Hits, related};
use crate::search::matches::text_matches::QueryTermMatcher;
use crate::search::page::aggregates::page_hits;
use crate::search::rerank::{Candidate, RerankInputs};
use crate::search::sites::Sites;

impl<S: Stages> Engine<S> {
    /// Reranks the sections to show and makes hits of them. Omits sections whose text failed to load; the answer says
    /// so.
    pub(in crate::search) fn answer(&mut self, pending: RankedFor<S>) -> Answer {
        let offers_related = S::IS_FULL && self.offers_related(&pending);
        let RankedFor { request, query, mut ranked, counts, .. } = pending;
        let mut degraded = std::mem::take(&mut ranked.degraded);
        let mut corrections = std::mem::take(&mut ranked.corrections);
        let Offered { queries, missing } = std::mem::take(&mut ranked.offered);
        if let Some(beside) = self.beside.get() {
            degraded.extend_from_slice(&beside.left_out);
        }
        let matcher = QueryTermMatcher::new(&self.analyzer, ranked.matched_terms());
        let sites = Sites::of(&self.store, &self.others, &request);
        let inputs = RerankInputs {
            sites,
            request: &request,
            ranked: &ranked,
            matcher: &matcher,
            is_sorted: self.is_sorted(),
        };
        let model = self.model_scores.get_mut().filter(|_| request.reranks::<S>());
        let scores = model.and_then(|scores| scores.read().map_err(|problem| degraded.push(problem)).ok());
        let (candidates, of_hits) = match scores {
            Some(scores) => inputs.page_with(scores),
            None => inputs.page(),
        };
        let hits = Hits { sites, request: &request, matcher: &matcher }.of(&candidates, &ranked);
        as_written(&mut corrections, &candidates);
        let mut suggestions = suggested(queries);
        let (others, of_others) = nothing::suggestions(sites, &request, &ranked);
        suggestions.extend(others);
        let context = if S::IS_FULL { context(&inputs, &candidates, counts) } else { None };
        let (related, of_related) = if offers_related {
            related::related(&self.store, &self.analyzer, &query, &ranked)
        } else {
            Default::default()
        };
        let counted = if S::IS_FULL { page_hits(sites, &ranked) } else { None };
        let (doc_aggregates, of_pages) = counted.unzip();
        let degraded = told(degraded, [of_hits, of_others, of_related, of_pages.unwrap_or_default()]);
        Answer {
            query: query.text,
            mode: request.mode,
            degraded,
            total: ranked.total,
            corrections,
            missing,
            intent: ranked.intent.filter(|_| S::IS_FULL && request.explain),
            facets: ranked.facets,
            doc_aggregates,
            fewer: ranked.fewer && !hits.is_empty(),
            fit: ranked.fit.filter(|_| S::IS_FULL),
            closeness: (S::IS_FULL && request.explain).then_some(ranked.closeness),
            suggestions,
            related,
            hits,
            context,
        }
    }
}

/// All that failed, each once; that related words lack a file says nothing where it is missed already.
fn told(mut degraded: Vec<Degraded>, mut later: [Vec<Degraded>; 4]) -> Option<Vec<Degraded>> {
    later.iter_mut().for_each(|later| degraded.append(later));
    let mut told: Vec<Degraded> = Vec::new();
    for problem in degraded {
        let says_as_much = |known: &Degraded| {
            *known == problem || problem.retriever == related::RELATED && known.file == problem.file
        };
        if !told.iter().any(says_as_much) {
            told.push(problem);
        }
    }
    (!told.is_empty()).then_some(told)
}

/// The texts of the hits for a program, if it asks for them.
fn context<S: Stages>(
    inputs: &RerankInputs<'_, S>,
    candidates: &[Candidate<'_>],
    counts: S::IfFull<Option<TokenCounts>>,
) -> Option<Context> {
    let RerankInputs { request, ranked, sites, .. } = *inputs;
    let asked = request.context.as_ref()?;
    let found =
        candidates.iter().map(|found| (found.section, found.text, found.page, sites.root_of(found.section)));
    let sources = Sources { request, asked, all: false, fit: ranked.fit };
    Some(gather(&sources, found, &counts.take().flatten().unwrap_or_default()))
}
