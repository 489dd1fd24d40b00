//! Builds one generation of an index: takes pages and vectors, returns files.

use std::borrow::Cow;

use super::build_error::BuildError;
use super::compress::{CompressedBlocks, gzip};
use super::directory::Synonym;
use super::encoder::{EncoderInput, encoder_files};
use super::from_pages::{PageTables, add_words, pack_texts};
use super::identity;
use super::lexicon_build::starts;
use super::manifest::{FileRef, Manifest};
use super::output::{Output, WORD_KINDS};
use super::ranking::Ranking;
use super::rules::Rule;
use super::whole_file::whole_file;
use crate::dense::{ClusterMemory, DenseParams};
use crate::format::ENDING;
use crate::ids::SectionId;
use crate::index::Page;
use crate::lexical::{AnalysisMemory, Bm25Params, FIELD_COUNT, LexicalBlocks, LexicalBuild};
use crate::lexicon::Trained;
use crate::model::{ModelInfo, WindowSettings};
use crate::text::{Analyzer, AnalyzerSettings, Language, TextSettings};

/// A file of the index folder.
pub struct IndexFile {
    /// Kind of content: "terms", "texts" and so on.
    pub kind: &'static str,
    /// Name, sizes and hash.
    pub file: FileRef,
    /// The bytes as stored.
    pub content: Vec<u8>,
}

/// A whole generation.
pub struct IndexFiles {
    /// All files but the manifest.
    pub files: Vec<IndexFile>,
    /// Content of `docfuse.json`, which must be written last.
    pub manifest: Manifest,
    /// Words of each field of a section on average.
    pub average_words: [f32; FIELD_COUNT],
    /// Stored bytes of the graph of links, if it is so large that readers do not load it.
    pub spared_links: Option<u32>,
}

impl IndexFiles {
    /// The files that pages may read.
    pub fn read_by_pages(&self) -> impl Iterator<Item = &IndexFile> {
        self.files.iter().filter(|file| file.kind != "links" || self.spared_links.is_none())
    }

    /// Adds the stemmer of the language, a WebAssembly module, for pages.
    ///
    /// # Errors
    /// A module larger than static hosts accept.
    pub fn add_stemmer(&mut self, module: &[u8]) -> Result<(), BuildError> {
        // Pages do not check its hash.
        let (file, _) = whole_file("stemmer", ENDING, module, gzip(module))?;
        self.manifest.stemmer = Some(file.file.clone());
        self.files.push(file);
        Ok(())
    }
}

/// Index settings that an author can change.
///
/// The command makes them of `docfuse.toml`, and checks them there: [`build`] takes them as they are. The default is that of
/// the command, but for `language`, which the pages have, and `lexicon`.
///
/// ```
/// use docfuse::index::{IndexSettings, Synonym};
///
/// let synonym = Synonym { word: "arc".to_owned(), others: vec!["atomic".to_owned()] };
/// let mut settings = IndexSettings { language: "en".to_owned(), synonyms: vec![synonym], ..IndexSettings::default() };
/// settings.ranking.set("fusion.k", 20.0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IndexSettings {
    /// Language of the pages: primary subtag, with script and region where the site has several variants.
    pub language: String,
    /// The site's dictionary: words that the analyzer keeps whole.
    pub dictionary: Vec<String>,
    /// Stop words, and the least length of a term.
    pub text: TextSettings,
    /// Synonyms.
    pub synonyms: Vec<Synonym>,
    /// BM25 parameters.
    pub bm25: Bm25Params,
    /// Settings of the ranking.
    pub ranking: Ranking,
    /// How sections were cut into windows.
    pub windows: WindowSettings,
    /// How vectors are stored and searched.
    pub dense: DenseParams,
    /// Whether an index with vectors has a lexicon.
    pub lexicon: bool,
    /// Whether queries that do not say it need all their words, as the ranking says, too.
    pub needs_all: bool,
    /// What is shown above the hits of certain queries.
    pub rules: Vec<Rule>,
    /// Blocks of texts and terms from which on leaves of the directory are blocks of their own; for tests.
    pub leaves_from: Option<u32>,
}

/// Input of the dense index.
pub struct DenseInput<'a> {
    /// The section of each window, in ascending order.
    pub sections: &'a [SectionId],
    /// Concatenated unit vectors of all windows.
    pub vectors: &'a [f32],
    /// Numbers of each of them: those of the encoder, or fewer if readers get none.
    pub dimensions: usize,
    /// The encoder of queries, if readers get one.
    pub encoder: Option<EncoderInput<'a>>,
    /// Metadata of the encoder that made the vectors.
    pub info: &'a ModelInfo,
    /// Clusters of earlier builds.
    pub clusters: &'a ClusterMemory,
}

/// Steps of [`build`], for progress reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Packing and compressing texts; counts sections.
    Texts,
    /// Analyzing sections and writing postings; counts sections.
    Lexical,
    /// Fitting the lexicon; counts sections.
    Lexicon,
    /// Packing and compressing the rest; counts kinds of blocks.
    Packing,
    /// Clustering the vectors, and building the graph; counts windows.
    Clusters,
}

/// What a build keeps for the next one of the same language: analyzed sections and compressed blocks. The default keeps
/// nothing.
#[derive(Default)]
pub struct BuildMemory {
    analyses: AnalysisMemory,
    blocks: CompressedBlocks,
}

impl BuildMemory {
    /// A memory for builds after the next one. It takes about as many bytes as the texts and the index have.
    pub fn keeping() -> Self {
        BuildMemory { analyses: AnalysisMemory::keeping(), blocks: CompressedBlocks::keeping() }
    }
}

/// Builds all files of an index. The same input gives the same bytes.
///
/// `progress` receives the step, the units done and the total units.
///
/// # Errors
/// Too many sections, a file larger than static hosts accept, invalid vectors, or an invalid tokenizer.
pub fn build(
    pages: &[Page],
    dense_input: Option<&DenseInput<'_>>,
    settings: &IndexSettings,
    progress: &(dyn Fn(Step, usize, usize) + Sync),
) -> Result<IndexFiles, BuildError> {
    rebuild(pages.into(), dense_input, settings, &mut BuildMemory::default(), progress)
}

/// As [`build`], and gives the same bytes, whatever is in `memory`; but only analyzes and compresses what has changed
/// since the build before. Lets go of links and sections of owned pages as soon as it has read them, so that they and
/// the postings of a large site are not in memory together.
///
/// # Errors
/// Those of [`build`].
pub fn rebuild(
    mut pages: Cow<'_, [Page]>,
    dense_input: Option<&DenseInput<'_>>,
    settings: &IndexSettings,
    memory: &mut BuildMemory,
    progress: &(dyn Fn(Step, usize, usize) + Sync),
) -> Result<IndexFiles, BuildError> {
    let BuildMemory { analyses, blocks: known } = memory;
    let section_count: usize = pages.iter().map(|page| page.sections.len()).sum();
    let ((generation, encoder), texts) = rayon::join(
        || {
            let encoder = dense_input.and_then(|input| input.encoder.as_ref());
            let encoder = encoder.map(|encoder| encoder_files(encoder, known));
            (identity::generation(&pages, dense_input, settings), encoder)
        },
        || pack_texts(&pages, known, &|done| progress(Step::Texts, done, section_count)),
    );
    let (encoder, texts) = (encoder.transpose()?, texts?);
    let tables = PageTables::new(&pages, generation)?;
    if let Cow::Owned(pages) = &mut pages {
        pages.iter_mut().for_each(|page| page.links = Vec::new());
    }

    let analysis = AnalyzerSettings {
        language: Language::from_tag(&settings.language),
        dictionary: settings.dictionary.clone(),
        text: settings.text.clone(),
    };
    let mut words = LexicalBuild::new(section_count, &analysis, analyses)?;
    add_words(&mut pages, &mut words, &|done| progress(Step::Lexical, done, section_count));
    let trained = dense_input.filter(|_| settings.lexicon);
    let window_starts = trained.map(|input| starts(input.sections, section_count));
    let mut words = words.finish(&settings.bm25, window_starts.as_deref());

    let mut output = Output::new(generation, settings, known);
    output.positions(std::mem::take(&mut words.positions), &mut words.terms)?;
    if let Some(input) = trained {
        progress(Step::Lexicon, 0, section_count);
        add_lexicon(&mut output, input, &mut words, section_count, &Analyzer::new(&analysis))?;
        progress(Step::Lexicon, section_count, section_count);
    }
    let average_words = words.average_words;
    let terms = output.words(words, &|done| progress(Step::Packing, done, WORD_KINDS))?;
    output.texts(texts, terms, &tables.sections)?;
    output.pages(&tables)?;
    if let Some(input) = dense_input {
        let windows = input.sections.len();
        progress(Step::Clusters, 0, windows);
        output.vectors(input, &tables)?;
        progress(Step::Clusters, windows, windows);
    }
    let index = output.finish(dense_input, encoder, &tables, average_words)?;
    known.end();
    Ok(index)
}

/// Fits the lexicon to the vectors of windows, and takes what it needs of the words.
fn add_lexicon(
    output: &mut Output<'_>,
    input: &DenseInput<'_>,
    words: &mut LexicalBlocks,
    sections: usize,
    analyzer: &Analyzer,
) -> Result<(), BuildError> {
    let trained = Trained {
        is_stop: &|word| analyzer.is_stop(word),
        occurrences: &std::mem::take(&mut words.occurrences),
        sections,
        windows: input.sections,
        vectors: input.vectors,
        dimensions: input.dimensions,
    };
    output.lexicon(&trained, &mut words.terms)
}
