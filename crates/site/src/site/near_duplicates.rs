//! [`remove_near_duplicates`]: makes site pages of pages read alone, without duplicate sections.

use std::collections::{BTreeSet, HashMap};

use super::duplicates::{MAX_ALSO, Place, duplicates};
use super::editions::editions;
use super::resolved_links::{Finder, ResolvedLink};
use super::versions::{self, VERSION, are_filter};
use crate::href::section_address;
use crate::metadata::page_metadata::MAX_VALUES;
use crate::raw_page::RawPage;
use crate::symbols::command_options::{self, command_of};
use crate::symbols::deprecated;
use crate::symbols::documented_symbol::{Documented, documented};
use crate::symbols::names::{drop_shared, names, rank_last, take_over};
use crate::symbols::symbol_kind::symbol_kind;
use crate::symbols::variants::rank_variants_last;
use docfuse::index::{Also, Link, Page, Section};

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
    let mut filter_values = page_versions(&pages, &representatives);
    let versions = versions::versions(&pages);
    let also_at = |place: Place| {
        let Place { page, section } = place;
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
    let mut copies: HashMap<Place, Vec<Section>> = HashMap::new();
    let mut also: HashMap<Place, Vec<Also>> = HashMap::new();
    let mut finished = Vec::with_capacity(pages.len());
    let mut repeating = Vec::new();
    for (number, (((mut page, title), links), representatives)) in
        pages.into_iter().zip(titles).zip(links).zip(&representatives).enumerate()
    {
        let mut places = Vec::new();
        let own = std::mem::take(&mut page.sections);
        let mut sections = Vec::with_capacity(own.len());
        let documented = documented(&page.url, page.titles.iter().chain([&title]), &own);
        for (at, (mut section, representative)) in own.into_iter().zip(representatives).enumerate() {
            name(&page, &title, at == 0, documented, &mut section);
            let Some(representative) = *representative else {
                places.push(Place { page: number, section: at });
                sections.push(section);
                continue;
            };
            let also = also.entry(representative).or_default();
            if also.len() < MAX_ALSO {
                also.push(Also {
                    url: section_address(&addresses[number], &section.anchor),
                    title: title.clone(),
                    version: versions[number].clone(),
                });
                copies.entry(representative).or_default().push(section);
            }
        }
        if sections.is_empty() {
            repeating.push(page.url);
            continue;
        }
        let (mut filters, meta) = (page.metadata.filters, page.metadata.meta);
        let values = std::mem::take(&mut filter_values[number]).into_iter();
        filters.extend(
            values
                .map(|version| (VERSION.to_owned(), version))
                .take(MAX_VALUES.saturating_sub(filters.len())),
        );
        filters.sort_unstable();
        let (url, version) = (addresses[number].clone(), versions[number].clone());
        let page = Page {
            url,
            title,
            description: page.description,
            language: page.language,
            filters,
            meta,
            version,
            path_words: page.path_words,
            is_secondary: page.is_secondary,
            sections,
            links,
            left_parts: page.left_parts.unwrap_or_default(),
        };
        finished.push((page, places));
    }
    for (page, places) in &mut finished {
        for (section, place) in page.sections.iter_mut().zip(places) {
            section.also = also.remove(place).unwrap_or_default();
            if let Some((edition, others)) = editions.remove(place) {
                (section.edition, section.other_editions) = (Some(edition), others);
            }
            if let Some(words) = own_words.remove(place) {
                section.word_parts.extend([" ", &words]);
            }
            for copy in copies.remove(place).unwrap_or_default() {
                take_over(&mut section.names, &copy.names);
            }
        }
    }
    let mut pages: Vec<Page> = finished.into_iter().map(|(page, _)| page).collect();
    drop_shared(&mut pages);
    rank_variants_last(&mut pages);
    (pages, repeating)
}

/// Gives a section its kind and its names.
fn name(
    page: &RawPage,
    title: &str,
    is_first: bool,
    documented: Option<Documented<'_>>,
    section: &mut Section,
) {
    if section.symbol_kind.is_empty() {
        section.symbol_kind = symbol_kind(&page.url, is_first, documented, section).into();
    }
    section.names = names(&page.url, is_first.then_some(title), documented, section);
    if page.points_elsewhere {
        section.names.clear();
    } else if page.is_secondary {
        rank_last(section, is_first);
    }
    if let Some(command) = command_of(&page.url, title) {
        command_options::add(command, section);
    }
    deprecated::mark(&page.url, section);
}

/// For each page, the values of its filter `version`, if the site has one.
fn page_versions(pages: &[RawPage], representatives: &[Vec<Option<Place>>]) -> Vec<BTreeSet<String>> {
    let mut versions = vec![BTreeSet::new(); pages.len()];
    if are_filter(pages) {
        for (number, (page, representatives)) in pages.iter().zip(representatives).enumerate() {
            let kept_by: BTreeSet<usize> = representatives.iter().flatten().map(|place| place.page).collect();
            for holder in kept_by.into_iter().chain([number]) {
                versions[holder].extend(page.versions.iter().cloned());
            }
        }
    }
    versions
}
