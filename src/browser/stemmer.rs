//! The stemmer of an index's language, a module of its own that the worker's script loads (`www/src/worker/stemmer.ts`).

use wasm_bindgen::prelude::*;

/// What an index without its stemmer throws.
pub(super) const MISSING: &str = "the stemmer of this language expected, none found; build the index anew";

#[wasm_bindgen]
extern "C" {
    /// As `crate::text::Stem`; a negative number in place of `None`. Not there where no stemmer was ever loaded.
    #[wasm_bindgen(catch, js_name = docfuseStem)]
    fn docfuse_stem(tag: u32, buffer: &mut [u8], length: u32) -> Result<i32, JsValue>;
}

/// Makes words in other languages than English stemmed by that module.
pub(super) fn connect() {
    crate::text::stem_by(|tag, buffer, length| {
        let stem = docfuse_stem(u16::from_be_bytes(tag).into(), buffer, length as u32);
        stem.ok().and_then(|length| usize::try_from(length).ok())
    });
}
