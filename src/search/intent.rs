//! The intent of a query: a section by its name, or an explanation in words.

use super::parse::ParsedQuery;
use crate::lexical::exact_key;
use crate::text::{Analyzer, TermKind};

/// Word share of a query of names alone: so small that its dense list only ranks sections that no other list has.
const LEAST_WORD_SHARE: f32 = 0.02;

/// The intent of a query.
pub(super) struct Intent {
    /// The key of the name that the query may be; `None` for several clauses with operators.
    pub name_key: Option<String>,
    /// Fraction of the query's terms that are words; scales the dense weight. An encoder
    /// splits names and signs into word pieces without meaning, and finds noise.
    pub word_share: f32,
}

impl Intent {
    /// Derives it from the parsed query.
    pub fn of(analyzer: &Analyzer, query: &ParsedQuery) -> Self {
        // Constant in a build without dense retriever, which keeps the count out of that module.
        let word_share = if cfg!(feature = "dense") { word_share(query) } else { 1.0 };
        Intent { name_key: name_key(analyzer, query), word_share }
    }
}

fn name_key(analyzer: &Analyzer, query: &ParsedQuery) -> Option<String> {
    let clause = query.clauses.first()?;
    let mut first = None;
    if clause.phrase {
        // A phrase has no terms for whole names, but the key of a name begins with one.
        analyzer.terms(&clause.surface, |term| {
            first.get_or_insert_with(|| term.text.to_owned());
        });
    }
    let first = first.or_else(|| Some(clause.terms.first()?.text.clone()))?;
    (!query.exact.is_empty()).then(|| exact_key(&first, &query.exact))
}

fn word_share(query: &ParsedQuery) -> f32 {
    let count = |kinds: &[TermKind]| {
        let terms = query.clauses.iter().flat_map(|clause| &clause.terms);
        terms.filter(|term| !term.stop && kinds.contains(&term.kind)).count() as f32
    };
    let (words, names) = (count(&[TermKind::Word]), count(&[TermKind::Whole, TermKind::Sign]));
    if names == 0.0 { 1.0 } else { (words / (words + names)).max(LEAST_WORD_SHARE) }
}
