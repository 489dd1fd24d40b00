//! Versions of a site's documentation: the filter [`VERSION`], the [`versions`] of pages, and which page of several
//! versions is kept ([`standing`]).

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use crate::phrases::{current_version, is_unreleased_version};
use crate::raw_page::RawPage;
use crate::settings::capture::is_name;
use docfuse::index::Page;
use docfuse::text::VersionName;

/// Name of the filter.
pub(crate) const VERSION: &str = "version";

/// Whether the pages' versions become a filter: several are stated, and no page has a filter of this name.
pub(super) fn are_filter(pages: &[RawPage]) -> bool {
    let distinct: HashSet<&String> = pages.iter().flat_map(|page| &page.versions).collect();
    distinct.len() > 1 && !pages.iter().any(has_own_filter)
}

/// Whether a page states its version, or the settings read it.
pub(crate) fn states_version(page: &RawPage) -> bool {
    !page.versions.is_empty() || page.has_set_versions || has_own_filter(page)
}

/// Whether the author gives a page a filter of this name.
pub(crate) fn has_own_filter(page: &RawPage) -> bool {
    by_author(page).next().is_some()
}

/// The values of the author's filter of this name.
fn by_author(page: &RawPage) -> impl Iterator<Item = &str> {
    let values = page.metadata.filters.iter().filter(|(name, _)| name == VERSION);
    values.map(|(_, value)| value.as_str())
}

/// The names of a page's versions: those that the author gives it, else those that it states.
pub(super) fn names(page: &RawPage) -> impl Iterator<Item = &str> {
    let stated = page.versions.iter().map(String::as_str);
    by_author(page).chain(stated.filter(|_| !has_own_filter(page)))
}

/// The version of each page, several joined by commas: what the author's filter of this name says, else what the page
/// states. Empty for all if the site has fewer than two versions.
pub(crate) fn versions(pages: &[RawPage]) -> Vec<String> {
    let by_author = |page: &RawPage| by_author(page).collect::<Vec<_>>().join(",");
    let stated = are_filter(pages);
    let own = |page: &RawPage| if stated { page.versions.join(",") } else { by_author(page) };
    let versions: Vec<String> = pages.iter().map(own).collect();
    let distinct: HashSet<&String> = versions.iter().filter(|version| !version.is_empty()).collect();
    if distinct.len() > 1 { versions } else { vec![String::new(); pages.len()] }
}

/// All versions of pages, the most current first.
pub fn versions_of(pages: &[Page]) -> Vec<String> {
    let all: BTreeSet<&str> =
        pages.iter().flat_map(|page| page.version.split(',')).filter(|version| !version.is_empty()).collect();
    let mut all: Vec<&str> = all.into_iter().collect();
    all.sort_by_key(|version| Currency::of(version).unwrap_or(Currency::Other));
    all.into_iter().map(str::to_owned).collect()
}

/// The versions in the content of a `meta` element, which may list several: "1.0,latest".
pub(crate) fn stated(content: &str) -> impl Iterator<Item = &str> {
    content.split(',').map(str::trim).filter(|version| is_name(version))
}

/// How current a version is, the most current first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Currency {
    /// Outside of the folders of versions.
    Unversioned,
    /// Called current: "stable", then "latest", which may be what is developed.
    Current(usize),
    /// By number, the highest first.
    Numbered(Reverse<VersionName>),
    /// By number, before its release: "2.0-rc1".
    Prerelease(Reverse<VersionName>),
    /// Any other name, or none stated.
    Other,
    /// Not released yet: "next".
    Unreleased,
}

impl Currency {
    /// Of a folder or stated version; `None` if it does not look like one.
    fn of(version: &str) -> Option<Currency> {
        if let Some(place) = current_version(version) {
            return Some(Currency::Current(place));
        }
        if is_unreleased_version(version) {
            return Some(Currency::Unreleased);
        }
        let number = VersionName::read(version)?;
        let is_prerelease = number.is_prerelease();
        let number = Reverse(number);
        Some(if is_prerelease { Currency::Prerelease(number) } else { Currency::Numbered(number) })
    }
}

/// Whether a version is called by a number.
pub(super) fn is_number(version: &str) -> bool {
    VersionName::read(version).is_some()
}

/// Whether a folder is named like a version: `3`, `v1.2`, `2.x`, `1.0rc2`, `6.0.0-SNAPSHOT`, `release-1.10`, `latest`.
pub(super) fn is_version(folder: &str) -> bool {
    Currency::of(folder).is_some()
}

/// Orders the pages of several versions by how current they are: by the folder of their version, then by what they state; by
/// the author's filter before, and by "latest" as a further name of a version. Pages below the folder of another language come last. The least is kept of near-duplicates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Standing {
    is_fallback: bool,
    currency: [Currency; 2],
}

/// How current a page is.
pub(crate) fn standing(page: &RawPage) -> Standing {
    let named = names(page).map(|name| Currency::of(name).unwrap_or(Currency::Other)).min();
    let named = named.unwrap_or(Currency::Other);
    let folder = &page.url[page.version_folder.clone()];
    let by_folder = match folder {
        "" => Currency::Unversioned,
        folder => {
            // Of a folder `api/v1`, the page's own number says more.
            let numbers = names(page).filter(|name| is_number(name) && is_number(folder));
            let own = numbers.filter_map(Currency::of).min();
            own.or_else(|| Currency::of(folder)).unwrap_or_else(|| named.clone())
        }
    };
    let is_alias = matches!(named, Currency::Current(_)) && names(page).count() > 1;
    let decides = has_own_filter(page) || is_alias && !folder.is_empty();
    let currency = if decides { [named, by_folder] } else { [by_folder, named] };
    Standing { is_fallback: page.is_fallback, currency }
}

#[cfg(test)]
mod tests {
    use crate::*;

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
    fn folders_are_named_like_versions() {
        for (folder, expected) in [
            ("v1", true),
            ("3.12", true),
            ("2.x", true),
            ("v1.0-rc.1", true),
            ("stable", true),
            ("6.0.0-RC1", true),
            ("5.3.0.RELEASE", true),
            ("1.1b2", true),
            ("release-1.10", true),
            ("release-notes", false),
            ("3-intro", false),
            ("v", false),
            ("video", false),
            ("1.", false),
            ("x.1", false),
            ("", false),
        ] {
            assert_eq!(super::is_version(folder), expected, "{folder}");
        }
    }

    #[test]
    fn the_current_version_is_kept() {
        for (pages, kept) in [
            (
                &[("1.0/a.html", "1.0", "x"), ("a.html", "2.0", "y"), ("next/a.html", "current", "z")][..],
                "a.html",
            ),
            (&[("en/1.9/a.html", "", "x"), ("en/1.10/a.html", "", "y")], "en/1.10/a.html"),
            (&[("2.0-rc1/a.html", "", "x"), ("1.9/a.html", "", "y")], "1.9/a.html"),
            (&[("v1.x/a.html", "", "x"), ("v2.x/a.html", "", "y"), ("dev/a.html", "", "z")], "v2.x/a.html"),
            (&[("en/2.0/a.html", "", "x"), ("en/stable/a.html", "", "y")], "en/stable/a.html"),
            (&[("6.0-M1/a.html", "", "x"), ("6.0-SNAPSHOT/a.html", "", "y")], "6.0-SNAPSHOT/a.html"),
            (
                &[("1.0rc1/a.html", "", "x"), ("1.0rc2/a.html", "", "y"), ("0.9.post1/a.html", "", "z")],
                "0.9.post1/a.html",
            ),
            // The API has a number of its own.
            (&[("api/v1/a.html", "2.0", "x"), ("1.0/api/v1/a.html", "1.0", "y")], "api/v1/a.html"),
            (&[("en/latest/a.html", "", "x"), ("en/stable/a.html", "", "y")], "en/stable/a.html"),
            (&[("0.10/a.html", "0.10,latest", "x"), ("0.11/a.html", "0.11", "y")], "0.10/a.html"),
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
