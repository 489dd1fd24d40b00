//! [`IndexFolder`]: drives the search engine, which does no I/O, over an index folder, here or on a host.

mod further_index;
pub mod host;
mod hosted_index;
pub mod index_source;
mod kept_bytes;
pub mod local_index;
pub mod memory_index;
pub mod plain_address;
pub mod reranker;
mod scan;
mod several_sources;
pub mod site_address;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use super::clock::now;
use super::config::ranking_config;
use super::error::CliError;
use super::shared_args::DenseArg;
use docfuse::error_code::ErrorCode;
use docfuse::ids::{PageId, SectionId};
use docfuse::index::{
    BlockId, Directory, MANIFEST_NAME, Manifest, PageText, Pinned, SectionText, Store, pinned,
};
use docfuse::search::{
    Answer, Closeness, Context, ContextRequest, Embedded, Engine, Listing, Mode, Outcome, RankedList, Request,
};
use docfuse_encoder::Encoder;
use further_index::{FurtherIndex, source};
use index_source::{IndexSource, engine, read_manifest};
use local_index::LocalIndex;
use reranker::TimedReranker;

/// Time after which an encoder that failed is loaded again.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// An opened index folder.
pub struct IndexFolder {
    source: Box<dyn IndexSource>,
    /// Further indexes, searched as one with this one.
    further: Vec<FurtherIndex>,
    /// File name of the manifest.
    name: String,
    manifest: Manifest,
    engine: Engine,
    encoder: Option<Encoder>,
    /// When loading the encoder failed last.
    failed_at: Option<Instant>,
    /// Whether vectors and graph were asked for.
    has_dense: bool,
    dense: DenseArg,
    reranker: Option<TimedReranker>,
    /// Stored bytes of the manifests and of the ranges in `read`.
    bytes_read: u64,
    /// Bytes of the blocks that the engine has, and will not need for every query.
    supplied: usize,
    /// File and first byte of the ranges read.
    read: HashSet<(String, u32)>,
    /// Vectors of queries, by typed and by corrected text, if they are kept.
    vectors: Option<HashMap<(String, String), Vec<f32>>>,
}

impl IndexFolder {
    /// Opens the manifest of the language that fits `language` best, by default the main one. Queries read the other
    /// files as needed.
    pub fn open(path: &Path, language: Option<&str>) -> Result<Self, CliError> {
        Self::of(Box::new(LocalIndex::new(path)), language)
    }

    /// Opens a folder, or the address of a deployed index, whose host has this time for its manifest.
    pub fn find(location: &str, language: Option<&str>, time: Duration) -> Result<Self, CliError> {
        Self::of(source(location, time)?, language)
    }

    /// Opens an index whose files are anywhere.
    pub fn of(source: Box<dyn IndexSource>, language: Option<&str>) -> Result<Self, CliError> {
        let read = |name: &str| read_manifest(source.as_ref(), name);
        let (mut manifest, mut directory, mut bytes_read) = read(MANIFEST_NAME)?;
        let mut name = MANIFEST_NAME.to_owned();
        let wanted = language.map(|language| {
            let languages: Vec<&str> = manifest.languages.keys().map(String::as_str).collect();
            manifest.fitting_language(language).ok_or_else(|| {
                let others: String = languages.iter().map(|language| format!(" or {language}")).collect();
                let message = format!(
                    "a language of the index expected, such as {}{others}; \"{language}\" found, of which it has no pages",
                    manifest.language
                );
                CliError::at(source.location(), message)
            })
        });
        let wanted = wanted.transpose()?.and_then(|language| manifest.languages.get(language)).cloned();
        if let Some(wanted) = wanted {
            let length;
            (manifest, directory, length) = read(&wanted)?;
            bytes_read += length;
            name = wanted;
        }
        source.set_deadline(None);
        let engine = engine(directory, source.as_ref(), &manifest);
        let mut index = IndexFolder {
            source,
            further: Vec::new(),
            name,
            manifest,
            engine,
            encoder: None,
            failed_at: None,
            has_dense: false,
            dense: DenseArg::Auto,
            reranker: None,
            bytes_read,
            supplied: 0,
            read: HashSet::new(),
            vectors: None,
        };
        index.set_dense(DenseArg::Auto);
        Ok(index)
    }

    /// What gives queries their vector.
    pub fn set_dense(&mut self, dense: DenseArg) {
        self.dense = dense;
        self.engine.set_uses_lexicon(dense.uses_lexicon());
        self.engine.set_encoder_problem(dense.encoder_problem().or_else(|| self.no_encoder()));
    }

    /// What `degraded` says of an index whose readers get no encoder.
    fn no_encoder(&self) -> Option<(String, String)> {
        let has_none = self.manifest.windows > 0 && self.manifest.model.is_none();
        has_none.then(|| {
            let message = "readers of this index get no encoder; the lexicon answers in its place";
            (ErrorCode::EncoderOff.as_str().to_owned(), message.to_owned())
        })
    }

    /// What the rules of the site show above the hits of the last query, which was `text`.
    pub fn pinned(&self, text: &str) -> Vec<Pinned<'_>> {
        pinned(self.manifest.rules(), text, self.engine.likeness())
    }

    /// Narrows and orders all queries from now on.
    pub fn list_by(&mut self, listing: Listing) {
        self.engine.list_by(listing);
    }

    /// Loads encoder, vectors and graph ahead of the first query. If the encoder fails, the lexical retriever answers and
    /// `degraded` says why; a query half a minute later tries again.
    pub fn load_encoder(&mut self) {
        if !self.has_dense && self.encoder().is_some() {
            self.has_dense = true;
            self.load_dense();
        }
    }

    /// The encoder, loaded when it is first needed.
    fn encoder(&mut self) -> Option<&Encoder> {
        let waits = self.failed_at.is_some_and(|failed| failed.elapsed() < RETRY_AFTER);
        if self.dense.uses_encoder() && self.encoder.is_none() && self.encoder_manifest().is_some() && !waits
        {
            match self.read_encoder() {
                Ok(encoder) => {
                    self.encoder = Some(encoder);
                    self.engine.set_encoder_problem(None);
                }
                Err(error) => {
                    self.failed_at = Some(now());
                    let code = ErrorCode::Encoder.as_str().to_owned();
                    self.engine.set_encoder_problem(Some((code, error.to_string())));
                }
            }
        }
        self.encoder.as_ref().filter(|_| self.dense.uses_encoder())
    }

    /// Loads the graph, then all vectors of a small index, which blocks of the graph locate.
    fn load_dense(&mut self) {
        loop {
            let need = self.engine.preload(Mode::Dense);
            if need.is_empty() {
                return;
            }
            self.bring(&need);
        }
    }

    /// Answers a query and reads the blocks that it needs.
    ///
    /// # Errors
    /// An invalid request. Missing or damaged files are reported in the answer's `degraded`.
    pub fn query(&mut self, request: &Request) -> Result<Answer, CliError> {
        let with_vector =
            matches!(request.mode, Mode::Hybrid | Mode::Dense) && !request.text.trim().is_empty();
        let answer = self.answer(request, with_vector)?;
        if request.mode == Mode::Lexical && answer.degraded.is_some() && answer.hits.is_empty() {
            // The lexical retriever failed: retry with a vector for the dense one.
            return self.answer(request, true);
        }
        Ok(answer)
    }

    /// How close the best section came to the last query.
    pub fn closeness(&self) -> Closeness {
        self.engine.closeness()
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

    /// Takes over the encoder of another index, if it has the same one loaded, and the vectors of queries that it kept.
    pub fn take_encoder(&mut self, other: IndexFolder) {
        let is_same = self.manifest.model.is_some() && self.manifest.has_encoder_of(&other.manifest);
        if let Some(encoder) = other.encoder.filter(|_| is_same && self.encoder.is_none()) {
            self.encoder = Some(encoder);
            self.vectors = other.vectors;
            self.load_dense();
        }
    }

    /// Keeps the vectors of queries, so that asking again embeds nothing.
    pub fn keep_vectors(&mut self) {
        self.vectors.get_or_insert_default();
    }

    /// The directory, to try settings that apply at query time: those of fusion.
    pub fn directory_mut(&mut self) -> &mut Directory {
        self.engine.directory_mut()
    }

    /// Makes the next queries those of a reader who has just come to the page ([`Engine::search_as_new_reader`]).
    pub fn search_as_new_reader(&mut self) {
        self.engine.search_as_new_reader();
    }

    /// Tries settings of the ranking, each as `KEY=VALUE`, in place of the index's own.
    ///
    /// # Errors
    /// An unknown key, or a value that is not allowed.
    pub fn try_settings(&mut self, typed: &[String]) -> Result<(), CliError> {
        for typed in typed {
            let (key, number) = ranking_config::setting(typed).map_err(CliError::Argument)?;
            self.directory_mut().ranking.set(&key, number);
        }
        self.engine.share_ranking();
        Ok(())
    }

    /// Whether the folder still has the manifest of the language that is searched as it was opened. Reads it.
    pub fn is_current(&self) -> bool {
        let manifest = self.source.manifest(&self.name).ok();
        let manifest = manifest.and_then(|text| serde_json::from_slice::<Manifest>(&text).ok());
        manifest.is_some_and(|manifest| manifest == self.manifest)
    }

    /// Reads the manifest again, and opens the new generation of the index if there is one. Returns whether there was.
    /// What fails leaves the old one open.
    pub fn reopen_if_changed(&mut self) -> bool {
        let Ok((manifest, directory, _)) = read_manifest(self.source.as_ref(), &self.name) else {
            return false;
        };
        if manifest == self.manifest {
            return false;
        }
        if !manifest.has_encoder_of(&self.manifest) {
            (self.encoder, self.failed_at) = (None, None);
        }
        self.engine = engine(directory, self.source.as_ref(), &manifest);
        self.manifest = manifest;
        self.has_dense = false;
        self.supplied = 0;
        true
    }

    /// Lets queries read failed blocks again, and forgets terms, positions and texts if they exceed `most` bytes. The
    /// vectors stay.
    pub fn tidy(&mut self, most: usize) {
        self.engine.forget_failures();
        if self.supplied > most {
            self.engine.forget_blocks();
            self.supplied = 0;
        }
    }

    /// The folder or its address, as errors name it.
    pub fn location(&self) -> &Path {
        self.source.location()
    }

    /// The manifest of the language that is searched.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The address and the id of a section in the lists of the last answer, if its text is loaded.
    pub fn text(&self, section: SectionId) -> Option<(&SectionText, &PageText)> {
        self.engine.text(section)
    }

    /// The loaded part of the index.
    pub fn store(&self) -> &Store {
        self.engine.store()
    }

    /// Reads blocks. Those that cannot be read count as failed.
    pub fn load(&mut self, blocks: &[BlockId]) {
        let of_first: Vec<BlockId> = blocks.iter().copied().filter(|id| id.site == 0).collect();
        for blocks in [&self.store().unknown_leaves(&of_first), blocks] {
            let need = self.engine.requests(blocks);
            self.bring(&need);
        }
    }

    /// Loads the texts of sections in the lists of the last answer.
    pub fn load_texts(&mut self, sections: &mut dyn Iterator<Item = SectionId>) {
        let sections: Vec<SectionId> = sections.collect();
        // Their leaves, then the texts themselves.
        for _ in 0..2 {
            let missing = self.engine.missing_texts(&mut sections.iter().copied());
            self.load(&missing);
        }
    }

    /// The page of a section in the lists of the last answer.
    pub fn page_of(&self, section: SectionId) -> PageId {
        self.engine.page_of(section)
    }

    /// Whole texts of sections in their order, as far as they fit. Their blocks must be loaded. Without a loaded encoder,
    /// tokens are estimated.
    pub fn read(&self, sections: &[SectionId], asked: &ContextRequest) -> Context {
        let count = |texts: &[String]| self.encoder.as_ref()?.count_tokens(texts).ok();
        self.engine.read(sections, asked, &count)
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
            match self.engine.query(request, embedded)? {
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
                Outcome::Count(texts) => {
                    let counts = self.encoder().and_then(|encoder| encoder.count_tokens(&texts).ok());
                    self.engine.supply_counts(counts);
                }
                Outcome::Need(need) => self.bring(&need),
            }
        }
    }
}
