//! Excerpts: the passage of a section that matches most of a query, with its matches highlighted.

use std::ops::Range;

use crate::index::is_code_break;
use crate::search::lookup::ScoredTerm;
use crate::search::matches::text_matches::TextMatch;
use crate::text::{concat, cut};

/// Length of an excerpt in bytes: about two lines in a list of results.
const EXCERPT_BYTES: usize = 240;

/// Bytes shown before the first match, for context.
const LEAD_BYTES: usize = 60;

/// Bytes of a text in which its signature ends. Longer ones are shown.
const SIGNATURE_BYTES: usize = 1000;

/// A passage and its highlights.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::search) struct Excerpt {
    /// One line, but for lines of code; an ellipsis marks a beginning within a sentence, and an end where one goes on.
    pub text: String,
    /// Start and end of each match, in UTF-16 code units.
    pub highlights: Vec<(u32, u32)>,
}

/// Chooses the passage of a section, of which excerpt, preview and landing show the same: that of the best window, or the
/// description if all of the query `is_named` by the heading. `text` is marked. Cost: linear in the text.
pub(in crate::search) fn choose(
    terms: &[&ScoredTerm],
    matches: &[TextMatch],
    text: &str,
    is_named: bool,
) -> Range<usize> {
    let from = description(text);
    let matches = if is_named { &[] } else { matches };
    let found = best_window(terms, matches, text, EXCERPT_BYTES, from);
    passage(text, if found.start < from { 0 } else { from }, found, EXCERPT_BYTES)
}

/// Where the description begins in a text that begins with a signature, which its heading shows: behind lines of code, and
/// those with parameters that are no sentence.
fn description(text: &str) -> usize {
    let (mut start, mut has_parameters, mut last) = (0, false, 0);
    for (at, byte) in text.bytes().enumerate() {
        if at == SIGNATURE_BYTES {
            return 0;
        }
        if matches!(byte, b'\n'..=b'\r') {
            let is_code = matches!(byte, 0xb | 0xc);
            if !is_code && (!has_parameters || last == b':' || ends_sentence(&last)) {
                return start;
            }
            (start, has_parameters) = (at + 1, false);
        }
        has_parameters |= byte == b'(';
        last = byte;
    }
    // Behind the others, the last line is code, too.
    let ends_in_code = matches!(text.as_bytes().get(start.wrapping_sub(1)), Some(0xb | b'\r'));
    if start < text.len() && !ends_in_code { start } else { 0 }
}

/// What is shown of a passage, with its matches.
pub(in crate::search) fn excerpt(matches: &[TextMatch], text: &str, passage: Range<usize>) -> Excerpt {
    let mut shown = String::new();
    let before = cut(text, ..passage.start).as_bytes();
    if before.last().is_some_and(|byte| *byte >= b' ')
        && !before.iter().nth_back(1).is_some_and(ends_sentence)
    {
        shown.push('…');
    }
    let mut highlights: Vec<(u32, u32)> = Vec::new();
    let mut at = passage.start;
    for TextMatch { span, is_weak, .. } in matches {
        // A name and its parts overlap. The name comes first and covers its parts.
        if span.start < passage.start || span.end > passage.end || span.end <= at {
            continue;
        }
        let between = cut(text, at..span.start);
        // Parts side by side are one name: `UTF-8`, `fromUtf8`.
        let is_beside = between.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'/' | b':' | b'_'));
        let last = if is_beside { highlights.pop() } else { None };
        if last.is_none() && *is_weak {
            continue;
        }
        push_line(&mut shown, between);
        let from = last.map_or_else(|| utf16_length(&shown), |(from, _)| from);
        push_line(&mut shown, cut(text, span.start.max(at)..span.end));
        highlights.push((from, utf16_length(&shown)));
        at = span.end;
    }
    push_line(&mut shown, cut(text, at..passage.end));
    let length = shown.trim_end().len();
    shown.truncate(length);
    if passage.end < text.trim_end().len() && !shown.as_bytes().last().is_some_and(ends_sentence) {
        shown.push('…');
    }
    Excerpt { text: shown, highlights }
}

/// The beginning of a text, or what begins before a passage that is further behind, under an ellipsis: at most `bytes`
/// bytes of it. And where the passage is in it, in UTF-16 code units.
pub(in crate::search) fn text_around(text: &str, shown: Range<usize>, bytes: usize) -> (String, (u32, u32)) {
    if bytes == 0 {
        return Default::default();
    }
    let start = if shown.end <= bytes { 0 } else { passage(text, 0, shown.clone(), bytes).start };
    let around = cut(text, start..text.floor_char_boundary(start + bytes));
    let mark = if start > 0 { "…" } else { "" };
    let length =
        |end: usize| utf16_length(mark) + utf16_length(cut(around, ..(end - start).min(around.len())));
    (concat(&[mark, around]), (length(shown.start), length(shown.end)))
}

/// The byte range of the best passage of at most `bytes` bytes; the beginning without a match.
pub(in crate::search) fn best_passage(
    terms: &[&ScoredTerm],
    matches: &[TextMatch],
    text: &str,
    bytes: usize,
) -> Range<usize> {
    passage(text, 0, best_window(terms, matches, text, bytes, 0), bytes)
}

/// From the first to the last match of the best window of `bytes` bytes, the first among equals. Each term counts once in
/// a window, and a tenth more if it is a whole name or word with which a line of prose begins, as entries do; a fifth less
/// before the `description`, which is the best one without a match.
fn best_window(
    terms: &[&ScoredTerm],
    matches: &[TextMatch],
    text: &str,
    bytes: usize,
    description: usize,
) -> Range<usize> {
    let mut counts = vec![0u32; terms.len()];
    let (mut best, mut best_weight) = (description..description, 0.0);
    let (mut end, mut last, mut weight) = (0, 0, 0.0f32);
    for (start, first) in matches.iter().enumerate().filter(|(_, found)| !found.is_weak) {
        end = end.max(start);
        let reach = first.span.start + bytes - LEAD_BYTES;
        while let Some(next) = matches.get(end).filter(|next| next.span.end <= reach) {
            if !next.is_weak {
                if counts[next.term] == 0 {
                    weight += terms[next.term].weight;
                }
                counts[next.term] += 1;
                last = next.span.end;
            }
            end += 1;
        }
        let term = terms[first.term];
        let bonus = if first.span.start < description {
            -0.2 // The heading shows the signature already.
        } else if !term.is_part && begins_line(text, first.span.start) {
            0.1
        } else {
            0.0
        };
        let all = weight + term.weight * bonus;
        if all > best_weight + 1e-4 {
            (best, best_weight) = (first.span.start..last, all);
        }
        if end > start {
            counts[first.term] -= 1;
            if counts[first.term] == 0 {
                weight -= term.weight;
            }
        }
    }
    best
}

/// Whether a line of prose begins at `at`, or with a bracket before it.
fn begins_line(text: &str, at: usize) -> bool {
    let byte = |back: usize| text.as_bytes().get(at.wrapping_sub(back));
    let before = if byte(1) == Some(&b'(') { byte(2) } else { byte(1) };
    matches!(before, None | Some(b'\n' | b'\x0c'))
}

/// A byte range of at most `bytes` bytes behind `from`, around matches that lie nearer to each other. Begins with a sentence
/// if one begins nearby, else with a word; ends so, behind the last match.
fn passage(text: &str, from: usize, found: Range<usize>, bytes: usize) -> Range<usize> {
    let earliest = text.floor_char_boundary(found.start.saturating_sub(LEAD_BYTES));
    let start = if earliest <= from || text.len() - from <= bytes {
        from
    } else {
        let lead = cut(text, earliest..found.start).as_bytes();
        let line = lead.iter().rposition(|byte| *byte < b' ').or_else(|| sentence_end(lead));
        let word = line.or_else(|| lead.iter().position(|byte| *byte == b' '));
        word.map_or(found.start, |blank| earliest + blank + 1)
    };
    let furthest = text.floor_char_boundary(start + bytes);
    if furthest == text.len() {
        return start..furthest;
    }
    let least = text.floor_char_boundary(found.end.max(start + bytes / 2).min(furthest));
    let tail = cut(text, least..furthest).as_bytes();
    // Without blanks, the text is cut between two characters.
    let end = sentence_end(tail).or_else(|| tail.iter().rposition(|byte| *byte <= b' '));
    start..end.map_or(furthest, |end| least + end)
}

/// Where the blank behind the last sentence is: a line ends there, or no small letter or sign follows (`e.g. x`).
fn sentence_end(bytes: &[u8]) -> Option<usize> {
    let begins = |byte: &u8| byte.is_ascii_uppercase() || !byte.is_ascii();
    let ends = |at: usize| bytes[at] < b' ' || bytes[at] == b' ' && bytes.get(at + 1).is_none_or(begins);
    (1..bytes.len()).rev().find(|at| ends(*at) && ends_sentence(&bytes[*at - 1]))
}

fn ends_sentence(byte: &u8) -> bool {
    matches!(byte, b'.' | b'!' | b'?')
}

/// Appends text, with each run of whitespace as one blank, or as a line break where a line of code begins or ends.
fn push_line(line: &mut String, text: &str) {
    for c in text.chars() {
        let blank = c.is_whitespace();
        if !blank {
            line.push(c);
        } else if !line.is_empty() && line != "…" && !line.ends_with('\n') {
            let space = if is_code_break(c) { '\n' } else { ' ' };
            if line.ends_with(' ') {
                line.pop();
            }
            line.push(space);
        }
    }
}

fn utf16_length(text: &str) -> u32 {
    text.chars().map(|c| c.len_utf16() as u32).sum()
}

#[cfg(test)]
mod tests;
