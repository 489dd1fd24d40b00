//! Finds and reads encoders and cross-encoders.

pub mod args;
mod download;
mod first_rows;
pub mod get;
pub mod import;
mod pinned;
mod zip_member;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::output::remark;
use super::{files, user_folders};
use docfuse::format::sha256_hex;
use docfuse::index::{EncoderInput, Page, WordTable};
use docfuse::model::{INFO_FILE, MODEL_FILE, ModelInfo, QUERY_FILE, TOKENIZER_FILE};
use docfuse_encoder::{CrossEncoder, Encoder, RowSource, word_records};
use docfuse_site::wording;
use first_rows::first_ids;

/// An encoder and its files.
pub struct LoadedModel {
    /// Ready to embed documents.
    pub encoder: Encoder,
    /// The ONNX file of documents.
    pub onnx: Vec<u8>,
    /// That of queries, which shares its word table; without it, the other one embeds queries too.
    pub query: Option<Vec<u8>>,
    /// The tokenizer's JSON.
    pub tokenizer: Vec<u8>,
    /// Description of the model.
    pub info: ModelInfo,
}

impl LoadedModel {
    /// The rows that a page with the index of these pages loads first, if there is an encoder of queries.
    ///
    /// # Errors
    /// The tokenizer fails on a word.
    pub fn first_rows(&self, pages: &[Page]) -> Result<Option<Vec<u8>>, CliError> {
        if self.query.is_none() {
            return Ok(None);
        }
        let (records, record_bytes) = (self.encoder.word_records(), self.encoder.row_bytes());
        let ids = first_ids(pages, &self.encoder, records.len() / record_bytes)?;
        Ok(Some(docfuse_encoder::first_rows(records, record_bytes, &ids)))
    }

    /// The encoder of queries; `first` has the rows of the word table, which both encoders share, that a page loads first.
    pub fn for_readers<'a>(&'a self, first: Option<&'a [u8]>) -> EncoderInput<'a> {
        let (records, record_bytes) = (self.encoder.word_records(), self.encoder.row_bytes());
        EncoderInput {
            model: self.query.as_ref().unwrap_or(&self.onnx),
            rows: first.map(|first| WordTable { records, record_bytes, first }),
            tokenizer: &self.tokenizer,
        }
    }
}

/// A model's files, unchecked.
pub struct ModelFiles {
    folder: PathBuf,
    /// The ONNX file, of an encoder that of documents.
    pub onnx: Vec<u8>,
    /// The ONNX file of queries, if there is one.
    pub query: Option<Vec<u8>>,
    /// The tokenizer's JSON.
    pub tokenizer: Vec<u8>,
    /// `model.json`.
    pub info: Vec<u8>,
}

/// Reads the files of the model in a folder.
///
/// # Errors
/// A file is missing.
pub fn read(folder: PathBuf) -> Result<ModelFiles, CliError> {
    let onnx = part(&folder, MODEL_FILE)?;
    let query = files::read_if_there(&folder.join(QUERY_FILE))?;
    let tokenizer = part(&folder, TOKENIZER_FILE)?;
    let info = part(&folder, INFO_FILE)?;
    Ok(ModelFiles { folder, onnx, query, tokenizer, info })
}

/// The name of the encoder in a folder, if it loads, and the hashes in its description are those of its files.
pub fn whole_in(folder: &Path) -> Option<String> {
    let is = |bytes: &[u8], expected: &str| sha256_hex(bytes) == expected;
    let model = read(folder.to_owned()).ok()?.load().ok()?;
    let is_whole = is(&model.onnx, &model.info.onnx_sha256)
        && is(&model.tokenizer, &model.info.tokenizer_sha256)
        // Every encoder has one.
        && model.query.is_some();
    is_whole.then_some(model.info.name)
}

impl ModelFiles {
    /// Loads the encoder.
    ///
    /// # Errors
    /// Files are damaged or do not fit each other.
    pub fn load(self) -> Result<LoadedModel, CliError> {
        let info = self.read_info()?;
        let encoder = Encoder::load(self.onnx.clone(), &self.tokenizer, &info)
            .map_err(|error| self.wrong(error.to_string()))?;
        let query = self.query_file(&info)?;
        let ModelFiles { onnx, tokenizer, .. } = self;
        Ok(LoadedModel { encoder, onnx, query, tokenizer, info })
    }

    /// Loads the cross-encoder.
    ///
    /// # Errors
    /// Files are damaged or do not fit each other, or the model is no cross-encoder.
    pub fn load_cross_encoder(mut self) -> Result<CrossEncoder, CliError> {
        let info = self.read_info()?;
        let onnx = std::mem::take(&mut self.onnx);
        CrossEncoder::load(onnx, &self.tokenizer, &info).map_err(|error| self.wrong(error.to_string()))
    }

    /// The encoder of queries, if it is exactly the one that an index describes, and its files are whole.
    pub fn load_same(self, expected: &ModelInfo) -> Option<Encoder> {
        let info = self.read_info().ok().filter(|info| info == expected)?;
        match self.query_file(&info).ok()? {
            None => Encoder::load(self.onnx, &self.tokenizer, &info).ok(),
            Some(query) => {
                let rows = RowSource::Records(word_records(&self.onnx).ok()?);
                Encoder::load_stored(query, rows, &self.tokenizer, &info).ok()
            }
        }
    }

    /// The ONNX file of queries, if `info` names one.
    fn query_file(&self, info: &ModelInfo) -> Result<Option<Vec<u8>>, CliError> {
        let Some(expected) = &info.query_sha256 else { return Ok(None) };
        let missing = || self.wrong(format!("{QUERY_FILE} is missing; import or download the model again"));
        let query = self.query.clone().ok_or_else(missing)?;
        let found = sha256_hex(&query);
        if found != *expected {
            let message = format!(
                "{QUERY_FILE}: SHA-256 {expected} expected, {found} found; import or download the model again"
            );
            return Err(self.wrong(message));
        }
        Ok(Some(query))
    }

    fn read_info(&self) -> Result<ModelInfo, CliError> {
        let unreadable =
            |told| format!("{INFO_FILE}: {told}; import the model again with `docfuse model import`");
        wording::json(&self.info).map_err(|told| self.wrong(unreadable(told)))
    }

    fn wrong(&self, message: String) -> CliError {
        CliError::Model { path: self.folder.clone(), message }
    }
}

fn part(folder: &Path, name: &str) -> Result<Vec<u8>, CliError> {
    files::read_if_there(&folder.join(name))?.ok_or_else(|| missing(folder, name))
}

fn missing(folder: &Path, name: &str) -> CliError {
    CliError::Model {
        path: folder.to_owned(),
        message: format!(
            "{name} is missing; a model's folder holds {MODEL_FILE}, {TOKENIZER_FILE} and {INFO_FILE}, as \
             `docfuse model import` makes it"
        ),
    }
}

/// The files of the encoder of a build. If there is none, says that this index answers by words only.
///
/// # Errors
/// A file is missing.
pub fn for_build(no_dense: bool, named: Option<&Path>) -> Result<Option<ModelFiles>, CliError> {
    if no_dense {
        return Ok(None);
    }
    let found = find(named)?.map(read).transpose()?;
    if found.is_none() {
        remark(format_args!("note: no encoder found, so this index answers by words only. {}", how_to_get()));
    }
    Ok(found)
}

/// What to do if [`find`] finds none, and none for any language is there.
pub const HOW_TO_GET: &str =
    "`docfuse model get` fetches one for English, `docfuse model get multilingual` one for any language";

/// What to do if [`find`] finds none.
pub fn how_to_get() -> Cow<'static, str> {
    match multilingual() {
        None => HOW_TO_GET.into(),
        Some(folder) => {
            let folder = folder.display();
            format!("`docfuse model get` fetches one for English, `--model {folder}` uses the one for any language")
                .into()
        }
    }
}

/// What makes vectors of pages in a language for which the encoder was not trained. Nothing if the one for any language is
/// there, but does not know this one either.
pub fn how_to_get_for(language: &str) -> Option<String> {
    let Some(folder) = multilingual() else {
        return Some(format!("`docfuse model get {}` fetches one for any language", args::MULTILINGUAL));
    };
    let info = files::read_if_there(&folder.join(INFO_FILE)).ok()??;
    let info: ModelInfo = serde_json::from_slice(&info).ok()?;
    info.knows(language).then(|| format!("`--model {}` makes them by {}", folder.display(), info.name))
}

/// The folder of the encoder for any language, if it is there.
fn multilingual() -> Option<PathBuf> {
    folder_of(args::MULTILINGUAL).ok().flatten()
}

/// The folder of the named encoder, else of that in `DOCFUSE_MODEL`, else of the one beside the command, or where
/// packages of the system or of Python put it, or where `docfuse model get` does.
pub fn find(named: Option<&Path>) -> Result<Option<PathBuf>, CliError> {
    if let Some(folder) = named {
        return Ok(Some(folder.to_owned()));
    }
    if let Some(folder) = std::env::var_os("DOCFUSE_MODEL").filter(|folder| !folder.is_empty()) {
        return Ok(Some(folder.into()));
    }
    folder_of(args::DEFAULT_MODEL)
}

/// The folder of a known encoder beside the command, or where packages or `docfuse model get` put it.
fn folder_of(name: &str) -> Result<Option<PathBuf>, CliError> {
    let command =
        std::env::current_exe().map_err(CliError::file("find", Path::new("the docfuse command")))?;
    // The command may be a link to where it was built or installed.
    let places = [command.canonicalize().unwrap_or_else(|_| command.clone()), command];
    let beside = places.iter().filter_map(|command| command.parent()).flat_map(|folder| {
        [folder.join("models"), folder.with_file_name("share").join("docfuse").join("models")]
    });
    let mut folders = beside.chain(user_folders::models()).map(|models| models.join(name));
    Ok(folders.find(|folder| folder.join(INFO_FILE).exists()))
}
