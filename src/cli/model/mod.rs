//! Finds, reads and imports encoders and cross-encoders.

pub mod args;
mod download;
mod first_rows;
pub mod get;
mod pinned;
mod zip_member;

use std::path::{Path, PathBuf};

use super::error::CliError;
use super::files;
use super::output::{bytes, progress, remark, say};
use super::user_folders;
use crate::embed::import::{ImportError, ModelFolder, data_files, import_with};
use crate::embed::{
    self, CrossEncoder, Encoder, INFO_FILE, MODEL_FILE, ModelInfo, ModelKind, PACKED_TOKENIZER_FILE,
    QUERY_FILE, RowSource, TOKENIZER_FILE, word_records,
};
use crate::format::sha256_hex;
use crate::index::WordTable;
use crate::ingest::Page;
use args::ImportArgs;
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
        Ok(Some(embed::first_rows(records, record_bytes, &ids)))
    }

    /// The word table, which the encoder of queries shares; `first` has the rows that a page loads first.
    pub fn word_table<'a>(&'a self, first: &'a [u8]) -> WordTable<'a> {
        WordTable { records: self.encoder.word_records(), record_bytes: self.encoder.row_bytes(), first }
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
    let tokenizer = match files::read_if_there(&folder.join(PACKED_TOKENIZER_FILE))? {
        Some(packed) => packed,
        None => part(&folder, TOKENIZER_FILE)?,
    };
    let info = part(&folder, INFO_FILE)?;
    Ok(ModelFiles { folder, onnx, query, tokenizer, info })
}

/// Whether a folder holds an encoder that loads, and the hashes in its description are those of its files.
pub fn is_whole(folder: &Path) -> bool {
    let Ok(files) = read(folder.to_owned()) else { return false };
    let is = |bytes: &[u8], expected: &str| sha256_hex(bytes) == expected;
    files.load().is_ok_and(|model| {
        is(&model.onnx, &model.info.onnx_sha256)
            && is(&model.tokenizer, &model.info.tokenizer_sha256)
            // Models of earlier versions have none.
            && model.query.is_some()
    })
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
    /// As above, or the model is no cross-encoder.
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
            |error| format!("{INFO_FILE}: {error}; import the model again with `docfuse model import`");
        serde_json::from_slice(&self.info).map_err(|error| self.wrong(unreadable(error)))
    }

    fn wrong(&self, message: String) -> CliError {
        CliError::Model { path: self.folder.clone(), message }
    }
}

fn part(folder: &Path, name: &str) -> Result<Vec<u8>, CliError> {
    files::read_if_there(&folder.join(name))?.ok_or_else(|| CliError::Model {
        path: folder.to_owned(),
        message: format!(
            "{name} is missing; a model's folder holds {MODEL_FILE}, {TOKENIZER_FILE} and {INFO_FILE}, as \
             `docfuse model import` makes it"
        ),
    })
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
        remark(format_args!("note: no encoder found, so this index answers by words only. {HOW_TO_GET}"));
    }
    Ok(found)
}

/// What to do if [`find`] finds none.
// release: message-rust
pub const HOW_TO_GET: &str = "`docfuse model get` fetches one";
// /release

/// The folder of the named encoder, else of that in `DOCFUSE_MODEL`, else of the one beside the command, or where
/// packages of the system or of Python put it, or where `docfuse model get` does.
pub fn find(named: Option<&Path>) -> Result<Option<PathBuf>, CliError> {
    if let Some(folder) = named {
        return Ok(Some(folder.to_owned()));
    }
    if let Some(folder) = std::env::var_os("DOCFUSE_MODEL").filter(|folder| !folder.is_empty()) {
        return Ok(Some(folder.into()));
    }
    let command =
        std::env::current_exe().map_err(CliError::file("find", Path::new("the docfuse command")))?;
    // The command may be a link to where it was built or installed.
    let places = [command.canonicalize().unwrap_or_else(|_| command.clone()), command];
    let beside = places.iter().filter_map(|command| command.parent()).flat_map(|folder| {
        [folder.join("models"), folder.with_file_name("share").join("docfuse").join("models")]
    });
    let mut folders = beside.chain(user_folders::models()).map(|models| models.join(args::DEFAULT_MODEL));
    Ok(folders.find(|folder| folder.join(INFO_FILE).exists()))
}

/// The folder of a model's configuration, and its ONNX file if the weights come from one. `named` is the folder, which
/// may hold model.onnx or onnx/model.onnx in place of model.safetensors, or an ONNX file in the folder or one level
/// below.
fn sources(named: &Path) -> (PathBuf, Option<PathBuf>) {
    if named.is_file() {
        let folders: Vec<&Path> = named.ancestors().skip(1).take(2).collect();
        let base = folders.iter().find(|folder| folder.join("config.json").exists()).or(folders.first());
        return (base.map_or_else(PathBuf::new, |base| base.to_path_buf()), Some(named.to_owned()));
    }
    let exported =
        ["model.onnx", "onnx/model.onnx"].map(|file| named.join(file)).into_iter().find(|file| file.exists());
    (named.to_owned(), exported.filter(|_| !named.join("model.safetensors").exists()))
}

/// Runs `docfuse model import`.
pub fn run_import(args: &ImportArgs) -> Result<(), CliError> {
    let folder = folder_at(&args.folder)?;
    let prompts = [&args.query_prompt, &args.passage_prompt].map(Option::as_deref);
    let summary = import_to(&folder, prompts, args.dimensions, &args.out, &args.folder)?;
    say(format_args!("{summary} in {}", args.out.display()))
}

/// The files of a model's folder, or those that belong to an ONNX file.
///
/// # Errors
/// A file cannot be read.
pub fn folder_at(path: &Path) -> Result<ModelFolder, CliError> {
    let name = path.canonicalize().map_err(CliError::file("read", path))?;
    let name = name.file_name().and_then(|name| name.to_str()).unwrap_or("encoder").to_owned();
    let mut folder = ModelFolder::new(name);
    let (base, exported) = sources(path);
    if let Some(file) = &exported
        && let Some(content) = files::read_if_there(file)?
    {
        let beside = file.parent().unwrap_or(Path::new(""));
        // The import reports an unreadable file.
        for name in data_files(&content).unwrap_or_default() {
            if let Some(data) = files::read_if_there(&beside.join(&name))? {
                folder.insert_data(name, data);
            }
        }
        folder.insert(ModelFolder::EXPORTED, content);
    }
    for path in ModelFolder::FILES {
        if let Some(content) = files::read_if_there(&base.join(path))? {
            folder.insert(path, content);
        }
    }
    Ok(folder)
}

/// Imports a model, writes it to `out`, and describes it in a line. `prompts` replace those of queries and of passages;
/// of vectors, the first `dimensions` numbers are kept;
/// `source` is named in errors.
///
/// # Errors
/// The model is not supported, or cannot be written.
pub fn import_to(
    folder: &ModelFolder,
    prompts: [Option<&str>; 2],
    dimensions: Option<usize>,
    out: &Path,
    source: &Path,
) -> Result<String, CliError> {
    let bar = progress("calibrating", 0);
    let report = |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let failed = |error: ImportError| CliError::Model { path: source.to_owned(), message: error.to_string() };
    let mut model = import_with(folder, &report).map_err(failed)?;
    bar.finish_and_clear();
    if let Some(dimensions) = dimensions {
        model.truncate(dimensions).map_err(failed)?;
    }
    let info = &mut model.info;
    for (own, given) in [&mut info.query_prompt, &mut info.passage_prompt].into_iter().zip(prompts) {
        if let Some(prompt) = given {
            prompt.clone_into(own);
        }
    }
    let info = serde_json::to_vec_pretty(&model.info)
        .map_err(|error| CliError::Model { path: out.to_owned(), message: error.to_string() })?;
    files::create_folder(out)?;
    files::replace(out, MODEL_FILE, &model.onnx)?;
    if let Some(query) = &model.query {
        files::replace(out, QUERY_FILE, query)?;
    }
    let name = if model.has_packed_tokenizer() { PACKED_TOKENIZER_FILE } else { TOKENIZER_FILE };
    files::replace(out, name, &model.tokenizer)?;
    files::replace(out, INFO_FILE, &info)?;
    let output = match model.info.kind {
        ModelKind::Encoder => format!("{} dimensions", model.info.dimensions),
        ModelKind::CrossEncoder => "cross-encoder".to_owned(),
    };
    Ok(format!(
        "{}: {output}, {} tokens, {}",
        model.info.name,
        model.info.max_tokens,
        bytes(model.onnx.len() as u64)
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use std::fs;

    use super::*;

    /// Each case: the files there, the path that is named, the folder of the configuration, the ONNX file.
    #[test]
    fn weights_and_configuration_are_found() {
        let config = "config.json";
        for (there, named, base, exported) in [
            (&[config, "model.safetensors"][..], "", "", None),
            (&[config, "model.safetensors", "model.onnx"], "", "", None),
            (&[config, "model.onnx", "onnx/model.onnx"], "", "", Some("model.onnx")),
            (&[config, "onnx/model.onnx"], "", "", Some("onnx/model.onnx")),
            (&[config, "onnx/other.onnx"], "", "", None),
            (&[config, "model.safetensors", "a.onnx"], "a.onnx", "", Some("a.onnx")),
            (&[config, "onnx/a.onnx"], "onnx/a.onnx", "", Some("onnx/a.onnx")),
            (&[config, "onnx/a.onnx", "onnx/config.json"], "onnx/a.onnx", "onnx", Some("onnx/a.onnx")),
            (&["onnx/a.onnx"], "onnx/a.onnx", "onnx", Some("onnx/a.onnx")),
            (&[config, "a/b/c.onnx"], "a/b/c.onnx", "a/b", Some("a/b/c.onnx")),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let at = |path: &str| folder.path().join(path);
            for file in there {
                fs::create_dir_all(at(file).parent().unwrap()).unwrap();
                fs::write(at(file), b"").unwrap();
            }
            assert_eq!(sources(&at(named)), (at(base), exported.map(at)), "{there:?}, {named}");
        }
    }
}
