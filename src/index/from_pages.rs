//! What an index takes from pages: their texts, their words and their links.

use std::borrow::Cow;
use std::collections::HashMap;

use super::build::IndexFile;
use super::build_error::BuildError;
use super::compress::CompressedBlocks;
use super::pack::{PackKind, pack};
use super::table::Table;
use super::texts::{field_texts, fragments};
use crate::format::{FileKind, Generation};
use crate::ids::PageId;
use crate::ingest::Page;
use crate::lexical::{BATCH_SECTIONS, LexicalBuild, SectionTexts};
use crate::links::Link;

/// Packs the texts of all sections. Also returns how many sections each block has. They contain no ids, so files of
/// unchanged pages keep their names. `progress` receives the number of sections done.
pub(super) fn pack_texts(
    pages: &[Page],
    full: usize,
    known: &CompressedBlocks,
    progress: &dyn Fn(usize),
) -> Result<(Table, Vec<u32>, Vec<IndexFile>), BuildError> {
    let (mut files, mut of_texts, mut done) = (Vec::new(), Vec::new(), 0);
    let mut texts = fragments(pages).map(|fragment| {
        of_texts.push(fragment.sections.len() as u32);
        done += fragment.sections.len();
        progress(done);
        fragment.write()
    });
    let (name, generation) = ("texts", Generation::default());
    let kind = PackKind { name, kind: FileKind::Texts, generation, full, apart: true };
    let table = pack(&kind, &mut texts, known, &mut files)?;
    Ok((table, of_texts, files))
}

/// Adds the words of all sections. Nothing reads sections afterwards, so those of owned pages are emptied on the way.
pub(super) fn add_words(pages: &mut Cow<'_, [Page]>, words: &mut LexicalBuild<'_>, progress: &dyn Fn(usize)) {
    let mut end = 0;
    while end < pages.len() {
        let start = end;
        let mut texts: Vec<SectionTexts<'_>> = Vec::new();
        while let Some(page) = pages.get(end).filter(|_| texts.len() < BATCH_SECTIONS) {
            texts.extend((0..page.sections.len()).map(|place| field_texts(page, place)));
            end += 1;
        }
        words.add(&texts);
        drop(texts);
        progress(words.sections());
        if let Cow::Owned(pages) = pages {
            pages[start..end].iter_mut().for_each(|page| page.sections = Vec::new());
        }
    }
}

/// The links between pages.
pub(super) fn link_edges(pages: &[Page]) -> Vec<Link> {
    let ids: HashMap<&str, u32> = pages.iter().map(|page| page.url.as_str()).zip(0..).collect();
    let mut edges = Vec::new();
    for (from, page) in (0u32..).zip(pages) {
        let targets = page.links.iter().filter_map(|link| ids.get(&**link.page));
        edges.extend(targets.map(|to| Link { from: PageId(from), to: PageId(*to) }));
    }
    edges
}
