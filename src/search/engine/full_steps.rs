//! The steps of a query's dialogue that only [`Full`](crate::index::Full) has.

use crate::index::{BlockId, IfFull};
use crate::search::answer::Mode;
use crate::search::context::{Sources, texts_to_count};
use crate::search::engine::stages::Stages;
use crate::search::engine::{Engine, Outcome, RankedFor};
use crate::search::hit::related;
use crate::search::matches::text_matches::QueryTermMatcher;
use crate::search::page::site_versions;
use crate::search::rerank::{RerankInputs, RerankTask};
use crate::search::retrieve::vector_of;
use crate::search::sites::Sites;
use crate::search::sites::shown_text::loaded_text;

impl<S: Stages> Engine<S> {
    /// What follows on a ranking whose texts are loaded: one of each section in sites of several versions, then what the
    /// driver is to do before the answer, if anything.
    pub(super) fn later_steps(&mut self, pending: &mut RankedFor<S>) -> Option<Outcome> {
        if !pending.is_folded {
            let sites = Sites::of(&self.store, &self.others, &pending.request);
            if site_versions::are_folded(sites) {
                site_versions::fold(sites, &pending.request, &mut pending.ranked);
            }
            pending.is_folded = true;
        }
        if pending.request.reranks::<S>()
            && let Some(task) = self.rerank_task(pending)
        {
            return Some(Outcome::Rerank(task));
        }
        if let Some(texts) = self.texts_to_count(pending) {
            return Some(Outcome::Count(texts));
        }
        let likeness = self.compared(pending);
        if let Some(beside) = self.beside.get_mut() {
            beside.likeness = likeness;
            beside.lists.clone_from(&pending.ranked.lists);
            beside.closeness = pending.ranked.closeness;
        }
        None
    }

    /// Compares all queries from now on with vectors.
    pub fn compare_with(&mut self, meanings: Vec<Vec<f32>>) {
        if let Some(beside) = self.beside.get_mut()
            && beside.meanings != meanings
        {
            self.pending = None;
            beside.meanings = meanings;
        }
    }

    /// The similarity of the last query that was answered to each of these vectors; empty if it had no vector.
    pub fn likeness(&self) -> &[f32] {
        self.beside.get().map_or(&[], |beside| &beside.likeness)
    }

    fn compared(&self, pending: &RankedFor<S>) -> Vec<f32> {
        let Some(beside) = self.beside.get().filter(|beside| !beside.meanings.is_empty()) else {
            return Vec::new();
        };
        let of_lexicon = || {
            let uses = pending.request.mode == Mode::Lexicon
                || pending.request.mode == Mode::Hybrid && !beside.lacks_lexicon;
            uses.then(|| vector_of(&self.store, &pending.ranked.terms).0).flatten()
        };
        let own = pending.vector.clone().or_else(of_lexicon);
        let own = own.iter().flat_map(|own| beside.meanings.iter().map(|meaning| cosine(own, meaning)));
        own.collect()
    }

    /// What to ask a model, unless it has answered.
    fn rerank_task(&mut self, pending: &RankedFor<S>) -> Option<RerankTask> {
        let RankedFor { request, query, ranked, .. } = pending;
        let matcher = QueryTermMatcher::new(&self.analyzer, ranked.matched_terms());
        let sites = Sites::of(&self.store, &self.others, request);
        let inputs = RerankInputs { sites, request, ranked, matcher: &matcher, is_sorted: self.is_sorted() };
        let text = if ranked.corrected.is_empty() { &query.text } else { &ranked.corrected };
        // The answer reports failed texts.
        let candidates = inputs.first_pages().0;
        self.model_scores.get_mut()?.task(request, text, &candidates, &matcher.terms)
    }

    /// The texts to count, if the request asks for whole texts and the driver was not asked.
    fn texts_to_count(&self, pending: &mut RankedFor<S>) -> Option<Vec<String>> {
        let asked = pending.request.context.as_ref()?;
        if pending.counts.get().is_some_and(|counts| counts.as_ref().is_some_and(|it| it.are_known())) {
            return None;
        }
        let found = pending.ranked.shown.iter().filter_map(|fused| {
            let (text, page) = loaded_text(self.sites(), fused.section)?;
            Some((fused.section, text, page, self.sites().root_of(fused.section)))
        });
        let (texts, counts) = texts_to_count(
            &Sources { request: &pending.request, asked, all: false, fit: pending.ranked.fit },
            found,
        );
        pending.counts = S::IfFull::new(|| Some(counts));
        Some(texts)
    }

    /// Whether hybrid queries without a vector search by the lexicon.
    pub(in crate::search) fn uses_lexicon(&self) -> bool {
        self.beside.get().is_some_and(|beside| !beside.lacks_lexicon)
    }

    /// Whether the answer offers related words; of several indexes, those of the first.
    pub(super) fn offers_related(&self, pending: &RankedFor<S>) -> bool {
        related::answers(&self.store, &pending.request, self.uses_lexicon(), pending.vector.is_some())
    }

    /// The blocks that these need.
    pub(super) fn need_of_related(&self, pending: &RankedFor<S>) -> Vec<BlockId> {
        let RankedFor { query, ranked, .. } = pending;
        if self.offers_related(pending) { related::need(&self.store, query, ranked) } else { Vec::new() }
    }
}

/// 0 for vectors of different lengths, and where one is 0.
fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let lengths = (product(a, a) * product(b, b)).sqrt();
    if a.len() == b.len() && lengths > 0.0 { product(a, b) / lengths } else { 0.0 }
}
