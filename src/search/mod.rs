//! From a query to an answer: a pipeline of stages, a file or folder each.
//!
//! `cli` and `browser` drive the [`Engine`], and `pipeline` runs the stages. A query passes through `parse`, `intent`
//! (its kind, the name that it may be), `lookup` (its terms in the blocks of the index), `posting_matches` (the sections
//! with these terms), `admission` (filters and operators), `retrieve` (a ranked list from each retriever),
//! `several_lists` (one of those of several indexes), `spread` (a list of what their first results are linked with),
//! `fuse`, `score_mix`, `fit` (thresholds), `nothing` (whether the fit is weak), `aggregates` (counts), `editions` (one of
//! each section in several versions), `page` (the requested hits), `rerank`, `hit` (texts, excerpts, explanations),
//! `related` (other words to try) and `context` (whole texts). [`Request`] and [`Answer`] are plain data.

#![cfg_attr(not(feature = "dense"), allow(dead_code, reason = "one retriever has nothing to fuse"))]

mod admission;
mod aggregates;
mod answer;
mod answering;
#[cfg(feature = "dense")]
mod context;
mod editions;
mod engine;
mod excerpt;
mod explanation;
mod fit;
#[cfg(feature = "dense")]
mod full_steps;
mod fuse;
mod hit;
mod intent;
mod lookup;
#[cfg(feature = "dense")]
mod nothing;
mod offers;
mod page;
mod parse;
#[cfg(feature = "dense")]
mod pipeline;
#[cfg(not(feature = "dense"))]
mod pipeline_lexical;
mod posting_matches;
mod rank;
#[cfg(feature = "dense")]
mod related;
mod rerank;
mod retrieve;
mod score_mix;
#[cfg(feature = "write")]
mod settings;
mod several;
#[cfg(feature = "dense")]
mod several_lists;
mod shown_text;
#[cfg(feature = "dense")]
mod site_versions;
mod sites;
#[cfg(feature = "dense")]
mod spread;
mod text_matches;

pub use answer::{
    Answer, Closeness, Correction, Degraded, Facet, FoundPlace, Hit, IntentKind, Mode, PageHits, QueryIntent,
    Request, Suggestion,
};
#[cfg(feature = "dense")]
pub use answer::{Fit, Related, RelatedWord};
#[cfg(feature = "dense")]
pub use context::{Context, ContextRequest, ContextSection, LongSection, TokenCounting};
#[cfg(feature = "write")]
pub use context::{WEAK_FIT, estimate as estimate_tokens};
#[cfg(feature = "write")]
pub use engine::BLOCKS_BY_QUERY;
pub use engine::{Embedded, Engine, Outcome};
pub use explanation::{Contribution, Explanation, TermScore};
#[cfg(feature = "write")]
pub use fuse::RankedList;
pub use parse::QueryError;
#[cfg(feature = "write")]
pub use rerank::Reranker;
#[cfg(feature = "dense")]
pub use rerank::{Passage, RerankTask};
#[cfg(feature = "write")]
pub use settings::ranking_settings;

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
