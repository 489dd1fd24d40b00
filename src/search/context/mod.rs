//! Gathers whole texts of the best sections within a number of tokens, for programs such as assistants.
//!
//! `selection` chooses among the hits by what [`Repetition`](repetition::Repetition) finds, `pieces` makes Markdown of
//! them, and `tokens` counts: by the encoder of the index, whose driver the engine asks, or by an estimate.

mod markdown_links;
mod pieces;
mod repetition;
mod selection;
mod tokens;

pub(super) use pieces::Sources;
pub use selection::{FEWER_WORDS, WEAK_FIT};
pub(super) use selection::{gather, texts_to_count};
pub(super) use tokens::TokenCounts;
pub use tokens::estimate;
