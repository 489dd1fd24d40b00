//! The dense side: sentence vectors as codes of four or eight bits, and a graph that finds the nearest of them.
//!
//! - `layout` says how large things may be and what forms codes have; FORMAT.md has the bytes.
//! - `codes` turns unit vectors into codes and compares a query with them; `dot` is its inner loop.
//! - `build` (write side) makes the blocks: it lets `instant-distance` make the graph (`hnsw`), of which `prune` keeps
//!   the links that are worth their bytes; `bits` writes and reads them.
//! - [`DenseIndex`] checks the blocks (`read`, `graph`) and answers [`search`](DenseIndex::search),
//!   [`exact`](DenseIndex::exact) and [`sections`](DenseIndex::sections).
//!
//! All comparisons are sums of integers followed by one multiplication, so every machine, and WebAssembly,
//! computes the same similarities to the last bit. Vectors alone are enough to search; the graph, where there is one,
//! makes it faster and may come later or not at all.
//!
//! The graph is that of Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using
//! Hierarchical Navigable Small World graphs" (2016), <https://arxiv.org/abs/1603.09320>, without the upper layers.

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
