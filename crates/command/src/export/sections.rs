//! [`Sections`]: everything of an index's sections, read block by block.
//!
//! Vectors, names and filter values are stored by cluster, by term and by value, so they are gathered first. Texts are
//! streamed.

use std::collections::{BTreeSet, HashMap};

use super::Writer;
use super::row::Row;
use crate::error::CliError;
use crate::folder::index_source::IndexSource;
use crate::folder::local_index::LocalIndex;
use crate::output::progress;
use docfuse::dense::{Loaded, LoadedBlocks, StoredVectors};
use docfuse::filters::Edition;
use docfuse::ids::SectionId;
use docfuse::index::{BlockId, BlockKind, Directory, IndexError, Manifest, Slot, Store};

/// Blocks that are read at once.
const BATCH: u32 = 64;

/// The sections of an index of one language.
pub struct Sections<'a> {
    index: &'a LocalIndex,
    store: Store,
    language: &'a str,
    vectors: Option<StoredVectors>,
    /// In the order of sections.
    names: Vec<(SectionId, String)>,
    /// Filter values of each page that has some, as `NAME=VALUE`.
    filters: HashMap<u32, Vec<String>>,
    editions: HashMap<u32, Edition>,
}

impl<'a> Sections<'a> {
    /// Gathers what is stored by cluster, by term and by value. Memory: that of the stored vectors, and of all names.
    ///
    /// # Errors
    /// A file that is missing or damaged.
    pub fn gather(
        index: &'a LocalIndex,
        manifest: &'a Manifest,
        directory: Directory,
    ) -> Result<Self, CliError> {
        let mut sections = Sections {
            index,
            store: Store::new(directory),
            language: &manifest.language,
            vectors: None,
            names: Vec::new(),
            filters: HashMap::new(),
            editions: HashMap::new(),
        };
        sections.gather_filters()?;
        sections.gather_names()?;
        if manifest.model.is_some() {
            let vectors = sections.gather_vectors()?;
            sections.vectors = Some(vectors).filter(|vectors| !vectors.is_empty());
        }
        Ok(sections)
    }

    /// Components of a vector; `None` without vectors.
    pub fn dimensions(&self) -> Option<usize> {
        self.vectors.as_ref().map(StoredVectors::dimensions)
    }

    /// Number of vectors: windows of a section with equal ones share one.
    pub fn vectors(&self) -> usize {
        self.vectors.as_ref().map_or(0, StoredVectors::len)
    }

    fn all(&self, kind: BlockKind) -> Vec<BlockId> {
        self.store.blocks(kind).collect()
    }

    fn gather_filters(&mut self) -> Result<(), CliError> {
        let blocks = self.all(BlockKind::Filters);
        self.index.supply(&mut self.store, &blocks)?;
        let Slot::Ready(filters) = self.store.filters() else { return Ok(()) };
        for filter in &filters.filters {
            for value in &filter.values {
                for page in &value.pages {
                    let written = [&filter.name, "=", value.value.as_str()].concat();
                    self.filters.entry(*page).or_default().push(written);
                }
            }
        }
        let editions = filters.editions.iter().map(|edition| (edition.section, edition.clone()));
        self.editions = editions.collect();
        Ok(())
    }

    fn gather_names(&mut self) -> Result<(), CliError> {
        let all = self.all(BlockKind::Terms);
        let bar = progress("names", all.len() as u64);
        for blocks in all.chunks(BATCH as usize) {
            self.index.supply(&mut self.store, blocks)?;
            for block in blocks {
                let Slot::Ready(terms) = self.store.terms(block.number) else { continue };
                let names = &mut self.names;
                terms.names(&mut |name, section| names.push((section, name.to_owned()))).map_err(
                    |source| {
                        let file = self.store.range(*block).map(|range| range.file).unwrap_or_default();
                        CliError::index(self.index.location())(IndexError::Format { file, source })
                    },
                )?;
            }
            self.store.forget(BlockKind::Terms);
            bar.inc(blocks.len() as u64);
        }
        bar.finish_and_clear();
        self.names.sort();
        self.names.dedup();
        Ok(())
    }

    fn gather_vectors(&mut self) -> Result<StoredVectors, CliError> {
        let blocks = self.all(BlockKind::Graph);
        self.index.supply(&mut self.store, &blocks)?;
        let Slot::Ready(root) = self.store.root() else {
            let message = "a graph of vectors expected, none found; build the index again".to_owned();
            return Err(CliError::index(self.index.location())(IndexError::Manifest { message }));
        };
        let mut vectors = StoredVectors::new(root);
        let nodes = root.nodes();
        let bar = progress("vectors", nodes.into());
        for first in (0..nodes).step_by(BATCH as usize) {
            let nodes = first..nodes.min(first + BATCH);
            let blocks: Vec<BlockId> =
                nodes.clone().map(|node| BlockKind::Cluster.block(node as usize)).collect();
            self.index.supply(&mut self.store, &blocks)?;
            bar.inc(blocks.len() as u64);
            for node in nodes {
                if let Loaded::Ready(cluster) = self.store.cluster(node) {
                    vectors.add(cluster);
                }
            }
            self.store.forget(BlockKind::Cluster);
        }
        bar.finish_and_clear();
        self.store.forget(BlockKind::Graph);
        vectors.sort();
        Ok(vectors)
    }

    /// Gives the writer every section in order, with the unit vectors of its windows. Reads texts as it goes.
    ///
    /// # Errors
    /// A file that is missing or damaged, or an error of the writer.
    pub fn write(&mut self, writer: &mut dyn Writer) -> Result<(), CliError> {
        let bar = progress("sections", self.store.directory().section_count().into());
        let mut ids = BTreeSet::new();
        for blocks in self.all(BlockKind::Texts).chunks(BATCH as usize) {
            self.index.supply(&mut self.store, blocks)?;
            for block in blocks {
                for section in self.store.directory().text_sections(block.number) {
                    self.write_section(SectionId(section), &mut ids, writer)?;
                    bar.inc(1);
                }
            }
            self.store.forget(BlockKind::Texts);
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn write_section(
        &self,
        section: SectionId,
        ids: &mut BTreeSet<String>,
        writer: &mut dyn Writer,
    ) -> Result<(), CliError> {
        let Some((Slot::Ready(fragment), place)) = self.store.text(section) else { return Ok(()) };
        let Some(text) = fragment.sections.get(place) else { return Ok(()) };
        let Some(page) = fragment.pages.get(text.page) else { return Ok(()) };
        let start = self.names.partition_point(|(other, _)| *other < section);
        let named = self.names[start..].iter().take_while(|(other, _)| *other == section);
        let names: Vec<String> = named.map(|(_, name)| name.clone()).collect();
        let edition = self.editions.get(&section.0);
        let number = self.store.directory().page_of(section).0;
        let mut row = Row::new(text, page, self.language, ids);
        row.names = &names;
        row.filters = self.filters.get(&number).map_or(&[], Vec::as_slice);
        row.edition = edition.map(|edition| edition.group);
        row.edition_rank = edition.map(|edition| edition.rank);
        let vectors = self.vectors.as_ref().map(|vectors| vectors.of(section)).unwrap_or_default();
        writer.section(&row, &vectors)
    }
}
