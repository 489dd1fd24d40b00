//! Titles of the pages of a site: [`titles`].
//!
//! Generators repeat the name of site and book in every `<title>`, and some in every first heading. We remove the parts
//! that most pages of the site, or of a folder, share. A page's title is the one of its possible titles that says most: the
//! one that the fewest pages of its language have, the first of equals. What stands above a page tells it apart from
//! others with its title.

mod telling;

use std::collections::{BTreeMap, HashMap};

use super::same_title::tell_apart;
use crate::raw_page::RawPage;
use telling::{GenericWords, has_word};

/// Separators of the parts of a title.
const SEPARATORS: [&str; 8] = [" - ", " — ", " – ", " | ", " · ", " :: ", " » ", " • "];

/// Most parts removed on each side: chapter, book and publisher.
const MAX_PARTS: usize = 3;

/// Minimum pages of a folder whose shared part names a book. Fewer may share a topic.
const MIN_PAGES_OF_BOOK: usize = 5;

/// How many titles, of a hundred, share a part that is no part of them: the name of a site, which some pages lack, or of
/// a book, which its template adds.
const PERCENT_OF_SITE: usize = 50;
const PERCENT_OF_BOOK: usize = 80;

/// The parts of a title, as separators show them.
pub(crate) fn parts(title: &str) -> impl Iterator<Item = &str> {
    let colon = title.split_once(": ").into_iter().flat_map(|(before, after)| [before, after]);
    let separators = SEPARATORS.iter().filter(|separator| title.contains(*separator));
    separators.flat_map(|separator| title.split(separator)).chain(colon).map(str::trim)
}

/// One title per page, in the order of the pages. O(total length · depth of folders).
pub(crate) fn titles(pages: &[RawPage]) -> Vec<String> {
    let mut own: Vec<&str> = pages.iter().map(|page| page.titles[0].as_str()).collect();
    strip_parts(&mut own, PERCENT_OF_SITE);
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
            strip_parts(&mut own, PERCENT_OF_SITE);
        }
        strip_books(&mut own, &of_language);
        let mut found = best(&of_language, &own);
        tell_apart(&mut found, &of_language);
        numbers.iter().zip(found).for_each(|(&number, title)| titles[number] = title);
    }
    titles
}

/// For each page, the first of its possible titles that the fewest pages have, of those that say more than a number and
/// what most say. `own` are their `<title>`s.
fn best(pages: &[&RawPage], own: &[&str]) -> Vec<String> {
    let candidates: Vec<[&str; 3]> =
        pages.iter().zip(own).map(|(page, own)| [*own, &page.titles[1], &page.titles[2]]).collect();
    let mut pages_with: [HashMap<&str, usize>; 3] = Default::default();
    for candidate in &candidates {
        for (counts, title) in pages_with.iter_mut().zip(candidate) {
            *counts.entry(title).or_default() += 1;
        }
    }
    let generic = [0, 1, 2].map(|kind| GenericWords::of(candidates.iter().map(|candidate| candidate[kind])));
    let title = |(candidate, page): (&[&str; 3], &&RawPage)| {
        let titled = || (0..3).filter(|&kind| !candidate[kind].is_empty());
        let says_less = |kind: usize| {
            let tells = |other: usize| generic[other].tells_more(candidate[other], candidate[kind]);
            !generic[kind].tells(candidate[kind]) && titled().any(tells)
        };
        let best = titled().min_by_key(|&kind| (says_less(kind), pages_with[kind][candidate[kind]]));
        best.map_or_else(|| stem(&page.url), |kind| candidate[kind]).to_owned()
    };
    candidates.iter().zip(pages).map(title).collect()
}

/// Removes the parts that most titles of a folder share, unless different titles are then the same.
fn strip_books<'a>(titles: &mut [&'a str], pages: &[&RawPage]) {
    let whole = titles.to_vec();
    let mut folders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        for (end, _) in page.url.match_indices('/') {
            folders.entry(&page.url[..end]).or_default().push(number);
        }
    }
    // Outer folders come first.
    for numbers in folders.into_values().filter(|numbers| numbers.len() >= MIN_PAGES_OF_BOOK) {
        let mut of_folder: Vec<&'a str> = numbers.iter().map(|&number| titles[number]).collect();
        strip_parts(&mut of_folder, PERCENT_OF_BOOK);
        numbers.iter().zip(of_folder).for_each(|(&number, title)| titles[number] = title);
    }
    // `None`: of titles that differ without the cut.
    let mut whole_of: HashMap<&str, Option<&str>> = HashMap::new();
    for (title, &whole) in titles.iter().zip(&whole) {
        let only = whole_of.entry(title).or_insert(Some(whole));
        *only = only.filter(|only| *only == whole);
    }
    for (title, whole) in titles.iter_mut().zip(whole) {
        if whole_of[*title].is_none() {
            *title = whole;
        }
    }
}

/// Removes the parts that `percent` of the titles share, at the end and at the beginning.
fn strip_parts(titles: &mut [&str], percent: usize) {
    for _ in 0..MAX_PARTS {
        strip_common(titles, percent, |title| {
            let at = SEPARATORS
                .iter()
                .chain(&[" (", ": "])
                .filter_map(|separator| title.rfind(separator))
                .max()?;
            Some(title.split_at(at))
        });
        strip_common(titles, percent, |title| {
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

/// Removes the part that `cut` finds if at least `percent` of the titles have the same one, and a word is left. `cut`
/// returns the rest and the part.
fn strip_common<'a>(
    titles: &mut [&'a str],
    percent: usize,
    cut: impl Fn(&'a str) -> Option<(&'a str, &'a str)>,
) {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (_, part) in titles.iter().filter_map(|title| cut(title)) {
        *counts.entry(part).or_default() += 1;
    }
    let titled = titles.iter().filter(|title| !title.is_empty()).count();
    let common = counts.into_iter().filter(|(_, count)| *count >= 2 && count * 100 >= titled * percent);
    let Some((common, _)) = common.max_by_key(|(part, count)| (*count, *part)) else { return };
    for title in titles {
        if let Some((rest, part)) = cut(title)
            && part == common
            && has_word(rest)
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
        let sites: [Site<'_>; 11] = [
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
            // A number, and what all have, say less than a heading with the same number.
            &[
                ("a.html", ["Owl 9: Section 5.1", "5.1 Strings", ""], "5.1 Strings"),
                ("b.html", ["Owl 9: Section A.2", "A.2 Lists", ""], "A.2 Lists"),
                ("c.html", ["Owl 9: Section 5.3", "More", ""], "Section 5.3"),
            ],
            &[
                ("a.html", ["1.0 | Releases", "What is new", ""], "1.0 | Releases"),
                ("b.html", ["2.0 | Releases", "What is new", ""], "2.0 | Releases"),
                ("c.html", ["Support | Releases", "What is new", ""], "Support"),
            ],
            // The names of books, each in its folder.
            &[
                ("gdk/a.html", ["Colors: GDK Manual", "Colors", ""], "Colors"),
                ("gdk/b.html", ["Events: types: GDK Manual", "", ""], "Events: types"),
                ("gdk/c.html", ["Index: GDK Manual", "", ""], "Index: GDK Manual"),
                ("gdk/d.html", ["Keys: GDK Manual", "", ""], "Keys"),
                ("gdk/d_mj.html", ["Keys: GDK Manual", "", ""], "Keys"),
                ("gdk/e.html", ["Pixels: GDK Manual", "", ""], "Pixels"),
                ("gtk/a.html", ["Box | Gtk", "", ""], "Box"),
                ("gtk/b.html", ["Index | Gtk", "", ""], "Index | Gtk"),
                ("gtk/c.html", ["Label | Gtk", "", ""], "Label"),
                ("gtk/d.html", ["Menu | Gtk", "", ""], "Menu"),
                ("gtk/e.html", ["Grid | Gtk", "", ""], "Grid"),
                ("x/a.html", ["Linux: Install", "", ""], "Linux: Install"),
                ("x/b.html", ["Windows: Install", "", ""], "Windows: Install"),
            ],
            &[
                ("a/index.html", ["A: Overview", "", ""], "A"),
                ("a/setup.html", ["A: Setup", "", ""], "A: Setup"),
                ("b/index.html", ["B: Overview", "", ""], "B"),
            ],
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
