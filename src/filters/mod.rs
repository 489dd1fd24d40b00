//! Filters: the values that authors gave their pages, and which pages have each (FORMAT.md, "Filters").
//!
//! [`build()`] writes the file, [`Filters`] reads it. It is asked for only by queries that filter or count.

#[cfg(feature = "write")]
mod build;
mod read;

#[cfg(feature = "write")]
pub use build::build;
pub use read::{Filter, Filters, Value};

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
