//! Which words of the dictionary a mistyped or unfinished word is taken for.

use super::term_lookup::TermLookup;
use crate::lexical::{SpellingCandidate, auto_edits, edit_distance};
use crate::search::answer::Correction;
use crate::text::{Analyzer, TermMatcher, concat, cut};

/// Words that one unfinished word is completed to.
const MAX_COMPLETIONS: usize = 6;

/// Words that one mistyped word is taken for: the right one is not always the most frequent.
const MAX_CORRECTIONS: usize = 4;

/// A word in so many sections at most is rare: it may be a mistake that the site's authors made too.
const RARE: u32 = 1;

/// How many times as frequent a word has to be to be offered in place of a rare one.
const FAR_MORE_FREQUENT: u32 = 20;

/// By how much less likely a word is of which the site mostly writes other forms, too many edits from what was typed.
const UNUSUAL: u32 = 16;

/// Weight of a correction beside the next better one.
const NEXT_CORRECTION: f32 = 0.8;

/// A term that is looked up beside another one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TermExpansion {
    pub term: String,
    /// How much it counts, the term itself being 1.
    pub weight: f32,
    /// Sections with it, of a completion or correction; 0 for a synonym.
    pub document_frequency: u32,
    /// What to tell the reader.
    pub correction: Option<Correction>,
}

/// The most frequent completions.
pub(super) fn completions(mut candidates: Vec<SpellingCandidate>, typed: &str) -> Vec<SpellingCandidate> {
    candidates.retain(|candidate| candidate.term != typed);
    first(candidates, MAX_COMPLETIONS, &|candidate| u64::from(u32::MAX - candidate.document_frequency))
}

/// Words that `term`, typed as `surface` and found in so many sections, may have been meant for: those with the fewest
/// edits, the most frequent first.
pub(super) fn corrections(
    words: &mut TermLookup<'_>,
    analyzer: &Analyzer,
    term: &str,
    surface: &str,
    frequency: u32,
) -> Vec<TermExpansion> {
    let edits = auto_edits(surface.chars().count());
    if frequency > RARE || edits == 0 || !term.chars().any(char::is_alphabetic) {
        return Vec::new();
    }
    // A mistake can change what the stemmer takes for an ending ("thraeds" becomes "thra"), so the word is compared both
    // as typed and by its stem. What is near the stem alone has to be within what the stem's own length allows.
    let of_stem = auto_edits(term.chars().count());
    // The stemmer gives short words back an "e": "tseting" becomes "tsete", which ends otherwise than "test".
    let end = term.strip_suffix('e').filter(|_| !surface.starts_with(term)).unwrap_or(term);
    let mut candidates = words.near(surface, end, edits);
    candidates.retain(|candidate| candidate.term != term);
    let forms = one_edit_away(analyzer, surface, &candidates);
    for (candidate, form) in candidates.iter_mut().zip(forms) {
        let as_typed =
            edit_distance(surface, &candidate.surface).min(edit_distance(surface, &candidate.term));
        if let Some((rank, form)) = form {
            // Some letter or other makes a form of most stems, which nobody writes.
            let is_near = rank < 2 || as_typed <= edits;
            if !is_near {
                candidate.document_frequency /= UNUSUAL;
            }
            if is_near || form.ends_with(cut(surface, surface.len() - 2..)) {
                candidate.surface = form;
            }
            candidate.edits = 1;
            continue;
        }
        candidate.edits = candidate.edits.min(edit_distance(term, &candidate.term));
        if candidate.edits > of_stem || as_typed < candidate.edits {
            candidate.edits = as_typed;
        } else if surface.is_ascii() && as_typed > 1 {
            // One edit makes another stem of the word, but no word with that stem.
            candidate.edits = candidate.edits.max(2);
        }
    }
    candidates.retain(|candidate| candidate.edits <= edits);
    if frequency > 0 {
        candidates.retain(|candidate| {
            candidate.edits == 1 && candidate.document_frequency >= frequency * FAR_MORE_FREQUENT
        });
    }
    let fewest = candidates.iter().map(|candidate| candidate.edits).min();
    candidates.retain(|candidate| Some(candidate.edits) == fewest);
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
            let told = place == 0 && frequency == 0;
            let SpellingCandidate { term, document_frequency, surface: to, .. } = candidate;
            let correction = told.then(|| Correction { from: surface.to_owned(), to });
            let expansion = TermExpansion { term, weight, document_frequency, correction };
            weight *= NEXT_CORRECTION;
            expansion
        })
        .collect()
}

/// For each candidate the likeliest word that is one edit from `typed` and has its term for a stem, with its place in the
/// order of likelihood: the usual form of a term is not the only one that readers mean. Of words in ASCII; others would
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
    let mut stem = |usual: u32, other: u32, parts: &[&str]| {
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
    // Two letters exchanged or one left out are one mistake each, a wrong or a further one is one of many, so what the
    // former explain is likelier. But some letter or other makes an ending of most words ("targetl" is "targetal"), so
    // that the form which the site mostly writes comes before words with a letter more.
    for at in 0..=typed.len() {
        let (before, after) = (cut(typed, ..at), cut(typed, at..));
        let behind = cut(after, 1..);
        stem(2, 4, &[before, behind]);
        stem(0, 1, &[before, cut(behind, ..1), cut(after, ..1), cut(behind, 1..)]);
        for letter in b'a'..=b'z' {
            let letter = &[letter];
            let letter = std::str::from_utf8(letter).unwrap_or_default();
            stem(0, 3, &[before, letter, after]);
            stem(2, 4, &[before, letter, behind]);
        }
    }
    found
}

/// The `limit` candidates with the smallest `rank`, equal ones in the order of their terms. Cost: `limit` times the
/// candidates.
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
