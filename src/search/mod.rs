//! From a query to an answer.
//!
//! [`Engine`] is what `cli` and `browser` drive. Behind it: `query` reads what was typed, `lookup` finds its words in
//! the blocks of the index (`words`) and what they may stand for (`spelling`), `lexical` scores them, `rank` puts words
//! and vectors together by `fuse`, `hit` brings texts and `excerpt` cuts them. [`Request`] and [`Answer`] are plain data.

mod answer;
mod engine;
mod excerpt;
mod fuse;
mod hit;
mod lexical;
mod lookup;
mod navigational;
mod query;
mod query_minimum;
mod rank;
mod spelling;
mod term_lookup;
mod text_fragment;

pub use answer::{
    Answer, Correction, Degraded, Explanation, Facet, Hit, Mode, Request, Retriever, Share, TermScore,
};
pub use engine::{Embedded, Engine, Outcome};
pub use fuse::{Fused, RankedList, contribution, fuse};
pub use query::QueryError;

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
