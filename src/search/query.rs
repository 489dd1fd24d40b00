//! What was typed becomes what is looked up.

use crate::lexical::WeightedTerm;
use crate::limits::{MAX_QUERY_CHARS, MAX_QUERY_TERMS};
use crate::text::{Analyzer, TermKind};

/// Weight of a stop word beside other words. Questions are made of them ("how do I …"), and at full weight they
/// decide more than the words that matter; dropped, a phrase such as "to be" could not be told from others.
const STOP_WORD_WEIGHT: f32 = 0.1;

/// Weight of a piece of a name that is also looked up whole: `path` in `os.path.join` says less than `path` alone.
const PART_WEIGHT: f32 = 0.7;

/// A query as the engine understands it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedQuery {
    /// The text that was read.
    pub text: String,
    /// Terms to look up, each once, in the order in which they were typed.
    pub terms: Vec<WeightedTerm>,
}

impl ParsedQuery {
    /// Reads at most [`MAX_QUERY_CHARS`] characters and [`MAX_QUERY_TERMS`] terms. A word typed twice counts twice.
    pub fn parse(analyzer: &Analyzer, text: &str) -> Self {
        let end = text.char_indices().nth(MAX_QUERY_CHARS).map_or(text.len(), |(at, _)| at);
        let text = &text[..end];
        let mut terms: Vec<(WeightedTerm, bool)> = Vec::new();
        analyzer.terms(text, |term| {
            let weight = if term.kind == TermKind::Part { PART_WEIGHT } else { 1.0 };
            if let Some((known, _)) = terms.iter_mut().find(|(known, _)| known.text == term.text) {
                known.weight += weight;
            } else if terms.len() < MAX_QUERY_TERMS {
                terms.push((WeightedTerm { text: term.text.to_owned(), weight }, term.stop));
            }
        });
        let only_stop_words = terms.iter().all(|(_, stop)| *stop);
        let turned_down = |(mut term, stop): (WeightedTerm, bool)| {
            if stop && !only_stop_words {
                term.weight *= STOP_WORD_WEIGHT;
            }
            term
        };
        ParsedQuery { text: text.to_owned(), terms: terms.into_iter().map(turned_down).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<(String, f32)> {
        let parsed = ParsedQuery::parse(&Analyzer::default(), text);
        parsed.terms.into_iter().map(|term| (term.text, term.weight)).collect()
    }

    #[test]
    fn stop_words_are_turned_down_beside_others() {
        assert_eq!(
            terms(" how do threads "),
            [("how".into(), STOP_WORD_WEIGHT), ("do".into(), STOP_WORD_WEIGHT), ("thread".into(), 1.0)]
        );
        assert_eq!(terms("how to"), [("how".into(), 1.0), ("to".into(), 1.0)]);
    }

    #[test]
    fn names_weigh_more_than_their_parts() {
        assert_eq!(
            terms("os.path"),
            [("os.path".into(), 1.0), ("os".into(), PART_WEIGHT), ("path".into(), PART_WEIGHT)]
        );
    }

    #[test]
    fn repeated_words_count_again_and_long_queries_are_cut() {
        assert_eq!(terms("buffalo buffalo"), [("buffalo".into(), 2.0)]);
        assert!(terms("").is_empty());
        assert!(terms("?!").is_empty());
        let long: String = (0..50_000).map(|i| format!("w{i} ")).collect();
        assert!(terms(&long).len() <= MAX_QUERY_TERMS);
    }
}
