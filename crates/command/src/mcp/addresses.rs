//! Finds sections by their addresses: [`find`], and [`root_title`] that of the page at the root.
//!
//! An index has no list of addresses. Those of the last search are in texts that are loaded; for others, all texts are
//! read, unless that is too much to ask of a host.

use std::collections::BTreeMap;

use crate::folder::IndexFolder;
use crate::folder::plain_address::plain;
use docfuse::ids::{PageId, SectionId};
use docfuse::index::{BlockId, BlockKind, Fragment, PageText, SectionText, Slot, Store};
use docfuse_site::{natural, percent_decode};

/// Most sections named where an address is not found.
const MAX_NAMED: usize = 20;

/// What an address leads to.
#[derive(Debug, PartialEq)]
pub enum Place {
    /// A section, and those below it.
    Sections(Vec<SectionId>),
    /// Its page has no such section. Addresses of some that it has.
    NoSection(Vec<String>),
    /// There is no such page.
    NoPage,
    /// It may be in texts that could not be read.
    Unread,
    /// To find it, too many bytes would be read.
    TooMany { bytes: u64 },
}

/// An address in comparable form.
struct Wanted {
    page: String,
    anchor: String,
}

impl Wanted {
    fn of(address: &str) -> Self {
        let (page, anchor) = address.split_once('#').unwrap_or((address, ""));
        let anchor = anchor.split(":~:").next().unwrap_or_default();
        Wanted { page: comparable(page), anchor: percent_decode(anchor) }
    }

    fn is(&self, url: &str) -> bool {
        let other = Wanted::of(url);
        other.page == self.page && other.anchor == self.anchor
    }
}

fn comparable(page: &str) -> String {
    plain(&percent_decode(page.split('?').next().unwrap_or_default()))
}

/// What was seen of the wanted page so far.
#[derive(Default)]
struct Search {
    found: Option<SectionId>,
    page: Vec<SectionId>,
}

impl Search {
    /// Looks at a section; returns whether it is the wanted one.
    fn look(&mut self, wanted: &Wanted, section: SectionId, text: &SectionText, page: &PageText) -> bool {
        let is_page = comparable(&page.url) == wanted.page;
        if is_page {
            self.page.push(section);
        }
        let is_wanted = is_page && (wanted.anchor.is_empty() || text.anchor == wanted.anchor)
            || text.also.iter().any(|also| wanted.is(&also.url))
            || !text.id.is_empty() && text.id == wanted.page;
        if is_wanted && self.found.is_none() {
            self.found = Some(section);
        }
        is_wanted
    }

    /// Looks at those of the sections that are loaded, until one is the wanted one.
    fn look_at_loaded(
        &mut self,
        index: &IndexFolder,
        wanted: &Wanted,
        mut sections: impl Iterator<Item = SectionId>,
    ) {
        let _ = sections.any(|section| {
            text(index, section).is_some_and(|(text, page)| self.look(wanted, section, text, page))
        });
    }
}

/// The section at an address relative to the site's root, and the sections below it. Reads at most `most` stored bytes
/// of texts that are not loaded. Loads the texts of the page.
pub fn find(index: &mut IndexFolder, address: &str, most: u64) -> Place {
    let wanted = Wanted::of(address);
    let mut search = Search::default();
    let count = index.store().directory().section_count();
    search.look_at_loaded(index, &wanted, (0..count).map(SectionId));
    if let (None, Some(section)) = (search.found, search.page.first().copied()) {
        let page = page_of(index, section);
        search = Search::default();
        search.look_at_loaded(index, &wanted, page.into_iter());
    }
    let mut seen = count;
    if search.found.is_none() {
        let leaves: Vec<BlockId> = index.store().blocks(BlockKind::Leaves).collect();
        index.load(&leaves);
        let bytes = text_bytes(index.store());
        if bytes <= most {
            (search, seen) = (Search::default(), 0);
            index.each_text(&mut |section, text, page| {
                seen += 1;
                search.look(&wanted, section, text, page)
            });
        } else if search.page.is_empty() {
            return Place::TooMany { bytes };
        }
    }
    match (search.found, search.page.first()) {
        (Some(section), Some(_)) if wanted.anchor.is_empty() => Place::Sections(page_of(index, section)),
        (Some(section), _) => Place::Sections(with_children(index, section)),
        (None, _) if seen < count => Place::Unread,
        (None, Some(section)) => Place::NoSection(addresses(index, *section)),
        (None, None) => Place::NoPage,
    }
}

/// The title of the page at the site's root. Pages are in the order of their addresses, so only a few are read.
pub fn root_title(index: &mut IndexFolder) -> Option<String> {
    let (mut low, mut high) = (0, index.store().directory().page_count());
    // "" and "./" come first.
    let mut number = 0;
    while low < high {
        let first = index.store().directory().sections_of(PageId(number)).next()?;
        index.load_texts(&mut [first].into_iter());
        let (_, page) = text(index, first)?;
        if comparable(&page.url).is_empty() {
            return Some(page.title.clone());
        }
        if number == 0 || natural(&page.url, "index.html").is_lt() {
            low = number + 1;
        } else {
            high = number;
        }
        number = low + high.saturating_sub(low) / 2;
    }
    None
}

fn at(fragment: &Fragment, place: usize) -> Option<(&SectionText, &PageText)> {
    let text = fragment.sections.get(place)?;
    Some((text, fragment.pages.get(text.page)?))
}

/// Loads the page of a section. Returns its sections.
fn page_of(index: &mut IndexFolder, section: SectionId) -> Vec<SectionId> {
    let directory = index.store().directory();
    let sections: Vec<SectionId> = directory.sections_of(directory.page_of(section)).collect();
    index.load_texts(&mut sections.iter().copied());
    sections
}

fn text(index: &IndexFolder, section: SectionId) -> Option<(&SectionText, &PageText)> {
    match index.store().text(section) {
        Some((Slot::Ready(fragment), place)) => at(fragment, place),
        _ => None,
    }
}

/// A section with those below it: the ones behind it whose headings above begin with it. The first section of a page is
/// the page.
fn with_children(index: &mut IndexFolder, section: SectionId) -> Vec<SectionId> {
    let page = page_of(index, section);
    let Some(first) = page.iter().position(|other| *other == section) else { return vec![section] };
    if first == 0 {
        return page;
    }
    let Some((own, _)) = text(index, section) else { return vec![section] };
    let is_below = |other: &&SectionId| {
        text(index, **other).is_some_and(|(other, _)| {
            let above = other.path.strip_prefix(own.path.as_slice());
            // Of its heading, the path of those below may have a part: a name without parameters, or nothing.
            above.and_then(|rest| rest.first()).is_some_and(|name| own.heading.contains(name))
        })
    };
    let below = page.iter().skip(first + 1).take_while(is_below).copied();
    std::iter::once(section).chain(below).collect()
}

/// Addresses of some sections of a page.
fn addresses(index: &mut IndexFolder, section: SectionId) -> Vec<String> {
    let page = page_of(index, section);
    let address = |section: SectionId| {
        let (text, page) = text(index, section)?;
        Some(page.address_of(&text.anchor))
    };
    page.into_iter().filter_map(address).take(MAX_NAMED).collect()
}

/// Stored bytes of all texts.
fn text_bytes(store: &Store) -> u64 {
    let files = store.blocks(BlockKind::Texts).filter_map(|block| store.range(block));
    let files: BTreeMap<String, u32> = files.map(|range| (range.file, range.size)).collect();
    files.values().map(|size| u64::from(*size)).sum()
}
