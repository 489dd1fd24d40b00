//! Paging: limits the hits of each page of the site, then cuts the ranking to the requested page of hits, or to the pages
//! that are reranked with it.

pub mod aggregates;
pub mod editions;
mod key_values;
pub mod order;
pub mod site_versions;

use crate::search::engine::stages::Stages;
use std::ops::Range;

use super::answer::Request;
use super::engine::sites::Sites;
use super::fusion::fuse::Fused;
use super::fusion::rank::Ranked;
use crate::ids::SectionId;
use crate::index::Store;
use crate::lexical::ScoredSection;
use site_versions::{are_folded, depth_factor};

/// Limits the sections of each page of the site.
struct PerPage<'a, S: Stages> {
    sites: Sites<'a, S>,
    /// 0 for no limit.
    most: usize,
    /// Sections so far, by page.
    seen: Vec<usize>,
}

impl<'a, S: Stages> PerPage<'a, S> {
    fn new(sites: Sites<'a, S>, request: &Request) -> Self {
        PerPage { sites, most: request.max_per_page, seen: vec![0; sites.page_count() as usize] }
    }

    /// Whether the next section in the ranking stays.
    fn keeps(&mut self, section: SectionId) -> bool {
        let Some(count) = self.seen.get_mut(self.sites.page_of(section).index()) else { return false };
        *count += 1;
        self.most == 0 || *count <= self.most
    }
}

/// Pages of hits that a model reranks.
const RERANKED_PAGES: usize = 3;

/// Most hits that it reranks: it needs milliseconds for each.
const MAX_RERANKED: usize = 100;

impl Request {
    /// Whether a model reranks the requested page of hits.
    pub(super) fn reranks<S: Stages>(&self) -> bool {
        S::IS_FULL && self.rerank && self.offset < self.reranked()
    }

    /// How many hits a model reranks. They do not depend on the requested page, so that all pages show one ranking.
    pub(super) fn reranked(&self) -> usize {
        self.limit.saturating_mul(RERANKED_PAGES).min(MAX_RERANKED)
    }

    /// The places in the ranking that the answer needs: the requested page, from the first place on if it is reranked.
    pub(super) fn places<S: Stages>(&self) -> Range<usize> {
        let end = self.limit.saturating_add(self.offset);
        if self.reranks::<S>() { 0..end.max(self.reranked()) } else { self.offset..end }
    }
}

/// Keeps the hits at the request's places, and takes those that are beyond their page's most from the total. Cost: linear in
/// the ranking, and a counter for each page of the site.
pub(super) fn page<S: Stages>(
    sites: Sites<'_, S>,
    request: &Request,
    ranked: &mut Ranked,
    fused: Vec<Fused>,
) {
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

/// Whether the beginning of a ranking fills the requested page of hits. If not, it must go on, or a later page of hits
/// would start elsewhere. `least`: hits that it must have in any case. Cost: as for [`page`].
pub(super) fn is_filled<S: Stages>(
    store: &Store<S>,
    sections: &[ScoredSection],
    request: &Request,
    least: usize,
) -> bool {
    let mut per_page = PerPage::new(Sites::one(store), request);
    let kept = sections.iter().filter(|scored| per_page.keeps(scored.section)).count();
    kept >= request.places::<S>().end.max(least)
}
