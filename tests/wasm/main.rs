//! The two wasm modules in a real browser, through the interface that JavaScript sees.
//!
//! The index is the one of `tests/fixtures/golden`; the encoder is the real one, which `./pkg-build.sh test` makes
//! and names by `DOCFUSE_MODEL`.
#![cfg(target_family = "wasm")]
#![allow(clippy::panic, clippy::unwrap_used, reason = "tests fail by panicking")]

/// The encoder against reference vectors.
mod encoder;
/// The golden index: its directory and its pieces.
mod golden;
/// Queries, files that come and files that fail.
mod search;

use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_dedicated_worker);
