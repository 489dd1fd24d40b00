//! The JavaScript interface of the wasm modules. Only this module uses wasm-bindgen's types.
//!
//! `search` is for the search modules (retrievers, fusion), `embed` for the encoder modules. Each has its own feature.
//! Both throw JavaScript `Error`s with a `code` and, if a file is at fault, its name.

#[cfg(all(feature = "browser-search", not(feature = "browser-encoder"), target_family = "wasm"))]
mod allocator;
#[cfg(feature = "browser-encoder")]
mod embed;
#[cfg(feature = "browser-search")]
mod from_js;
#[cfg(feature = "browser-search")]
mod search;
#[cfg(feature = "browser-search")]
#[cfg_attr(not(feature = "browser-languages"), path = "stemmer_none.rs")]
mod stemmer;
#[cfg(feature = "browser-search")]
mod to_js;

#[cfg(feature = "browser-encoder")]
pub use embed::{BrowserCrossEncoder, BrowserEncoder, BrowserEncoderLoader};
#[cfg(feature = "browser-search")]
pub use search::SearchIndex;

/// The engine that this module links.
#[cfg(feature = "dense")]
type Linked = crate::index::Full;
#[cfg(not(feature = "dense"))]
type Linked = crate::index::Words;

use js_sys::{Error, JsString, Reflect};
use wasm_bindgen::JsValue;

/// A JavaScript error with a code for programs.
fn thrown(code: &str, message: &str, file: Option<&str>) -> JsValue {
    let error = Error::new(message);
    let set = |key: &str, value: &str| {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&error, &JsString::from(key), &JsString::from(value));
    };
    set("code", code);
    if let Some(file) = file {
        set("file", file);
    }
    error.into()
}
