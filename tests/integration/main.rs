//! The command as an author uses it, on small sites made here and on the Rust Book.
//!
//! Tests that need the real encoder or the real site find them by `DOCFUSE_MODEL` and `DOCFUSE_DEMO_SITE`, as
//! `./pkg-build.sh test` sets them; without, they fail and say so.
#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests read files, and fail by panicking"
)]

/// Input that is missing, broken or hostile: a clear error or a sensible answer, and nothing good is lost.
mod bad_input;
/// From a site to an index: what is indexed, what is left out, and that it comes out the same every time.
mod build;
/// Runs the command and lays out small sites.
mod command;
/// The encoder, on the real model.
mod embed;
/// Measuring quality from the command line.
mod eval;
/// The one index file of another generation than the code: a fixture that every later version must read or refuse.
mod golden;
/// Pages in several languages.
mod languages;
/// What a query can say beside its words: filters, phrases, words that must be there, typing errors.
mod query;
/// Queries on the Rust Book, and what HNSW finds of its nearest windows.
mod rust_book;
/// The local server, as a browser meets it.
mod serve;
/// Which room may know which.
mod structure;
