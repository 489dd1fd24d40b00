//! The dense retriever's data: sentence vectors as codes of four or eight bits, and an HNSW graph over them.
//!
//! - `layout` has limits and the layout of codes; FORMAT.md has the bytes.
//! - `codes` quantizes unit vectors and compares a query with them; `dot` is its inner loop.
//! - `build` (write side) makes the blocks: `instant-distance` builds the graph (`hnsw`), `prune` selects the links
//!   that are worth their bytes; `bits` encodes and decodes them.
//! - [`DenseIndex`] checks the blocks (`read`, `graph`) and answers [`search`](DenseIndex::search),
//!   [`exact`](DenseIndex::exact) and [`sections`](DenseIndex::sections).
//!
//! Comparisons are integer sums followed by one multiplication, so native code and WebAssembly compute bit-identical
//! similarities. Vectors alone are enough to search; the graph makes it faster, and may arrive later or never.
//!
//! Graph: Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using Hierarchical Navigable
//! Small World graphs" (2016), <https://arxiv.org/abs/1603.09320>, without the upper layers.

mod bits;
mod codes;
mod dot;
mod error;
mod graph;
mod layout;
mod read;
mod search;

#[cfg(feature = "write")]
mod build;
#[cfg(feature = "write")]
mod hnsw;
#[cfg(feature = "write")]
mod prune;

#[cfg(feature = "write")]
pub use build::{Ann, DenseBlocks, DenseParams, GraphCache, build};
#[cfg(feature = "write")]
pub use error::DenseError;
pub use error::QueryError;
#[cfg(feature = "write")]
pub use hnsw::HnswParams;
pub use layout::{Bits, MAX_DIMENSIONS};
pub use read::DenseIndex;
pub use search::Neighbour;

#[cfg(test)]
#[cfg(feature = "write")]
mod property_tests;
#[cfg(test)]
#[cfg(feature = "write")]
mod recall;
#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
