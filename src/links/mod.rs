//! The link graph: which page points at which, and how often.
//!
//! - `build` (write side) gathers [`Link`]s into lists of targets.
//! - [`LinkGraph`] checks a file when it is read and answers [`targets`](LinkGraph::targets) and
//!   [`anchor_texts`](LinkGraph::anchor_texts).
//!
//! The layout is short enough to be said here and in FORMAT.md only: for each page the number of its targets, then
//! for each target, rising, its distance from the smallest page it could be, and the number of links less one.

mod read;

#[cfg(feature = "write")]
mod build;

#[cfg(feature = "write")]
pub use build::{Link, LinkError, build};
pub use read::{LinkGraph, Target};

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
