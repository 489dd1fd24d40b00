//! From pages read on their own to pages of the site: [`resolve`] finds the targets of their links,
//! [`remove_near_duplicates`] removes the sections that repeat others and redirects their links.

use std::collections::HashMap;

use super::documented_symbol::documented;
use super::duplicates::{MAX_ALSO, Place, duplicates};
use super::href::address;
use super::names::{drop_shared, names, take_over};
use super::page::{Also, Link, Page, Section};
use super::raw_page::RawPage;

/// A link to a page of the site, by the numbers of pages and sections.
pub(super) struct ResolvedLink {
    from: usize,
    page: usize,
    /// `None`: the top of the page.
    section: Option<usize>,
    text: String,
}

/// The links of each page that lead to a page of the site.
pub(super) fn resolve(pages: &[RawPage]) -> Vec<Vec<ResolvedLink>> {
    let numbers: HashMap<&str, usize> =
        pages.iter().enumerate().map(|(number, page)| (page.url.as_str(), number)).collect();
    let resolve = |page: &RawPage| {
        let links = page.links.iter().filter_map(|link| {
            let url = link.target.find(|url| numbers.contains_key(url))?;
            let number = *numbers.get(url.as_str())?;
            let target = &pages[number];
            let place = target.places.binary_search_by(|(id, _)| id.as_str().cmp(&link.target.anchor)).ok();
            let section = place.map(|place| target.places[place].1);
            Some(ResolvedLink { from: link.from, page: number, section, text: link.text.clone() })
        });
        links.collect()
    };
    pages.iter().map(resolve).collect()
}

/// Make [`Page`]s, with each section that occurs several times only where it stands first. Also the urls of the pages
/// that have no section left. A link that stood in a removed section goes with it; one that led to it leads to the
/// section that stands for it.
pub(super) fn remove_near_duplicates(
    pages: Vec<RawPage>,
    titles: Vec<String>,
    links: Vec<Vec<ResolvedLink>>,
) -> (Vec<Page>, Vec<String>) {
    let stands = duplicates(&pages);
    let finder = Finder::of(&pages, &stands);
    let links: Vec<Vec<Link>> =
        links.into_iter().enumerate().map(|(page, links)| finder.links(page, links)).collect();
    let mut copies: HashMap<Place, Vec<Section>> = HashMap::new();
    let mut also: HashMap<Place, Vec<Also>> = HashMap::new();
    let mut finished = Vec::with_capacity(pages.len());
    let mut repeating = Vec::new();
    for (number, (((page, title), links), stands)) in
        pages.into_iter().zip(titles).zip(links).zip(&stands).enumerate()
    {
        let mut places = Vec::new();
        let mut sections = Vec::new();
        let documented = documented(&page.url, page.titles.iter().chain([&title]));
        for (at, (mut section, stand)) in page.sections.into_iter().zip(stands).enumerate() {
            section.names = names(&page.url, (at == 0).then_some(&title), documented, &section);
            let Some(stand) = *stand else {
                places.push(Place { page: number, section: at });
                sections.push(section);
                continue;
            };
            let also = also.entry(stand).or_default();
            if also.len() < MAX_ALSO {
                also.push(Also { url: url(&page.url, &section.anchor), title: title.clone() });
                copies.entry(stand).or_default().push(section);
            }
        }
        if sections.is_empty() {
            repeating.push(page.url);
            continue;
        }
        let (filters, meta) = (page.metadata.filters, page.metadata.meta);
        let page = Page { url: page.url, title, language: page.language, filters, meta, sections, links };
        finished.push((page, places));
    }
    for (page, places) in &mut finished {
        for (section, place) in page.sections.iter_mut().zip(places) {
            section.also = also.remove(place).unwrap_or_default();
            for copy in copies.remove(place).unwrap_or_default() {
                take_over(&mut section.names, &copy.names);
            }
        }
    }
    let mut pages: Vec<Page> = finished.into_iter().map(|(page, _)| page).collect();
    drop_shared(&mut pages);
    (pages, repeating)
}

fn url(page: &str, anchor: &str) -> String {
    let page = address(page);
    if anchor.is_empty() { page } else { format!("{page}#{anchor}") }
}

/// Knows where sections are once some are removed.
struct Finder<'a> {
    pages: &'a [RawPage],
    stands: &'a [Vec<Option<Place>>],
    /// For each section its number among those that are left.
    numbers: Vec<Vec<Option<usize>>>,
}

impl<'a> Finder<'a> {
    fn of(pages: &'a [RawPage], stands: &'a [Vec<Option<Place>>]) -> Self {
        let number = |stands: &Vec<Option<Place>>| {
            let mut left = 0..;
            stands.iter().map(|stand| if stand.is_none() { left.next() } else { None }).collect()
        };
        Finder { pages, stands, numbers: stands.iter().map(number).collect() }
    }

    /// Links of a page as they are to be, without those to the section they stand in, or to the page's own top.
    fn links(&self, page: usize, links: Vec<ResolvedLink>) -> Vec<Link> {
        let links = links.into_iter().filter_map(|link| {
            let from = self.numbers[page][link.from]?;
            let is_gone = self.numbers[link.page].iter().all(Option::is_none);
            // What leads to the top of a page without sections leads to where its first one stands.
            let section = link.section.or(is_gone.then_some(0));
            let place = section
                .map(|section| self.stands[link.page][section].unwrap_or(Place { page: link.page, section }));
            let target = place.map_or(link.page, |place| place.page);
            let stays = target == page && place.is_none_or(|place| place.section == link.from);
            let target = &self.pages[target];
            (!stays).then(|| Link {
                from,
                page: target.url.clone(),
                anchor: place.map_or(String::new(), |place| target.sections[place.section].anchor.clone()),
                text: link.text,
            })
        });
        links.collect()
    }
}
