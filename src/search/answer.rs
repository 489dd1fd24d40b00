//! What a query asks and what an answer says: plain data that crosses into JSON and JavaScript.

use serde::{Deserialize, Serialize};

use crate::lexical::TermScore;

/// Which retrievers answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Words and meaning, fused.
    #[default]
    Hybrid,
    /// Words alone: BM25F.
    Lexical,
    /// Meaning alone: nearest vectors.
    Dense,
}

/// A query.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// As the reader typed it.
    pub text: String,
    /// Which retrievers answer.
    #[serde(default)]
    pub mode: Mode,
    /// Hits wanted.
    pub limit: usize,
    /// Hits to pass over, for paging.
    #[serde(default)]
    pub offset: usize,
    /// Hits of one page at most; 0 for no bound.
    #[serde(default)]
    pub max_per_page: usize,
    /// Whether hits say why they stand where they stand.
    #[serde(default)]
    pub explain: bool,
}

/// A part of the engine that can fail while the rest answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retriever {
    /// BM25F over the postings.
    Lexical,
    /// Nearest vectors of the encoder.
    Dense,
    /// Texts of the hits.
    Texts,
}

/// Why an answer is less than it could be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Degraded {
    /// What is missing from the answer.
    pub retriever: Retriever,
    /// A short constant name for programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// The file to blame, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The query, cut to what was read of it.
    pub query: String,
    /// As asked for.
    pub mode: Mode,
    /// What is missing and why; `None` if nothing is.
    pub degraded: Option<Vec<Degraded>>,
    /// Sections that were ranked, before paging; more may match.
    pub total: usize,
    /// Best first.
    pub hits: Vec<Hit>,
}

/// A section that answers a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Fused score in hybrid mode, else the retriever's own; comparable within one answer only.
    pub score: f32,
    /// Why it stands here, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

/// Why a hit stands where it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// Its place in the list of words, if it is there.
    pub lexical: Option<Share>,
    /// Its place in the list of meaning, if it is there.
    pub dense: Option<Share>,
    /// What each term of the query added to the lexical score.
    pub terms: Vec<TermScore>,
}

/// What one retriever added to a fused score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// From 1.
    pub rank: usize,
    /// The retriever's own: BM25F, or cosine similarity.
    pub raw_score: f32,
    /// Weight of the retriever's list.
    pub weight: f32,
    /// weight / (k + rank).
    pub contribution: f32,
}
