//! The dense retriever's data: sentence vectors as codes of four or eight bits in clusters, and an HNSW graph over the
//! centres of these.
//!
//! - `layout` has limits and the layout of codes; FORMAT.md has the bytes.
//! - `codes` quantizes unit vectors and compares a query with them; `dot` is its inner loop.
//! - `build` (write side) makes the parts: `kmeans` clusters the vectors, `instant-distance` builds the graph (`hnsw`),
//!   `prune` selects the links that are worth their bytes; [`Projection`] reduces vectors before. [`ClusterMemory`] keeps the clusters for the next build.
//! - [`Homes`] says which clusters hold the vectors of a section.
//! - [`Root`], [`Nodes`] and [`Cluster`] are the parts, each read and checked by itself (`read`); [`Search`] names the
//!   ones that a query needs, and scores what they hold. [`StoredVectors`] decodes them all, for an export.
//!
//! Comparisons are integer sums followed by one multiplication, so native code and WebAssembly compute bit-identical
//! similarities.
//!
//! Graph: Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using Hierarchical Navigable
//! Small World graphs" (2016), <https://arxiv.org/abs/1603.09320>, with the centres of blocks as its upper layer.

use cfg_if::cfg_if;

mod codes;
mod dot;
mod error;
mod homes;
mod layout;
mod read;
mod search;

cfg_if! {
    if #[cfg(feature = "write")] {
        mod build;
        mod coded_vector;
        mod hnsw;
        mod kmeans;
        mod memory;
        mod projection;
        mod prune;
        mod stored;

        #[cfg(test)]
        mod damage_tests;
        #[cfg(test)]
        mod homes_tests;
        #[cfg(test)]
        mod tests;

        pub use self::{
            build::{DenseParams, DenseParts, FilterValues, NodeBlock, Windows, build},
            coded_vector::CodedVector,
            error::DenseError,
            memory::ClusterMemory,
            projection::Projection,
            stored::StoredVectors,
        };
    }
}

pub use error::VectorError;
pub use homes::{Homes, WHOLE_HOMES};
pub use layout::{Bits, MAX_DIMENSIONS};
pub use read::{Cluster, Nodes, Root};
pub use search::{Loaded, LoadedBlocks, MayHold, Near, Neighbour, Reached, Search, WHOLE_BLOCKS};
