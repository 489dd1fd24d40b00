//! Finds terms in the loaded blocks, and records which blocks are missing.

use crate::format::FormatError;
use crate::index::{
    AuxiliaryDirectory, BlockId, BlockKind, IfFull, IndexError, Reads, Slot, SpellingTable, Store,
};
use crate::lexical::{
    DamagedList, LOW_IMPACT_MARK, PositionBlock, SpellingBlock, SpellingCandidate, TermEntry,
};

use super::spelling::keep;
use crate::search::sites::Sites;
use crate::search::step::Step;
use crate::text::concat;

mod shared;

/// Spelling blocks that one unfinished word may need, a few kilobytes each.
const MAX_COMPLETION_BLOCKS: usize = 4;

/// Least characters of the first part of a joined word.
const MIN_FIRST_PART: usize = 2;

/// Least characters of its second part.
const MIN_ENDING: usize = 3;

/// Spelling blocks that one mistyped word may need in each order (forward, backward).
const MAX_NEAR_BLOCKS: usize = 4;

/// The result of looking up a term.
#[derive(Clone, Copy)]
pub(in crate::search) enum Found<'a> {
    /// Its block is missing or failed.
    Unknown,
    /// No section contains it.
    Nowhere,
    /// Its postings.
    There(TermEntry<'a>),
}

/// Looks up terms for one query.
pub(in crate::search) struct TermLookup<'a, S: Reads> {
    store: &'a Store<S>,
    need: Vec<BlockId>,
    failed: Vec<IndexError>,
    /// Earlier results: a query looks up its terms several times.
    found: Vec<(String, Found<'a>)>,
    /// Lookups in the other indexes that the query searches.
    others: S::IfFull<Vec<TermLookup<'a, S>>>,
}

impl<'a, S: Reads> TermLookup<'a, S> {
    pub fn new(store: &'a Store<S>) -> Self {
        TermLookup {
            store,
            need: Vec::new(),
            failed: Vec::new(),
            found: Vec::new(),
            others: S::IfFull::new(Vec::new),
        }
    }

    /// Looks up terms in an index as one of several: a term has the document frequency of all of them.
    pub fn among(sites: Sites<'a, S>, store: &'a Store<S>) -> Self {
        TermLookup { others: S::IfFull::new(|| shared::others(sites, store)), ..Self::new(store) }
    }

    pub fn section_count(&self) -> u32 {
        let own = self.store.directory().section_count();
        own + self.others.get().into_iter().flatten().map(TermLookup::section_count).sum::<u32>()
    }

    /// Goes on if no block is missing; else they are what is lacking, each once.
    pub fn settle(&mut self) -> Step<()> {
        if S::IS_FULL {
            self.add_needs_of_others();
        }
        if self.need.is_empty() {
            return Step::Continue(());
        }
        Step::Break(std::mem::take(&mut self.need))
    }

    /// The failures of blocks, one for each file and code.
    pub fn failed(self) -> Vec<IndexError> {
        self.failed
    }

    fn need(&mut self, id: BlockId) {
        let id = self.store.first_needed(id);
        if !self.need.contains(&id) {
            self.need.push(id);
        }
    }

    fn fail(&mut self, error: &IndexError) {
        let is_known =
            |reported: &IndexError| reported.code() == error.code() && reported.file() == error.file();
        if !self.failed.iter().any(is_known) {
            self.failed.push(error.clone());
        }
    }

    /// Records that a list is damaged.
    pub fn damaged(&mut self, damage: DamagedList) {
        self.fail(&blamed(self.store, damage));
    }

    fn damaged_block(&mut self, id: BlockId, source: FormatError) {
        self.fail(&damaged(self.store, id, source));
    }

    /// Counts a term as one that no section contains, unless another part of the query has looked it up.
    pub fn leave_out(&mut self, key: &str) {
        self.found.push((key.to_owned(), Found::Nowhere));
    }

    /// Looks up a key among the index's terms.
    pub fn find(&mut self, key: &str) -> Found<'a> {
        if let Some((_, found)) = self.found.iter().find(|(other, _)| other == key) {
            return *found;
        }
        let found = self.look_up(key);
        let found = if S::IS_FULL { self.with_others(key, found) } else { found };
        self.found.push((key.to_owned(), found));
        found
    }

    fn look_up(&mut self, key: &str) -> Found<'a> {
        let Some(block) = self.store.directory().block_of(key) else { return Found::Nowhere };
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

    /// Whether a term of the loaded blocks begins so.
    pub fn has_beginning(&self, beginning: &str) -> bool {
        let directory = self.store.directory();
        let Some(block) = directory.block_of(beginning) else { return false };
        // Behind all terms in ASCII that begin so. If it belongs to another block, that one begins with such a term.
        let is_here = directory.block_of(&concat(&[beginning, "~"])) == Some(block);
        !is_here
            || matches!(self.store.terms(block), Slot::Ready(terms)
                if matches!(terms.beginning_with(beginning), Ok(Some(_))))
    }

    /// One of a term's lists of postings, by falling impact: its own (0), the low-impact ones, the least ones.
    pub fn list(&mut self, term: &str, number: u8) -> Option<TermEntry<'a>> {
        let mut key = term.to_owned();
        for _ in 0..number {
            match self.find(&key) {
                Found::There(entry) if entry.has_further => key.push(LOW_IMPACT_MARK),
                _ => return None,
            }
        }
        match self.find(&key) {
            Found::There(entry) => Some(entry),
            _ => None,
        }
    }

    /// The auxiliary directory, which locates the spelling dictionary, if it is loaded.
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

    /// Asks for the positions of the block that contains a key.
    pub fn need_positions(&mut self, key: &str) {
        if let Some(block) = self.store.directory().block_of(key) {
            self.positions(block);
        }
    }

    /// The positions for a block of terms.
    pub fn positions(&mut self, block: usize) -> Option<&'a PositionBlock> {
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

    /// Calls `each` for every loaded spelling block that may have words with `prefix`.
    fn spelling_blocks(
        &mut self,
        table: &SpellingTable,
        backward: bool,
        prefix: &str,
        each: &mut dyn FnMut(&SpellingBlock) -> Result<(), FormatError>,
    ) {
        for block in table.keys.blocks_with_prefix(prefix) {
            let id = if backward {
                BlockKind::SpellingBackward.block(block)
            } else {
                BlockKind::Spelling.block(block)
            };
            match self.store.spelling(id) {
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

    /// Words that begin with `prefix`; none if they fill more than [`MAX_COMPLETION_BLOCKS`] blocks.
    pub fn completions(&mut self, prefix: &str) -> Vec<SpellingCandidate> {
        let found = self.own_completions(prefix);
        if !S::IS_FULL {
            return found;
        }
        self.with_candidates(found, &mut |other| other.completions(prefix))
    }

    fn own_completions(&mut self, prefix: &str) -> Vec<SpellingCandidate> {
        let mut found = Vec::new();
        let Some(auxiliary) = self.auxiliary() else { return found };
        if auxiliary.forward.keys.blocks_with_prefix(prefix).len() > MAX_COMPLETION_BLOCKS {
            return found;
        }
        self.spelling_blocks(&auxiliary.forward, false, prefix, &mut |block| {
            block.completions(prefix, &mut found)
        });
        found
    }

    /// Candidates for a mistyped word. One half of a word with one error is intact, so this reads the blocks that share
    /// a prefix with `typed` or a suffix with one of `stems`, and keeps words with a form within `max_edits` of `typed`, and
    /// names that begin or end with a stem. Each affix is just long enough to stay within [`MAX_NEAR_BLOCKS`], and short enough that a swap in
    /// the middle of the word leaves one of the two intact.
    pub fn near(&mut self, typed: &str, stems: &[String], max_edits: u32) -> Vec<SpellingCandidate> {
        let found = self.own_near(typed, stems, max_edits);
        if !S::IS_FULL {
            return found;
        }
        self.with_candidates(found, &mut |other| other.near(typed, stems, max_edits))
    }

    fn own_near(&mut self, typed: &str, stems: &[String], max_edits: u32) -> Vec<SpellingCandidate> {
        let mut found: Vec<SpellingCandidate> = Vec::new();
        let Some(auxiliary) = self.auxiliary() else { return found };
        for order in 0..=stems.len() {
            let is_backward = order < stems.len();
            let stem = stems[order % stems.len()].as_str();
            let mut chars: Vec<char> = if is_backward { stem } else { typed }.chars().collect();
            if is_backward {
                chars.reverse();
            }
            let mut near = Vec::new();
            let table = if is_backward { &auxiliary.backward } else { &auxiliary.forward };
            let prefix = affix(table, &chars, stem);
            let Some(prefix) = prefix else { continue };
            self.spelling_blocks(table, is_backward, &prefix, &mut |block| {
                block.near(typed, stem, max_edits, &mut near)
            });
            // With the error in the middle, several orders find the word.
            keep(&mut near, &|candidate| !found.iter().any(|same| same.term == candidate.term));
            found.append(&mut near);
        }
        found
    }

    /// The longest term that ends `stem` behind a first part, among the blocks that [`Self::near`] reads.
    pub fn ending(&mut self, stem: &str) -> Option<String> {
        let own = self.own_ending(stem);
        if S::IS_FULL { self.longest_ending(stem, own) } else { own }
    }

    fn own_ending(&mut self, stem: &str) -> Option<String> {
        let auxiliary = self.auxiliary()?;
        let mut chars: Vec<char> = stem.chars().collect();
        chars.reverse();
        let prefix = affix(&auxiliary.backward, &chars, stem)?;
        let beginning = chars.get(..chars.len().saturating_sub(MIN_FIRST_PART)).unwrap_or_default();
        let mut longest = Vec::new();
        self.spelling_blocks(&auxiliary.backward, true, &prefix, &mut |block| {
            block.ending(beginning, MIN_ENDING, &mut longest)
        });
        (!longest.is_empty()).then(|| longest.into_iter().rev().collect())
    }
}

/// The beginning of `chars` by which to read the spelling dictionary for words near `stem`; `None` if no beginning is
/// rare enough.
fn affix(table: &SpellingTable, chars: &[char], stem: &str) -> Option<String> {
    let shortest = (stem.chars().count().saturating_sub(1) / 2).clamp(1, 4);
    (shortest..=chars.len())
        .map(|length| chars[..length].iter().collect::<String>())
        .find(|prefix| table.keys.blocks_with_prefix(prefix).len() <= MAX_NEAR_BLOCKS)
}

/// The error for a damaged list, with its file.
pub(in crate::search) fn blamed<S: Reads>(store: &Store<S>, damage: DamagedList) -> IndexError {
    let kind = if damage.positions { BlockKind::Positions } else { BlockKind::Terms };
    damaged(store, kind.block(damage.block), damage.source)
}

fn damaged<S: Reads>(store: &Store<S>, id: BlockId, source: FormatError) -> IndexError {
    IndexError::Format { file: store.file_of(id), source }
}
