//! Limits the hits of each page of the site.

use super::Sites;
use crate::ids::SectionId;
use crate::index::{Reads, Store};
use crate::lexical::ScoredSection;
use crate::search::answer::Request;

/// Limits the sections of each page of the site.
pub(in crate::search) struct PerPage<'a, S: Reads> {
    sites: Sites<'a, S>,
    /// 0 for no limit.
    most: usize,
    /// Sections so far, by page.
    seen: Vec<usize>,
}

impl<'a, S: Reads> PerPage<'a, S> {
    pub fn new(sites: Sites<'a, S>, request: &Request) -> Self {
        PerPage { sites, most: request.max_per_page, seen: vec![0; sites.page_count() as usize] }
    }

    /// Whether the next section in the ranking stays.
    pub fn keeps(&mut self, section: SectionId) -> bool {
        let Some(count) = self.seen.get_mut(self.sites.page_of(section).index()) else { return false };
        *count += 1;
        self.most == 0 || *count <= self.most
    }
}

/// Whether the beginning of a ranking fills the requested page of hits. If not, it must go on, or a later page of hits
/// would start elsewhere. `least`: hits that it must have in any case. Cost: a counter for each page of the site.
pub(in crate::search) fn is_filled<S: Reads>(
    store: &Store<S>,
    sections: &[ScoredSection],
    request: &Request,
    least: usize,
) -> bool {
    let mut per_page = PerPage::new(Sites::one(store), request);
    let kept = sections.iter().filter(|scored| per_page.keeps(scored.section)).count();
    kept >= request.places::<S>().end.max(least)
}
