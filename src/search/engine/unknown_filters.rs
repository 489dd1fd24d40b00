//! Says of a filter that no index has: it would find nothing without a word.

use crate::filters::Condition;
use crate::index::{Reads, Slot};
use crate::search::answer::{Degraded, Request};
use crate::search::listing::Listing;
use crate::search::sites::{SITE, Sites};

/// What `degraded` names where there is no such filter.
const FILTERS: &str = "filters";

/// A warning about the first filter of a request that no index has. Filters that pages may lack are none, and nothing is
/// known where the filters of an index failed to load.
pub(super) fn unknown<S: Reads>(
    sites: Sites<'_, S>,
    request: &Request,
    listing: Option<&Listing>,
) -> Option<Degraded> {
    let mut asked: Vec<&(String, Vec<String>)> = request.filters.iter().collect();
    if S::IS_FULL {
        asked.extend(
            listing.and_then(|listing| listing.condition.as_ref()).map_or(Vec::new(), Condition::filters),
        );
    }
    let mut names = Vec::new();
    let mut is_known = true;
    sites.each(|(_, store)| match store.filters() {
        Slot::Ready(filters) => {
            for filter in &filters.filters {
                if !names.contains(&filter.name.as_str()) {
                    names.push(filter.name.as_str());
                }
            }
        }
        Slot::Failed(_) => is_known = false,
        Slot::Missing => {}
    });
    if S::IS_FULL && sites.are_several() {
        names.push(SITE);
    }
    let lacks = |(name, values): &&(String, Vec<String>)| {
        !names.contains(&name.as_str()) && !values.iter().any(String::is_empty)
    };
    let (name, _) = asked.into_iter().find(lacks).filter(|_| is_known)?;
    Some(Degraded::unknown(FILTERS, "a filter", &names, name))
}
