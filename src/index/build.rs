//! Builds one generation of an index: takes pages and vectors, returns files.

use std::borrow::Cow;

use super::build_error::BuildError;
use super::compress::CompressedBlocks;
use super::encoder::encoder_files;
use super::from_pages::{PageTables, add_words, pack_texts};
use super::identity;
use super::input::{DenseInput, IndexSettings};
use super::lexicon_build::starts;
use super::output::{IndexFiles, Output, WORD_KINDS};
use crate::index::Page;
use crate::lexical::{AnalysisMemory, LexicalBlocks, LexicalBuild};
use crate::lexicon::Trained;
use crate::text::{Analyzer, AnalyzerSettings, Language};

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
    let BuildMemory { analyses, blocks } = memory;
    let section_count: usize = pages.iter().map(|page| page.sections.len()).sum();
    let ((generation, encoder), texts) = rayon::join(
        || {
            let encoder = dense_input.and_then(|input| input.encoder.as_ref());
            let encoder = encoder.map(|encoder| encoder_files(encoder, blocks));
            (identity::generation(&pages, dense_input, settings), encoder)
        },
        || pack_texts(&pages, blocks, &|done| progress(Step::Texts, done, section_count)),
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

    let mut output = Output::new(generation, settings, blocks);
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
    blocks.end();
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
