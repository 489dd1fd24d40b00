//! From what both sides found to the ranking that is shown: fusion, names first, one page's share, paging.

use super::answer::{Degraded, Mode, Request, Retriever};
use super::fuse::{Fused, RankedList, fuse};
use super::lexical::LexicalMatches;
use super::query::ParsedQuery;
use crate::ids::SectionId;
use crate::index::{IndexError, Slot, Store};
#[cfg(feature = "dense")]
use crate::text::TermKind;

/// Nearest sections for every hit asked for: with less, fusion loses sections that one side has far up and the other far
/// down.
#[cfg(feature = "dense")]
const CANDIDATES_PER_HIT: usize = 5;

/// Candidates of one retriever at most, so that a query for a thousand hits stays a matter of milliseconds; what lies
/// further back cannot be reached by turning pages.
const MAX_CANDIDATES: usize = 2_000;

/// What the dense list counts for a query of names alone: its sections come behind those with the names.
#[cfg(feature = "dense")]
const LEAST_SHARE: f32 = 0.02;

/// A section as one retriever ranked it, with that retriever's own score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub section: SectionId,
    pub score: f32,
}

/// What both retrievers found, fused and cut to the page of hits that was asked for.
#[derive(Default)]
pub(super) struct Ranked {
    pub words: LexicalMatches,
    pub dense: Vec<Candidate>,
    pub degraded: Vec<Degraded>,
    /// Sections found, before paging.
    pub total: usize,
    pub shown: Vec<Fused>,
    /// How far the query is words, and what its vector finds counts.
    pub share_of_words: f32,
}

/// Sections for every hit asked for, where only some hits of each page of the site are shown: the best ones may all be
/// of one page. More would be a third of a warm query's time.
const CANDIDATES_OF_PAGES: usize = 20;

/// Sections that the words hand over. For fusion their number does not depend on the offset, since turning pages shows
/// parts of one ranking.
pub(super) fn reach(request: &Request, is_fused: bool) -> usize {
    let wanted = request.limit.saturating_add(request.offset).min(MAX_CANDIDATES);
    match request.max_per_page {
        _ if is_fused => MAX_CANDIDATES,
        0 => wanted,
        _ => MAX_CANDIDATES.min(wanted * CANDIDATES_OF_PAGES),
    }
}

/// How much the dense list counts: the share of a query's terms that are words. To an encoder, names and signs are pieces
/// of words that mean nothing, and what it finds for them is chance.
#[cfg(feature = "dense")]
fn share_of_words(query: &ParsedQuery) -> f32 {
    let count = |kinds: &[TermKind]| {
        let terms = query.clauses.iter().flat_map(|clause| &clause.terms);
        terms.filter(|term| !term.stop && kinds.contains(&term.kind)).count() as f32
    };
    let (words, names) = (count(&[TermKind::Word]), count(&[TermKind::Whole, TermKind::Sign]));
    if names == 0.0 { 1.0 } else { (words / (words + names)).max(LEAST_SHARE) }
}

#[cfg(not(feature = "dense"))]
fn share_of_words(_: &ParsedQuery) -> f32 {
    1.0
}

/// Sections that the vectors hand over, likewise. Alone they are further ones for further hits, and some more where hits
/// of one page leave room for others.
#[cfg(feature = "dense")]
fn depth(store: &Store, request: &Request) -> usize {
    let least = store.directory().fusion.candidates as usize;
    let alone = request.mode == Mode::Dense;
    let hits = request.limit.saturating_add(if alone { request.offset } else { 0 });
    let of_pages = alone && request.max_per_page > 0;
    let more = if of_pages { CANDIDATES_OF_PAGES / CANDIDATES_PER_HIT } else { 1 };
    hits.saturating_mul(CANDIDATES_PER_HIT).max(least).saturating_mul(more).min(MAX_CANDIDATES)
}

impl Ranked {
    /// Fuses what the words found (`None` if they were not asked) with what the vectors found, likewise.
    pub fn new(
        store: &Store,
        request: &Request,
        query: &ParsedQuery,
        words: Option<LexicalMatches>,
        dense: Option<Result<Vec<Candidate>, Degraded>>,
    ) -> Self {
        let mut ranked = Ranked { share_of_words: share_of_words(query), ..Ranked::default() };
        match dense {
            Some(Ok(found)) => ranked.dense = found,
            Some(Err(problem)) => ranked.degraded.push(problem),
            None => {}
        }
        if let Some(words) = words {
            ranked.degraded.extend(words.failed.iter().map(|error| file_problem(Retriever::Lexical, error)));
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
                    RankedList { sections: &ids(&self.dense), weight: fusion.dense * self.share_of_words },
                ];
                let mut fused = fuse(&lists, fusion.k);
                fused.sort_by_key(|fused| std::cmp::Reverse(self.words.navigational.rank(fused.section)));
                fused
            }
        }
    }
}

/// The nearest sections to a query's vector that the request's filters and, by `passing`, its operators let pass, or why
/// there are none.
pub(super) fn nearest(
    store: &Store,
    request: &Request,
    passing: Option<&[bool]>,
    vector: Option<&[f32]>,
    encoder_problem: Option<&Degraded>,
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
    nearest_sections(store, request, passing, vector)
}

#[cfg(feature = "dense")]
fn nearest_sections(
    store: &Store,
    request: &Request,
    passing: Option<&[bool]>,
    vector: &[f32],
) -> Result<Vec<Candidate>, Degraded> {
    let vectors = store.vectors();
    let depth = depth(store, request);
    let admits = |section: SectionId| {
        passing.is_none_or(|passing| passing.get(section.index()).copied().unwrap_or(false))
            && super::lexical::admitted(store, request, section)
    };
    let found = match (vectors.index(), vectors.failure()) {
        // What is kept out must not take the place of what is not.
        (Some(index), _) if passing.is_some() || !request.filters.is_empty() => {
            index.sections_among(vector, depth, &admits)
        }
        (Some(index), _) => index.sections(vector, depth),
        (None, Some(error)) => return Err(file_problem(Retriever::Dense, error)),
        (None, None) => return Err(problem("loading", "the vectors are still loading")),
    };
    let found = found.map_err(|error| problem("vector", &error.to_string()))?;
    Ok(found.into_iter().map(|hit| Candidate { section: hit.section, score: hit.similarity }).collect())
}

/// This build searches by words alone.
#[cfg(not(feature = "dense"))]
fn nearest_sections(
    _: &Store,
    _: &Request,
    _: Option<&[bool]>,
    _: &[f32],
) -> Result<Vec<Candidate>, Degraded> {
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
