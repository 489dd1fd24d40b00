//! Writes one generation: pages and vectors in, files out.

use sha2::{Digest, Sha256};

use super::IndexError;
use super::compress::store;
use super::directory::{Directory, FragmentRef};
use super::fragment::{Fragment, PageText, SectionText};
use super::manifest::{FileRef, Manifest, ModelRef, Ranking, file_name};
use crate::dense::{self, DenseError, HnswParams};
use crate::embed::ModelInfo;
use crate::format::{FormatError, Generation, VERSION, sha256_hex};
use crate::ids::{PageId, SectionId};
use crate::ingest::Page;
use crate::lexical::{self, FieldTexts};
use crate::limits::{MAX_FILE_BYTES, MAX_STORED_BYTES};
use crate::links::{self, Link, LinkError};
use crate::text::ANALYZER_VERSION;

/// Bytes of text after which a fragment is full. About a third of it goes over the wire, for some tens of
/// sections: enough for compression to work, little enough to be fetched for one hit.
const FRAGMENT_BYTES: usize = 64 << 10;

/// A file to be put into the index folder.
pub struct IndexFile {
    /// What it holds: "lexical", "texts" and so on.
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

/// The dense side's input.
pub struct DenseInput<'a> {
    /// The section of each window, never falling.
    pub sections: &'a [SectionId],
    /// The vectors of all windows one after another, of unit length.
    pub vectors: &'a [f32],
    /// The encoder's ONNX file.
    pub model: &'a [u8],
    /// The tokenizer's JSON.
    pub tokenizer: &'a [u8],
    /// What is to be known of both.
    pub info: &'a ModelInfo,
}

/// Why an index cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// More sections or postings than the lexical file can hold.
    #[error("lexical index: {0}; split the site into several indexes")]
    Lexical(#[from] FormatError),
    /// Vectors that make no dense index.
    #[error("dense index: {0}")]
    Dense(#[from] DenseError),
    /// Links that make no graph.
    #[error("link graph: {0}")]
    Links(#[from] LinkError),
    /// A file that static hosts or browsers would refuse.
    #[error(
        "{kind} file: at most {at_most} bytes expected, {found} found; split the site into several indexes, or leave \
         parts of it out"
    )]
    TooLarge { kind: &'static str, at_most: u64, found: u64 },
    /// Counts beyond what a manifest may say.
    #[error(transparent)]
    Manifest(#[from] IndexError),
}

/// Steps of [`build`], for whoever shows progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Analysing sections and writing postings; counts sections.
    Lexical,
    /// Building the HNSW graph; counts windows.
    Graph,
    /// Packing and compressing texts; counts fragments.
    Texts,
}

/// Builds all files of an index. The same input gives the same bytes.
///
/// `progress` is told a step, how much of it is done, and out of how much.
///
/// # Errors
/// More sections than an index can hold, a file beyond what static hosts accept, or vectors that don't fit.
pub fn build(
    pages: &[Page],
    dense_input: Option<&DenseInput<'_>>,
    ranking: Ranking,
    progress: &(dyn Fn(Step, usize, usize) + Sync),
) -> Result<IndexFiles, BuildError> {
    let generation = generation(pages, dense_input, &ranking);
    let section_count: usize = pages.iter().map(|page| page.sections.len()).sum();
    let mut files = Vec::new();

    let texts: Vec<FieldTexts<'_>> = pages
        .iter()
        .flat_map(|page| page.sections.iter().map(|section| field_texts(page, section)))
        .collect();
    let lexical = lexical::build(&texts, generation, &|done| progress(Step::Lexical, done, section_count))?;
    let lexical = add(&mut files, "lexical", "bin", &lexical)?;

    let links = links::build(&link_edges(pages), pages.len() as u32, generation)?;
    let links = add(&mut files, "links", "bin", &links)?;

    let mut dense_file = None;
    let mut model = None;
    if let Some(input) = dense_input {
        let windows = input.sections.len();
        progress(Step::Graph, 0, windows);
        let params = HnswParams::default();
        let bytes = dense::build(input.vectors, input.info.dimensions, input.sections, generation, &params)?;
        progress(Step::Graph, windows, windows);
        dense_file = Some(add(&mut files, "dense", "bin", &bytes)?);
        model = Some(ModelRef {
            model: add(&mut files, "model", "onnx", input.model)?,
            tokenizer: add(&mut files, "tokenizer", "json", input.tokenizer)?,
            info: input.info.clone(),
        });
    }

    let fragments = fragments(pages);
    let mut refs = Vec::new();
    for (done, fragment) in fragments.iter().enumerate() {
        progress(Step::Texts, done, fragments.len());
        let raw = fragment.write();
        let file = add(&mut files, "texts", "bin", &raw)?;
        let sha256 = Sha256::digest(&raw).into();
        let reference = FragmentRef { bytes: file.bytes, stored: file.stored, sha256 };
        refs.push((fragment.sections.len() as u32, reference));
    }
    progress(Step::Texts, fragments.len(), fragments.len());
    let page_sections: Vec<u32> = pages.iter().map(|page| page.sections.len() as u32).collect();
    let directory =
        add(&mut files, "directory", "bin", &Directory::new(&page_sections, refs).write(generation))?;

    let manifest = Manifest {
        format: Manifest::format_name(),
        version: VERSION,
        analyzer: ANALYZER_VERSION,
        generation,
        pages: pages.len() as u32,
        sections: section_count as u32,
        windows: dense_input.map_or(0, |input| input.sections.len() as u32),
        directory,
        lexical,
        links,
        dense: dense_file,
        model,
        ranking,
    };
    manifest.validate()?;
    Ok(IndexFiles { files, manifest })
}

fn field_texts<'a>(page: &'a Page, section: &'a crate::ingest::Section) -> FieldTexts<'a> {
    let mut body = Vec::new();
    let mut code = Vec::new();
    let mut at = 0;
    for range in &section.code {
        body.push(&section.text[at..range.start]);
        code.push(&section.text[range.clone()]);
        at = range.end;
    }
    body.push(&section.text[at..]);
    FieldTexts([
        vec![page.title.as_str()],
        section.path.iter().map(String::as_str).collect(),
        vec![section.heading.as_str()],
        body,
        code,
    ])
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

/// Packs sections in order until a fragment is full.
fn fragments(pages: &[Page]) -> Vec<Fragment> {
    let mut fragments = Vec::new();
    let mut open = Fragment::default();
    let mut bytes = 0;
    for page in pages {
        let mut place = None;
        for section in &page.sections {
            if bytes >= FRAGMENT_BYTES {
                fragments.push(std::mem::take(&mut open));
                (bytes, place) = (0, None);
            }
            let place = *place.get_or_insert_with(|| {
                open.pages.push(PageText { url: page.url.clone(), title: page.title.clone() });
                open.pages.len() - 1
            });
            bytes += section.text.len() + section.heading.len();
            open.sections.push(SectionText {
                page: place,
                anchor: section.anchor.clone(),
                heading: section.heading.clone(),
                path: section.path.clone(),
                text: section.text.clone(),
            });
        }
    }
    if !open.sections.is_empty() {
        fragments.push(open);
    }
    fragments
}

fn add(
    files: &mut Vec<IndexFile>,
    kind: &'static str,
    ending: &str,
    raw: &[u8],
) -> Result<FileRef, BuildError> {
    let content = store(raw);
    let too_large = |at_most: u64, found: usize| BuildError::TooLarge { kind, at_most, found: found as u64 };
    if raw.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large(MAX_FILE_BYTES, raw.len()));
    }
    if content.len() as u64 > MAX_STORED_BYTES {
        return Err(too_large(MAX_STORED_BYTES, content.len()));
    }
    let sha256 = sha256_hex(raw);
    let name = file_name(kind, &sha256, ending);
    let file = FileRef { name, bytes: raw.len() as u32, stored: content.len() as u32, sha256 };
    // Two equal fragments are one file.
    if files.iter().all(|known| known.file.name != file.name) {
        files.push(IndexFile { kind, file: file.clone(), content });
    }
    Ok(file)
}

/// Hashes everything that goes into an index, each piece behind its length so that none can pass for another.
fn generation(pages: &[Page], dense_input: Option<&DenseInput<'_>>, ranking: &Ranking) -> Generation {
    let mut hash = Sha256::new();
    let mut piece = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    piece(&[VERSION, ANALYZER_VERSION as u8]);
    for number in [ranking.bm25.k1, ranking.rrf_k, ranking.lexical_weight, ranking.dense_weight]
        .into_iter()
        .chain(ranking.bm25.b)
        .chain(ranking.bm25.boost)
        .chain(ranking.bm25.bonus)
    {
        piece(&number.to_le_bytes());
    }
    piece(&ranking.candidates.to_le_bytes());
    if let Some(input) = dense_input {
        piece(input.info.onnx_sha256.as_bytes());
        piece(input.info.tokenizer_sha256.as_bytes());
    }
    for page in pages {
        piece(page.url.as_bytes());
        piece(page.title.as_bytes());
        for section in &page.sections {
            piece(section.anchor.as_bytes());
            piece(section.heading.as_bytes());
            section.path.iter().for_each(|heading| piece(heading.as_bytes()));
            piece(section.text.as_bytes());
        }
    }
    let mut generation = Generation::default();
    generation.0.copy_from_slice(&hash.finalize()[..8]);
    generation
}
