//! The engine: takes a query and returns the answer or the blocks that it still needs.
//!
//! It does no I/O. Its driver calls [`Engine::query`], fetches all needed blocks at once, supplies them, and calls
//! again until there is an answer. So the same code serves a folder and a network.

use super::aggregates::page_hits;
#[cfg(feature = "dense")]
use super::answer::Degraded;
#[cfg(feature = "write")]
use super::answer::Fit;
use super::answer::{Answer, Mode, Request};
#[cfg(feature = "dense")]
use super::context::{Sources, TokenCounts, gather};
#[cfg(feature = "write")]
use super::fuse::RankedList;
use super::hit::Hits;
use super::intent::Intent;
use super::lookup::resolve;
#[cfg(feature = "dense")]
use super::nothing::suggestions;
use super::parse::{MinimumShouldMatch, ParsedQuery, QueryError};
use super::rank::Ranked;
#[cfg(feature = "dense")]
use super::related;
use super::rerank::RerankInputs;
#[cfg(feature = "dense")]
use super::rerank::{ModelScores, RerankTask};
#[cfg(feature = "dense")]
use super::retrieve::DENSE;
use super::retrieve::{RETRIEVERS, Retriever};
#[cfg(feature = "dense")]
use super::spread;
use super::text_matches::QueryTermMatcher;
use crate::index::{BlockId, BlockKind, BlockRequest, Directory, IndexError, Store};
use crate::limits::MAX_LIMIT;
use crate::text::{Analyzer, AnalyzerSettings, Language, cut};

/// Bytes of an unfinished word from which on its blocks are requested.
const LEAST_TYPED: usize = 4;

/// Kinds of blocks of which each query needs others.
#[cfg(feature = "write")]
pub const BLOCKS_BY_QUERY: [BlockKind; 7] = [
    BlockKind::Terms,
    BlockKind::TermVectors,
    BlockKind::Positions,
    BlockKind::Spelling,
    BlockKind::SpellingBackward,
    BlockKind::Texts,
    BlockKind::Cluster,
];

/// The result of one call of [`Engine::query`].
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "moved once a query; a box is more code for every page to load")]
pub enum Outcome {
    /// Blocks to fetch. Each must be supplied or failed before the next call.
    Need(Vec<BlockRequest>),
    /// The corrected query, to embed instead of the query. Without its embedding, the lexical retriever answers alone.
    Embed(String),
    /// Passages for a model to score, if the request asks for one. [`Engine::supply_scores`] takes the scores, or why
    /// there are none, before the next call.
    #[cfg(feature = "dense")]
    Rerank(RerankTask),
    /// Texts whose tokens the index's encoder is to count, if the request asks for whole texts.
    /// [`Engine::supply_counts`] takes the numbers, or that there are none, before the next call.
    #[cfg(feature = "dense")]
    Count(Vec<String>),
    /// The answer.
    Answer(Answer),
}

/// A text's embedding by the index's encoder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Embedded<'a> {
    /// The query's text, or the text of [`Outcome::Embed`].
    pub text: &'a str,
    /// A unit vector with as many dimensions as the index's vectors.
    pub vector: &'a [f32],
}

/// Searches one generation of an index.
pub struct Engine {
    pub(super) store: Store,
    pub(super) retrievers: &'static [&'static dyn Retriever],
    pub(super) analyzer: Analyzer,
    #[cfg(feature = "dense")]
    pub(super) encoder_problem: Option<Degraded>,
    #[cfg(feature = "dense")]
    pub(super) uses_lexicon: bool,
    /// The ranking of the last query, kept while the texts of its hits are fetched.
    ranked: Option<RankedFor>,
    #[cfg(feature = "dense")]
    pub(super) model_scores: ModelScores,
    #[cfg(feature = "write")]
    lists: Vec<RankedList>,
    #[cfg(feature = "write")]
    fit: Fit,
}

/// A ranking with its query.
pub(super) struct RankedFor {
    pub request: Request,
    pub vector: Option<Vec<f32>>,
    pub query: ParsedQuery,
    pub ranked: Ranked,
    /// Tokens of the hits' texts, once the driver is asked.
    #[cfg(feature = "dense")]
    pub counts: Option<TokenCounts>,
}

impl Engine {
    /// Creates an engine from a directory. [`Engine::supply`] adds blocks.
    pub fn new(directory: Directory) -> Self {
        let analyzer = Analyzer::new(&AnalyzerSettings {
            language: Language::from_tag(&directory.language),
            dictionary: directory.dictionary.clone(),
            text: directory.text.clone(),
        });
        Engine {
            store: Store::new(directory),
            retrievers: RETRIEVERS,
            analyzer,
            #[cfg(feature = "dense")]
            encoder_problem: None,
            #[cfg(feature = "dense")]
            uses_lexicon: true,
            ranked: None,
            #[cfg(feature = "dense")]
            model_scores: ModelScores::default(),
            #[cfg(feature = "write")]
            lists: Vec::new(),
            #[cfg(feature = "write")]
            fit: Fit::default(),
        }
    }

    /// Replaces the retrievers.
    #[cfg(all(test, feature = "write"))]
    pub(super) fn register(&mut self, retrievers: &'static [&'static dyn Retriever]) {
        self.retrievers = retrievers;
    }

    /// The loaded part of the index.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The directory, to try settings that apply at query time: those of fusion.
    #[cfg(feature = "write")]
    pub fn directory_mut(&mut self) -> &mut Directory {
        self.ranked = None;
        self.store.directory_mut()
    }

    /// The retrievers' lists behind the last answer, as they entered fusion. For evaluation.
    #[cfg(feature = "write")]
    pub fn lists(&self) -> &[RankedList] {
        &self.lists
    }

    /// How well the best section fits the last query that was answered. For evaluation.
    #[cfg(feature = "write")]
    pub fn fit(&self) -> Fit {
        self.fit
    }

    /// Supplies the decoded bytes of a block that was needed.
    ///
    /// # Errors
    /// A damaged block; it then counts as failed, and answers say so.
    pub fn supply(&mut self, id: BlockId, bytes: Vec<u8>) -> Result<(), IndexError> {
        self.store.supply(id, bytes)
    }

    /// Marks a block as failed, with the reason.
    pub fn fail(&mut self, id: BlockId, message: &str) {
        self.store.fail(id, message);
    }

    /// Lets queries request failed blocks again.
    pub fn forget_failures(&mut self) {
        self.ranked = None;
        self.store.forget_failures();
    }

    /// Forgets the blocks of which each query needs others: terms and their vectors, positions, spelling
    /// dictionary, texts and clusters. For drivers that run long and limit their memory.
    #[cfg(feature = "write")]
    pub fn forget_blocks(&mut self) {
        self.ranked = None;
        for kind in BLOCKS_BY_QUERY {
            self.store.forget(kind);
        }
    }

    /// Sets why queries come without a vector; `None` if they come with one.
    #[cfg(feature = "dense")]
    pub fn set_encoder_problem(&mut self, problem: Option<(String, String)>) {
        self.encoder_problem =
            problem.map(|(code, message)| Degraded { retriever: DENSE, code, message, file: None });
    }

    /// Whether hybrid queries without a vector search by the lexicon; they do unless this says no. Returns whether the
    /// index has one.
    #[cfg(feature = "dense")]
    pub fn set_uses_lexicon(&mut self, uses: bool) -> bool {
        if self.uses_lexicon != uses {
            self.ranked = None;
            self.uses_lexicon = uses;
        }
        self.store.directory().lexicon.is_some()
    }

    /// Takes what a model says of the passages of [`Outcome::Rerank`]: a finite score for each, larger for better ones,
    /// or the code and the message of its failure. Without scores, the hits keep their order, and `degraded` says why.
    #[cfg(feature = "dense")]
    pub fn supply_scores(&mut self, scores: Result<Vec<f32>, (String, String)>) {
        self.model_scores.supply(scores);
    }

    /// Takes the number of tokens of each text of [`Outcome::Count`]; `None` without the encoder, or if it fails. Tokens
    /// are estimated then.
    #[cfg(feature = "dense")]
    pub fn supply_counts(&mut self, counts: Option<Vec<u32>>) {
        if let Some(asked) = self.ranked.as_mut().and_then(|known| known.counts.as_mut()) {
            asked.supply(counts);
        }
    }

    /// Blocks that queries of a mode will probably need and that are not loaded: the graph, the links, the editions, and
    /// all terms of a small index. Once the graph of a small index is loaded, all vectors.
    pub fn preload(&self, mode: Mode) -> Vec<BlockRequest> {
        let mut blocks = Vec::new();
        for retriever in self.retrievers.iter().filter(|retriever| retriever.answers(mode)) {
            blocks.extend(retriever.preload(&self.store));
        }
        let filters = BlockKind::Filters.block(0);
        if self.store.directory().has_editions && self.store.is_missing(filters) {
            blocks.push(filters);
        }
        #[cfg(feature = "dense")]
        if spread::answers(&self.store, mode) {
            blocks.extend(spread::need(&self.store));
        }
        self.store.requests(&blocks)
    }

    /// Blocks that a query which begins with `typed` will probably need first and that are not loaded. For drivers to
    /// request while the reader types. The first letters of a word fit many: they would cost more than they save.
    pub fn preload_typed(&self, typed: &str) -> Vec<BlockRequest> {
        let unfinished = typed.bytes().rev().take_while(|byte| *byte != b' ').count();
        let typed = if unfinished < LEAST_TYPED { cut(typed, ..typed.len() - unfinished) } else { typed };
        let query = ParsedQuery::parse(&self.analyzer, typed, true, &MinimumShouldMatch::default());
        let intent = Intent::of(&self.analyzer, &query);
        let need = resolve(&self.store, &self.analyzer, &query, &intent, true).err();
        self.store.requests(&need.unwrap_or_default())
    }

    /// Answers a query, or returns what it needs first. `embedded` is the query's text with its embedding, if there is
    /// an encoder; without one, the lexical retriever answers alone and the answer says so. If the retriever of the
    /// requested mode fails, the others answer.
    ///
    /// # Errors
    /// An invalid `minimum_should_match`.
    pub fn query(
        &mut self,
        request: &Request,
        embedded: Option<Embedded<'_>>,
    ) -> Result<Outcome, QueryError> {
        #[cfg(feature = "write")]
        self.lists.clear();
        let vector = embedded.map(|embedded| embedded.vector);
        let request = Request { limit: request.limit.min(MAX_LIMIT), ..request.clone() };
        let known =
            self.ranked.take().filter(|known| known.request == request && known.vector.as_deref() == vector);
        #[allow(unused_mut, reason = "without the dense retriever, nothing is counted")]
        let mut known = match known {
            Some(known) => known,
            None => {
                let minimum = MinimumShouldMatch::parse(&request.minimum_should_match)?;
                let query = ParsedQuery::parse(&self.analyzer, &request.text, request.prefix, &minimum);
                if query.clauses.is_empty() {
                    return Ok(Outcome::Answer(Answer::empty(&request, query)));
                }
                let intent = Intent::of(&self.analyzer, &query);
                match self.rank(&request, &query, &intent, embedded) {
                    Ok(ranked) => RankedFor {
                        request,
                        vector: vector.map(<[f32]>::to_vec),
                        query,
                        ranked,
                        #[cfg(feature = "dense")]
                        counts: None,
                    },
                    Err(outcome) => return Ok(outcome),
                }
            }
        };
        #[allow(unused_mut, reason = "without the dense retriever, there are no related words")]
        let mut need = self.store.missing_texts(known.ranked.to_read());
        #[cfg(feature = "dense")]
        need.extend(self.need_of_related(&known));
        if !need.is_empty() {
            self.ranked = Some(known);
            return Ok(Outcome::Need(self.store.requests(&need)));
        }
        #[cfg(feature = "dense")]
        if known.request.reranks()
            && let Some(task) = self.rerank_task(&known)
        {
            self.ranked = Some(known);
            return Ok(Outcome::Rerank(task));
        }
        #[cfg(feature = "dense")]
        if let Some(texts) = self.texts_to_count(&mut known) {
            self.ranked = Some(known);
            return Ok(Outcome::Count(texts));
        }
        #[cfg(feature = "write")]
        {
            self.lists.clone_from(&known.ranked.lists);
            self.fit = known.ranked.fit;
        }
        Ok(Outcome::Answer(self.answer(known)))
    }

    /// Reranks the sections to show and makes hits of them. Omits sections whose text failed to load; the answer says
    /// so.
    fn answer(&mut self, known: RankedFor) -> Answer {
        #[cfg(feature = "dense")]
        let offers_related = self.offers_related(&known);
        #[cfg(feature = "dense")]
        let counts = known.counts;
        let RankedFor { request, query, mut ranked, .. } = known;
        let mut degraded = std::mem::take(&mut ranked.degraded);
        let matcher = QueryTermMatcher::new(&self.analyzer, ranked.matched_terms());
        let inputs =
            RerankInputs { store: &self.store, request: &request, ranked: &ranked, matcher: &matcher };
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
            store: &self.store,
            request: &request,
            terms: &matcher.terms,
            explain: cfg!(feature = "dense") && request.explain,
        };
        let hits = hits.of(&candidates, &ranked);
        #[cfg(feature = "dense")]
        let suggestions = suggestions(&self.store, &request, &ranked, &mut degraded);
        #[cfg(feature = "dense")]
        let context = request.context.as_ref().map(|asked| {
            let found = candidates.iter().map(|found| (found.section, found.text, found.page));
            gather(&Sources { request: &request, asked, all: false }, found, &counts.unwrap_or_default())
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
            if cfg!(feature = "dense") { page_hits(&self.store, &ranked, &mut degraded) } else { None };
        Answer {
            query: query.text,
            mode: request.mode,
            degraded: (!degraded.is_empty()).then_some(degraded),
            total: ranked.total,
            corrections: ranked.corrections,
            intent: ranked.intent.filter(|_| request.explain),
            facets: ranked.facets,
            doc_aggregates,
            fit: (cfg!(feature = "dense") && request.explain).then_some(ranked.fit),
            suggestions,
            #[cfg(feature = "dense")]
            related,
            hits,
            #[cfg(feature = "dense")]
            context,
        }
    }
}
