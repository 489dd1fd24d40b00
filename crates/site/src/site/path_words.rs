//! Words beside the text of a page: of the folders, the file and the breadcrumb that lead to it ([`add_path_words`]). Pages
//! called "Options" of several packages differ in nothing else.

use std::collections::{HashMap, HashSet};

use super::versions::is_version;
use crate::generators;
use crate::languages::language_tag::folder as language_folder;
use crate::metadata::page_address::is_index;
use crate::raw_page::RawPage;
use docfuse::text::fold;

/// Names of files and folders that say nothing of what is in them.
const GENERIC: [&str; 8] = ["default", "doc", "docs", "documentation", "htm", "html", "index", "readme"];

/// Most words of one page.
const MAX_WORDS: usize = 24;

/// Fewest characters of a hash: Git shortens them to as many.
const MIN_HASH: usize = 7;

/// Fewest pages that show which words are those of the site.
const MIN_PAGES: usize = 4;

/// Gives each page the words of its address and breadcrumb, but for those that more than half of the pages have: they tell no
/// pages apart. O(length of both).
pub(super) fn add_path_words(pages: &mut [RawPage]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in pages.iter().flat_map(words) {
        *counts.entry(fold(word)).or_default() += 1;
    }
    let is_of_site = |word: &str| {
        let count = counts.get(&fold(word)).copied().unwrap_or(0);
        count >= MIN_PAGES && count * 2 > pages.len()
    };
    let own = |page: &RawPage| {
        let words = words(page).into_iter().filter(|word| !is_of_site(word));
        words.collect::<Vec<_>>().join(" ")
    };
    let own: Vec<String> = pages.iter().map(own).collect();
    for (page, words) in pages.iter_mut().zip(own) {
        page.path_words = words;
    }
}

/// The words of one page, each once: of folders but those of its version and its language, of the file, and of the
/// breadcrumb. The file of a symbol is named by it, as its page is.
fn words(page: &RawPage) -> Vec<&str> {
    let (folders, file) = page.url.rsplit_once('/').unwrap_or(("", &page.url));
    let of_version = &page.url[page.version_folder.clone()];
    let of_language = language_folder(&page.url, &page.language).unwrap_or_default();
    let is_topic = |folder: &&str| *folder != of_version && *folder != of_language && !is_version(folder);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let is_named = !is_index(&page.url) && generators::page_symbol(&page.url).is_none();
    let names = folders.split('/').filter(is_topic).chain(Some(stem).filter(|_| is_named));
    let mut seen = HashSet::new();
    let words = names.chain(page.breadcrumb.iter().map(String::as_str));
    let words =
        words.flat_map(|name| name.split(|c: char| !c.is_alphanumeric())).filter(|word| is_word(word));
    words.filter(|word| seen.insert(fold(word))).take(MAX_WORDS).collect()
}

/// Whether a part of a name is no number, no hash, and says something.
fn is_word(part: &str) -> bool {
    let has_digit = part.contains(|c: char| c.is_ascii_digit());
    let is_hash = has_digit && part.len() >= MIN_HASH && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_generic = GENERIC.iter().any(|word| part.eq_ignore_ascii_case(word));
    part.contains(char::is_alphabetic) && !is_hash && !is_generic
}

#[cfg(test)]
mod tests {
    use crate::*;

    /// The words of the first page of a site.
    fn path_words(pages: &[(&str, &str)]) -> String {
        let read = |(url, html): &(&str, &str)| {
            let html = format!("<html lang=en>{html}<main><h1>{url}</h1><p>Text of {url}.</main>");
            read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        let first = pages[0].0;
        let (pages, _) = finish_site(pages.iter().map(read).collect());
        pages.into_iter().find(|page| page.url == first).unwrap().path_words
    }

    #[test]
    fn words_are_those_of_folders_file_and_breadcrumb() {
        for (url, html, expected) in [
            ("linux/install.html", "", "linux install"),
            ("aws-lambda.html", "", "aws lambda"),
            ("how_to.upgrade/from-v1.html", "", "how to upgrade from v1"),
            ("linux/index.html", "", "linux"),
            ("docs/html/index.html", "", ""),
            ("Größe/größe.html", "", "Größe"),
            // What tells the time, the version or the language, and hashes.
            ("2024/05/news-2024-05-17.html", "", "news"),
            ("latest/v1.2/en/a.html", "", "a"),
            ("x/3f2a9c71.html", "", "x"),
            ("x/decade.html", "", "x decade"),
            ("a.html", "<ol class=breadcrumb><li>Set up<li>Set-up of Linux</ol>", "a Set up of Linux"),
        ] {
            assert_eq!(path_words(&[(url, html)]), expected, "{url}");
        }
    }

    #[test]
    fn words_of_the_whole_site_are_none() {
        let site = |others: &[&'static str]| {
            let others = others.iter().map(|url| (*url, ""));
            path_words(&[("guide/linux/a.html", "")].into_iter().chain(others).collect::<Vec<_>>())
        };
        assert_eq!(site(&["guide/linux/b.html", "guide/mac/c.html", "guide/mac/d.html"]), "linux a");
        assert_eq!(site(&["guide/linux/b.html", "guide/linux/c.html", "guide/mac/d.html"]), "linux a");
        assert_eq!(site(&["guide/linux/b.html", "guide/linux/c.html", "guide/linux/d.html"]), "a");
        assert_eq!(site(&["guide/b.html"]), "guide linux a");
    }
}
