//! Titles of the pages of a site: [`titles`].
//!
//! Generators repeat the site's name in every `<title>`, and some in every first heading. We remove the parts that most
//! pages share. A page's title is the one of its possible titles that the fewest pages of its language have, the first
//! of equals. What stands above a page tells it apart from others with its title.

use std::collections::{BTreeMap, HashMap};

use super::same_title::tell_apart;
use crate::ingest::raw_page::RawPage;

/// Separators of the parts of a title.
const SEPARATORS: [&str; 8] = [" - ", " — ", " – ", " | ", " · ", " :: ", " » ", " • "];

/// Most parts removed on each side: chapter, book and publisher.
const MAX_PARTS: usize = 3;

/// The parts of a title, as separators show them.
pub(in crate::ingest) fn parts(title: &str) -> impl Iterator<Item = &str> {
    let colon = title.split_once(": ").into_iter().flat_map(|(before, after)| [before, after]);
    let separators = SEPARATORS.iter().filter(|separator| title.contains(*separator));
    separators.flat_map(|separator| title.split(separator)).chain(colon).map(str::trim)
}

/// One title per page, in the order of the pages. O(total length).
pub(in crate::ingest) fn titles(pages: &[RawPage]) -> Vec<String> {
    let mut own: Vec<&str> = pages.iter().map(|page| page.titles[0].as_str()).collect();
    strip_parts(&mut own);
    let mut languages: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        languages.entry(&page.language).or_default().push(number);
    }
    let mut titles = vec![String::new(); pages.len()];
    for numbers in languages.values() {
        let of_language: Vec<&RawPage> = numbers.iter().map(|&number| &pages[number]).collect();
        let mut own: Vec<&str> = numbers.iter().map(|&number| own[number]).collect();
        if languages.len() > 1 {
            // The site's name may be translated.
            strip_parts(&mut own);
        }
        let mut found = rarest(&of_language, &own);
        tell_apart(&mut found, &of_language);
        numbers.iter().zip(found).for_each(|(&number, title)| titles[number] = title);
    }
    titles
}

/// For each page, the first of its possible titles that the fewest pages have. `own` are their `<title>`s.
fn rarest(pages: &[&RawPage], own: &[&str]) -> Vec<String> {
    let candidates: Vec<[&str; 3]> =
        pages.iter().zip(own).map(|(page, own)| [*own, &page.titles[1], &page.titles[2]]).collect();
    let mut pages_with: [HashMap<&str, usize>; 3] = Default::default();
    for candidate in &candidates {
        for (counts, title) in pages_with.iter_mut().zip(candidate) {
            *counts.entry(title).or_default() += 1;
        }
    }
    let title = |(candidate, page): (&[&str; 3], &&RawPage)| {
        let titled = candidate.iter().zip(&pages_with).filter(|(title, _)| !title.is_empty());
        let title = titled.min_by_key(|(title, counts)| counts[*title]).map(|(title, _)| *title);
        title.unwrap_or_else(|| stem(&page.url)).to_owned()
    };
    candidates.iter().zip(pages).map(title).collect()
}

/// Removes the parts that most titles share, at the end and at the beginning.
fn strip_parts(titles: &mut [&str]) {
    for _ in 0..MAX_PARTS {
        strip_common(titles, |title| {
            let at = SEPARATORS.iter().chain(&[" ("]).filter_map(|separator| title.rfind(separator)).max()?;
            Some(title.split_at(at))
        });
        strip_common(titles, |title| {
            let ends = SEPARATORS.iter().chain(&[": "]).filter_map(|separator| {
                let at = title.find(separator)?;
                Some((at, at + separator.len()))
            });
            let (_, end) = ends.min()?;
            let (prefix, rest) = title.split_at(end);
            Some((rest, prefix))
        });
    }
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

/// The name of a page: that of its file, or of the folder for its index.
fn stem(url: &str) -> &str {
    let url = url.strip_suffix("/index.html").unwrap_or(url);
    let name = url.rsplit('/').next().unwrap_or(url);
    let without_ending = name.rsplit_once('.').filter(|(stem, ending)| {
        !stem.is_empty() && ["html", "htm", "xhtml"].iter().any(|known| ending.eq_ignore_ascii_case(known))
    });
    without_ending.map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(url: &str, titles: [&str; 3]) -> RawPage {
        RawPage { url: url.to_owned(), titles: titles.map(str::to_owned), ..RawPage::default() }
    }

    #[test]
    fn shared_parts_are_removed() {
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
                ("x/index.html", ["Alpha", "", ""], "Alpha"),
                ("x/intro.html", ["Intro", "Intro", ""], "Intro (Alpha)"),
                ("x/more/setup/index.html", ["Intro", "Intro", ""], "Intro (Alpha)"),
                ("y/intro.html", ["Intro", "Intro", ""], "Intro"),
            ],
            &[
                ("a/first-steps.html", ["", "", ""], "first-steps"),
                ("a/index.html", ["", "", ""], "a"),
                ("Data.Aeson.Types.html", ["", "", ""], "Data.Aeson.Types"),
                ("v1.2/index.html", ["", "", ""], "v1.2"),
                (".HTM", ["", "", ""], ".HTM"),
            ],
            &[("a.html", ["Only - One", "", ""], "Only - One")],
        ];
        for site in sites {
            let pages: Vec<RawPage> = site.iter().map(|(url, said, _)| page(url, *said)).collect();
            let expected: Vec<&str> = site.iter().map(|(.., title)| *title).collect();
            assert_eq!(titles(&pages), expected);
        }
    }

    #[test]
    fn titles_are_compared_within_a_language() {
        let page = |url: &str, language: &str, title: &str| RawPage {
            language: language.to_owned(),
            ..page(url, [title, "", ""])
        };
        let pages = [
            page("de/cli.html", "de", "CLI | Handbuch | Acme"),
            page("de/git.html", "de", "Git | Handbuch | Acme"),
            page("en/cli.html", "en", "CLI | Manual | Acme"),
            page("en/git.html", "en", "Git | Manual | Acme"),
            page("en/one.html", "en", "One | Manual | Acme"),
            page("fr/cli.html", "fr", "CLI | Acme"),
        ];
        assert_eq!(titles(&pages), ["CLI", "Git", "CLI", "Git", "One", "CLI"]);
    }
}
