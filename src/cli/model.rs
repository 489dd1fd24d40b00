//! Finds, reads and imports encoders and cross-encoders.

use std::path::{Path, PathBuf};

use super::args::ImportArgs;
use super::error::CliError;
use super::files;
use super::output::{bytes, say};
use crate::embed::import::{ImportError, ModelFolder, data_files, import};
use crate::embed::{CrossEncoder, Encoder, INFO_FILE, MODEL_FILE, ModelInfo, ModelKind, TOKENIZER_FILE};

/// The encoder used by default.
const DEFAULT_MODEL: &str = "all-MiniLM-L6-v2";

/// An encoder and its files.
pub struct LoadedModel {
    /// Ready to embed.
    pub encoder: Encoder,
    /// The ONNX file.
    pub onnx: Vec<u8>,
    /// The tokenizer's JSON.
    pub tokenizer: Vec<u8>,
    /// Description of the model.
    pub info: ModelInfo,
}

/// A model's files, unchecked.
pub struct ModelFiles {
    folder: PathBuf,
    /// The ONNX file.
    pub onnx: Vec<u8>,
    /// The tokenizer's JSON.
    pub tokenizer: Vec<u8>,
    /// `model.json`.
    pub info: Vec<u8>,
}

/// Reads the named encoder, else that of `DOCFUSE_MODEL`, else the one beside the command.
///
/// # Errors
/// No encoder found, or a file is missing.
pub fn read(named: Option<&Path>) -> Result<ModelFiles, CliError> {
    let folder = find(named)?;
    let onnx = part(&folder, MODEL_FILE)?;
    let tokenizer = part(&folder, TOKENIZER_FILE)?;
    let info = part(&folder, INFO_FILE)?;
    Ok(ModelFiles { folder, onnx, tokenizer, info })
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
        let ModelFiles { onnx, tokenizer, .. } = self;
        Ok(LoadedModel { encoder, onnx, tokenizer, info })
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

fn find(named: Option<&Path>) -> Result<PathBuf, CliError> {
    if let Some(folder) = named {
        return Ok(folder.to_owned());
    }
    if let Some(folder) = std::env::var_os("DOCFUSE_MODEL").filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let command =
        std::env::current_exe().map_err(CliError::file("find", Path::new("the docfuse command")))?;
    // The command may be a link to where it was built.
    let command = command.canonicalize().unwrap_or(command);
    let beside = command.parent().unwrap_or(Path::new(".")).join("models").join(DEFAULT_MODEL);
    if beside.join(INFO_FILE).exists() {
        return Ok(beside);
    }
    Err(CliError::Input(format!(
        "no encoder found: neither --model nor DOCFUSE_MODEL is set, and there is none at {}; import one with `docfuse \
         model import FOLDER --out {}`, or build with --no-dense for a lexical index",
        beside.display(),
        beside.display()
    )))
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
    let name = args.folder.canonicalize().map_err(CliError::file("read", &args.folder))?;
    let name = name.file_name().and_then(|name| name.to_str()).unwrap_or("encoder").to_owned();
    let mut folder = ModelFolder::new(name);
    let (base, exported) = sources(&args.folder);
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
    let mut model = import(&folder).map_err(|error: ImportError| CliError::Model {
        path: args.folder.clone(),
        message: error.to_string(),
    })?;
    if let Some(prompt) = &args.query_prompt {
        model.info.query_prompt.clone_from(prompt);
    }
    if let Some(prompt) = &args.passage_prompt {
        model.info.passage_prompt.clone_from(prompt);
    }
    let info = serde_json::to_vec_pretty(&model.info)
        .map_err(|error| CliError::Model { path: args.out.clone(), message: error.to_string() })?;
    files::create_folder(&args.out)?;
    files::replace(&args.out, MODEL_FILE, &model.onnx)?;
    files::replace(&args.out, TOKENIZER_FILE, &model.tokenizer)?;
    files::replace(&args.out, INFO_FILE, &info)?;
    let output = match model.info.kind {
        ModelKind::Encoder => format!("{} dimensions", model.info.dimensions),
        ModelKind::CrossEncoder => "cross-encoder".to_owned(),
    };
    say(format_args!(
        "{}: {output}, {} tokens, {} in {}",
        model.info.name,
        model.info.max_tokens,
        bytes(model.onnx.len() as u64),
        args.out.display()
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
