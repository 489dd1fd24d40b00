//! The files of a sentence-transformers folder, as bytes.
//!
//! Weights come from model.safetensors, or from an ONNX file that another tool exported.

use std::collections::BTreeMap;

use super::card::Card;
use super::error::ImportError;

pub(super) const CONFIG: &str = "config.json";
pub(super) const MODULES: &str = "modules.json";
pub(super) const POOLING: &str = "1_Pooling/config.json";
pub(super) const DENSE: &str = "2_Dense/config.json";
pub(super) const DENSE_WEIGHTS: &str = "2_Dense/model.safetensors";
pub(super) const SENTENCE_BERT: &str = "sentence_bert_config.json";
pub(super) const TOKENIZER: &str = "tokenizer.json";
pub(super) const VOCABULARY: &str = "vocab.txt";
pub(super) const SENTENCE_PIECE: &str = "sentencepiece.bpe.model";
pub(super) const WEIGHTS: &str = "model.safetensors";
pub(super) const EXPORTED: &str = "model.onnx";
pub(super) const SENTENCE_TRANSFORMERS: &str = "config_sentence_transformers.json";
pub(super) const README: &str = "README.md";

/// The files of a sentence-transformers folder. The caller passes each of [`ModelFolder::FILES`] that exists to
/// [`ModelFolder::insert`], or an ONNX file in place of the weights.
#[derive(Clone, Debug, Default)]
pub struct ModelFolder {
    name: String,
    files: BTreeMap<String, Vec<u8>>,
    /// Files that hold weights of the ONNX file.
    data: BTreeMap<String, Vec<u8>>,
}

impl ModelFolder {
    /// Paths in the folder that the import reads. The first five are required.
    pub const FILES: [&str; 12] = [
        CONFIG,
        MODULES,
        POOLING,
        TOKENIZER,
        WEIGHTS,
        SENTENCE_BERT,
        SENTENCE_TRANSFORMERS,
        VOCABULARY,
        SENTENCE_PIECE,
        README,
        DENSE,
        DENSE_WEIGHTS,
    ];

    /// The name here of another tool's ONNX file, which replaces `model.safetensors`.
    pub const EXPORTED: &str = EXPORTED;

    /// The model's card: its name, licence and languages.
    pub const README: &str = README;

    /// An empty folder. `name` is the model's name if its README has no title.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds the file at `path`, one of [`ModelFolder::FILES`] or [`ModelFolder::EXPORTED`].
    pub fn insert(&mut self, path: impl Into<String>, bytes: Vec<u8>) {
        self.files.insert(path.into(), bytes);
    }

    /// Adds a file that holds weights of the ONNX file, one of [`super::data_files`].
    pub fn insert_data(&mut self, path: impl Into<String>, bytes: Vec<u8>) {
        self.data.insert(path.into(), bytes);
    }

    /// The model's name, as [`super::import`] stores it.
    pub fn title(&self) -> String {
        Card::of(self).name
    }

    pub(super) fn data(&self, path: &str) -> Option<&[u8]> {
        self.data.get(path).map(Vec::as_slice)
    }

    /// The file of the weights, those that it refers to, and that of the layer behind the pooling if the model has one.
    pub(super) fn sources<'a>(
        &'a self,
        weights: &'a [u8],
        has_dense: bool,
    ) -> impl Iterator<Item = &'a [u8]> {
        let dense = self.optional(DENSE_WEIGHTS).filter(|_| has_dense);
        [weights].into_iter().chain(self.data.values().map(Vec::as_slice)).chain(dense)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn optional(&self, file: &str) -> Option<&[u8]> {
        self.files.get(file).map(Vec::as_slice)
    }

    pub(super) fn required(&self, file: &'static str) -> Result<&[u8], ImportError> {
        self.optional(file).ok_or_else(|| ImportError::Missing { file, hint: self.hint(file) })
    }

    /// How to obtain a missing file, if there is advice.
    fn hint(&self, file: &str) -> &'static str {
        match file {
            TOKENIZER if self.files.contains_key(VOCABULARY) => {
                "; vocab.txt alone does not say how text is normalised: make tokenizer.json with \
                 transformers' AutoTokenizer.from_pretrained(folder).save_pretrained(folder)"
            }
            TOKENIZER if self.files.contains_key(SENTENCE_PIECE) => {
                "; sentencepiece.bpe.model has no ids of special pieces: make tokenizer.json with transformers' \
                 AutoTokenizer.from_pretrained(folder).save_pretrained(folder)"
            }
            MODULES | POOLING => {
                "; a folder as SentenceTransformer.save() writes it is expected, not that of a bare BERT model: copy \
                 this file from the model's own folder"
            }
            WEIGHTS | DENSE_WEIGHTS => {
                "; where the weights are in pytorch_model.bin, save the model with \
                 SentenceTransformer.save(folder, safe_serialization=True), or import an ONNX file of it"
            }
            _ => "",
        }
    }
}
