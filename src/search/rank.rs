//! From what both sides found to the ranking that is shown: fusion, names first, one page's share, paging.

use super::answer::{Degraded, Mode, Request, Retriever};
use super::fuse::{Fused, RankedList, fuse};
use super::lexical::{FoundByWords, admitted};
use crate::ids::SectionId;
use crate::index::{IndexError, Slot, Store};

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
    pub words: FoundByWords,
    pub dense: Vec<Candidate>,
    pub degraded: Vec<Degraded>,
    /// Sections found, before paging.
    pub total: usize,
    pub shown: Vec<Fused>,
}

/// Candidates that each side hands over.
pub(super) fn depth(store: &Store, request: &Request) -> usize {
    let wanted = request.limit.saturating_add(request.offset);
    let least = store.directory().fusion.candidates as usize;
    wanted.saturating_mul(CANDIDATES_PER_HIT).max(least).min(MAX_CANDIDATES)
}

impl Ranked {
    /// Fuses what the words found (`None` if they were not asked) with what the vectors found, likewise.
    pub fn new(
        store: &Store,
        request: &Request,
        words: Option<FoundByWords>,
        dense: Option<Result<Vec<Candidate>, Degraded>>,
    ) -> Self {
        let mut ranked = Ranked::default();
        match dense {
            Some(Ok(found)) => ranked.dense = found,
            Some(Err(problem)) => ranked.degraded.push(problem),
            None => {}
        }
        ranked.dense.retain(|candidate| admitted(store, request, candidate.section));
        if let Some(words) = words {
            ranked.degraded.extend(words.failed.iter().map(|error| file_problem(Retriever::Lexical, error)));
            if let Some(passing) = &words.passing {
                let passes = |section: SectionId| passing.get(section.index()).copied().unwrap_or(false);
                ranked.dense.retain(|candidate| passes(candidate.section));
            }
            ranked.words = words;
        }
        if (request.facets || !request.filters.is_empty())
            && let Slot::Failed(error) = store.filters()
        {
            ranked.degraded.push(file_problem(Retriever::Lexical, error));
        }
        let fused = ranked.fuse(store);
        // The dense side finds everything, more or less; how much matches is for the words to say.
        ranked.total = ranked.words.total.max(fused.len());
        ranked.shown = page(store, fused, request);
        ranked
    }

    /// Fuses two lists; one list alone keeps its retriever's own scores. A section whose name the query is stays
    /// first, whatever the vectors say.
    fn fuse(&self, store: &Store) -> Vec<Fused> {
        let alone = |list: &[Candidate]| -> Vec<Fused> {
            list.iter()
                .map(|candidate| Fused { section: candidate.section, score: candidate.score })
                .collect()
        };
        let ids = |list: &[Candidate]| list.iter().map(|candidate| candidate.section).collect::<Vec<_>>();
        let lexical = &self.words.candidates;
        let fusion = store.directory().fusion;
        // Said in a way that leaves fusion out of a build that needs none.
        let no_dense = !cfg!(feature = "dense") || self.dense.is_empty();
        match (lexical.is_empty(), no_dense) {
            (_, true) => alone(lexical),
            (true, false) => alone(&self.dense),
            (false, false) => {
                let lists = [
                    RankedList { sections: &ids(lexical), weight: fusion.lexical },
                    RankedList { sections: &ids(&self.dense), weight: fusion.dense },
                ];
                let mut fused = fuse(&lists, fusion.k);
                fused.sort_by_key(|fused| std::cmp::Reverse(self.words.pinned.kind(fused.section)));
                fused
            }
        }
    }
}

/// The nearest sections to a query's vector, or why there are none.
pub(super) fn nearest(
    store: &Store,
    vector: Option<&[f32]>,
    encoder_problem: Option<&Degraded>,
    depth: usize,
) -> Result<Vec<Candidate>, Degraded> {
    if store.directory().dense.is_empty() {
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
    nearest_sections(store, vector, depth)
}

#[cfg(feature = "dense")]
fn nearest_sections(store: &Store, vector: &[f32], depth: usize) -> Result<Vec<Candidate>, Degraded> {
    let vectors = store.vectors();
    match (vectors.index(), vectors.failure()) {
        (Some(index), _) => index
            .sections(vector, depth, depth)
            .map(|found| {
                found
                    .into_iter()
                    .map(|hit| Candidate { section: hit.section, score: hit.similarity })
                    .collect()
            })
            .map_err(|error| problem("vector", &error.to_string())),
        (None, Some(error)) => Err(file_problem(Retriever::Dense, error)),
        (None, None) => Err(problem("loading", "the vectors are still loading")),
    }
}

/// This build searches by words alone.
#[cfg(not(feature = "dense"))]
fn nearest_sections(_: &Store, _: &[f32], _: usize) -> Result<Vec<Candidate>, Degraded> {
    Err(problem("words-only", "this module searches by words alone; load the full one"))
}

fn problem(code: &str, message: &str) -> Degraded {
    Degraded { retriever: Retriever::Dense, code: code.to_owned(), message: message.to_owned(), file: None }
}

/// Whether a mode asks for words, and for vectors.
pub(super) fn sides(mode: Mode) -> (bool, bool) {
    (mode != Mode::Dense, mode != Mode::Lexical)
}

pub(super) fn file_problem(retriever: Retriever, error: &IndexError) -> Degraded {
    Degraded {
        retriever,
        code: error.code().to_owned(),
        message: error.to_string(),
        file: error.file().map(str::to_owned),
    }
}

/// Keeps at most so many hits of one page, then takes the page of hits that was asked for.
fn page(store: &Store, fused: Vec<Fused>, request: &Request) -> Vec<Fused> {
    let mut seen = vec![0usize; store.directory().page_count() as usize];
    let mut fits = |section: SectionId| {
        let Some(count) = seen.get_mut(store.directory().page_of(section).index()) else { return false };
        *count += 1;
        request.max_per_page == 0 || *count <= request.max_per_page
    };
    fused.into_iter().filter(|fused| fits(fused.section)).skip(request.offset).take(request.limit).collect()
}
