//! From a query to an answer: a pipeline of stages, a file or folder each.
//!
//! The command and `browser` drive the [`Engine`], whose `pipeline` runs the stages. A query passes through `parse`, `intent`
//! (its kind, the name that it may be), `lookup` (its terms in the blocks of the index), `matches` (the sections with
//! these terms, filters and operators), `retrieve` (a ranked list from each retriever), `fusion` (one list of those of
//! all), `page` (counts, one of each section in several versions, orders by keys, the requested hits), `rerank`, `hit` (texts, excerpts,
//! explanations, other words to try) and `context` (whole texts). [`Request`] and [`Answer`] are plain data.
//!
//! ```
//! use docfuse::index::{IndexSettings, Page, Section, build, open_block};
//! use docfuse::search::{Engine, Mode, Outcome, Request};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "A channel passes messages between threads.";
//! let pages = [Page::new("threads.html", "Threads", vec![Section::new("channels", "Channels", text)])];
//! let settings = IndexSettings { language: "en".to_owned(), ..IndexSettings::default() };
//! let index = build(&pages, None, &settings, &|_, _, _| {})?;
//!
//! let mut engine = Engine::new(index.manifest.directory()?);
//! let request = Request { text: "pass messages".into(), mode: Mode::Lexical, limit: 10, ..Request::default() };
//! let answer = loop {
//!     match engine.query(&request, None)? {
//!         Outcome::Answer(answer) => break answer,
//!         Outcome::Need(blocks) => {
//!             for block in blocks {
//!                 // Here, from memory; elsewhere, a request for the range.
//!                 let file = index.files.iter().find(|file| file.file.name == block.range.file).ok_or("no such file")?;
//!                 let (start, end) = (block.range.start as usize, block.range.end as usize);
//!                 engine.supply(block.id, open_block(&block.range, &file.content[start..end])?)?;
//!             }
//!         }
//!         _ => return Err("only answers by vectors or models need more".into()),
//!     }
//! };
//! assert_eq!(answer.hits[0].url, "threads.html#channels");
//! # Ok(())
//! # }
//! ```

mod answer;
mod context;
mod engine;
mod fusion;
mod hit;
mod intent;
mod listing;
mod lookup;
mod matches;
mod page;
mod parse;
mod rerank;
mod retrieve;
mod settings;
mod sites;
mod step;
mod thresholds;

pub use answer::{
    Answer, Closeness, Context, ContextRequest, ContextSection, Contribution, Correction, Degraded,
    Explanation, Facet, Fit, FoundPlace, Hit, IntentKind, LongSection, Mode, PageHits, QueryIntent, Related,
    RelatedWord, Request, Suggestion, TermScore, TokenCounting,
};
pub use context::{FEWER_WORDS, WEAK_FIT, estimate as estimate_tokens};
pub use engine::BLOCKS_BY_QUERY;
pub use engine::stages::Stages;
pub use engine::{Embedded, Engine, Outcome, Retrievers, read_meaning};
pub use fusion::fuse::KNOWN_ACROSS;
pub use fusion::fuse::RankedList;
pub use intent::{Intent, KindFactors};
pub use listing::Listing;
pub use lookup::ScoredTerm;
pub use matches::admission::Admission;
pub use matches::posting_matches::PostingMatches;
pub use parse::QueryError;
pub use rerank::{Passage, RerankTask};
pub use retrieve::{Dense, Inputs, Lexical, Lexicon, Retrieved, Retriever};
pub use settings::ranking_settings;

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
