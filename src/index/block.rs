//! One table of all block kinds: name, location and reader. A new kind needs a variant of [`BlockKind`], a variant of
//! [`Block`] and a row in [`KINDS`].

use super::IndexError;
use super::auxiliary::AuxiliaryDirectory;
use super::directory::WholeFile;
use super::fragment::Fragment;
use super::leaves::Leaves;
#[cfg(feature = "dense")]
use super::lexicon_files::{LexiconFiles, vectors_of};
use super::store::Store;
use super::table::{ByteRange, Table};
#[cfg(feature = "dense")]
use super::vectors::LocatedNodes;
#[cfg(feature = "dense")]
use crate::dense::{Cluster, Root};
use crate::filters::Filters;
use crate::format::FormatError;
use crate::lexical::{PositionBlock, SpellingBlock, TermBlock};
#[cfg(feature = "dense")]
use crate::lexicon::TermVectors;
#[cfg(feature = "dense")]
use crate::links::LinkGraph;

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlockKind {
    /// Dictionary and postings.
    Terms,
    /// Positions of the terms in the term block with the same number.
    Positions,
    /// The spelling dictionary, sorted from the beginning of words.
    Spelling,
    /// The spelling dictionary, sorted from the end of words.
    SpellingBackward,
    /// Section texts.
    Texts,
    /// The auxiliary directory, which locates positions and the spelling dictionary.
    Auxiliary,
    /// Filter values.
    Filters,
    /// Leaves of the directory of a large index, which locate texts and terms.
    Leaves,
    /// The HNSW graph over the centres of clusters: its root, then blocks of nodes.
    #[cfg(feature = "dense")]
    Graph,
    /// A cluster of vectors; its number is that of its node. A block of nodes locates its clusters.
    #[cfg(feature = "dense")]
    Cluster,
    /// The link graph.
    #[cfg(feature = "dense")]
    Links,
    /// Vectors of the terms in the term block with the same number.
    #[cfg(feature = "dense")]
    TermVectors,
}

/// Low bits of [`BlockId::to_u32`] that hold the kind.
const KIND_BITS: u32 = 4;

/// High bits of [`BlockId::to_u32`] that hold the index.
#[cfg(feature = "dense")]
const SITE_BITS: u32 = 4;

/// Indexes that can be searched as one.
#[cfg(feature = "dense")]
pub const MAX_SITES: usize = 1 << SITE_BITS;

/// Identifies a block of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockId {
    /// Kind of the block.
    pub kind: BlockKind,
    /// Number among the blocks of its kind, from 0.
    pub number: usize,
    /// Number of its index, where several are searched as one; else 0.
    #[cfg(feature = "dense")]
    pub site: u8,
}

impl BlockKind {
    /// The block of this kind with a number.
    pub fn block(self, number: usize) -> BlockId {
        BlockId {
            kind: self,
            number,
            #[cfg(feature = "dense")]
            site: 0,
        }
    }

    pub(super) fn row(self) -> &'static KindRow {
        &KINDS[self as usize]
    }
}

impl BlockId {
    /// The id as one number, which drivers in other languages pass back. The directory keeps block numbers far below
    /// 2²⁴.
    pub fn to_u32(self) -> u32 {
        #[cfg(feature = "dense")]
        let site = u32::from(self.site) << (u32::BITS - SITE_BITS);
        #[cfg(not(feature = "dense"))]
        let site = 0;
        site | (self.number as u32) << KIND_BITS | self.kind as u32
    }

    /// The same block of another index.
    #[cfg(feature = "dense")]
    pub fn of_site(self, site: usize) -> Self {
        BlockId { site: site as u8, ..self }
    }

    /// Reads [`Self::to_u32`]; `None` for an unknown kind.
    pub fn from_u32(id: u32) -> Option<Self> {
        let row = KINDS.get((id & ((1 << KIND_BITS) - 1)) as usize)?;
        #[cfg(feature = "dense")]
        {
            let site = (id >> (u32::BITS - SITE_BITS)) as usize;
            Some(row.kind.block((id << SITE_BITS >> (SITE_BITS + KIND_BITS)) as usize).of_site(site))
        }
        #[cfg(not(feature = "dense"))]
        Some(row.kind.block((id >> KIND_BITS) as usize))
    }
}

/// A block to fetch. Two blocks with the same content share a range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(all(test, feature = "write"), derive(ts_rs::TS))]
pub struct BlockRequest {
    /// Names the block when its bytes are supplied.
    #[cfg_attr(all(test, feature = "write"), ts(type = "number"))]
    pub id: BlockId,
    /// Where they are.
    #[cfg_attr(all(test, feature = "write"), ts(flatten))]
    pub range: ByteRange,
}

/// A parsed block.
#[allow(clippy::large_enum_variant, reason = "moved once, from its reader into its slot")]
pub(super) enum Block {
    Terms(TermBlock),
    Positions(PositionBlock),
    Spelling(SpellingBlock),
    Texts(Fragment),
    Auxiliary(AuxiliaryDirectory),
    Filters(Filters),
    /// A leaf, which the directory has.
    Leaf,
    /// Raw bytes of nodes, kept until the root has arrived, and of clusters on their way into a slot.
    #[cfg(feature = "dense")]
    Raw(Vec<u8>),
    #[cfg(feature = "dense")]
    Root(Root),
    #[cfg(feature = "dense")]
    Nodes(LocatedNodes),
    #[cfg(feature = "dense")]
    Cluster(Cluster),
    #[cfg(feature = "dense")]
    Links(LinkGraph),
    #[cfg(feature = "dense")]
    TermVectors(TermVectors),
}

/// Where the blocks of one kind are.
pub(super) enum Place<'a> {
    /// In files that hold several blocks.
    Table(&'a Table),
    /// Where leaves of the directory say: texts or terms.
    Leaves(&'a Leaves, BlockKind),
    /// The only block is a whole file.
    File(&'a WholeFile),
    /// Where the blocks of nodes say.
    #[cfg(feature = "dense")]
    Clusters(&'a Store),
    /// Where the blocks of terms say.
    #[cfg(feature = "dense")]
    TermVectors(&'a Store, &'a LexiconFiles),
}

impl Place<'_> {
    /// Number of blocks.
    pub fn len(&self) -> usize {
        match self {
            Place::Table(table) => table.len(),
            Place::Leaves(leaves, kind) => leaves.count(*kind),
            Place::File(_) => 1,
            #[cfg(feature = "dense")]
            Place::Clusters(store) => store.cluster_count(),
            #[cfg(feature = "dense")]
            Place::TermVectors(store, _) => store.directory().block_count(BlockKind::Terms),
        }
    }

    /// The table that has a block, and its number there.
    fn table(&self, number: usize) -> Option<(&Table, usize)> {
        match self {
            Place::Table(table) => Some((table, number)),
            Place::Leaves(leaves, kind) => leaves.table_of(kind.block(number)),
            #[cfg(feature = "dense")]
            Place::Clusters(store) => store.located(number).map(|(nodes, place)| (&nodes.table, place)),
            _ => None,
        }
    }

    /// Byte range of a block; `name` is the prefix of the file names.
    pub fn range(&self, name: &str, number: usize) -> Option<ByteRange> {
        match self {
            Place::File(file) => (number == 0).then(|| file.range(name)),
            #[cfg(feature = "dense")]
            Place::TermVectors(store, files) => Some(store.vectors_of(number)?.range(name, &files.hash)),
            _ => self.table(number).and_then(|(table, place)| table.range(name, place)),
        }
    }

    /// Checksum of a block's content. A whole file has none; its header carries the generation instead.
    pub fn check(&self, number: usize) -> Option<u8> {
        #[cfg(feature = "dense")]
        if let Place::TermVectors(store, _) = self {
            return Some(store.vectors_of(number)?.check());
        }
        self.table(number).and_then(|(table, place)| table.check(place))
    }
}

/// Everything specific to one kind of block.
pub(super) struct KindRow {
    pub kind: BlockKind,
    /// Prefix of its file names.
    pub name: &'static str,
    /// Where its blocks are; `None` while that is unknown, or if the index has none.
    pub place: fn(&Store) -> Option<Place<'_>>,
    /// Parses the block with a number.
    pub read: fn(&Store, usize, Vec<u8>) -> Result<Block, FormatError>,
}

/// One row per kind, in the order of [`BlockKind`].
pub(super) const KINDS: &[KindRow] = &[
    KindRow {
        kind: BlockKind::Terms,
        name: "terms",
        place: |store| Some(Place::Leaves(&store.directory().leaves, BlockKind::Terms)),
        read: |store, number, bytes| {
            let directory = store.directory();
            let terms = TermBlock::read(bytes, number, directory.section_count())?;
            #[cfg(feature = "dense")]
            if directory.lexicon.is_some() {
                vectors_of(&terms)?;
            }
            Ok(Block::Terms(terms))
        },
    },
    KindRow {
        kind: BlockKind::Positions,
        name: "positions",
        place: |store| Some(Place::Table(&store.auxiliary_if_ready()?.positions)),
        read: |_, _, bytes| PositionBlock::read(bytes).map(Block::Positions),
    },
    KindRow {
        kind: BlockKind::Spelling,
        name: "words",
        place: |store| Some(Place::Table(&store.auxiliary_if_ready()?.forward.blocks)),
        read: |_, _, bytes| Ok(Block::Spelling(SpellingBlock::new(bytes, false))),
    },
    KindRow {
        kind: BlockKind::SpellingBackward,
        name: "words",
        place: |store| Some(Place::Table(&store.auxiliary_if_ready()?.backward.blocks)),
        read: |_, _, bytes| Ok(Block::Spelling(SpellingBlock::new(bytes, true))),
    },
    KindRow {
        kind: BlockKind::Texts,
        name: "texts",
        place: |store| Some(Place::Leaves(&store.directory().leaves, BlockKind::Texts)),
        read: |store, number, bytes| {
            let sections = store.directory().text_sections(number).len() as u32;
            Fragment::read(&bytes, sections).map(Block::Texts)
        },
    },
    KindRow {
        kind: BlockKind::Auxiliary,
        name: "auxiliary",
        place: |store| store.directory().auxiliary.as_ref().map(Place::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            AuxiliaryDirectory::read(&bytes, directory.generation, directory.block_count(BlockKind::Terms))
                .map(Block::Auxiliary)
        },
    },
    KindRow {
        kind: BlockKind::Filters,
        name: "filters",
        place: |store| store.directory().filters.as_ref().map(Place::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            Filters::read(&bytes, directory.generation, directory.page_count()).map(Block::Filters)
        },
    },
    KindRow {
        kind: BlockKind::Leaves,
        name: "leaves",
        place: |store| Some(Place::Table(&store.directory().leaves.table)),
        read: |_, _, _| Ok(Block::Leaf),
    },
    #[cfg(feature = "dense")]
    KindRow {
        kind: BlockKind::Graph,
        name: "graph",
        place: |store| Some(Place::Table(&store.directory().graph)),
        read: |_, _, bytes| Ok(Block::Raw(bytes)),
    },
    #[cfg(feature = "dense")]
    KindRow {
        kind: BlockKind::Cluster,
        name: "dense",
        place: |store| Some(Place::Clusters(store)),
        read: |_, _, bytes| Ok(Block::Raw(bytes)),
    },
    #[cfg(feature = "dense")]
    KindRow {
        kind: BlockKind::Links,
        name: "links",
        place: |store| store.directory().links.as_ref().map(Place::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            LinkGraph::read(&bytes, directory.generation, directory.page_count()).map(Block::Links)
        },
    },
    #[cfg(feature = "dense")]
    KindRow {
        kind: BlockKind::TermVectors,
        name: "termvectors",
        place: |store| Some(Place::TermVectors(store, store.directory().lexicon.as_ref()?)),
        read: |store, _, bytes| {
            let shape = store.directory().lexicon.map(|lexicon| lexicon.shape).unwrap_or_default();
            TermVectors::read(bytes, shape).map(Block::TermVectors)
        },
    },
];

/// State of one block.
#[derive(Debug)]
pub enum Slot<T, E = IndexError> {
    /// Not supplied yet.
    Missing,
    /// Supplied and checked.
    Ready(T),
    /// Unavailable or damaged, with the reason.
    Failed(E),
}
