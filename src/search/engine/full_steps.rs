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
use crate::search::sites::shown_text::shown_text;

impl<S: Stages> Engine<S> {
    /// What follows on a ranking whose texts are loaded: one of each section in sites of several versions, then what the
    /// driver is to do before the answer, if anything.
    pub(super) fn later_steps(&mut self, known: &mut RankedFor<S>) -> Option<Outcome> {
        if !known.is_folded {
            let sites = Sites::of(&self.store, &self.others, &known.request);
            if site_versions::are_folded(sites) {
                site_versions::fold(sites, &known.request, &mut known.ranked);
            }
            known.is_folded = true;
        }
        if known.request.reranks::<S>()
            && let Some(task) = self.rerank_task(known)
        {
            return Some(Outcome::Rerank(task));
        }
        if let Some(texts) = self.texts_to_count(known) {
            return Some(Outcome::Count(texts));
        }
        let likeness = self.compared(known);
        if let Some(beside) = self.beside.get_mut() {
            beside.likeness = likeness;
            beside.lists.clone_from(&known.ranked.lists);
            beside.closeness = known.ranked.closeness;
        }
        None
    }

    /// Compares all queries from now on with vectors.
    pub fn compare_with(&mut self, meanings: Vec<Vec<f32>>) {
        if let Some(beside) = self.beside.get_mut()
            && beside.meanings != meanings
        {
            self.known = None;
            beside.meanings = meanings;
        }
    }

    /// The similarity of the last query that was answered to each of these vectors; empty if it had no vector.
    pub fn likeness(&self) -> &[f32] {
        self.beside.get().map_or(&[], |beside| &beside.likeness)
    }

    fn compared(&self, known: &RankedFor<S>) -> Vec<f32> {
        let Some(beside) = self.beside.get().filter(|beside| !beside.meanings.is_empty()) else {
            return Vec::new();
        };
        let of_lexicon = || {
            let uses = known.request.mode == Mode::Lexicon
                || known.request.mode == Mode::Hybrid && !beside.lacks_lexicon;
            uses.then(|| vector_of(&self.store, &known.ranked.terms, &mut Vec::new())).flatten()
        };
        let own = known.vector.clone().or_else(of_lexicon);
        let own = own.iter().flat_map(|own| beside.meanings.iter().map(|meaning| cosine(own, meaning)));
        own.collect()
    }

    /// What to ask a model, unless it has answered.
    fn rerank_task(&mut self, known: &RankedFor<S>) -> Option<RerankTask> {
        let RankedFor { request, query, ranked, .. } = known;
        let matcher = QueryTermMatcher::new(&self.analyzer, ranked.matched_terms());
        let sites = Sites::of(&self.store, &self.others, request);
        let inputs = RerankInputs { sites, request, ranked, matcher: &matcher, is_sorted: self.is_sorted() };
        let text = if ranked.corrected.is_empty() { &query.text } else { &ranked.corrected };
        // The answer reports failed texts.
        let candidates = inputs.first_pages(&mut Vec::new());
        self.model_scores.get_mut()?.task(request, text, &candidates, &matcher.terms)
    }

    /// The texts to count, if the request asks for whole texts and the driver was not asked.
    fn texts_to_count(&self, known: &mut RankedFor<S>) -> Option<Vec<String>> {
        let asked = known.request.context.as_ref()?;
        if known.counts.get().is_some_and(|counts| counts.as_ref().is_some_and(|it| it.are_known())) {
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
        known.counts = S::IfFull::new(|| Some(counts));
        Some(texts)
    }

    /// Whether hybrid queries without a vector search by the lexicon.
    pub(in crate::search) fn uses_lexicon(&self) -> bool {
        self.beside.get().is_some_and(|beside| !beside.lacks_lexicon)
    }

    /// Whether the answer offers related words; of several indexes, those of the first.
    pub(super) fn offers_related(&self, known: &RankedFor<S>) -> bool {
        related::answers(&self.store, &known.request, self.uses_lexicon(), known.vector.is_some())
    }

    /// The blocks that these need.
    pub(super) fn need_of_related(&self, known: &RankedFor<S>) -> Vec<BlockId> {
        let RankedFor { query, ranked, .. } = known;
        if self.offers_related(known) { related::need(&self.store, query, ranked) } else { Vec::new() }
    }
}

/// 0 for vectors of different lengths, and where one is 0.
fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let lengths = (product(a, a) * product(b, b)).sqrt();
    if a.len() == b.len() && lengths > 0.0 { product(a, b) / lengths } else { 0.0 }
}
