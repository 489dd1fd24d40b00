//! An index on disk: drives the search engine, which fetches nothing itself, over a folder.

use std::path::{Path, PathBuf};

use super::error::CliError;
use super::files;
use crate::embed::Encoder;
use crate::index::{FileRef, IndexError, MANIFEST_NAME, Manifest, check_file, open};
use crate::search::{Answer, Engine, Mode, Outcome, Request};

/// An opened index folder.
pub struct IndexFolder {
    path: PathBuf,
    engine: Engine,
    encoder: Option<Encoder>,
}

impl IndexFolder {
    /// Opens the manifest; the other files are read when a query needs them.
    pub fn open(path: &Path) -> Result<Self, CliError> {
        let manifest = read_manifest(path)?;
        let engine = Engine::new(manifest).map_err(CliError::index(path))?;
        Ok(IndexFolder { path: path.to_owned(), engine, encoder: None })
    }

    /// Loads the encoder, so that the first query does not pay for it. A failure is not the end: queries are
    /// then answered by words, and say so.
    pub fn load_encoder(&mut self) {
        if self.encoder.is_some() || self.engine.manifest().model.is_none() {
            return;
        }
        match self.read_encoder() {
            Ok(encoder) => {
                self.encoder = Some(encoder);
                self.engine.set_encoder_problem(None);
            }
            Err(error) => self.engine.set_encoder_problem(Some(("encoder".to_owned(), error.to_string()))),
        }
    }

    fn read_encoder(&self) -> Result<Encoder, CliError> {
        let Some(model) = &self.engine.manifest().model else {
            return Err(CliError::Input(format!("{}: built without vectors", self.path.display())));
        };
        let read = |file: &FileRef| {
            let bytes = read_file(&self.path, file)?;
            check_file(file, &bytes).map_err(CliError::index(&self.path))?;
            Ok::<_, CliError>(bytes)
        };
        Encoder::load(&read(&model.model)?, &read(&model.tokenizer)?, &model.info)
            .map_err(|error| CliError::Model { path: self.path.clone(), message: error.to_string() })
    }

    /// Answers a query, reading whatever files it needs.
    pub fn query(&mut self, request: &Request) -> Answer {
        let mut vector = None;
        if request.mode != Mode::Lexical && !request.text.trim().is_empty() {
            vector = self.embed(&request.text);
        }
        let answer = self.answer(request, vector.as_deref());
        if request.mode == Mode::Lexical && answer.degraded.is_some() && answer.hits.is_empty() {
            // Words cannot answer; perhaps meaning can.
            let vector = self.embed(&request.text);
            return self.answer(request, vector.as_deref());
        }
        answer
    }

    fn embed(&mut self, text: &str) -> Option<Vec<f32>> {
        self.load_encoder();
        let encoder = self.encoder.as_ref()?;
        match encoder.embed(text) {
            Ok(vector) => Some(vector),
            Err(error) => {
                self.engine.set_encoder_problem(Some(("encoder".to_owned(), error.to_string())));
                None
            }
        }
    }

    fn answer(&mut self, request: &Request, vector: Option<&[f32]>) -> Answer {
        loop {
            match self.engine.query(request, vector) {
                Outcome::Answer(answer) => return answer,
                Outcome::Need(files) => files.iter().for_each(|file| self.bring(file)),
            }
        }
    }

    /// Hands a file to the engine. Failures stay with the engine, which answers without the file and says why.
    fn bring(&mut self, file: &FileRef) {
        match read_file(&self.path, file) {
            Ok(bytes) => {
                let _ = self.engine.supply(&file.name, bytes);
            }
            Err(CliError::Index { source: IndexError::Unavailable { message, .. }, .. }) => {
                self.engine.fail(&file.name, &message);
            }
            Err(error) => self.engine.fail(&file.name, &error.to_string()),
        }
    }
}

/// The manifest of an index folder.
pub fn read_manifest(folder: &Path) -> Result<Manifest, CliError> {
    let bytes = files::read_if_there(&folder.join(MANIFEST_NAME))?.ok_or_else(|| {
        CliError::Input(format!(
            "{}: no {MANIFEST_NAME} here; name the folder that `docfuse build` made (SITE/docfuse by default)",
            folder.display()
        ))
    })?;
    let manifest: Manifest = serde_json::from_slice(&bytes)
        .map_err(|error| IndexError::Manifest { message: error.to_string() })
        .map_err(CliError::index(folder))?;
    manifest.validate().map_err(CliError::index(folder))?;
    Ok(manifest)
}

/// The decompressed bytes of a file of an index folder, not yet checked.
pub fn read_file(folder: &Path, file: &FileRef) -> Result<Vec<u8>, CliError> {
    let stored = files::read(&folder.join(&file.name))?;
    open(file, stored).map_err(CliError::index(folder))
}
