//! What a build has made so far: files, and the directory that locates their blocks.

use super::auxiliary::AuxiliaryDirectory;
use super::build_error::BuildError;
use super::compress::{CompressedBlocks, gzip, store};
use super::directory::{Directory, running_sums};
use super::encoder::EncoderFiles;
use super::from_pages::{PackedTexts, PageTables, usual_orders};
use super::index_file::IndexFile;
use super::input::{DenseInput, IndexSettings};
use super::keys::Keys;
use super::leaves::Leaves;
use super::lexicon_build::add_lexicon;
use super::manifest::{FileRef, Manifest, ModelRef, Offers};
use super::pack::{PackKind, Packer, add_places};
use super::ranking::{LINK_WEIGHTS, Ranking, Setting};
use super::table::Table;
use super::whole_file::whole_file;
use crate::dense::{self, FilterValues, Windows};
use crate::filters::{self, ValueNumbers};
use crate::format::{ENDING, FileKind, Generation};
use crate::lexical::{FIELD_COUNT, KeyedBlock, LexicalBlocks};
use crate::lexicon::Trained;
use crate::model::ModelInfo;

/// Stored bytes at which a file of terms is full. Readers request single blocks. Hosts without range requests send the
/// whole file, so it must stay small; but more files also cost.
const TERM_FILE_BYTES: usize = 32 << 10;
/// Stored bytes at which a file of term vectors is full.
const TERM_VECTOR_FILE_BYTES: usize = 64 << 10;
/// Stored bytes at which a file of blocks that only some queries read is full.
const AUXILIARY_FILE_BYTES: usize = 128 << 10;

/// Blocks of texts and terms from which on leaves of the directory are blocks of their own. So many take some 80 KB of it; leaves
/// cost two round trips.
const LEAVES_FROM: u32 = 30_000;

/// Most stored bytes of a graph of links that readers load though the author has not weighed links. That of MDN's 14,000 pages
/// has 189 KB, a third of an answer by the lexicon, and gains nothing there.
const MOST_LINK_BYTES: u32 = 64 << 10;

/// Kinds of blocks that [`Output::words`] packs.
pub(super) const WORD_KINDS: usize = 3;

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
    /// The headings that hits do not show above theirs, since most pages have them.
    pub shared_headings: Vec<String>,
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

/// The files of one generation as they are made.
pub(super) struct Output<'a> {
    settings: &'a IndexSettings,
    packer: Packer<'a>,
    directory: Directory,
    shared_headings: Vec<String>,
}

impl<'a> Output<'a> {
    pub fn new(
        generation: Generation,
        settings: &'a IndexSettings,
        compressed: &'a CompressedBlocks,
    ) -> Self {
        let directory = Directory {
            generation,
            language: settings.language.clone(),
            dictionary: settings.dictionary.clone(),
            text: settings.text.clone(),
            synonyms: settings.synonyms.clone(),
            ranking: settings.ranking.clone(),
            ..Directory::default()
        };
        Output { settings, packer: Packer::new(compressed), directory, shared_headings: Vec::new() }
    }

    /// Packs blocks that name sections of this generation.
    fn pack(
        &mut self,
        name: &'static str,
        kind: FileKind,
        full: usize,
        blocks: impl IntoIterator<Item = Vec<u8>>,
    ) -> Result<Table, BuildError> {
        let generation = self.directory.generation;
        let kind = PackKind { name, kind, generation, full, apart: false };
        self.packer.pack(&kind, &mut blocks.into_iter())
    }

    /// Adds the positions; the blocks of terms get their places. Comes before [`Self::lexicon`].
    pub fn positions(&mut self, positions: Vec<Vec<u8>>, terms: &mut [KeyedBlock]) -> Result<(), BuildError> {
        let table = self.pack("positions", FileKind::Positions, AUXILIARY_FILE_BYTES, positions)?;
        self.directory.positions = add_places(&table, terms, |block, place| drop(block.splice(..0, place)));
        Ok(())
    }

    /// Adds the lexicon; the blocks of terms get the places of their vectors.
    pub fn lexicon(&mut self, trained: &Trained<'_>, terms: &mut [KeyedBlock]) -> Result<(), BuildError> {
        let (generation, full) = (self.directory.generation, TERM_VECTOR_FILE_BYTES);
        let lexicon = add_lexicon(&mut self.packer, trained, generation, full, terms)?;
        self.directory.lexicon = Some(lexicon);
        Ok(())
    }

    /// Adds terms and the spelling dictionary. Returns where the terms are. `progress` receives the number of
    /// kinds done.
    pub fn words(
        &mut self,
        words: LexicalBlocks,
        progress: &dyn Fn(usize),
    ) -> Result<(Table, Keys), BuildError> {
        self.directory.largest_impact = words.largest_impact;
        let keys = Keys::new(&words.terms);
        progress(0);
        let terms = self.pack("terms", FileKind::Terms, TERM_FILE_BYTES, contents(words.terms))?;
        let mut auxiliary = AuxiliaryDirectory::default();
        let spelling = [
            (&mut auxiliary.forward, words.spelling.forward),
            (&mut auxiliary.backward, words.spelling.backward),
        ];
        for (done, (table, blocks)) in (1..).zip(spelling) {
            progress(done);
            table.keys = Keys::new(&blocks);
            table.blocks = self.pack("words", FileKind::Spelling, AUXILIARY_FILE_BYTES, contents(blocks))?;
        }
        progress(WORD_KINDS);
        self.directory.auxiliary =
            Some(self.packer.whole("auxiliary", &auxiliary.write(self.directory.generation))?);
        Ok((terms, keys))
    }

    /// Adds the files of texts, and names the places of texts and terms.
    pub fn texts(
        &mut self,
        mut texts: PackedTexts,
        (terms, keys): (Table, Keys),
        sections_of_pages: &[u32],
    ) -> Result<(), BuildError> {
        self.packer.files.append(&mut texts.files);
        self.shared_headings = texts.shared_headings;
        self.directory.page_starts = running_sums(sections_of_pages);
        let is_empty = texts.table.len().min(terms.len()) == 0;
        self.directory.leaves = Leaves::new(texts.table, &texts.sections, terms, keys);
        let leaves_from = self.settings.leaves_from.unwrap_or(LEAVES_FROM);
        if !is_empty && self.directory.leaves.blocks() >= leaves_from {
            let leaves = self.directory.leaves.divide();
            self.directory.leaves.table =
                self.pack("leaves", FileKind::Leaves, AUXILIARY_FILE_BYTES, leaves)?;
        }
        Ok(())
    }

    /// Adds what pages are ordered by, filtered by and linked with.
    pub fn pages(&mut self, pages: &PageTables) -> Result<(), BuildError> {
        self.directory.secondary.clone_from(&pages.secondary);
        self.directory.has_editions = !pages.editions.is_empty();
        let generation = self.directory.generation;
        if let Some(raw) = filters::build(&slices(&pages.sort_keys), &[], generation) {
            self.directory.keys = Some(self.packer.whole("keys", &raw)?);
        }
        if let Some(raw) = filters::build(&slices(&pages.filters), &pages.editions, generation) {
            self.directory.filters = Some(self.packer.whole("filters", &raw)?);
        }
        self.directory.links = Some(self.packer.whole("links", &pages.links)?);
        Ok(())
    }

    /// Adds the clustered vectors, each with the filter values of its page, their graph, and the homes of sections.
    pub fn vectors(&mut self, input: &DenseInput<'_>, pages: &PageTables) -> Result<(), BuildError> {
        let numbers = ValueNumbers::new(&slices(&pages.filters));
        let of = |section| numbers.of_pages[self.directory.page_of(section).index()].as_slice();
        let values = FilterValues { count: numbers.count, of: &of };
        let &DenseInput { vectors, dimensions, sections, clusters, .. } = input;
        let windows = Windows { vectors, dimensions, sections };
        let parts = dense::build(windows, &values, &self.settings.dense, clusters)?;
        [self.directory.graph, self.directory.homes] = self.packer.pack_dense(parts)?;
        Ok(())
    }

    /// Adds the list of all files so far, then the encoder's files, which the manifest names.
    pub fn finish(
        mut self,
        dense: Option<&DenseInput<'_>>,
        encoder: Option<EncoderFiles>,
        pages: &PageTables,
        average_words: [f32; FIELD_COUNT],
    ) -> Result<IndexFiles, BuildError> {
        let named: Vec<FileRef> = self.packer.files.iter().map(|file| file.file.clone()).collect();
        // Serializing a list of plain structs cannot fail.
        let hashes = serde_json::to_vec(&named).unwrap_or_default();
        let (list, _) = whole_file("hashes", ".json", &hashes, store(&hashes, self.packer.compressed()))?;
        let hashes = list.file.clone();
        self.packer.files.push(list);
        let windows = dense.map_or(0, |input| input.sections.len() as u32);
        let model = dense.zip(encoder).map(|(input, files)| self.encoder(files, input.info));
        let settings = self.settings;
        let Directory { links, ranking, .. } = &mut self.directory;
        let spared_links = links.as_ref().and_then(|links| spare_links(ranking, links.stored));
        let offers = Offers { sort: usual_orders(&pages.sort_keys), rules: settings.rules.clone() };
        let manifest = Manifest {
            offers: offers.some(),
            words: settings.needs_all.then(|| "all".to_owned()),
            ..Manifest::new(&self.directory, hashes, named, model, windows)
        };
        let Output { packer, shared_headings, .. } = self;
        Ok(IndexFiles { files: packer.files, manifest, average_words, spared_links, shared_headings })
    }

    fn encoder(&mut self, encoder: EncoderFiles, info: &ModelInfo) -> ModelRef {
        let EncoderFiles { parts, rows, tokenizer, is_unigram } = encoder;
        let (rows, named) = rows.unzip();
        let model = ModelRef {
            parts: parts.iter().map(|part| part.file.clone()).collect(),
            rows: named,
            tokenizer: tokenizer.file.clone(),
            unigram: is_unigram,
            info: info.clone(),
        };
        self.packer.files.extend(parts);
        self.packer.files.extend(rows.into_iter().flatten());
        self.packer.files.push(tokenizer);
        model
    }
}

/// Where the graph of links is large, the default of their weights is 0. Both are set, so that an index on which another one
/// is tried ranks as the one that is built with it. Returns the graph's bytes if no reader loads it then.
fn spare_links(ranking: &mut Ranking, stored: u32) -> Option<u32> {
    if stored <= MOST_LINK_BYTES {
        return None;
    }
    let weights = LINK_WEIGHTS.map(|key| (key, ranking.get(&Setting::weight(key, 0.0))));
    weights.iter().for_each(|(key, weight)| ranking.set(key, *weight));
    weights.iter().all(|(_, weight)| *weight == 0.0).then_some(stored)
}

fn contents(blocks: Vec<KeyedBlock>) -> impl Iterator<Item = Vec<u8>> {
    blocks.into_iter().map(|block| block.bytes)
}

fn slices(of_pages: &[Vec<(String, String)>]) -> Vec<&[(String, String)]> {
    of_pages.iter().map(Vec::as_slice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_graph_of_links_is_loaded_where_the_author_weighs_it() {
        let weighed = |numbers: &[(&str, f32)], stored| {
            let numbers = numbers.iter().map(|(key, number)| ((*key).to_owned(), *number)).collect();
            let mut ranking = Ranking { numbers };
            (spare_links(&mut ranking, stored), ranking.numbers)
        };
        let large = MOST_LINK_BYTES + 1;
        let [list, mix] = LINK_WEIGHTS;
        let of = |numbers: &[(&str, f32)]| weighed(numbers, MOST_LINK_BYTES).1;
        assert_eq!(weighed(&[], MOST_LINK_BYTES), (None, vec![]));
        assert_eq!(weighed(&[], large), (Some(large), of(&[(list, 0.0), (mix, 0.0)])));
        assert_eq!(weighed(&[(list, 0.0)], large), (Some(large), of(&[(list, 0.0), (mix, 0.0)])));
        assert_eq!(weighed(&[(mix, 0.1)], large), (None, of(&[(mix, 0.1), (list, 0.0)])));
    }
}
