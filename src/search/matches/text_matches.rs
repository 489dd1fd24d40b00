//! The query-term matcher: occurrences of the query's terms in the texts of sections.
//!
//! Runs once for each section shown; rerankers and excerpts share the result.

use std::ops::Range;

use crate::search::lookup::ScoredTerm;
use crate::search::parse::ParsedQuery;
use crate::text::{Analyzer, TermMatcher};

/// An occurrence of a query term in a text.
pub(in crate::search) struct TextMatch {
    pub span: Range<usize>,
    /// Index into the matcher's terms.
    pub term: usize,
}

/// The terms of a query that was not looked up because no retriever reads terms.
pub(in crate::search) fn unscored_terms(query: &ParsedQuery) -> Vec<ScoredTerm> {
    let terms = query.clauses.iter().flat_map(|clause| &clause.terms);
    terms
        .map(|term| ScoredTerm {
            text: term.text.clone(),
            weight: term.weight,
            balance: 1.0,
            document_frequency: 1,
            lists: 1,
            clause: 0,
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
                matches.push(TextMatch { span: found.span, term });
            }
        });
        matches
    }
}

/// For tests: calls `check` with `words` as terms of equal weight, and their matches in `text`.
#[cfg(test)]
pub(in crate::search) fn with_matches<T>(
    text: &str,
    words: &[&str],
    check: impl FnOnce(&[&ScoredTerm], &[TextMatch]) -> T,
) -> T {
    let scored = |word: &&str| ScoredTerm {
        text: (*word).into(),
        weight: 1.0,
        balance: 1.0,
        document_frequency: 1,
        lists: 1,
        clause: 0,
    };
    let terms: Vec<ScoredTerm> = words.iter().map(scored).collect();
    let analyzer = Analyzer::default();
    let matcher = QueryTermMatcher::new(&analyzer, &terms);
    check(&matcher.terms, &matcher.matches(text))
}
