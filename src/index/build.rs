//! Writes one generation: pages and vectors in, files out.

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::auxiliary::AuxiliaryDirectory;
use super::compress::{gzip, store};
use super::directory::{Directory, Fusion, Synonym, WholeFile};
use super::manifest::{FileRef, Manifest, ModelRef, file_name};
use super::pack::{PackKind, first_eight, pack};
use super::table::Keys;
use super::texts::{field_texts, fragments};
use crate::dense::{self, DenseError, DenseParams, GraphCache};
use crate::embed::{ModelInfo, pack_tokenizer};
use crate::filters;
use crate::format::{FileKind, FormatError, Generation, VERSION, to_hex};
use crate::ids::{PageId, SectionId};
use crate::ingest::Page;
use crate::lexical::{self, Bm25Params, KeyedBlock, LexicalBlocks, SectionTexts};
use crate::limits::{MAX_FILE_BYTES, MAX_MODEL_BYTES, MAX_STORED_BYTES};
use crate::links::{self, Link, LinkError};
use crate::text::{ANALYZER_VERSION, AnalyzerSettings, Language};

/// Stored bytes from which on a file of terms is full. Readers take single blocks out of it; hosts that can't give
/// parts of files give it whole, so it must not be large, and the number of files counts too.
const TERM_FILE_BYTES: usize = 32 << 10;
/// The same for texts.
const TEXT_FILE_BYTES: usize = 48 << 10;
/// The same for what only some queries read.
const AUXILIARY_FILE_BYTES: usize = 128 << 10;
/// The same for vectors and graph, of which a reader takes all: a block alone fills a file, and the windows, which are
/// few bytes, stand with the first.
const DENSE_FILE_BYTES: usize = 512 << 10;
/// The same for terms, texts, and what only some queries read, on hosts of which one request can ask for blocks all
/// over a file: most sites have one file of each, and static hosts take files of 25 MiB.
const MULTIPART_FILE_BYTES: usize = 16 << 20;

/// Bytes of one part of the encoder's file. A browser keeps each part once it is whole, and readers leave pages within
/// seconds: at 9 Mbit/s, three parts side by side take six. Smaller ones would lengthen the manifest, which every
/// reader loads, by 165 bytes each.
const MODEL_PART_BYTES: usize = 2 << 20;

/// A file to be put into the index folder.
pub struct IndexFile {
    /// What it holds: "terms", "texts" and so on.
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
    /// What `docfuse.json` must say, written last.
    pub manifest: Manifest,
}

/// What an author can set about an index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IndexSettings {
    /// Primary language subtag of the pages.
    pub language: String,
    /// The site's own whole words.
    pub dictionary: Vec<String>,
    /// Words that stand for others.
    pub synonyms: Vec<Synonym>,
    /// How words are weighed.
    pub bm25: Bm25Params,
    /// How retrievers are fused.
    pub fusion: Fusion,
    /// How vectors are stored and found.
    pub dense: DenseParams,
    /// Whether the host answers a request for several ranges with all of them.
    pub multipart: bool,
}

/// The dense side's input.
pub struct DenseInput<'a> {
    /// The section of each window, never falling.
    pub sections: &'a [SectionId],
    /// The vectors of all windows one after another, of unit length.
    pub vectors: &'a [f32],
    /// The encoder's ONNX file.
    pub model: &'a [u8],
    /// The tokenizer's JSON, as the model's folder has it.
    pub tokenizer: &'a [u8],
    /// What is to be known of both.
    pub info: &'a ModelInfo,
    /// Graphs of builds before.
    pub graphs: &'a (dyn GraphCache + Sync),
}

/// Why an index cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// More sections than an index can hold.
    #[error("lexical index: {0}; split the site into several indexes")]
    Lexical(#[from] FormatError),
    /// Vectors that make no dense index.
    #[error("dense index: {0}")]
    Dense(#[from] DenseError),
    /// Links that make no graph.
    #[error("link graph: {0}")]
    Links(#[from] LinkError),
    /// A tokenizer that no encoder was loaded with.
    #[error("tokenizer: a JSON object expected, found {0}; import the model again")]
    Tokenizer(serde_json::Error),
    /// A file that static hosts or browsers would refuse.
    #[error(
        "{kind} file: at most {at_most} bytes expected, {found} found; split the site into several indexes, or leave \
         parts of it out"
    )]
    TooLarge {
        /// Kind of the file.
        kind: &'static str,
        /// Limit in bytes.
        at_most: u64,
        /// Bytes that the file would have.
        found: u64,
    },
}

/// Steps of [`build`], for whoever shows progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Analysing sections and writing postings; counts sections.
    Lexical,
    /// Building the HNSW graph; counts windows.
    Graph,
    /// Packing and compressing; counts kinds of blocks.
    Packing,
}

/// Builds all files of an index. The same input gives the same bytes.
///
/// `progress` is told a step, how much of it is done, and out of how much.
///
/// # Errors
/// More sections than an index can hold, a file beyond what static hosts accept, vectors that don't fit, or a tokenizer
/// that is none.
pub fn build(
    pages: &[Page],
    dense_input: Option<&DenseInput<'_>>,
    settings: &IndexSettings,
    progress: &(dyn Fn(Step, usize, usize) + Sync),
) -> Result<IndexFiles, BuildError> {
    let section_count: usize = pages.iter().map(|page| page.sections.len()).sum();
    let mut files = Vec::new();
    let mut directory = Directory {
        language: settings.language.clone(),
        dictionary: settings.dictionary.clone(),
        synonyms: settings.synonyms.clone(),
        fusion: settings.fusion.clone(),
        ..Directory::default()
    };

    let texts: Vec<SectionTexts<'_>> = pages
        .iter()
        .flat_map(|page| {
            page.sections.iter().enumerate().map(|(place, section)| field_texts(page, place, section))
        })
        .collect();
    let analysis = AnalyzerSettings {
        language: Language::from_tag(&settings.language),
        dictionary: settings.dictionary.clone(),
    };
    // Merging postings keeps one core busy; meanwhile the others hash what went in, and compress the encoder.
    let (blocks, (generation, encoder)) = rayon::join(
        || {
            let progress = |done| progress(Step::Lexical, done, section_count);
            lexical::build(&texts, &analysis, &settings.bm25, &progress)
        },
        || (generation(pages, dense_input, settings), dense_input.map(encoder_files)),
    );
    let (blocks, encoder) = (blocks?, encoder.transpose()?);
    drop(texts);
    directory.generation = generation;
    directory.largest_impact = blocks.largest_impact;
    let mut packed = 0;
    let mut packing = |name, kind, full, blocks: &[&[u8]], files: &mut Vec<IndexFile>| {
        progress(Step::Packing, packed, 5);
        packed += 1;
        // Texts depend on no id, so files of unchanged pages keep their names.
        let apart = kind == FileKind::Texts;
        let generation = if apart { Generation::default() } else { generation };
        let full = if settings.multipart { MULTIPART_FILE_BYTES } else { full };
        pack(&PackKind { name, kind, generation, full, apart }, blocks, files)
    };
    let LexicalBlocks { terms, positions, words, .. } = blocks;
    directory.term_keys = Keys::new(&terms);
    directory.terms = packing("terms", FileKind::Terms, TERM_FILE_BYTES, &keyed(&terms), &mut files)?;
    drop(terms);
    let positions: Vec<&[u8]> = positions.iter().map(Vec::as_slice).collect();
    let mut auxiliary = AuxiliaryDirectory {
        positions: packing("positions", FileKind::Positions, AUXILIARY_FILE_BYTES, &positions, &mut files)?,
        ..AuxiliaryDirectory::default()
    };
    drop(positions);
    for (table, blocks) in
        [(&mut auxiliary.forward, &words.forward), (&mut auxiliary.backward, &words.backward)]
    {
        table.keys = Keys::new(blocks);
        table.blocks = packing("words", FileKind::Words, AUXILIARY_FILE_BYTES, &keyed(blocks), &mut files)?;
    }
    directory.auxiliary = Some(add_whole(&mut files, "auxiliary", &auxiliary.write(generation))?);

    let fragments = fragments(pages);
    let contents: Vec<Vec<u8>> = fragments.iter().map(|fragment| fragment.write()).collect();
    let contents: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
    directory.texts = packing("texts", FileKind::Texts, TEXT_FILE_BYTES, &contents, &mut files)?;
    progress(Step::Packing, 5, 5);
    let of_pages: Vec<u32> = pages.iter().map(|page| page.sections.len() as u32).collect();
    let of_texts: Vec<u32> = fragments.iter().map(|fragment| fragment.sections.len() as u32).collect();
    directory.set_sections(&of_pages, &of_texts);

    let page_filters: Vec<&[(String, String)]> = pages.iter().map(|page| page.filters.as_slice()).collect();
    if let Some(raw) = filters::build(&page_filters, generation) {
        directory.filters = Some(add_whole(&mut files, "filters", &raw)?);
    }
    let links = links::build(&link_edges(pages), pages.len() as u32, generation)?;
    add(&mut files, "links", "bin", &links)?;

    let mut model = None;
    if let Some(input) = dense_input {
        let windows = input.sections.len();
        progress(Step::Graph, 0, windows);
        let (dimensions, params) = (input.info.dimensions, &settings.dense);
        let blocks = dense::build(input.vectors, dimensions, input.sections, params, input.graphs)?;
        progress(Step::Graph, windows, windows);
        let mut packing = |name, kind, generation, blocks: &[Vec<u8>]| {
            let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
            let kind = PackKind { name, kind, generation, full: DENSE_FILE_BYTES, apart: true };
            pack(&kind, &blocks, &mut files)
        };
        directory.dense = packing("dense", FileKind::Dense, Generation::default(), &blocks.vectors)?;
        directory.graph = packing("graph", FileKind::Graph, blocks.made_from, &blocks.graph)?;
    }
    let named: Vec<FileRef> = files.iter().map(|file| file.file.clone()).collect();
    // A list of plain structs has a JSON form.
    let hashes = serde_json::to_vec(&named).unwrap_or_default();
    let (hashes, _) = add(&mut files, "hashes", "json", &hashes)?;
    if let (Some(input), Some((parts, tokenizer))) = (dense_input, encoder) {
        model = Some(ModelRef {
            parts: parts.iter().map(|part| part.file.clone()).collect(),
            tokenizer: tokenizer.file.clone(),
            info: input.info.clone(),
        });
        files.extend(parts);
        files.push(tokenizer);
    }
    let windows = dense_input.map_or(0, |input| input.sections.len() as u32);
    let manifest = Manifest {
        multipart: settings.multipart,
        ..Manifest::new(&directory, hashes, named, model, windows)
    };
    Ok(IndexFiles { files, manifest })
}

fn keyed(blocks: &[KeyedBlock]) -> Vec<&[u8]> {
    blocks.iter().map(|block| block.bytes.as_slice()).collect()
}

fn link_edges(pages: &[Page]) -> Vec<Link> {
    let ids: std::collections::HashMap<&str, u32> =
        pages.iter().map(|page| page.url.as_str()).zip(0..).collect();
    let mut edges = Vec::new();
    for (from, page) in (0u32..).zip(pages) {
        let targets = page.links.iter().filter_map(|link| ids.get(link.page.as_str()));
        edges.extend(targets.map(|to| Link { from: PageId(from), to: PageId(*to) }));
    }
    edges
}

/// Adds a file, and gives its reference and the SHA-256 of its content.
fn add(
    files: &mut Vec<IndexFile>,
    kind: &'static str,
    ending: &str,
    raw: &[u8],
) -> Result<(FileRef, [u8; 32]), BuildError> {
    let file = whole_file(kind, ending, raw, store(raw))?;
    let added = (file.0.file.clone(), file.1);
    files.push(file.0);
    Ok(added)
}

/// A file that is read as a whole, and stored as `content`; it is named by what it holds.
fn whole_file(
    kind: &'static str,
    ending: &str,
    raw: &[u8],
    content: Vec<u8>,
) -> Result<(IndexFile, [u8; 32]), BuildError> {
    let too_large = |at_most: u64, found: usize| BuildError::TooLarge { kind, at_most, found: found as u64 };
    if raw.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large(MAX_FILE_BYTES, raw.len()));
    }
    if content.len() as u64 > MAX_STORED_BYTES {
        return Err(too_large(MAX_STORED_BYTES, content.len()));
    }
    let digest: [u8; 32] = Sha256::digest(raw).into();
    let sha256 = to_hex(&digest);
    let name = file_name(kind, &sha256, ending);
    let file = FileRef { name, bytes: raw.len() as u32, stored: content.len() as u32, sha256 };
    Ok((IndexFile { kind, file, content }, digest))
}

/// Adds a file that the directory names. Nobody knows a hash of it, so it is gzipped in any case: readers find damage by
/// the CRC-32 at the end.
fn add_whole(files: &mut Vec<IndexFile>, kind: &'static str, raw: &[u8]) -> Result<WholeFile, BuildError> {
    let (whole, digest) = whole_file(kind, "bin", raw, gzip(raw))?;
    let file = whole.file.clone();
    files.push(whole);
    Ok(WholeFile { hash: first_eight(&digest), stored: file.stored, bytes: file.bytes })
}

/// The parts of the model, and the tokenizer.
fn encoder_files(input: &DenseInput<'_>) -> Result<(Vec<IndexFile>, IndexFile), BuildError> {
    let DenseInput { model, tokenizer, .. } = *input;
    if model.len() as u64 > MAX_MODEL_BYTES {
        let (at_most, found) = (MAX_MODEL_BYTES, model.len() as u64);
        return Err(BuildError::TooLarge { kind: "model", at_most, found });
    }
    let parts = model
        .par_chunks(MODEL_PART_BYTES)
        .map(|part| Ok(whole_file("model", "bin", part, store(part))?.0))
        .collect::<Result<_, BuildError>>()?;
    let tokenizer = pack_tokenizer(tokenizer).map_err(BuildError::Tokenizer)?;
    Ok((parts, whole_file("tokenizer", "bin", &tokenizer, store(&tokenizer))?.0))
}

/// Hashes everything that goes into an index, each piece behind its length so that none can pass for another.
fn generation(pages: &[Page], dense_input: Option<&DenseInput<'_>>, settings: &IndexSettings) -> Generation {
    let mut hash = Sha256::new();
    let mut piece = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    piece(&[VERSION, ANALYZER_VERSION as u8]);
    // Of settings, every difference counts, and how they print tells every one of them.
    piece(format!("{settings:?}").as_bytes());
    if let Some(input) = dense_input {
        piece(input.info.onnx_sha256.as_bytes());
        piece(input.info.tokenizer_sha256.as_bytes());
        piece(input.info.passage_prompt.as_bytes());
    }
    for page in pages {
        // The same holds for pages; links and names decide ranks too.
        piece(format!("{page:?}").as_bytes());
    }
    Generation(first_eight(&hash.finalize().into()))
}
