//! Fits the lexicon, packs its blocks, and notes in the blocks of terms where they are.

use super::build_error::BuildError;
use super::lexicon_files::LexiconFiles;
use super::pack::{PackKind, Packer, add_places};
use crate::format::{FileKind, Generation};
use crate::ids::SectionId;
use crate::lexical::KeyedBlock;
use crate::lexicon::{LexiconBlocks, Trained, build};

/// Adds the files of term vectors, of `full` bytes each.
///
/// # Errors
/// A block larger than readers decompress.
pub(super) fn add_lexicon(
    packer: &mut Packer<'_>,
    trained: &Trained<'_>,
    generation: Generation,
    full: usize,
    terms: &mut [KeyedBlock],
) -> Result<LexiconFiles, BuildError> {
    let LexiconBlocks { shape, blocks } = build(trained);
    let kind = PackKind { name: "termvectors", kind: FileKind::TermVectors, generation, full, apart: false };
    let table = packer.pack(&kind, &mut blocks.into_iter())?;
    Ok(LexiconFiles { shape, hash: add_places(&table, terms, Vec::extend) })
}

/// The first window of each section, and the number of all windows.
pub(super) fn starts(windows: &[SectionId], sections: usize) -> Vec<u32> {
    (0..=sections).map(|section| windows.partition_point(|of| of.index() < section) as u32).collect()
}
