//! Paging: cuts the ranking to the requested page of hits, or to the pages that are reranked with it.

pub mod aggregates;
pub mod editions;
mod key_values;
pub mod order;
pub mod site_versions;

use super::answer::Request;
use super::fusion::fuse::Fused;
use super::fusion::rank::Ranked;
use super::sites::Sites;
use super::sites::per_page::PerPage;
use crate::index::Reads;
use site_versions::{are_folded, depth_factor};

/// Keeps the hits at the request's places, and takes those that are beyond their page's most from the total. Cost: linear in
/// the ranking, and a counter for each page of the site.
pub(super) fn page<S: Reads>(sites: Sites<'_, S>, request: &Request, ranked: &mut Ranked, fused: Vec<Fused>) {
    let mut per_page = PerPage::new(sites, request);
    let mut places = request.places::<S>();
    if S::IS_FULL && are_folded(sites) {
        places = 0..places.end.saturating_mul(depth_factor(sites));
    }
    let mut place = 0;
    for fused in fused {
        if per_page.keeps(fused.section) {
            if places.contains(&place) {
                ranked.shown.push(fused);
            }
            place += 1;
        } else {
            ranked.total -= 1;
        }
    }
}
