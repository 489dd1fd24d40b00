//! The encoder's folder: finding one, reading one, making one.

use std::path::{Path, PathBuf};

use super::args::ImportArgs;
use super::error::CliError;
use super::files;
use super::output::{bytes, say};
use crate::embed::import::{ModelFolder, import};
use crate::embed::{Encoder, INFO_FILE, MODEL_FILE, ModelInfo, TOKENIZER_FILE};

/// The encoder that is used if none is named.
const DEFAULT_MODEL: &str = "all-MiniLM-L6-v2";

/// An encoder and the files it came from.
pub struct LoadedModel {
    /// Ready to embed.
    pub encoder: Encoder,
    /// The ONNX file.
    pub onnx: Vec<u8>,
    /// The tokenizer's JSON.
    pub tokenizer: Vec<u8>,
    /// What is to be known of both.
    pub info: ModelInfo,
}

/// An encoder's files, not yet looked at.
pub struct ModelFiles {
    folder: PathBuf,
    /// The ONNX file.
    pub onnx: Vec<u8>,
    /// The tokenizer's JSON.
    pub tokenizer: Vec<u8>,
    /// `model.json`.
    pub info: Vec<u8>,
}

/// Reads the named encoder, else the one of `DOCFUSE_MODEL`, else the one beside the command.
///
/// # Errors
/// No encoder to be found, or a file missing.
pub fn read(named: Option<&Path>) -> Result<ModelFiles, CliError> {
    let folder = find(named)?;
    let onnx = part(&folder, MODEL_FILE)?;
    let tokenizer = part(&folder, TOKENIZER_FILE)?;
    let info = part(&folder, INFO_FILE)?;
    Ok(ModelFiles { folder, onnx, tokenizer, info })
}

impl ModelFiles {
    /// Makes the encoder.
    ///
    /// # Errors
    /// Files that are damaged or do not fit each other.
    pub fn load(self) -> Result<LoadedModel, CliError> {
        let ModelFiles { folder, onnx, tokenizer, info } = self;
        let wrong = |message: String| CliError::Model { path: folder.clone(), message };
        let info: ModelInfo = serde_json::from_slice(&info).map_err(|error| {
            wrong(format!("{INFO_FILE}: {error}; make the folder anew by `docfuse model import`"))
        })?;
        let encoder =
            Encoder::load(onnx.clone(), &tokenizer, &info).map_err(|error| wrong(error.to_string()))?;
        Ok(LoadedModel { encoder, onnx, tokenizer, info })
    }
}

fn part(folder: &Path, name: &str) -> Result<Vec<u8>, CliError> {
    files::read_if_there(&folder.join(name))?.ok_or_else(|| CliError::Model {
        path: folder.to_owned(),
        message: format!(
            "{name} is missing; an encoder's folder holds {MODEL_FILE}, {TOKENIZER_FILE} and {INFO_FILE}, as \
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
        "no encoder found: neither --model nor DOCFUSE_MODEL is set, and there is none at {}. Make one by `docfuse \
         model import HF_DIR --out {}`, or build with --no-dense to search by words alone",
        beside.display(),
        beside.display()
    )))
}

/// Runs `docfuse model import`.
pub fn run_import(args: &ImportArgs) -> Result<(), CliError> {
    let name = args.folder.canonicalize().map_err(CliError::file("read", &args.folder))?;
    let name = name.file_name().and_then(|name| name.to_str()).unwrap_or("encoder").to_owned();
    let mut folder = ModelFolder::new(name);
    for path in ModelFolder::FILES {
        if let Some(content) = files::read_if_there(&args.folder.join(path))? {
            folder.insert(path, content);
        }
    }
    let mut model = import(&folder)
        .map_err(|error| CliError::Model { path: args.folder.clone(), message: error.to_string() })?;
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
    say(format_args!(
        "{}: {} dimensions, {} tokens, {} in {}",
        model.info.name,
        model.info.dimensions,
        model.info.max_tokens,
        bytes(model.onnx.len() as u64),
        args.out.display()
    ))
}
