//! The small module: one class, `SearchIndex`.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use super::thrown;
use crate::index::{FileRef, IndexError, Manifest};
use crate::search::{Answer, Engine, Mode, Outcome, Request};

/// One generation of an index, and the searches over it. It fetches nothing: `query` and `preload` name files,
/// `supply` and `fail` bring them in.
#[wasm_bindgen]
pub struct SearchIndex {
    engine: Engine,
}

/// What `query` returns: one of the two.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply {
    Need(Vec<FileRef>),
    Answer(Answer),
}

#[wasm_bindgen]
impl SearchIndex {
    /// Starts from the parsed `docfuse.json`. Throws if this version of docfuse does not read it.
    #[wasm_bindgen(constructor)]
    pub fn new(manifest: JsValue) -> Result<SearchIndex, JsValue> {
        let manifest: Manifest = serde_wasm_bindgen::from_value(manifest)
            .map_err(|error| IndexError::Manifest { message: error.to_string() })
            .map_err(index_error)?;
        Ok(SearchIndex { engine: Engine::new(manifest).map_err(index_error)? })
    }

    /// Takes the decompressed bytes of a file. Throws if they are not what the manifest says; the file then
    /// counts as failed, and answers say so.
    pub fn supply(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), JsValue> {
        self.engine.supply(name, bytes).map_err(index_error)
    }

    /// Says that a file cannot be had, and why.
    pub fn fail(&mut self, name: &str, message: &str) {
        self.engine.fail(name, message);
    }

    /// Lets queries ask once more for files that failed.
    #[wasm_bindgen(js_name = forgetFailures)]
    pub fn forget_failures(&mut self) {
        self.engine.forget_failures();
    }

    /// Says why queries come without a vector; two empty strings take it back.
    #[wasm_bindgen(js_name = encoderUnavailable)]
    pub fn encoder_unavailable(&mut self, code: String, message: String) {
        let problem = (!code.is_empty() || !message.is_empty()).then_some((code, message));
        self.engine.set_encoder_problem(problem);
    }

    /// `{ need: FileRef[] }` while files are missing, then `{ answer: Answer }`.
    pub fn query(&mut self, request: JsValue, vector: Option<Vec<f32>>) -> Result<JsValue, JsValue> {
        let request: Request = serde_wasm_bindgen::from_value(request)
            .map_err(|error| thrown("request", &format!("not a request: {error}"), None))?;
        let reply = match self.engine.query(&request, vector.as_deref()) {
            Outcome::Need(files) => Reply::Need(files),
            Outcome::Answer(answer) => Reply::Answer(answer),
        };
        to_js(&reply)
    }

    /// Files that every query of a mode needs and that are not there yet.
    pub fn preload(&self, mode: JsValue) -> Result<JsValue, JsValue> {
        let mode: Mode = serde_wasm_bindgen::from_value(mode)
            .map_err(|error| thrown("request", &format!("not a mode: {error}"), None))?;
        to_js(&self.engine.preload(mode))
    }

    /// The encoder's files and what is known of them; `undefined` if the index has no dense side.
    pub fn model(&self) -> Result<JsValue, JsValue> {
        self.engine.manifest().model.as_ref().map_or(Ok(JsValue::UNDEFINED), to_js)
    }
}

fn index_error(error: IndexError) -> JsValue {
    thrown(error.code(), &error.to_string(), error.file())
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value
        .serialize(&Serializer::json_compatible())
        .map_err(|error| thrown("internal", &format!("an answer could not be handed over: {error}"), None))
}
