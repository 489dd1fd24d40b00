//! The engine: a query goes in, and either the files it still needs or the answer comes out.
//!
//! It fetches nothing and waits for nothing. Its driver calls [`Engine::query`], gets what is needed all at once,
//! hands it in, and calls again, until there is an answer; so the same code serves a folder and a network.

use super::answer::{Answer, Degraded, Mode, Request, Retriever};
use super::hit::Hits;
use super::query::ParsedQuery;
use super::rank::{Ranked, rank};
use crate::index::{FileRef, IndexError, Manifest, Part, Slot, Store};
use crate::limits::MAX_LIMIT;
use crate::text::Analyzer;

/// What a query came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// These files are needed first; each must be supplied or failed before the next call.
    Need(Vec<FileRef>),
    /// The answer.
    Answer(Answer),
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
    /// Starts from a manifest; files come by [`Engine::supply`].
    ///
    /// # Errors
    /// A manifest that this version of docfuse does not read.
    pub fn new(manifest: Manifest) -> Result<Self, IndexError> {
        let store = Store::new(manifest)?;
        Ok(Engine { store, analyzer: Analyzer::default(), encoder_problem: None, ranked: None })
    }

    /// The manifest it was made from.
    pub fn manifest(&self) -> &Manifest {
        self.store.manifest()
    }

    /// Everything of the index that is there.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Hands in a file's decompressed bytes.
    ///
    /// # Errors
    /// Damage; the file then counts as failed and answers say so.
    pub fn supply(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), IndexError> {
        self.ranked = None;
        self.store.supply(name, bytes)
    }

    /// Says that a file cannot be had, and why.
    pub fn fail(&mut self, name: &str, message: &str) {
        self.ranked = None;
        self.store.fail(name, message);
    }

    /// Lets queries ask once more for files that failed.
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

    /// Files that every query of a mode needs and that are not there yet.
    pub fn preload(&self, mode: Mode) -> Vec<FileRef> {
        let parts: &[Part] = match mode {
            Mode::Lexical => &[Part::Directory, Part::Lexical],
            Mode::Dense => &[Part::Directory, Part::Dense],
            Mode::Hybrid => &[Part::Directory, Part::Lexical, Part::Dense],
        };
        parts.iter().filter_map(|part| self.store.missing(*part)).collect()
    }

    /// Answers a query, or says which files it needs. `vector` is the query's embedding, if there is an encoder;
    /// without one, the lexical side answers alone and the answer says so. When the side that a mode asks for
    /// fails, the other one answers; without the directory no section can be shown, and the answer is empty and
    /// says so.
    pub fn query(&mut self, request: &Request, vector: Option<&[f32]>) -> Outcome {
        let request = Request { limit: request.limit.min(MAX_LIMIT), ..request.clone() };
        let known =
            self.ranked.take().filter(|known| known.request == request && known.vector.as_deref() == vector);
        let known = match known {
            Some(known) => known,
            None => {
                let query = ParsedQuery::parse(&self.analyzer, &request.text);
                if query.text.trim().is_empty() {
                    return Outcome::Answer(Answer::empty(&request, query, None));
                }
                let need = self.needed_to_rank(request.mode, vector.is_some());
                if !need.is_empty() {
                    return Outcome::Need(need);
                }
                if let Slot::Failed(error) = self.store.directory() {
                    return Outcome::Answer(Answer::empty(&request, query, Some(error)));
                }
                let ranked = rank(&self.store, &query, &request, vector, self.encoder_problem.as_ref());
                RankedFor { request, vector: vector.map(<[f32]>::to_vec), query, ranked }
            }
        };
        let need = self.store.missing_fragments(known.ranked.shown().iter().map(|fused| fused.section));
        if !need.is_empty() {
            self.ranked = Some(known);
            return Outcome::Need(need);
        }
        let hits = Hits { store: &self.store, analyzer: &self.analyzer, query: &known.query };
        Outcome::Answer(hits.answer(&known.request, known.ranked))
    }

    /// What ranking needs: the side that was asked for, and the other one once that side has failed.
    fn needed_to_rank(&self, mode: Mode, has_vector: bool) -> Vec<FileRef> {
        let lexical_failed = matches!(self.store.lexical(), Slot::Failed(_));
        let dense_works = has_vector
            && self.store.manifest().dense.is_some()
            && !matches!(self.store.dense(), Slot::Failed(_));
        let lexical = mode != Mode::Dense || !dense_works;
        let dense = dense_works && (mode != Mode::Lexical || lexical_failed);
        [(Part::Directory, true), (Part::Lexical, lexical), (Part::Dense, dense)]
            .into_iter()
            .filter(|(_, needed)| *needed)
            .filter_map(|(part, _)| self.store.missing(part))
            .collect()
    }
}
