//! The read side of one generation: takes pieces as they arrive, in any order, and never fetches one itself.
//!
//! Whoever drives a [`Store`] (a worker with `fetch`, a command with a folder) is told what is missing, gets it, and
//! hands it in. A piece that cannot be had or is damaged is remembered as failed, so that the rest can answer.

use super::IndexError;
use super::auxiliary::AuxiliaryDirectory;
use super::directory::Directory;
use super::fragment::Fragment;
use super::table::{ByteRange, Table};
#[cfg(feature = "dense")]
use super::vectors::Vectors;
use crate::filters::Filters;
use crate::format::{FormatError, check8};
use crate::ids::SectionId;
use crate::lexical::{PositionBlock, TermBlock, WordBlock};

/// One part of the index on its way.
#[derive(Debug)]
pub enum Slot<T, E = IndexError> {
    /// Not handed in yet.
    Missing,
    /// There and checked.
    Ready(T),
    /// Not to be had, and why.
    Failed(E),
}

impl<T> Slot<T> {
    pub(super) fn forget_failure(&mut self) {
        if matches!(self, Slot::Failed(_)) {
            *self = Slot::Missing;
        }
    }

    /// The same without the content.
    pub(super) fn state(&self) -> Slot<(), &IndexError> {
        match self {
            Slot::Missing => Slot::Missing,
            Slot::Ready(_) => Slot::Ready(()),
            Slot::Failed(error) => Slot::Failed(error),
        }
    }
}

/// A part of the index that a query may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlockId {
    /// A block of dictionary and postings.
    Terms(usize),
    /// The positions of the same block.
    Positions(usize),
    /// A block of words by their beginning.
    Words(usize),
    /// A block of words by their end.
    WordsBackward(usize),
    /// A block of texts.
    Texts(usize),
    /// Where positions and words are.
    Auxiliary,
    /// Values to filter by.
    Filters,
    /// A block of windows or vectors.
    #[cfg(feature = "dense")]
    Dense(usize),
    /// A block of the graph.
    #[cfg(feature = "dense")]
    Graph(usize),
}

/// Everything of one generation that has been handed in so far.
pub struct Store {
    directory: Directory,
    terms: Vec<Slot<TermBlock>>,
    positions: Vec<Slot<PositionBlock>>,
    words: Vec<Slot<WordBlock>>,
    words_backward: Vec<Slot<WordBlock>>,
    texts: Vec<Slot<Fragment>>,
    auxiliary: Slot<AuxiliaryDirectory>,
    filters: Slot<Filters>,
    #[cfg(feature = "dense")]
    pub(super) vectors: Vectors,
}

impl Store {
    /// Starts from a directory; everything else is missing.
    pub fn new(directory: Directory) -> Self {
        Store {
            terms: missing(&directory.terms),
            positions: Vec::new(),
            words: Vec::new(),
            words_backward: Vec::new(),
            texts: missing(&directory.texts),
            auxiliary: Slot::Missing,
            filters: Slot::Missing,
            #[cfg(feature = "dense")]
            vectors: Vectors::new(&directory.dense, &directory.graph),
            directory,
        }
    }

    /// The directory it was made from.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// A block of dictionary and postings.
    pub fn terms(&self, block: usize) -> &Slot<TermBlock> {
        slot(&self.terms, block)
    }

    /// A block of positions.
    pub fn positions(&self, block: usize) -> &Slot<PositionBlock> {
        slot(&self.positions, block)
    }

    /// A block of words, by their beginning or by their end.
    pub fn words(&self, backward: bool, block: usize) -> &Slot<WordBlock> {
        slot(if backward { &self.words_backward } else { &self.words }, block)
    }

    /// Where positions and words are.
    pub fn auxiliary(&self) -> &Slot<AuxiliaryDirectory> {
        &self.auxiliary
    }

    fn auxiliary_ready(&self) -> Option<&AuxiliaryDirectory> {
        match &self.auxiliary {
            Slot::Ready(auxiliary) => Some(auxiliary),
            _ => None,
        }
    }

    /// The filters.
    pub fn filters(&self) -> &Slot<Filters> {
        &self.filters
    }

    /// The vectors, and the graph once it is there.
    #[cfg(feature = "dense")]
    pub fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    /// The block with the text of a section and the section's place in it; `None` beyond the last section.
    pub fn text(&self, section: SectionId) -> Option<(&Slot<Fragment>, usize)> {
        let (block, place) = self.directory.locate(section)?;
        Some((slot(&self.texts, block), place))
    }

    /// The blocks of texts that hold these sections and are still missing, each once.
    pub fn missing_texts(&self, sections: impl Iterator<Item = SectionId>) -> Vec<BlockId> {
        let mut parts = Vec::new();
        for section in sections {
            let Some((block, _)) = self.directory.locate(section) else { continue };
            let part = BlockId::Texts(block);
            if self.is_missing(part) && !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    }

    /// Whether a part exists and was neither handed in nor failed.
    pub fn is_missing(&self, part: BlockId) -> bool {
        self.piece(part).is_some() && matches!(self.state(part), Slot::Missing)
    }

    /// Why a part failed, if it did.
    pub fn failure(&self, part: BlockId) -> Option<&IndexError> {
        match self.state(part) {
            Slot::Failed(error) => Some(error),
            _ => None,
        }
    }

    fn state(&self, part: BlockId) -> Slot<(), &IndexError> {
        match part {
            BlockId::Terms(block) => self.terms(block).state(),
            BlockId::Positions(block) => self.positions(block).state(),
            BlockId::Words(block) => self.words(false, block).state(),
            BlockId::WordsBackward(block) => self.words(true, block).state(),
            BlockId::Texts(block) => slot(&self.texts, block).state(),
            BlockId::Auxiliary => self.auxiliary.state(),
            BlockId::Filters => self.filters.state(),
            #[cfg(feature = "dense")]
            BlockId::Dense(_) | BlockId::Graph(_) => {
                self.vectors.slot(part).map_or(Slot::Missing, Slot::state)
            }
        }
    }

    /// Where a part is; `None` if the index has none such.
    pub fn piece(&self, part: BlockId) -> Option<ByteRange> {
        let directory = &self.directory;
        match part {
            BlockId::Terms(block) => directory.terms.piece("terms", block),
            BlockId::Positions(block) => self.auxiliary_ready()?.positions.piece("positions", block),
            BlockId::Words(block) => self.auxiliary_ready()?.forward.blocks.piece("words", block),
            BlockId::WordsBackward(block) => self.auxiliary_ready()?.backward.blocks.piece("words", block),
            BlockId::Texts(block) => directory.texts.piece("texts", block),
            BlockId::Auxiliary => directory.auxiliary.as_ref().map(|file| file.piece("rare")),
            BlockId::Filters => directory.filters.as_ref().map(|file| file.piece("filters")),
            #[cfg(feature = "dense")]
            BlockId::Dense(block) => directory.dense.piece("dense", block),
            #[cfg(feature = "dense")]
            BlockId::Graph(block) => directory.graph.piece("graph", block),
        }
    }

    /// The parts that start at a place of a file. Parts of the same content may share it.
    fn parts(&self, file: &str, start: u32) -> Vec<BlockId> {
        let directory = &self.directory;
        let whole = |part: BlockId| self.piece(part).filter(|piece| piece.file == file).map(|_| part);
        let blocks = |table: &Table, kind: &str, part: fn(usize) -> BlockId| -> Vec<BlockId> {
            table.find(kind, file, start).map(part).collect()
        };
        match (file.split('-').next(), self.auxiliary_ready()) {
            (Some("terms"), _) => blocks(&directory.terms, "terms", BlockId::Terms),
            (Some("texts"), _) => blocks(&directory.texts, "texts", BlockId::Texts),
            (Some("positions"), Some(auxiliary)) => {
                blocks(&auxiliary.positions, "positions", BlockId::Positions)
            }
            (Some("words"), Some(AuxiliaryDirectory { forward, backward, .. })) => {
                let mut parts = blocks(&forward.blocks, "words", BlockId::Words);
                parts.extend(blocks(&backward.blocks, "words", BlockId::WordsBackward));
                parts
            }
            (Some("rare"), _) => whole(BlockId::Auxiliary).into_iter().collect(),
            (Some("filters"), _) => whole(BlockId::Filters).into_iter().collect(),
            #[cfg(feature = "dense")]
            (Some("dense"), _) => blocks(&directory.dense, "dense", BlockId::Dense),
            #[cfg(feature = "dense")]
            (Some("graph"), _) => blocks(&directory.graph, "graph", BlockId::Graph),
            _ => Vec::new(),
        }
    }

    /// Hands in the opened bytes of the piece that starts at `start` of `file`. Cost: one pass over the bytes, then the
    /// part's own checks.
    ///
    /// # Errors
    /// Other content than expected, or damage; the part then counts as failed.
    pub fn supply(&mut self, file: &str, start: u32, bytes: Vec<u8>) -> Result<(), IndexError> {
        let parts = self.parts(file, start);
        let Some((last, others)) = parts.split_last() else {
            return Err(IndexError::Unknown { file: file.to_owned() });
        };
        let mut outcome = Ok(());
        for part in others {
            outcome = outcome.and(self.supply_part(*part, file, bytes.clone()));
        }
        outcome.and(self.supply_part(*last, file, bytes))
    }

    fn supply_part(&mut self, part: BlockId, file: &str, bytes: Vec<u8>) -> Result<(), IndexError> {
        #[cfg(feature = "dense")]
        if matches!(part, BlockId::Dense(_) | BlockId::Graph(_)) {
            return self.supply_vectors(part, bytes);
        }
        let outcome = match self.check(part) {
            Some(check) if check != check8(&bytes) => Err(IndexError::Check { file: file.to_owned() }),
            _ => {
                self.read(part, bytes).map_err(|source| IndexError::Format { file: file.to_owned(), source })
            }
        };
        if let Err(error) = &outcome {
            self.set_failed(part, error.clone());
        }
        outcome
    }

    /// The check of a block's content. Whole files have none, they carry their generation in their header.
    fn check(&self, part: BlockId) -> Option<u8> {
        match part {
            BlockId::Terms(block) => self.directory.terms.check(block),
            BlockId::Positions(block) => self.auxiliary_ready()?.positions.check(block),
            BlockId::Words(block) => self.auxiliary_ready()?.forward.blocks.check(block),
            BlockId::WordsBackward(block) => self.auxiliary_ready()?.backward.blocks.check(block),
            BlockId::Texts(block) => self.directory.texts.check(block),
            BlockId::Auxiliary | BlockId::Filters => None,
            #[cfg(feature = "dense")]
            BlockId::Dense(_) | BlockId::Graph(_) => None,
        }
    }

    fn read(&mut self, part: BlockId, bytes: Vec<u8>) -> Result<(), FormatError> {
        let generation = self.directory.generation;
        let sections = self.directory.section_count();
        match part {
            BlockId::Terms(block) => {
                self.terms[block] = Slot::Ready(TermBlock::read(bytes, block, sections)?)
            }
            BlockId::Positions(block) => self.positions[block] = Slot::Ready(PositionBlock::read(bytes)?),
            BlockId::Words(block) => self.words[block] = Slot::Ready(WordBlock::new(bytes, false)),
            BlockId::WordsBackward(block) => {
                self.words_backward[block] = Slot::Ready(WordBlock::new(bytes, true));
            }
            BlockId::Texts(block) => {
                let count = self.directory.text_sections(block);
                self.texts[block] = Slot::Ready(Fragment::read(&bytes, count)?);
            }
            BlockId::Auxiliary => {
                let auxiliary = AuxiliaryDirectory::read(&bytes, generation, self.directory.terms.len())?;
                self.positions = missing(&auxiliary.positions);
                self.words = missing(&auxiliary.forward.blocks);
                self.words_backward = missing(&auxiliary.backward.blocks);
                self.auxiliary = Slot::Ready(auxiliary);
            }
            BlockId::Filters => {
                let filters = Filters::read(&bytes, generation, self.directory.page_count())?;
                self.filters = Slot::Ready(filters);
            }
            #[cfg(feature = "dense")]
            BlockId::Dense(_) | BlockId::Graph(_) => {}
        }
        Ok(())
    }

    /// Says that a piece cannot be had.
    pub fn fail(&mut self, file: &str, start: u32, message: &str) {
        let error = IndexError::Unavailable { file: file.to_owned(), message: message.to_owned() };
        for part in self.parts(file, start) {
            self.set_failed(part, error.clone());
        }
    }

    fn set_failed(&mut self, part: BlockId, error: IndexError) {
        match part {
            BlockId::Terms(block) => self.terms[block] = Slot::Failed(error),
            BlockId::Positions(block) => self.positions[block] = Slot::Failed(error),
            BlockId::Words(block) => self.words[block] = Slot::Failed(error),
            BlockId::WordsBackward(block) => self.words_backward[block] = Slot::Failed(error),
            BlockId::Texts(block) => self.texts[block] = Slot::Failed(error),
            BlockId::Auxiliary => self.auxiliary = Slot::Failed(error),
            BlockId::Filters => self.filters = Slot::Failed(error),
            #[cfg(feature = "dense")]
            BlockId::Dense(_) | BlockId::Graph(_) => self.vectors.set_failed(part, error),
        }
    }

    /// Counts failed pieces as missing again, so that the next query asks for them once more.
    pub fn forget_failures(&mut self) {
        self.terms.iter_mut().for_each(Slot::forget_failure);
        self.positions.iter_mut().for_each(Slot::forget_failure);
        self.words.iter_mut().for_each(Slot::forget_failure);
        self.words_backward.iter_mut().for_each(Slot::forget_failure);
        self.texts.iter_mut().for_each(Slot::forget_failure);
        self.auxiliary.forget_failure();
        self.filters.forget_failure();
        #[cfg(feature = "dense")]
        self.vectors.forget_failures();
    }
}

/// This build searches by words alone, and asks for nothing else.
#[cfg(not(feature = "dense"))]
impl Store {
    pub fn vectors_work(&self) -> bool {
        false
    }

    pub fn missing_vectors(&self) -> Vec<BlockId> {
        Vec::new()
    }

    pub fn missing_graph(&self) -> Vec<BlockId> {
        Vec::new()
    }
}

fn missing<T>(table: &Table) -> Vec<Slot<T>> {
    (0..table.len()).map(|_| Slot::Missing).collect()
}

fn slot<T>(slots: &[Slot<T>], block: usize) -> &Slot<T> {
    slots.get(block).unwrap_or(&Slot::Missing)
}
