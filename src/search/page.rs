//! Paging: limits the hits of each page of the site, then cuts the ranking to the requested page of hits, or to the pages
//! that are reranked with it.

use std::ops::Range;

use super::answer::Request;
use super::fuse::Fused;
use crate::index::Store;

/// Pages of hits that a model reranks.
const RERANKED_PAGES: usize = 3;

/// Most hits that it reranks: it needs milliseconds for each.
const MAX_RERANKED: usize = 100;

impl Request {
    /// Whether a model reranks the requested page of hits.
    pub(super) fn reranks(&self) -> bool {
        cfg!(feature = "dense") && self.rerank && self.offset < self.reranked()
    }

    /// How many hits a model reranks. They do not depend on the requested page, so that all pages show one ranking.
    pub(super) fn reranked(&self) -> usize {
        self.limit.saturating_mul(RERANKED_PAGES).min(MAX_RERANKED)
    }

    /// The places in the ranking that the answer needs: the requested page, from the first place on if it is reranked.
    pub(super) fn places(&self) -> Range<usize> {
        let end = self.limit.saturating_add(self.offset);
        if self.reranks() { 0..end.max(self.reranked()) } else { self.offset..end }
    }
}

/// The hits at the request's places. Cost: linear in the ranking, and a counter for each page of the site.
pub(super) fn page(store: &Store, fused: Vec<Fused>, request: &Request) -> Vec<Fused> {
    let mut seen = vec![0usize; store.directory().page_count() as usize];
    let places = request.places();
    let mut shown = Vec::new();
    let mut place = 0;
    for fused in fused {
        let Some(count) = seen.get_mut(store.directory().page_of(fused.section).index()) else { continue };
        *count += 1;
        if request.max_per_page > 0 && *count > request.max_per_page {
            continue;
        }
        if places.contains(&place) {
            shown.push(fused);
        }
        place += 1;
    }
    shown
}
