//! What a query asks and what an answer says: plain data that crosses into JSON and JavaScript.

#[cfg(feature = "write")]
use serde::Serialize;

/// Which retrievers answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "write", derive(Serialize))]
#[cfg_attr(feature = "write", serde(rename_all = "lowercase"))]
pub enum Mode {
    /// All retrievers, fused.
    #[default]
    Hybrid,
    /// BM25F alone.
    Lexical,
    /// Nearest vectors alone.
    Dense,
}

/// A query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// As the reader typed it.
    pub text: String,
    /// Which retrievers answer.
    pub mode: Mode,
    /// Hits wanted.
    pub limit: usize,
    /// Hits to pass over, for paging.
    pub offset: usize,
    /// Hits of one page at most; 0 for no bound.
    pub max_per_page: usize,
    /// Whether hits say why they stand where they stand.
    pub explain: bool,
    /// Whether the last word is still being typed, and matches what it may become.
    pub prefix: bool,
    /// Words that a section must have, as Elasticsearch writes it: "2", "75%", "-1"; empty for any.
    pub minimum_should_match: String,
    /// Of each filter, the values of which a page must have one.
    pub filters: Vec<(String, Vec<String>)>,
    /// Whether the pages found are counted by the values of all filters.
    pub facets: bool,
}

/// Why an answer is less than it could be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "write", derive(Serialize))]
pub struct Degraded {
    /// What is missing from the answer: the name of a retriever, or "texts" for the texts of hits.
    pub retriever: &'static str,
    /// A short constant name for programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// The file to blame, if one is.
    #[cfg_attr(feature = "write", serde(skip_serializing_if = "Option::is_none"))]
    pub file: Option<String>,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "write", derive(Serialize))]
pub struct Answer {
    /// The query, cut to what was read of it.
    pub query: String,
    /// As asked for.
    pub mode: Mode,
    /// What is missing and why; `None` if nothing is.
    pub degraded: Option<Vec<Degraded>>,
    /// Sections that were ranked, before paging; more may match.
    pub total: usize,
    /// Words that were taken for others.
    pub corrections: Vec<Correction>,
    /// Pages found, by filter and value, if asked for.
    pub facets: Option<Vec<Facet>>,
    /// Best first.
    pub hits: Vec<Hit>,
}

/// A word of the query that was looked up as another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "write", derive(Serialize))]
pub struct Correction {
    /// As typed.
    pub from: String,
    /// The form of the word found that is one edit from what was typed, else the one that the site mostly writes.
    pub to: String,
}

/// How many of the pages found have each value of a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "write", derive(Serialize))]
pub struct Facet {
    /// Name of the filter.
    pub name: String,
    /// Values and counts; those that no page found has are left out.
    pub values: Vec<(String, u32)>,
}

/// A section that answers a query.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "write", derive(Serialize))]
pub struct Hit {
    /// Address of the section relative to the site's root, with its anchor.
    pub url: String,
    /// Address of its page, without an anchor.
    pub page: String,
    /// Title of its page.
    pub title: String,
    /// Its own heading.
    pub heading: String,
    /// The headings above it, outermost first.
    pub path: Vec<String>,
    /// The passage that shows most of the query.
    pub excerpt: String,
    /// Where the query's words stand in the excerpt: start and end in UTF-16 code units, as JavaScript counts.
    pub highlights: Vec<(u32, u32)>,
    /// Other sections that say the same: address and title of their pages.
    pub also: Vec<(String, String)>,
    /// What the author wants shown beside the page: keys and values.
    pub meta: Vec<(String, String)>,
    /// Words of the passage for a link that shows it (`:~:text=`), encoded; empty if there are none to tell it by.
    pub text_fragment: String,
    /// Fused score in hybrid mode, else the retriever's own; comparable within one answer only.
    pub score: f32,
    /// Why it stands here, if asked for.
    #[cfg_attr(feature = "write", serde(skip_serializing_if = "Option::is_none"))]
    pub explanation: Option<Explanation>,
}

/// Why a hit stands where it stands. Its score is the sum of the contributions' shares and of `proximity`.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "write", derive(Serialize))]
pub struct Explanation {
    /// What each retriever added that found the section.
    pub contributions: Vec<Contribution>,
    /// Whether the query is a name of this section, which puts it first.
    pub navigational: bool,
    /// What bigram proximity added to the score: terms of the query side by side in the section.
    pub proximity: f32,
    /// What each term of the query added to the lexical score.
    pub terms: Vec<TermScore>,
}

/// What one retriever added to the score of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "write", derive(Serialize))]
pub struct Contribution {
    /// Name of the retriever.
    pub retriever: &'static str,
    /// The section's place in the retriever's list, from 1.
    pub rank: usize,
    /// The retriever's own score: BM25F, or cosine similarity.
    pub raw_score: f32,
    /// Weight of the retriever's list.
    pub weight: f32,
    /// Weight / (k + rank); the raw score where no other retriever found anything.
    pub share: f32,
}

/// What one term added to a section's lexical score.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "write", derive(Serialize))]
pub struct TermScore {
    /// The term as it stands in the dictionary.
    pub term: String,
    /// In how many sections it occurs.
    pub document_frequency: u32,
    /// The fields of this section that have it.
    pub fields: Vec<&'static str>,
    /// Its share of the score, before coverage and proximity are rewarded.
    pub score: f32,
}
