//! The folders of versions: [`settle_versions`] finds that of each page, and gives pages that state no version the name
//! of their folder. [`VersionPlaces`] are for files that are no pages of the index.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::versions::{has_own_filter, is_number, is_version, names, states_version, versions};
use crate::raw_page::RawPage;
use docfuse::text::VersionName;

/// Most folders of a path that may be those of its version, so that deep paths take no square of their length.
const MAX_FOLDERS: usize = 4;

/// Gives pages that state none the versions of the folders around them, if neither settings nor filters of the author's say
/// versions, and finds the folder of each page's version. O(length of paths).
pub(super) fn settle_versions(pages: &mut [RawPage]) {
    if !pages.iter().any(|page| page.has_set_versions || has_own_filter(page)) {
        settle_by_folders(pages);
    }
    let mut series = BTreeSet::new();
    for page in pages.iter_mut() {
        page.version_folder = own_folder(page).unwrap_or_default();
        if !page.version_folder.is_empty() {
            series.insert(around(page, &page.version_folder).to_owned());
        }
    }
    for page in pages.iter_mut().filter(|page| page.version_folder.is_empty()) {
        page.version_folder = folder_among(page, &series).unwrap_or_default();
    }
}

/// The versions of folders, and of pages that have another one than their folder, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VersionPlaces(BTreeMap<String, String>);

impl VersionPlaces {
    /// Of pages with settled versions. O(length of paths).
    pub(super) fn of(pages: &[RawPage]) -> Self {
        let mut places = BTreeMap::new();
        for (page, version) in pages.iter().zip(versions(pages)).filter(|(_, version)| !version.is_empty()) {
            let folder = page.url.get(..page.version_folder.end).filter(|folder| !folder.is_empty());
            let of_folder =
                folder.map(|folder| places.entry(folder.to_owned()).or_insert_with(|| version.clone()));
            if of_folder.is_none_or(|known| *known != version) {
                places.insert(page.url.clone(), version);
            }
        }
        VersionPlaces(places)
    }

    /// The versions at a path, joined by commas; empty for none.
    pub fn at(&self, path: &str) -> &str {
        let around = std::iter::successors(Some(path), |path| Some(path.rsplit_once('/')?.0));
        around.filter_map(|path| self.0.get(path)).map(String::as_str).next().unwrap_or_default()
    }
}

/// The path of a page without the folder of its version.
pub(super) fn without_version(page: &RawPage) -> String {
    let Range { start, end } = page.version_folder;
    let rest = if start < end { end + 1 } else { start };
    [&page.url[..start], &page.url[rest..]].concat()
}

/// The folders of a path, outermost first.
fn folders(url: &str) -> impl DoubleEndedIterator<Item = Range<usize>> {
    let ends = url.match_indices('/').map(|(end, _)| end);
    ends.map(|end| url[..end].rfind('/').map_or(0, |slash| slash + 1)..end)
}

/// The path of the folder around one in the path of a page.
fn around<'a>(page: &'a RawPage, folder: &Range<usize>) -> &'a str {
    &page.url[..folder.start]
}

/// The outermost folder of a page that is named like one of its versions, or with it: `docs-2.0`.
fn own_folder(page: &RawPage) -> Option<Range<usize>> {
    let find = |is_own: &dyn Fn(&str, &str) -> bool| {
        folders(&page.url).find(|folder| names(page).any(|name| is_own(&page.url[folder.clone()], name)))
    };
    let has_number = |name: &str| name.contains(|c: char| c.is_ascii_digit());
    // `dev-guide` is about another thing than the version `dev`, unless the author says so.
    let may_be_part = |name: &str| has_own_filter(page) || has_number(name);
    let is_within = |folder: &str, name: &str| {
        let (folder, name) = (VersionName::read(folder), VersionName::read(name));
        folder.zip(name).is_some_and(|(folder, name)| folder.is_within(&name))
    };
    find(&|folder, name| folder.eq_ignore_ascii_case(name))
        .or_else(|| find(&|folder, name| may_be_part(name) && is_part(folder, name)))
        .or_else(|| find(&is_within))
}

/// Whether a folder's name has another one as a whole: `2.0` is in `docs-2.0`, but not in `docs-2.0.1` and `12.0`.
fn is_part(folder: &str, name: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    folder.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&folder[..at], &folder[at + name.len()..]);
        let joins = if name.starts_with(is_number) { is_number } else { char::is_alphanumeric };
        !before.ends_with(joins) && !behind.starts_with(|c: char| c.is_alphanumeric() || c == '.')
    })
}

/// The folder of a page beside those of other pages' versions that is named like a version, too. Where the page is below no
/// such folders, the outermost one that is named so, unless it has another number than the page.
fn folder_among(page: &RawPage, series: &BTreeSet<String>) -> Option<Range<usize>> {
    let is_version = |folder: &Range<usize>| is_version(&page.url[folder.clone()]);
    let is_inside = |around: &str| series.contains(around);
    if !is_inside("") && !folders(&page.url).any(|folder| is_inside(&page.url[..=folder.end])) {
        let is_other =
            |folder: &Range<usize>| is_number(&page.url[folder.clone()]) && names(page).any(is_number);
        return folders(&page.url).find(|folder| is_version(folder) && !is_other(folder));
    }
    folders(&page.url).find(|folder| is_inside(around(page, folder)) && is_version(folder))
}

/// Gives pages the versions of folders. One beside which no other is named like a version says nothing, nor do folders
/// where most pages state their version.
fn settle_by_folders(pages: &mut [RawPage]) {
    // By the path around: the folders in it, and the paths of pages in these.
    let mut siblings: BTreeMap<&str, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    // By the path around: how many more pages state no version than state one.
    let mut silent: BTreeMap<&str, i64> = BTreeMap::new();
    for page in pages.iter() {
        for folder in versioned(page) {
            let (name, rest) = (&page.url[folder.clone()], &page.url[folder.end..]);
            siblings.entry(around(page, &folder)).or_default().entry(name).or_default().insert(rest);
            *silent.entry(around(page, &folder)).or_default() += if states_version(page) { -1 } else { 1 };
        }
    }
    siblings.retain(|around, folders| silent[around] > 0 && is_series(folders));
    let of_series = |page: &RawPage| -> Vec<Range<usize>> {
        versioned(page).filter(|folder| siblings.contains_key(around(page, folder))).collect()
    };
    // By the path around: what is the same path in folders of several versions, up to another folder named so.
    let mut inner: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for page in pages.iter() {
        let folders = of_series(page);
        for (number, outer) in folders.iter().enumerate() {
            for other in &folders[number + 1..] {
                let key = (around(page, outer), &page.url[outer.end..other.end]);
                inner.entry(key).or_default().insert(&page.url[outer.clone()]);
            }
        }
    }
    // The innermost folder that is not a part of several versions itself, as `api/v1` in `1.0` and `2.0`.
    let found = |page: &RawPage| {
        let folders = if states_version(page) { Vec::new() } else { of_series(page) };
        let is_part = |number: usize| {
            folders[..number].iter().any(|outer| {
                let key = (around(page, outer), &page.url[outer.end..folders[number].end]);
                inner.get(&key).is_some_and(|versions| versions.len() > 1)
            })
        };
        let number = (0..folders.len()).rev().find(|number| !is_part(*number))?;
        Some(page.url[folders[number].clone()].to_owned())
    };
    let found: Vec<Option<String>> = pages.iter().map(found).collect();
    for (page, version) in pages.iter_mut().zip(found) {
        page.versions.extend(version);
    }
}

/// The folders of a page that are named like versions, outermost first.
fn versioned(page: &RawPage) -> impl Iterator<Item = Range<usize>> {
    folders(&page.url).filter(|folder| is_version(&page.url[folder.clone()])).take(MAX_FOLDERS)
}

/// Whether folders beside each other, each with its pages, are those of versions.
fn is_series(folders: &BTreeMap<&str, BTreeSet<&str>>) -> bool {
    // News have folders such as `release-1.10`, too.
    let number = |folder: &str| folder.strip_prefix(['v', 'V']).unwrap_or(folder).to_owned();
    let is_dotted = |folder: &&str| {
        let number = number(folder);
        number.starts_with(|c: char| c.is_ascii_digit()) && number.contains('.')
    };
    let is_whole = |folder: &&str| number(folder).parse::<u64>().is_ok();
    // Whole numbers are codes, chapters, years and namespaces, too.
    let is_plain = folders.keys().any(is_dotted) && !folders.keys().any(is_whole);
    folders.len() > 1 && (is_plain || are_counterparts(folders))
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

#[cfg(test)]
mod tests {
    use crate::*;

    /// A page for each path, and what it holds.
    fn site(pages: &[(&str, &str)], config: &IngestConfig) -> Vec<Page> {
        let read = |(url, html): &(&str, &str)| {
            read_page(url, format!("<h1 id=t>A</h1><p>{url} {html}").as_bytes(), config).unwrap()
        };
        finish_site(pages.iter().map(read).collect()).0
    }

    /// Settings that read the filter `version` from paths.
    fn by_path(pattern: &str) -> IngestConfig {
        let from = Captured::Path(pattern.to_owned());
        let filters = vec![CaptureSetting { name: "version".to_owned(), from }];
        IngestConfig::new(&SiteSettings { filters, ..SiteSettings::default() }).unwrap()
    }

    #[test]
    fn folders_are_versions_where_no_page_states_one() {
        let of = |urls: &[&str]| -> Vec<String> {
            let written: Vec<(&str, &str)> = urls.iter().map(|url| (*url, "")).collect();
            let found = site(&written, &IngestConfig::default());
            let mut found: Vec<String> =
                found.iter().map(|page| format!("{} {}", page.url, page.version)).collect();
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
        assert_eq!(
            of(&["6.0.0-RC1/a.html", "6.0.0-SNAPSHOT/a.html", "5.3.0.RELEASE/a.html"]),
            [
                "5.3.0.RELEASE/a.html 5.3.0.RELEASE",
                "6.0.0-RC1/a.html 6.0.0-RC1",
                "6.0.0-SNAPSHOT/a.html 6.0.0-SNAPSHOT"
            ]
        );
        assert_eq!(
            of(&["release-1.9/a.html", "release-1.9/b.html", "release-1.10/a.html", "release-1.10/b.html"])
                [..2],
            ["release-1.10/a.html release-1.10", "release-1.10/b.html release-1.10"]
        );
        // Folders within those of versions are named like some, too.
        assert_eq!(
            of(&["1.25/dev/a.html", "1.26/dev/a.html", "2.0/dev/a.html", "2.0/b.html"]),
            ["1.25/dev/a.html 1.25", "1.26/dev/a.html 1.26", "2.0/b.html 2.0", "2.0/dev/a.html 2.0"]
        );
        assert_eq!(
            of(&["1.0/api/v1/a.html", "1.0/api/v2/a.html", "2.0/api/v1/a.html", "2.0/api/v2/a.html"]),
            [
                "1.0/api/v1/a.html 1.0",
                "1.0/api/v2/a.html 1.0",
                "2.0/api/v1/a.html 2.0",
                "2.0/api/v2/a.html 2.0"
            ]
        );
        assert_eq!(
            of(&[
                "v1/b.html",
                "v1/c.html",
                "v1/1.2/a.html",
                "v1/1.3/a.html",
                "v2/b.html",
                "v2/c.html",
                "v2/2.0/a.html"
            ]),
            [
                "v1/1.2/a.html 1.2",
                "v1/1.3/a.html 1.3",
                "v1/b.html v1",
                "v1/c.html v1",
                "v2/2.0/a.html v2",
                "v2/b.html v2",
                "v2/c.html v2"
            ]
        );
        for others in [
            // Years, chapters and topics.
            &["blog/2023/a.html", "blog/2024/b.html", "blog/2024/c.html"][..],
            &["1/index.html", "1/a.html", "2/index.html", "2/b.html", "3/index.html", "3/c.html"],
            &["dev/setup.html", "stable/release.html"],
            &["1.0/a.html", "b.html"],
            // Codes, and notes on releases.
            &["status/404/index.html", "status/500/index.html"],
            &["news/release-1.5/index.html", "news/release-1.6/index.html"],
            // Namespaces.
            &["interfaces/v1/a.html", "interfaces/v1/b.html", "interfaces/v2/c.html", "interfaces/v2/d.html"],
            &["notes/1.5/index.html", "notes/2/index.html", "notes/3/index.html", "notes/3/a.html"],
        ] {
            assert!(of(others).iter().all(|page| page.ends_with(".html ")), "{others:?}");
        }
    }

    #[test]
    fn settings_read_versions_in_place_of_folders() {
        for (urls, expected) in [
            (["docs-1/a.html", "docs-2/a.html"], ["1", "2"]),
            // The settings say that folders are none.
            (["1.0/a.html", "2.0/a.html"], ["", ""]),
        ] {
            let pages = site(&urls.map(|url| (url, "")), &by_path("docs-{}/*"));
            assert_eq!(pages.iter().map(|page| page.version.as_str()).collect::<Vec<_>>(), expected);
        }
    }

    /// The sections that are editions of another one, most current first, each with its rank.
    fn editions(pages: &[Page]) -> Vec<String> {
        let ranked = |page: &Page| Some((page.sections.first()?.edition?.rank, page.url.clone()));
        let mut ranked: Vec<(u32, String)> = pages.iter().filter_map(ranked).collect();
        ranked.sort();
        ranked.into_iter().map(|(rank, url)| format!("{rank} {url}")).collect()
    }

    #[test]
    fn pages_that_state_a_version_leave_other_folders_theirs() {
        let meta = |version: &str| format!("<meta name=docsearch:version content={version}>");
        let (own, other) = (meta("1.10"), meta("7"));
        let versions = |pages: &[(&str, &str)]| -> Vec<String> {
            let found = site(pages, &IngestConfig::default());
            found.iter().map(|page| page.version.clone()).collect()
        };
        let pages = [("1.9/a.html", ""), ("1.10/a.html", ""), ("1.10/b.html", &own), ("x/c.html", &other)];
        assert_eq!(versions(&pages), ["1.9", "1.10", "1.10", "7"]);
        // Most pages state theirs, and this one does not.
        let pages = [("1.9/a.html", ""), ("1.10/a.html", &own), ("1.10/b.html", &own), ("x/c.html", &other)];
        assert_eq!(versions(&pages), ["", "1.10", "1.10", "7"]);
    }

    #[test]
    fn folders_within_those_of_versions_are_parts_of_pages() {
        let urls = ["2.0/dev/a.html", "1.26/dev/a.html", "1.25/dev/a.html"];
        let pages = urls.map(|url| (url, ""));
        for config in [IngestConfig::default(), by_path("{}/*")] {
            assert_eq!(
                editions(&site(&pages, &config)),
                ["0 2.0/dev/a.html", "1 1.26/dev/a.html", "2 1.25/dev/a.html"]
            );
        }
        // Of one version, `dev/a.html` and `a.html` are two pages.
        let inner = ["2.0/a.html", "2.0/dev/a.html", "1.0/a.html", "1.0/dev/a.html"];
        let found = site(&inner.map(|url| (url, "")), &IngestConfig::default());
        assert_eq!(
            editions(&found),
            ["0 2.0/a.html", "0 2.0/dev/a.html", "1 1.0/a.html", "1 1.0/dev/a.html"]
        );
    }

    #[test]
    fn the_author_s_versions_have_their_order() {
        for (pattern, urls) in [
            ("release-{}/*", ["release-2.0/a.html", "release-0.10/a.html", "release-0.9/a.html"]),
            ("*/{}-docs/*", ["x/2.0-docs/a.html", "x/0.10-docs/a.html", "x/0.9-docs/a.html"]),
            // Another folder is named like a version, too.
            ("v{}-docs/*", ["v2.0-docs/1.0/a.html", "v0.10-docs/1.0/a.html", "v0.9-docs/1.0/a.html"]),
        ] {
            // Other titles, so that only the paths say what belongs together.
            let pages = urls.map(|url| (url, "")).into_iter();
            let titled =
                pages.zip(["<title>X", "<title>Y", "<title>Z"]).map(|((url, _), title)| (url, title));
            let found = site(&titled.collect::<Vec<_>>(), &by_path(pattern));
            let expected: Vec<String> =
                urls.iter().zip(0..).map(|(url, rank)| format!("{rank} {url}")).collect();
            assert_eq!(editions(&found), expected);
        }
        let own = |version| format!("<b data-docfuse-filter=version>{version}</b>");
        let (old, middle, new) = (own("0.9"), own("0.10"), own("2.0"));
        let found = site(
            &[("a/t.html", &old), ("3.0/t.html", &middle), ("c/t.html", &new)],
            &IngestConfig::default(),
        );
        assert_eq!(editions(&found), ["0 c/t.html", "1 3.0/t.html", "2 a/t.html"]);
    }
}
