//! The JavaScript interface of the wasm modules. Only this module uses wasm-bindgen's types.
//!
//! They throw JavaScript `Error`s with a `code` and, if a file is at fault, its name, and so does the encoder's module.

cfg_if::cfg_if! {
    if #[cfg(feature = "browser-search")] {
        #[cfg(target_family = "wasm")]
        mod allocator;
        mod from_js;
        mod search;
        #[cfg_attr(not(feature = "browser-languages"), path = "stemmer_none.rs")]
        mod stemmer;
        mod to_js;

        pub use search::SearchIndex;
    }
}

/// The engine that this module links.
#[cfg(feature = "dense")]
type Linked = crate::index::Full;
#[cfg(not(feature = "dense"))]
type Linked = crate::index::Words;

use js_sys::{Error, JsString, Reflect};
use wasm_bindgen::JsValue;

/// A JavaScript error with a code for programs.
pub fn thrown(code: &str, message: &str, file: Option<&str>) -> JsValue {
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
