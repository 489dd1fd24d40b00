//! [`IndexFolder`]: drives the search engine, which does no I/O, over an index folder on disk.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::files;
use super::ranking_config;
use super::reranker::TimedReranker;
use crate::embed::Encoder;
use crate::error_code::ErrorCode;
use crate::index::{
    BlockId, BlockRequest, ByteRange, Directory, FileRef, IndexError, MANIFEST_NAME, Manifest, ModelRef,
    Store, check_file, open, open_block,
};
use crate::search::{Answer, Embedded, Engine, Fit, Mode, Outcome, RankedList, Request};

/// An opened index folder.
pub struct IndexFolder {
    path: PathBuf,
    manifest: Manifest,
    engine: Engine,
    encoder: Option<Encoder>,
    reranker: Option<TimedReranker>,
    /// Stored bytes of the manifests and of the ranges in `read`.
    bytes_read: u64,
    /// File and first byte of the ranges read.
    read: HashSet<(String, u32)>,
    /// Vectors of queries, by typed and by corrected text, if they are kept.
    vectors: Option<HashMap<(String, String), Vec<f32>>>,
}

impl IndexFolder {
    /// Opens the manifest of the language that fits `language` best, by default the main one. Queries read the other
    /// files as needed.
    pub fn open(path: &Path, language: Option<&str>) -> Result<Self, CliError> {
        let (mut manifest, mut directory) = read_manifest(path, MANIFEST_NAME)?;
        let mut bytes_read = files::length(&path.join(MANIFEST_NAME))?;
        let wanted = language.map(|language| {
            let known: Vec<&str> = manifest.languages.keys().map(String::as_str).collect();
            manifest.fitting_language(language).ok_or_else(|| {
                CliError::Input(format!(
                    "{}: a language of the index expected, such as {}{}; \"{language}\" found, of which it has no pages",
                    path.display(),
                    manifest.language,
                    known.iter().map(|language| format!(" or {language}")).collect::<String>()
                ))
            })
        });
        if let Some(name) = wanted.transpose()?.and_then(|language| manifest.languages.get(language)).cloned()
        {
            let name = &name;
            bytes_read += files::length(&path.join(name))?;
            (manifest, directory) = read_manifest(path, name)?;
        }
        let engine = Engine::new(directory);
        Ok(IndexFolder {
            path: path.to_owned(),
            manifest,
            engine,
            encoder: None,
            reranker: None,
            bytes_read,
            read: HashSet::new(),
            vectors: None,
        })
    }

    /// Loads encoder, vectors and graph ahead of the first query. If the encoder fails, the lexical retriever answers and
    /// `degraded` says why.
    pub fn load_encoder(&mut self) {
        if self.encoder.is_some() || self.manifest.model.is_none() {
            return;
        }
        match self.read_encoder() {
            Ok(encoder) => {
                self.encoder = Some(encoder);
                self.engine.set_encoder_problem(None);
                self.load_dense();
            }
            Err(error) => self
                .engine
                .set_encoder_problem(Some((ErrorCode::Encoder.as_str().to_owned(), error.to_string()))),
        }
    }

    /// Loads the vectors, then the graph: the engine names the graph's blocks only once it has the vectors.
    fn load_dense(&mut self) {
        loop {
            let need = self.engine.preload(Mode::Dense);
            if need.is_empty() {
                return;
            }
            need.iter().for_each(|request| self.bring(request));
        }
    }

    fn read_encoder(&self) -> Result<Encoder, CliError> {
        let Some(model) = &self.manifest.model else {
            return Err(CliError::Input(format!(
                "{}: an index with vectors expected, one without found; build it with an encoder",
                self.path.display()
            )));
        };
        load_encoder(&self.path, model)
    }

    /// Answers a query and reads the blocks that it needs.
    ///
    /// # Errors
    /// An invalid request. Missing or damaged files are reported in the answer's `degraded`.
    pub fn query(&mut self, request: &Request) -> Result<Answer, CliError> {
        let with_vector = request.mode != Mode::Lexical && !request.text.trim().is_empty();
        let answer = self.answer(request, with_vector)?;
        if request.mode == Mode::Lexical && answer.degraded.is_some() && answer.hits.is_empty() {
            // The lexical retriever failed: retry with a vector for the dense one.
            return self.answer(request, true);
        }
        Ok(answer)
    }

    /// How well the best section fits the last query.
    pub fn fit(&self) -> Fit {
        self.engine.fit()
    }

    /// The retrievers' lists behind the last answer, as they entered fusion.
    pub fn lists(&self) -> &[RankedList] {
        self.engine.lists()
    }

    /// Stored bytes of the manifests and of all blocks read so far: what a reader's browser has to fetch, besides code
    /// and encoder.
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Uses this model for requests that ask for one.
    pub fn rerank_by(&mut self, reranker: Option<TimedReranker>) {
        self.reranker = reranker;
    }

    /// Keeps the vectors of queries, so that asking again embeds nothing.
    pub fn keep_vectors(&mut self) {
        self.vectors.get_or_insert_default();
    }

    /// The directory, to try settings that apply at query time: those of fusion.
    pub fn directory_mut(&mut self) -> &mut Directory {
        self.engine.directory_mut()
    }

    /// Tries settings of the ranking, each as `KEY=VALUE`, in place of the index's own.
    ///
    /// # Errors
    /// An unknown key, or a value that is not allowed.
    pub fn try_settings(&mut self, typed: &[String]) -> Result<(), CliError> {
        for typed in typed {
            let (key, number) = ranking_config::setting(typed).map_err(CliError::Input)?;
            self.directory_mut().ranking.set(&key, number);
        }
        Ok(())
    }

    /// The loaded part of the index.
    pub fn store(&self) -> &Store {
        self.engine.store()
    }

    /// Reads blocks. Those that cannot be read count as failed.
    pub fn load(&mut self, blocks: &[BlockId]) {
        self.engine.store().requests(blocks).iter().for_each(|request| self.bring(request));
    }

    fn embed(&mut self, typed: &str, corrected: &str) -> Option<Vec<f32>> {
        self.load_encoder();
        let encoder = self.encoder.as_ref()?;
        let texts = || (typed.to_owned(), corrected.to_owned());
        if let Some(vector) = self.vectors.as_ref().and_then(|kept| kept.get(&texts())) {
            return Some(vector.clone());
        }
        match encoder.embed_corrected(typed, corrected) {
            Ok(vector) => {
                if let Some(kept) = &mut self.vectors {
                    kept.insert(texts(), vector.clone());
                }
                Some(vector)
            }
            Err(error) => {
                self.engine
                    .set_encoder_problem(Some((ErrorCode::Encoder.as_str().to_owned(), error.to_string())));
                None
            }
        }
    }

    fn answer(&mut self, request: &Request, with_vector: bool) -> Result<Answer, CliError> {
        let mut text = request.text.clone();
        let mut vector = if with_vector { self.embed(&text, &text) } else { None };
        loop {
            let embedded = vector.as_deref().map(|vector| Embedded { text: &text, vector });
            match self.engine.query(request, embedded).map_err(|error| CliError::Input(error.to_string()))? {
                Outcome::Answer(answer) => return Ok(answer),
                Outcome::Embed(corrected) => {
                    vector = self.embed(&request.text, &corrected);
                    text = corrected;
                }
                Outcome::Rerank(task) => {
                    let scores = match &self.reranker {
                        Some(reranker) => reranker.scores(&task),
                        None => Err((ErrorCode::Reranker.as_str().to_owned(), "no model named".to_owned())),
                    };
                    self.engine.supply_scores(scores);
                }
                Outcome::Need(need) => need.iter().for_each(|request| self.bring(request)),
            }
        }
    }

    /// Reads a block and supplies it to the engine, which records failures and answers without the block.
    fn bring(&mut self, request: &BlockRequest) {
        let range = &request.range;
        if self.read.insert((range.file.clone(), range.start)) {
            self.bytes_read += u64::from(range.end.saturating_sub(range.start));
        }
        match read_range(&self.path, &request.range) {
            Ok(bytes) => {
                let _ = self.engine.supply(request.id, bytes);
            }
            Err(CliError::Index { source: IndexError::Unavailable { message, .. }, .. }) => {
                self.engine.fail(request.id, &message);
            }
            Err(error) => self.engine.fail(request.id, &error.to_string()),
        }
    }
}

/// Reads the manifest `name` of an index folder, and the directory inside it.
pub fn read_manifest(folder: &Path, name: &str) -> Result<(Manifest, Directory), CliError> {
    let bytes = files::read_if_there(&folder.join(name))?.ok_or_else(|| {
        CliError::Input(format!(
            "{}: no {name} here; name the folder that `docfuse build` made (SITE/docfuse by default)",
            folder.display()
        ))
    })?;
    let read = || {
        let manifest: Manifest = serde_json::from_slice(&bytes)
            .map_err(|error| IndexError::Manifest { message: error.to_string() })?;
        let directory = manifest.directory()?;
        Ok((manifest, directory))
    };
    read()
        .map_err(|error| match error {
            // `Manifest` errors name docfuse.json; this is the manifest of a further language.
            IndexError::Manifest { message } if name != MANIFEST_NAME => {
                IndexError::Unavailable { file: name.to_owned(), message }
            }
            error => error,
        })
        .map_err(CliError::index(folder))
}

/// Loads the encoder of an index folder after checking its files' hashes.
pub fn load_encoder(folder: &Path, model: &ModelRef) -> Result<Encoder, CliError> {
    let mut onnx = Vec::new();
    for part in &model.parts {
        onnx.extend(checked_file(folder, part)?);
    }
    let tokenizer = checked_file(folder, &model.tokenizer)?;
    Encoder::load_stored(onnx, &tokenizer, &model.info)
        .map_err(|error| CliError::Model { path: folder.to_owned(), message: error.to_string() })
}

/// The decompressed bytes of a byte range, not yet checked.
pub fn read_range(folder: &Path, range: &ByteRange) -> Result<Vec<u8>, CliError> {
    let stored = files::read_range(&folder.join(&range.file), range.start, range.end)?;
    open_block(&range.file, &stored, range.bytes).map_err(CliError::index(folder))
}

/// The decompressed bytes of a file of an index folder, checked against the manifest's size and hash.
pub fn checked_file(folder: &Path, file: &FileRef) -> Result<Vec<u8>, CliError> {
    let raw = read_file(folder, file)?;
    check_file(file, &raw).map_err(CliError::index(folder))?;
    Ok(raw)
}

/// The decompressed bytes of a file of an index folder, not yet checked.
pub fn read_file(folder: &Path, file: &FileRef) -> Result<Vec<u8>, CliError> {
    let stored = files::read(&folder.join(&file.name))?;
    open(&file.name, stored, file.bytes).map_err(CliError::index(folder))
}
