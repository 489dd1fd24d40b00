//! What an index says of the encoder that made its vectors: [`ModelInfo`], and how long its windows are:
//! [`WindowSettings`]. The encoder itself is the crate `docfuse-encoder`.

mod info;
mod window_settings;

pub use info::{
    INFO_FILE, MIN_TOKENS, MODEL_FILE, ModelInfo, ModelKind, Pooling, QUERY_FILE, TOKENIZER_FILE,
    UNIGRAM_MAGIC, WORD_PIECES_MAGIC,
};
pub use window_settings::{MIN_WINDOW, WindowSettings};
