//! The engine: takes a query and returns the answer or the blocks that it still needs.
//!
//! It does no I/O. Its driver calls [`Engine::query`], fetches all needed blocks at once, supplies them, and calls
//! again until there is an answer. So the same code serves a folder and a network.

mod answering;
mod asked;
mod evidence;
mod full_steps;
mod listed;
mod pipeline;
mod read;
mod seeding;
mod several;
pub mod several_lists;
pub mod stages;
mod unknown_filters;

use super::answer::{Answer, Closeness, Degraded, Mode, Request};
use super::context::TokenCounts;
use super::fusion::fuse::RankedList;
use super::fusion::rank::Ranked;
use super::fusion::spread;
use super::intent::Intent;
use super::listing::{ALL_WORDS, Listing};
use super::lookup::{QueryWords, Reach, TermLookup, resolve};
use super::parse::{MinimumShouldMatch, ParsedQuery, QueryError};
use super::rerank::{ModelScores, RerankTask};
use super::retrieve::{DENSE, Lexical, Retriever};
use super::step::Step;
use crate::index::{BlockId, BlockKind, BlockRequest, Directory, Full, IfFull, IndexError, Store};
use crate::limits::MAX_LIMIT;
use crate::text::{Analyzer, AnalyzerSettings, Language, cut};
pub use listed::read_meaning;
use stages::Stages;

/// Bytes of an unfinished word from which on its blocks are requested.
const LEAST_TYPED: usize = 4;

/// Kinds of blocks of which each query needs others.
pub const BLOCKS_BY_QUERY: [BlockKind; 8] = [
    BlockKind::Terms,
    BlockKind::TermVectors,
    BlockKind::Positions,
    BlockKind::Spelling,
    BlockKind::SpellingBackward,
    BlockKind::Texts,
    BlockKind::Cluster,
    BlockKind::Homes,
];

/// The result of one call of [`Engine::query`]: the answer, or the one thing that it waits for.
///
/// Its driver does what is asked, or says that it cannot, and calls again with the same request; each call asks for
/// something that was not there before, so this ends. [`search`](crate::search) has an example.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "moved once a query; a box is more code for every page to load")]
pub enum Outcome {
    /// Blocks to fetch. Each must be supplied or failed before the next call.
    Need(Vec<BlockRequest>),
    /// The corrected query, to embed instead of the query. Without its embedding, the lexical retriever answers alone.
    Embed(String),
    /// Passages for a model to score, if the request asks for one. [`Engine::supply_scores`] takes the scores, or why
    /// there are none, before the next call.
    Rerank(RerankTask),
    /// Texts whose tokens the index's encoder is to count, if the request asks for whole texts.
    /// [`Engine::supply_counts`] takes the numbers, or that there are none, before the next call.
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

/// Searches one generation of an index, or several as one.
///
/// An engine holds the directory of its index and the blocks that have been supplied, and does no I/O: [`Engine::query`]
/// answers, or names what it needs first. Its driver fetches all of that at once, supplies it or marks it as failed, and
/// calls again with the same request, until there is an answer. Blocks stay until [`Engine::forget_blocks`]. A block that
/// failed never fails a query: the answer names it in `degraded`.
/// [`search`](crate::search) has an example.
pub struct Engine<S: Stages = Full> {
    pub(super) store: Store<S>,
    /// Further indexes that are searched together with the first one.
    pub(super) others: S::IfFull<Vec<Store<S>>>,
    retrievers: S::IfFull<Retrievers<S>>,
    pub(super) analyzer: Analyzer,
    /// The ranking of the last query, kept while the texts of its hits are fetched.
    pub(super) pending: Option<RankedFor<S>>,
    pub(super) model_scores: S::IfFull<ModelScores>,
    pub(super) beside: S::IfFull<FullState>,
}

/// What an engine with all stages knows beside its indexes.
#[derive(Default)]
pub(super) struct FullState {
    /// Warnings about indexes that could not be opened.
    pub left_out: Vec<Degraded>,
    pub encoder_problem: Option<Degraded>,
    pub lacks_lexicon: bool,
    /// The retrievers' lists behind the last answer.
    pub lists: Vec<RankedList>,
    /// How queries are narrowed and ordered, beside their requests.
    pub listing: Listing,
    /// Vectors to compare queries with.
    pub meanings: Vec<Vec<f32>>,
    /// The similarity of the last query that was answered to each of them.
    pub likeness: Vec<f32>,
    /// How close the best section came to it.
    pub closeness: Closeness,
}

/// Retrievers, in the order of their lists in answers.
pub type Retrievers<S> = &'static [&'static dyn Retriever<S>];

/// A ranking with its query.
pub(super) struct RankedFor<S: Stages> {
    pub(super) request: Request,
    pub(super) vector: Option<Vec<f32>>,
    pub(super) query: ParsedQuery,
    pub(super) ranked: Ranked,
    /// Whether one of each section in sites of several versions is left.
    pub(super) is_folded: bool,
    /// Tokens of the hits' texts, once the driver is asked.
    pub(super) counts: S::IfFull<Option<TokenCounts>>,
}

impl<S: Stages> RankedFor<S> {
    /// Whether it is the ranking of this query.
    fn is_of(&self, request: &Request, vector: Option<&[f32]>) -> bool {
        self.request == *request && self.vector.as_deref() == vector
    }
}

impl Engine {
    /// Creates an engine with all stages from a directory. [`Engine::supply`] adds blocks.
    pub fn new(directory: Directory) -> Self {
        Engine::with_stages(directory)
    }

    /// Replaces the retrievers.
    pub fn set_retrievers(&mut self, retrievers: Retrievers<Full>) {
        self.pending = None;
        self.retrievers = IfFull::new(|| retrievers);
    }
}

impl<S: Stages> Engine<S> {
    /// Creates an engine with the stages of its type.
    pub fn with_stages(directory: Directory) -> Self {
        let analyzer = Analyzer::new(&AnalyzerSettings {
            language: Language::from_tag(&directory.language),
            dictionary: directory.dictionary.clone(),
            text: directory.text.clone(),
        });
        Engine {
            store: Store::of(directory),
            others: S::IfFull::new(Vec::new),
            retrievers: S::IfFull::new(|| S::RETRIEVERS),
            analyzer,
            pending: None,
            model_scores: S::IfFull::new(ModelScores::default),
            beside: S::IfFull::new(FullState::default),
        }
    }

    pub(super) fn retrievers(&self) -> Retrievers<S> {
        self.retrievers.get().copied().unwrap_or(S::RETRIEVERS)
    }

    /// The loaded part of the index.
    pub fn store(&self) -> &Store<S> {
        &self.store
    }

    /// The directory, to try settings that apply at query time: those of fusion.
    pub fn directory_mut(&mut self) -> &mut Directory {
        self.pending = None;
        self.store.directory_mut()
    }

    /// The retrievers' lists behind the last answer, as they entered fusion. For evaluation.
    pub fn lists(&self) -> &[RankedList] {
        self.beside.get().map_or(&[], |beside| &beside.lists)
    }

    /// How close the best section came to the last query that was answered. For evaluation.
    pub fn closeness(&self) -> Closeness {
        self.beside.get().map(|beside| beside.closeness).unwrap_or_default()
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
        self.pending = None;
        self.store.forget_failures();
        self.others.get_mut().into_iter().flatten().for_each(|store| store.forget_failures());
    }

    /// Forgets the blocks of which each query needs others: terms and their vectors, positions, spelling
    /// dictionary, texts and clusters. For drivers that run long and limit their memory.
    pub fn forget_blocks(&mut self) {
        self.pending = None;
        for kind in BLOCKS_BY_QUERY {
            self.store.forget(kind);
            self.others.get_mut().into_iter().flatten().for_each(|store| store.forget(kind));
        }
    }

    /// Sets why queries come without a vector; `None` if they come with one.
    pub fn set_encoder_problem(&mut self, problem: Option<(String, String)>) {
        if let Some(beside) = self.beside.get_mut() {
            beside.encoder_problem = problem.map(|(code, message)| Degraded::new(DENSE, code, message, None));
        }
    }

    /// Whether hybrid queries without a vector search by the lexicon; they do unless this says no.
    pub fn set_uses_lexicon(&mut self, uses: bool) {
        if let Some(beside) = self.beside.get_mut()
            && beside.lacks_lexicon == uses
        {
            self.pending = None;
            beside.lacks_lexicon = !uses;
        }
    }

    /// Whether one of the indexes has a lexicon.
    pub fn has_lexicon(&self) -> bool {
        self.sites().stores().any(|store| store.directory().lexicon.is_some())
    }

    /// Takes what a model says of the passages of [`Outcome::Rerank`]: a finite score for each, larger for better ones,
    /// or the code and the message of its failure. Without scores, the hits keep their order, and `degraded` says why.
    pub fn supply_scores(&mut self, scores: Result<Vec<f32>, (String, String)>) {
        if let Some(asked) = self.model_scores.get_mut() {
            asked.supply(scores);
        }
    }

    /// Takes the number of tokens of each text of [`Outcome::Count`]; `None` without the encoder, or if it fails. Tokens
    /// are estimated then.
    pub fn supply_counts(&mut self, counts: Option<Vec<u32>>) {
        if let Some(pending) = &mut self.pending
            && let Some(Some(asked)) = pending.counts.get_mut()
        {
            asked.supply(counts);
        }
    }

    /// Blocks that queries of a mode will probably need and that are not loaded: the graph, the links, the editions, and
    /// all terms of a small index. Once the graph of a small index is loaded, all vectors.
    pub fn preload(&self, mode: Mode) -> Vec<BlockRequest> {
        let mut blocks = Vec::new();
        self.sites().each(|(_, store)| {
            let before = blocks.len();
            // Called by its type, the only retriever of `Words` costs that module fewer bytes.
            if !S::IS_FULL && matches!(mode, Mode::Hybrid | Mode::Lexical) {
                blocks.extend(Retriever::<S>::preload(&Lexical, store));
            }
            for retriever in self.retrievers().iter().filter(|retriever| retriever.answers(mode)) {
                blocks.extend(retriever.preload(store));
            }
            let filters = BlockKind::Filters.block(0);
            if store.directory().has_editions && store.is_missing(filters) {
                blocks.push(filters);
            }
            if S::IS_FULL {
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
        let query = self.parse(typed, true, MinimumShouldMatch::default());
        let intent = Intent::of(&self.analyzer, &query, S::IS_FULL);
        let mut need = Vec::new();
        self.sites().each(|(_, store)| {
            let words =
                QueryWords { sites: self.sites(), analyzer: &self.analyzer, query: &query, intent: &intent };
            if let Step::Break(blocks) = resolve(&words, store, Reach::First) {
                need.extend(blocks);
            }
        });
        self.requests(&need)
    }

    fn parse(&self, text: &str, typing: bool, minimum: MinimumShouldMatch) -> ParsedQuery {
        // A block that is not loaded yet is among those that the query needs first.
        let has = |term: &str| {
            let has = |(_, store)| TermLookup::new(store).has_beginning(term);
            self.sites().each(has).as_ref().iter().any(|has| *has)
        };
        ParsedQuery::parse(&self.analyzer, text, typing, minimum, &has, S::IS_FULL)
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
        if let Some(beside) = self.beside.get_mut() {
            beside.lists.clear();
            beside.likeness.clear();
        }
        let vector = embedded.map(|embedded| embedded.vector);
        let request = Request { limit: request.limit.min(MAX_LIMIT), ..request.clone() };
        let request = if S::IS_FULL { self.with_defaults(request) } else { request };
        let pending = self.pending.take().filter(|pending| pending.is_of(&request, vector));
        let mut pending = match pending {
            Some(pending) => pending,
            None => {
                let all = S::IS_FULL && request.minimum_should_match == ALL_WORDS;
                let asked = if all { "" } else { &*request.minimum_should_match };
                let minimum = MinimumShouldMatch::parse(asked)?;
                let mut query = self.parse(&request.text, request.prefix, minimum);
                if query.clauses.is_empty() && !(S::IS_FULL && self.lists_pages(&request)) {
                    return Ok(Outcome::Answer(Answer::empty(&request, query.text)));
                }
                let intent = Intent::of(&self.analyzer, &query, S::IS_FULL);
                let ranked = if S::IS_FULL {
                    self.listed_or_ranked(&request, &mut query, all, &intent, embedded)
                } else {
                    self.ranked(&request, &query, &intent, embedded)
                };
                let ranked = match ranked {
                    Step::Continue(ranked) => ranked,
                    Step::Break(outcome) => return Ok(outcome),
                };
                RankedFor {
                    request,
                    vector: vector.map(<[f32]>::to_vec),
                    query,
                    ranked,
                    is_folded: false,
                    counts: S::IfFull::new(|| None),
                }
            }
        };
        let mut need = self.missing_texts(&mut pending.ranked.to_read());
        if S::IS_FULL {
            need.extend(self.need_of_related(&pending));
        }
        if !need.is_empty() {
            self.pending = Some(pending);
            return Ok(Outcome::Need(self.requests(&need)));
        }
        if S::IS_FULL
            && let Some(outcome) = self.later_steps(&mut pending)
        {
            self.pending = Some(pending);
            return Ok(outcome);
        }
        Ok(Outcome::Answer(self.answer(pending)))
    }
}
