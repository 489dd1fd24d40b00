//! Commands as readers paste them, `git commit -am "text"`: sections with the whole line come first.

use super::term_lookup::{Found, TermLookup};
use super::{ALL_LISTS, phrase_term};
use crate::lexical::PhraseTerm;
use crate::search::engine::stages::Stages;
use crate::search::parse::{Occur, ParsedQuery};
use crate::text::Analyzer;

/// Most sections of a word whose positions are read. A line usually begins with the most frequent word of the site,
/// which is left out then.
const MAX_SECTIONS_OF_WORD: u32 = 4_096;

/// The words of a query that is a command, in their order; none for other queries. A command has an option behind
/// another word, and no operators.
pub(super) fn words(analyzer: &Analyzer, query: &ParsedQuery) -> Vec<String> {
    let mut words = Vec::new();
    let has_option = query.clauses.iter().skip(1).any(|clause| clause.surface.starts_with('-'));
    if has_option && query.clauses.iter().all(|clause| clause.occur == Occur::Should) {
        analyzer.terms(&query.text, |term| {
            if Analyzer::length(term.kind) > 0 {
                words.push(term.text.to_owned());
            }
        });
    }
    words
}

/// The words from the first one on that is not too frequent; none if one is in no section, or one word is left.
pub(super) fn read_words<'w, S: Stages>(lookup: &mut TermLookup<'_, S>, words: &'w [String]) -> &'w [String] {
    let mut first = 0;
    for (place, word) in words.iter().enumerate() {
        match lookup.find(word) {
            Found::There(entry) if entry.document_frequency > MAX_SECTIONS_OF_WORD => first = place + 1,
            Found::There(_) => {}
            _ => return &[],
        }
    }
    let rest = &words[first..];
    if rest.len() > 1 { rest } else { &[] }
}

/// Asks for what [`line`] reads.
pub(super) fn need<S: Stages>(lookup: &mut TermLookup<'_, S>, words: &[String]) {
    for word in words {
        lookup.need_positions(word);
        for list in 1..ALL_LISTS {
            if let Some(entry) = lookup.list(word, list) {
                lookup.positions(entry.block);
            }
        }
    }
}

/// The line as a phrase.
pub(super) fn line<'a, S: Stages>(lookup: &mut TermLookup<'a, S>, words: &[String]) -> Vec<PhraseTerm<'a>> {
    words.iter().map(|word| phrase_term(lookup, word)).collect()
}
