//! The dense index: sentence vectors as int8 codes, and an HNSW graph that finds the nearest of them.
//!
//! - `layout` says how large things may be and how lists of ids are coded; FORMAT.md has the bytes.
//! - `codes` turns unit vectors into int8 codes and compares a query with them; `dot` is its inner loop.
//! - `build` (write side) lets `instant-distance` make the graph (`hnsw`) and writes the file.
//! - [`DenseIndex`] checks a file when it is read and answers [`search`](DenseIndex::search),
//!   [`exact`](DenseIndex::exact) and [`sections`](DenseIndex::sections).
//!
//! All comparisons are sums of integers followed by one multiplication, so every machine, and WebAssembly,
//! computes the same similarities to the last bit.
//!
//! The graph is that of Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using
//! Hierarchical Navigable Small World graphs" (2016), <https://arxiv.org/abs/1603.09320>.

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
pub use build::{HnswParams, build};
#[cfg(feature = "write")]
pub use error::DenseError;
pub use error::QueryError;
pub use layout::MAX_DIMENSIONS;
pub use read::DenseIndex;
pub use search::Neighbour;

#[cfg(test)]
#[cfg(feature = "write")]
mod recall;
#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
