//! Spelling: corrections of mistyped words and completions of unfinished ones.

use super::term_lookup::TermLookup;
use crate::index::Reads;
use crate::lexical::{SpellingCandidate, auto_edits, edit_distance};
use crate::search::answer::Correction;
use crate::text::{Analyzer, TermMatcher, concat, cut, fold};

/// Completions per unfinished word.
const MAX_COMPLETIONS: usize = 6;

/// Corrections per mistyped word. More than one, since the most frequent is not always the right one.
const MAX_CORRECTIONS: usize = 4;

/// Largest document frequency of a rare word. A rare word may be an error that the site's authors made too.
const RARE: u32 = 1;

/// A correction of a rare word must be at least this many times as frequent.
const FAR_MORE_FREQUENT: u32 = 20;

/// Frequency divisor for candidates reached only through an unusual inflection.
const UNUSUAL: u32 = 16;

/// Least bytes of a term that may be the beginning or end of a name: `routebasepath` of `docsRouteBasePath`.
const MIN_NAME_PART: usize = 6;

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

/// The [`MAX_COMPLETIONS`] most frequent candidates other than `typed`.
pub(super) fn completions(mut candidates: Vec<SpellingCandidate>, typed: &str) -> Vec<SpellingCandidate> {
    keep(&mut candidates, &|candidate| candidate.term != typed);
    first(candidates, MAX_COMPLETIONS, &|candidate| u64::from(u32::MAX - candidate.document_frequency))
}

/// Corrections of `term`, which was written as `typed` and is in `frequency` sections: the candidates with the fewest
/// edits, most frequent first. `is_sound`: all of its parts are words of the site, so that only one edit is a typing
/// error, and no other number (`python3.12` is not `python3.11`).
pub(super) fn corrections<S: Reads>(
    lookup: &mut TermLookup<'_, S>,
    analyzer: &Analyzer,
    term: &str,
    typed: &str,
    frequency: u32,
    is_sound: bool,
) -> Vec<TermExpansion> {
    let surface = &*fold(typed);
    let edits = auto_edits(surface.chars().count()).min(if is_sound { 1 } else { u32::MAX });
    if frequency > RARE || edits == 0 || !term.chars().any(char::is_alphabetic) {
        return Vec::new();
    }
    // An error can change which ending the stemmer removes ("thraeds" becomes "thra"), so we compare both the typed
    // word and its stem. Candidates near the stem alone must be within the edits that the stem's length allows.
    let stem_edits = auto_edits(term.chars().count());
    // The stemmer restores an "e" to short words: "tseting" becomes "tsete", which does not end like "test".
    let end = term.strip_suffix('e').filter(|_| !surface.starts_with(term)).unwrap_or(term);
    let mut candidates = lookup.near(surface, end, edits);
    keep(&mut candidates, &|candidate| candidate.term != term);
    let forms = one_edit_away(analyzer, surface, &candidates);
    for (candidate, form) in candidates.iter_mut().zip(forms) {
        let as_typed =
            edit_distance(surface, &candidate.surface).min(edit_distance(surface, &candidate.term));
        if let Some((rank, form)) = form {
            // Most stems have an inflection one letter away that nobody writes ("integred" beside "integrand").
            let is_near = rank < 2 || as_typed <= 1;
            if !is_near {
                candidate.document_frequency /= UNUSUAL;
            }
            if is_near || form.ends_with(cut(surface, surface.len() - 2..)) {
                candidate.surface = form;
            }
            candidate.edits = if is_near { 1 } else { 2 };
            continue;
        }
        let name = &candidate.term;
        if term.len() >= MIN_NAME_PART && (name.starts_with(term) || name.ends_with(term)) {
            // As good as a correction by one edit.
            candidate.edits = 1;
            continue;
        }
        candidate.edits = candidate.edits.min(edit_distance(term, &candidate.term));
        if candidate.edits > stem_edits || as_typed < candidate.edits {
            candidate.edits = as_typed;
        } else if surface.is_ascii() && as_typed > 1 {
            // The stem is one edit away, but no word with that stem is.
            candidate.edits = candidate.edits.max(2);
        }
    }
    keep(&mut candidates, &|candidate| {
        let is_likelier =
            candidate.edits == 1 && candidate.document_frequency >= frequency * FAR_MORE_FREQUENT;
        candidate.edits <= edits
            && (frequency == 0 || is_likelier)
            && (!is_sound || digits(&candidate.surface).eq(digits(surface)))
    });
    let fewest = candidates.iter().map(|candidate| candidate.edits).min();
    keep(&mut candidates, &|candidate| Some(candidate.edits) == fewest);
    let initial = term.chars().next();
    let candidates = first(candidates, MAX_CORRECTIONS, &|candidate| {
        let other_initial = u64::from(candidate.term.chars().next() != initial);
        other_initial << 32 | u64::from(u32::MAX - candidate.document_frequency)
    });
    let mut weight = if frequency > 0 { NEXT_CORRECTION / 2.0 } else { 1.0 };
    candidates
        .into_iter()
        .enumerate()
        .map(|(place, candidate)| {
            let is_reported = place == 0 && frequency == 0;
            let SpellingCandidate { term, document_frequency, surface: to, edits } = candidate;
            let correction = is_reported.then(|| Correction { from: typed.to_owned(), to });
            let expansion =
                TermExpansion { term, weight, document_frequency, edits, correction, is_joined: false };
            weight *= NEXT_CORRECTION;
            expansion
        })
        .collect()
}

fn digits(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(u8::is_ascii_digit)
}

/// For each candidate, the likeliest word that is one edit from `typed` and has the candidate's term as its stem, with
/// its rank (0 is likeliest): readers also mean other forms than the site's usual one. ASCII only; other scripts would
/// need the letters of their alphabets.
fn one_edit_away(
    analyzer: &Analyzer,
    typed: &str,
    candidates: &[SpellingCandidate],
) -> Vec<Option<(u32, String)>> {
    let mut found = vec![None; candidates.len()];
    let terms: Vec<&str> = candidates.iter().map(|candidate| candidate.term.as_str()).collect();
    if terms.is_empty() || !typed.is_ascii() {
        return found;
    }
    let matcher = TermMatcher::new(analyzer, terms);
    let mut try_word = |usual: u32, other: u32, parts: &[&str]| {
        let word = concat(parts);
        matcher.terms_in(&word, |term| {
            for (candidate, best) in candidates.iter().zip(&mut found) {
                if term.span.len() == word.len() && candidate.term == term.text {
                    let rank = if candidate.surface == word { usual } else { other };
                    if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                        *best = Some((rank, word.clone()));
                    }
                }
            }
        });
    };
    // There is one way to swap or omit a given letter, but many ways to type a wrong or extra one, so swaps and
    // omissions are likelier. But one inserted letter gives most words some ending ("targetl" becomes "targetal"), so
    // the site's usual form precedes other words with one letter more.
    for at in 0..=typed.len() {
        let (before, after) = (cut(typed, ..at), cut(typed, at..));
        let behind = cut(after, 1..);
        try_word(2, 4, &[before, behind]);
        try_word(0, 1, &[before, cut(behind, ..1), cut(after, ..1), cut(behind, 1..)]);
        for letter in b'a'..=b'z' {
            let letter = &[letter];
            let letter = std::str::from_utf8(letter).unwrap_or_default();
            try_word(0, 3, &[before, letter, after]);
            try_word(2, 4, &[before, letter, behind]);
        }
    }
    found
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
