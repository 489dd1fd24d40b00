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
pub(super) enum Place<'a, S: Reads> {
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

impl<S: Reads> Place<'_, S> {
    /// Number of blocks.
    pub fn len(&self) -> usize {
        match self {
            Place::Table(table) => table.len(),
            Place::Leaves(leaves, kind) => leaves.count(*kind),
            Place::File(_) => 1,
            Place::Clusters(store) if S::IS_FULL => store.cluster_count(),
            Place::Positions(store) => store.directory().block_count(BlockKind::Terms),
            Place::TermVectors(store, _) if S::IS_FULL => store.directory().block_count(BlockKind::Terms),
            Place::Clusters(_) | Place::TermVectors(..) => 0,
        }
    }

    /// The table that has a block, and its number there.
    fn table(&self, number: usize) -> Option<(&Table, usize)> {
        match self {
            Place::Table(table) => Some((table, number)),
            Place::Leaves(leaves, kind) => leaves.table_of(kind.block(number)),
            Place::Clusters(store) if S::IS_FULL => {
                store.located(number).map(|(nodes, place)| (&nodes.table, place))
            }
            _ => None,
        }
    }

    /// Byte range of a block; `name` is the prefix of the file names.
    pub fn range(&self, name: &str, number: usize) -> Option<ByteRange> {
        match self {
            Place::File(file) => (number == 0).then(|| file.range(name)),
            Place::Positions(store) => {
                Some(store.positions_of(number)?.range(name, &store.directory().positions))
            }
            Place::TermVectors(store, files) if S::IS_FULL => {
                Some(store.vectors_of(number)?.range(name, &files.hash))
            }
            _ => self.table(number).and_then(|(table, place)| table.range(name, place)),
        }
    }
}

/// Everything specific to one kind of block.
pub(super) struct KindRow<S: Reads> {
    pub kind: BlockKind,
    /// Prefix of its file names.
    pub name: &'static str,
    /// Where its blocks are; `None` while that is unknown, or if the index has none.
    pub place: fn(&Store<S>) -> Option<Place<'_, S>>,
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
        place: |store| Some(Place::Leaves(&store.directory().leaves, BlockKind::Terms)),
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
        place: |store| Some(Place::Positions(store)),
        read: |_, _, bytes| PositionBlock::read(bytes).map(Block::Positions),
    };

    const SPELLING: Self = KindRow {
        kind: BlockKind::Spelling,
        name: "words",
        place: |store| Some(Place::Table(&store.auxiliary_if_ready()?.forward.blocks)),
        read: |_, _, bytes| Ok(Block::Spelling(SpellingBlock::new(bytes, false))),
    };

    const SPELLING_BACKWARD: Self = KindRow {
        kind: BlockKind::SpellingBackward,
        name: "words",
        place: |store| Some(Place::Table(&store.auxiliary_if_ready()?.backward.blocks)),
        read: |_, _, bytes| Ok(Block::Spelling(SpellingBlock::new(bytes, true))),
    };

    const TEXTS: Self = KindRow {
        kind: BlockKind::Texts,
        name: "texts",
        place: |store| Some(Place::Leaves(&store.directory().leaves, BlockKind::Texts)),
        read: |store, number, bytes| {
            let sections = store.directory().text_sections(number).len() as u32;
            let read = if S::IS_FULL { Fragment::read } else { Fragment::read_marked };
            read(&bytes, sections).map(Block::Texts)
        },
    };

    const AUXILIARY: Self = KindRow {
        kind: BlockKind::Auxiliary,
        name: "auxiliary",
        place: |store| store.directory().auxiliary.as_ref().map(Place::File),
        read: |store, _, bytes| {
            AuxiliaryDirectory::read(&bytes, store.directory().generation).map(Block::Auxiliary)
        },
    };

    const FILTERS: Self = KindRow {
        kind: BlockKind::Filters,
        name: "filters",
        place: |store| store.directory().filters.as_ref().map(Place::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            Filters::read(&bytes, directory.generation, directory.page_count()).map(Block::Filters)
        },
    };

    const LEAVES: Self = KindRow {
        kind: BlockKind::Leaves,
        name: "leaves",
        place: |store| Some(Place::Table(&store.directory().leaves.table)),
        read: |_, _, _| Ok(Block::Leaf),
    };

    const GRAPH: Self = KindRow {
        kind: BlockKind::Graph,
        name: "graph",
        place: |store| Some(Place::Table(&store.directory().graph)),
        read: |_, _, bytes| Ok(Further::Raw(bytes).block()),
    };

    const CLUSTER: Self = KindRow {
        kind: BlockKind::Cluster,
        name: "dense",
        place: |store| Some(Place::Clusters(store)),
        read: |_, _, bytes| Ok(Further::Raw(bytes).block()),
    };

    const LINKS: Self = KindRow {
        kind: BlockKind::Links,
        name: "links",
        place: |store| store.directory().links.as_ref().map(Place::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            LinkGraph::read(&bytes, directory.generation, directory.page_count())
                .map(|links| Further::Links(links).block())
        },
    };

    const KEYS: Self = KindRow {
        kind: BlockKind::Keys,
        name: "keys",
        place: |store| store.directory().keys.as_ref().map(Place::File),
        read: |store, _, bytes| {
            let directory = store.directory();
            Filters::read(&bytes, directory.generation, directory.page_count())
                .map(|keys| Further::Keys(keys).block())
        },
    };

    const HOMES: Self = KindRow {
        kind: BlockKind::Homes,
        name: "homes",
        place: |store| Some(Place::Table(&store.directory().homes)),
        read: |_, _, bytes| Ok(Further::Raw(bytes).block()),
    };

    const TERM_VECTORS: Self = KindRow {
        kind: BlockKind::TermVectors,
        name: "termvectors",
        place: |store| Some(Place::TermVectors(store, store.directory().lexicon.as_ref()?)),
        read: |store, _, bytes| {
            let shape = store.directory().lexicon.map(|lexicon| lexicon.shape).unwrap_or_default();
            TermVectors::read(bytes, shape).map(|vectors| Further::TermVectors(vectors).block())
        },
    };
}
