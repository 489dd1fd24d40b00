//! Commands as readers paste them, `git commit -am "text"`, and parts of paths, `path.join` of `acme.os.path.join`: sections
//! with the whole line come first.

use super::phrase_term;
use super::term_lookup::{Found, TermLookup};
use super::whole_names::is_short;
use crate::ids::SectionId;
use crate::index::Reads;
use crate::lexical::{PhraseTerm, phrase};
use crate::search::parse::{Clause, Occur, ParsedQuery};
use crate::text::{Analyzer, TermKind};

/// Most sections of a word whose positions are read. A line usually begins with the most frequent word of the site,
/// which is left out then.
const MAX_SECTIONS_OF_WORD: u32 = 4_096;

/// The words of a query that is a command, in their order, or of the first path of a short one that no section has as a
/// whole; none for other queries, and for one that `is_name`. A command has an option behind another word, and no operators.
pub(super) fn words<S: Reads>(
    lookup: &mut TermLookup<'_, S>,
    analyzer: &Analyzer,
    query: &ParsedQuery,
    is_name: bool,
) -> Vec<String> {
    let mut words = Vec::new();
    let line = if has_option(query) && query.clauses.iter().all(|clause| clause.occur == Occur::Should) {
        Some(&query.text)
    } else {
        // A name is found without positions.
        let may_be = !is_name && is_short(query);
        let mut paths = query.clauses.iter().filter(|clause| may_be && is_path(clause));
        paths.find(|path| is_unknown(lookup, path)).map(|path| &path.surface)
    };
    if let Some(line) = line {
        analyzer.terms(line, |term| {
            if Analyzer::length(term.kind) > 0 {
                words.push(term.text.to_owned());
            }
        });
    }
    words
}

/// Whether an option stands behind another word.
pub(super) fn has_option(query: &ParsedQuery) -> bool {
    query.clauses.iter().skip(1).any(|clause| is_option(&clause.surface))
}

/// Whether a word is an option, and no arrow or dash.
fn is_option(word: &str) -> bool {
    let dashes = word.bytes().take_while(|byte| *byte == b'-').count();
    dashes > 0 && word.as_bytes().get(dashes).is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether a clause is words joined by the signs of paths.
fn is_path(clause: &Clause) -> bool {
    let bytes = clause.surface.as_bytes();
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let joins =
        |place: usize| matches!(bytes[place], b'.' | b':' | b'#' | b'>') && is_letter(bytes.get(place + 1));
    clause.occur == Occur::Should && !clause.phrase && (1..bytes.len()).any(joins)
}

/// Whether no section has the whole of it.
fn is_unknown<S: Reads>(lookup: &mut TermLookup<'_, S>, path: &Clause) -> bool {
    path.terms.first().is_some_and(|whole| {
        whole.kind != TermKind::Whole || !matches!(lookup.find(&whole.text), Found::There(_))
    })
}

/// The words from the first one on that is not too frequent; none if one is in no section, or one word is left.
pub(super) fn read_words<'w, S: Reads>(lookup: &mut TermLookup<'_, S>, words: &'w [String]) -> &'w [String] {
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

/// The sections with the line.
pub(super) fn sections<S: Reads>(lookup: &mut TermLookup<'_, S>, words: &[String]) -> Vec<SectionId> {
    let line: Vec<PhraseTerm<'_>> = words.iter().map(|word| phrase_term(lookup, word)).collect();
    match phrase(&line) {
        Ok(found) => found.into_iter().map(|(section, _)| section).collect(),
        Err(damage) => {
            lookup.damaged(damage);
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_option;

    #[test]
    fn options_are_told_from_arrows() {
        for option in ["-a", "--all", "-5", "--no-pager"] {
            assert!(is_option(option), "{option}");
        }
        for other in ["->", "-", "--", "=>", "a-b", "-=", ""] {
            assert!(!is_option(other), "{other}");
        }
    }
}
