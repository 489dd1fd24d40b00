//! Aggregates: counts over everything that was found, on whatever page of hits: pages by filter value, sections by page.

use crate::ids::SectionId;
use crate::index::{Reads, Slot, Store};
use crate::order::sort;
use crate::search::answer::{Degraded, Facet, PageHits, Request, parted};
use crate::search::fusion::fuse::Fused;
use crate::search::fusion::rank::Ranked;
use crate::search::sites::shown_text::shown_text;
use crate::search::sites::{SITE, Sites, absolute};

/// Pages that an answer counts the hits of. Their texts must be loaded, since these have addresses and titles.
const MAX_PAGES: usize = 100;

/// Counts what the request asks for, over the fused ranking and the matches that no longer fit into the lexical list.
/// Cost: a sort of the sections, a pass over the filters.
pub(in crate::search) fn count<S: Reads>(
    sites: Sites<'_, S>,
    request: &Request,
    fused: &[Fused],
    ranked: &mut Ranked,
) {
    if !request.needs_counts() {
        return;
    }
    let mut hits = vec![0u32; sites.page_count() as usize];
    let found: Vec<u64> = ranked.matched.iter().map(|scored| u64::from(scored.section.0)).collect();
    // The matches of one retriever are all there is.
    let found = if S::IS_FULL { with_fused(found, fused) } else { found };
    for section in found {
        if let Some(hits) = hits.get_mut(sites.page_of(SectionId(section as u32)).index()) {
            *hits += 1;
        }
    }
    if request.facets {
        ranked.facets = Some(facets(sites, &hits));
    }
    if S::IS_FULL && request.doc_aggregates {
        let mut pages = Vec::new();
        for hit in fused {
            let Some(hits) = hits.get_mut(sites.page_of(hit.section).index()) else { continue };
            if *hits > 0 && pages.len() < MAX_PAGES {
                pages.push((hit.section, std::mem::take(hits)));
            }
        }
        ranked.pages = Some(pages);
    }
}

/// Adds the sections of the fused ranking; each counts once.
fn with_fused(mut found: Vec<u64>, fused: &[Fused]) -> Vec<u64> {
    found.extend(fused.iter().map(|hit| u64::from(hit.section.0)));
    sort(&mut found);
    found.dedup();
    found
}

/// Counts the pages with hits for each value of each filter, in all indexes. Where there are several, their names are values of the filter `site`.
fn facets<S: Reads>(sites: Sites<'_, S>, hits: &[u32]) -> Vec<Facet> {
    if !sites.are_several() {
        return facets_of(sites.main, hits);
    }
    let mut all: Vec<Facet> = Vec::new();
    let mut add = |name: &str, value: &str, count: u32| {
        let at = all.iter().position(|facet| facet.name == name).unwrap_or_else(|| {
            all.push(Facet { name: name.to_owned(), values: Vec::new() });
            all.len() - 1
        });
        let values = &mut all[at].values;
        match values.iter_mut().find(|(known, _)| known == value) {
            Some((_, sum)) => *sum += count,
            None => values.push((value.to_owned(), count)),
        }
    };
    let mut rest = hits;
    for store in sites.stores() {
        let own;
        (own, rest) = rest.split_at(rest.len().min(store.directory().page_count() as usize));
        let found = own.iter().filter(|hits| **hits > 0).count();
        if found > 0 {
            add(SITE, &store.site().name, found as u32);
        }
        for facet in facets_of(store, own).into_iter().filter(|facet| facet.name != SITE) {
            facet.values.iter().for_each(|(value, count)| add(&facet.name, value, *count));
        }
    }
    all
}

/// Counts the pages with hits for each value of each filter of an index.
fn facets_of<S: Reads>(store: &Store<S>, hits: &[u32]) -> Vec<Facet> {
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

/// The counted pages with their addresses and titles, or why the texts of one failed to load.
pub(in crate::search) fn page_hits<S: Reads>(
    sites: Sites<'_, S>,
    ranked: &Ranked,
) -> Option<(Vec<PageHits>, Vec<Degraded>)> {
    let counted = ranked.pages.as_ref()?.iter().filter_map(|(section, hits)| {
        Some(shown_text(sites, *section)?.map(|(_, page)| PageHits {
            page: absolute(sites.root_of(*section), &page.url),
            title: page.title.clone(),
            hits: *hits,
            site: sites.name_of(*section),
        }))
    });
    Some(parted(counted))
}
