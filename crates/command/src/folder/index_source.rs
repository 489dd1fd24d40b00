//! [`IndexSource`]: where the files of an index are. A folder is a [`LocalIndex`](super::local_index::LocalIndex), a
//! host a [`HostedIndex`](super::hosted_index::HostedIndex).

use std::path::Path;

use crate::error::CliError;
use crate::http::deadline::Deadline;
use crate::output::printable;
use docfuse::index::{
    ByteRange, Directory, FileRef, IndexError, MANIFEST_NAME, Manifest, ModelRef, SearchedSite, check_file,
    open, rule_vectors, stored_records,
};
use docfuse::search::{Engine, read_meaning};
use docfuse_encoder::{Encoder, RowSource};
use docfuse_site::wording;

/// The files of an index.
pub trait IndexSource: Send + Sync {
    /// The folder, or its address, as errors name it.
    fn location(&self) -> &Path;

    /// Whether the files are on this machine, so that reading all vectors costs little.
    fn is_here(&self) -> bool;

    /// The manifest of this file name.
    ///
    /// # Errors
    /// There is none.
    fn manifest(&self, name: &str) -> Result<Vec<u8>, CliError>;

    /// The stored bytes of a whole file.
    ///
    /// # Errors
    /// It cannot be read.
    fn stored(&self, name: &str) -> Result<Vec<u8>, CliError>;

    /// The decompressed bytes of blocks that are needed together, not yet checked.
    fn blocks(&self, ranges: &[&ByteRange]) -> Vec<Result<Vec<u8>, CliError>>;

    /// Until when a host must have sent all further files; `None`: without limit. A folder needs none.
    fn set_deadline(&self, _deadline: Option<Deadline>) {}

    /// The encoder that the manifest names.
    ///
    /// # Errors
    /// Its files cannot be read, or are damaged.
    fn encoder(&self, model: &ModelRef) -> Result<Encoder, CliError> {
        read_encoder(self, model)
    }

    /// The checked content of a file of the encoder.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    fn encoder_file(&self, file: &FileRef) -> Result<Vec<u8>, CliError> {
        checked_file(self, file)
    }
}

/// The encoder of queries out of the files that the manifest names, with all rows of its word table.
///
/// # Errors
/// Its files cannot be read, or are damaged.
pub fn read_encoder<S: IndexSource + ?Sized>(source: &S, model: &ModelRef) -> Result<Encoder, CliError> {
    let mut onnx = Vec::new();
    for part in &model.parts {
        onnx.extend(source.encoder_file(part)?);
    }
    let tokenizer = source.encoder_file(&model.tokenizer)?;
    let rows = match &model.rows {
        None => RowSource::Inside,
        Some(rows) => {
            let files = rows.files.iter().map(|file| source.encoder_file(file));
            let files = files.collect::<Result<Vec<_>, CliError>>()?;
            RowSource::Records(stored_records(rows, &files).map_err(CliError::index(source.location()))?)
        }
    };
    Encoder::load_stored(onnx, rows, &tokenizer, &model.info)
        .map_err(|error| CliError::Model { path: source.location().to_owned(), message: error.to_string() })
}

/// Reads the manifest `name`, and the directory inside it. Also returns the manifest's length in bytes.
///
/// # Errors
/// No manifest, or one of another version.
pub fn read_manifest(source: &dyn IndexSource, name: &str) -> Result<(Manifest, Directory, u64), CliError> {
    let bytes = source.manifest(name)?;
    let read = || {
        let manifest: Manifest = wording::json(&bytes)
            .map_err(|told| IndexError::Manifest { message: printable::line(&told).into() })?;
        let directory = manifest.directory()?;
        Ok((manifest, directory, bytes.len() as u64))
    };
    read()
        .map_err(|error| match error {
            // `Manifest` errors name docfuse.json; this is the manifest of a further language.
            IndexError::Manifest { message } if name != MANIFEST_NAME => {
                IndexError::Unavailable { file: name.to_owned(), message: format!("{name}: {message}") }
            }
            error => error,
        })
        .map_err(CliError::index(source.location()))
}

/// The decompressed bytes of a file, not yet checked.
///
/// # Errors
/// It cannot be read or decompressed.
pub fn read_file<S: IndexSource + ?Sized>(source: &S, file: &FileRef) -> Result<Vec<u8>, CliError> {
    open(&file.name, source.stored(&file.name)?, file.bytes).map_err(CliError::index(source.location()))
}

/// The decompressed bytes of a file, checked against the manifest's size and hash.
///
/// # Errors
/// As for [`read_file`], or other bytes.
pub fn checked_file<S: IndexSource + ?Sized>(source: &S, file: &FileRef) -> Result<Vec<u8>, CliError> {
    let raw = read_file(source, file)?;
    check_file(file, &raw).map_err(CliError::index(source.location()))?;
    Ok(raw)
}

/// The engine of an index that is searched alone. It compares queries with those of the site's rules by meaning.
pub fn engine(directory: Directory, source: &dyn IndexSource, manifest: &Manifest) -> Engine {
    let mut engine = Engine::new(directory);
    engine.set_site(SearchedSite { is_here: source.is_here(), ..SearchedSite::default() });
    let meanings = rule_vectors(manifest.rules());
    engine.compare_with(meanings.iter().map(|meaning| read_meaning(meaning).unwrap_or_default()).collect());
    engine
}
