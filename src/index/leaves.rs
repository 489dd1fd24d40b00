//! Leaves of the directory: each says where consecutive blocks of texts or of terms are. The directory of a small index has
//! one of each. That of a large one only says what each leaf begins with; a leaf is a block of its own, so that a reader
//! loads those of its terms and hits.

use std::ops::Range;

use super::block_id::{BlockId, BlockKind};
use super::directory::{expect, last_up_to, read_starts, running_sums, write_starts};
use super::keys::Keys;
use super::table::Table;
use crate::format::{Cursor, FormatError, Writer};
use crate::ids::SectionId;
use crate::limits::MAX_SECTIONS;

/// Blocks of a leaf of a large index: a query reads a leaf for most of its terms and hits, about a kilobyte each.
const LEAF_BLOCKS: u32 = 128;

/// Where the blocks of texts and terms are, as far as is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// Where the leaves are; empty if the directory has them.
    pub(super) table: Table,
    /// Blocks of each leaf but of the last of texts, and of terms.
    leaf_blocks: u32,
    /// Blocks of texts, and of terms.
    counts: [u32; 2],
    /// Those of texts, then those of terms.
    leaves: Vec<Option<Leaf>>,
    /// First section of each leaf of texts, then the number of sections; first term of each leaf of terms.
    firsts: Firsts,
}

/// What blocks or leaves begin with: of texts, their first section, and the first one behind them; of terms, a key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Firsts {
    sections: Vec<u32>,
    keys: Keys,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Leaf {
    /// Its blocks, between the bytes before them in their first file and those behind them in their last one.
    table: Table,
    firsts: Firsts,
}

impl Leaf {
    /// Reads a leaf of so many blocks: of texts, if given what it and the next one begin with, else of terms. Filled in place:
    /// errors then have one value to drop, which is less code for every page to load.
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        blocks: usize,
        sections: Option<&[u32]>,
    ) -> Result<(), FormatError> {
        self.table = Table::read_leaf(cursor)?;
        expect("blocks of a leaf", blocks + 2, self.table.len())?;
        let Some([first, end, ..]) = sections else {
            self.firsts.keys = Keys::read(cursor, blocks)?;
            return Ok(());
        };
        self.firsts.sections = read_starts(cursor, "sections of texts", *first)?;
        let last = self.firsts.sections.last().copied().unwrap_or_default();
        expect("sections of texts", *end as usize, last as usize)?;
        expect("blocks of texts", blocks + 1, self.firsts.sections.len())
    }
}

impl Leaves {
    /// Reads them, or what they begin with if they are blocks of their own, for an index of `sections` sections.
    ///
    /// # Errors
    /// Inconsistent counts, or damage; then some leaves may be there.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'_>, sections: u32) -> Result<(), FormatError> {
        self.table = Table::read(cursor)?;
        self.leaf_blocks = cursor.varint("blocks of a leaf")?.max(1);
        for count in &mut self.counts {
            *count = cursor.varint_up_to("blocks", MAX_SECTIONS)?;
        }
        let (of_texts, of_terms) = (self.leaf_count(0), self.leaf_count(1));
        self.firsts.sections = read_starts(cursor, "sections of leaves", 0)?;
        self.firsts.keys = Keys::read(cursor, of_terms)?;
        expect("leaves of texts", of_texts + 1, self.firsts.sections.len())?;
        let last = self.firsts.sections.last().copied().unwrap_or_default();
        expect("sections of texts", sections as usize, last as usize)?;
        self.leaves = (0..of_texts + of_terms).map(|_| None).collect();
        if self.table.is_empty() {
            for number in 0..self.leaves.len() {
                self.read_leaf(number, cursor)?;
            }
        }
        Ok(())
    }

    /// Reads a leaf.
    ///
    /// # Errors
    /// Other blocks than the directory says, or damage; then the leaf is unknown.
    pub(super) fn read_leaf(&mut self, number: usize, cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
        let of_texts = self.leaf_count(0);
        let (kind, offset) = if number < of_texts { (0, number) } else { (1, number - of_texts) };
        let left = self.counts[kind].saturating_sub((offset as u32).saturating_mul(self.leaf_blocks));
        let blocks = left.min(self.leaf_blocks) as usize;
        let sections = if kind == 0 { self.firsts.sections.get(number..) } else { None };
        let mut leaf = Leaf::default();
        leaf.read(cursor, blocks, sections)?;
        if let Some(slot) = self.leaves.get_mut(number) {
            *slot = Some(leaf);
        }
        Ok(())
    }

    /// Number of leaves of texts (0) or of terms (1).
    fn leaf_count(&self, kind: usize) -> usize {
        self.counts[kind].div_ceil(self.leaf_blocks) as usize
    }

    /// Number of blocks of texts, or else of terms.
    pub fn count(&self, kind: BlockKind) -> usize {
        self.counts[usize::from(kind != BlockKind::Texts)] as usize
    }

    /// The number of a block's leaf, and of the block in it.
    fn in_leaf(&self, id: BlockId) -> Option<(usize, usize)> {
        let before = match id.kind {
            BlockKind::Texts => 0,
            BlockKind::Terms => self.leaf_count(0),
            _ => return None,
        };
        let block = id.number as u32;
        if id.number >= self.count(id.kind) {
            return None;
        }
        Some((before + (block / self.leaf_blocks) as usize, (block % self.leaf_blocks) as usize))
    }

    fn leaf(&self, number: usize) -> Option<&Leaf> {
        self.leaves.get(number)?.as_ref()
    }

    /// The table that has a block of texts or terms, and its number there, if its leaf is known.
    pub(super) fn table_of(&self, id: BlockId) -> Option<(&Table, usize)> {
        let (number, offset) = self.in_leaf(id)?;
        Some((&self.leaf(number)?.table, offset + 1))
    }

    /// The leaf that says where a block of texts or terms is, unless that is known.
    pub(super) fn unknown(&self, id: BlockId) -> Option<BlockId> {
        let (number, _) = self.in_leaf(id)?;
        self.leaf(number).is_none().then(|| BlockKind::Leaves.block(number))
    }

    /// The block of texts of a section, and the section's index in it; `None` beyond the last section. The first block of
    /// its leaf, until that is known.
    pub(super) fn locate(&self, section: SectionId) -> Option<(usize, usize)> {
        let number = last_up_to(&self.firsts.sections, section.0)?;
        let first = number * self.leaf_blocks as usize;
        let Some(leaf) = self.leaf(number).filter(|_| number < self.leaf_count(0)) else {
            return (number < self.leaf_count(0)).then_some((first, 0));
        };
        let offset = last_up_to(&leaf.firsts.sections, section.0)?;
        let start = leaf.firsts.sections.get(offset)?;
        (offset + 1 < leaf.firsts.sections.len()).then_some((first + offset, (section.0 - start) as usize))
    }

    /// The sections of a block of texts; none until its leaf is known.
    pub(super) fn sections(&self, block: usize) -> Range<u32> {
        let found = self.in_leaf(BlockKind::Texts.block(block));
        let sections = found.and_then(|(number, offset)| {
            let leaf = self.leaf(number)?;
            leaf.firsts.sections.get(offset..offset + 2)
        });
        sections.map_or(0..0, |sections| sections[0]..sections[1])
    }

    /// The block of terms that may contain a key; `None` if there is none. The first block of its leaf, until that is
    /// known.
    pub(super) fn block_of(&self, key: &str) -> Option<usize> {
        let number = self.firsts.keys.block_of(key)?;
        let leaf = self.leaf(self.leaf_count(0) + number);
        let offset = leaf.map_or(Some(0), |leaf| leaf.firsts.keys.block_of(key))?;
        Some(number * self.leaf_blocks as usize + offset)
    }
}

impl Leaves {
    /// The places of all blocks, and the number of sections of each block of texts.
    pub(super) fn new(texts: Table, sections: &[u32], terms: Table, keys: Keys) -> Self {
        let counts = [texts.len() as u32, terms.len() as u32];
        let sections = running_sums(sections);
        let mut firsts = Firsts { sections: vec![0], keys: Keys::default() };
        let mut leaves = Vec::new();
        if !texts.is_empty() {
            firsts.sections.extend(sections.last());
            let firsts = Firsts { sections, keys: Keys::default() };
            leaves.push(Some(Leaf { table: texts.leaf(0..texts.len()), firsts }));
        }
        if !terms.is_empty() {
            firsts.keys = Keys::whole();
            let firsts = Firsts { sections: Vec::new(), keys };
            leaves.push(Some(Leaf { table: terms.leaf(0..terms.len()), firsts }));
        }
        Leaves {
            table: Table::default(),
            leaf_blocks: counts[0].max(counts[1]).max(1),
            counts,
            leaves,
            firsts,
        }
    }

    /// Number of blocks of texts and terms.
    pub(super) fn blocks(&self) -> u32 {
        self.counts[0] + self.counts[1]
    }

    /// Writes them, or what they begin with if they are blocks of their own.
    pub(super) fn write(&self, writer: &mut Writer) {
        self.table.write(writer);
        writer.varint(self.leaf_blocks);
        self.counts.into_iter().for_each(|count| writer.varint(count));
        write_starts(&self.firsts.sections, writer);
        self.firsts.keys.write(0..self.leaf_count(1), writer);
        for leaf in self.leaves.iter().flatten().filter(|_| self.table.is_empty()) {
            leaf.table.write_leaf(writer);
            leaf.write_firsts(0..leaf.table.len() - 2, writer);
        }
    }

    /// Divides the only leaves of texts and of terms, of which there must be both, and returns the blocks of the new ones.
    pub(super) fn divide(&mut self) -> Vec<Vec<u8>> {
        let whole: Vec<Leaf> = self.leaves.drain(..).flatten().collect();
        let mut blocks = Vec::new();
        self.leaf_blocks = LEAF_BLOCKS;
        self.firsts = Firsts::default();
        for leaf in &whole {
            let count = leaf.table.len() - 2;
            for start in (0..count).step_by(LEAF_BLOCKS as usize) {
                let end = count.min(start + LEAF_BLOCKS as usize);
                self.firsts.sections.extend(leaf.firsts.sections.get(start));
                self.firsts.keys.extend(&leaf.firsts.keys, start);
                self.leaves.push(None);
                let mut writer = Writer::new();
                leaf.table.leaf(start + 1..end + 1).write_leaf(&mut writer);
                leaf.write_firsts(start..end, &mut writer);
                blocks.push(writer.finish());
            }
            self.firsts.sections.extend(leaf.firsts.sections.last());
        }
        blocks
    }
}

impl Leaf {
    fn write_firsts(&self, blocks: Range<usize>, writer: &mut Writer) {
        match self.firsts.sections.get(blocks.start..=blocks.end) {
            Some(sections) => write_starts(sections, writer),
            None => self.firsts.keys.write(blocks, writer),
        }
    }
}
