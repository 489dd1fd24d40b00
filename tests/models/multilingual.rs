//! A model of many languages with random weights: unigram pieces, positions as XLM-R has them, no token types.

use docfuse_encoder::import::ModelFolder;
use safetensors::tensor::Dtype;

use super::tiny;

pub const TOKENIZER: &[u8] = include_bytes!("../fixtures/unigram/tokenizer.json");

/// Rows of positions that XLM-R leaves to padding.
const PADDING: usize = 2;

pub fn folder() -> ModelFolder {
    let json: serde_json::Value = serde_json::from_slice(TOKENIZER).unwrap();
    folder_of(json["model"]["vocab"].as_array().unwrap().len())
}

/// The folder with as many rows of words.
pub fn folder_of(pieces: usize) -> ModelFolder {
    let mut tensors = tiny::tensors();
    let mut resize = |name: &str, rows: usize| {
        let (shape, values) = tensors.get_mut(name).unwrap();
        shape[0] = rows;
        *values = tiny::random(name, rows * tiny::HIDDEN).collect();
    };
    resize("embeddings.word_embeddings.weight", pieces);
    resize("embeddings.position_embeddings.weight", tiny::POSITIONS + PADDING);
    resize("embeddings.token_type_embeddings.weight", 1);
    let mut config = tiny::config();
    config["model_type"] = "xlm-roberta".into();
    config["vocab_size"] = pieces.into();
    config["type_vocab_size"] = 1.into();
    config["max_position_embeddings"] = (tiny::POSITIONS + PADDING).into();
    config["pad_token_id"] = 1.into();
    let mut folder = tiny::folder();
    folder.insert("config.json", serde_json::to_vec(&config).unwrap());
    folder.insert("tokenizer.json", TOKENIZER.to_vec());
    folder.insert("model.safetensors", tiny::safetensors(&tensors, Dtype::F32));
    folder.insert(ModelFolder::README, b"---\nlanguage: multilingual\nlicense: mit\n---\n# tiny\n".to_vec());
    folder
}
