//! From a parsed query to ranked sections: both retrievers, each allowed to fail, and their fusion.

use std::collections::HashMap;

use super::answer::{Degraded, Mode, Request, Retriever};
use super::fuse::{Fused, RankedList, fuse};
use super::query::ParsedQuery;
use crate::ids::{PageId, SectionId};
use crate::index::{IndexError, Slot, Store};
use crate::lexical;

/// Sections that each retriever hands over for every hit asked for: with less, fusion loses sections that one
/// side has far up and the other far down.
const CANDIDATES_PER_HIT: usize = 5;

/// Candidates of one retriever at most, so that a query for a thousand hits stays a matter of milliseconds.
const MAX_CANDIDATES: usize = 2_000;

/// A section as one retriever ranked it, with that retriever's own score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub section: SectionId,
    pub score: f32,
}

/// What both retrievers found, fused and cut to the page of hits that was asked for.
#[derive(Default)]
pub(super) struct Ranked {
    pub lexical: Vec<Candidate>,
    pub dense: Vec<Candidate>,
    pub degraded: Vec<Degraded>,
    /// Sections found, before paging.
    pub total: usize,
    shown: Vec<Fused>,
}

impl Ranked {
    /// The hits to show.
    pub fn shown(&self) -> &[Fused] {
        &self.shown
    }
}

/// Ranks. Everything that was needed is there or failed.
pub(super) fn rank(
    store: &Store,
    query: &ParsedQuery,
    request: &Request,
    vector: Option<&[f32]>,
    encoder_problem: Option<&Degraded>,
) -> Ranked {
    let ranking = store.manifest().ranking;
    let wanted = request.limit.saturating_add(request.offset);
    let depth =
        wanted.saturating_mul(CANDIDATES_PER_HIT).max(ranking.candidates as usize).min(MAX_CANDIDATES);

    let mut ranked = Ranked::default();
    if request.mode != Mode::Lexical {
        match dense(store, vector, encoder_problem, depth) {
            Ok(found) => ranked.dense = found,
            Err(problem) => ranked.degraded.push(problem),
        }
    }
    let dense_failed = !ranked.degraded.is_empty();
    if request.mode != Mode::Dense || dense_failed {
        match words(store, query, depth) {
            Ok(found) => ranked.lexical = found,
            Err(problem) => ranked.degraded.push(problem),
        }
    }
    if request.mode == Mode::Lexical
        && !ranked.degraded.is_empty()
        && let Ok(found) = dense(store, vector, encoder_problem, depth)
    {
        ranked.dense = found;
    }

    let fused = combine(&ranked, ranking.rrf_k, ranking.lexical_weight, ranking.dense_weight);
    ranked.total = fused.len();
    ranked.shown = page(store, fused, request);
    ranked
}

fn words(store: &Store, query: &ParsedQuery, depth: usize) -> Result<Vec<Candidate>, Degraded> {
    let index = match store.lexical() {
        Slot::Ready(index) => index,
        Slot::Failed(error) => return Err(file_problem(Retriever::Lexical, error)),
        Slot::Missing => return Ok(Vec::new()),
    };
    let found = lexical::search(index, &query.terms, &store.manifest().ranking.bm25, depth);
    found
        .map(|found| {
            found.into_iter().map(|hit| Candidate { section: hit.section, score: hit.score }).collect()
        })
        .map_err(|source| {
            let file = store.manifest().lexical.name.clone();
            file_problem(Retriever::Lexical, &IndexError::Format { file, source })
        })
}

fn dense(
    store: &Store,
    vector: Option<&[f32]>,
    encoder_problem: Option<&Degraded>,
    depth: usize,
) -> Result<Vec<Candidate>, Degraded> {
    let problem = |code: &str, message: &str| Degraded {
        retriever: Retriever::Dense,
        code: code.to_owned(),
        message: message.to_owned(),
        file: None,
    };
    if store.manifest().dense.is_none() {
        return Err(problem(
            "no-dense",
            "the index was built without vectors; build it with a model to search by meaning",
        ));
    }
    let Some(vector) = vector else {
        return Err(encoder_problem
            .cloned()
            .unwrap_or_else(|| problem("no-vector", "the query was not embedded")));
    };
    match store.dense() {
        Slot::Ready(index) => index
            .sections(vector, depth, depth)
            .map(|found| {
                found
                    .into_iter()
                    .map(|hit| Candidate { section: hit.section, score: hit.similarity })
                    .collect()
            })
            .map_err(|error| problem("vector", &error.to_string())),
        Slot::Failed(error) => Err(file_problem(Retriever::Dense, error)),
        Slot::Missing => Err(problem("loading", "the vectors are still loading")),
    }
}

pub(super) fn file_problem(retriever: Retriever, error: &IndexError) -> Degraded {
    Degraded {
        retriever,
        code: error.code().to_owned(),
        message: error.to_string(),
        file: error.file().map(str::to_owned),
    }
}

/// Fuses two lists; one list alone keeps its retriever's own scores.
fn combine(ranked: &Ranked, k: f32, lexical_weight: f32, dense_weight: f32) -> Vec<Fused> {
    let alone = |list: &[Candidate]| {
        list.iter().map(|candidate| Fused { section: candidate.section, score: candidate.score }).collect()
    };
    let ids = |list: &[Candidate]| list.iter().map(|candidate| candidate.section).collect::<Vec<_>>();
    match (ranked.lexical.is_empty(), ranked.dense.is_empty()) {
        (_, true) => alone(&ranked.lexical),
        (true, false) => alone(&ranked.dense),
        (false, false) => fuse(
            &[
                RankedList { sections: &ids(&ranked.lexical), weight: lexical_weight },
                RankedList { sections: &ids(&ranked.dense), weight: dense_weight },
            ],
            k,
        ),
    }
}

/// Keeps at most so many hits of one page, then takes the page of hits that was asked for.
fn page(store: &Store, fused: Vec<Fused>, request: &Request) -> Vec<Fused> {
    let Slot::Ready(directory) = store.directory() else { return Vec::new() };
    let mut seen: HashMap<PageId, usize> = HashMap::new();
    let mut fits = |section: SectionId| {
        let count = seen.entry(directory.page_of(section)).or_default();
        *count += 1;
        request.max_per_page == 0 || *count <= request.max_per_page
    };
    fused.into_iter().filter(|fused| fits(fused.section)).skip(request.offset).take(request.limit).collect()
}
