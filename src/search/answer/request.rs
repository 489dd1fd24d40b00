//! A query as plain data, and what follows from it alone: [`Request`].

use std::ops::Range;

use super::ContextRequest;
use crate::index::{Reads, Store};
use serde::Serialize;

/// Hits that are reordered together by their texts. It is no page of hits: what comes first does not depend on how many are
/// asked for.
pub(in crate::search) const REORDERED: usize = 10;

/// Pages of hits that a model reranks.
const RERANKED_PAGES: usize = 3;

/// Most hits that it reranks: it needs milliseconds for each.
const MAX_RERANKED: usize = 100;

/// Which retrievers answer: all of them, fused (`hybrid`), or one alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mode {
    /// All retrievers, fused.
    #[default]
    Hybrid,
    /// BM25F alone.
    Lexical,
    /// Nearest vectors alone.
    Dense,
    /// Nearest vectors to the sum of the query's term vectors, alone.
    Lexicon,
}

/// A query: its text, and what is asked for beside it. Until there is an answer, every call has the same one. Numbers beyond
/// their limits are cut to them.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Request {
    /// The text as typed; cut off after 1000 characters.
    pub text: String,
    /// Which retrievers answer.
    pub mode: Mode,
    /// Number of hits, at most 1000.
    pub limit: usize,
    /// Number of hits to skip, for paging.
    #[cfg_attr(test, ts(optional, as = "Option<usize>"))]
    pub offset: usize,
    /// Bytes of the section's text in each hit, at most; 0 for none.
    #[cfg_attr(test, ts(optional, as = "Option<usize>"))]
    pub text_length: usize,
    /// At most this many hits of one page; 0 for no limit.
    #[cfg_attr(test, ts(optional, as = "Option<usize>"))]
    pub max_per_page: usize,
    /// Whether hits carry an `explanation`.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub explain: bool,
    /// Whether the last word is still being typed and also matches as a prefix.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub prefix: bool,
    /// How many terms a section must have, as a number or a percentage: `2`, `75%`; `all` for all but stop words, and
    /// any if no section has all; empty for the site's setting `search.match`, which by default is any.
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub minimum_should_match: String,
    /// Accepted values by filter name: a page must have one of them for every name. An empty value accepts pages that
    /// have no value of this name. Where several sites are searched, `site` accepts their names.
    #[cfg_attr(test, ts(optional, as = "Option<std::collections::HashMap<String, Vec<String>>>"))]
    pub filters: Vec<(String, Vec<String>)>,
    /// The reader's version of the documentation, several separated by commas: of a section in several versions, hits
    /// show the edition of this one. By default the most current version.
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub version: String,
    /// Whether to count the pages found by filter name and value.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub facets: bool,
    /// Whether a model reranks the first three pages of hits.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rerank: bool,
    /// Whether to count the hits of each page found.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub doc_aggregates: bool,
    /// Leaves out hits with a lower score, on the scale of the scores of this mode; 0 for none. By default the site's
    /// setting `search.min_score`.
    #[cfg_attr(test, ts(optional))]
    pub min_score: Option<f32>,
    /// Leaves out what the dense retriever found with a lower cosine similarity; 0 for none. By default the site's
    /// setting `search.similarity_threshold`.
    #[cfg_attr(test, ts(optional))]
    pub similarity_threshold: Option<f32>,
    /// Asks for whole texts of the hits, in the answer's `context`.
    #[cfg_attr(test, ts(optional))]
    pub context: Option<ContextRequest>,
}

impl Request {
    /// Whether a model reranks the requested page of hits.
    pub(in crate::search) fn reranks<S: Reads>(&self) -> bool {
        S::IS_FULL && self.rerank && self.offset < self.reranked()
    }

    /// How many hits a model reranks. They do not depend on the requested page, so that all pages show one ranking.
    pub(in crate::search) fn reranked(&self) -> usize {
        self.limit.saturating_mul(RERANKED_PAGES).min(MAX_RERANKED)
    }

    /// The places in the ranking that the answer needs: those that are reordered with the requested page, from the first
    /// place on if a model reranks it.
    pub(in crate::search) fn places<S: Reads>(&self) -> Range<usize> {
        let end = self.limit.saturating_add(self.offset);
        if self.reranks::<S>() { 0..end.max(self.reranked()) } else { self.reordered() }
    }

    /// The places that are reordered by their texts with the requested page.
    pub(in crate::search) fn reordered(&self) -> Range<usize> {
        let end = self.limit.saturating_add(self.offset);
        if self.limit == 0 {
            return end..end;
        }
        self.offset / REORDERED * REORDERED..end.div_ceil(REORDERED).saturating_mul(REORDERED)
    }

    /// Whether it needs counts.
    pub(in crate::search) fn needs_counts(&self) -> bool {
        self.facets || self.doc_aggregates
    }

    /// Whether it needs counts of the sections of an index. An index without filters has nothing to count by value, unless it
    /// is one of several, whose names are values.
    pub(in crate::search) fn needs_counts_of<S: Reads>(&self, store: &Store<S>) -> bool {
        let is_named = S::IS_FULL && !store.site().name.is_empty();
        let has_values = is_named || store.directory().filters.is_some();
        self.facets && has_values || self.doc_aggregates
    }
}
