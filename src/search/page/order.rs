//! Other orders than the ranking, and lists without a query: by the keys that the author gave pages. Only [`Full`] has them.
//!
//! [`Full`]: crate::index::Full

use std::cmp::Ordering;

use super::key_values::Kind;
use crate::filters::Filter;
use crate::index::{BlockId, BlockKind, Reads, Slot, Store};
use crate::order::{sort, sorted_places};
use crate::search::answer::{Degraded, file_problem};
use crate::search::fusion::fuse::Fused;
use crate::search::fusion::rank::Ranked;
use crate::search::listing::Listing;
use crate::search::sites::Sites;

/// What `degraded` names where pages cannot be sorted.
const SORT: &str = "sort";

/// The block of the keys, if another order needs it and it is not loaded.
pub(in crate::search) fn need_of<S: Reads>(store: &Store<S>, listing: Option<&Listing>) -> Option<BlockId> {
    let keys = BlockKind::Keys.block(0);
    let is_sorted = listing.is_some_and(Listing::is_sorted);
    (is_sorted && store.is_missing(keys)).then(|| keys.of_site(store.site().number))
}

/// Sorts sections by the key of their pages; equal ones keep their order, and those without it come last. Cost: a sort of
/// the key's values, and of the sections.
pub(in crate::search) fn by_key<S: Reads>(
    sites: Sites<'_, S>,
    listing: Option<&Listing>,
    ranked: &mut Ranked,
    fused: &mut Vec<Fused>,
) {
    let Some(listing) = listing.filter(|listing| listing.is_sorted()) else { return };
    let (name, descends) = listing.key();
    let (mut names, mut of_sites) = (Vec::new(), Vec::new());
    sites.each(|(number, store)| {
        let keys = match store.keys() {
            Slot::Ready(keys) => keys.filters.as_slice(),
            _ => &[],
        };
        for key in keys {
            if !names.contains(&key.name.as_str()) {
                names.push(key.name.as_str());
            }
        }
        if let Slot::Failed(error) = store.keys() {
            ranked.degraded.push(file_problem(SORT, error));
        }
        of_sites.push((sites.first_page(number, store), keys.iter().find(|key| key.name == name)));
    });
    if of_sites.iter().all(|(_, key)| key.is_none()) {
        if ranked.degraded.iter().all(|problem| problem.retriever != SORT) {
            ranked.degraded.push(Degraded::unknown(SORT, "a key to sort by", &names, name));
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
            if let Some(best) = ranks.get_mut((first + page) as usize) {
                *best = rank.min(*best);
            }
        }
    }
    ranks
}
