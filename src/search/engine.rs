//! The engine: takes a query and returns the answer or the blocks that it still needs.
//!
//! It does no I/O. Its driver calls [`Engine::query`], fetches all needed blocks at once, supplies them, and calls
//! again until there is an answer. So the same code serves a folder and a network.

#[cfg(feature = "write")]
use super::answer::Closeness;
#[cfg(feature = "dense")]
use super::answer::Degraded;
use super::answer::{Answer, Mode, Request};
#[cfg(feature = "dense")]
use super::context::TokenCounts;
#[cfg(feature = "write")]
use super::fuse::RankedList;
use super::intent::Intent;
use super::lookup::{Found, Reach, TermLookup, resolve};
use super::parse::{MinimumShouldMatch, ParsedQuery, QueryError};
use super::rank::Ranked;
#[cfg(feature = "dense")]
use super::rerank::{ModelScores, RerankTask};
#[cfg(feature = "dense")]
use super::retrieve::DENSE;
use super::retrieve::{RETRIEVERS, Retriever};
#[cfg(feature = "dense")]
use super::site_versions;
#[cfg(feature = "dense")]
use super::sites::Sites;
#[cfg(feature = "dense")]
use super::spread;
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
    /// Further indexes that are searched together with the first one.
    #[cfg(feature = "dense")]
    pub(super) others: Vec<Store>,
    /// Warnings about indexes that could not be opened.
    #[cfg(feature = "dense")]
    pub(super) left_out: Vec<Degraded>,
    pub(super) retrievers: &'static [&'static dyn Retriever],
    pub(super) analyzer: Analyzer,
    #[cfg(feature = "dense")]
    pub(super) encoder_problem: Option<Degraded>,
    #[cfg(feature = "dense")]
    pub(super) uses_lexicon: bool,
    /// The ranking of the last query, kept while the texts of its hits are fetched.
    pub(super) known: Option<RankedFor>,
    #[cfg(feature = "dense")]
    pub(super) model_scores: ModelScores,
    #[cfg(feature = "write")]
    lists: Vec<RankedList>,
    #[cfg(feature = "write")]
    closeness: Closeness,
}

/// A ranking with its query.
pub(super) struct RankedFor {
    pub(super) request: Request,
    pub(super) vector: Option<Vec<f32>>,
    pub(super) query: ParsedQuery,
    pub(super) ranked: Ranked,
    /// Whether one of each section in sites of several versions is left.
    #[cfg(feature = "dense")]
    is_folded: bool,
    /// Tokens of the hits' texts, once the driver is asked.
    #[cfg(feature = "dense")]
    pub(super) counts: Option<TokenCounts>,
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
            #[cfg(feature = "dense")]
            others: Vec::new(),
            #[cfg(feature = "dense")]
            left_out: Vec::new(),
            retrievers: RETRIEVERS,
            analyzer,
            #[cfg(feature = "dense")]
            encoder_problem: None,
            #[cfg(feature = "dense")]
            uses_lexicon: true,
            known: None,
            #[cfg(feature = "dense")]
            model_scores: ModelScores::default(),
            #[cfg(feature = "write")]
            lists: Vec::new(),
            #[cfg(feature = "write")]
            closeness: Closeness::default(),
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
        self.known = None;
        self.store.directory_mut()
    }

    /// The retrievers' lists behind the last answer, as they entered fusion. For evaluation.
    #[cfg(feature = "write")]
    pub fn lists(&self) -> &[RankedList] {
        &self.lists
    }

    /// How close the best section came to the last query that was answered. For evaluation.
    #[cfg(feature = "write")]
    pub fn closeness(&self) -> Closeness {
        self.closeness
    }

    /// Supplies the decoded bytes of a block that was needed.
    ///
    /// # Errors
    /// A damaged block; it then counts as failed, and answers say so.
    pub fn supply(&mut self, id: BlockId, bytes: Vec<u8>) -> Result<(), IndexError> {
        match self.store_of(id) {
            Some((store, id)) => store.supply(id, bytes),
            None => Err(IndexError::Unknown { id: id.to_u32() }),
        }
    }

    /// Marks a block as failed, with the reason.
    pub fn fail(&mut self, id: BlockId, message: &str) {
        if let Some((store, id)) = self.store_of(id) {
            store.fail(id, message);
        }
    }

    /// Lets queries request failed blocks again.
    pub fn forget_failures(&mut self) {
        self.known = None;
        self.store.forget_failures();
        #[cfg(feature = "dense")]
        self.others.iter_mut().for_each(Store::forget_failures);
    }

    /// Forgets the blocks of which each query needs others: terms and their vectors, positions, spelling
    /// dictionary, texts and clusters. For drivers that run long and limit their memory.
    #[cfg(feature = "write")]
    pub fn forget_blocks(&mut self) {
        self.known = None;
        for kind in BLOCKS_BY_QUERY {
            self.store.forget(kind);
            self.others.iter_mut().for_each(|store| store.forget(kind));
        }
    }

    /// Sets why queries come without a vector; `None` if they come with one.
    #[cfg(feature = "dense")]
    pub fn set_encoder_problem(&mut self, problem: Option<(String, String)>) {
        self.encoder_problem = problem.map(|(code, message)| Degraded::new(DENSE, code, message, None));
    }

    /// Whether hybrid queries without a vector search by the lexicon; they do unless this says no. Returns whether the
    /// index has one.
    #[cfg(feature = "dense")]
    pub fn set_uses_lexicon(&mut self, uses: bool) -> bool {
        if self.uses_lexicon != uses {
            self.known = None;
            self.uses_lexicon = uses;
        }
        self.sites().stores().any(|store| store.directory().lexicon.is_some())
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
        if let Some(asked) = self.known.as_mut().and_then(|known| known.counts.as_mut()) {
            asked.supply(counts);
        }
    }

    /// Blocks that queries of a mode will probably need and that are not loaded: the graph, the links, the editions, and
    /// all terms of a small index. Once the graph of a small index is loaded, all vectors.
    pub fn preload(&self, mode: Mode) -> Vec<BlockRequest> {
        let mut blocks = Vec::new();
        self.sites().each(|(_, store)| {
            #[cfg(feature = "dense")]
            let before = blocks.len();
            for retriever in self.retrievers.iter().filter(|retriever| retriever.answers(mode)) {
                blocks.extend(retriever.preload(store));
            }
            let filters = BlockKind::Filters.block(0);
            if store.directory().has_editions && store.is_missing(filters) {
                blocks.push(filters);
            }
            #[cfg(feature = "dense")]
            {
                if spread::answers(self.sites().settings(), mode) {
                    blocks.extend(spread::need(store));
                }
                blocks[before..].iter_mut().for_each(|id| *id = id.of_site(store.site().number));
            }
        });
        self.requests(&blocks)
    }

    /// Blocks that a query which begins with `typed` will probably need first and that are not loaded. For drivers to
    /// request while the reader types. The first letters of a word fit many: they would cost more than they save.
    pub fn preload_typed(&self, typed: &str) -> Vec<BlockRequest> {
        let unfinished = typed.bytes().rev().take_while(|byte| *byte != b' ').count();
        let typed = if unfinished < LEAST_TYPED { cut(typed, ..typed.len() - unfinished) } else { typed };
        let query = self.parse(typed, true, &MinimumShouldMatch::default());
        let intent = Intent::of(&self.analyzer, &query);
        let mut need = Vec::new();
        self.sites().each(|(_, store)| {
            need.extend(
                resolve(self.sites(), store, &self.analyzer, &query, &intent, Reach::First)
                    .err()
                    .into_iter()
                    .flatten(),
            );
        });
        self.requests(&need)
    }

    fn parse(&self, text: &str, typing: bool, minimum: &MinimumShouldMatch) -> ParsedQuery {
        // A block that is not loaded yet is among those that the query needs first.
        let has = |term: &str| {
            let has = |(_, store)| matches!(TermLookup::new(store).find(term), Found::There(_));
            self.sites().each(has).contains(&true)
        };
        ParsedQuery::parse(&self.analyzer, text, typing, minimum, &has)
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
            self.known.take().filter(|known| known.request == request && known.vector.as_deref() == vector);
        #[allow(unused_mut, reason = "without the dense retriever, nothing is counted")]
        let mut known = match known {
            Some(known) => known,
            None => {
                let minimum = MinimumShouldMatch::parse(&request.minimum_should_match)?;
                let query = self.parse(&request.text, request.prefix, &minimum);
                if query.clauses.is_empty() {
                    return Ok(Outcome::Answer(Answer::empty(&request, query)));
                }
                let intent = Intent::of(&self.analyzer, &query);
                match self.ranked(&request, &query, &intent, embedded) {
                    Ok(ranked) => RankedFor {
                        request,
                        vector: vector.map(<[f32]>::to_vec),
                        query,
                        ranked,
                        #[cfg(feature = "dense")]
                        is_folded: false,
                        #[cfg(feature = "dense")]
                        counts: None,
                    },
                    Err(outcome) => return Ok(outcome),
                }
            }
        };
        #[allow(unused_mut, reason = "without the dense retriever, there are no related words")]
        let mut need = self.missing_texts(&mut known.ranked.to_read());
        #[cfg(feature = "dense")]
        need.extend(self.need_of_related(&known));
        if !need.is_empty() {
            self.known = Some(known);
            return Ok(Outcome::Need(self.requests(&need)));
        }
        #[cfg(feature = "dense")]
        if !known.is_folded {
            let sites = Sites::of(&self.store, &self.others, &known.request);
            if site_versions::are_folded(sites) {
                site_versions::fold(sites, &known.request, &mut known.ranked);
            }
            known.is_folded = true;
        }
        #[cfg(feature = "dense")]
        if known.request.reranks()
            && let Some(task) = self.rerank_task(&known)
        {
            self.known = Some(known);
            return Ok(Outcome::Rerank(task));
        }
        #[cfg(feature = "dense")]
        if let Some(texts) = self.texts_to_count(&mut known) {
            self.known = Some(known);
            return Ok(Outcome::Count(texts));
        }
        #[cfg(feature = "write")]
        {
            self.lists.clone_from(&known.ranked.lists);
            self.closeness = known.ranked.closeness;
        }
        Ok(Outcome::Answer(self.answer(known)))
    }
}
