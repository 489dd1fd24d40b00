//! What an answer offers to search for instead: corrections, suggestions where nothing is found or the fit is weak, related words.

use serde::Serialize;

/// A word that no page contains, and the word searched for instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Correction {
    /// As typed.
    pub from: String,
    /// A word of the site: of its forms the one that is nearest to the typed one, as the hits write it.
    pub to: String,
}

/// What an answer offers in place of words that it did not replace, or replaced by another word.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::search) struct Offered {
    /// The query with another word.
    pub queries: Vec<String>,
    /// Words as typed that no page has.
    pub missing: Vec<String>,
}

impl Offered {
    pub fn is_empty(&self) -> bool {
        self.queries.is_empty() && self.missing.is_empty()
    }

    pub fn append(&mut self, mut others: Offered) {
        self.queries.append(&mut others.queries);
        self.missing.append(&mut others.missing);
    }
}

/// Queries as suggestions.
pub(in crate::search) fn suggested(queries: Vec<String>) -> Vec<Suggestion> {
    let suggestion = |text| Suggestion { text, url: None, site: String::new() };
    queries.into_iter().map(suggestion).collect()
}

/// A word of the query, and what to try in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Related {
    /// As typed.
    pub word: String,
    /// Words that the site uses alike, nearest first.
    pub related: Vec<RelatedWord>,
}

/// A word to try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelatedWord {
    /// The form that the site uses most.
    pub word: String,
    /// The query with it.
    pub query: String,
}

/// What to try in place of a query that found nothing, or that nothing fits closely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FoundSuggestion"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Suggestion {
    /// A query, or the page title and heading of a section.
    pub text: String,
    /// Name of the section's site, where several are searched.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub site: String,
    /// Address of the section, as in hits; none for a query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub url: Option<String>,
}
