//! Excerpts: the passage of a section that matches most of a query, with its matches highlighted.

use std::ops::Range;

use crate::index::is_code_break;
use crate::search::lookup::ScoredTerm;
use crate::search::matches::text_matches::TextMatch;
use crate::text::cut;

/// Length of an excerpt in bytes: about two lines in a list of results.
const EXCERPT_BYTES: usize = 240;

/// Bytes shown before the first match, for context.
const LEAD_BYTES: usize = 60;

/// A passage and its highlights.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::search) struct Excerpt {
    /// One line, but for lines of code; an ellipsis marks an end where the section goes on.
    pub text: String,
    /// Start and end of each match, in UTF-16 code units.
    pub highlights: Vec<(u32, u32)>,
}

/// The passage whose distinct terms weigh most, the first among equals; without a match, the beginning. `text` is marked.
/// Cost: linear in the text.
pub(in crate::search) fn excerpt(terms: &[&ScoredTerm], matches: &[TextMatch], text: &str) -> Excerpt {
    let best = matches.get(best_start(matches, terms, EXCERPT_BYTES));
    let start = best.map_or(0, |found| found.span.start);
    let passage = passage(text, start, EXCERPT_BYTES);
    let mut shown = String::new();
    if passage.start > 0 {
        shown.push('…');
    }
    let mut highlights = Vec::new();
    let mut at = passage.start;
    let inside = |found: &&TextMatch| found.span.start >= passage.start && found.span.end <= passage.end;
    for found in matches.iter().filter(inside) {
        // A name and its parts overlap. The name comes first and covers its parts.
        if found.span.start < at {
            continue;
        }
        push_line(&mut shown, cut(text, at..found.span.start));
        let from = utf16_length(&shown);
        push_line(&mut shown, cut(text, found.span.clone()));
        highlights.push((from, utf16_length(&shown)));
        at = found.span.end;
    }
    push_line(&mut shown, cut(text, at..passage.end));
    let cut = shown.trim_end().len();
    shown.truncate(cut);
    if passage.end < text.trim_end().len() {
        shown.push('…');
    }
    Excerpt { text: shown, highlights }
}

/// The beginning of a text, at most `bytes` bytes.
pub(in crate::search) fn beginning(text: &str, bytes: usize) -> String {
    cut(text, ..floor(text, bytes.min(text.len()))).to_owned()
}

/// The byte range of such a passage of at most `bytes` bytes.
pub(in crate::search) fn best_passage(
    terms: &[&ScoredTerm],
    matches: &[TextMatch],
    text: &str,
    bytes: usize,
) -> Range<usize> {
    let best = matches.get(best_start(matches, terms, bytes));
    passage(text, best.map_or(0, |found| found.span.start), bytes)
}

/// The first match of the best window of `bytes` bytes. Each term counts once in a window.
fn best_start(matches: &[TextMatch], terms: &[&ScoredTerm], bytes: usize) -> usize {
    let mut counts = vec![0u32; terms.len()];
    let (mut best, mut best_weight) = (0, 0.0);
    let (mut end, mut weight) = (0, 0.0f32);
    for start in 0..matches.len() {
        let reach = matches[start].span.start + bytes - LEAD_BYTES;
        while end < matches.len() && matches[end].span.end <= reach {
            let term = matches[end].term;
            if counts[term] == 0 {
                weight += terms[term].weight;
            }
            counts[term] += 1;
            end += 1;
        }
        if weight > best_weight + 1e-4 {
            (best, best_weight) = (start, weight);
        }
        if end > start {
            let term = matches[start].term;
            counts[term] -= 1;
            if counts[term] == 0 {
                weight -= terms[term].weight;
            }
        } else {
            end = start + 1;
        }
    }
    best
}

/// A byte range of at most `bytes` bytes around `found`. Starts at a sentence if one starts nearby, else at a word.
fn passage(text: &str, found: usize, bytes: usize) -> Range<usize> {
    let earliest = floor(text, found.saturating_sub(LEAD_BYTES));
    let start = if earliest == 0 || text.len() <= bytes {
        0
    } else {
        let lead = cut(text, earliest..found);
        let sentence = lead
            .rfind(|c: char| c.is_ascii_control())
            .map(|at| at + 1)
            .or_else(|| lead.as_bytes().windows(2).rposition(|two| two == b". ").map(|at| at + 2));
        sentence.or_else(|| lead.find(' ').map(|at| at + 1)).map_or(found, |offset| earliest + offset)
    };
    let furthest = floor(text, (start + bytes).min(text.len()));
    let end = if furthest == text.len() {
        furthest
    } else {
        let last_blank = cut(text, start..furthest).rfind(char::is_whitespace).map(|offset| start + offset);
        // Without blanks, the text is cut between two characters.
        last_blank.filter(|blank| *blank > start + bytes / 2).unwrap_or(furthest)
    };
    start..end
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
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
mod tests {
    use super::*;
    use crate::search::matches::text_matches::with_matches;
    use proptest::prelude::*;

    fn found(text: &str, words: &[&str]) -> Excerpt {
        with_matches(text, words, |terms, matches| excerpt(terms, matches, text))
    }

    fn shown(text: &str, words: &[&str]) -> (String, Vec<String>) {
        let excerpt = found(text, words);
        let units: Vec<u16> = excerpt.text.encode_utf16().collect();
        let marked = excerpt
            .highlights
            .iter()
            .map(|(from, to)| String::from_utf16(&units[*from as usize..*to as usize]).unwrap())
            .collect();
        (excerpt.text, marked)
    }

    #[test]
    fn shows_the_best_passage() {
        let text = format!(
            "A thread. {} Sharing data between threads 🧵 needs an Arc.\n{}",
            "x ".repeat(300),
            "y ".repeat(300)
        );
        let (line, marked) = shown(&text, &["thread", "data", "arc"]);
        assert!(line.contains("Sharing data between threads 🧵 needs an Arc. y"), "{line}");
        assert!(line.starts_with('…') && line.ends_with('…'), "{line}");
        assert_eq!(marked, ["data", "threads", "Arc"]);
    }

    #[test]
    fn shows_the_beginning_without_a_match() {
        assert_eq!(
            shown("First line\nsecond  line", &["nowhere"]),
            ("First line second line".into(), vec![])
        );
        assert_eq!(shown("", &["thread"]), (String::new(), vec![]));
    }

    #[test]
    fn keeps_lines_of_code_apart() {
        let excerpt =
            found("Share\nit:\rlet a = 1;  \u{b}\u{b}    share(a);\u{c}Then  go.\nOn.", &["share", "a"]);
        assert_eq!(excerpt.text, "Share it:\nlet a = 1;\nshare(a);\nThen go. On.");
        assert_eq!(excerpt.highlights, [(0, 5), (14, 15), (21, 26), (27, 28)]);
    }

    #[test]
    fn highlights_a_name_once() {
        assert_eq!(shown("call os.path.join now", &["os.path.join", "path"]).1, ["os.path.join"]);
    }

    proptest! {
        #[test]
        fn highlights_lie_inside_the_excerpt(text in "[a-c東🧵é .\n]{0,600}") {
            shown(&text, &["a", "b", "ab", "東"]);
        }
    }
}
