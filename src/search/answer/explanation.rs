//! Why a hit ranks where it does, as plain data in the shape of JSON and JavaScript: [`Explanation`].

use serde::Serialize;

/// Why a hit ranks where it does. Its score is the sum of the contributions' `share` and `mixed`, of `raised`, of
/// `proximity` and of `reranked`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// One for each list that has the section.
    pub contributions: Vec<Contribution>,
    /// Whether the query names this section, which puts it first.
    pub navigational: bool,
    /// What the section gained from the place of an edition of another version, which ranks higher but is not shown.
    pub raised: f32,
    /// What bigram proximity added to the score: terms of the query side by side in the section.
    pub proximity: f32,
    /// What the score of a reranking model, normalised and weighted, added to the score; 0 without one.
    pub reranked: f32,
    /// What each term of the query added to the lexical score.
    pub terms: Vec<TermScore>,
}

/// What one list contributed to a fused score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contribution {
    /// Name of the retriever, such as `lexical` or `dense`, or `links`.
    pub retriever: &'static str,
    /// Rank of the section in the list, from 1.
    pub rank: usize,
    /// The list's own score: BM25F for `lexical`, cosine similarity for `dense`, what reaches the section's page from
    /// other pages for `links`.
    #[cfg_attr(test, ts(rename = "rawScore"))]
    pub raw_score: f32,
    /// Weight of the list.
    pub weight: f32,
    /// weight / (k + rank): the list's summand of the fused score. The raw score where only one retriever found
    /// anything.
    pub share: f32,
    /// What the retriever's score, normalised and weighted, adds to the score of one of the first hits.
    pub mixed: f32,
}

/// What one term added to a section's lexical score.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TermScore {
    /// The term as in the dictionary.
    pub term: String,
    /// Number of sections that contain it.
    #[cfg_attr(test, ts(rename = "documentFrequency"))]
    pub document_frequency: u32,
    /// Fields of this section that contain it.
    pub fields: Vec<&'static str>,
    /// Its part of the score, before coverage and bigram proximity.
    pub score: f32,
}
