//! The steps of a query's dialogue that only a build with all retrievers has.

use super::context::{Sources, texts_to_count};
use super::engine::{Engine, RankedFor};
use super::related;
use super::rerank::{RerankInputs, RerankTask};
use super::shown_text::shown_text;
use super::sites::Sites;
use super::text_matches::QueryTermMatcher;
use crate::index::BlockId;

impl Engine {
    /// What to ask a model, unless it has answered.
    pub(super) fn rerank_task(&mut self, known: &RankedFor) -> Option<RerankTask> {
        let RankedFor { request, query, ranked, .. } = known;
        let matcher = QueryTermMatcher::new(&self.analyzer, ranked.matched_terms());
        let sites = Sites::of(&self.store, &self.others, request);
        let inputs = RerankInputs { sites, request, ranked, matcher: &matcher };
        let text = if ranked.corrected.is_empty() { &query.text } else { &ranked.corrected };
        // The answer reports failed texts.
        let candidates = inputs.first_pages(&mut Vec::new());
        self.model_scores.task(request, text, &candidates, &matcher.terms)
    }

    /// The texts to count, if the request asks for whole texts and the driver was not asked.
    pub(super) fn texts_to_count(&self, known: &mut RankedFor) -> Option<Vec<String>> {
        let asked = known.request.context.as_ref()?;
        if known.counts.as_ref().is_some_and(|counts| counts.are_known()) {
            return None;
        }
        let found = known.ranked.shown.iter().filter_map(|fused| {
            let (text, page) = shown_text(self.sites(), fused.section, &mut Vec::new())?;
            Some((fused.section, text, page, self.sites().root_of(fused.section)))
        });
        let (texts, counts) = texts_to_count(
            &Sources { request: &known.request, asked, all: false, fit: known.ranked.fit },
            found,
        );
        known.counts = Some(counts);
        Some(texts)
    }

    /// Whether the answer offers related words; of several indexes, those of the first.
    pub(super) fn offers_related(&self, known: &RankedFor) -> bool {
        related::answers(&self.store, &known.request, self.uses_lexicon, known.vector.is_some())
    }

    /// The blocks that these need.
    pub(super) fn need_of_related(&self, known: &RankedFor) -> Vec<BlockId> {
        let RankedFor { query, ranked, .. } = known;
        if self.offers_related(known) { related::need(&self.store, query, ranked) } else { Vec::new() }
    }
}
