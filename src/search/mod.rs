//! From a query to an answer.
//!
//! [`Engine`] is what `cli` and `browser` drive. Behind it: `query` reads what was typed, `rank` runs both
//! retrievers and lets either fail, `fuse` merges their ranks, `hit` fetches texts and `excerpt` cuts them.
//! [`Request`] and [`Answer`] are plain data.

mod answer;
mod engine;
mod excerpt;
mod fuse;
mod hit;
mod query;
mod rank;

pub use answer::{Answer, Degraded, Explanation, Hit, Mode, Request, Retriever, Share};
pub use engine::{Engine, Outcome};
pub use fuse::{Fused, RankedList, contribution, fuse};
