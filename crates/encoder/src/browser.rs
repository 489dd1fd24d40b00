//! The encoder modules: `EncoderLoader` receives the model's bytes and becomes an `Encoder` or a `CrossEncoder`.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use docfuse::browser::thrown;
use docfuse::error_code::ErrorCode;
use docfuse::model::ModelInfo;

use crate::{CrossEncoder, EmbedError, Encoder, ModelParts, ModelPartsError, RowSource};

/// A model whose files are still arriving: `begin`, `append` and `end` for each part, in any order and in parallel,
/// then `finish` or `finishCrossEncoder`. Chunks go straight to their place in wasm memory, so the page holds no second
/// copy. The last part is the tokenizer, packed or not; that before it has the first rows of the word table, unless the
/// model has them all; those before form the model.
#[wasm_bindgen(js_name = EncoderLoader)]
pub struct BrowserEncoderLoader {
    info: ModelInfo,
    parts: ModelParts,
    /// Lengths of the last parts; zero rows if the model has them.
    rows_bytes: usize,
    tokenizer_bytes: usize,
}

#[wasm_bindgen(js_class = EncoderLoader)]
impl BrowserEncoderLoader {
    /// Takes the manifest's `model.info`, the length of each part in bytes, and whether there is a part of rows. Throws
    /// with code "encoder-memory" if memory for them is refused. From now on, the console has the message of a panic, of
    /// which the caller learns only that the module stopped.
    #[wasm_bindgen(constructor)]
    pub fn new(info: JsValue, lengths: &[u32], has_rows: bool) -> Result<BrowserEncoderLoader, JsValue> {
        std::panic::set_hook(Box::new(|panic| {
            web_sys::console::error_1(&JsValue::from(panic.to_string()));
        }));
        let info = serde_wasm_bindgen::from_value(info).map_err(|error| {
            thrown(ErrorCode::Encoder.as_str(), &format!("not a model description: {error}"), None)
        })?;
        let parts = ModelParts::new(lengths).map_err(parts_error)?;
        let mut last = lengths.iter().rev().map(|length| *length as usize);
        let tokenizer_bytes = last.next().unwrap_or(0);
        let rows_bytes = last.next().filter(|_| has_rows).unwrap_or(0);
        Ok(BrowserEncoderLoader { info, parts, rows_bytes, tokenizer_bytes })
    }

    /// Starts a part, or restarts one that failed.
    pub fn begin(&mut self, part: usize) -> Result<(), JsValue> {
        self.parts.begin(part).map_err(parts_error)
    }

    /// Appends bytes to a part. Throws with code "damaged" if the part gets too long.
    pub fn append(&mut self, part: usize, chunk: &[u8]) -> Result<(), JsValue> {
        self.parts.append(part, chunk).map_err(parts_error)
    }

    /// The bytes of a part, as a view of wasm memory for the caller to hash at once; the next call invalidates it.
    /// Throws with code "damaged" if the part is incomplete.
    pub fn content(&self, part: usize) -> Result<Uint8Array, JsValue> {
        let content = self.parts.content(part).map_err(parts_error)?;
        // SAFETY: the caller uses the view before the next call only, and does not write through it.
        Ok(unsafe { Uint8Array::view(content) })
    }

    /// Ends a part. Throws with code "damaged" if it is incomplete or its SHA-256 is not `expected`. `found` is the
    /// SHA-256 of `content`; without it, it is computed here, which takes ten times as long.
    pub fn end(&mut self, part: usize, expected: &str, found: Option<String>) -> Result<(), JsValue> {
        self.parts.end(part, expected, found).map_err(parts_error)
    }

    /// The encoder. Throws with code "damaged" if a part is missing, with "encoder" if the parts do not form an
    /// encoder.
    pub fn finish(self) -> Result<BrowserEncoder, JsValue> {
        let Received { model, rows, tokenizer, info } = self.received()?;
        let rows = if rows.is_empty() { RowSource::Inside } else { RowSource::First(rows) };
        let encoder = Encoder::load_checked(model, rows, &tokenizer, &info).map_err(embed_error)?;
        Ok(BrowserEncoder { encoder })
    }

    /// The cross-encoder. Throws like `finish`.
    #[wasm_bindgen(js_name = finishCrossEncoder)]
    pub fn finish_cross_encoder(self) -> Result<BrowserCrossEncoder, JsValue> {
        let Received { model, tokenizer, info, .. } = self.received()?;
        let encoder = CrossEncoder::load_checked(model, &tokenizer, &info).map_err(embed_error)?;
        Ok(BrowserCrossEncoder { encoder })
    }
}

/// The files of an encoder.
struct Received {
    /// The ONNX file.
    model: Vec<u8>,
    /// The first rows of the word table; empty if the ONNX file has all.
    rows: Vec<u8>,
    tokenizer: Vec<u8>,
    info: ModelInfo,
}

impl BrowserEncoderLoader {
    fn received(self) -> Result<Received, JsValue> {
        let mut model = self.parts.whole().map_err(parts_error)?;
        let [tokenizer, rows] = [self.tokenizer_bytes, self.rows_bytes]
            .map(|bytes| model.split_off(model.len().saturating_sub(bytes)));
        Ok(Received { model, rows, tokenizer, info: self.info })
    }
}

/// A sentence encoder ready to embed queries.
#[wasm_bindgen(js_name = Encoder)]
pub struct BrowserEncoder {
    encoder: Encoder,
}

#[wasm_bindgen(js_class = Encoder)]
impl BrowserEncoder {
    /// The unit vector of a query.
    pub fn embed(&self, text: &str) -> Result<Vec<f32>, JsValue> {
        self.encoder.embed_query(text).map_err(embed_error)
    }

    /// The vector of a query whose words may have been corrected.
    #[wasm_bindgen(js_name = embedCorrected)]
    pub fn embed_corrected(&self, typed: &str, corrected: &str) -> Result<Vec<f32>, JsValue> {
        self.encoder.embed_corrected(typed, corrected).map_err(embed_error)
    }

    /// The ids of the rows that `embedCorrected` lacks for this query, rising.
    #[wasm_bindgen(js_name = missingRows)]
    pub fn missing_rows(&self, typed: &str, corrected: &str) -> Result<Vec<u32>, JsValue> {
        self.encoder.missing_rows(typed, corrected).map_err(embed_error)
    }

    /// Adds the record of a row. Throws with code "damaged" if it has another length.
    #[wasm_bindgen(js_name = supplyRow)]
    pub fn supply_row(&mut self, id: u32, record: &[u8]) -> Result<(), JsValue> {
        self.encoder
            .supply_row(id, record)
            .map_err(|error| thrown(ErrorCode::Damaged.as_str(), &error.to_string(), None))
    }

    /// The number of tokens of each text.
    #[wasm_bindgen(js_name = countTokens)]
    pub fn count_tokens(&self, texts: Vec<String>) -> Result<Vec<u32>, JsValue> {
        self.encoder.count_tokens(&texts).map_err(embed_error)
    }

    /// Number of components of a vector.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.encoder.dimensions()
    }
}

/// A cross-encoder ready to score passages.
#[wasm_bindgen(js_name = CrossEncoder)]
pub struct BrowserCrossEncoder {
    encoder: CrossEncoder,
}

#[wasm_bindgen(js_class = CrossEncoder)]
impl BrowserCrossEncoder {
    /// How well a passage answers a query; larger is better.
    pub fn score(&self, query: &str, title: &str, heading: &str, text: &str) -> Result<f32, JsValue> {
        self.encoder.score(query, &[title, heading, text]).map_err(embed_error)
    }
}

fn parts_error(error: ModelPartsError) -> JsValue {
    let code = match error {
        ModelPartsError::Memory { .. } => ErrorCode::EncoderMemory,
        ModelPartsError::Length { .. } | ModelPartsError::Altered { .. } => ErrorCode::Damaged,
        ModelPartsError::TooLarge { .. } | ModelPartsError::NoPart { .. } | ModelPartsError::Open { .. } => {
            ErrorCode::Encoder
        }
    };
    thrown(code.as_str(), &error.to_string(), None)
}

fn embed_error(error: EmbedError) -> JsValue {
    thrown(ErrorCode::Encoder.as_str(), &error.to_string(), None)
}

/// Name of this module's kernel variant, "wasm simd128".
#[wasm_bindgen(js_name = kernelName)]
pub fn kernel_name() -> String {
    crate::kernel_name().to_owned()
}
