//! The passage of a section that shows most of a query, where the query's words stand in it, and how many of them stand
//! side by side in the section as they do in the query.

use std::ops::Range;

use super::lookup::ScoredTerm;
use super::text_fragment::text_fragment;
use crate::lexical::idf;
use crate::text::{Analyzer, TermMatcher, cut};

/// Length of an excerpt in bytes: about two lines of a result list.
const EXCERPT_BYTES: usize = 240;

/// Bytes shown before the first word found, so that it stands in a sentence.
const LEAD_BYTES: usize = 60;

/// Bytes between two words that still count as neighbours: blanks and signs, or one short word ("size of a batch").
const NEAR_BYTES: usize = 8;

/// What two words side by side are worth at most, beside what they are worth alone.
const PROXIMITY: f32 = 0.5;

/// A passage and its marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Excerpt {
    /// One line; an ellipsis at an end says that the section goes on there.
    pub text: String,
    /// Start and end of each word found, in UTF-16 code units.
    pub highlights: Vec<(u32, u32)>,
    /// Words of the passage, encoded for a link; empty without a match.
    pub text_fragment: String,
    /// What it is worth that words of the query stand side by side in the text, in the query's order.
    pub proximity: f32,
}

/// Where a term of the query stands in a text.
struct Match {
    span: Range<usize>,
    term: usize,
}

/// What a query looks for in the sections shown.
pub(super) struct QueryTermMatcher<'a> {
    terms: Vec<&'a ScoredTerm>,
    matcher: TermMatcher<'a>,
    /// All of the index.
    sections: u32,
}

impl<'a> QueryTermMatcher<'a> {
    /// Prepares a search for `terms` in texts of an index of so many sections.
    pub fn new(analyzer: &'a Analyzer, terms: &'a [ScoredTerm], sections: u32) -> Self {
        // Words that the query turned down are marked only if it has no others.
        let heaviest = terms.iter().map(|term| term.weight).fold(0.0, f32::max);
        let terms: Vec<&ScoredTerm> = terms.iter().filter(|term| term.weight > heaviest * 0.3).collect();
        let matcher = TermMatcher::new(analyzer, terms.iter().map(|term| term.text.as_str()).collect());
        QueryTermMatcher { terms, matcher, sections }
    }

    fn matches(&self, text: &str) -> Vec<Match> {
        let mut matches = Vec::new();
        self.matcher.terms_in(text, |found| {
            if let Some(term) = self.terms.iter().position(|term| term.text == found.text) {
                matches.push(Match { span: found.span, term });
            }
        });
        matches
    }
}

/// Cuts out the passage whose distinct terms weigh most, the first of equals; without any term, the beginning.
/// Cost: linear in the text.
pub(super) fn excerpt(matcher: &QueryTermMatcher<'_>, text: &str) -> Excerpt {
    let terms = &matcher.terms;
    let matches = matcher.matches(text);
    let proximity = proximity(&matches, terms, matcher.sections);
    let best = matches.get(best_start(&matches, terms));
    let start = best.map_or(0, |found| found.span.start);
    let text_fragment = best.map_or_else(String::new, |found| text_fragment(text, &found.span));
    let passage = passage(text, start);
    let mut shown = String::new();
    if passage.start > 0 {
        shown.push('…');
    }
    let mut highlights = Vec::new();
    let mut at = passage.start;
    let inside = |found: &&Match| found.span.start >= passage.start && found.span.end <= passage.end;
    for found in matches.iter().filter(inside) {
        // A name and its parts overlap; the name comes first and covers them.
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
    Excerpt { text: shown, highlights, text_fragment, proximity }
}

/// Adds up what the pairs of neighbouring terms are worth that the text has: each [`PROXIMITY`] of its terms' weights
/// in an index of `sections`, half of it for once, all of it for often. What stands inside a name is no neighbour.
fn proximity(matches: &[Match], terms: &[&ScoredTerm], sections: u32) -> f32 {
    let mut counts = vec![0.0f32; terms.len()];
    let mut worth = 0.0;
    // No term stands before the first.
    let (mut last, mut end) = (terms.len(), 0);
    for found in matches {
        if found.span.start < end {
            continue;
        }
        if found.term == last + 1 && found.span.start - end <= NEAR_BYTES {
            let weight = |term: &ScoredTerm| term.weight * idf(sections, term.document_frequency);
            let count = &mut counts[found.term];
            *count += 1.0;
            // 1/2 + 1/6 + 1/12 and so on: all of it for often.
            worth += (weight(terms[last]) + weight(terms[found.term])) / (*count * (*count + 1.0));
        }
        (last, end) = (found.term, found.span.end);
    }
    worth * PROXIMITY
}

/// The match at which the best window of [`EXCERPT_BYTES`] starts. Every term counts once in a window.
fn best_start(matches: &[Match], terms: &[&ScoredTerm]) -> usize {
    let mut counts = vec![0u32; terms.len()];
    let (mut best, mut best_weight) = (0, 0.0);
    let (mut end, mut weight) = (0, 0.0f32);
    for start in 0..matches.len() {
        let reach = matches[start].span.start + EXCERPT_BYTES - LEAD_BYTES;
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

/// The stretch around `found` to show: from a sentence's start if one is near, else from a word's.
fn passage(text: &str, found: usize) -> Range<usize> {
    let earliest = floor(text, found.saturating_sub(LEAD_BYTES));
    let start = if earliest == 0 || text.len() <= EXCERPT_BYTES {
        0
    } else {
        let lead = cut(text, earliest..found);
        let sentence = lead
            .rfind(['\n', '\t'])
            .map(|at| at + 1)
            .or_else(|| lead.as_bytes().windows(2).rposition(|two| two == b". ").map(|at| at + 2));
        sentence.or_else(|| lead.find(' ').map(|at| at + 1)).map_or(found, |offset| earliest + offset)
    };
    let furthest = floor(text, (start + EXCERPT_BYTES).min(text.len()));
    let end = if furthest == text.len() {
        furthest
    } else {
        let last_blank = cut(text, start..furthest).rfind(char::is_whitespace).map(|offset| start + offset);
        // A text without blanks is cut between two characters.
        last_blank.filter(|blank| *blank > start + EXCERPT_BYTES / 2).unwrap_or(furthest)
    };
    start..end
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Appends text with line breaks and runs of blanks as single blanks.
fn push_line(line: &mut String, text: &str) {
    for c in text.chars() {
        let blank = c.is_whitespace();
        if !blank {
            line.push(c);
        } else if !line.is_empty() && line != "…" && !line.ends_with(' ') {
            line.push(' ');
        }
    }
}

fn utf16_length(text: &str) -> u32 {
    text.chars().map(|c| c.len_utf16() as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::AnalyzerSettings;
    use proptest::prelude::*;

    fn found(text: &str, words: &[&str]) -> Excerpt {
        let terms: Vec<ScoredTerm> = words
            .iter()
            .map(|word| ScoredTerm {
                text: (*word).into(),
                weight: 1.0,
                document_frequency: 1,
                with_low_impact: true,
            })
            .collect();
        excerpt(&QueryTermMatcher::new(&Analyzer::new(&AnalyzerSettings::default()), &terms, 9), text)
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
    fn the_best_passage_is_shown() {
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
    fn without_a_match_the_beginning_is_shown() {
        assert_eq!(
            shown("First line\nsecond  line", &["nowhere"]),
            ("First line second line".into(), vec![])
        );
        assert_eq!(shown("", &["thread"]), (String::new(), vec![]));
    }

    #[test]
    fn words_side_by_side_are_worth_something() {
        let once = PROXIMITY * idf(9, 1);
        for (text, words, expected) in [
            ("object store", &["object", "store"][..], once),
            ("objects in stores", &["object", "store"], once),
            ("object store. object store", &["object", "store"], once * 4.0 / 3.0),
            ("object store memory", &["object", "store", "memori"], once * 2.0),
            ("store object", &["object", "store"], 0.0),
            ("object that is no store", &["object", "store"], 0.0),
            ("os.path", &["os.path", "os"], 0.0),
            ("object object", &["object"], 0.0),
            ("object store", &[], 0.0),
        ] {
            let found = found(text, words).proximity;
            assert!((found - expected).abs() < 1e-5, "{text}: {found} != {expected}");
        }
    }

    #[test]
    fn a_name_is_marked_once() {
        assert_eq!(shown("call os.path.join now", &["os.path.join", "path"]).1, ["os.path.join"]);
    }

    proptest! {
        #[test]
        fn marks_always_lie_inside(text in "[a-c東🧵é .\n]{0,600}") {
            shown(&text, &["a", "b", "ab", "東"]);
        }
    }
}
