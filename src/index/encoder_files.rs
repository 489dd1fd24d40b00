//! The encoder's files: the model in parts, and the tokenizer.

use rayon::prelude::*;

use super::build::{BuildError, DenseInput, IndexFile, whole_file};
use super::compress::{CompressedBlocks, store};
use crate::embed::pack_tokenizer;
use crate::format::ENDING;
use crate::limits::MAX_MODEL_BYTES;

/// Bytes per part of the encoder's file. A browser caches only complete parts, and readers leave pages within seconds:
/// at 9 Mbit/s, three parallel parts take six. Each additional part adds 165 bytes to the manifest, which every reader
/// loads.
const MODEL_PART_BYTES: usize = 2 << 20;

/// The parts of the model, and the tokenizer.
pub(super) fn encoder_files(
    input: &DenseInput<'_>,
    known: &CompressedBlocks,
) -> Result<(Vec<IndexFile>, IndexFile), BuildError> {
    let DenseInput { model, tokenizer, .. } = *input;
    if model.len() as u64 > MAX_MODEL_BYTES {
        let (at_most, found) = (MAX_MODEL_BYTES, model.len() as u64);
        return Err(BuildError::TooLarge { kind: "model", at_most, found });
    }
    let parts = model
        .par_chunks(MODEL_PART_BYTES)
        .map(|part| Ok(whole_file("model", ENDING, part, store(part, known))?.0))
        .collect::<Result<_, BuildError>>()?;
    let tokenizer = pack_tokenizer(tokenizer).map_err(BuildError::Tokenizer)?;
    Ok((parts, whole_file("tokenizer", ENDING, &tokenizer, store(&tokenizer, known))?.0))
}
