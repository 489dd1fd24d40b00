//! Hybrid search for static documentation sites, wholly in the reader's browser.
//!
//! The modules stand in reading order, each depending only on those before it; ARCHITECTURE.md has the map.

pub mod ids;
pub mod limits;

pub mod format;

pub mod text;

pub mod embed;

pub mod lexical;

pub mod dense;
pub mod links;

#[cfg(feature = "write")]
pub mod ingest;
