//! One table of all block kinds: name, location and reader. A new kind needs a variant of [`BlockKind`], one of [`Block`] or
//! [`Further`], and a row of [`KindRow`].

use super::auxiliary::AuxiliaryDirectory;
use super::block_id::{ALL_KINDS, BlockId, BlockKind};
use super::directory::WholeFile;
use super::fragment::Fragment;
use super::leaves::Leaves;
use super::lexicon_files::LexiconFiles;
use super::places::{take_positions, vectors_of};
use super::reads::{IfFull, Reads};
use super::store::Store;
use super::table::{ByteRange, LocatedBlock, Table};
use super::vectors::LocatedNodes;
use crate::dense::{Cluster, Homes, Root};
use crate::filters::Filters;
use crate::format::FormatError;
use crate::lexical::{PositionBlock, SpellingBlock, TermBlock};
use crate::lexicon::TermVectors;
use crate::links::LinkGraph;

/// A block to fetch. Two blocks with the same content share a range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BlockRequest {
    /// Names the block when its bytes are supplied.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: BlockId,
    /// Where they are.
    #[cfg_attr(test, ts(flatten))]
    pub range: ByteRange,
}

/// A parsed block.
#[allow(clippy::large_enum_variant, reason = "moved once, from its reader into its slot")]
pub(super) enum Block<S: Reads> {
    /// With the place of its positions.
    Terms(TermBlock, LocatedBlock),
    Positions(PositionBlock),
    Spelling(SpellingBlock),
    Texts(Fragment),
    Auxiliary(AuxiliaryDirectory),
    Filters(Filters),
    /// A leaf, which the directory has.
    Leaf,
    Further(S::IfFull<Further<S>>),
}

/// A parsed block of a kind that only [`Full`](super::Full) reads.
#[allow(clippy::large_enum_variant, reason = "moved once, from its reader into its slot")]
pub(super) enum Further<S: Reads> {
    /// Raw bytes of nodes and homes, kept until the root has arrived, and of clusters on their way into a slot.
    Raw(Vec<u8>),
    Root(Root),
    Nodes(LocatedNodes<S>),
    Cluster(Cluster),
    Links(LinkGraph),
    TermVectors(TermVectors),
    Keys(Filters),
    Homes(Homes),
}

impl<S: Reads> Further<S> {
    /// Takes raw bytes.
    pub fn raw(&mut self) -> Option<Vec<u8>> {
        match self {
            Further::Raw(bytes) => Some(std::mem::take(bytes)),
            _ => None,
        }
    }

    pub fn block(self) -> Block<S> {
        Block::Further(S::IfFull::new(|| self))
    }
}

impl<S: Reads> Block<S> {
    pub fn further(&self) -> Option<&Further<S>> {
        match self {
            Block::Further(further) => further.get(),
            _ => None,
        }
    }

    pub fn further_mut(&mut self) -> Option<&mut Further<S>> {
        match self {
            Block::Further(further) => further.get_mut(),
            _ => None,
        }
    }
}

/// Where the blocks of one kind are.
pub(super) enum Location<'a, S: Reads> {
    /// In files that hold several blocks.
    Table(&'a Table),
    /// Where leaves of the directory say: texts or terms.
    Leaves(&'a Leaves, BlockKind),
    /// The only block is a whole file.
    File(&'a WholeFile),
    /// Where the blocks of nodes say.
    Clusters(&'a Store<S>),
    /// Where the blocks of terms say.
    Positions(&'a Store<S>),
    /// Likewise.
    TermVectors(&'a Store<S>, &'a LexiconFiles),
}

impl<S: Reads> Location<'_, S> {
    /// Number of blocks.
    pub fn len(&self) -> usize {
        match self {
            Location::Table(table) => table.len(),
            Location::Leaves(leaves, kind) => leaves.count(*kind),
            Location::File(_) => 1,
            Location::Clusters(store) if S::IS_FULL => store.cluster_count(),
            Location::Positions(store) => store.directory().block_count(BlockKind::Terms),
            Location::TermVectors(store, _) if S::IS_FULL => store.directory().block_count(BlockKind::Terms),
            Location::Clusters(_) | Location::TermVectors(..) => 0,
        }
    }

    /// The table that has a block, and its number there.
    fn table(&self, number: usize) -> Option<(&Table, usize)> {
        match self {
            Location::Table(table) => Some((table, number)),
            Location::Leaves(leaves, kind) => leaves.table_of(kind.block(number)),
            Location::Clusters(store) if S::IS_FULL => {
                store.located(number).map(|(nodes, offset)| (&nodes.table, offset))
            }
            _ => None,
        }
    }

    /// Byte range of a block; `name` is the prefix of the file names.
    pub fn range(&self, name: &str, number: usize) -> Option<ByteRange> {
        match self {
            Location::File(file) => (number == 0).then(|| file.range(name)),
            Location::Positions(store) => {
                Some(store.positions_of(number)?.range(name, &store.directory().positions))
            }
            Location::TermVectors(store, files) if S::IS_FULL => {
                Some(store.vectors_of(number)?.range(name, &files.hash))
            }
            _ => self.table(number).and_then(|(table, offset)| table.range(name, offset)),
        }
    }
}

/// Everything specific to one kind of block.
pub(super) struct KindRow<S: Reads> {
    pub kind: BlockKind,
    /// Prefix of its file names.
    pub name: &'static str,
    /// Where its blocks are; `None` while that is unknown, or if the index has none.
    pub location: fn(&Store<S>) -> Option<Location<'_, S>>,
    /// Parses the block with a number.
    pub read: Parse<S>,
}

/// Parses the bytes of the block with a number.
type Parse<S> = fn(&Store<S>, usize, Vec<u8>) -> Result<Block<S>, FormatError>;

/// One row per kind.
impl<S: Reads> KindRow<S> {
    /// The kinds that are read, in the order of [`BlockKind`]. Two lists: whoever has a part of the longer one would link
    /// the readers of all.
    pub const ALL: &'static [Self] = if S::IS_FULL { &Self::OF_FULL } else { &Self::OF_WORDS };

    const OF_WORDS: [Self; 8] = [
        Self::TERMS,
        Self::POSITIONS,
        Self::SPELLING,
        Self::SPELLING_BACKWARD,
        Self::TEXTS,
        Self::AUXILIARY,
        Self::FILTERS,
        Self::LEAVES,
    ];

    const OF_FULL: [Self; ALL_KINDS.len()] = [
        Self::TERMS,
        Self::POSITIONS,
        Self::SPELLING,
        Self::SPELLING_BACKWARD,
        Self::TEXTS,
        Self::AUXILIARY,
        Self::FILTERS,
        Self::LEAVES,
        Self::GRAPH,
        Self::CLUSTER,
        Self::LINKS,
        Self::TERM_VECTORS,
        Self::KEYS,
        Self::HOMES,
    ];

    const TERMS: Self = KindRow {
        kind: BlockKind::Terms,
        name: "terms",
        location: |store| Some(Location::Leaves(&store.directory().leaves, BlockKind::Terms)),
        read: |store, number, mut bytes| {
            let directory = store.directory();
            let positions = take_positions(&mut bytes)?;
            let terms = TermBlock::read(bytes, number, directory.section_count())?;
            if S::IS_FULL && directory.lexicon.is_some() {
                vectors_of(&terms)?;
            }
            Ok(Block::Terms(terms, positions))
        },
    };

    const POSITIONS: Self = KindRow {
        kind: BlockKind::Positions,
        name: "positions",
        location: |store| Some(Location::Positions(store)),
        read: |_, _, bytes| PositionBlock::read(bytes).map(Block::Positions),
    };

    const SPELLING: Self = KindRow {
        kind: BlockKind::Spelling,
        name: "words",
        location: |store| Some(Location::Table(&store.auxiliary_if_ready()?.forward.blocks)),
        read: |_, _, bytes| Ok(Block::Spelling(SpellingBlock::new(bytes, false))),
    };

    const SPELLING_BACKWARD: Self = KindRow {
        kind: BlockKind::SpellingBackward,
        name: "words",
        location: |store| Some(Location::Table(&store.auxiliary_if_ready()?.backward.blocks)),
        read: |_, _, bytes| Ok(Block::Spelling(SpellingBlock::new(bytes, true))),
    };

    const TEXTS: Self = KindRow {
        kind: BlockKind::Texts,
        name: "texts",
        location: |store| Some(Location::Leaves(&store.directory().leaves, BlockKind::Texts)),
        read: |store, number, bytes| {
            let sections = store.directory().text_sections(number).len() as u32;
            let read = if S::IS_FULL { Fragment::read } else { Fragment::read_marked };
            read(&bytes, sections).map(Block::Texts)
        },
    };

    const AUXILIARY: Self = KindRow {
        kind: BlockKind::Auxiliary,
        name: "auxiliary",
        location: |store| store.directory().auxiliary.as_ref().map(Location::File),
        read: |store, _, bytes| {
            AuxiliaryDirectory::read(&bytes, store.directory().generation).map(Block::Auxiliary)
        },
    };

    const FILTERS: Self = KindRow {
        kind: BlockKind::Filters,
        name: "filters",
        location: |store| store.directory().filters.as_ref().map(Location::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            Filters::read(&bytes, directory.generation, directory.page_count()).map(Block::Filters)
        },
    };

    const LEAVES: Self = KindRow {
        kind: BlockKind::Leaves,
        name: "leaves",
        location: |store| Some(Location::Table(&store.directory().leaves.table)),
        read: |_, _, _| Ok(Block::Leaf),
    };

    const GRAPH: Self = KindRow {
        kind: BlockKind::Graph,
        name: "graph",
        location: |store| Some(Location::Table(&store.directory().graph)),
        read: |_, _, bytes| Ok(Further::Raw(bytes).block()),
    };

    const CLUSTER: Self = KindRow {
        kind: BlockKind::Cluster,
        name: "dense",
        location: |store| Some(Location::Clusters(store)),
        read: |_, _, bytes| Ok(Further::Raw(bytes).block()),
    };

    const LINKS: Self = KindRow {
        kind: BlockKind::Links,
        name: "links",
        location: |store| store.directory().links.as_ref().map(Location::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            LinkGraph::read(&bytes, directory.generation, directory.page_count())
                .map(|links| Further::Links(links).block())
        },
    };

    const KEYS: Self = KindRow {
        kind: BlockKind::Keys,
        name: "keys",
        location: |store| store.directory().keys.as_ref().map(Location::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            Filters::read(&bytes, directory.generation, directory.page_count())
                .map(|keys| Further::Keys(keys).block())
        },
    };

    const HOMES: Self = KindRow {
        kind: BlockKind::Homes,
        name: "homes",
        location: |store| Some(Location::Table(&store.directory().homes)),
        read: |_, _, bytes| Ok(Further::Raw(bytes).block()),
    };

    const TERM_VECTORS: Self = KindRow {
        kind: BlockKind::TermVectors,
        name: "termvectors",
        location: |store| Some(Location::TermVectors(store, store.directory().lexicon.as_ref()?)),
        read: |store, _, bytes| {
            let shape = store.directory().lexicon.map(|lexicon| lexicon.shape).unwrap_or_default();
            TermVectors::read(bytes, shape).map(|vectors| Further::TermVectors(vectors).block())
        },
    };
}
