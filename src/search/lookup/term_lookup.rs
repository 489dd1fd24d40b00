//! Finds terms in the blocks of a store, and takes down which blocks are missing.

use crate::format::FormatError;
use crate::index::{AuxiliaryDirectory, BlockId, BlockKind, IndexError, Slot, Store, WordTable};
use crate::lexical::{DamagedList, PositionBlock, SpellingCandidate, TermEntry, WordBlock};

use super::low_impact_key;

/// Blocks of the dictionary that an unfinished word may ask for, a few kilobytes each.
const MAX_COMPLETION_BLOCKS: usize = 4;

/// Blocks that a mistyped word may ask for in each order.
const MAX_NEAR_BLOCKS: usize = 2;

/// What is known of a term.
#[derive(Clone, Copy)]
pub(in crate::search) enum Found<'a> {
    /// Its block is not there (yet).
    Unknown,
    /// No section has it.
    Nowhere,
    /// Its postings.
    There(TermEntry<'a>),
}

/// A look into the blocks of a store.
pub(in crate::search) struct TermLookup<'a> {
    store: &'a Store,
    need: Vec<BlockId>,
    failed: Vec<IndexError>,
    /// What was looked up before: a query comes back to its terms several times.
    found: Vec<(String, Found<'a>)>,
}

impl<'a> TermLookup<'a> {
    pub fn new(store: &'a Store) -> Self {
        TermLookup { store, need: Vec::new(), failed: Vec::new(), found: Vec::new() }
    }

    pub fn section_count(&self) -> u32 {
        self.store.directory().section_count()
    }

    /// Goes on if nothing is missing.
    ///
    /// # Errors
    /// The missing blocks, each once.
    pub fn settle(&mut self) -> Result<(), Vec<BlockId>> {
        if self.need.is_empty() {
            return Ok(());
        }
        Err(std::mem::take(&mut self.need))
    }

    /// What failed or was damaged, each once.
    pub fn failed(self) -> Vec<IndexError> {
        self.failed
    }

    fn need(&mut self, id: BlockId) {
        if !self.need.contains(&id) {
            self.need.push(id);
        }
    }

    fn fail(&mut self, error: &IndexError) {
        if !self.failed.contains(error) {
            self.failed.push(error.clone());
        }
    }

    /// Takes down that a list is damaged.
    pub fn damaged(&mut self, damage: DamagedList) {
        self.fail(&blamed(self.store, damage));
    }

    fn damaged_block(&mut self, id: BlockId, source: FormatError) {
        self.fail(&damaged(self.store, id, source));
    }

    /// Looks a key up in the dictionary of terms.
    pub fn find(&mut self, key: &str) -> Found<'a> {
        if let Some((_, found)) = self.found.iter().find(|(known, _)| known == key) {
            return *found;
        }
        let found = self.look_up(key);
        self.found.push((key.to_owned(), found));
        found
    }

    fn look_up(&mut self, key: &str) -> Found<'a> {
        let Some(block) = self.store.directory().term_keys.block_of(key) else { return Found::Nowhere };
        match self.store.terms(block) {
            Slot::Missing => {
                self.need(BlockKind::Terms.block(block));
                Found::Unknown
            }
            Slot::Failed(error) => {
                self.fail(error);
                Found::Unknown
            }
            Slot::Ready(terms) => match terms.find(key) {
                Ok(Some(entry)) => Found::There(entry),
                Ok(None) => Found::Nowhere,
                Err(error) => {
                    self.damaged_block(BlockKind::Terms.block(block), error);
                    Found::Unknown
                }
            },
        }
    }

    /// A term's low-impact postings, if they are `wanted` and there are any.
    pub fn low_impact(&mut self, term: &str, wanted: bool) -> Option<TermEntry<'a>> {
        match self.find(term) {
            Found::There(entry) if wanted && entry.has_low_impact => match self.find(&low_impact_key(term)) {
                Found::There(entry) => Some(entry),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where positions and words are, if that is there.
    fn auxiliary(&mut self) -> Option<&'a AuxiliaryDirectory> {
        match self.store.auxiliary() {
            Slot::Ready(auxiliary) => Some(auxiliary),
            Slot::Missing => {
                if self.store.is_missing(BlockKind::Auxiliary.block(0)) {
                    self.need(BlockKind::Auxiliary.block(0));
                }
                None
            }
            Slot::Failed(error) => {
                self.fail(error);
                None
            }
        }
    }

    /// The positions of the block that a key stands in.
    pub fn positions(&mut self, key: &str) -> Option<&'a PositionBlock> {
        self.auxiliary()?;
        let block = self.store.directory().term_keys.block_of(key)?;
        match self.store.positions(block) {
            Slot::Ready(positions) => Some(positions),
            Slot::Missing => {
                self.need(BlockKind::Positions.block(block));
                None
            }
            Slot::Failed(error) => {
                self.fail(error);
                None
            }
        }
    }

    /// Hands out the blocks of words that begin with `prefix` as far as they are there.
    fn word_blocks(
        &mut self,
        table: &WordTable,
        backward: bool,
        prefix: &str,
        each: &mut dyn FnMut(&WordBlock) -> Result<(), FormatError>,
    ) {
        for block in table.keys.blocks_with_prefix(prefix) {
            let id =
                if backward { BlockKind::WordsBackward.block(block) } else { BlockKind::Words.block(block) };
            match self.store.words(id) {
                Slot::Ready(words) => {
                    if let Err(error) = each(words) {
                        self.damaged_block(id, error);
                    }
                }
                Slot::Missing => self.need(id),
                Slot::Failed(error) => self.fail(error),
            }
        }
    }

    /// Words that begin with `prefix`; none if they fill too many blocks to be worth it.
    pub fn completions(&mut self, prefix: &str) -> Vec<SpellingCandidate> {
        let mut found = Vec::new();
        let Some(auxiliary) = self.auxiliary() else { return found };
        if auxiliary.forward.keys.blocks_with_prefix(prefix).len() > MAX_COMPLETION_BLOCKS {
            return found;
        }
        self.word_blocks(&auxiliary.forward, false, prefix, &mut |block| {
            block.completions(prefix, &mut found)
        });
        found
    }

    /// Words that a mistyped one may be forms of, found by the half of it that is without a mistake: those within so many
    /// edits of a beginning of what was `typed`, or of its `stem`, looked up by its end. As many characters of either as it
    /// takes to stay within few blocks, and so few that an exchange in the middle leaves one of them whole.
    pub fn near(&mut self, typed: &str, stem: &str, max_edits: u32) -> Vec<SpellingCandidate> {
        let mut found: Vec<SpellingCandidate> = Vec::new();
        let Some(auxiliary) = self.auxiliary() else { return found };
        let shortest = (stem.chars().count().saturating_sub(1) / 2).clamp(1, 4);
        for is_backward in [true, false] {
            let mut chars: Vec<char> = if is_backward { stem } else { typed }.chars().collect();
            if is_backward {
                chars.reverse();
            }
            let mut near = Vec::new();
            let table = if is_backward { &auxiliary.backward } else { &auxiliary.forward };
            let prefix = (shortest..=chars.len())
                .map(|length| chars[..length].iter().collect::<String>())
                .find(|prefix| table.keys.blocks_with_prefix(prefix).len() <= MAX_NEAR_BLOCKS);
            let Some(prefix) = prefix else { continue };
            self.word_blocks(table, is_backward, &prefix, &mut |block| {
                block.near(&chars, max_edits, &mut near)
            });
            // What has the mistake in its middle is found both ways.
            near.retain(|candidate| !found.iter().any(|known| known.term == candidate.term));
            found.append(&mut near);
        }
        found
    }
}

/// The error of a damaged list, with the file that it stands in.
pub(in crate::search) fn blamed(store: &Store, damage: DamagedList) -> IndexError {
    let kind = if damage.positions { BlockKind::Positions } else { BlockKind::Terms };
    damaged(store, kind.block(damage.block), damage.source)
}

fn damaged(store: &Store, id: BlockId, source: FormatError) -> IndexError {
    IndexError::Format { file: store.file_of(id), source }
}
