//! Queries that are narrowed or ordered beside their requests, and lists of pages without a query.

use super::stages::Stages;
use super::unknown_filters::unknown;
use super::{Embedded, Engine, Outcome};
use crate::ids::{PageId, SectionId};
use crate::index::{BlockKind, IfFull};
use crate::search::answer::Request;
use crate::search::fusion::fuse::Fused;
use crate::search::fusion::rank::Ranked;
use crate::search::intent::Intent;
use crate::search::listing::{ALL_WORDS, Listing, MATCH};
use crate::search::matches::admission::{Admission, needs_filters};
use crate::search::page::order::{by_key, need_of};
use crate::search::page::{aggregates, editions, page};
use crate::search::parse::ParsedQuery;
use crate::search::sites::{SITE, Sites};
use crate::search::step::Step;

/// A vector in hexadecimal, a byte from -127 to 127 for each component; `None` for other text.
pub fn read_meaning(text: &str) -> Option<Vec<f32>> {
    let component = |pair: &[u8; 2]| {
        let pair = std::str::from_utf8(pair).ok()?;
        u8::from_str_radix(pair, 16).ok().map(|byte| f32::from(byte as i8))
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if rest.is_empty() { pairs.iter().map(component).collect() } else { None }
}

impl<S: Stages> Engine<S> {
    /// Narrows and orders all queries from now on.
    pub fn list_by(&mut self, listing: Listing) {
        if let Some(beside) = self.beside.get_mut()
            && beside.listing != listing
        {
            self.pending = None;
            beside.listing = listing;
        }
    }

    pub(in crate::search) fn listing(&self) -> Option<&Listing> {
        self.beside.get().map(|beside| &beside.listing)
    }

    pub(in crate::search) fn is_sorted(&self) -> bool {
        self.listing().is_some_and(Listing::is_sorted)
    }

    /// A request with the words that it must find, where it does not say them.
    pub(in crate::search) fn with_defaults(&self, request: Request) -> Request {
        let mut request = match self.listing() {
            Some(listing) => listing.of_order(request),
            None => request,
        };
        if request.minimum_should_match.is_empty() && self.sites().settings().get(&MATCH) > 0.0 {
            request.minimum_should_match = ALL_WORDS.to_owned();
        }
        request
    }

    /// Whether a request lists pages without a query.
    pub(in crate::search) fn lists_pages(&self, request: &Request) -> bool {
        self.listing().is_some_and(|listing| listing.lists_pages(request))
    }

    /// The ranking of a request, or its list of pages. If `all` words were asked for and no section has them, the words become
    /// optional. The values of each filter are counted by what is found under the others: what the reader would find with
    /// another value.
    pub(in crate::search) fn listed_or_ranked(
        &self,
        request: &Request,
        query: &mut ParsedQuery,
        all: bool,
        intent: &Intent,
        embedded: Option<Embedded<'_>>,
    ) -> Step<Ranked, Outcome> {
        let lists_pages = self.lists_pages(request);
        let rank = |request: &Request, query: &ParsedQuery| match lists_pages {
            true => self.list_pages(request),
            false => self.ranked(request, query, intent, embedded),
        };
        if all {
            query.need_all();
        }
        let mut ranked = rank(request, query)?;
        if all && ranked.total == 0 && query.minimum_should_match > 0 {
            query.minimum_should_match = 0;
            ranked = Ranked { fewer: true, ..rank(request, query)? };
        }
        let Some(facets) = &mut ranked.facets else { return Step::Continue(ranked) };
        for (name, _) in &request.filters {
            let mut wider = request.clone();
            wider.filters.retain(|(other, _)| other != name);
            let mut found = rank(&wider, query)?.facets.unwrap_or_default();
            found.retain(|facet| facet.name == *name);
            facets.retain(|facet| facet.name != *name);
            facets.append(&mut found);
        }
        Step::Continue(ranked)
    }

    /// All pages that the request's filters admit, by their first sections, in the order of the index or of a key.
    fn list_pages(&self, request: &Request) -> Step<Ranked, Outcome> {
        let sites = Sites::of(&self.store, &self.others, request);
        let mut request = request.clone();
        request.filters.retain(|(name, _)| sites.wanted.is_none() || name != SITE);
        let request = &request;
        let mut need = Vec::new();
        sites.each(|(_, store)| {
            let filters = BlockKind::Filters.block(0);
            if needs_filters(store, request, self.listing()) && store.is_missing(filters) {
                need.push(filters.of_site(store.site().number));
            }
            need.extend(need_of(store, self.listing()));
        });
        if !need.is_empty() {
            return Step::Break(Outcome::Need(self.requests(&need)));
        }
        let mut fused = Vec::new();
        sites.each(|(number, store)| {
            if !sites.searches(store) {
                return;
            }
            let admission = Admission::new(store, request, None, 0, self.listing());
            let before = sites.first_section(number, store);
            for page in 0..store.directory().page_count() {
                let first = store.directory().sections_of(PageId(page)).next();
                if let Some(first) = first.filter(|first| admission.filters_admit(*first)) {
                    fused.push(Fused { section: SectionId(before + first.0), score: 0.0 });
                }
            }
        });
        let degraded = unknown(sites, request, self.listing()).into_iter().collect();
        let mut ranked = Ranked { total: fused.len(), degraded, ..Ranked::default() };
        aggregates::count(sites, request, &fused, &mut ranked);
        editions::fold(sites, request, &mut ranked, &mut fused);
        by_key(sites, self.listing(), &mut ranked, &mut fused);
        page(sites, request, &mut ranked, fused);
        Step::Continue(ranked)
    }
}
