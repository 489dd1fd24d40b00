//! Files of encoders and cross-encoders: other tools' and our own.

use docfuse::embed::import::{ModelFolder, data_files, import};
use docfuse::embed::{CrossEncoder, ModelInfo, pack_tokenizer};

use super::input::Input;

const TOKENIZER: &[u8] = include_bytes!("../../../tests/fixtures/cross_encoder/tokenizer.json");
const MODEL: &[u8] = include_bytes!("../../../tests/fixtures/cross_encoder/model.onnx");
const INFO: &[u8] = include_bytes!("../../../tests/fixtures/cross_encoder/model.json");

/// A folder to import: how its weights are stored, `config.json`, then the weights.
pub fn import_model(bytes: &[u8]) {
    let mut input = Input(bytes);
    let is_onnx = input.byte() & 1 == 0;
    let mut folder = ModelFolder::new("fuzzed");
    folder.insert("config.json", input.part().to_vec());
    folder.insert("tokenizer.json", TOKENIZER.to_vec());
    let weights = input.0.to_vec();
    if is_onnx {
        for name in data_files(&weights).unwrap_or_default() {
            assert!(!name.contains(".."), "{name}");
            folder.insert_data(name, vec![0; 64]);
        }
    }
    folder.insert(if is_onnx { ModelFolder::EXPORTED } else { "model.safetensors" }, weights);
    if let Ok(model) = import(&folder) {
        assert!(!model.onnx.is_empty());
    }
}

/// Our own model: its `model.json`, then the ONNX file. Its hash, which every caller compares first, is not.
pub fn model(bytes: &[u8]) {
    let mut input = Input(bytes);
    let Ok(info) = serde_json::from_slice::<ModelInfo>(input.part()) else { return };
    if let Ok(model) = CrossEncoder::load_checked(input.0.to_vec(), TOKENIZER, &info) {
        let _ = model.score("thread", &["data of the owner"]);
    }
}

/// A tokenizer, as it is and packed. Texts become word pieces or an error.
pub fn tokenizer(bytes: &[u8]) {
    let Ok(packed) = pack_tokenizer(bytes) else { return };
    let info: ModelInfo = serde_json::from_slice(INFO).expect("the stored description is JSON");
    for file in [bytes, &packed] {
        if let Ok(model) = CrossEncoder::load_checked(MODEL.to_vec(), file, &info) {
            let _ = model.score("thread", &["data of the owner"]);
        }
    }
}
