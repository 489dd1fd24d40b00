//! The engine: a query goes in, and either the pieces it still needs or the answer comes out.
//!
//! It fetches nothing and waits for nothing. Its driver calls [`Engine::query`], gets what is needed all at once,
//! hands it in, and calls again, until there is an answer; so the same code serves a folder and a network.

use super::answer::{Answer, Degraded, Mode, Request, Retriever};
use super::hit::Hits;
use super::lexical::search;
use super::lookup::resolve;
use super::query::{ParsedQuery, QueryError};
use super::query_minimum::MinimumShouldMatch;
use super::rank::{Ranked, nearest, reach, sides};
use crate::index::{BlockId, ByteRange, Directory, IndexError, Store};
use crate::limits::MAX_LIMIT;
use crate::text::{Analyzer, AnalyzerSettings, Language};

/// Blocks of terms that are loaded before there is a query: a file of them, about 34 KB, of which most words of a query
/// would need one.
const FEW_BLOCKS: usize = 8;

/// What a query came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// These pieces are needed first; each must be supplied or failed before the next call.
    Need(Vec<ByteRange>),
    /// Words were corrected, and the embedding of this text is wanted instead of that of the query. Without one, words
    /// answer alone.
    Embed(String),
    /// The answer.
    Answer(Answer),
}

/// A text's embedding by the index's encoder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Embedded<'a> {
    /// The query, or what [`Outcome::Embed`] asked for.
    pub text: &'a str,
    /// A unit vector, of as many numbers as the index's vectors have.
    pub vector: &'a [f32],
}

/// Searches one generation of an index.
pub struct Engine {
    store: Store,
    analyzer: Analyzer,
    encoder_problem: Option<Degraded>,
    /// The ranking of the last query, kept while the texts of its hits are fetched.
    ranked: Option<RankedFor>,
}

/// A ranking and what it answers.
struct RankedFor {
    request: Request,
    vector: Option<Vec<f32>>,
    query: ParsedQuery,
    ranked: Ranked,
}

impl Engine {
    /// Starts from a directory; pieces come by [`Engine::supply`].
    pub fn new(directory: Directory) -> Self {
        let analyzer = Analyzer::new(&AnalyzerSettings {
            language: Language::from_tag(&directory.language),
            dictionary: directory.dictionary.clone(),
        });
        Engine { store: Store::new(directory), analyzer, encoder_problem: None, ranked: None }
    }

    /// Everything of the index that is there.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Hands in the opened bytes of the piece that starts at `start` of `file`.
    ///
    /// # Errors
    /// Damage; the piece then counts as failed and answers say so.
    pub fn supply(&mut self, file: &str, start: u32, bytes: Vec<u8>) -> Result<(), IndexError> {
        self.store.supply(file, start, bytes)
    }

    /// Says that a piece cannot be had, and why.
    pub fn fail(&mut self, file: &str, start: u32, message: &str) {
        self.store.fail(file, start, message);
    }

    /// Lets queries ask once more for pieces that failed.
    pub fn forget_failures(&mut self) {
        self.ranked = None;
        self.store.forget_failures();
    }

    /// Says why queries come without a vector; `None` when they will come with one.
    pub fn set_encoder_problem(&mut self, problem: Option<(String, String)>) {
        self.encoder_problem = problem.map(|(code, message)| Degraded {
            retriever: Retriever::Dense,
            code,
            message,
            file: None,
        });
    }

    /// Pieces that queries of a mode are likely to need and that are not there yet: the vectors, and all words of a
    /// site whose words are few. Once all vectors are there, those of the graph, for which no query waits.
    pub fn preload(&self, mode: Mode) -> Vec<ByteRange> {
        let (words, vectors) = sides(mode);
        let mut parts = Vec::new();
        let terms = &self.store.directory().terms;
        if words && terms.len() <= FEW_BLOCKS {
            parts.extend((0..terms.len()).map(BlockId::Terms));
        }
        parts.retain(|part| self.store.is_missing(*part));
        if vectors {
            let vectors = self.store.missing_vectors();
            parts.extend(if vectors.is_empty() { self.store.missing_graph() } else { vectors });
        }
        self.pieces(&parts)
    }

    /// Where parts are; parts of the same content may share a piece.
    fn pieces(&self, parts: &[BlockId]) -> Vec<ByteRange> {
        let mut pieces: Vec<ByteRange> = Vec::with_capacity(parts.len());
        for piece in parts.iter().filter_map(|part| self.store.piece(*part)) {
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        pieces
    }

    /// Answers a query, or says what it needs. `embedded` is the query's text with its embedding, if there is an
    /// encoder; without one, the lexical side answers alone and the answer says so. When the side that a mode asks for
    /// fails, the other one answers.
    ///
    /// # Errors
    /// A request that does not say what it should.
    pub fn query(
        &mut self,
        request: &Request,
        embedded: Option<Embedded<'_>>,
    ) -> Result<Outcome, QueryError> {
        let vector = embedded.map(|embedded| embedded.vector);
        let request = Request { limit: request.limit.min(MAX_LIMIT), ..request.clone() };
        let known =
            self.ranked.take().filter(|known| known.request == request && known.vector.as_deref() == vector);
        let known = match known {
            Some(known) => known,
            None => {
                let minimum = MinimumShouldMatch::parse(&request.minimum_should_match)?;
                let query = ParsedQuery::parse(&self.analyzer, &request.text, request.prefix, &minimum);
                if query.clauses.is_empty() {
                    return Ok(Outcome::Answer(Answer::empty(&request, query)));
                }
                match self.rank(&request, &query, embedded) {
                    Ok(ranked) => RankedFor { request, vector: vector.map(<[f32]>::to_vec), query, ranked },
                    Err(outcome) => return Ok(outcome),
                }
            }
        };
        let shown = known.ranked.shown.iter().map(|fused| fused.section);
        let need = self.store.missing_texts(shown);
        if !need.is_empty() {
            self.ranked = Some(known);
            return Ok(Outcome::Need(self.pieces(&need)));
        }
        let hits = Hits { store: &self.store, analyzer: &self.analyzer, query: &known.query };
        Ok(Outcome::Answer(hits.answer(&known.request, known.ranked)))
    }

    #[allow(
        clippy::result_large_err,
        reason = "moved once a query; a box is more code for every page to load"
    )]
    fn rank(
        &self,
        request: &Request,
        query: &ParsedQuery,
        embedded: Option<Embedded<'_>>,
    ) -> Result<Ranked, Outcome> {
        let store = &self.store;
        let vector = embedded.map(|embedded| embedded.vector);
        let needed = |parts: Vec<BlockId>| Outcome::Need(self.pieces(&parts));
        let (by_words, by_vector) = sides(request.mode);
        let mut need = Vec::new();
        if (!request.filters.is_empty() || request.facets) && store.is_missing(BlockId::Filters) {
            need.push(BlockId::Filters);
        }
        let dense_works = vector.is_some() && store.vectors_work();
        let by_words = by_words || !dense_works;
        if by_vector && dense_works {
            need.extend(store.missing_vectors());
        }
        let resolved = by_words.then(|| resolve(store, &self.analyzer, query)).transpose();
        let resolved = match resolved {
            Ok(resolved) if need.is_empty() => resolved,
            Ok(_) => return Err(needed(need)),
            Err(words) => {
                need.extend(words);
                return Err(needed(need));
            }
        };
        // The word pieces of a mistyped word mean something else, or nothing.
        if by_vector
            && dense_works
            && let Some(resolved) = &resolved
            && !resolved.corrected.is_empty()
            && embedded.is_some_and(|embedded| embedded.text != resolved.corrected)
        {
            return Err(Outcome::Embed(resolved.corrected.clone()));
        }
        let reach = reach(request, by_vector && dense_works);
        let words =
            resolved.map(|resolved| search(store, resolved, request, query.minimum_should_match, reach));
        let words_failed =
            words.as_ref().is_some_and(|words| words.candidates.is_empty() && !words.failed.is_empty());
        let mut dense = None;
        if by_vector || (words_failed && dense_works) {
            if dense_works {
                let vectors = store.missing_vectors();
                if !vectors.is_empty() {
                    return Err(needed(vectors));
                }
            }
            let passing = words.as_ref().and_then(|words| words.passing.as_deref());
            dense = Some(nearest(store, request, passing, vector, self.encoder_problem.as_ref()));
        }
        Ok(Ranked::new(store, request, query, words, dense))
    }
}
