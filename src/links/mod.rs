//! The link graph: which page links to which, and how often.
//!
//! - `build` (write side) groups [`Link`]s by page.
//! - [`LinkGraph`] checks the file when it reads it, and answers [`targets`](LinkGraph::targets) and
//!   [`linking_pages`](LinkGraph::linking_pages).
//!
//! Layout, as in FORMAT.md: for each page the number of its targets, then for each target, rising, its distance from
//! the smallest page it could be, and the number of links minus one.

mod read;

#[cfg(feature = "write")]
mod build;

#[cfg(feature = "write")]
pub use build::{Link, LinkError, build};
pub use read::{LinkGraph, Target};

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
