//! [`remove_near_duplicates`]: makes site pages of pages read alone, without duplicate sections.

use std::collections::{BTreeSet, HashMap};

use super::duplicates::{Location, MAX_ALSO, duplicates};
use super::editions::editions;
use super::resolved_links::{Finder, ResolvedLink};
use super::versions::{self, VERSION, are_filter};
use crate::href::section_address;
use crate::left_parts::PartRule;
use crate::metadata::page_metadata::MAX_VALUES;
use crate::raw_page::RawPage;
use crate::symbols::command_options::{self, command_of};
use crate::symbols::deprecated;
use crate::symbols::documented_symbol::{Documented, documented};
use crate::symbols::names::{drop_shared, names, rank_last, take_over};
use crate::symbols::symbol_kind::symbol_kind;
use crate::symbols::variants::rank_variants_last;
use docfuse::index::{Also, LeftPart, Link, Name, NameKind, Page, Section};

/// Makes [`Page`]s that keep only one of duplicate sections. If the stated versions become a filter, a page also has the
/// versions of the sections that it keeps for other pages. Also returns the files of pages that have no section
/// left. Links in a removed section are removed; links to it lead to its representative.
pub(super) fn remove_near_duplicates(
    pages: Vec<RawPage>,
    titles: Vec<String>,
    addresses: &[String],
    links: Vec<Vec<ResolvedLink>>,
) -> (Vec<Page>, Vec<String>) {
    let (representatives, mut own_words) = duplicates(&pages);
    let filter_values = page_versions(&pages, &representatives);
    let versions = versions::versions(&pages);
    let also_at = |location: Location| {
        let Location { page, section } = location;
        Also {
            url: section_address(&addresses[page], &pages[page].sections[section].anchor),
            title: titles[page].clone(),
            version: versions[page].clone(),
        }
    };
    let mut editions = editions(&pages, &versions, &representatives, &also_at);
    let mut finder = Finder::of(&pages, &representatives, addresses);
    let links: Vec<Vec<Link>> =
        links.into_iter().enumerate().map(|(page, links)| finder.links(page, links)).collect();
    let mut finishing = Finishing { addresses, versions, filter_values, copies: Copies::default() };
    let mut finished = Vec::with_capacity(pages.len());
    let mut repeating = Vec::new();
    for (number, (((mut page, title), links), representatives)) in
        pages.into_iter().zip(titles).zip(links).zip(&representatives).enumerate()
    {
        let locations = finishing.keep(number, &mut page, &title, representatives);
        if page.sections.is_empty() {
            repeating.push(page.url);
        } else {
            finished.push((finishing.page(number, page, title, links), locations));
        }
    }
    let Copies { mut also, mut sections } = finishing.copies;
    for (page, locations) in &mut finished {
        for (section, location) in page.sections.iter_mut().zip(locations) {
            section.also = also.remove(location).unwrap_or_default();
            if let Some((edition, others)) = editions.remove(location) {
                (section.edition, section.other_editions) = (Some(edition), others);
            }
            if let Some(words) = own_words.remove(location) {
                section.word_parts.extend([" ", &words]);
            }
            for copy in sections.remove(location).unwrap_or_default() {
                take_over(&mut section.names, &copy.names);
            }
        }
    }
    let mut pages: Vec<Page> = finished.into_iter().map(|(page, _)| page).collect();
    drop_shared(&mut pages);
    rank_variants_last(&mut pages);
    (pages, repeating)
}

/// What removed sections leave to the one that stands for them.
#[derive(Default)]
struct Copies {
    also: HashMap<Location, Vec<Also>>,
    sections: HashMap<Location, Vec<Section>>,
}

impl Copies {
    /// Takes a removed section in, or gives it back if its representative lists no further one.
    fn add(&mut self, representative: Location, copy: Also, section: Section) -> Option<Section> {
        let also = self.also.entry(representative).or_default();
        if also.len() == MAX_ALSO {
            return Some(section);
        }
        also.push(copy);
        self.sections.entry(representative).or_default().push(section);
        None
    }
}

/// Pages as they are finished, by number.
struct Finishing<'a> {
    addresses: &'a [String],
    versions: Vec<String>,
    /// Of the filter `version`.
    filter_values: Vec<BTreeSet<String>>,
    copies: Copies,
}

impl Finishing<'_> {
    /// Keeps the sections of a page that stay, and gives their places.
    fn keep(
        &mut self,
        number: usize,
        page: &mut RawPage,
        title: &String,
        representatives: &[Option<Location>],
    ) -> Vec<Location> {
        let (mut kept, mut locations) = (Vec::with_capacity(page.sections.len()), Vec::new());
        let sections = std::mem::take(&mut page.sections);
        let documented = documented(&page.url, page.titles.iter().chain([title]), &sections);
        // As it stands on the page: a title has no kind before the name of a symbol.
        let is_of_section = sections.iter().any(|section| section.heading == page.titles[1]);
        let heading = if is_of_section { "" } else { page.titles[1].as_str() };
        let command = command_of(&page.url, title);
        for (at, (mut section, representative)) in sections.into_iter().zip(representatives).enumerate() {
            name_section(&mut section, page, (at == 0).then_some([title, heading]), documented);
            if let Some(command) = command {
                command_options::add(command, &mut section);
            }
            deprecated::mark(&page.url, &mut section);
            let Some(representative) = *representative else {
                locations.push(Location { page: number, section: at });
                kept.push(section);
                continue;
            };
            let copy = Also {
                url: section_address(&self.addresses[number], &section.anchor),
                title: title.clone(),
                version: self.versions[number].clone(),
            };
            let left_out = self.copies.add(representative, copy, section);
            if let (Some(section), Some(parts)) = (left_out, &mut page.left_parts) {
                let text = format!("{} {}", section.heading, section.text);
                parts.push(LeftPart { rule: PartRule::Copy.word(), text });
            }
        }
        page.sections = kept;
        locations
    }

    /// The page of what was read.
    fn page(&mut self, number: usize, raw: RawPage, title: String, links: Vec<Link>) -> Page {
        let mut filters = raw.metadata.filters;
        let versions = std::mem::take(&mut self.filter_values[number]).into_iter();
        let room = MAX_VALUES.saturating_sub(filters.len());
        filters.extend(versions.map(|version| (VERSION.to_owned(), version)).take(room));
        filters.sort_unstable();
        Page {
            url: self.addresses[number].clone(),
            title,
            description: raw.description,
            language: raw.language,
            filters,
            meta: raw.metadata.meta,
            version: self.versions[number].clone(),
            path_words: raw.path_words,
            is_secondary: raw.is_secondary,
            sections: raw.sections,
            links,
            left_parts: raw.left_parts.unwrap_or_default(),
        }
    }
}

/// Gives a section its kind and its names; `first` are the title and the heading of the page, for its first section only.
fn name_section(
    section: &mut Section,
    page: &RawPage,
    first: Option<[&str; 2]>,
    documented: Option<Documented<'_>>,
) {
    if section.symbol_kind.is_empty() {
        section.symbol_kind = symbol_kind(&page.url, first.is_some(), documented, section).into();
    }
    section.names = names(&page.url, first.map(|[title, _]| title), documented, section);
    if let Some([_, heading]) = first.filter(|[_, heading]| !heading.is_empty()) {
        take_over(&mut section.names, &[Name { text: heading.to_owned(), kind: NameKind::Heading }]);
    }
    if page.points_elsewhere {
        section.names.clear();
    } else if page.is_secondary {
        rank_last(section, first.is_some());
    }
}

/// For each page, the values of its filter `version`, if the site has one.
fn page_versions(pages: &[RawPage], representatives: &[Vec<Option<Location>>]) -> Vec<BTreeSet<String>> {
    let mut versions = vec![BTreeSet::new(); pages.len()];
    if are_filter(pages) {
        for (number, (page, representatives)) in pages.iter().zip(representatives).enumerate() {
            let kept_by: BTreeSet<usize> =
                representatives.iter().flatten().map(|location| location.page).collect();
            for holder in kept_by.into_iter().chain([number]) {
                versions[holder].extend(page.versions.iter().cloned());
            }
        }
    }
    versions
}
