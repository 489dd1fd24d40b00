//! Runs the command as an author does, on small generated sites and on the Rust Book.
//!
//! Some tests need the real encoder (`DOCFUSE_MODEL`) or the Rust Book with its index (`DOCFUSE_DEMO_SITE`).
//! `./pkg-build.sh test` sets both; without them, these tests fail and say so.
#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests read files, and fail by panicking"
)]

/// Missing, damaged or hostile input: a clear error or a degraded answer; a good index is never overwritten.
mod bad_input;
/// Building: what is indexed, what is left out, and that the same site gives the same bytes.
mod build;
/// Hosts with a certificate of a network's own.
mod certificates;
/// `docfuse check-host`, against hosts with good and bad habits.
mod check_host;
/// What vectors by range cost, and what they find.
mod clusters;
/// Runs the command and writes small sites.
mod command;
/// Whole texts within a number of tokens.
mod context;
/// Deployed sites, on hosts with the habits of real ones.
mod crawl;
/// What a host may cost.
mod crawl_limits;
/// The encoder with the real model.
mod embed;
/// `docfuse eval`.
mod eval;
/// Exit codes.
mod exit_codes;
/// `docfuse export` and `docfuse embed`.
mod export;
/// Text of pages and file names that would do something to a terminal.
mod foreign_text;
/// The test cases of the fuzzer.
mod fuzz_corpus;
/// `docfuse gaps`.
mod gaps;
/// A stored index that later versions must read or refuse.
mod golden;
/// A host that answers byte ranges in good and bad ways.
mod host_of_habits;
/// `docfuse init`.
mod init;
/// `docfuse build --inject`.
mod inject;
/// Sites in several languages.
mod languages;
/// Symbolic links, pipes, and names that are none.
mod links;
/// llms.txt and Markdown files of pages.
mod llms;
/// The Model Context Protocol.
mod mcp;
/// The same over HTTP.
mod mcp_http;
/// Parts of a site, built apart and merged.
mod merge;
/// What the command says of a missing folder, the cache, selectors and settings files.
mod messages;
/// Folders that commands write: only what they wrote is replaced or deleted.
mod own_folders;
/// An index that a program makes over `docfuse pipe`.
mod pipe;
/// The answers of the playground of `docfuse serve`.
mod playground;
/// Filters, facets, phrases, required and excluded words, corrections, prefixes.
mod query;
/// The encoder of queries: its files in an index, and damage to them.
mod query_encoder;
/// The browser of `docfuse build --render`, by a program in its place.
#[cfg(unix)]
mod render;
/// Reranking by a cross-encoder.
mod rerank;
/// Rules of a site, as each verb tells them.
mod rules;
/// Queries on the Rust Book.
mod rust_book;
/// The JSON that the command prints, by its schemas.
mod schemas;
/// `docfuse serve`, over HTTP.
mod serve;
/// Runs `docfuse serve`.
mod server;
/// A host with habits of its own, and builds of what it has.
mod site_host;
/// Hosts that are slow, or send requests elsewhere.
mod slow_hosts;
/// Which module may depend on which.
mod structure;
/// What a build prints, and pages that a browser renders for it.
mod summary;
/// Sites in several versions.
mod versions;
/// `docfuse serve --watch`: rebuilding and reloading.
mod watch;
/// What the command says of wrong arguments and files.
mod wrong_use;
