//! Builds one generation of an index: takes pages and vectors, returns files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::auxiliary::AuxiliaryDirectory;
use super::build_error::BuildError;
use super::compress::{CompressedBlocks, gzip, store};
use super::directory::{Directory, Synonym, running_sums};
use super::encoder::{EncoderFiles, WordTable, encoder_files};
use super::from_pages::{add_words, link_edges, pack_texts};
use super::keys::Keys;
use super::leaves::Leaves;
use super::lexicon_build::{add_lexicon, starts};
use super::manifest::{FileRef, Manifest, ModelRef, Offers};
use super::pack::{PackKind, first_eight, pack, pack_dense};
use super::ranking::Ranking;
use super::rules::Rule;
use super::texts::{editions, secondary_runs};
use super::whole_file::{add_whole, whole_file};
use crate::dense::{self, ClusterMemory, DenseParams, FilterValues};
use crate::embed::{ModelInfo, UNIGRAM_MAGIC, WindowSettings};
use crate::filters::{self, ValueNumbers};
use crate::format::{ENDING, FileKind, Generation, VERSION};
use crate::ids::SectionId;
use crate::ingest::{Page, SORT_KEY};
use crate::lexical::{AnalysisMemory, Bm25Params, FIELD_COUNT, KeyedBlock, LexicalBlocks, LexicalBuild};
use crate::lexicon::Trained;
use crate::links;
use crate::text::{ANALYZER_VERSION, Analyzer, AnalyzerSettings, Language, TextSettings};

/// Stored bytes at which a file of terms is full. Readers request single blocks. Hosts without range requests send the
/// whole file, so it must stay small; but more files also cost.
const TERM_FILE_BYTES: usize = 32 << 10;
/// Stored bytes at which a file of term vectors is full.
const TERM_VECTOR_FILE_BYTES: usize = 64 << 10;
/// Stored bytes at which a file of texts is full.
const TEXT_FILE_BYTES: usize = 48 << 10;
/// Stored bytes at which a file of blocks that only some queries read is full.
const AUXILIARY_FILE_BYTES: usize = 128 << 10;
/// Stored bytes at which a file of terms, texts or auxiliary blocks is full on hosts that answer multi-range requests. Most sites then have one
/// file of each kind. Static hosts accept files of 25 MiB.
const MULTIPART_FILE_BYTES: usize = 16 << 20;

/// Blocks of texts and terms from which on leaves of the directory are blocks of their own. So many take 130 KB of it, which
/// on Fast 4G last as long as the two round trips that leaves cost.
const LEAVES_FROM: u32 = 30_000;

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
}

impl IndexFiles {
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
    /// Whether the host answers multi-range requests with every range.
    pub multipart: bool,
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
    /// The ONNX file of the encoder of queries.
    pub model: &'a [u8],
    /// Its word table, unless the ONNX file has it.
    pub rows: Option<WordTable<'a>>,
    /// The tokenizer's JSON as found in the model's folder.
    pub tokenizer: &'a [u8],
    /// Metadata of both.
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
    let mut files = Vec::new();
    let mut directory = with_settings(settings);

    let full = |usual| if settings.multipart { MULTIPART_FILE_BYTES } else { usual };
    let ((generation, encoder), texts) = rayon::join(
        || {
            let encoder = dense_input.map(|input| encoder_files(input, known));
            (generation(&pages, dense_input, settings), encoder)
        },
        || {
            pack_texts(&pages, full(TEXT_FILE_BYTES), known, &|done| {
                progress(Step::Texts, done, section_count)
            })
        },
    );
    let (encoder, (texts, of_texts, mut text_files)) = (encoder.transpose()?, texts?);
    directory.generation = generation;
    let addresses: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
    let links = links::build(&link_edges(&pages), &links::parents(&addresses), generation)?;
    let of_pages: Vec<u32> = pages.iter().map(|page| page.sections.len() as u32).collect();
    let editions = editions(&pages);
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
    let window_starts =
        dense_input.filter(|_| settings.lexicon).map(|input| starts(input.sections, section_count));
    let blocks = words.finish(&settings.bm25, window_starts.as_deref());
    directory.largest_impact = blocks.largest_impact;
    let LexicalBlocks { mut terms, positions, spelling, occurrences, average_words, .. } = blocks;
    if let (Some(input), Some(_)) = (dense_input, &window_starts) {
        progress(Step::Lexicon, 0, section_count);
        let full = full(TERM_VECTOR_FILE_BYTES);
        let analyzer = Analyzer::new(&analysis);
        let trained = Trained {
            is_stop: &|word| analyzer.is_stop(word),
            occurrences: &occurrences,
            sections: section_count,
            windows: input.sections,
            vectors: input.vectors,
            dimensions: input.info.dimensions,
        };
        directory.lexicon = Some(add_lexicon(&trained, generation, full, &mut terms, known, &mut files)?);
        progress(Step::Lexicon, section_count, section_count);
    }
    drop(occurrences);
    let mut packed = 0;
    type Blocks<'a> = &'a mut dyn Iterator<Item = Vec<u8>>;
    let mut packing = |name, kind, usual, blocks: Blocks<'_>, files: &mut Vec<IndexFile>| {
        progress(Step::Packing, packed, 4);
        packed += 1;
        pack(&PackKind { name, kind, generation, full: full(usual), apart: false }, blocks, known, files)
    };
    let keys = Keys::new(&terms);
    let terms = packing("terms", FileKind::Terms, TERM_FILE_BYTES, &mut contents(terms), &mut files)?;
    let positions = &mut positions.into_iter();
    let mut auxiliary = AuxiliaryDirectory {
        positions: packing("positions", FileKind::Positions, AUXILIARY_FILE_BYTES, positions, &mut files)?,
        ..AuxiliaryDirectory::default()
    };
    for (table, blocks) in
        [(&mut auxiliary.forward, spelling.forward), (&mut auxiliary.backward, spelling.backward)]
    {
        table.keys = Keys::new(&blocks);
        table.blocks =
            packing("words", FileKind::Spelling, AUXILIARY_FILE_BYTES, &mut contents(blocks), &mut files)?;
    }
    directory.auxiliary = Some(add_whole(&mut files, known, "auxiliary", &auxiliary.write(generation))?);

    progress(Step::Packing, 4, 4);
    files.append(&mut text_files);
    directory.page_starts = running_sums(&of_pages);
    directory.secondary = secondary_runs(&pages);
    let blocks = texts.len().min(terms.len()) as u32;
    directory.leaves = Leaves::new(texts, &of_texts, terms, keys);
    if blocks > 0 && directory.leaves.blocks() >= settings.leaves_from.unwrap_or(LEAVES_FROM) {
        let leaves = &mut directory.leaves.divide().into_iter();
        directory.leaves.table =
            packing("leaves", FileKind::Leaves, AUXILIARY_FILE_BYTES, leaves, &mut files)?;
    }

    let (page_filters, sort_keys) = filters_and_keys(&pages);
    let page_filters: Vec<&[(String, String)]> = page_filters.iter().map(Vec::as_slice).collect();
    let of_pages: Vec<&[(String, String)]> = sort_keys.iter().map(Vec::as_slice).collect();
    if let Some(raw) = filters::build(&of_pages, &[], generation) {
        directory.keys = Some(add_whole(&mut files, known, "keys", &raw)?);
    }
    directory.has_editions = !editions.is_empty();
    if let Some(raw) = filters::build(&page_filters, &editions, generation) {
        directory.filters = Some(add_whole(&mut files, known, "filters", &raw)?);
    }
    directory.links = Some(add_whole(&mut files, known, "links", &links)?);

    if let Some(input) = dense_input {
        let windows = input.sections.len();
        progress(Step::Clusters, 0, windows);
        let parts = clusters(input, &page_filters, &directory, &settings.dense)?;
        progress(Step::Clusters, windows, windows);
        directory.graph = pack_dense(parts, known, &mut files)?;
    }
    let named: Vec<FileRef> = files.iter().map(|file| file.file.clone()).collect();
    // Serializing a list of plain structs cannot fail.
    let hashes = serde_json::to_vec(&named).unwrap_or_default();
    let (list, _) = whole_file("hashes", ".json", &hashes, store(&hashes, known))?;
    let hashes = list.file.clone();
    files.push(list);
    let model = dense_input.zip(encoder).map(|(input, encoder)| add_encoder(encoder, input, &mut files));
    let windows = dense_input.map_or(0, |input| input.sections.len() as u32);
    let manifest = Manifest {
        multipart: settings.multipart,
        offers: Offers { sort: usual_orders(&sort_keys), rules: settings.rules.clone() }.some(),
        words: settings.needs_all.then(|| "all".to_owned()),
        ..Manifest::new(&directory, hashes, named, model, windows)
    };
    known.end();
    Ok(IndexFiles { files, manifest, average_words })
}

/// The filters of each page, and its keys to sort by.
type FiltersAndKeys = (Vec<Vec<(String, String)>>, Vec<Vec<(String, String)>>);

fn filters_and_keys(pages: &[Page]) -> FiltersAndKeys {
    let of_page = |page: &Page| {
        let (keys, filters): (Vec<_>, Vec<_>) =
            page.filters.iter().cloned().partition(|(name, _)| name.starts_with(SORT_KEY));
        (filters, keys.into_iter().map(|(name, value)| (name[SORT_KEY.len()..].to_owned(), value)).collect())
    };
    pages.iter().map(of_page).unzip()
}

/// The keys with the order that readers expect first: dates, numbers and versions from the largest on, words from A on.
fn usual_orders(of_pages: &[Vec<(String, String)>]) -> Vec<String> {
    let mut orders: BTreeMap<&str, bool> = BTreeMap::new();
    for (name, value) in of_pages.iter().flatten() {
        let counts = value.starts_with(|c: char| c.is_ascii_digit());
        *orders.entry(name).or_insert(true) &= counts;
    }
    orders.iter().map(|(name, counts)| format!("{name}:{}", if *counts { "desc" } else { "asc" })).collect()
}

/// A directory of nothing yet.
fn with_settings(settings: &IndexSettings) -> Directory {
    Directory {
        language: settings.language.clone(),
        dictionary: settings.dictionary.clone(),
        text: settings.text.clone(),
        synonyms: settings.synonyms.clone(),
        ranking: settings.ranking.clone(),
        ..Directory::default()
    }
}

/// Clusters the vectors, each with the filter values of its page.
fn clusters(
    input: &DenseInput<'_>,
    page_filters: &[&[(String, String)]],
    directory: &Directory,
    params: &DenseParams,
) -> Result<dense::DenseParts, BuildError> {
    let numbers = ValueNumbers::new(page_filters);
    let of = |section| numbers.of_pages[directory.page_of(section).index()].as_slice();
    let values = FilterValues { count: numbers.count, of: &of };
    let dimensions = input.info.dimensions;
    Ok(dense::build(input.vectors, dimensions, input.sections, &values, params, input.clusters)?)
}

/// Adds the encoder's files, which the manifest names.
fn add_encoder(encoder: EncoderFiles, input: &DenseInput<'_>, files: &mut Vec<IndexFile>) -> ModelRef {
    let EncoderFiles { parts, rows, tokenizer } = encoder;
    let (rows, named) = rows.unzip();
    let model = ModelRef {
        parts: parts.iter().map(|part| part.file.clone()).collect(),
        rows: named,
        tokenizer: tokenizer.file.clone(),
        unigram: input.tokenizer.starts_with(UNIGRAM_MAGIC),
        info: input.info.clone(),
    };
    files.extend(parts);
    files.extend(rows.into_iter().flatten());
    files.push(tokenizer);
    model
}

fn contents(blocks: Vec<KeyedBlock>) -> impl Iterator<Item = Vec<u8>> {
    blocks.into_iter().map(|block| block.bytes)
}

/// Hashes all input of an index. Each value is prefixed with its length, so that no two inputs hash alike.
fn generation(pages: &[Page], dense_input: Option<&DenseInput<'_>>, settings: &IndexSettings) -> Generation {
    let mut hash = Sha256::new();
    let mut hash_value = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    hash_value(&[VERSION, ANALYZER_VERSION as u8]);
    // The debug form shows every setting, so it changes with each of them.
    hash_value(format!("{settings:?}").as_bytes());
    if let Some(input) = dense_input {
        hash_value(input.info.onnx_sha256.as_bytes());
        hash_value(input.info.query_sha256.as_deref().unwrap_or_default().as_bytes());
        hash_value(input.info.tokenizer_sha256.as_bytes());
        hash_value(input.info.passage_prompt.as_bytes());
    }
    for page in pages {
        // The same holds for pages; their links and names affect ranks too.
        hash_value(format!("{page:?}").as_bytes());
    }
    Generation(first_eight(&hash.finalize().into()))
}
