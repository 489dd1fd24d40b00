//! Paging: limits the hits of each page of the site, then cuts the ranking to the requested page of hits.

use super::answer::Request;
use super::fuse::Fused;
use crate::index::Store;

/// The requested page of hits. Cost: linear in the ranking, and a counter for each page of the site.
pub(super) fn page(store: &Store, fused: Vec<Fused>, request: &Request) -> Vec<Fused> {
    let mut seen = vec![0usize; store.directory().page_count() as usize];
    let mut shown = Vec::new();
    let mut place = 0;
    for fused in fused {
        let Some(count) = seen.get_mut(store.directory().page_of(fused.section).index()) else { continue };
        *count += 1;
        if request.max_per_page > 0 && *count > request.max_per_page {
            continue;
        }
        if place >= request.offset && shown.len() < request.limit {
            shown.push(fused);
        }
        place += 1;
    }
    shown
}
