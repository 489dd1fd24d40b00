//! From a query to an answer: a pipeline of stages, a file or folder each.
//!
//! `cli` and `browser` drive the [`Engine`], and `pipeline` runs the stages. A query passes through `parse`, `intent`
//! (its kind, the name that it may be), `lookup` (its terms in the blocks of the index), `posting_matches` (the sections
//! with these terms), `admission` (filters and operators), `retrieve` (a ranked list from each retriever),
//! `several_lists` (one of those of several indexes), `spread` (a list of what their first results are linked with),
//! `fuse`, `score_mix`, `fit` (thresholds), `nothing` (whether the fit is weak), `aggregates` (counts), `editions` (one of
//! each section in several versions), `order` (by keys instead, and pages without a query), `page` (the requested hits), `rerank`, `hit` (texts, excerpts, explanations),
//! `related` (other words to try) and `context` (whole texts). [`Request`] and [`Answer`] are plain data.

mod admission;
mod aggregates;
mod answer;
mod answering;
mod context;
mod editions;
mod engine;
mod excerpt;
mod explanation;
mod fit;
mod full_steps;
mod fuse;
mod hit;
mod intent;
mod lookup;
mod nothing;
mod offers;
mod order;
mod page;
mod parse;
mod pipeline;
mod posting_matches;
mod rank;
mod related;
mod rerank;
mod retrieve;
mod score_mix;
mod settings;
mod several;
mod several_lists;
mod shown_text;
mod site_versions;
mod sites;
mod spread;
mod stages;
mod text_matches;

pub use admission::Admission;
pub use answer::{
    Answer, Closeness, Correction, Degraded, Facet, FoundPlace, Hit, IntentKind, Mode, PageHits, QueryIntent,
    Request, Suggestion,
};
pub use answer::{Fit, Related, RelatedWord};
pub use context::{Context, ContextRequest, ContextSection, LongSection, TokenCounting};
pub use context::{FEWER_WORDS, WEAK_FIT, estimate as estimate_tokens};
pub use engine::BLOCKS_BY_QUERY;
pub use engine::{Embedded, Engine, Outcome, Retrievers};
pub use explanation::{Contribution, Explanation, TermScore};
pub use fuse::RankedList;
pub use intent::{Intent, KindFactors};
pub use lookup::ScoredTerm;
pub use parse::QueryError;
pub use posting_matches::PostingMatches;
pub use rerank::Reranker;
pub use rerank::{Passage, RerankTask};
pub use retrieve::{Dense, Inputs, Lexical, Lexicon, Retrieved, Retriever};
pub use settings::ranking_settings;
pub use stages::Stages;

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
