//! Other orders than the ranking, and lists without a query: by the keys that the author gave pages. Only [`Full`] has them.
//!
//! [`Full`]: crate::index::Full

use std::cmp::Ordering;

use super::key_values::Kind;
use super::{aggregates, editions, page};
use crate::error_code::ErrorCode;
use crate::filters::{Condition, Filter};
use crate::ids::{PageId, SectionId};
use crate::index::{BlockId, BlockKind, Kept, Setting, Slot, Store};
use crate::order::{sort, sorted_places};
use crate::search::answer::{Degraded, Mode, Request};
use crate::search::engine::sites::{SITE, Sites};
use crate::search::engine::stages::Stages;
use crate::search::engine::{Embedded, Engine, Outcome};
use crate::search::fusion::fuse::Fused;
use crate::search::fusion::rank::Ranked;
use crate::search::intent::Intent;
use crate::search::matches::admission::{Admission, needs_filters};
use crate::search::parse::ParsedQuery;
use crate::search::retrieve::file_problem;
use crate::text::concat;

/// What `degraded` names where pages cannot be sorted.
const SORT: &str = "sort";

/// Whether queries that do not say it need all their words: 0 or 1.
pub(in crate::search) const MATCH: Setting = Setting::whole("search.match", 0.0, 0.0, 1.0);

/// What a request says in place of a number of words if all are needed.
pub(in crate::search) const ALL_WORDS: &str = "all";

/// The end of [`Listing::sort`] for the largest values first.
const DESCENDING: &str = ":desc";

/// What a query asks for beside its request, whose copies would be code for every page to load.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// What pages must meet, beside the filters of the request.
    pub condition: Option<Condition>,
    /// The key that orders hits instead of the ranking: `date`, or `date:desc` for the largest values first; empty for none.
    /// Pages without it come last.
    pub sort: String,
}

impl Listing {
    /// Whether hits come in another order than the ranking's.
    pub(in crate::search) fn is_sorted(&self) -> bool {
        !self.sort.is_empty()
    }

    /// Whether it is about all that is found.
    pub(in crate::search) fn reaches_all(&self) -> bool {
        self.is_sorted() || self.condition.is_some()
    }

    /// Whether a request lists pages without a query.
    fn lists_pages(&self, request: &Request) -> bool {
        let narrows = self.condition.is_some() || !request.filters.is_empty();
        request.text.trim().is_empty() && (narrows || self.is_sorted())
    }

    /// In another order every hit counts alike: only sections with the words, and all of them, unless the request says
    /// otherwise.
    fn of_order(&self, request: Request) -> Request {
        if !self.is_sorted() {
            return request;
        }
        let minimum = request.minimum_should_match;
        let minimum = if minimum.is_empty() { ALL_WORDS.to_owned() } else { minimum };
        Request { mode: Mode::Lexical, rerank: false, minimum_should_match: minimum, ..request }
    }

    /// The key, and whether the largest values come first.
    fn key(&self) -> (&str, bool) {
        match self.sort.strip_suffix(DESCENDING) {
            Some(key) => (key, true),
            None => (self.sort.strip_suffix(":asc").unwrap_or(&self.sort), false),
        }
    }
}

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
            self.known = None;
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
    /// another value. The error is what is needed first.
    #[allow(clippy::result_large_err, reason = "as `rank`")]
    pub(in crate::search) fn listed_or_ranked(
        &self,
        request: &Request,
        query: &mut ParsedQuery,
        all: bool,
        intent: &Intent,
        embedded: Option<Embedded<'_>>,
    ) -> Result<Ranked, Outcome> {
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
        let Some(facets) = &mut ranked.facets else { return Ok(ranked) };
        for (name, _) in &request.filters {
            let mut wider = request.clone();
            wider.filters.retain(|(other, _)| other != name);
            let mut found = rank(&wider, query)?.facets.unwrap_or_default();
            found.retain(|facet| facet.name == *name);
            facets.retain(|facet| facet.name != *name);
            facets.append(&mut found);
        }
        Ok(ranked)
    }

    /// All pages that the request's filters admit, by their first sections, in the order of the index or of a key. The error
    /// is what is needed first.
    #[allow(clippy::result_large_err, reason = "as `rank`")]
    fn list_pages(&self, request: &Request) -> Result<Ranked, Outcome> {
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
            return Err(Outcome::Need(self.requests(&need)));
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
        let mut ranked = Ranked { total: fused.len(), ..Ranked::default() };
        aggregates::count(sites, request, &fused, &mut ranked);
        editions::fold(sites, request, &mut ranked, &mut fused);
        by_key(sites, self.listing(), &mut ranked, &mut fused);
        page(sites, request, &mut ranked, fused);
        Ok(ranked)
    }
}

/// The block of the keys, if another order needs it and it is not loaded.
pub(in crate::search) fn need_of<S: Stages>(store: &Store<S>, listing: Option<&Listing>) -> Option<BlockId> {
    let keys = BlockKind::Keys.block(0);
    let is_sorted = listing.is_some_and(Listing::is_sorted);
    (is_sorted && store.is_missing(keys)).then(|| keys.of_site(store.site().number))
}

/// Sorts sections by the key of their pages; equal ones keep their order, and those without it come last. Cost: a sort of
/// the key's values, and of the sections.
pub(in crate::search) fn by_key<S: Stages>(
    sites: Sites<'_, S>,
    listing: Option<&Listing>,
    ranked: &mut Ranked,
    fused: &mut Vec<Fused>,
) {
    let Some(listing) = listing.filter(|listing| listing.is_sorted()) else { return };
    let (name, descends) = listing.key();
    let (mut known, mut of_sites) = (Vec::new(), Vec::new());
    sites.each(|(number, store)| {
        let keys = match store.keys() {
            Slot::Ready(keys) => keys.filters.as_slice(),
            _ => &[],
        };
        for key in keys {
            if !known.contains(&key.name.as_str()) {
                known.push(key.name.as_str());
            }
        }
        if let Slot::Failed(error) = store.keys() {
            ranked.degraded.push(file_problem(SORT, error));
        }
        of_sites.push((sites.first_page(number, store), keys.iter().find(|key| key.name == name)));
    });
    if of_sites.iter().all(|(_, key)| key.is_none()) {
        if ranked.degraded.iter().all(|problem| problem.retriever != SORT) {
            let known =
                if known.is_empty() { "none, the site has none,".to_owned() } else { known.join(" or ") };
            let message = concat(&["a key to sort by expected: ", &known, "; ", name, " found"]);
            ranked.degraded.push(Degraded::new(SORT, ErrorCode::Request.as_str().to_owned(), message, None));
        }
        return;
    }
    let ranks = ranks(&of_sites, sites.page_count(), name, descends);
    let rank = |hit: &Fused| ranks.get(sites.page_of(hit.section).index()).copied().unwrap_or(u32::MAX);
    let mut order: Vec<u64> =
        fused.iter().zip(0u64..).map(|(hit, place)| u64::from(rank(hit)) << u32::BITS | place).collect();
    sort(&mut order);
    *fused = order.iter().filter_map(|entry| fused.get(*entry as u32 as usize).copied()).collect();
}

/// The place of each page's value among all of the key; the largest number for pages without it.
fn ranks(of_sites: &[(u32, Option<&Filter>)], pages: u32, name: &str, descends: bool) -> Vec<u32> {
    let values = of_sites.iter().flat_map(|(first, key)| {
        let values = key.iter().flat_map(|key| &key.values);
        values.map(move |value| (value.value.as_str(), *first, &value.pages))
    });
    let values: Vec<_> = values.collect();
    let kind = Kind::of(name, &mut values.iter().map(|(value, ..)| *value));
    let places = sorted_places(values.len(), &|first, second| {
        let [first, second] = [first, second].map(|place| values.get(place).map_or("", |(value, ..)| value));
        let order = kind.compare(first, second);
        if descends { order.reverse() } else { order }
    });
    let mut ranks = vec![u32::MAX; pages as usize];
    let (mut rank, mut before) = (0, None);
    for (value, first, pages) in places.into_iter().filter_map(|place| values.get(place).copied()) {
        if before.is_some_and(|before| kind.compare(before, value) != Ordering::Equal) {
            rank += 1;
        }
        before = Some(value);
        for page in pages {
            if let Some(known) = ranks.get_mut((first + page) as usize) {
                *known = rank.min(*known);
            }
        }
    }
    ranks
}
