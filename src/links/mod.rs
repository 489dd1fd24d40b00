//! The link graph: which pages are linked, and which is the parent of which in the tree of pages.
//!
//! - `tree` (write side) finds each page's parent by the addresses.
//! - `build` (write side) groups [`Link`]s by page.
//! - [`LinkGraph`] checks the file when it reads it, and answers [`neighbours`](LinkGraph::neighbours).
//!
//! Layout, as in FORMAT.md: for each page its parent, the number of its targets, then for each target, rising, its
//! distance from the smallest page it could be, and the number of links minus one.

mod read;

mod build;
mod tree;

pub use build::{Link, LinkError, build};
pub use read::{LinkGraph, Neighbour};
pub use tree::parents;

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
