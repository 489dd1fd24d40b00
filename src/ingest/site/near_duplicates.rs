//! Makes site pages of pages read alone: [`resolve`] finds the targets of links, [`remove_near_duplicates`] removes
//! duplicate sections and redirects links to them.

use std::collections::{BTreeSet, HashMap};

use super::duplicates::{MAX_ALSO, Place, duplicates};
use super::editions::editions;
use super::versions::{self, VERSION, are_filter};
use crate::fit::fit;
use crate::ingest::href::section_address;
use crate::ingest::metadata::page_metadata::MAX_VALUES;
use crate::ingest::page::{Also, Link, Page, Section};
use crate::ingest::raw_page::{LinkDraft, RawPage};
use crate::ingest::seen::Seen;
use crate::ingest::shared::SharedText;
use crate::ingest::symbols::documented_symbol::documented;
use crate::ingest::symbols::names::{drop_shared, names, rank_last, take_over};
use crate::ingest::symbols::symbol_kind::symbol_kind;

/// A link to a page of the site, by the numbers of pages and sections.
pub(in crate::ingest) struct ResolvedLink {
    from: u32,
    page: u32,
    /// `None`: the top of the page.
    section: Option<u32>,
    text: SharedText,
}

/// Takes the links of each page, and what only they need, and returns those that lead to a page of the site.
pub(in crate::ingest) fn resolve(pages: &mut [RawPage]) -> Vec<Vec<ResolvedLink>> {
    // Many pages have more links than text, so they are held once.
    let links: Vec<Vec<LinkDraft>> = pages.iter_mut().map(|page| std::mem::take(&mut page.links)).collect();
    let numbers: HashMap<&str, usize> =
        pages.iter().enumerate().map(|(number, page)| (page.url.as_str(), number)).collect();
    let resolve = |links: Vec<LinkDraft>| {
        let links = links.into_iter().filter_map(|link| {
            let url = link.target.find(|url| numbers.contains_key(url))?;
            let number = *numbers.get(url.as_str())?;
            let target = &pages[number];
            let place = target.places.binary_search_by(|(id, _)| id.as_str().cmp(&link.target.anchor)).ok();
            let section = place.map(|place| target.places[place].1);
            let section = section.map(|section| section as u32);
            Some(ResolvedLink { from: link.from as u32, page: number as u32, section, text: link.text })
        });
        let mut links: Vec<ResolvedLink> = links.collect();
        fit(&mut links);
        links
    };
    let resolved = links.into_iter().map(resolve).collect();
    for page in pages {
        (page.places, page.frame_links) = (Vec::new(), Vec::new());
    }
    resolved
}

/// Makes [`Page`]s that keep only one of duplicate sections. If the stated versions become a filter, a page also has the
/// versions of the sections that it keeps for other pages. Also returns the files of pages that have no section
/// left. Links in a removed section are removed; links to it lead to its representative.
pub(super) fn remove_near_duplicates(
    pages: Vec<RawPage>,
    titles: Vec<String>,
    addresses: &[String],
    links: Vec<Vec<ResolvedLink>>,
) -> (Vec<Page>, Vec<String>) {
    let representatives = duplicates(&pages);
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
    for (number, (((page, title), links), representatives)) in
        pages.into_iter().zip(titles).zip(links).zip(&representatives).enumerate()
    {
        let mut places = Vec::new();
        let mut sections = Vec::with_capacity(page.sections.len());
        let documented = documented(&page.url, page.titles.iter().chain([&title]), &page.sections);
        for (at, (mut section, representative)) in page.sections.into_iter().zip(representatives).enumerate()
        {
            section.names = names(&page.url, (at == 0).then_some(&title), documented, &section);
            if section.symbol_kind.is_empty() {
                section.symbol_kind = symbol_kind(&page.url, at == 0, documented, &section).into();
            }
            if page.is_secondary {
                rank_last(&mut section, at == 0);
            }
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
            is_secondary: page.is_secondary,
            sections,
            links,
        };
        finished.push((page, places));
    }
    for (page, places) in &mut finished {
        for (section, place) in page.sections.iter_mut().zip(places) {
            section.also = also.remove(place).unwrap_or_default();
            if let Some((edition, others)) = editions.remove(place) {
                (section.edition, section.other_editions) = (Some(edition), others);
            }
            for copy in copies.remove(place).unwrap_or_default() {
                take_over(&mut section.names, &copy.names);
            }
        }
    }
    let mut pages: Vec<Page> = finished.into_iter().map(|(page, _)| page).collect();
    drop_shared(&mut pages);
    (pages, repeating)
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

/// Finds the new places of sections after removals.
struct Finder<'a> {
    pages: &'a [RawPage],
    representatives: &'a [Vec<Option<Place>>],
    /// For each section, its number among the remaining ones.
    numbers: Vec<Vec<Option<usize>>>,
    /// Of each page.
    addresses: Vec<SharedText>,
    anchors: Seen,
}

impl<'a> Finder<'a> {
    fn of(pages: &'a [RawPage], representatives: &'a [Vec<Option<Place>>], addresses: &[String]) -> Self {
        let number = |representatives: &Vec<Option<Place>>| {
            let mut left = 0..;
            representatives
                .iter()
                .map(|representative| if representative.is_none() { left.next() } else { None })
                .collect()
        };
        Finder {
            pages,
            representatives,
            numbers: representatives.iter().map(number).collect(),
            addresses: addresses.iter().map(|address| address.as_str().into()).collect(),
            anchors: Seen::default(),
        }
    }

    /// The final links of a page, without links to their own section or to the page's own top.
    fn links(&mut self, page: usize, links: Vec<ResolvedLink>) -> Vec<Link> {
        let links =
            links.into_iter().filter_map(|ResolvedLink { from: section, page: to, section: at, text }| {
                let (section, to) = (section as usize, to as usize);
                let from = self.numbers[page][section]?;
                let is_gone = self.numbers[to].iter().all(Option::is_none);
                // A link to the top of a page without sections leads to the representative of its first section.
                let at = at.map(|at| at as usize).or(is_gone.then_some(0));
                let place =
                    at.map(|at| self.representatives[to][at].unwrap_or(Place { page: to, section: at }));
                let target = place.map_or(to, |place| place.page);
                if target == page && place.is_none_or(|place| place.section == section) {
                    return None;
                }
                let anchor = place.map_or("", |place| &self.pages[target].sections[place.section].anchor);
                let (page, anchor) = (self.addresses[target].clone(), self.anchors.text(anchor));
                Some(Link { from, page, anchor, text })
            });
        let mut links: Vec<Link> = links.collect();
        fit(&mut links);
        links
    }
}
