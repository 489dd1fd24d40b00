//! Filters: author-defined values of pages, and the pages of each value (FORMAT.md, "Filters").
//!
//! [`build()`] writes the file, [`Filters`] reads it. Only queries with filters or facets load it.

#[cfg(feature = "write")]
mod build;
mod read;

#[cfg(feature = "write")]
pub use build::build;
pub use read::{Filter, Filters, Value};

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
