//! Aggregates: counts over everything that was found, on whatever page of hits: pages by filter value, sections by page.

use super::answer::{Degraded, Facet, PageHits, Request};
use super::fuse::Fused;
use super::rank::Ranked;
use super::shown_text::shown_text;
use crate::ids::SectionId;
use crate::index::{Slot, Store};
#[cfg(any(test, feature = "dense"))]
use crate::order::sort;

/// Pages that an answer counts the hits of. Their texts must be loaded, since these have addresses and titles.
const MAX_PAGES: usize = 100;

/// Whether a request needs counts.
pub(super) fn are_requested(request: &Request) -> bool {
    request.facets || request.doc_aggregates
}

/// Counts what the request asks for, over the fused ranking and the matches that no longer fit into the lexical list.
/// Cost: a sort of the sections, a pass over the filters.
pub(super) fn count(store: &Store, request: &Request, fused: &[Fused], ranked: &mut Ranked) {
    if !are_requested(request) {
        return;
    }
    let directory = store.directory();
    let mut hits = vec![0u32; directory.page_count() as usize];
    let found: Vec<u64> = ranked.matched.iter().map(|scored| u64::from(scored.section.0)).collect();
    // In a build with one retriever, the matches are all there is, and no sort is in the module.
    #[cfg(any(test, feature = "dense"))]
    let found = with_fused(found, fused);
    for section in found {
        if let Some(hits) = hits.get_mut(directory.page_of(SectionId(section as u32)).index()) {
            *hits += 1;
        }
    }
    if request.facets {
        ranked.facets = Some(facets(store, &hits));
    }
    if cfg!(feature = "dense") && request.doc_aggregates {
        let mut pages = Vec::new();
        for hit in fused {
            let Some(hits) = hits.get_mut(directory.page_of(hit.section).index()) else { continue };
            if *hits > 0 && pages.len() < MAX_PAGES {
                pages.push((hit.section, std::mem::take(hits)));
            }
        }
        ranked.pages = Some(pages);
    }
}

/// Adds the sections of the fused ranking; each counts once.
#[cfg(any(test, feature = "dense"))]
fn with_fused(mut found: Vec<u64>, fused: &[Fused]) -> Vec<u64> {
    found.extend(fused.iter().map(|hit| u64::from(hit.section.0)));
    sort(&mut found);
    found.dedup();
    found
}

/// Counts the pages with hits for each value of each filter.
fn facets(store: &Store, hits: &[u32]) -> Vec<Facet> {
    let Slot::Ready(filters) = store.filters() else { return Vec::new() };
    let count = |of_value: &[u32]| {
        of_value.iter().filter(|page| hits.get(**page as usize).is_some_and(|hits| *hits > 0)).count() as u32
    };
    filters
        .filters
        .iter()
        .map(|filter| {
            let values = filter.values.iter().map(|value| (value.value.clone(), count(&value.pages)));
            Facet { name: filter.name.clone(), values: values.filter(|(_, count)| *count > 0).collect() }
        })
        .collect()
}

/// The counted pages with their addresses and titles. Omits those whose texts failed to load, and adds the failures to
/// `degraded`.
pub(super) fn page_hits(
    store: &Store,
    ranked: &Ranked,
    degraded: &mut Vec<Degraded>,
) -> Option<Vec<PageHits>> {
    let mut pages = Vec::new();
    for (section, hits) in ranked.pages.as_ref()? {
        if let Some((_, page)) = shown_text(store, *section, degraded) {
            pages.push(PageHits { page: page.url.clone(), title: page.title.clone(), hits: *hits });
        }
    }
    Some(pages)
}
