//! The stemmer of a page's language, a module of its own that the worker's script loads (`www/src/worker/stemmer.ts`).

use js_sys::{Function, JsString, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};

/// What an index without its stemmer throws.
pub(super) const MISSING: &str =
    "the stemmer of this language expected, none found; is docfuse-stemmers.hdf beside the scripts?";

/// Makes texts in other languages than English stemmed by that module.
pub(super) fn connect() {
    crate::text::stem_by(stem);
}

/// The stem of a word by the function `docfuseStem` of the global scope; `None` if it is not there or has no stemmer of the
/// language.
fn stem(tag: &str, word: &str) -> Option<String> {
    let stem = Reflect::get(&js_sys::global(), &JsString::from("docfuseStem")).ok()?;
    let stem = stem.dyn_into::<Function>().ok()?;
    stem.call2(&JsValue::UNDEFINED, &JsString::from(tag), &JsString::from(word)).ok()?.as_string()
}
