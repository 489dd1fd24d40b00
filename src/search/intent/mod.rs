//! The intent of a query: its kind, which weighs the retrievers' lists, and the name that it may be.

mod classify;
mod name_keys;

use super::answer::{IntentKind, QueryIntent};
use super::parse::ParsedQuery;
use crate::index::Setting;
use crate::text::{Analyzer, TermKind};
pub(super) use name_keys::NameKeys;

/// Word share of a query of names alone: so small that its dense list only ranks sections that no other list has.
const LEAST_WORD_SHARE: f32 = 0.02;

/// Factors on the weights of one retriever's list and scores, by kind of intent.
pub type KindFactors = [Setting; 7];

/// The settings `intent.KIND.RETRIEVER` of one retriever, in the order of [`IntentKind`]. They are 1 unless set, but for
/// the one that is given.
macro_rules! kind_factors {
    ($retriever:literal) => {
        kind_factors!($retriever, relationship: 1.0)
    };
    ($retriever:literal, relationship: $relationship:literal) => {
        &[
            Setting::weight(concat!("intent.navigational.", $retriever), 1.0),
            Setting::weight(concat!("intent.identifier.", $retriever), 1.0),
            Setting::weight(concat!("intent.keywords.", $retriever), 1.0),
            Setting::weight(concat!("intent.question.", $retriever), 1.0),
            Setting::weight(concat!("intent.comparison.", $retriever), 1.0),
            Setting::weight(concat!("intent.relationship.", $retriever), $relationship),
            Setting::weight(concat!("intent.overview.", $retriever), 1.0),
        ]
    };
}
pub(super) use kind_factors;

/// The intent of a query.
pub struct Intent {
    /// Its kind; `None` for [`Words`](crate::index::Words), where it would change nothing.
    pub(super) seen: Option<QueryIntent>,
    /// The keys of the name that the query may be, as typed and by its words; none for several clauses with operators.
    pub(super) name_keys: NameKeys,
    /// Fraction of the query's terms that are words; scales the dense weight. An encoder
    /// splits names and signs into word pieces without meaning, and finds noise.
    pub(super) word_share: f32,
}

impl Intent {
    /// Derives it from the parsed query; without its kind where nothing is weighed by it.
    pub(super) fn of(analyzer: &Analyzer, query: &ParsedQuery, is_seen: bool) -> Self {
        let word_share = if is_seen { word_share(query) } else { 1.0 };
        let seen = is_seen.then(|| classify::classify(analyzer, query));
        Intent { seen, name_keys: NameKeys::of(analyzer, &query.name), word_share }
    }

    /// The intent, once it is known whether the query is a name of a section.
    pub(super) fn seen(&self, is_name: bool) -> Option<QueryIntent> {
        match self.seen {
            Some(ref seen) if is_name => {
                let (kind, why) = (IntentKind::Navigational, vec!["name of a section"]);
                Some(QueryIntent { kind, why, ..seen.clone() })
            }
            ref seen => seen.clone(),
        }
    }
}

fn word_share(query: &ParsedQuery) -> f32 {
    let count = |kinds: &[TermKind]| {
        let terms = query.clauses.iter().flat_map(|clause| &clause.terms);
        terms.filter(|term| !term.stop && kinds.contains(&term.kind)).count() as f32
    };
    let (words, names) = (count(&[TermKind::Word]), count(&[TermKind::Whole, TermKind::Sign]));
    if names == 0.0 { 1.0 } else { (words / (words + names)).max(LEAST_WORD_SHARE) }
}
