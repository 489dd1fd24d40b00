//! Bigram proximity: raises sections in which terms of the query are adjacent, in the query's order.
//!
//! It reads the texts, which excerpts need anyway. Positions of all matches would cost one more round trip and most of
//! an index.

use super::{Candidate, RerankInputs};
use crate::index::{HEADING_MARK, Reads, SectionText};
use crate::lexical::idf;
use crate::search::answer::REORDERED;
use crate::search::lookup::ScoredTerm;
use crate::search::matches::text_matches::TextMatch;
use crate::search::retrieve::LEXICAL;
use crate::text::cut;

/// Most bytes between two adjacent terms: blanks and signs, or one short word ("size of a batch").
const NEAR_BYTES: usize = 8;

/// Largest gain of a bigram, as a fraction of the sum of its terms' weights.
const PROXIMITY: f32 = 0.5;

/// Most that a bigram counts which continues a line of the query, in others.
const MOST_OF_A_LINE: f32 = 4.0;

/// Least clauses of a line: fewer words stand side by side by chance.
const LINE: usize = 4;

/// Most bytes between two words of a line: a number, or short words.
const GAP_OF_A_LINE: usize = 16;

/// How much surer a name must be to stay before one in the letters' case that was typed: one kind of name.
const SURER: u8 = 3;

/// Fused scores have another scale: `fused *= 1 + 0.4 * word_share * proximity / best_lexical`. Rank 10 of a list has
/// 61/70 of the fused score of rank 1.
const FUSED_PROXIMITY: f32 = 0.4;

/// Reorders each ten candidates.
pub(super) fn rerank<S: Reads>(inputs: &RerankInputs<'_, S>, candidates: &mut [Candidate<'_>]) {
    candidates.chunks_mut(REORDERED).for_each(|together| reorder(inputs, together));
}

/// Raises scores and reorders, sections with the whole name of the query still first. Leaves answers without lexical
/// matches unchanged; of navigational matches, those in the letters' case that was typed precede.
fn reorder<S: Reads>(inputs: &RerankInputs<'_, S>, candidates: &mut [Candidate<'_>]) {
    let ranked = inputs.ranked;
    let lexical = ranked.lists.iter().find(|list| list.retriever == LEXICAL);
    let Some(best) = lexical.and_then(|list| list.sections.first()) else { return };
    if !ranked.navigational.is_empty() {
        return as_typed(inputs, candidates);
    }
    let sections = inputs.sites.section_count();
    let best_score = candidates.first().map_or(0.0, |candidate| candidate.score);
    for position in 0..candidates.len() {
        let candidate = &mut candidates[position];
        // A list of headings has the words of each in their order, and the sections that it lists say more of them.
        if candidate.text.marked.starts_with(HEADING_MARK) {
            continue;
        }
        let proximity = proximity(&candidate.matches, &inputs.matcher.terms, sections);
        let score = candidate.score;
        if ranked.is_fused() {
            // Parts of a name are always adjacent, so proximity counts less for queries with names.
            candidate.score *= 1.0 + FUSED_PROXIMITY * ranked.word_share * proximity / best.score;
        } else {
            candidate.score += proximity;
        }
        // What has the whole line is what was meant, even where it is code, which weighs less than text.
        if has_line(&candidate.matches, &inputs.matcher.terms) {
            candidate.score += best_score - score;
        }
        candidate.proximity = candidate.score - score;
        let (risen, rank) = (candidate.score, ranked.navigational.rank(candidate.section));
        let is_below =
            |other: &Candidate<'_>| other.score < risen && ranked.navigational.rank(other.section) <= rank;
        let target = candidates[..position].iter().position(is_below).unwrap_or(position);
        (target..position).rev().for_each(|at| candidates.swap(at, at + 1));
    }
    as_typed(inputs, candidates);
}

/// Moves navigational matches whose heading has the query as typed, `-V`, before those that differ in case, `-v`; without
/// them, sections that have it as their heading, before those that have its words.
fn as_typed<S: Reads>(inputs: &RerankInputs<'_, S>, candidates: &mut [Candidate<'_>]) {
    let typed = inputs.request.text.trim();
    let is_other = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '-' | '_'));
    let is_named = !inputs.ranked.navigational.is_empty();
    let has_typed = |candidate: &Candidate<'_>| {
        if !is_named {
            return is_typed(typed, candidate.text);
        }
        let heading = candidate.text.heading.as_str();
        // A search of the standard library would be most of a KB in this module, which has no other.
        let mut windows = heading.as_bytes().windows(typed.len().max(1)).enumerate();
        windows.any(|(at, window)| {
            window == typed.as_bytes()
                && is_other(cut(heading, ..at).chars().next_back())
                && is_other(cut(heading, at + typed.len()..).chars().next())
        })
    };
    let rank = |candidate: &Candidate<'_>| inputs.ranked.navigational.rank(candidate.section);
    for position in 1..candidates.len() {
        let this = rank(&candidates[position]);
        let has_other_name = is_named && !inputs.ranked.navigational.has(candidates[position].section);
        if has_other_name || !has_typed(&candidates[position]) {
            continue;
        }
        let is_below = |other: &Candidate<'_>| rank(other) < this + SURER && !has_typed(other);
        let target = candidates[..position].iter().position(is_below).unwrap_or(position);
        candidates[target..=position].rotate_right(1);
    }
}

/// Whether a query of several words is the heading of a section but for signs; of a shortened one, the signature that begins
/// its text.
fn is_typed(query: &str, section: &SectionText) -> bool {
    let is_short = section.heading.chars().any(|c| c == '…');
    let shown = if is_short { &section.text } else { &section.heading };
    let letters = |text: &str| {
        let mut letters = Vec::new();
        for byte in text.bytes() {
            if byte == b'\n' {
                break;
            }
            if byte.is_ascii_alphanumeric() || !byte.is_ascii() {
                letters.push(byte.to_ascii_lowercase());
            }
        }
        letters
    };
    letters(query) == letters(shown) && !shown.is_empty() && query.bytes().any(|byte| byte == b' ')
}

/// Whether a text has the words of all clauses one behind the other.
fn has_line(matches: &[TextMatch], terms: &[&ScoredTerm]) -> bool {
    let clauses = |terms: &[&ScoredTerm]| terms.chunk_by(|one, next| one.clause == next.clause).count();
    let all = clauses(terms);
    let (mut line, mut before): (usize, Option<&TextMatch>) = (0, None);
    for found in matches {
        if before.is_some_and(|before| found.span.start < before.span.end) {
            continue;
        }
        let is_near = |before: &TextMatch| found.span.start - before.span.end <= GAP_OF_A_LINE;
        // A word that the line has twice is one term.
        if before.is_some_and(|before| found.term < before.term && is_near(before)) {
            continue;
        }
        let is_next = before.is_some_and(|before| {
            let between = terms.get(before.term..=found.term).unwrap_or_default();
            clauses(between) == 2 && is_near(before)
        });
        line = if is_next { line + 1 } else { 1 };
        if all >= LINE && line == all {
            return true;
        }
        before = Some(found);
    }
    false
}

/// Sums the gains of the query's bigrams in a text. Each is [`PROXIMITY`] times its two terms' weights (with inverse
/// document frequency among `sections`): half for one occurrence, approaching all for many, and more behind two others: a
/// line that was pasted stands before its words. Terms inside a name do not count as adjacent to it.
fn proximity(matches: &[TextMatch], terms: &[&ScoredTerm], sections: u32) -> f32 {
    let mut counts = vec![0.0f32; terms.len()];
    let mut worth = 0.0;
    // `terms.len()` means no previous term.
    let (mut last, mut end, mut line) = (terms.len(), 0, 0.0f32);
    for found in matches {
        if found.span.start < end {
            continue;
        }
        if found.term == last + 1 && found.span.start - end <= NEAR_BYTES {
            let weight =
                |term: &ScoredTerm| term.weight * term.balance * idf(sections, term.document_frequency);
            let count = &mut counts[found.term];
            *count += 1.0;
            // 1/2 + 1/6 + 1/12 + … converges to 1.
            let share = (line - 1.0).clamp(1.0, MOST_OF_A_LINE) / (*count * (*count + 1.0));
            worth += (weight(terms[last]) + weight(terms[found.term])) * share;
            line += 1.0;
        } else {
            line = 0.0;
        }
        (last, end) = (found.term, found.span.end);
    }
    worth * PROXIMITY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::matches::text_matches::with_matches;

    fn proximity_of(text: &str, words: &str) -> f32 {
        with_matches(text, words, |terms, matches| proximity(matches, terms, 9))
    }

    #[test]
    fn a_line_has_all_words_in_their_order() {
        let line = "fatal refusing to merge unrelated";
        for (text, words, expected) in [
            ("Seen: fatal: refusing to merge unrelated histories", line, true),
            ("fatal fatal: refusing to merge [5] unrelated", line, true),
            ("fatal refusing merge of all that is here and unrelated", line, false),
            ("fatal: refusing to merge (fatal 5) unrelated", line, true),
            ("refusing to merge unrelated: fatal", line, false),
            ("fatal refusing merge", line, false),
            ("merge unrelated histories", "merge unrelated histories", false),
            ("", line, false),
        ] {
            let found = with_matches(text, words, |terms, matches| has_line(matches, terms));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn adjacent_terms_raise_the_score() {
        let once = PROXIMITY * idf(9, 1);
        for (text, words, expected) in [
            ("object store", "object store", once),
            ("objects in stores", "object store", once),
            ("object store. object store", "object store", once * 4.0 / 3.0),
            ("object store memory", "object store memory", once * 2.0),
            ("object store memory block size", "object store memory block size", once * 5.0),
            ("store object", "object store", 0.0),
            ("object that is no store", "object store", 0.0),
            ("os.path", "os.path os", 0.0),
            ("object object", "object", 0.0),
            ("object store", "", 0.0),
        ] {
            let found = proximity_of(text, words);
            assert!((found - expected).abs() < 1e-5, "{text}: {found} != {expected}");
        }
    }
}
