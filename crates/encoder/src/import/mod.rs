//! Converts a sentence-transformers folder to a model that [`Encoder`](super::Encoder) or
//! [`CrossEncoder`](super::CrossEncoder) loads: bytes in, bytes out.
//!
//! [`ModelFolder`] holds the files; `config` checks that they are supported; `weights` reads checked tensors from a
//! safetensors file or, by `exported`, from another tool's ONNX file, and `dense` those of a layer behind the pooling. `quantize` makes them int8 and int4, `bert`
//! builds the graph, and `onnx` writes it. An encoder has a second file, for queries: `calibration` runs texts through
//! its layers, and `compensate` rounds them to fewer bits. `check` compares an import with a graph that it came from.
//! Deterministic: the same folder gives the same bytes.

mod bert;
mod calibration;
mod card;
#[cfg_attr(not(any(feature = "import-check", test)), path = "check_none.rs")]
mod check;
mod check_error;
mod compensate;
mod config;
mod dense;
mod error;
mod exported;
mod model_folder;
mod nano_e5;
mod onnx;
mod quantize;
mod weights;

pub use check::{CAN_CHECK, Nearness, check};
pub use check_error::CheckError;
pub use error::ImportError;
pub use exported::data_files;
pub use model_folder::ModelFolder;
pub use nano_e5::{E5_PROMPTS, nano_e5};

use super::{EmbedError, ModelInfo, ModelKind, Tokens, UNIGRAM_MAGIC, unigram, word_pieces};
use bert::Precision;
use card::Card;
use config::Architecture;
use dense::DenseLayer;
use docfuse::format::sha256_hex;
use docfuse::limits::MAX_MODEL_BYTES;
use weights::Weights;

/// An imported model. [`super::MODEL_FILE`], [`super::QUERY_FILE`], [`super::TOKENIZER_FILE`] and [`super::INFO_FILE`] name its files.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedModel {
    /// The model with int8 weights and int4 embedding rows.
    pub onnx: Vec<u8>,
    /// The same model with layers of four to five bits, once compressed, for queries; none of a cross-encoder. Its word
    /// table is that in `onnx`.
    pub query: Option<Vec<u8>>,
    /// The folder's tokenizer, as pages read it.
    pub tokenizer: Vec<u8>,
    /// Sizes and settings, for `model.json`.
    pub info: ModelInfo,
}

impl ImportedModel {
    /// Keeps the first `dimensions` components of vectors, for models that were trained so that these suffice (Matryoshka).
    ///
    /// # Errors
    /// The model has fewer, or none would be left.
    pub fn truncate(&mut self, dimensions: usize) -> Result<(), ImportError> {
        let own = self.info.dimensions;
        if dimensions == 0 || dimensions > own || self.info.kind != ModelKind::Encoder {
            return Err(ImportError::Dimensions { own, asked: dimensions });
        }
        self.info.dimensions = dimensions;
        Ok(())
    }
}

/// Imports a BERT-type sentence-transformers folder, of an encoder or of a cross-encoder. The result has about a third of
/// a safetensors file's size.
///
/// # Errors
/// A file is missing or unreadable, the model is of another kind, tensors do not fit the configuration, the tokenizer
/// does not fit the model, or the result would exceed what browsers can load.
pub fn import(folder: &ModelFolder) -> Result<ImportedModel, ImportError> {
    import_with(folder, &|_, _| {})
}

/// As [`import`]. `progress` receives the layers of the encoder of queries that are done, and their number.
///
/// # Errors
/// Those of [`import`].
pub fn import_with(
    folder: &ModelFolder,
    progress: &dyn Fn(usize, usize),
) -> Result<ImportedModel, ImportError> {
    let architecture = Architecture::read(folder)?;
    let json = folder.required(model_folder::TOKENIZER)?;
    let unusable = |reason| EmbedError::Tokenizer { reason };
    let unigram = unigram::pack(json).map_err(unusable)?;
    if unigram.is_some() && architecture.kind == ModelKind::CrossEncoder {
        let (expected, found) = ("\"WordPiece\" of a cross-encoder", "\"Unigram\"".to_owned());
        return Err(config::unsupported(model_folder::TOKENIZER, "model.type", expected, found));
    }
    let tokenizer = match unigram {
        Some(packed) => packed,
        // `nano_e5` has packed it.
        None if json.starts_with(UNIGRAM_MAGIC) => json.to_vec(),
        None => word_pieces::pack(json).map_err(unusable)?,
    };
    let pieces = Tokens::load(&tokenizer, architecture.max_tokens)?;
    if let Some(found) = pieces.largest_id().filter(|&id| id >= architecture.vocabulary) {
        return Err(EmbedError::Vocabulary { rows: architecture.vocabulary, found }.into());
    }
    let (source, weights) = match folder.optional(model_folder::EXPORTED) {
        Some(file) => (file, Weights::exported(file, folder)?),
        None => {
            let file = folder.required(model_folder::WEIGHTS)?;
            (file, Weights::open(model_folder::WEIGHTS, file)?)
        }
    };
    let has_dense = architecture.has_dense;
    let dense = has_dense.then(|| DenseLayer::read(folder, architecture.hidden)).transpose()?;
    let onnx = bert::write(&architecture, &weights, dense.as_ref(), Precision::Full)?;
    check_size(onnx.len() as u64)?;
    let query = match architecture.kind {
        ModelKind::CrossEncoder => None,
        ModelKind::Encoder => {
            let matrices = calibration::quantized_layers(&architecture, &weights, &pieces, progress)?;
            let precision = Precision::Query { matrices: &matrices, full: &onnx };
            Some(bert::write(&architecture, &weights, dense.as_ref(), precision)?)
        }
    };
    let Card { name, licence, languages } = Card::of(folder);
    let [query_prompt, passage_prompt] = config::prompts(folder, &architecture)?;
    let info = ModelInfo {
        name,
        kind: architecture.kind,
        dimensions: match (architecture.kind, &dense) {
            (ModelKind::CrossEncoder, _) => 1,
            (_, Some(dense)) => dense.bias.len(),
            _ => architecture.hidden,
        },
        max_tokens: architecture.max_tokens,
        pooling: architecture.pooling,
        query_prompt,
        passage_prompt,
        licence,
        languages,
        onnx_sha256: sha256_hex(&onnx),
        query_sha256: query.as_deref().map(sha256_hex),
        tokenizer_sha256: sha256_hex(&tokenizer),
        source_sha256: sha256_hex(&folder.sources(source, has_dense).collect::<Vec<_>>().concat()),
    };
    Ok(ImportedModel { onnx, query, tokenizer, info })
}

fn check_size(bytes: u64) -> Result<(), ImportError> {
    if bytes > MAX_MODEL_BYTES { Err(ImportError::TooLarge { bytes }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_have_a_maximum_size() {
        assert_eq!(check_size(MAX_MODEL_BYTES), Ok(()));
        let bytes = MAX_MODEL_BYTES + 1;
        assert_eq!(check_size(bytes), Err(ImportError::TooLarge { bytes }));
    }
}
