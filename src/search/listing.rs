//! What a query asks for beside its request: conditions, and other orders than the ranking: [`Listing`].

use crate::filters::Condition;
use crate::index::Setting;
use crate::search::answer::{Mode, Request};

/// Whether queries that do not say it need all their words: 0 or 1.
pub(in crate::search) const MATCH: Setting = Setting::whole("search.match", 0.0, 0.0, 1.0);

/// What a request says in place of a number of words if all are needed.
pub(in crate::search) const ALL_WORDS: &str = "all";

/// The end of [`Listing::sort`] for the largest values first.
const DESCENDING: &str = ":desc";

/// What a query asks for beside its request, whose copies would be code for every page to load.
///
/// Only an engine with all retrievers has one. The default asks for nothing.
///
/// ```
/// use docfuse::filters::Condition;
/// use docfuse::search::Listing;
///
/// // Pages of either version, the newest first.
/// let of = |version: &str| Condition::Has([("version".to_owned(), vec![version.to_owned()])]);
/// let listing = Listing { condition: Some(Condition::Any(vec![of("2"), of("3")])), sort: "date:desc".to_owned() };
/// assert_ne!(listing, Listing::default());
/// ```
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
    pub(in crate::search) fn lists_pages(&self, request: &Request) -> bool {
        let narrows = self.condition.is_some() || !request.filters.is_empty() || request.facets;
        request.text.trim().is_empty() && (narrows || self.is_sorted())
    }

    /// In another order every hit counts alike: only sections with the words, and all of them, unless the request says
    /// otherwise.
    pub(in crate::search) fn of_order(&self, request: Request) -> Request {
        if !self.is_sorted() {
            return request;
        }
        let minimum = request.minimum_should_match;
        let minimum = if minimum.is_empty() { ALL_WORDS.to_owned() } else { minimum };
        Request { mode: Mode::Lexical, rerank: false, minimum_should_match: minimum, ..request }
    }

    /// The key, and whether the largest values come first.
    pub(in crate::search) fn key(&self) -> (&str, bool) {
        match self.sort.strip_suffix(DESCENDING) {
            Some(key) => (key, true),
            None => (self.sort.strip_suffix(":asc").unwrap_or(&self.sort), false),
        }
    }
}
