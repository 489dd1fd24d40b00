//! Links between pages: [`resolve`] finds their targets, [`Finder`] where these are once duplicates are removed.

use std::collections::HashMap;

use super::duplicates::Location;
use crate::raw_page::{LinkDraft, RawPage};
use crate::seen::Seen;
use docfuse::fit::fit;
use docfuse::index::{Link, SharedText};

/// A link to a page of the site, by the numbers of pages and sections.
pub(crate) struct ResolvedLink {
    from: u32,
    pub(super) page: u32,
    /// `None`: the top of the page.
    section: Option<u32>,
    text: SharedText,
}

/// Takes the links of each page, and what only they need, and returns those that lead to a page of the site.
pub(crate) fn resolve(pages: &mut [RawPage]) -> Vec<Vec<ResolvedLink>> {
    // Many pages have more links than text, so they are held once.
    let links: Vec<Vec<LinkDraft>> = pages.iter_mut().map(|page| std::mem::take(&mut page.links)).collect();
    let numbers: HashMap<&str, usize> =
        pages.iter().enumerate().map(|(number, page)| (page.url.as_str(), number)).collect();
    let resolve = |links: Vec<LinkDraft>| {
        let links = links.into_iter().filter_map(|link| {
            let url = link.target.find(|url| numbers.contains_key(url))?;
            let number = *numbers.get(url.as_str())?;
            let target = &pages[number];
            let found = target.places.binary_search_by(|(id, _)| id.as_str().cmp(&link.target.anchor)).ok();
            let section = found.map(|found| target.places[found].1);
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

/// Finds the new places of sections after removals.
pub(super) struct Finder<'a> {
    pages: &'a [RawPage],
    representatives: &'a [Vec<Option<Location>>],
    /// For each section, its number among the remaining ones.
    numbers: Vec<Vec<Option<usize>>>,
    /// Of each page.
    addresses: Vec<SharedText>,
    anchors: Seen,
}

impl<'a> Finder<'a> {
    pub fn of(
        pages: &'a [RawPage],
        representatives: &'a [Vec<Option<Location>>],
        addresses: &[String],
    ) -> Self {
        let number = |representatives: &Vec<Option<Location>>| {
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
    pub fn links(&mut self, page: usize, links: Vec<ResolvedLink>) -> Vec<Link> {
        let links =
            links.into_iter().filter_map(|ResolvedLink { from: section, page: to, section: at, text }| {
                let (section, to) = (section as usize, to as usize);
                let from = self.numbers[page][section]?;
                let is_gone = self.numbers[to].iter().all(Option::is_none);
                // A link to the top of a page without sections leads to the representative of its first section.
                let at = at.map(|at| at as usize).or(is_gone.then_some(0));
                let location =
                    at.map(|at| self.representatives[to][at].unwrap_or(Location { page: to, section: at }));
                let target = location.map_or(to, |location| location.page);
                if target == page && location.is_none_or(|location| location.section == section) {
                    return None;
                }
                let anchor =
                    location.map_or("", |location| &self.pages[target].sections[location.section].anchor);
                let (page, anchor) = (self.addresses[target].clone(), self.anchors.text(anchor));
                Some(Link { from, page, anchor, text })
            });
        let mut links: Vec<Link> = links.collect();
        fit(&mut links);
        links
    }
}
