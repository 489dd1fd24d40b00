//! Hybrid search for static documentation sites, entirely in the reader's browser.
//!
//! Modules are declared in reading order, each depending only on those before it; ARCHITECTURE.md has the map.

#![cfg_attr(
    not(feature = "write"),
    allow(dead_code, reason = "no module for browsers uses all; the linker leaves out the rest")
)]

pub mod error_code;
pub mod fit;
pub mod ids;
pub mod limits;
mod order;

pub mod format;

pub mod text;

pub mod model;

pub mod dense;
pub mod filters;
pub mod lexical;
pub mod links;

pub mod lexicon;

pub mod index;

pub mod search;

#[cfg(feature = "browser")]
pub mod browser;

#[cfg(test)]
#[cfg(feature = "write")]
mod altered;
#[cfg(test)]
#[cfg(feature = "write")]
#[path = "generated_tests.rs"]
mod generated;
#[cfg(test)]
#[cfg(feature = "write")]
mod peak_memory;
