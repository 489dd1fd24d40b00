//! The two wasm modules in a real browser, through their JavaScript interface.
//!
//! The index is that of `tests/fixtures/golden`; `./pkg-build.sh test` imports the real encoder and names it by
//! `DOCFUSE_MODEL`.
#![cfg(target_family = "wasm")]
#![allow(clippy::panic, clippy::unwrap_used, reason = "tests fail by panicking")]

/// A small cross-encoder against the scores of native code.
mod cross_encoder;
/// The encoder against reference vectors.
mod encoder;
/// The golden index: its directory and byte ranges.
mod golden;
/// The encoder of queries of a small model, with rows that arrive later.
mod query_encoder;
/// Queries, and files that arrive or fail.
mod search;

use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_dedicated_worker);
