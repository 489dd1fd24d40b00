//! Writes the files of the encoder.

use rayon::prelude::*;

use super::super::build_error::BuildError;
use super::super::compress::{CompressedBlocks, store, store_weights};
use super::super::index_file::IndexFile;
use super::super::manifest::{FileRef, WordRowsRef};
use super::super::whole_file::whole_file;
use super::{FRAME_BYTES, block};
use crate::format::{ENDING, FileKind, Generation, Writer, write_header};
use crate::limits::MAX_MODEL_BYTES;
use crate::model::UNIGRAM_MAGIC;

/// Bytes per part of the encoder's file, of which half remain when compressed. A browser caches only complete parts, and
/// readers leave pages within seconds: at 9 Mbit/s, three parallel parts take six. Each additional part adds 165 bytes
/// to the manifest, which every reader loads.
const MODEL_PART_BYTES: usize = 4 << 20;

/// Bytes of a file of rows. A host without byte ranges sends a whole one for each row.
pub(super) const FILE_BYTES: usize = 2 << 20;

/// A word table, and what a reader loads of it first.
#[derive(Clone, Copy, Debug)]
pub struct WordTable<'a> {
    /// The records of all rows in order.
    pub records: &'a [u8],
    /// Bytes of a record, at most 65,535.
    pub record_bytes: usize,
    /// What a reader loads with the encoder, as `docfuse_encoder::first_rows` writes it.
    pub first: &'a [u8],
}

/// The encoder of queries that readers get.
#[derive(Clone, Copy, Debug)]
pub struct EncoderInput<'a> {
    /// Its ONNX file.
    pub model: &'a [u8],
    /// Its word table, unless the ONNX file has it.
    pub rows: Option<WordTable<'a>>,
    /// The tokenizer as found in the model's folder.
    pub tokenizer: &'a [u8],
}

/// The files of the encoder of queries.
pub struct EncoderFiles {
    /// Those of the ONNX file.
    pub parts: Vec<IndexFile>,
    /// Those of the word table, and their names.
    pub rows: Option<(Vec<IndexFile>, WordRowsRef)>,
    /// That of the tokenizer.
    pub tokenizer: IndexFile,
    /// Whether the tokenizer is packed for the encoder's Unigram reader.
    pub is_unigram: bool,
}

/// Splits and compresses the files.
///
/// # Errors
/// A file is too large.
pub fn encoder_files(
    input: &EncoderInput<'_>,
    compressed: &CompressedBlocks,
) -> Result<EncoderFiles, BuildError> {
    let EncoderInput { model, rows, tokenizer } = *input;
    let is_unigram = tokenizer.starts_with(UNIGRAM_MAGIC);
    if model.len() as u64 > MAX_MODEL_BYTES {
        let (at_most, found) = (MAX_MODEL_BYTES, model.len() as u64);
        return Err(BuildError::TooLarge { kind: "model", at_most, found });
    }
    let parts = model
        .par_chunks(MODEL_PART_BYTES)
        .map(|part| Ok(whole_file("model", ENDING, part, store_weights(part, compressed))?.0))
        .collect::<Result<_, BuildError>>()?;
    let tokenizer = whole_file("tokenizer", ENDING, tokenizer, store(tokenizer, compressed))?.0;
    let rows = rows.map(|rows| write_rows(&rows, &|raw| store_weights(raw, compressed))).transpose()?;
    Ok(EncoderFiles { parts, rows, tokenizer, is_unigram })
}

/// The files of the rows: the first ones, then all.
pub(super) fn write_rows(
    rows: &WordTable<'_>,
    store: &dyn Fn(&[u8]) -> Vec<u8>,
) -> Result<(Vec<IndexFile>, WordRowsRef), BuildError> {
    let first = whole_file("first", ENDING, rows.first, store(rows.first))?.0;
    let in_file = (FILE_BYTES / (rows.record_bytes + FRAME_BYTES)).max(1);
    let mut files = vec![first];
    for records in rows.records.chunks(in_file * rows.record_bytes) {
        let mut writer = Writer::new();
        write_header(&mut writer, FileKind::WordRows, Generation::default());
        for record in records.chunks_exact(rows.record_bytes) {
            writer.bytes(&block(writer.len(), record));
        }
        let content = writer.finish();
        files.push(whole_file("rows", ENDING, &content.clone(), content)?.0);
    }
    let refs: Vec<FileRef> = files.iter().map(|file| file.file.clone()).collect();
    let [first, all @ ..] = refs.as_slice() else { return Err(BuildError::NoRows) };
    Ok((files, WordRowsRef { first: first.clone(), files: all.to_vec(), bytes: rows.record_bytes as u32 }))
}
