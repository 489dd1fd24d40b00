//! The large module: one class, `Encoder`.

use wasm_bindgen::prelude::*;

use super::thrown;
use crate::embed::{EmbedError, Encoder, ModelInfo};

/// A sentence encoder ready to embed queries.
#[wasm_bindgen(js_name = Encoder)]
pub struct BrowserEncoder {
    encoder: Encoder,
}

#[wasm_bindgen(js_class = Encoder)]
impl BrowserEncoder {
    /// Takes the ONNX file, the tokenizer's JSON and the manifest's `model.info`. Throws if they don't fit
    /// together or are damaged.
    #[wasm_bindgen(constructor)]
    pub fn new(model: &[u8], tokenizer: &[u8], info: JsValue) -> Result<BrowserEncoder, JsValue> {
        let info: ModelInfo = serde_wasm_bindgen::from_value(info)
            .map_err(|error| thrown("model", &format!("not a model description: {error}"), None))?;
        let encoder = Encoder::load(model, tokenizer, &info).map_err(embed_error)?;
        Ok(BrowserEncoder { encoder })
    }

    /// The vector of a text, of unit length.
    pub fn embed(&self, text: &str) -> Result<Vec<f32>, JsValue> {
        self.encoder.embed(text).map_err(embed_error)
    }

    /// Numbers in each vector.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.encoder.dimensions()
    }
}

fn embed_error(error: EmbedError) -> JsValue {
    thrown("encoder", &error.to_string(), None)
}
