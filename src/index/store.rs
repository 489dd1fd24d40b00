//! The read side of one generation: takes pieces as they arrive, in any order, and never fetches one itself.
//!
//! Whoever drives a [`Store`] (a worker with `fetch`, a command with a folder) is told what is missing, gets it, and
//! hands it in. A piece that cannot be had or is damaged is remembered as failed, so that the rest can answer.

use super::IndexError;
use super::directory::Directory;
use super::fragment::Fragment;
use super::rare::RareDirectory;
use super::table::{Piece, Table};
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
pub enum Part {
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
    Rare,
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
    rare: Slot<RareDirectory>,
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
            rare: Slot::Missing,
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
    pub fn rare(&self) -> &Slot<RareDirectory> {
        &self.rare
    }

    fn rare_ready(&self) -> Option<&RareDirectory> {
        match &self.rare {
            Slot::Ready(rare) => Some(rare),
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
    pub fn missing_texts(&self, sections: impl Iterator<Item = SectionId>) -> Vec<Part> {
        let mut parts = Vec::new();
        for section in sections {
            let Some((block, _)) = self.directory.locate(section) else { continue };
            let part = Part::Texts(block);
            if self.is_missing(part) && !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    }

    /// Whether a part exists and was neither handed in nor failed.
    pub fn is_missing(&self, part: Part) -> bool {
        self.piece(part).is_some() && matches!(self.state(part), Slot::Missing)
    }

    /// Why a part failed, if it did.
    pub fn failure(&self, part: Part) -> Option<&IndexError> {
        match self.state(part) {
            Slot::Failed(error) => Some(error),
            _ => None,
        }
    }

    fn state(&self, part: Part) -> Slot<(), &IndexError> {
        match part {
            Part::Terms(block) => self.terms(block).state(),
            Part::Positions(block) => self.positions(block).state(),
            Part::Words(block) => self.words(false, block).state(),
            Part::WordsBackward(block) => self.words(true, block).state(),
            Part::Texts(block) => slot(&self.texts, block).state(),
            Part::Rare => self.rare.state(),
            Part::Filters => self.filters.state(),
            #[cfg(feature = "dense")]
            Part::Dense(_) | Part::Graph(_) => self.vectors.slot(part).map_or(Slot::Missing, Slot::state),
        }
    }

    /// Where a part is; `None` if the index has none such.
    pub fn piece(&self, part: Part) -> Option<Piece> {
        let directory = &self.directory;
        match part {
            Part::Terms(block) => directory.terms.piece("terms", block),
            Part::Positions(block) => self.rare_ready()?.positions.piece("positions", block),
            Part::Words(block) => self.rare_ready()?.forward.blocks.piece("words", block),
            Part::WordsBackward(block) => self.rare_ready()?.backward.blocks.piece("words", block),
            Part::Texts(block) => directory.texts.piece("texts", block),
            Part::Rare => directory.rare.as_ref().map(|file| file.piece("rare")),
            Part::Filters => directory.filters.as_ref().map(|file| file.piece("filters")),
            #[cfg(feature = "dense")]
            Part::Dense(block) => directory.dense.piece("dense", block),
            #[cfg(feature = "dense")]
            Part::Graph(block) => directory.graph.piece("graph", block),
        }
    }

    /// The parts that start at a place of a file. Parts of the same content may share it.
    fn parts(&self, file: &str, start: u32) -> Vec<Part> {
        let directory = &self.directory;
        let whole = |part: Part| self.piece(part).filter(|piece| piece.file == file).map(|_| part);
        let blocks = |table: &Table, kind: &str, part: fn(usize) -> Part| -> Vec<Part> {
            table.find(kind, file, start).map(part).collect()
        };
        match (file.split('-').next(), self.rare_ready()) {
            (Some("terms"), _) => blocks(&directory.terms, "terms", Part::Terms),
            (Some("texts"), _) => blocks(&directory.texts, "texts", Part::Texts),
            (Some("positions"), Some(rare)) => blocks(&rare.positions, "positions", Part::Positions),
            (Some("words"), Some(RareDirectory { forward, backward, .. })) => {
                let mut parts = blocks(&forward.blocks, "words", Part::Words);
                parts.extend(blocks(&backward.blocks, "words", Part::WordsBackward));
                parts
            }
            (Some("rare"), _) => whole(Part::Rare).into_iter().collect(),
            (Some("filters"), _) => whole(Part::Filters).into_iter().collect(),
            #[cfg(feature = "dense")]
            (Some("dense"), _) => blocks(&directory.dense, "dense", Part::Dense),
            #[cfg(feature = "dense")]
            (Some("graph"), _) => blocks(&directory.graph, "graph", Part::Graph),
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

    fn supply_part(&mut self, part: Part, file: &str, bytes: Vec<u8>) -> Result<(), IndexError> {
        #[cfg(feature = "dense")]
        if matches!(part, Part::Dense(_) | Part::Graph(_)) {
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
    fn check(&self, part: Part) -> Option<u8> {
        match part {
            Part::Terms(block) => self.directory.terms.check(block),
            Part::Positions(block) => self.rare_ready()?.positions.check(block),
            Part::Words(block) => self.rare_ready()?.forward.blocks.check(block),
            Part::WordsBackward(block) => self.rare_ready()?.backward.blocks.check(block),
            Part::Texts(block) => self.directory.texts.check(block),
            Part::Rare | Part::Filters => None,
            #[cfg(feature = "dense")]
            Part::Dense(_) | Part::Graph(_) => None,
        }
    }

    fn read(&mut self, part: Part, bytes: Vec<u8>) -> Result<(), FormatError> {
        let generation = self.directory.generation;
        let sections = self.directory.section_count();
        match part {
            Part::Terms(block) => self.terms[block] = Slot::Ready(TermBlock::read(bytes, block, sections)?),
            Part::Positions(block) => self.positions[block] = Slot::Ready(PositionBlock::read(bytes)?),
            Part::Words(block) => self.words[block] = Slot::Ready(WordBlock::new(bytes, false)),
            Part::WordsBackward(block) => {
                self.words_backward[block] = Slot::Ready(WordBlock::new(bytes, true));
            }
            Part::Texts(block) => {
                let count = self.directory.text_sections(block);
                self.texts[block] = Slot::Ready(Fragment::read(&bytes, count)?);
            }
            Part::Rare => {
                let rare = RareDirectory::read(&bytes, generation, self.directory.terms.len())?;
                self.positions = missing(&rare.positions);
                self.words = missing(&rare.forward.blocks);
                self.words_backward = missing(&rare.backward.blocks);
                self.rare = Slot::Ready(rare);
            }
            Part::Filters => {
                let filters = Filters::read(&bytes, generation, self.directory.page_count())?;
                self.filters = Slot::Ready(filters);
            }
            #[cfg(feature = "dense")]
            Part::Dense(_) | Part::Graph(_) => {}
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

    fn set_failed(&mut self, part: Part, error: IndexError) {
        match part {
            Part::Terms(block) => self.terms[block] = Slot::Failed(error),
            Part::Positions(block) => self.positions[block] = Slot::Failed(error),
            Part::Words(block) => self.words[block] = Slot::Failed(error),
            Part::WordsBackward(block) => self.words_backward[block] = Slot::Failed(error),
            Part::Texts(block) => self.texts[block] = Slot::Failed(error),
            Part::Rare => self.rare = Slot::Failed(error),
            Part::Filters => self.filters = Slot::Failed(error),
            #[cfg(feature = "dense")]
            Part::Dense(_) | Part::Graph(_) => self.vectors.set_failed(part, error),
        }
    }

    /// Counts failed pieces as missing again, so that the next query asks for them once more.
    pub fn forget_failures(&mut self) {
        self.terms.iter_mut().for_each(Slot::forget_failure);
        self.positions.iter_mut().for_each(Slot::forget_failure);
        self.words.iter_mut().for_each(Slot::forget_failure);
        self.words_backward.iter_mut().for_each(Slot::forget_failure);
        self.texts.iter_mut().for_each(Slot::forget_failure);
        self.rare.forget_failure();
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

    pub fn missing_vectors(&self) -> Vec<Part> {
        Vec::new()
    }

    pub fn missing_graph(&self) -> Vec<Part> {
        Vec::new()
    }
}

fn missing<T>(table: &Table) -> Vec<Slot<T>> {
    (0..table.len()).map(|_| Slot::Missing).collect()
}

fn slot<T>(slots: &[Slot<T>], block: usize) -> &Slot<T> {
    slots.get(block).unwrap_or(&Slot::Missing)
}
