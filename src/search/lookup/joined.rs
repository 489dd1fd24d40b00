//! Words written as one or as two: "sub process" and "subprocess".

use super::spelling::TermExpansion;
use super::term_lookup::{Found, TermLookup};
use crate::index::Reads;
use crate::search::parse::{Clause, Occur, ParsedQuery, QueryTerm};
use crate::text::{Analyzer, TermKind, concat, cut, fold};

/// Most clauses of a query whose neighbors are joined. Each pair may cost a block of terms.
const MAX_CLAUSES: usize = 3;

/// Weight of a joined word relative to its parts.
const JOINED_WEIGHT: f32 = 0.8;

/// The plain word that is the clause's only term.
fn only_word(clause: &Clause) -> Option<&QueryTerm> {
    match clause.terms.as_slice() {
        [term] if term.kind == TermKind::Word && clause.occur != Occur::MustNot => Some(term),
        _ => None,
    }
}

/// The term of a text that is one plain word.
fn word(analyzer: &Analyzer, text: &str) -> Option<String> {
    let mut terms = Vec::new();
    analyzer.terms(text, |term| terms.push((term.text.to_owned(), term.kind)));
    match terms.pop() {
        Some((term, TermKind::Word)) if terms.is_empty() => Some(term),
        _ => None,
    }
}

/// For each clause of a short query, the term of its word joined with that of the next clause. The second word may be a
/// stop word ("log in").
pub(super) fn joined(analyzer: &Analyzer, query: &ParsedQuery) -> Vec<Option<String>> {
    if query.clauses.len() > MAX_CLAUSES {
        return Vec::new();
    }
    let join = |pair: &[Clause]| {
        let [first, second] = pair else { return None };
        let (first, second) = (only_word(first)?, only_word(second)?);
        let is_alone = cut(&query.text, first.span.end..second.span.start).chars().all(char::is_whitespace);
        let both = concat(&[query.typed(first), query.typed(second)]);
        if first.stop || !is_alone { None } else { word(analyzer, &both) }
    };
    query.clauses.windows(2).map(join).collect()
}

/// The joined words of a clause and its neighbors that the index has.
pub(super) fn known<S: Reads>(
    lookup: &mut TermLookup<'_, S>,
    joined: &[Option<String>],
    clause: usize,
) -> Vec<TermExpansion> {
    let mut known = Vec::new();
    for (first, term) in joined.iter().enumerate() {
        let of_clause = term.as_ref().filter(|_| first == clause || first + 1 == clause);
        if let Some(term) = of_clause
            && matches!(lookup.find(term), Found::There(_))
        {
            known.push(TermExpansion { is_joined: true, ..TermExpansion::new(term, JOINED_WEIGHT, 0) });
        }
    }
    known
}

/// The two parts of a word that no section has. Reads the blocks that corrections of the word read.
pub(super) fn parts<S: Reads>(
    lookup: &mut TermLookup<'_, S>,
    analyzer: &Analyzer,
    query: &ParsedQuery,
    clause: &Clause,
) -> Option<[QueryTerm; 2]> {
    let term = only_word(clause).filter(|term| !term.is_reduced())?;
    if !matches!(lookup.find(&term.text), Found::Nowhere) {
        return None;
    }
    let typed = fold(query.typed(term));
    // The stem of "filename" is "filenam", that of "name" is "name".
    let with_e = concat(&[&term.text, "e"]);
    let forms = [&with_e, &term.text].into_iter().filter(|form| typed.starts_with(form.as_str()));
    let (form, second) = forms.filter_map(|form| Some((form, lookup.ending(form)?))).next()?;
    let first = word(analyzer, form.strip_suffix(second.as_str())?)?;
    Some([first, second].map(|text| QueryTerm { text, ..term.clone() }))
}
