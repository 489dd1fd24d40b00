//! The query-term matcher: occurrences of the query's terms in the texts of sections.
//!
//! Runs once for each section shown; rerankers and excerpts share the result.

use std::ops::Range;

use crate::search::lookup::ScoredTerm;
use crate::search::parse::ParsedQuery;
use crate::text::{Analyzer, TermKind, TermMatcher, cut};

/// An occurrence of a query term in a text.
pub(in crate::search) struct TextMatch {
    pub span: Range<usize>,
    /// Index into the matcher's terms.
    pub term: usize,
    /// Whether it tells nothing by itself: a part of a name that is a letter or a number, here or in the query, or that
    /// stands in the text as a whole, too.
    pub is_weak: bool,
}

/// The terms of a query that was not looked up because no retriever reads terms.
pub(in crate::search) fn unscored_terms(query: &ParsedQuery) -> Vec<ScoredTerm> {
    let clauses = query.clauses.iter().enumerate();
    let terms = clauses.flat_map(|(number, clause)| {
        clause.terms.iter().map(move |term| (number, clause.is_part(term), term))
    });
    terms
        .map(|(clause, is_part, term)| ScoredTerm {
            text: term.text.clone(),
            weight: term.weight,
            balance: 1.0,
            document_frequency: 1,
            lists: 1,
            clause,
            is_part,
        })
        .collect()
}

/// Finds query terms in texts.
pub(in crate::search) struct QueryTermMatcher<'a> {
    pub terms: Vec<&'a ScoredTerm>,
    matcher: TermMatcher<'a>,
}

impl<'a> QueryTermMatcher<'a> {
    /// Prepares to match `terms`, except those of low weight.
    pub fn new(analyzer: &'a Analyzer, terms: &'a [ScoredTerm]) -> Self {
        // Stop words match only if the query has no other words.
        let heaviest = terms.iter().map(|term| term.weight).fold(0.0, f32::max);
        let terms: Vec<&ScoredTerm> = terms.iter().filter(|term| term.weight > heaviest * 0.3).collect();
        let matcher = TermMatcher::new(analyzer, terms.iter().map(|term| term.text.as_str()).collect());
        QueryTermMatcher { terms, matcher }
    }

    /// The matches in a text, in text order. Cost: linear in the text.
    pub fn matches(&self, text: &str) -> Vec<TextMatch> {
        let mut matches = Vec::new();
        self.matcher.terms_in(text, |found| {
            if let Some(term) = self.terms.iter().position(|term| term.text == found.text) {
                let is_part = found.kind == TermKind::Part || self.terms[term].is_part;
                let is_weak = is_part && is_weak(cut(text, found.span.clone()));
                matches.push(TextMatch { span: found.span, term, is_weak });
            }
        });
        let whole = self.clauses(&matches);
        for found in &mut matches {
            let term = self.terms[found.term];
            found.is_weak |= term.is_part && whole & clause(term) != 0;
        }
        matches
    }

    /// Whether a text has a word or whole name of each clause.
    pub fn is_all_in(&self, text: &str) -> bool {
        let all = self.terms.iter().fold(0, |all, term| all | clause(term));
        all > 0 && self.clauses(&self.matches(text)) == all
    }

    /// The clauses of which a word or the whole name is among the matches.
    fn clauses(&self, matches: &[TextMatch]) -> u64 {
        let mut found = 0;
        for TextMatch { term, .. } in matches {
            let term = self.terms[*term];
            if !term.is_part {
                found |= clause(term);
            }
        }
        found
    }
}

/// The bit of a term's clause.
fn clause(term: &ScoredTerm) -> u64 {
    1 << (term.clause & 63)
}

/// Whether a part of a name is one letter, or a number.
fn is_weak(part: &str) -> bool {
    part.len() == 1 || part.bytes().all(|byte| byte.is_ascii_digit())
}

/// For tests: calls `check` with a matcher of a query.
#[cfg(test)]
pub(in crate::search) fn with_matcher<T>(query: &str, check: impl FnOnce(&QueryTermMatcher<'_>) -> T) -> T {
    let analyzer = Analyzer::default();
    let query = ParsedQuery::parse(&analyzer, query, false, Default::default(), &|_| false, false);
    check(&QueryTermMatcher::new(&analyzer, &unscored_terms(&query)))
}

/// For tests: calls `check` with the terms of a query, and their matches in `text`.
#[cfg(test)]
pub(in crate::search) fn with_matches<T>(
    text: &str,
    query: &str,
    check: impl FnOnce(&[&ScoredTerm], &[TextMatch]) -> T,
) -> T {
    with_matcher(query, |matcher| check(&matcher.terms, &matcher.matches(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_with_all_of_the_query_is_its_name() {
        for (heading, query, expected) in [
            ("os.path.join(path, *paths)", "os.path.join", true),
            ("join(path)", "os.path.join", false),
            ("os.path", "os.path.join", false),
            ("Joining threads", "join a thread", true),
            ("join_thread()", "join a thread", true),
            ("Threads", "join a thread", false),
            ("QByteArray QString::toUtf8() const", "toUtf8", true),
            ("Anything", "", false),
            ("", "threads", false),
        ] {
            let is_all_in = with_matcher(query, |matcher| matcher.is_all_in(heading));
            assert_eq!(is_all_in, expected, "{query} in {heading}");
        }
    }
}
