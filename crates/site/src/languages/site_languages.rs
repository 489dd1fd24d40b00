//! The languages of a site's pages, from what they state, their folders and their texts: [`settle_languages`]. What states
//! none has the language of its folder ([`by_folders`]).
//!
//! Generators serve a page that is not translated yet below the folder of the other language. If it has the text of its
//! counterpart, both are in the language of that text. Regional variants of a language (`pt-br`, `pt-pt`) are languages
//! of their own if the site has both: pages in folders of their own, of which at least half have a counterpart in the
//! other variant. All other pages have their primary subtag.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::folder_languages::by_folders;
use super::language_tag::{folder, folders, primary};
use super::text_language::{sample, share};
use crate::raw_page::RawPage;

/// Minimum bytes of a page's text to count as copied; a few words may be the same in two languages.
const MIN_COPIED_BYTES: usize = 100;

/// Minimum share of a copy's text, in percent: generators add a note that the page is not translated.
const MIN_COPIED_PERCENT: usize = 80;

/// Settles the language of every page. Pages below the folder of another language become fallbacks. O(total text) at
/// most.
pub(crate) fn settle_languages(pages: &mut [RawPage]) {
    by_folders(pages);
    let of_folders: HashSet<String> =
        pages.iter().filter_map(|page| folder(&page.url, &page.language)).map(str::to_owned).collect();
    for (number, language) in copies(pages) {
        pages[number].language = language;
    }
    let names = variants(pages);
    for page in pages {
        let is_elsewhere = |folder: &str| of_folders.contains(folder);
        page.is_fallback =
            folder(&page.url, &page.language).is_none() && folders(&page.url).any(is_elsewhere);
        if let Some(name) = names.get(&page.language) {
            page.language.clone_from(name);
        }
    }
}

/// The path of a page without the folder of its language: equal for the counterparts of a page.
fn counterpart(page: &RawPage) -> String {
    let folder = folder(&page.url, &page.language);
    let kept = |name: &&str| folder.is_none_or(|folder| !std::ptr::eq(folder, *name));
    page.url.split('/').filter(kept).collect::<Vec<_>>().join("/")
}

/// Pages with the text of a counterpart in another language, and the language of that text if it is not theirs.
fn copies(pages: &[RawPage]) -> Vec<(usize, String)> {
    let is_multilingual = pages.iter().any(|page| primary(&page.language) != primary(&pages[0].language));
    if !is_multilingual {
        return Vec::new();
    }
    let mut counterparts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    for (number, page) in pages.iter().enumerate() {
        counterparts.entry(counterpart(page)).or_default().push(number);
        *sizes.entry(page.language.as_str()).or_default() += 1;
    }
    let mut found = Vec::new();
    for numbers in counterparts.into_values().filter(|numbers| numbers.len() > 1) {
        for group in same_texts(pages, &numbers) {
            // What stands outside of all folders of languages was most likely written first.
            let first = |number: &&usize| {
                let page = &pages[**number];
                (
                    folder(&page.url, &page.language).is_some(),
                    Reverse(sizes[page.language.as_str()]),
                    **number,
                )
            };
            let text = sample(&pages[group[0]].sections);
            let signs = |number: &usize| share(&text, &pages[*number].language);
            let ranked = |number: &&usize| (Reverse(signs(number)), first(number));
            let Some(original) = group.iter().min_by_key(ranked) else { continue };
            let language = &pages[*original].language;
            let others =
                group.iter().filter(|number| primary(&pages[**number].language) != primary(language));
            found.extend(others.map(|number| (*number, language.clone())));
        }
    }
    found
}

/// Groups of pages with the same text, each of at least two.
fn same_texts(pages: &[RawPage], numbers: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(HashSet<&str>, Vec<usize>)> = Vec::new();
    for &number in numbers {
        let texts = || pages[number].sections.iter().map(|section| section.text.as_str());
        let all: usize = texts().map(str::len).sum();
        if all < MIN_COPIED_BYTES {
            continue;
        }
        let shared = |known: &HashSet<&str>| -> usize {
            texts().filter(|text| known.contains(text)).map(str::len).sum()
        };
        match groups.iter_mut().find(|(known, _)| shared(known) * 100 >= all * MIN_COPIED_PERCENT) {
            Some((_, group)) => group.push(number),
            None => groups.push((texts().collect(), vec![number])),
        }
    }
    groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1).collect()
}

/// Pages of one variant of a language, by one or several tags.
#[derive(Default)]
struct Variant<'a> {
    /// Each with its number of pages.
    tags: BTreeMap<&'a str, usize>,
    /// The folders that are named for their language; `None` for pages outside.
    folders: BTreeSet<Option<String>>,
    counterparts: HashSet<String>,
    pages: usize,
}

impl Variant<'_> {
    /// Whether the pages of both are translations of the same ones. A single page, such as a start page that leads to
    /// all languages, does not show it.
    fn is_translation(&self, other: &Self) -> bool {
        let shared = self.counterparts.intersection(&other.counterparts).count();
        let is_outside = self.folders.contains(&None) || other.folders.contains(&None);
        shared * 2 >= self.pages.min(other.pages) && shared > usize::from(is_outside)
    }

    fn take_over(&mut self, other: Self) {
        self.tags.extend(other.tags);
        self.folders.extend(other.folders);
        self.counterparts.extend(other.counterparts);
        self.pages += other.pages;
    }
}

/// For each tag that pages state, the language that they are in.
fn variants(pages: &[RawPage]) -> HashMap<String, String> {
    let mut languages: BTreeMap<&str, BTreeMap<&str, Variant<'_>>> = BTreeMap::new();
    for page in pages {
        let variants = languages.entry(primary(&page.language)).or_default();
        let variant = variants.entry(&page.language).or_default();
        *variant.tags.entry(&page.language).or_default() += 1;
        variant.folders.insert(folder(&page.url, &page.language).map(str::to_ascii_lowercase));
        variant.counterparts.insert(counterpart(page));
        variant.pages += 1;
    }
    let mut names = HashMap::new();
    for (language, variants) in languages {
        let mut variants: Vec<Variant<'_>> = variants.into_values().collect();
        join(&mut variants, |one, other| !one.folders.is_disjoint(&other.folders));
        join(&mut variants, |one, other| !one.is_translation(other));
        for variant in &variants {
            let most = variant.tags.iter().max_by_key(|(tag, pages)| (**pages, Reverse(**tag)));
            let name = most.map(|(tag, _)| *tag).filter(|_| variants.len() > 1).unwrap_or(language);
            names.extend(variant.tags.keys().map(|tag| ((*tag).to_owned(), name.to_owned())));
        }
    }
    names
}

/// Joins variants of which a pair is alike, until none is.
fn join<'a>(variants: &mut Vec<Variant<'a>>, is_alike: impl Fn(&Variant<'a>, &Variant<'a>) -> bool) {
    let pair = |variants: &[Variant<'a>]| {
        let pairs = (0..variants.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        pairs.into_iter().find(|(one, other)| is_alike(&variants[*one], &variants[*other]))
    };
    while let Some((one, other)) = pair(variants) {
        let taken = variants.remove(other);
        variants[one].take_over(taken);
    }
}

#[cfg(test)]
mod tests {
    use crate::*;

    const ENGLISH: &str = "<p>This is how you start with it, and what to do if there is something that does not work for \
                           you: read about the tool and ask for help.";
    const GERMAN: &str = "<p>So wird es gemacht, und das ist zu tun, wenn etwas nicht geht: über das Werkzeug lesen und \
                          nach Hilfe fragen, wie es andere auch machen.";

    fn read(pages: &[(&str, &str, &str)]) -> Vec<Page> {
        let page = |(url, lang, content): &(&str, &str, &str)| {
            let html = format!("<html lang={lang}><main><h1 id=t>{url}</h1>{content}</main>");
            read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        finish_site(pages.iter().map(page).collect()).0
    }

    /// Pages with what they state, and the languages that they are in. Each has a text of its own.
    fn check_variants(pages: &[(&str, &str, &str)]) {
        let written: Vec<(&str, &str, &str)> =
            pages.iter().map(|(url, lang, _)| (*url, *lang, *url)).collect();
        let mut found: Vec<(String, String)> =
            read(&written).into_iter().map(|page| (page.url, page.language)).collect();
        found.sort();
        let mut expected: Vec<(String, String)> =
            pages.iter().map(|(url, _, language)| ((*url).to_owned(), (*language).to_owned())).collect();
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn regional_variants_are_languages_where_a_site_has_both() {
        check_variants(&[("pt-BR/a.html", "pt-BR", "pt-br"), ("pt/a.html", "pt-PT", "pt-pt")]);
        check_variants(&[
            ("a.html", "zh-CN", "zh-cn"),
            ("b.html", "zh-CN", "zh-cn"),
            ("zh-TW/a.html", "zh-TW", "zh-tw"),
            ("zh-TW/b.html", "zh-TW", "zh-tw"),
        ]);
        check_variants(&[("br/a.html", "pt-BR", "pt-br"), ("pt/a.html", "pt", "pt"), ("a.html", "en", "en")]);
        // Half of them have counterparts.
        check_variants(&[
            ("en-GB/a.html", "en-GB", "en-gb"),
            ("en-GB/b.html", "en-GB", "en-gb"),
            ("en-GB/c.html", "en-GB", "en-gb"),
            ("a.html", "en-US", "en-us"),
            ("b.html", "en-US", "en-us"),
            ("d.html", "en-US", "en-us"),
            ("e.html", "en", "en-us"),
        ]);
    }

    #[test]
    fn other_variants_are_one_language() {
        check_variants(&[("pt-BR/a.html", "pt-BR", "pt"), ("pt-BR/b.html", "pt", "pt")]);
        check_variants(&[("a.html", "en-US", "en"), ("api/b.html", "en-GB", "en")]);
        check_variants(&[("en-GB/a.html", "en-GB", "en"), ("b.html", "en", "en"), ("c.html", "en", "en")]);
        check_variants(&[("de/a.html", "de-AT", "de"), ("de/b.html", "de", "de")]);
        // A start page that leads to all languages.
        check_variants(&[
            ("index.html", "en", "en"),
            ("en/index.html", "en-US", "en"),
            ("en/a.html", "en-US", "en"),
        ]);
    }

    /// Pages with what they state and their content, and for each page that is left: its language and the others with
    /// its text.
    fn check_copies(pages: &[(&str, &str, &str)], expected: &[&str]) {
        let line = |page: &Page| {
            let also: Vec<&str> = page
                .sections
                .iter()
                .flat_map(|section| &section.also)
                .map(|also| also.url.as_str())
                .collect();
            format!("{} {} [{}]", page.url, page.language, also.join(" "))
        };
        let mut found: Vec<String> = read(pages).iter().map(line).collect();
        found.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn fallback_pages_are_in_the_language_of_their_text() {
        let note = format!("<h2 id=n>Nicht übersetzt</h2>Hilf mit!<h2 id=u>x</h2>{ENGLISH}");
        let own = format!("<h2 id=u>x</h2>{ENGLISH}");
        let japanese = "<p>これは道具の使い方を説明する頁です。困ったときは助けを求めてください。これは道具の使い方を説明する頁です。";
        for (pages, expected) in [
            (
                &[("a.html", "en", ENGLISH), ("de/a.html", "de", ENGLISH), ("de/b.html", "de", GERMAN)][..],
                &["a.html en []", "de/a.html en []", "de/b.html de []"][..],
            ),
            (
                &[("en/a.html", "en", GERMAN), ("de/a.html", "de", GERMAN), ("en/b.html", "en", ENGLISH)],
                &["de/a.html de []", "en/a.html de []", "en/b.html en []"],
            ),
            (
                &[("ja/a.html", "ja", japanese), ("en/a.html", "en", japanese)],
                &["en/a.html ja []", "ja/a.html ja []"],
            ),
            (
                &[("a.html", "en", ENGLISH), ("ja/a.html", "ja", ENGLISH)],
                &["a.html en []", "ja/a.html en []"],
            ),
            (&[("a.html", "en", ENGLISH), ("de/a.html", "de", GERMAN)], &["a.html en []", "de/a.html de []"]),
            (&[("a.html", "en", "OK"), ("de/a.html", "de", "OK")], &["a.html en []", "de/a.html de []"]),
            (&[("a.html", "en", &own), ("de/a.html", "de", &note)], &["a.html en []", "de/a.html en []"]),
        ] {
            check_copies(pages, expected);
        }
    }

    #[test]
    fn the_content_s_language_counts_before_the_page_s() {
        for (content, expected) in [
            ("<main lang=en-US><h1 id=t>T</h1>Text.</main>", "en"),
            ("<main><div lang=fr><h1 id=t>T</h1>Texte.</div>De.</main>", "fr"),
            ("<div lang=fr><main><h1 id=t>T</h1>Texte.</main></div>", "fr"),
            ("<main><h1 id=t>T</h1>Text mit <i lang=fr>bon mot</i>.</main>", "de"),
        ] {
            let html = format!("<html lang=de><body>{content}");
            let page = read_page("de/a.html", html.as_bytes(), &IngestConfig::default()).unwrap();
            assert_eq!(finish_site(vec![page]).0[0].language, expected, "{content}");
        }
    }

    #[test]
    fn the_original_is_kept_of_a_fallback() {
        let text = format!("{ENGLISH}{}", ENGLISH.replace("This", "That"));
        let page = |url: &str, lang: &str, text: &str| {
            let html = format!("<html lang={lang}><title>A</title><main><h1 id=t>A</h1>{text}</main>");
            read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        for (original, fallback, lang) in [
            ("en/a.html", "de/a.html", "de"),
            ("z/a.html", "de/z/a.html", "en"),
            ("z/a.html", "de/z/a.html", "de"),
        ] {
            let pages = vec![
                page(original, "en", &text),
                page(fallback, lang, &text),
                page("de/b.html", "de", GERMAN),
            ];
            let (pages, left_out) = finish_site(pages);
            let kept: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
            assert_eq!(kept, ["de/b.html", original]);
            assert_eq!(left_out, [(fallback.to_owned(), LeftOut::Duplicate)]);
        }
    }
}
