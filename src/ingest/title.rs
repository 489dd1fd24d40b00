//! Distinct titles for the pages of a site: [`titles`].
//!
//! Generators repeat the site's name in every `<title>`, and some in every first heading. We remove the parts that most
//! pages share. A page's title is the one of its possible titles that the fewest pages have, the first of equals.

use std::collections::HashMap;

use super::raw_page::RawPage;

/// Separators of the parts of a title.
const SEPARATORS: [&str; 8] = [" - ", " — ", " – ", " | ", " · ", " :: ", " » ", " • "];

/// Most parts removed on each side: chapter, book and publisher.
const MAX_PARTS: usize = 3;

/// One title per page, in the order of the pages. O(total length).
pub(super) fn titles(pages: &[RawPage]) -> Vec<String> {
    let mut own: Vec<&str> = pages.iter().map(|page| page.titles[0].as_str()).collect();
    for _ in 0..MAX_PARTS {
        strip_common(&mut own, |title| {
            let at = SEPARATORS.iter().chain(&[" ("]).filter_map(|separator| title.rfind(separator)).max()?;
            Some(title.split_at(at))
        });
        strip_common(&mut own, |title| {
            let ends = SEPARATORS.iter().chain(&[": "]).filter_map(|separator| {
                let at = title.find(separator)?;
                Some((at, at + separator.len()))
            });
            let (_, end) = ends.min()?;
            let (prefix, rest) = title.split_at(end);
            Some((rest, prefix))
        });
    }
    let candidates: Vec<[&str; 3]> =
        pages.iter().zip(&own).map(|(page, own)| [*own, &page.titles[1], &page.titles[2]]).collect();
    let mut pages_with: [HashMap<&str, usize>; 3] = Default::default();
    for candidate in &candidates {
        for (counts, title) in pages_with.iter_mut().zip(candidate) {
            *counts.entry(title).or_default() += 1;
        }
    }
    let mut titles: Vec<String> = candidates
        .iter()
        .zip(pages)
        .map(|(candidate, page)| {
            let titled = || candidate.iter().zip(&pages_with).filter(|(title, _)| !title.is_empty());
            let title =
                titled().min_by_key(|(title, counts)| counts[*title]).map(|(title, _)| (*title).to_owned());
            title.unwrap_or_else(|| stem(&page.url).to_owned())
        })
        .collect();
    add_stems(&mut titles, pages);
    titles
}

/// Removes the part that `cut` finds if at least half of the titles have the same one. `cut` returns the rest and the
/// part.
fn strip_common<'a>(titles: &mut [&'a str], cut: impl Fn(&'a str) -> Option<(&'a str, &'a str)>) {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (_, part) in titles.iter().filter_map(|title| cut(title)) {
        *counts.entry(part).or_default() += 1;
    }
    let titled = titles.iter().filter(|title| !title.is_empty()).count();
    let common = counts.into_iter().filter(|(_, count)| *count >= 2 && count * 2 >= titled);
    let Some((common, _)) = common.max_by_key(|(part, count)| (*count, *part)) else { return };
    for title in titles {
        if let Some((rest, part)) = cut(title)
            && part == common
            && !rest.trim().is_empty()
        {
            *title = rest.trim();
        }
    }
}

/// Appends the file name to titles that several pages have, or the whole path if the names are equal too. The site's
/// front page keeps its title.
fn add_stems(titles: &mut [String], pages: &[RawPage]) {
    let path = |page: &RawPage| page.url.strip_suffix(".html").unwrap_or(&page.url).to_owned();
    let names: [&dyn Fn(&RawPage) -> String; 2] = [&|page| stem(&page.url).to_owned(), &path];
    for name in names {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for title in titles.iter() {
            *counts.entry(title.clone()).or_default() += 1;
        }
        for (title, page) in titles.iter_mut().zip(pages) {
            if counts[title.as_str()] > 1 && page.url != "index.html" {
                let base = title.rsplit_once(" (").map_or(title.as_str(), |(base, added)| {
                    let was_added = added.strip_suffix(')') == Some(stem(&page.url));
                    if was_added { base } else { title.as_str() }
                });
                *title = format!("{base} ({})", name(page));
            }
        }
    }
}

/// The name of a page: that of its file, or of the folder for its index.
fn stem(url: &str) -> &str {
    let url = url.strip_suffix("/index.html").unwrap_or(url);
    let name = url.rsplit('/').next().unwrap_or(url);
    name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(url: &str, titles: [&str; 3]) -> RawPage {
        RawPage {
            url: url.to_owned(),
            language: String::new(),
            metadata: Default::default(),
            has_body: false,
            titles: titles.map(str::to_owned),
            sections: Vec::new(),
            links: Vec::new(),
            places: Vec::new(),
        }
    }

    #[test]
    fn titles_are_distinct() {
        type Site<'a> = &'a [(&'a str, [&'a str; 3], &'a str)];
        let sites: [Site<'_>; 7] = [
            &[
                ("a.html", ["os — Things — Python 3 documentation", "os — Things", ""], "os — Things"),
                ("b.html", ["sys — More — Python 3 documentation", "sys — More", ""], "sys — More"),
                ("index.html", ["3 documentation", "Welcome", ""], "3 documentation"),
            ],
            &[
                ("ch1.html", ["Foo - The Book", "The Book", ""], "Foo"),
                ("ch2.html", ["Bar - The Book", "The Book", ""], "Bar"),
                ("ch3.html", ["The Book", "Baz", ""], "The Book"),
            ],
            &[("a.html", ["Docs: Guide: A", "", ""], "A"), ("b.html", ["Docs: Guide: B", "", ""], "B")],
            &[
                ("a.html", ["My site", "Same", "Og A"], "Og A"),
                ("b.html", ["My site", "Same", "Og B"], "Og B"),
                ("c.html", ["My site", "Only C", ""], "Only C"),
            ],
            &[
                ("x/intro.html", ["Intro", "Intro", ""], "Intro (x/intro)"),
                ("y/intro.html", ["Intro", "Intro", ""], "Intro (y/intro)"),
                ("y/setup.html", ["Intro", "Intro", ""], "Intro (setup)"),
            ],
            &[("a/first-steps.html", ["", "", ""], "first-steps"), ("a/index.html", ["", "", ""], "a")],
            &[("a.html", ["Only - One", "", ""], "Only - One")],
        ];
        for site in sites {
            let pages: Vec<RawPage> = site.iter().map(|(url, said, _)| page(url, *said)).collect();
            let expected: Vec<&str> = site.iter().map(|(.., title)| *title).collect();
            assert_eq!(titles(&pages), expected);
        }
    }
}
