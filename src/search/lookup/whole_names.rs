//! Whole names: sections that have the whole of a typed name precede those that have only parts of it.

use super::command_line::has_option;
use super::spelling::TermExpansion;
use super::term_lookup::{Found, TermLookup};
use crate::index::Reads;
use crate::lexical::NameRole;
use crate::search::parse::{Clause, ParsedQuery, QueryTerm};
use crate::text::TermKind;

/// Most sections of a plain word that come first, if the query is the word.
const FEW_SECTIONS: u32 = 16;

/// Most words of a query in which an identifier is what it is about.
const FEW_WORDS: usize = 2;

/// How the terms of a clause that is a name count.
#[derive(Clone, Copy, Default)]
pub(super) struct WholeName {
    /// The term that stands for the whole name, as a bit: the first with all of its words that the index has, as typed or
    /// as expanded, with its signs before without them; else the names inside of it (`open_now` of `client.open_now`),
    /// without those inside of these. A rare word alone counts as a name. 0 for other words, a name that no section has,
    /// and what may be prose among other words (`real-time updates`).
    terms: u64,
    /// Whether the query has nothing else.
    is_alone: bool,
    /// Whether sections with the name come first.
    is_first: bool,
}

impl WholeName {
    pub fn of<S: Reads>(
        lookup: &mut TermLookup<'_, S>,
        query: &ParsedQuery,
        clause: &Clause,
        expansions: &[Vec<TermExpansion>],
    ) -> Self {
        let mut others = query.clauses.iter().filter(|other| *other != clause && tells(other));
        let is_alone = others.next().is_none();
        let is_identifier = is_identifier(&clause.surface);
        let terms = if is_alone || is_identifier { whole_terms(lookup, clause, expansions) } else { 0 };
        // Beside stop words, only a word of one section.
        let most = if query.clauses.len() == 1 { FEW_SECTIONS } else { u32::from(is_alone) };
        let is_rare_word = matches!(clause.terms.as_slice(), [word] if is_rare(lookup, word, most));
        // The line of a command precedes its names.
        let is_first = is_alone || is_identifier && is_short(query) && !has_option(query);
        WholeName { terms: terms | u64::from(is_rare_word), is_alone, is_first }
    }

    /// Whether the term at a position only orders the sections that have the whole name, and follows them.
    pub fn is_secondary(self, position: usize) -> bool {
        self.terms > 0 && self.terms >> position & 1 == 0
    }

    /// How the term at a position of the clause counts.
    pub fn role(self, position: usize) -> NameRole {
        match self.terms >> position & 1 {
            1 if self.is_first => NameRole::First,
            1 => NameRole::Whole,
            // Alone, sections with parts follow in the order of their scores.
            _ if self.terms > 0 && !self.is_alone => NameRole::Part,
            _ => NameRole::None,
        }
    }
}

fn whole_terms<S: Reads>(
    lookup: &mut TermLookup<'_, S>,
    clause: &Clause,
    expansions: &[Vec<TermExpansion>],
) -> u64 {
    let is_part = |term: &&QueryTerm| matches!(term.kind, TermKind::Word | TermKind::Part);
    let parts = || clause.terms.iter().filter(is_part);
    let start = parts().map(|term| term.span.start).min().unwrap_or(0);
    let end = parts().map(|term| term.span.end).max().unwrap_or(0);
    // An option may be written without its dashes.
    let is_option = clause.surface.starts_with('-');
    let (mut inner, mut end_of_inner) = (0u64, 0);
    for (position, (term, expansions)) in clause.terms.iter().zip(expansions).enumerate() {
        let mut has = |key: &str| matches!(lookup.find(key), Found::There(_));
        let is_whole = term.kind == TermKind::Whole;
        let covers = term.span.start <= start && term.span.end >= end;
        let may_be = is_whole || covers && is_option;
        if !may_be || !has(&term.text) && !expansions.iter().any(|expansion| has(&expansion.term)) {
            continue;
        }
        if covers {
            return 1 << position;
        }
        // A name stands before the names inside of it.
        if term.span.end > end_of_inner {
            inner |= 1 << position;
            end_of_inner = term.span.end;
        }
    }
    inner
}

fn is_rare<S: Reads>(lookup: &mut TermLookup<'_, S>, word: &QueryTerm, most: u32) -> bool {
    matches!(lookup.find(&word.text), Found::There(entry) if entry.document_frequency <= most)
}

/// Whether a query has few words, so that an identifier is what it is about.
pub(super) fn is_short(query: &ParsedQuery) -> bool {
    query.clauses.iter().filter(|clause| tells(clause)).count() <= FEW_WORDS
}

/// Whether a clause is no stop word.
fn tells(clause: &Clause) -> bool {
    !clause.terms.iter().all(|term| term.stop)
}

/// Whether a word can only be a name of code: an option, or words joined by underscores, colons or dots, or with a capital
/// inside. Dots between single letters are an abbreviation (`e.g.`).
fn is_identifier(surface: &str) -> bool {
    let bytes = surface.as_bytes();
    let at = |position: usize| bytes.get(position).copied().unwrap_or(b' ');
    let is_option = surface.starts_with('-') && bytes.iter().any(u8::is_ascii_alphabetic);
    is_option
        || (1..bytes.len()).any(|position| {
            let (before, after) = (at(position - 1), at(position + 1));
            match at(position) {
                b'_' => before.is_ascii_alphanumeric() || after.is_ascii_alphanumeric(),
                b':' => before == b':',
                b'.' => {
                    (before.is_ascii_alphabetic() || matches!(before, b'?' | b'!'))
                        && after.is_ascii_alphabetic()
                        && at(position + 2).is_ascii_alphabetic()
                }
                sign => before.is_ascii_lowercase() && sign.is_ascii_uppercase(),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_told_from_prose() {
        for (surface, expected) in [
            ("open_now", true),
            ("__init__", true),
            ("os.path", true),
            ("user?.name", true),
            ("HashMap::new", true),
            ("onBeforeClose", true),
            ("ACME_HTTP_PROXY", true),
            ("iPhone", true),
            ("U.S.A", false),
            ("Node.js", true),
            ("real-time", false),
            ("read/write", false),
            ("3.11", false),
            ("word.", false),
            ("Word", false),
            ("e.g.", false),
            ("TCP/IP", false),
            ("-la", true),
            ("--open-limit", true),
            ("-5", false),
            ("--", false),
            ("", false),
        ] {
            assert_eq!(is_identifier(surface), expected, "{surface}");
        }
    }
}
