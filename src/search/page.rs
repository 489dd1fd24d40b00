//! Paging: limits the hits of each page of the site, then cuts the ranking to the requested page of hits.

use super::answer::Request;
use super::fuse::Fused;
use crate::ids::SectionId;
use crate::index::Store;

/// The requested page of hits. Cost: linear in the ranking, and a counter for each page of the site.
pub(super) fn page(store: &Store, fused: Vec<Fused>, request: &Request) -> Vec<Fused> {
    let mut seen = vec![0usize; store.directory().page_count() as usize];
    let mut fits = |section: SectionId| {
        let Some(count) = seen.get_mut(store.directory().page_of(section).index()) else { return false };
        *count += 1;
        request.max_per_page == 0 || *count <= request.max_per_page
    };
    fused.into_iter().filter(|fused| fits(fused.section)).skip(request.offset).take(request.limit).collect()
}
