//! Filters: author-defined values of pages, and the pages of each value; and the [`Edition`]s of sections, for the filter
//! `version` (FORMAT.md, "Filters").
//!
//! [`build()`] writes the file, [`Filters`] reads it. Only queries with filters or facets load it, and all queries of an
//! index with editions.

mod build;
mod condition;
mod read;

pub use build::{ValueNumbers, build};
pub use condition::{Condition, MAX_DEPTH};
pub use read::{Edition, Filter, Filters, Value};

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
