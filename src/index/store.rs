//! The read side of one generation: takes blocks as they arrive, in any order, and never fetches one itself.
//!
//! The driver of a [`Store`] (a worker with `fetch`, a command with a folder) asks what is missing, fetches it and
//! supplies it. Unavailable or damaged blocks are marked as failed, so that queries can proceed without them.

use super::IndexError;
use super::auxiliary::AuxiliaryDirectory;
use super::block::{Block, BlockId, BlockKind, BlockRequest, KINDS, Slot};
use super::directory::Directory;
use super::fragment::Fragment;
#[cfg(feature = "dense")]
use super::lexicon_files::vectors_of;
#[cfg(feature = "dense")]
use super::searched_site::SearchedSite;
use super::table::ByteRange;
#[cfg(feature = "dense")]
use super::table::LocatedBlock;
use crate::filters::Filters;
use crate::format::check8;
use crate::ids::SectionId;
use crate::lexical::{PositionBlock, SpellingBlock, TermBlock};
#[cfg(feature = "dense")]
use crate::lexicon::TermVectors;
#[cfg(feature = "dense")]
use crate::links::LinkGraph;
#[cfg(feature = "dense")]
use crate::text::concat;

/// The blocks of one generation that were supplied so far.
pub struct Store {
    directory: Directory,
    #[cfg(feature = "dense")]
    site: SearchedSite,
    /// The blocks of each kind, in the order of [`KINDS`]; empty for kinds whose location is not known yet.
    /// Clusters are with their nodes.
    slots: [Vec<Slot<Block>>; KINDS.len()],
}

impl Store {
    /// Starts from a directory; everything else is missing.
    pub fn new(directory: Directory) -> Self {
        let mut store = Store {
            directory,
            #[cfg(feature = "dense")]
            site: SearchedSite::default(),
            slots: std::array::from_fn(|_| Vec::new()),
        };
        store.make_room();
        store
    }

    /// What this index is among several.
    #[cfg(feature = "dense")]
    pub fn site(&self) -> &SearchedSite {
        &self.site
    }

    /// Says what this index is among several.
    #[cfg(feature = "dense")]
    pub fn set_site(&mut self, site: SearchedSite) {
        self.site = site;
    }

    /// The directory it was made from.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The directory, to try settings that apply at query time.
    #[cfg(feature = "write")]
    pub fn directory_mut(&mut self) -> &mut Directory {
        &mut self.directory
    }

    /// A block of dictionary and postings.
    pub fn terms(&self, number: usize) -> Slot<&TermBlock, &IndexError> {
        self.get(BlockKind::Terms.block(number), |block| match block {
            Block::Terms(terms) => Some(terms),
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

    /// The auxiliary directory, which locates positions and the spelling dictionary.
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

    /// The link graph.
    #[cfg(feature = "dense")]
    pub fn links(&self) -> Slot<&LinkGraph, &IndexError> {
        self.get(BlockKind::Links.block(0), |block| match block {
            Block::Links(links) => Some(links),
            _ => None,
        })
    }

    /// Where the vectors of a block of terms are; `None` until it is loaded.
    #[cfg(feature = "dense")]
    pub(super) fn vectors_of(&self, number: usize) -> Option<LocatedBlock> {
        match self.terms(number) {
            Slot::Ready(terms) => vectors_of(terms).ok(),
            _ => None,
        }
    }

    /// A block of term vectors.
    #[cfg(feature = "dense")]
    pub fn term_vectors(&self, number: usize) -> Slot<&TermVectors, &IndexError> {
        self.get(BlockKind::TermVectors.block(number), |block| match block {
            Block::TermVectors(vectors) => Some(vectors),
            _ => None,
        })
    }

    /// The block with the text of a section, and the section's index in it; `None` beyond the last section.
    pub fn text(&self, section: SectionId) -> Option<(Slot<&Fragment, &IndexError>, usize)> {
        let (number, place) = self.directory.locate(section)?;
        let slot = self.get(BlockKind::Texts.block(number), |block| match block {
            Block::Texts(fragment) => Some(fragment),
            _ => None,
        });
        Some((slot, place))
    }

    /// The blocks of texts that hold these sections and are still missing, each once.
    pub fn missing_texts(&self, sections: impl Iterator<Item = SectionId>) -> Vec<BlockId> {
        let mut missing = Vec::new();
        for section in sections {
            let Some((number, _)) = self.directory.locate(section) else { continue };
            let id = BlockKind::Texts.block(number);
            if self.is_missing(id) && !missing.contains(&id) {
                missing.push(id);
            }
        }
        missing
    }

    /// All known blocks of one kind, but for clusters.
    pub fn blocks(&self, kind: BlockKind) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.slots[kind as usize].len()).map(move |number| kind.block(number))
    }

    /// All known blocks. Those of the auxiliary directory become known when it arrives, clusters with their nodes; where term
    /// vectors are, with their terms.
    #[cfg(feature = "write")]
    pub fn all_blocks(&self) -> Vec<BlockId> {
        KINDS.iter().flat_map(|row| self.blocks(row.kind)).chain(self.clusters()).collect()
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
        let row = id.kind.row();
        let range = (row.place)(self)?.range(row.name, id.number);
        #[cfg(feature = "dense")]
        return range.map(|range| ByteRange { file: concat(&[&self.site.folder, &range.file]), ..range });
        #[cfg(not(feature = "dense"))]
        range
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

    fn slot(&self, id: BlockId) -> Option<&Slot<Block>> {
        #[cfg(feature = "dense")]
        if id.kind == BlockKind::Cluster {
            let (nodes, place) = self.located(id.number)?;
            return nodes.clusters.get(place);
        }
        self.slots[id.kind as usize].get(id.number)
    }

    pub(super) fn slot_mut(&mut self, id: BlockId) -> Option<&mut Slot<Block>> {
        #[cfg(feature = "dense")]
        if id.kind == BlockKind::Cluster {
            let (nodes, place) = self.located_mut(id.number)?;
            return nodes.clusters.get_mut(place);
        }
        self.slots[id.kind as usize].get_mut(id.number)
    }

    pub(super) fn get<T>(&self, id: BlockId, content: fn(&Block) -> Option<&T>) -> Slot<&T, &IndexError> {
        match self.slot(id) {
            Some(Slot::Ready(block)) => content(block).map_or(Slot::Missing, Slot::Ready),
            Some(Slot::Failed(error)) => Slot::Failed(error),
            Some(Slot::Missing) | None => Slot::Missing,
        }
    }

    /// Makes a slot for each block whose location is known.
    fn make_room(&mut self) {
        for (at, row) in KINDS.iter().enumerate() {
            #[cfg(feature = "dense")]
            if row.kind == BlockKind::Cluster {
                continue;
            }
            let count = (row.place)(self).map_or(0, |place| place.len());
            self.slots[at].resize_with(count, || Slot::Missing);
        }
    }

    /// Supplies the decompressed bytes of a block. Cost: one pass over the bytes, then the block's own checks.
    ///
    /// # Errors
    /// A wrong checksum or damage, which mark the block as failed; or a block that the index does not have.
    pub fn supply(&mut self, id: BlockId, bytes: Vec<u8>) -> Result<(), IndexError> {
        let row = id.kind.row();
        let Some(place) = (row.place)(self).filter(|place| id.number < place.len()) else {
            return Err(IndexError::Unknown { id: id.to_u32() });
        };
        let check = place.check(id.number);
        let outcome = if check.is_some_and(|check| check != check8(&bytes)) {
            Err((id, IndexError::Check { file: self.file_of(id) }))
        } else {
            self.put(id, bytes)
                .map_err(|(id, source)| (id, IndexError::Format { file: self.file_of(id), source }))
        };
        outcome.map_err(|(id, error)| {
            self.set_failed(id, error.clone());
            error
        })
    }

    /// The error names the damaged block, which may be another block of the graph.
    fn put(&mut self, id: BlockId, bytes: Vec<u8>) -> Result<(), (BlockId, crate::format::FormatError)> {
        let row = id.kind.row();
        let block = (row.read)(self, id.number, bytes).map_err(|source| (id, source))?;
        #[cfg(feature = "dense")]
        if let Block::Raw(bytes) = block {
            return self.put_dense(id, bytes);
        }
        self.slots[id.kind as usize][id.number] = Slot::Ready(block);
        if id.kind == BlockKind::Auxiliary {
            self.make_room();
        }
        Ok(())
    }

    /// Marks a block as unavailable, with the reason.
    pub fn fail(&mut self, id: BlockId, message: &str) {
        if self.slot(id).is_some() {
            let error = IndexError::Unavailable { file: self.file_of(id), message: message.to_owned() };
            self.set_failed(id, error);
        }
    }

    fn set_failed(&mut self, id: BlockId, error: IndexError) {
        if let Some(slot) = self.slot_mut(id) {
            *slot = Slot::Failed(error);
        }
    }

    /// Marks all blocks of a kind as missing.
    #[cfg(feature = "write")]
    pub fn forget(&mut self, kind: BlockKind) {
        if kind == BlockKind::Cluster {
            return self.each_cluster(|slot| *slot = Slot::Missing);
        }
        self.slots[kind as usize].fill_with(|| Slot::Missing);
    }

    /// Marks failed blocks as missing, so that the next query requests them again.
    pub fn forget_failures(&mut self) {
        let forget = |slot: &mut Slot<Block>| {
            if matches!(slot, Slot::Failed(_)) {
                *slot = Slot::Missing;
            }
        };
        self.slots.iter_mut().flatten().for_each(forget);
        #[cfg(feature = "dense")]
        self.each_cluster(forget);
    }
}
