//! The indexes that one query searches: one, or several as if they were one.
//!
//! Sections and pages of several indexes are numbered through. What a stage does for each index is done by
//! [`Sites::each`]; for [`Words`](crate::index::Words), that is one call.

pub mod per_page;
pub mod shown_text;

use crate::ids::{PageId, SectionId};
use crate::index::{Fragment, IfFull, IndexError, Ranking, Reads, Slot, Store};
use crate::search::answer::{Degraded, Request};
use crate::text::{concat, cut};

/// The filter that accepts names of indexes.
pub(in crate::search) const SITE: &str = "site";

/// The indexes of a query, the main one first. Its settings hold for all.
pub(in crate::search) struct Sites<'a, S: Reads> {
    pub main: &'a Store<S>,
    pub others: &'a [Store<S>],
    /// The names of those that are searched; `None` for all.
    pub wanted: Option<&'a [String]>,
}

impl<S: Reads> Clone for Sites<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Reads> Copy for Sites<'_, S> {}

impl<'a, S: Reads> Sites<'a, S> {
    /// An index alone, with its own numbers of sections and pages.
    pub fn one(main: &'a Store<S>) -> Self {
        Sites { main, others: &[], wanted: None }
    }

    /// Those that a request searches: all, unless its filter names some of several.
    pub fn of(main: &'a Store<S>, others: &'a S::IfFull<Vec<Store<S>>>, request: &'a Request) -> Self {
        let Some(others) = others.get() else { return Sites::one(main) };
        let sites = Sites { main, others, wanted: None };
        let wanted = request.filters.iter().find(|(name, _)| name == SITE && sites.are_several());
        Sites { wanted: wanted.map(|(_, names)| names.as_slice()), ..sites }
    }

    /// Calls `of` for each index with its number.
    pub fn each<T>(self, of: impl FnMut((usize, &'a Store<S>)) -> T) -> S::Each<T> {
        S::each((0, self.main), (1..).zip(self.others), of)
    }

    /// All of them.
    pub fn stores(self) -> impl Iterator<Item = &'a Store<S>> {
        std::iter::once(self.main).chain(self.others)
    }

    /// Whether several were asked for: filters and addresses are the same whichever of them can be opened.
    pub fn are_several(self) -> bool {
        S::IS_FULL && !self.main.site().name.is_empty()
    }

    /// Whether a query searches an index.
    pub fn searches(self, store: &Store<S>) -> bool {
        !S::IS_FULL || self.wanted.is_none_or(|wanted| wanted.contains(&store.site().name))
    }

    /// The number of the index that has a section, the index, and the section's number in it.
    pub fn locate(self, section: SectionId) -> (usize, &'a Store<S>, SectionId) {
        if !S::IS_FULL {
            return (0, self.main, section);
        }
        let after = self.others.partition_point(|store| store.site().first_section <= section.0);
        match after.checked_sub(1).and_then(|at| self.others.get(at)) {
            Some(store) => (after, store, SectionId(section.0 - store.site().first_section)),
            None => (0, self.main, section),
        }
    }

    /// The page of a section.
    pub fn page_of(self, section: SectionId) -> PageId {
        let (number, store, section) = self.locate(section);
        PageId(self.first_page(number, store) + store.directory().page_of(section).0)
    }

    /// Pages of the indexes before this one.
    pub fn first_page(self, number: usize, store: &Store<S>) -> u32 {
        if !S::IS_FULL || number == 0 { 0 } else { store.site().first_page }
    }

    /// Sections of the indexes before this one.
    pub fn first_section(self, number: usize, store: &Store<S>) -> u32 {
        if !S::IS_FULL || number == 0 { 0 } else { store.site().first_section }
    }

    /// The name of a section's index; empty if there is one index.
    pub fn name_of(self, section: SectionId) -> String {
        if self.are_several() { self.locate(section).1.site().name.clone() } else { String::new() }
    }

    /// What to put before addresses of a section's index; empty if there is one index.
    pub fn root_of(self, section: SectionId) -> &'a str {
        if self.are_several() { &self.locate(section).1.site().root } else { "" }
    }

    /// Number of pages.
    pub fn page_count(self) -> u32 {
        if !S::IS_FULL {
            return self.main.directory().page_count();
        }
        self.stores().map(|store| store.directory().page_count()).sum()
    }

    /// Number of sections of those that are searched.
    pub fn section_count(self) -> u32 {
        if !S::IS_FULL {
            return self.main.directory().section_count();
        }
        let searched = self.stores().filter(|store| self.searches(store));
        searched.map(|store| store.directory().section_count()).sum()
    }

    /// What the author of the main index has set of the ranking.
    pub fn settings(self) -> &'a Ranking {
        &self.main.directory().ranking
    }

    /// The block with the text of a section, and the section's index in it.
    pub fn text(self, section: SectionId) -> Option<(Slot<&'a Fragment, &'a IndexError>, usize)> {
        let (_, store, section) = self.locate(section);
        store.text(section)
    }
}

/// The URL of an address that is relative to the root of its site, as browsers resolve it; records may have URLs, and paths
/// from the root of their host.
pub(in crate::search) fn absolute(root: &str, address: &str) -> String {
    let scheme = root.bytes().position(|byte| byte == b'/').unwrap_or(0);
    let base = if address.starts_with("https://") || address.starts_with("http://") {
        ""
    } else if address.starts_with("//") {
        cut(root, ..scheme)
    } else if address.starts_with('/') {
        let host = cut(root, scheme..).bytes().skip(2).position(|byte| byte == b'/');
        cut(root, ..host.map_or(root.len(), |length| scheme + 2 + length))
    } else {
        root
    };
    concat(&[base, address])
}

/// A warning, with the name of the index if there are several.
pub(in crate::search) fn of_site<S: Reads>(
    sites: Sites<'_, S>,
    store: &Store<S>,
    problem: Degraded,
) -> Degraded {
    if !S::IS_FULL {
        return problem;
    }
    let site = if sites.are_several() { store.site().name.clone() } else { String::new() };
    Degraded { site, ..problem }
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn addresses_are_resolved_as_browsers_do() {
        for (root, address, url) in [
            ("https://api.example/docs/", "a.html#b", "https://api.example/docs/a.html#b"),
            ("https://api.example/docs/", "/x", "https://api.example/x"),
            ("https://api.example/", "/x/y?z=/#w", "https://api.example/x/y?z=/#w"),
            ("https://api.example", "/x", "https://api.example/x"),
            ("https://api.example/docs/", "//cdn.example/x", "https://cdn.example/x"),
            ("https://api.example/docs/", "http://other.example/x", "http://other.example/x"),
            ("https://api.example/docs/", "", "https://api.example/docs/"),
            ("", "/x", "/x"),
            ("", "//cdn.example/x", "//cdn.example/x"),
            ("", "a.html", "a.html"),
        ] {
            assert_eq!(absolute(root, address), url);
        }
    }
}
