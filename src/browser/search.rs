//! The search modules: one class, `SearchIndex`.

use wasm_bindgen::prelude::*;

#[cfg(feature = "dense")]
use super::from_js::site;
use super::from_js::{listing, meanings, mode, request};
use super::to_js::{answer, list, object, of_full, requests, rerank_task, text};
use super::{Linked, stemmer, thrown};
use crate::error_code::ErrorCode;
use crate::index::{BlockId, Directory, IfFull, IndexError, Reads};
use crate::search::{Embedded, Engine, Outcome};

/// One generation of an index, and the searches over it. It fetches nothing: `query` and `preload` name blocks,
/// `supply` and `fail` deliver them.
#[wasm_bindgen]
pub struct SearchIndex {
    engine: Engine<Linked>,
    /// The vector of the next queries, and the text that it embeds.
    vector: <Linked as Reads>::IfFull<Option<(Vec<f32>, String)>>,
}

#[wasm_bindgen]
impl SearchIndex {
    /// Starts from the decompressed directory of `docfuse.json`. Throws if this version of docfuse cannot read it.
    #[wasm_bindgen(constructor)]
    pub fn new(directory: &[u8]) -> Result<SearchIndex, JsValue> {
        let directory = Directory::read_for::<Linked>(directory)
            .map_err(|error| index_error(IndexError::Manifest { message: error.message() }))?;
        let language = crate::text::Language::from_tag(&directory.language);
        stemmer::connect();
        if language.lacks_stemmer() {
            return Err(thrown(ErrorCode::Language.as_str(), stemmer::MISSING, None));
        }
        Ok(SearchIndex { engine: Engine::with_stages(directory), vector: IfFull::new(|| None) })
    }

    /// Takes the decompressed bytes of the block requested by `id`. Throws if they are damaged or differ from the
    /// directory; the block then counts as failed, and answers say so.
    pub fn supply(&mut self, id: u32, bytes: Vec<u8>) -> Result<(), JsValue> {
        let Some(block) = BlockId::from_u32(id) else { return Err(index_error(IndexError::Unknown { id })) };
        self.engine.supply(block, bytes).map_err(index_error)
    }

    /// Marks a block as unavailable, with the reason.
    pub fn fail(&mut self, id: u32, message: &str) {
        if let Some(block) = BlockId::from_u32(id) {
            self.engine.fail(block, message);
        }
    }

    /// Lets queries request failed blocks again.
    #[wasm_bindgen(js_name = forgetFailures)]
    pub fn forget_failures(&mut self) {
        self.engine.forget_failures();
    }

    /// `{ need: BlockRequest[] }` while blocks are missing, then `{ answer: Answer }`; with a reranker,
    /// `{ rerank: RerankTask }` in between, and `{ count: string[] }` for whole texts.
    pub fn query(&mut self, asked: &JsValue) -> Result<JsValue, JsValue> {
        let request = request(asked)?;
        if Linked::IS_FULL {
            self.engine.list_by(listing(asked)?);
            self.engine.compare_with(meanings(asked));
        }
        let vector = self.vector.get().and_then(Option::as_ref);
        let embedded = vector.map(|(vector, text)| Embedded { text, vector });
        let outcome = self
            .engine
            .query(&request, embedded)
            .map_err(|error| thrown(error.code(), &error.message(), None))?;
        Ok(match outcome {
            Outcome::Need(need) => object(&[("need", requests(&need))]),
            Outcome::Embed(text) => object(&[("embed", text.into())]),
            Outcome::Rerank(task) => of_full(|| object(&[("rerank", rerank_task(&task))])),
            Outcome::Count(texts) => of_full(|| object(&[("count", list(&texts, |it| text(it)))])),
            Outcome::Answer(found) => object(&[("answer", answer(&found, self.engine.likeness()))]),
        })
    }

    /// Missing blocks of the words of a query that is still being typed.
    #[wasm_bindgen(js_name = preloadTyped)]
    pub fn preload_typed(&self, typed: &str) -> JsValue {
        requests(&self.engine.preload_typed(typed))
    }

    /// Missing blocks that queries of a mode are likely to need.
    pub fn preload(&self, asked: &JsValue) -> Result<JsValue, JsValue> {
        Ok(requests(&self.engine.preload(mode(asked)?)))
    }
}

/// Several indexes as one: only in the full module, which the worker loads first where there are several.
#[cfg(feature = "dense")]
#[wasm_bindgen]
impl SearchIndex {
    /// Names the first index among several, `{ name, root, version }`.
    #[wasm_bindgen(js_name = setSite)]
    pub fn set_site(&mut self, asked: &JsValue) {
        self.engine.set_site(site(asked));
    }

    /// Adds an index from its decompressed directory and `{ name, root, version, folder, otherEncoder }`. Throws if it
    /// cannot be searched together with the others.
    #[wasm_bindgen(js_name = addSite)]
    pub fn add_site(&mut self, directory: &[u8], asked: &JsValue) -> Result<(), JsValue> {
        let directory = Directory::read(directory)
            .map_err(|error| index_error(IndexError::Manifest { message: error.message() }))?;
        self.engine.add_site(directory, site(asked)).map_err(index_error)
    }

    /// Makes answers say that an index is left out.
    #[wasm_bindgen(js_name = leaveOutSite)]
    pub fn leave_out_site(&mut self, name: String, code: String, message: String) {
        self.engine.leave_out_site(name, code, message, None);
    }
}

/// Only the full module searches by vectors, reranks and gathers texts: no first answer waits for a model.
#[cfg(feature = "dense")]
#[wasm_bindgen]
impl SearchIndex {
    /// Takes the vector of the next queries; nothing if they have none. It is the embedding of `embedded`: the query's
    /// text, or the text requested by `{ embed: string }`.
    #[wasm_bindgen(js_name = supplyVector)]
    pub fn supply_vector(&mut self, vector: Option<Vec<f32>>, embedded: String) {
        if let Some(kept) = self.vector.get_mut() {
            *kept = vector.map(|vector| (vector, embedded));
        }
    }

    /// Whether hybrid queries without a vector search by the lexicon; they do unless this says no.
    #[wasm_bindgen(js_name = useLexicon)]
    pub fn use_lexicon(&mut self, uses: bool) {
        self.engine.set_uses_lexicon(uses);
    }

    /// Whether one of the indexes has a lexicon.
    #[wasm_bindgen(getter, js_name = hasLexicon)]
    pub fn has_lexicon(&self) -> bool {
        self.engine.has_lexicon()
    }

    /// Takes a score for each passage of the last `{ rerank: RerankTask }`.
    #[wasm_bindgen(js_name = supplyScores)]
    pub fn supply_scores(&mut self, scores: Vec<f32>) {
        self.engine.supply_scores(Ok(scores));
    }

    /// Takes the number of tokens of each text of the last `{ count: string[] }`; nothing without an encoder.
    #[wasm_bindgen(js_name = supplyCounts)]
    pub fn supply_counts(&mut self, counts: Option<Vec<u32>>) {
        self.engine.supply_counts(counts);
    }

    /// Marks the passages as not scored, with the reason.
    #[wasm_bindgen(js_name = failScores)]
    pub fn fail_scores(&mut self, code: String, message: String) {
        self.engine.supply_scores(Err((code, message)));
    }
}

fn index_error(error: IndexError) -> JsValue {
    thrown(error.code(), &error.message(), error.file())
}
