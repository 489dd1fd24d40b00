//! The kinds of blocks, in one table: what each is called, where the index says that its blocks are, and what reads
//! them. A new kind is a variant of [`BlockKind`], one of [`Block`], and a row of [`KINDS`].

use super::IndexError;
use super::auxiliary::AuxiliaryDirectory;
use super::directory::{Directory, WholeFile};
use super::fragment::Fragment;
use super::store::Store;
use super::table::{ByteRange, Table};
use crate::filters::Filters;
use crate::format::FormatError;
use crate::lexical::{PositionBlock, TermBlock, WordBlock};

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlockKind {
    /// Dictionary and postings.
    Terms,
    /// The positions of the block of terms with the same number.
    Positions,
    /// Words by their beginning.
    Words,
    /// Words by their end.
    WordsBackward,
    /// Texts of sections.
    Texts,
    /// The auxiliary directory: where positions and words are.
    Auxiliary,
    /// Values to filter by.
    Filters,
    /// Windows or vectors.
    #[cfg(feature = "dense")]
    Dense,
    /// The graph over the vectors.
    #[cfg(feature = "dense")]
    Graph,
}

/// Bits of [`BlockId::to_u32`] that say the kind.
const KIND_BITS: u32 = 4;

/// Names a block of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockId {
    /// What it holds.
    pub kind: BlockKind,
    /// Its place among the blocks of its kind, from 0.
    pub number: usize,
}

impl BlockKind {
    /// The block with a number.
    pub fn block(self, number: usize) -> BlockId {
        BlockId { kind: self, number }
    }

    pub(super) fn row(self) -> &'static KindRow {
        &KINDS[self as usize]
    }
}

impl BlockId {
    /// The id as one number, which drivers in other languages hand back. The directory bounds numbers of blocks far
    /// below 2²⁸.
    pub fn to_u32(self) -> u32 {
        (self.number as u32) << KIND_BITS | self.kind as u32
    }

    /// Reads [`Self::to_u32`]; `None` for a kind that there is not.
    pub fn from_u32(id: u32) -> Option<Self> {
        let row = KINDS.get((id & ((1 << KIND_BITS) - 1)) as usize)?;
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

/// A block that was read.
#[allow(clippy::large_enum_variant, reason = "moved once, from its reader into its slot")]
pub(super) enum Block {
    Terms(TermBlock),
    Positions(PositionBlock),
    Words(WordBlock),
    Texts(Fragment),
    Auxiliary(AuxiliaryDirectory),
    Filters(Filters),
    /// Kept as they are until all blocks are there.
    #[cfg(feature = "dense")]
    Vectors(Vec<u8>),
}

/// Where the blocks of one kind are.
pub(super) enum Place<'a> {
    /// In files of several blocks.
    Table(&'a Table),
    /// In a file of their own, which is the only block.
    File(&'a WholeFile),
}

impl Place<'_> {
    /// Number of blocks.
    pub fn len(&self) -> usize {
        match self {
            Place::Table(table) => table.len(),
            Place::File(_) => 1,
        }
    }

    /// Where a block is; `name` is the first part of the files' names.
    pub fn range(&self, name: &str, number: usize) -> Option<ByteRange> {
        match self {
            Place::Table(table) => table.range(name, number),
            Place::File(file) => (number == 0).then(|| file.range(name)),
        }
    }

    /// The check of a block's content. A file of its own has none: its header says its generation.
    pub fn check(&self, number: usize) -> Option<u8> {
        match self {
            Place::Table(table) => table.check(number),
            Place::File(_) => None,
        }
    }
}

/// All that tells one kind of block from the others.
pub(super) struct KindRow {
    pub kind: BlockKind,
    /// First part of the names of its files.
    pub name: &'static str,
    /// `None` as long as that is not known, and where the index has none.
    pub place: fn(&Store) -> Option<Place<'_>>,
    /// Reads a block with a number.
    pub read: fn(&Directory, usize, Vec<u8>) -> Result<Block, FormatError>,
}

/// One row for each kind, in the order of [`BlockKind`].
pub(super) const KINDS: &[KindRow] = &[
    KindRow {
        kind: BlockKind::Terms,
        name: "terms",
        place: |store| Some(Place::Table(&store.directory().terms)),
        read: |directory, number, bytes| {
            TermBlock::read(bytes, number, directory.section_count()).map(Block::Terms)
        },
    },
    KindRow {
        kind: BlockKind::Positions,
        name: "positions",
        place: |store| Some(Place::Table(&store.auxiliary_if_ready()?.positions)),
        read: |_, _, bytes| PositionBlock::read(bytes).map(Block::Positions),
    },
    KindRow {
        kind: BlockKind::Words,
        name: "words",
        place: |store| Some(Place::Table(&store.auxiliary_if_ready()?.forward.blocks)),
        read: |_, _, bytes| Ok(Block::Words(WordBlock::new(bytes, false))),
    },
    KindRow {
        kind: BlockKind::WordsBackward,
        name: "words",
        place: |store| Some(Place::Table(&store.auxiliary_if_ready()?.backward.blocks)),
        read: |_, _, bytes| Ok(Block::Words(WordBlock::new(bytes, true))),
    },
    KindRow {
        kind: BlockKind::Texts,
        name: "texts",
        place: |store| Some(Place::Table(&store.directory().texts)),
        read: |directory, number, bytes| {
            Fragment::read(&bytes, directory.text_sections(number)).map(Block::Texts)
        },
    },
    KindRow {
        kind: BlockKind::Auxiliary,
        name: "auxiliary",
        place: |store| store.directory().auxiliary.as_ref().map(Place::File),
        read: |directory, _, bytes| {
            AuxiliaryDirectory::read(&bytes, directory.generation, directory.terms.len())
                .map(Block::Auxiliary)
        },
    },
    KindRow {
        kind: BlockKind::Filters,
        name: "filters",
        place: |store| store.directory().filters.as_ref().map(Place::File),
        read: |directory, _, bytes| {
            Filters::read(&bytes, directory.generation, directory.page_count()).map(Block::Filters)
        },
    },
    #[cfg(feature = "dense")]
    KindRow {
        kind: BlockKind::Dense,
        name: "dense",
        place: |store| Some(Place::Table(&store.directory().dense)),
        read: |_, _, bytes| Ok(Block::Vectors(bytes)),
    },
    #[cfg(feature = "dense")]
    KindRow {
        kind: BlockKind::Graph,
        name: "graph",
        place: |store| Some(Place::Table(&store.directory().graph)),
        read: |_, _, bytes| Ok(Block::Vectors(bytes)),
    },
];

/// One block on its way.
#[derive(Debug)]
pub enum Slot<T, E = IndexError> {
    /// Not handed in yet.
    Missing,
    /// There and checked.
    Ready(T),
    /// Not to be had, and why.
    Failed(E),
}
