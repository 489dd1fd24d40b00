//! What an index takes from pages: their texts, their words, and what they are ordered by, filtered by and linked with.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::build_error::BuildError;
use super::compress::CompressedBlocks;
use super::index_file::IndexFile;
use super::pack::{PackKind, Packer};
use super::shown::shared_headings;
use super::table::Table;
use super::texts::{editions, field_texts, fragments, secondary_runs};
use crate::filters::Edition;
use crate::format::{FileKind, Generation};
use crate::ids::PageId;
use crate::index::{Page, SORT_KEY};
use crate::lexical::{BATCH_SECTIONS, LexicalBuild, SectionTexts};
use crate::links::{self, Link};

/// Stored bytes at which a file of texts is full.
const TEXT_FILE_BYTES: usize = 48 << 10;

/// The texts of all sections.
pub(super) struct PackedTexts {
    pub table: Table,
    /// How many sections each block has.
    pub sections: Vec<u32>,
    pub files: Vec<IndexFile>,
    /// The headings that hits do not show above theirs, since most pages have them.
    pub shared_headings: Vec<String>,
}

/// Packs the texts of all sections. They contain no ids, so files of unchanged pages keep their names. `progress` receives
/// the number of sections done.
pub(super) fn pack_texts(
    pages: &[Page],
    compressed: &CompressedBlocks,
    progress: &dyn Fn(usize),
) -> Result<PackedTexts, BuildError> {
    let (mut packer, mut sections, mut done) = (Packer::new(compressed), Vec::new(), 0);
    let shared = shared_headings(pages);
    let mut texts = fragments(pages, &shared).map(|fragment| {
        sections.push(fragment.sections.len() as u32);
        done += fragment.sections.len();
        progress(done);
        fragment.write()
    });
    let (name, generation, full) = ("texts", Generation::default(), TEXT_FILE_BYTES);
    let kind = PackKind { name, kind: FileKind::Texts, generation, full, apart: true };
    let table = packer.pack(&kind, &mut texts)?;
    let shared_headings = shared.iter().map(|heading| (*heading).to_owned()).collect();
    Ok(PackedTexts { table, sections, files: packer.files, shared_headings })
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

/// Names with values.
type Values = Vec<(String, String)>;

/// What pages are ordered by, filtered by and linked with.
pub(super) struct PageTables {
    /// How many sections each page has.
    pub sections: Vec<u32>,
    /// Where runs of secondary pages begin and end.
    pub secondary: Vec<u32>,
    pub editions: Vec<Edition>,
    /// Of each page.
    pub filters: Vec<Values>,
    /// Of each page.
    pub sort_keys: Vec<Values>,
    /// The content of their file.
    pub links: Vec<u8>,
}

impl PageTables {
    /// # Errors
    /// More links than a file of links holds.
    pub fn new(pages: &[Page], generation: Generation) -> Result<Self, BuildError> {
        let addresses: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
        let (filters, sort_keys) = pages.iter().map(filters_and_keys).unzip();
        Ok(PageTables {
            sections: pages.iter().map(|page| page.sections.len() as u32).collect(),
            secondary: secondary_runs(pages),
            editions: editions(pages),
            filters,
            sort_keys,
            links: links::build(&link_edges(pages), &links::parents(&addresses), generation)?,
        })
    }
}

fn filters_and_keys(page: &Page) -> (Values, Values) {
    let (keys, filters): (Vec<_>, Vec<_>) =
        page.filters.iter().cloned().partition(|(name, _)| name.starts_with(SORT_KEY));
    (filters, keys.into_iter().map(|(name, value)| (name[SORT_KEY.len()..].to_owned(), value)).collect())
}

/// The keys with the order that readers expect first: dates, numbers and versions from the largest on, words from A on.
pub(super) fn usual_orders(of_pages: &[Values]) -> Vec<String> {
    let mut orders: BTreeMap<&str, bool> = BTreeMap::new();
    for (name, value) in of_pages.iter().flatten() {
        let counts = value.starts_with(|c: char| c.is_ascii_digit());
        *orders.entry(name).or_insert(true) &= counts;
    }
    orders.iter().map(|(name, counts)| format!("{name}:{}", if *counts { "desc" } else { "asc" })).collect()
}

fn link_edges(pages: &[Page]) -> Vec<Link> {
    let ids: HashMap<&str, u32> = pages.iter().map(|page| page.url.as_str()).zip(0..).collect();
    let mut edges = Vec::new();
    for (from, page) in (0u32..).zip(pages) {
        let targets = page.links.iter().filter_map(|link| ids.get(&**link.page));
        edges.extend(targets.map(|to| Link { from: PageId(from), to: PageId(*to) }));
    }
    edges
}
