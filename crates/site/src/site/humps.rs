//! Names by the beginnings of their words, as editors complete them: `SFP`, `QSFPM` and `SoFi` of `QSortFilterProxyModel`
//! ([`add_hump_names`]).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::symbols::names::{MAX_NAMESAKES, is_own};
use crate::symbols::symbol_path::last_component;
use docfuse::index::{MAX_LISTED, Name, NameKind, Page};
use docfuse::text::fold;

/// Fewest letters that tell something, and most words that anybody begins.
const LEAST: usize = 3;
const MOST: usize = 6;

/// Most bytes of a word of the site that may be such a name.
const MAX_BYTES: usize = 2 * MOST;

/// Adds them where no page has them as a word, and at most [`MAX_NAMESAKES`] sections would have one. Of a page, the first
/// section of a name has them: constructors are named like their class. O(total size).
pub(super) fn add_hump_names(pages: &mut [Page]) {
    let mut found: BTreeMap<String, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        let mut first: HashMap<&str, usize> = HashMap::new();
        for (place, section) in page.sections.iter().enumerate() {
            for name in section.names.iter().filter(|name| is_own(name) && name.kind != NameKind::Noted) {
                let name = last_component(&name.text);
                if *first.entry(name).or_insert(place) == place {
                    for short in short_names(name) {
                        found.entry(short).or_default().insert((number, place));
                    }
                }
            }
        }
    }
    found.retain(|_, places| places.len() <= MAX_NAMESAKES);
    if found.is_empty() {
        return;
    }
    let mut meant: HashSet<String> = found.keys().map(|short| fold(short)).collect();
    for page in pages.iter() {
        drop_words(&mut meant, &page.title);
        for section in &page.sections {
            let names = section.names.iter().map(|name| &name.text);
            let texts = [&section.heading, &section.text, &section.word_parts, &section.keywords];
            texts.into_iter().chain(names).for_each(|text| drop_words(&mut meant, text));
        }
    }
    for (text, places) in found.into_iter().filter(|(text, _)| meant.contains(&fold(text))) {
        for (page, section) in places {
            let names = &mut pages[page].sections[section].names;
            if names.iter().filter(|name| name.kind == NameKind::Noted).count() < MAX_LISTED {
                names.push(Name { text: text.clone(), kind: NameKind::Noted });
            }
        }
    }
}

/// Removes the words of a text.
fn drop_words(meant: &mut HashSet<String>, text: &str) {
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if (LEAST..=MAX_BYTES).contains(&word.len()) && word.is_ascii() {
            meant.remove(&word.to_ascii_lowercase());
        }
    }
}

/// The first letters of three words or more of a name in capitals and small letters, and the first two of two or more: from
/// its first word on, or the one behind a single letter.
fn short_names(name: &str) -> Vec<String> {
    let words = humps(name);
    let mut short = BTreeSet::new();
    let is_prefixed = words.first().is_some_and(|first| first.len() == 1);
    for start in 0..=usize::from(is_prefixed) {
        for (letters, fewest) in [(1, LEAST), (2, 2)] {
            let begun = words.iter().skip(start).take(MOST).map_while(|word| word.get(..letters));
            let begun: Vec<&str> = begun.collect();
            short.extend((fewest..=begun.len()).map(|count| begun[..count].concat()));
        }
    }
    short.remove(name);
    short.into_iter().collect()
}

/// The words of a name such as `HashTable`: each begins with a capital, and a run of capitals is one. None for other names.
fn humps(name: &str) -> Vec<&str> {
    let bytes = name.as_bytes();
    let is_upper = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
    let is_lower = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    if !is_upper(0) || !bytes.iter().all(u8::is_ascii_alphanumeric) {
        return Vec::new();
    }
    let begins = |at: &usize| is_upper(*at) && (!is_upper(at.wrapping_sub(1)) || is_lower(at + 1));
    let starts: Vec<usize> = (0..bytes.len()).filter(begins).chain([bytes.len()]).collect();
    starts.windows(2).map(|pair| &name[pair[0]..pair[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use docfuse::index::Section;

    #[test]
    fn names_have_short_forms() {
        for (name, expected) in [
            ("QSortFilterProxy", &["QSF", "QSFP", "SFP", "SoFi", "SoFiPr"][..]),
            ("HashTable", &["HaTa"]),
            ("HTTPServerError", &["HSE", "HTSe", "HTSeEr"]),
            ("Base64Encoder", &["BaEn"]),
            ("Hash", &[]),
            ("hashTable", &[]),
            ("HASH_TABLE", &[]),
            ("", &[]),
        ] {
            assert_eq!(short_names(name), expected, "{name}");
        }
    }

    #[test]
    fn what_a_page_has_as_a_word_is_no_short_form() {
        let page = |name: &str, text: &str| {
            let mut section = Section::new("a", name, text);
            section.names.push(Name { text: name.to_owned(), kind: NameKind::Plain });
            Page::new("a.html", "", vec![section])
        };
        let mut pages =
            ["HashTable", "TreeList", "TreeLimit", "TrueList", "TreeLine"].map(|name| page(name, "x"));
        pages[1].sections[0].text = "See hata. A mode".to_owned();
        let found = |pages: &[Page]| -> Vec<String> {
            let names = pages.iter().flat_map(|page| &page.sections[0].names);
            names.filter(|name| name.kind == NameKind::Noted).map(|name| name.text.clone()).collect()
        };
        add_hump_names(&mut pages);
        // Four have "TrLi".
        assert_eq!(found(&pages), Vec::<String>::new());
        let mut pages = [page("HashTable", "x"), page("TreeList", "y")];
        // Constructors.
        let section = pages[0].sections[0].clone();
        pages[0].sections.extend([section.clone(), section.clone(), section]);
        add_hump_names(&mut pages);
        assert_eq!(found(&pages), ["HaTa", "TrLi"]);
    }
}
