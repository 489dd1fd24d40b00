//! Names of blocks, which drivers pass back as numbers, and the state of one.

use super::IndexError;

/// The kinds and [`ALL_KINDS`], from one list.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {
        /// What a block holds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum BlockKind {
            $($(#[$doc])* $kind,)*
        }

        /// All kinds, in their order.
        pub(super) const ALL_KINDS: [BlockKind; [$(BlockKind::$kind),*].len()] = [$(BlockKind::$kind),*];
    };
}

kinds! {
    /// Dictionary and postings.
    Terms,
    /// Positions of the terms in the term block with the same number, which says where they are.
    Positions,
    /// The spelling dictionary, sorted from the beginning of words.
    Spelling,
    /// The spelling dictionary, sorted from the end of words.
    SpellingBackward,
    /// Section texts.
    Texts,
    /// The auxiliary directory, which locates the spelling dictionary.
    Auxiliary,
    /// Filter values.
    Filters,
    /// Leaves of the directory of a large index, which locate texts and terms.
    Leaves,
    /// The HNSW graph over the centres of clusters: its root, then blocks of nodes.
    Graph,
    /// A cluster of vectors; its number is that of its node. A block of nodes locates its clusters.
    Cluster,
    /// The link graph.
    Links,
    /// Vectors of the terms in the term block with the same number.
    TermVectors,
    /// Keys to sort pages by.
    Keys,
    /// Homes of sections: the clusters that hold their vectors.
    Homes,
}

/// Low bits of [`BlockId::to_u32`] that hold the kind.
const KIND_BITS: u32 = 4;

const _: () = assert!(ALL_KINDS.len() <= 1 << KIND_BITS);

/// High bits of [`BlockId::to_u32`] that hold the index.
const SITE_BITS: u32 = 4;

/// Indexes that can be searched as one.
pub const MAX_SITES: usize = 1 << SITE_BITS;

/// Identifies a block of an index.
///
/// Drivers get it with a request and pass it back with the bytes; those in other languages as a number.
///
/// ```
/// use docfuse::index::{BlockId, BlockKind};
///
/// let id = BlockKind::Terms.block(7);
/// assert_eq!(BlockId::from_u32(id.to_u32()), Some(id));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockId {
    /// Kind of the block.
    pub kind: BlockKind,
    /// Number among the blocks of its kind, from 0.
    pub number: usize,
    /// Number of its index, where several are searched as one; else 0.
    pub site: u8,
}

impl BlockKind {
    /// The block of this kind with a number.
    pub fn block(self, number: usize) -> BlockId {
        BlockId { kind: self, number, site: 0 }
    }
}

impl BlockId {
    /// The id as one number, which drivers in other languages pass back. The directory keeps block numbers far below
    /// 2²⁴.
    pub fn to_u32(self) -> u32 {
        u32::from(self.site) << (u32::BITS - SITE_BITS) | (self.number as u32) << KIND_BITS | self.kind as u32
    }

    /// The same block of another index.
    pub fn of_site(self, site: usize) -> Self {
        BlockId { site: site as u8, ..self }
    }

    /// Reads [`Self::to_u32`]; `None` for an unknown kind.
    pub fn from_u32(id: u32) -> Option<Self> {
        let kind = *ALL_KINDS.get((id & ((1 << KIND_BITS) - 1)) as usize)?;
        let site = (id >> (u32::BITS - SITE_BITS)) as usize;
        Some(kind.block((id << SITE_BITS >> (SITE_BITS + KIND_BITS)) as usize).of_site(site))
    }
}

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
