//! The read side of one generation: takes blocks as they arrive, in any order, and never fetches one itself.
//!
//! The driver of a [`Store`] (a worker with `fetch`, a command with a folder) asks what is missing, fetches it and
//! supplies it. Unavailable or damaged blocks are marked as failed, so that queries can proceed without them.

use super::IndexError;
use super::auxiliary::AuxiliaryDirectory;
use super::block::{Block, BlockRequest, Further, KindRow};
use super::block_id::{ALL_KINDS, BlockId, BlockKind, Slot};
use super::directory::Directory;
use super::fragment::Fragment;
use super::places::vectors_of;
use super::reads::{Full, IfFull, Reads};
use super::searched_site::{ALONE, SearchedSite};
use super::table::{ByteRange, LocatedBlock};
use crate::filters::Filters;
use crate::ids::SectionId;
use crate::lexical::{PositionBlock, SpellingBlock, TermBlock};
use crate::lexicon::TermVectors;
use crate::links::LinkGraph;
use crate::text::concat;

/// The blocks of one generation that were supplied so far.
///
/// A block is missing, ready or failed ([`Slot`]), and the directory says where it is. Whatever is supplied is checked first:
/// damaged bytes make the block fail, and never panic. Memory: the blocks as they are read, until they are forgotten.
///
/// ```
/// use docfuse::index::{BlockKind, IndexSettings, Page, Section, Slot, Store, build, open_block};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let pages = [Page::new("a.html", "A", vec![Section::new("", "", "Some text.")])];
/// let index = build(&pages, None, &IndexSettings { language: "en".to_owned(), ..IndexSettings::default() }, &|_, _, _| {})?;
/// let mut store = Store::new(index.manifest.directory()?);
///
/// let id = BlockKind::Texts.block(0);
/// assert!(store.is_missing(id));
/// let range = store.range(id).ok_or("the index has texts")?;
/// let file = index.files.iter().find(|file| file.file.name == range.file).ok_or("no such file")?;
/// store.supply(id, open_block(&range, &file.content[range.start as usize..range.end as usize])?)?;
/// assert!(!store.is_missing(id));
/// # Ok(())
/// # }
/// ```
pub struct Store<S: Reads = Full> {
    directory: Directory,
    site: S::IfFull<SearchedSite>,
    /// The blocks of each kind that are not missing, by number, in the order of [`BlockKind`]. Clusters are with their nodes.
    slots: [Vec<(usize, Slot<Block<S>>)>; ALL_KINDS.len()],
}

impl Store {
    /// Starts from a directory; everything else is missing.
    pub fn new(directory: Directory) -> Self {
        Store::of(directory)
    }
}

impl<S: Reads> Store<S> {
    /// As [`Store::new`], of all that `S` reads.
    pub fn of(directory: Directory) -> Self {
        Store { directory, site: S::IfFull::new(SearchedSite::default), slots: Default::default() }
    }

    /// What this index is among several.
    pub fn site(&self) -> &SearchedSite {
        self.site.get().unwrap_or(&ALONE)
    }

    /// Says what this index is among several.
    pub fn set_site(&mut self, site: SearchedSite) {
        self.site = S::IfFull::new(|| site);
    }

    /// The directory it was made from.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The directory, to try settings that apply at query time.
    pub fn directory_mut(&mut self) -> &mut Directory {
        &mut self.directory
    }

    /// A block of dictionary and postings.
    pub fn terms(&self, number: usize) -> Slot<&TermBlock, &IndexError> {
        self.get(BlockKind::Terms.block(number), |block| match block {
            Block::Terms(terms, _) => Some(terms),
            _ => None,
        })
    }

    /// A block of positions.
    pub fn positions(&self, number: usize) -> Slot<&PositionBlock, &IndexError> {
        self.get(BlockKind::Positions.block(number), |block| match block {
            Block::Positions(positions) => Some(positions),
            _ => None,
        })
    }

    /// A block of the spelling dictionary, in one of its two orders.
    pub fn spelling(&self, id: BlockId) -> Slot<&SpellingBlock, &IndexError> {
        self.get(id, |block| match block {
            Block::Spelling(block) => Some(block),
            _ => None,
        })
    }

    /// The auxiliary directory, which locates the spelling dictionary.
    pub fn auxiliary(&self) -> Slot<&AuxiliaryDirectory, &IndexError> {
        self.get(BlockKind::Auxiliary.block(0), |block| match block {
            Block::Auxiliary(auxiliary) => Some(auxiliary),
            _ => None,
        })
    }

    pub(super) fn auxiliary_if_ready(&self) -> Option<&AuxiliaryDirectory> {
        match self.auxiliary() {
            Slot::Ready(auxiliary) => Some(auxiliary),
            _ => None,
        }
    }

    /// The filters.
    pub fn filters(&self) -> Slot<&Filters, &IndexError> {
        self.get(BlockKind::Filters.block(0), |block| match block {
            Block::Filters(filters) => Some(filters),
            _ => None,
        })
    }

    /// The keys to sort pages by, as filters.
    pub fn keys(&self) -> Slot<&Filters, &IndexError> {
        self.get(BlockKind::Keys.block(0), |block| match block.further() {
            Some(Further::Keys(keys)) => Some(keys),
            _ => None,
        })
    }

    /// The link graph.
    pub fn links(&self) -> Slot<&LinkGraph, &IndexError> {
        self.get(BlockKind::Links.block(0), |block| match block.further() {
            Some(Further::Links(links)) => Some(links),
            _ => None,
        })
    }

    /// Where the positions of a block of terms are; `None` until it is loaded.
    pub(super) fn positions_of(&self, number: usize) -> Option<LocatedBlock> {
        match self.slot(BlockKind::Terms.block(number)) {
            Some(Slot::Ready(Block::Terms(_, positions))) => Some(*positions),
            _ => None,
        }
    }

    /// Where the vectors of a block of terms are; `None` until it is loaded.
    pub(super) fn vectors_of(&self, number: usize) -> Option<LocatedBlock> {
        match self.terms(number) {
            Slot::Ready(terms) => vectors_of(terms).ok(),
            _ => None,
        }
    }

    /// A block of term vectors.
    pub fn term_vectors(&self, number: usize) -> Slot<&TermVectors, &IndexError> {
        self.get(BlockKind::TermVectors.block(number), |block| match block.further() {
            Some(Further::TermVectors(vectors)) => Some(vectors),
            _ => None,
        })
    }

    /// The block with the text of a section, and the section's index in it; `None` beyond the last section.
    pub fn text(&self, section: SectionId) -> Option<(Slot<&Fragment, &IndexError>, usize)> {
        let (number, offset) = self.directory.locate(section)?;
        let slot = self.get(BlockKind::Texts.block(number), |block| match block {
            Block::Texts(fragment) => Some(fragment),
            _ => None,
        });
        Some((slot, offset))
    }

    /// The blocks of texts that hold these sections and are still missing, each once.
    pub fn missing_texts(&self, sections: impl Iterator<Item = SectionId>) -> Vec<BlockId> {
        let mut missing = Vec::new();
        for section in sections {
            let Some((number, _)) = self.directory.locate(section) else { continue };
            let id = BlockKind::Texts.block(number);
            let first = self.first_needed(id);
            if self.is_missing(id) && !missing.contains(&first) {
                missing.push(first);
            }
        }
        missing
    }

    /// What to load to get a block: itself, or what says where it is: the terms of positions, the leaf of terms and texts.
    pub fn first_needed(&self, id: BlockId) -> BlockId {
        let is_known = id.kind != BlockKind::Positions || self.positions_of(id.number).is_some();
        let id = if is_known { id } else { BlockId { kind: BlockKind::Terms, ..id } };
        self.directory.leaves.unknown(id).unwrap_or(id)
    }

    /// The leaves that say where these blocks are, as far as they are not loaded, each once.
    pub fn unknown_leaves(&self, ids: &[BlockId]) -> Vec<BlockId> {
        let mut leaves: Vec<BlockId> =
            ids.iter().filter_map(|id| self.directory.leaves.unknown(*id)).collect();
        leaves.sort();
        leaves.dedup();
        leaves
    }

    /// All known blocks of one kind, but for clusters.
    pub fn blocks(&self, kind: BlockKind) -> impl Iterator<Item = BlockId> + use<S> {
        (0..self.count(kind)).map(move |number| kind.block(number))
    }

    /// Number of blocks of a kind, as far as is known.
    fn count(&self, kind: BlockKind) -> usize {
        Self::row(kind).and_then(|row| (row.location)(self)).map_or(0, |location| location.len())
    }

    /// What is specific to a kind; none of a kind that is not read.
    fn row(kind: BlockKind) -> Option<&'static KindRow<S>> {
        KindRow::ALL.get(kind as usize)
    }

    /// All known blocks. Those of the auxiliary directory become known when it arrives, clusters with their nodes; where positions
    /// and term vectors are, with their terms.
    pub fn all_blocks(&self) -> Vec<BlockId> {
        let kinds = KindRow::<S>::ALL.iter().map(|row| row.kind).filter(|kind| *kind != BlockKind::Cluster);
        kinds.flat_map(|kind| self.blocks(kind)).chain(self.clusters()).collect()
    }

    /// Whether a block exists and was neither supplied nor failed.
    pub fn is_missing(&self, id: BlockId) -> bool {
        matches!(self.slot(id), Some(Slot::Missing))
    }

    /// Why a block failed, if it did.
    pub fn failure(&self, id: BlockId) -> Option<&IndexError> {
        match self.slot(id) {
            Some(Slot::Failed(error)) => Some(error),
            _ => None,
        }
    }

    /// Byte range of a block; `None` if the index does not have it or does not know it yet.
    pub fn range(&self, id: BlockId) -> Option<ByteRange> {
        let row = Self::row(id.kind)?;
        let range = (row.location)(self)?.range(row.name, id.number)?;
        let Some(site) = self.site.get() else { return Some(range) };
        Some(ByteRange { file: concat(&[&site.folder, &range.file]), ..range })
    }

    /// What to fetch for these blocks.
    pub fn requests(&self, ids: &[BlockId]) -> Vec<BlockRequest> {
        let mut requests = Vec::with_capacity(ids.len());
        for id in ids {
            if let Some(range) = self.range(*id) {
                requests.push(BlockRequest { id: *id, range });
            }
        }
        requests
    }

    /// The file that contains a block.
    pub(crate) fn file_of(&self, id: BlockId) -> String {
        self.range(id).map(|range| range.file).unwrap_or_default()
    }

    fn slot(&self, id: BlockId) -> Option<&Slot<Block<S>>> {
        if S::IS_FULL && id.kind == BlockKind::Cluster {
            let (nodes, offset) = self.located(id.number)?;
            return nodes.clusters.get(offset);
        }
        if id.number >= self.count(id.kind) {
            return None;
        }
        let slots = &self.slots[id.kind as usize];
        match slots.binary_search_by_key(&id.number, |(number, _)| *number) {
            Ok(at) => Some(&slots[at].1),
            Err(_) => {
                let first = self.first_needed(id);
                match (first != id).then(|| self.slot(first)) {
                    // Without what says where it is, no block can be found.
                    Some(Some(failed @ Slot::Failed(_))) => Some(failed),
                    _ => Some(&Slot::Missing),
                }
            }
        }
    }

    pub(super) fn slot_mut(&mut self, id: BlockId) -> Option<&mut Slot<Block<S>>> {
        if S::IS_FULL && id.kind == BlockKind::Cluster {
            let (nodes, offset) = self.located_mut(id.number)?;
            return nodes.clusters.get_mut(offset);
        }
        if id.number >= self.count(id.kind) {
            return None;
        }
        let slots = &mut self.slots[id.kind as usize];
        let at = slots.binary_search_by_key(&id.number, |(number, _)| *number).unwrap_or_else(|at| {
            slots.insert(at, (id.number, Slot::Missing));
            at
        });
        Some(&mut slots[at].1)
    }

    pub(super) fn get<T>(&self, id: BlockId, content: fn(&Block<S>) -> Option<&T>) -> Slot<&T, &IndexError> {
        match self.slot(id) {
            Some(Slot::Ready(block)) => content(block).map_or(Slot::Missing, Slot::Ready),
            Some(Slot::Failed(error)) => Slot::Failed(error),
            Some(Slot::Missing) | None => Slot::Missing,
        }
    }

    /// Supplies the decompressed bytes of a block. Cost: the block's own checks.
    ///
    /// # Errors
    /// Damage, which marks the block as failed; or a block that the index does not have.
    pub fn supply(&mut self, id: BlockId, bytes: Vec<u8>) -> Result<(), IndexError> {
        let has = |row: &&KindRow<S>| (row.location)(self).is_some_and(|location| id.number < location.len());
        let Some(row) = Self::row(id.kind).filter(has) else {
            return Err(IndexError::Unknown { id: id.to_u32() });
        };
        self.put(row, id, bytes).map_err(|(id, source)| {
            let error = IndexError::Format { file: self.file_of(id), source };
            self.set_failed(id, error.clone());
            error
        })
    }

    /// The error names the damaged block, which may be another block of the graph.
    fn put(
        &mut self,
        row: &KindRow<S>,
        id: BlockId,
        bytes: Vec<u8>,
    ) -> Result<(), (BlockId, crate::format::FormatError)> {
        if id.kind == BlockKind::Leaves {
            self.directory.read_leaf(id.number, &bytes).map_err(|source| (id, source))?;
        }
        let mut block = (row.read)(self, id.number, bytes).map_err(|source| (id, source))?;
        if S::IS_FULL
            && let Some(bytes) = block.further_mut().and_then(Further::raw)
        {
            return self.put_dense(id, bytes);
        }
        self.put_block(id, block);
        Ok(())
    }

    pub(super) fn put_block(&mut self, id: BlockId, block: Block<S>) {
        if let Some(slot) = self.slot_mut(id) {
            *slot = Slot::Ready(block);
        }
    }

    /// Marks a block as unavailable, with the reason.
    pub fn fail(&mut self, id: BlockId, message: &str) {
        if self.slot(id).is_some() {
            let error = IndexError::Unavailable { file: self.file_of(id), message: message.to_owned() };
            self.set_failed(id, error);
        }
    }

    pub(super) fn set_failed(&mut self, id: BlockId, error: IndexError) {
        if let Some(slot) = self.slot_mut(id) {
            *slot = Slot::Failed(error);
        }
    }

    /// Marks all blocks of a kind as missing.
    pub fn forget(&mut self, kind: BlockKind) {
        if kind == BlockKind::Cluster {
            return self.each_cluster(|slot| *slot = Slot::Missing);
        }
        self.slots[kind as usize].clear();
    }

    /// Marks failed blocks as missing, so that the next query requests them again.
    pub fn forget_failures(&mut self) {
        let forget = |slot: &mut Slot<Block<S>>| {
            if matches!(slot, Slot::Failed(_)) {
                *slot = Slot::Missing;
            }
        };
        self.slots.iter_mut().flatten().for_each(|(_, slot)| forget(slot));
        if S::IS_FULL {
            self.each_cluster(forget);
        }
    }
}
