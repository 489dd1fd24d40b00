//! Spelling: corrections of mistyped words and completions of unfinished ones.

use super::term_lookup::TermLookup;
use crate::index::Reads;
use crate::lexical::{SpellingCandidate, auto_edits};
use crate::search::answer::Correction;
use crate::text::{Analyzer, after, concat, cut, fold};

/// Completions per unfinished word.
const MAX_COMPLETIONS: usize = 6;

/// Corrections per mistyped word. More than one, since the most frequent is not always the right one.
const MAX_CORRECTIONS: usize = 4;

/// Largest document frequency of a rare word. A rare word may be an error that the site's authors made too.
const RARE: u32 = 1;

/// A correction of a rare word must be at least this many times as frequent.
const FAR_MORE_FREQUENT: u32 = 20;

/// A word must be at least this many times as frequent as one that is taken for an error of the site.
const HUNDREDS: u32 = 100;

/// Least characters of a word with two errors that is replaced. A shorter one is far from all words: they are offered.
const MIN_FAR: usize = 9;

/// A beginning whose vowels let a stemmer remove every ending.
const BEGINNING: &str = "eme";

/// Least characters of a stem behind the beginning.
const MIN_END: usize = 2;

/// Words that are shown for a mistyped one: searched instead, or offered.
const MAX_OFFERS: usize = 3;

/// Weight of a correction relative to the next better one.
const NEXT_CORRECTION: f32 = 0.8;

/// A term that is looked up in addition to a query term.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TermExpansion {
    pub term: String,
    /// Weight relative to the query term.
    pub weight: f32,
    /// Sections that contain it; 0 for synonyms.
    pub document_frequency: u32,
    /// Edits between the typed word and this one; 0 for synonyms and completions.
    pub edits: u32,
    /// The correction that the answer reports, if any.
    pub correction: Option<Correction>,
    /// Whether it is the query term joined with a neighbor.
    pub is_joined: bool,
}

impl TermExpansion {
    /// A term that is no correction.
    pub fn new(term: &str, weight: f32, document_frequency: u32) -> Self {
        let term = term.to_owned();
        TermExpansion { term, weight, document_frequency, edits: 0, correction: None, is_joined: false }
    }
}

/// The [`MAX_COMPLETIONS`] most frequent candidates other than `typed`.
pub(super) fn completions(mut candidates: Vec<SpellingCandidate>, typed: &str) -> Vec<SpellingCandidate> {
    keep(&mut candidates, &|candidate| candidate.term != typed);
    first(candidates, MAX_COMPLETIONS, &|candidate| u64::from(u32::MAX - candidate.document_frequency))
}

/// What is looked up beside a word that few or no sections have, and what is offered.
#[derive(Default)]
pub(super) struct Corrections {
    pub expansions: Vec<TermExpansion>,
    /// Words to try in its place.
    pub offers: Vec<String>,
}

/// A term that may be spelt wrongly.
pub(super) struct Doubtful<'t> {
    pub term: &'t str,
    /// As it was written.
    pub typed: &'t str,
    /// Sections that have it.
    pub frequency: u32,
    /// All of its parts are words of the site, so that only one edit is a typing error.
    pub is_sound: bool,
}

/// Corrections of a term: words of the site with the least distance, ties by frequency.
pub(super) fn corrections<S: Reads>(
    lookup: &mut TermLookup<'_, S>,
    analyzer: &Analyzer,
    &Doubtful { term, typed, frequency, is_sound }: &Doubtful<'_>,
) -> Corrections {
    let mut found = Corrections::default();
    let surface = &*fold(typed);
    let length = surface.chars().count();
    let edits = auto_edits(length).min(if is_sound { 1 } else { u32::MAX });
    if frequency > RARE || edits == 0 || !term.chars().any(char::is_alphabetic) {
        return found;
    }
    let beginning = concat(&[term, "."]);
    let stems = if is_code(surface) { vec![beginning.clone()] } else { stems_meant(analyzer, surface, term) };
    let mut candidates = lookup.near(surface, &stems, edits);
    keep(&mut candidates, &|candidate| candidate.term != term);
    if is_code(surface) {
        let goes_on = |candidate: &&SpellingCandidate| candidate.term.starts_with(&beginning);
        found.expansions = candidates.iter().filter(goes_on).map(|it| expansion(it, 1.0)).collect();
        if found.expansions.is_empty() {
            keep(&mut candidates, &|candidate| is_code(&candidate.surface));
            found.offers = surfaces(nearest(candidates, MAX_OFFERS));
        }
        return found;
    }
    keep(&mut candidates, &|candidate| {
        let is_likelier =
            candidate.edits() == 1 && candidate.document_frequency >= frequency * FAR_MORE_FREQUENT;
        candidate.edits() <= edits && (frequency == 0 || is_likelier)
    });
    let fewest = candidates.iter().map(SpellingCandidate::edits).min();
    if fewest.is_some_and(|fewest| fewest > 1 && length < MIN_FAR) {
        found.offers = surfaces(nearest(candidates, MAX_OFFERS));
        return found;
    }
    let mut weight = if frequency > 0 { NEXT_CORRECTION / 2.0 } else { 1.0 };
    let candidates = nearest(candidates, MAX_CORRECTIONS);
    for candidate in candidates.iter().filter(|candidate| Some(candidate.edits()) == fewest) {
        found.expansions.push(expansion(candidate, weight));
        weight *= NEXT_CORRECTION;
    }
    // What stands once beside hundreds of another word is an error that the site has too.
    let is_error = |frequent: u32| frequency == 0 || length >= MIN_FAR && frequent >= frequency * HUNDREDS;
    if let Some(first) = found.expansions.first_mut().filter(|first| is_error(first.document_frequency)) {
        let mut words = surfaces(candidates);
        first.correction = Some(Correction { from: typed.to_owned(), to: words.remove(0) });
        words.truncate(MAX_OFFERS - 1);
        found.offers = words;
    }
    found
}

/// How the stem may end that was meant: as that of what is typed, or, if the error is at the beginning, otherwise. There it
/// can change which ending the stemmer removes, as that depends on vowels ("xpressions"). Another beginning shows what it
/// removes else.
fn stems_meant(analyzer: &Analyzer, surface: &str, term: &str) -> Vec<String> {
    let mut stems = vec![term.to_owned()];
    if !surface.starts_with(term) || surface.chars().all(char::is_alphabetic) {
        let behind = after(surface, 2);
        let with_vowels = concat(&[BEGINNING, behind]);
        analyzer.terms(&with_vowels, |found| {
            if let Some(end) = found.text.strip_prefix(BEGINNING).filter(|end| end.chars().count() >= MIN_END)
            {
                let stem = concat(&[cut(surface, ..surface.len() - behind.len()), end]);
                if stem != term {
                    stems.push(stem);
                }
            }
        });
    }
    stems
}

/// Whether a word is a code, a version or a number: another one is not meant.
pub(super) fn is_code(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

fn expansion(candidate: &SpellingCandidate, weight: f32) -> TermExpansion {
    let edits = candidate.edits();
    TermExpansion { edits, ..TermExpansion::new(&candidate.term, weight, candidate.document_frequency) }
}

fn surfaces(candidates: Vec<SpellingCandidate>) -> Vec<String> {
    let mut surfaces = Vec::new();
    for candidate in candidates {
        surfaces.push(candidate.surface);
    }
    surfaces
}

/// The candidates with the least distance, the most frequent of equals.
fn nearest(candidates: Vec<SpellingCandidate>, limit: usize) -> Vec<SpellingCandidate> {
    first(candidates, limit, &|candidate| {
        u64::from(candidate.distance) << 32 | u64::from(u32::MAX - candidate.document_frequency)
    })
}

/// Drops the other candidates. One function for all conditions: each instance of `retain` adds to the module.
pub(super) fn keep(candidates: &mut Vec<SpellingCandidate>, wanted: &dyn Fn(&SpellingCandidate) -> bool) {
    candidates.retain(wanted);
}

/// The `limit` candidates with the smallest `rank`, ties by term. Cost: `limit` times the number of candidates.
fn first(
    mut candidates: Vec<SpellingCandidate>,
    limit: usize,
    rank: &dyn Fn(&SpellingCandidate) -> u64,
) -> Vec<SpellingCandidate> {
    for place in 0..limit.min(candidates.len()) {
        let mut first = place;
        for other in place + 1..candidates.len() {
            let (a, b) = (&candidates[other], &candidates[first]);
            if (rank(a), &a.term) < (rank(b), &b.term) {
                first = other;
            }
        }
        candidates.swap(place, first);
    }
    candidates.truncate(limit);
    candidates
}
