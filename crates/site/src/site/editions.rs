//! Editions: the same section in several versions of the documentation. [`editions`] finds those that stay in the index
//! because their texts differ.
//!
//! Pages are counterparts if their paths differ only in folders of versions. A page that moved between versions is the
//! counterpart of one with its title, if no version has both paths. Sections of counterparts are editions if they have
//! the same heading below the same headings, and so are the openings of counterparts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::duplicates::{Location, MAX_ALSO, without_numbers};
use super::version_folders::without_version;
use super::versions::{Standing, standing};
use crate::raw_page::RawPage;
use docfuse::index::{Also, Edition, Section};
use docfuse::text::fold;

/// Pages of different versions that are counterparts, most current first.
type Counterparts = Vec<usize>;

/// What the index says of a section with editions: which one it is, and the others.
type Found = (Edition, Vec<Also>);

/// The sections that stay and have other editions that stay, without those that are near-duplicates of one another.
/// `versions` are those of the pages; `also` makes an entry of a section. O(size of the headings), besides sorting.
pub(crate) fn editions(
    pages: &[RawPage],
    versions: &[String],
    representatives: &[Vec<Option<Location>>],
    also: &dyn Fn(Location) -> Also,
) -> HashMap<Location, Found> {
    let standings: Vec<Standing> = pages.iter().map(standing).collect();
    let holder = |location: &Location| representatives[location.page][location.section].unwrap_or(*location);
    let mut found = HashMap::new();
    let mut group = 0;
    for counterparts in counterparts(pages, versions, &standings) {
        let rank = |location: &Location| {
            let standing = &standings[location.page];
            counterparts.partition_point(|page| standings[*page] < *standing) as u32
        };
        for locations in same_headings(pages, &counterparts).into_values() {
            let staying = || locations.iter().filter(|location| holder(location) == **location);
            if staying().count() < 2 {
                continue;
            }
            for location in staying() {
                let others = locations.iter().filter(|other| holder(other) != *location).take(MAX_ALSO);
                let edition = Edition { group, rank: rank(location) };
                found.insert(*location, (edition, others.map(|other| also(*other)).collect()));
            }
            group += 1;
        }
    }
    found
}

/// Counterparts, each with pages of at least two versions, and one page of each.
fn counterparts(pages: &[RawPage], versions: &[String], standings: &[Standing]) -> Vec<Counterparts> {
    let mut of_path: BTreeMap<(&str, String), Counterparts> = BTreeMap::new();
    for (number, (page, version)) in pages.iter().zip(versions).enumerate() {
        if !version.is_empty() {
            let path = without_version(page);
            of_path.entry((&page.language, path)).or_default().push(number);
        }
    }
    let by_currency = |pages: &mut Counterparts| {
        pages.sort_by(|one, other| standings[*one].cmp(&standings[*other]));
        let mut seen = BTreeSet::new();
        pages.retain(|page| seen.insert(&versions[*page]));
    };
    let mut of_title: BTreeMap<(&str, String), Vec<Counterparts>> = BTreeMap::new();
    for ((language, _), mut counterparts) in of_path {
        by_currency(&mut counterparts);
        let [title, heading, _] = &pages[counterparts[0]].titles;
        let title = without_numbers(if heading.is_empty() { title } else { heading });
        of_title.entry((language, title)).or_default().push(counterparts);
    }
    let mut all = Vec::new();
    for ((_, title), paths) in of_title {
        let mut joined = paths.concat();
        let distinct: BTreeSet<&String> = joined.iter().map(|page| &versions[*page]).collect();
        if !title.is_empty() && distinct.len() == joined.len() {
            by_currency(&mut joined);
            all.push(joined);
        } else {
            all.extend(paths);
        }
    }
    all.retain(|counterparts| counterparts.len() > 1);
    all
}

/// What is equal for editions: the headings above, the heading, and how many of the page's sections before have the same.
type Headings = (Vec<String>, String, usize);

/// The sections of counterparts by their headings, most current first.
fn same_headings(pages: &[RawPage], counterparts: &Counterparts) -> BTreeMap<Headings, Vec<Location>> {
    let mut same: BTreeMap<Headings, Vec<Location>> = BTreeMap::new();
    for &page in counterparts {
        let mut seen: HashMap<(Vec<String>, String), usize> = HashMap::new();
        for (at, section) in pages[page].sections.iter().enumerate() {
            let (path, heading) = headings(at, section);
            let before = seen.entry((path.clone(), heading.clone())).or_default();
            same.entry((path, heading, *before)).or_default().push(Location { page, section: at });
            *before += 1;
        }
    }
    same
}

/// The folded headings of a section; none of a page's opening, whose heading may be its title.
fn headings(at: usize, section: &Section) -> (Vec<String>, String) {
    if at == 0 {
        return (Vec::new(), String::new());
    }
    (section.path.iter().map(|heading| fold(heading)).collect(), fold(&section.heading))
}

#[cfg(test)]
mod tests {
    use crate::*;

    /// Path, version and sections, each with heading and text.
    type Written<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

    /// Pages, and for each section that stays: its address, its rank, its
    /// near-duplicates, and its other editions.
    fn check(pages: &[Written<'_>], expected: &[&str]) {
        let read = |(url, version, sections): &Written<'_>| {
            let section = |(at, (heading, text)): (usize, &(&str, &str))| {
                format!("<h{0} id=s{at}>{heading}</h{0}><p>{text}", at.min(1) + 1)
            };
            let sections: String = sections.iter().enumerate().map(section).collect();
            let html = format!("<meta name=docsearch:version content='{version}'><main>{sections}</main>");
            read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        let (pages, _) = finish_site(pages.iter().map(read).collect());
        let list = |copies: &[Also]| {
            let copy = |copy: &Also| format!("{}={}", copy.url, copy.version);
            copies.iter().map(copy).collect::<Vec<_>>().join(" ")
        };
        let line = |page: &Page, section: &Section| {
            let rank = section.edition.map_or("-".to_owned(), |edition| edition.rank.to_string());
            let (also, others) = (list(&section.also), list(&section.other_editions));
            format!("{}#{} {rank} [{also}] [{others}]", page.url, section.anchor)
        };
        let found: Vec<String> = pages
            .iter()
            .flat_map(|page| page.sections.iter().map(move |section| line(page, section)))
            .collect();
        assert_eq!(found, expected);
        for page in &pages {
            for section in &page.sections {
                let all = pages.iter().flat_map(|page| &page.sections);
                let groups = all.filter(|other| other.edition == section.edition).count();
                assert!(section.edition.is_none() || groups == 1, "one of each rank");
            }
        }
    }

    #[test]
    fn sections_with_other_texts_are_editions() {
        let long: String = (0..60).map(|number| format!("word{number} ")).collect();
        let usage = ("Usage", long.as_str());
        check(
            &[
                ("1.0/a.html", "1.0", &[("Tool", "Old tool."), usage, ("Gone", "No more.")]),
                ("a.html", "2.0", &[("Tool", "The tool."), usage, ("Options", "Has some.")]),
                (
                    "next/a.html",
                    "current",
                    &[("Tool", "Next tool."), ("Usage", "Is new."), ("Options", "All.")],
                ),
            ],
            &[
                "1.0/a.html#s0 1 [] [a.html#s0=2.0 next/a.html#s0=current]",
                "1.0/a.html#s2 - [] []",
                "a.html#s0 0 [] [1.0/a.html#s0=1.0 next/a.html#s0=current]",
                "a.html#s1 0 [1.0/a.html#s1=1.0] [next/a.html#s1=current]",
                "a.html#s2 0 [] [next/a.html#s2=current]",
                "next/a.html#s0 2 [] [a.html#s0=2.0 1.0/a.html#s0=1.0]",
                "next/a.html#s1 2 [] [a.html#s1=2.0 1.0/a.html#s1=1.0]",
                "next/a.html#s2 2 [] [a.html#s2=2.0]",
            ],
        );
    }

    #[test]
    fn pages_that_moved_are_counterparts_by_their_title() {
        check(
            &[
                ("old/setup.html", "1", &[("Setup", "Before.")]),
                ("start/setup.html", "2", &[("Setup", "Now.")]),
            ],
            &[
                "old/setup.html#s0 1 [] [start/setup.html#s0=2]",
                "start/setup.html#s0 0 [] [old/setup.html#s0=1]",
            ],
        );
        // Both pages are of the same version.
        check(
            &[
                ("a/x.html", "1", &[("Intro", "Of A.")]),
                ("b/y.html", "1", &[("Intro", "Of B.")]),
                ("c.html", "2", &[("Other", "Of C.")]),
            ],
            &["a/x.html#s0 - [] []", "b/y.html#s0 - [] []", "c.html#s0 - [] []"],
        );
    }

    #[test]
    fn a_site_of_one_version_has_no_editions() {
        check(
            &[("1.0/a.html", "", &[("Tool", "Old.")]), ("a.html", "2.0", &[("Tool", "New.")])],
            &["1.0/a.html#s0 - [] []", "a.html#s0 - [] []"],
        );
    }
}
