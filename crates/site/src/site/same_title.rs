//! Tells pages with equal titles apart: [`tell_apart`] appends what stands above a page, or its version.

use std::collections::{BTreeMap, HashMap};

use super::versions::is_version;
use crate::raw_page::RawPage;
use docfuse::text::fold;

/// Most pages above one that can tell it apart, the nearest.
const MAX_ABOVE: usize = 4;

/// Appends to equal titles of `pages` the nearest names above that differ, from the page's breadcrumb or else the titles
/// of the indexes of the folders around it, then the version. A name that all pages of one title have says nothing. The
/// site's front page keeps its title. Pages that neither tells apart keep equal titles: a path is no title.
/// O(pages · log pages).
pub(super) fn tell_apart(titles: &mut [String], pages: &[&RawPage]) {
    let mut same: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, title) in titles.iter().enumerate() {
        same.entry(title).or_default().push(number);
    }
    let folders: HashMap<&str, usize> = pages
        .iter()
        .enumerate()
        .filter_map(|(number, page)| Some((page.url.strip_suffix("/index.html")?, number)))
        .collect();
    let mut added: Vec<Vec<&str>> = vec![Vec::new(); pages.len()];
    for same in same.into_values().filter(|same| same.len() > 1) {
        let mut above: Vec<Vec<&str>> =
            same.iter().map(|&number| names_above(number, titles, pages, &folders)).collect();
        let first = above[0].clone();
        let shared: Vec<&str> =
            first.into_iter().filter(|name| above.iter().all(|above| above.contains(name))).collect();
        above.iter_mut().for_each(|above| above.retain(|name| !shared.contains(name)));
        let names: HashMap<usize, Vec<&str>> = same.iter().copied().zip(above).collect();
        let mut equal = vec![same];
        for step in 0..=MAX_ABOVE {
            let mut still_equal = Vec::new();
            for pages_of_one in equal {
                let mut parts: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
                for number in pages_of_one {
                    let name = match step {
                        MAX_ABOVE => version(pages[number]),
                        step => names[&number].get(step).copied(),
                    };
                    parts.entry(name).or_default().push(number);
                }
                if parts.len() > 1 {
                    for (name, numbers) in &parts {
                        numbers.iter().for_each(|&number| added[number].extend(name));
                    }
                }
                still_equal.extend(parts.into_values().filter(|part| part.len() > 1));
            }
            equal = still_equal;
        }
    }
    let added: Vec<String> = added.iter().map(|names| names.join(", ")).collect();
    for (title, names) in titles.iter_mut().zip(added).filter(|(_, names)| !names.is_empty()) {
        *title = format!("{title} ({names})");
    }
}

/// Names of what stands above a page, the nearest first, without its own.
fn names_above<'a>(
    number: usize,
    titles: &'a [String],
    pages: &[&'a RawPage],
    folders: &HashMap<&str, usize>,
) -> Vec<&'a str> {
    let page = pages[number];
    if page.url == "index.html" {
        return Vec::new();
    }
    let own: Vec<String> = page.titles.iter().chain([&titles[number]]).map(|title| fold(title)).collect();
    let is_above = |name: &&str| !own.contains(&fold(name));
    if !page.breadcrumb.is_empty() {
        return page.breadcrumb.iter().rev().map(String::as_str).filter(is_above).take(MAX_ABOVE).collect();
    }
    let folder = page.url.strip_suffix("/index.html").unwrap_or(&page.url);
    let around = std::iter::successors(folder.rsplit_once('/'), |(folder, _)| folder.rsplit_once('/'));
    let indexes = around.filter_map(|(folder, _)| folders.get(folder));
    indexes.map(|&index| titles[index].as_str()).filter(is_above).take(MAX_ABOVE).collect()
}

/// The version of a page, as it states it (a filter or metadata called "version", or a generator's own), or by the name
/// of a folder.
fn version(page: &RawPage) -> Option<&str> {
    let stated = page.metadata.filters.iter().chain(&page.metadata.meta);
    let stated =
        stated.filter(|(name, _)| name.eq_ignore_ascii_case("version")).map(|(_, value)| value.as_str());
    let (folders, _) = page.url.rsplit_once('/')?;
    let mut folders = folders.split('/').filter(|folder| is_version(folder));
    let of_generator = page.versions.first().map(String::as_str);
    stated.into_iter().next().or(of_generator).or_else(|| folders.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages that are all called "Intro", each with its breadcrumb, and their titles.
    fn check(pages: &[(&str, &[&str], &str)]) {
        let page = |(url, breadcrumb, _): &(&str, &[&str], &str)| RawPage {
            url: (*url).to_owned(),
            breadcrumb: breadcrumb.iter().map(|name| (*name).to_owned()).collect(),
            ..RawPage::default()
        };
        let own: Vec<RawPage> = pages.iter().map(page).collect();
        let mut titles = vec!["Intro".to_owned(); pages.len()];
        tell_apart(&mut titles, &own.iter().collect::<Vec<_>>());
        let expected: Vec<&str> = pages.iter().map(|(.., title)| *title).collect();
        assert_eq!(titles, expected);
    }

    #[test]
    fn breadcrumbs_and_versions_tell_pages_apart() {
        check(&[("a.html", &["Docs", "A", "Intro"], "Intro (A)"), ("b.html", &["Docs", "B"], "Intro (B)")]);
        check(&[("index.html", &["Docs"], "Intro"), ("a.html", &["Docs", "A"], "Intro (A)")]);
        // The nearest names are the same.
        check(&[
            ("a.html", &["A", "Setup"], "Intro (A)"),
            ("b.html", &["B", "Setup"], "Intro (B)"),
            ("c.html", &["Setup"], "Intro"),
        ]);
        check(&[
            ("a.html", &["A", "Linux"], "Intro (Linux, A)"),
            ("b.html", &["B", "Linux"], "Intro (Linux, B)"),
            ("c.html", &["A", "Windows"], "Intro (Windows)"),
        ]);
        check(&[("docs/v1.2/a.html", &[], "Intro (v1.2)"), ("docs/latest/a.html", &[], "Intro (latest)")]);
        check(&[
            ("1/a.html", &["A"], "Intro (A, 1)"),
            ("2/a.html", &["A"], "Intro (A, 2)"),
            ("2/b.html", &["B"], "Intro (B)"),
        ]);
        // Nothing but their paths.
        check(&[
            ("x/intro.html", &[], "Intro"),
            ("y/intro.html", &["Docs"], "Intro (Docs)"),
            ("z.html", &[], "Intro"),
        ]);
    }

    #[test]
    fn stated_versions_count_before_folders() {
        let mut page = RawPage { url: "docs/3/a.html".to_owned(), ..RawPage::default() };
        assert_eq!(version(&page), Some("3"));
        page.versions = vec!["3.1".to_owned(), "latest".to_owned()];
        assert_eq!(version(&page), Some("3.1"));
        page.metadata.filters = vec![("Version".to_owned(), "3.1 LTS".to_owned())];
        assert_eq!(version(&page), Some("3.1 LTS"));
    }
}
