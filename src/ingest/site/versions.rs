//! Versions of a site's documentation: the filter [`VERSION`], the [`versions`] of pages, and which page of several
//! versions is kept ([`standing`]). Where no page states one, folders that are named like versions do
//! ([`settle_versions`]).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::ingest::page::Page;
use crate::ingest::phrases::{is_current_version, is_unreleased_version};
use crate::ingest::raw_page::RawPage;
use crate::ingest::settings::capture::is_name;

/// Name of the filter.
pub(in crate::ingest) const VERSION: &str = "version";

/// Begins the names of versions that are not released, behind the number.
const PRERELEASES: [&str; 6] = ["alpha", "beta", "rc", "pre", "dev", "snapshot"];

/// Whether the pages' versions become a filter: several are stated, and no page has a filter of this name.
pub(super) fn are_filter(pages: &[RawPage]) -> bool {
    let distinct: HashSet<&String> = pages.iter().flat_map(|page| &page.versions).collect();
    distinct.len() > 1 && !pages.iter().any(has_own_filter)
}

/// Whether a page states its version, or the settings read it.
pub(in crate::ingest) fn states_version(page: &RawPage) -> bool {
    !page.versions.is_empty() || page.has_set_versions || has_own_filter(page)
}

/// Whether the author gives a page a filter of this name.
fn has_own_filter(page: &RawPage) -> bool {
    page.metadata.filters.iter().any(|(name, _)| name == VERSION)
}

/// The version of each page, several joined by commas: what the author's filter of this name says, else what the page
/// states. Empty for all if the site has fewer than two versions.
pub(in crate::ingest) fn versions(pages: &[RawPage]) -> Vec<String> {
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

/// Gives pages the versions of the folders around them, if no page has one and no setting reads them. One folder beside
/// which no other is named like a version says nothing. O(length of paths).
pub(super) fn settle_versions(pages: &mut [RawPage]) {
    if pages.iter().any(states_version) {
        return;
    }
    // By the folder around: the folders in it, and the paths of pages in these.
    let mut siblings: BTreeMap<&str, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for page in pages.iter() {
        if let Some((around, folder, rest)) = versioned(&page.url) {
            siblings.entry(around).or_default().entry(folder).or_default().insert(rest);
        }
    }
    let is_series = |folders: &BTreeMap<&str, BTreeSet<&str>>| {
        let is_dotted = |folder: &&str| folder.contains('.') || folder.starts_with(['v', 'V']);
        let is_whole = |folder: &&str| folder.parse::<u64>().is_ok();
        // Whole numbers are codes, chapters and years, too.
        let is_plain = folders.keys().any(is_dotted) && !folders.keys().any(is_whole);
        folders.len() > 1 && (is_plain || are_counterparts(folders))
    };
    let series: BTreeSet<String> = siblings
        .iter()
        .filter(|(_, folders)| is_series(folders))
        .map(|(around, _)| (*around).to_owned())
        .collect();
    for page in pages {
        let found = versioned(&page.url).filter(|(around, ..)| series.contains(*around));
        page.versions = found.map(|(_, folder, _)| folder.to_owned()).into_iter().collect();
    }
}

/// The innermost folder of a path that is named like a version: what is around it, its name, and the path in it.
fn versioned(url: &str) -> Option<(&str, &str, &str)> {
    let mut slashes = url.rmatch_indices('/').map(|(at, _)| at);
    slashes.find_map(|end| {
        let (around, folder) = url[..end].rsplit_once('/').unwrap_or(("", &url[..end]));
        is_version(folder).then(|| (around, folder, &url[end + 1..]))
    })
}

/// Whether each folder has at least half of its pages, or of those of another one, and more than an index, in another
/// folder: chapters and years have other pages.
fn are_counterparts(folders: &BTreeMap<&str, BTreeSet<&str>>) -> bool {
    folders.iter().all(|(name, pages)| {
        let others = folders.iter().filter(|(other, _)| *other != name);
        others
            .map(|(_, others)| (pages.intersection(others).count(), others.len()))
            .any(|(shared, others)| shared > 1 && shared * 2 >= pages.len().min(others))
    })
}

/// All versions of pages, the most current first.
pub fn versions_of(pages: &[Page]) -> Vec<String> {
    let all: BTreeSet<&str> =
        pages.iter().flat_map(|page| page.version.split(',')).filter(|version| !version.is_empty()).collect();
    let mut all: Vec<&str> = all.into_iter().collect();
    all.sort_by_key(|version| Currency::of(version).unwrap_or(Currency::Other));
    all.into_iter().map(str::to_owned).collect()
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
pub(in crate::ingest) fn stated(content: &str) -> impl Iterator<Item = &str> {
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
    /// By number, before its release: "2.0-rc1".
    Prerelease(Reverse<Vec<u64>>),
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
        let numbers = |number: &str| -> Option<Vec<u64>> {
            let number = number.strip_suffix(".x").unwrap_or(number);
            number.split('.').map(|part| part.parse().ok()).collect()
        };
        let Some((number, rest)) = number.split_once('-') else {
            return numbers(number).map(|parts| Currency::Numbered(Reverse(parts)));
        };
        let is_prerelease = PRERELEASES.iter().any(|known| rest.starts_with(known));
        numbers(number).filter(|_| is_prerelease).map(|parts| Currency::Prerelease(Reverse(parts)))
    }
}

/// Whether a folder is named like a version: `3`, `v1.2`, `2.x`, `1.0-rc2`, `latest`.
pub(super) fn is_version(folder: &str) -> bool {
    Currency::of(folder).is_some()
}

/// Orders the pages of several versions by how current they are: by the version in their path, then by the one they
/// state. Pages below the folder of another language come last. The least is kept of near-duplicates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::ingest) struct Standing {
    is_fallback: bool,
    by_path: Currency,
    stated: Currency,
}

/// How current a page is.
pub(in crate::ingest) fn standing(page: &RawPage) -> Standing {
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
    use crate::ingest::*;

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
    fn folders_are_versions_where_no_page_states_one() {
        let of = |urls: &[&str]| -> Vec<String> {
            let written: Vec<(&str, &str, &str)> = urls.iter().map(|url| (*url, "", *url)).collect();
            let mut found: Vec<String> =
                site(&written).iter().map(|page| format!("{} {}", page.url, page.version)).collect();
            found.sort();
            found
        };
        // Pages differ, and 0.10 is higher than 0.5.
        assert_eq!(
            of(&["0.10.0/a.html", "0.5.1/b.html", "0.5.2/c.html", "index.html"]),
            ["0.10.0/a.html 0.10.0", "0.5.1/b.html 0.5.1", "0.5.2/c.html 0.5.2", "index.html "]
        );
        assert_eq!(
            of(&["en/latest/a.html", "en/v1.x/a.html", "en/2.0-rc1/a.html"]),
            ["en/2.0-rc1/a.html 2.0-rc1", "en/latest/a.html latest", "en/v1.x/a.html v1.x"]
        );
        assert_eq!(
            of(&["dev/a.html", "dev/b.html", "stable/a.html", "stable/b.html"])[2..],
            ["stable/a.html stable", "stable/b.html stable"]
        );
        assert_eq!(
            of(&["10/a.html", "10/b.html", "9.6/a.html", "9.6/b.html"])[..2],
            ["10/a.html 10", "10/b.html 10"]
        );
        for others in [
            // Years, chapters and topics.
            &["blog/2023/a.html", "blog/2024/b.html", "blog/2024/c.html"][..],
            &["1/index.html", "1/a.html", "2/index.html", "2/b.html", "3/index.html", "3/c.html"],
            &["dev/setup.html", "stable/release.html"],
            &["1.0/a.html", "b.html"],
            // Codes, and notes on releases.
            &["status/404/index.html", "status/500/index.html"],
            &["notes/1.5/index.html", "notes/2/index.html", "notes/3/index.html", "notes/3/a.html"],
        ] {
            assert!(of(others).iter().all(|page| page.ends_with(".html ")), "{others:?}");
        }
    }

    #[test]
    fn settings_read_versions_in_place_of_folders() {
        let from = Captured::Path("docs-{}/*".to_owned());
        let filters = vec![CaptureSetting { name: "version".to_owned(), from }];
        let config = IngestConfig::new(&SiteSettings { filters, ..SiteSettings::default() }).unwrap();
        let read = |url: &str| read_page(url, format!("<h1>A</h1>{url}").as_bytes(), &config).unwrap();
        for (urls, expected) in [
            (["docs-1/a.html", "docs-2/a.html"], ["1", "2"]),
            // The settings say that folders are none.
            (["1.0/a.html", "2.0/a.html"], ["", ""]),
        ] {
            let (pages, _) = finish_site(urls.map(read).into());
            assert_eq!(pages.iter().map(|page| page.version.as_str()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn folders_are_named_like_versions() {
        for (folder, expected) in [
            ("v1", true),
            ("3.12", true),
            ("2.x", true),
            ("v1.0-rc.1", true),
            ("stable", true),
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
