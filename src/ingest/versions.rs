//! Versions of a site's documentation: the filter [`VERSION`], the [`versions`] of pages, and which page of several
//! versions is kept ([`standing`]).

use std::cmp::Reverse;
use std::collections::HashSet;

use super::capture::is_name;
use super::phrases::{is_current_version, is_unreleased_version};
use super::raw_page::RawPage;

/// Name of the filter.
pub(super) const VERSION: &str = "version";

/// Whether the pages' versions become a filter: several are stated, and no page has a filter of this name.
pub(super) fn are_filter(pages: &[RawPage]) -> bool {
    let distinct: HashSet<&String> = pages.iter().flat_map(|page| &page.versions).collect();
    let by_author = |page: &RawPage| page.metadata.filters.iter().any(|(name, _)| name == VERSION);
    distinct.len() > 1 && !pages.iter().any(by_author)
}

/// The version of each page, several joined by commas: what the author's filter of this name says, else what the page
/// states. Empty for all if the site has fewer than two versions.
pub(super) fn versions(pages: &[RawPage]) -> Vec<String> {
    let by_author = |page: &RawPage| {
        let values = page.metadata.filters.iter().filter(|(name, _)| name == VERSION);
        values.map(|(_, value)| value.clone()).collect::<Vec<_>>().join(",")
    };
    let stated = are_filter(pages);
    let own = |page: &RawPage| if stated { page.versions.join(",") } else { by_author(page) };
    let versions: Vec<String> = pages.iter().map(own).collect();
    let distinct: HashSet<&String> = versions.iter().filter(|version| !version.is_empty()).collect();
    if distinct.len() > 1 { versions } else { vec![String::new(); pages.len()] }
}

/// The path of a page without folders that are named like versions, or like its own.
pub(super) fn without_version(url: &str, version: &str) -> String {
    let (folders, name) = url.rsplit_once('/').unwrap_or(("", url));
    let is_version =
        |folder: &str| Currency::of(folder).is_some() || version.split(',').any(|own| own == folder);
    let others = folders.split('/').filter(|folder| !is_version(folder));
    others.chain([name]).collect::<Vec<_>>().join("/")
}

/// The versions in the content of a `meta` element, which may list several: "1.0,latest".
pub(super) fn stated(content: &str) -> impl Iterator<Item = &str> {
    content.split(',').map(str::trim).filter(|version| is_name(version))
}

/// How current a version is, the most current first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Currency {
    /// Outside of the folders of versions.
    Unversioned,
    /// Called current: "latest", "stable".
    Current,
    /// By number, the highest first.
    Numbered(Reverse<Vec<u64>>),
    /// Any other name, or none stated.
    Other,
    /// Not released yet: "next".
    Unreleased,
}

impl Currency {
    /// Of a folder or stated version; `None` if it does not look like one.
    fn of(version: &str) -> Option<Currency> {
        if is_current_version(version) {
            return Some(Currency::Current);
        }
        if is_unreleased_version(version) {
            return Some(Currency::Unreleased);
        }
        let number = version.strip_prefix(['v', 'V']).unwrap_or(version);
        let number = number.strip_suffix(".x").unwrap_or(number);
        let parts: Option<Vec<u64>> = number.split('.').map(|part| part.parse().ok()).collect();
        parts.map(|parts| Currency::Numbered(Reverse(parts)))
    }
}

/// Orders the pages of several versions by how current they are: by the version in their path, then by the one they
/// state. Pages below the folder of another language come last. The least is kept of near-duplicates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Standing {
    is_fallback: bool,
    by_path: Currency,
    stated: Currency,
}

/// How current a page is.
pub(super) fn standing(page: &RawPage) -> Standing {
    let mut folders = page.url.split('/').rev().skip(1);
    let stated = page.versions.iter().map(|version| Currency::of(version).unwrap_or(Currency::Other));
    Standing {
        is_fallback: page.is_fallback,
        by_path: folders.find_map(Currency::of).unwrap_or(Currency::Unversioned),
        stated: stated.min().unwrap_or(Currency::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;

    fn site(pages: &[(&str, &str, &str)]) -> Vec<Page> {
        let text: String = (0..60).map(|number| format!("word{number} ")).collect();
        let read = |(url, version, own): &(&str, &str, &str)| {
            let html = format!(
                "<meta name=docsearch:version content='{version}'><h1 id=t>Install</h1>{text}<h2 id=o>Own</h2>{own}"
            );
            read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        finish_site(pages.iter().map(read).collect()).0
    }

    fn versions(page: &Page) -> Vec<&str> {
        page.filters.iter().filter(|(name, _)| name == "version").map(|(_, value)| value.as_str()).collect()
    }

    #[test]
    fn stated_versions_become_a_filter() {
        let pages = site(&[("a.html", "2.0,latest", "a"), ("b.html", "1.0", "b"), ("c.html", "", "c")]);
        let found: Vec<Vec<&str>> = pages.iter().map(versions).collect();
        // The text of all three is in the first.
        assert_eq!(found, [vec!["1.0", "2.0", "latest"], vec!["1.0"], vec![]]);
    }

    #[test]
    fn one_version_is_no_filter() {
        let pages = site(&[("a.html", "current", "a"), ("b.html", "current", "b")]);
        assert!(pages.iter().all(|page| page.filters.is_empty()));
    }

    #[test]
    fn the_author_s_filter_stays() {
        let own = "<b data-docfuse-filter=version>mine</b>";
        let pages = site(&[("a.html", "1.0", own), ("b.html", "2.0", "b")]);
        assert_eq!(pages.iter().map(versions).collect::<Vec<_>>(), [vec!["mine"], vec![]]);
    }

    #[test]
    fn the_current_version_is_kept() {
        for (pages, kept) in [
            (
                &[("1.0/a.html", "1.0", "x"), ("a.html", "2.0", "y"), ("next/a.html", "current", "z")][..],
                "a.html",
            ),
            (&[("en/1.9/a.html", "", "x"), ("en/1.10/a.html", "", "y")], "en/1.10/a.html"),
            (&[("v1.x/a.html", "", "x"), ("v2.x/a.html", "", "y"), ("dev/a.html", "", "z")], "v2.x/a.html"),
            (&[("en/2.0/a.html", "", "x"), ("en/stable/a.html", "", "y")], "en/stable/a.html"),
            (&[("x/a.html", "1.0", "x"), ("y/a.html", "2.0", "y")], "y/a.html"),
            (&[("x/a.html", "2.0", "x"), ("y/a.html", "1.0,latest", "y")], "y/a.html"),
        ] {
            let found = site(pages);
            let holding: Vec<&str> = found
                .iter()
                .filter(|page| page.sections.iter().any(|section| section.also.len() == pages.len() - 1))
                .map(|page| page.url.as_str())
                .collect();
            assert_eq!(holding, [kept], "{pages:?}");
        }
    }
}
