//! Anchor text: [`add_anchor_text`] collects the texts of the links that point at a section.
//!
//! Link texts differ from the heading they lead to, and often use the words that readers use (Craswell, Hawking,
//! Robertson, "Effective site finding using link anchor information", SIGIR 2001).

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::phrases::is_empty_link_word;
use docfuse::index::{Name, NameKind, Page, Section};
use docfuse::text::fold;

/// Most texts kept for one section; rarer ones are variants of these.
pub const MAX_ANCHOR_TEXTS: usize = 16;

/// Most bytes of a text. Longer ones are whole sentences about the linking page.
const MAX_TEXT_BYTES: usize = 120;

/// A section, by the numbers of its page and on it.
type Target = (u32, u32);

/// Fills `anchor_texts` and `linking_pages` of all sections. A link to the top of a page counts for its first section, and a page
/// that links to an overload for all of them. O(links), besides sorting the distinct texts.
pub(super) fn add_anchor_text(pages: &mut [Page]) {
    // How often each section has each folded text (by its number), and how it is written first.
    let mut mentions: HashMap<(Target, u32), (u32, &str)> = HashMap::new();
    // For the first section of each name on a page, the number of pages that link to one of them, and the last of these.
    let mut linking: HashMap<Target, (u32, u32)> = HashMap::new();
    let numbers: HashMap<&str, u32> = pages.iter().map(|page| page.url.as_str()).zip(0..).collect();
    let sections: Vec<HashMap<&str, u32>> = pages
        .iter()
        .map(|page| page.sections.iter().map(|section| section.anchor.as_str()).zip(0..).collect())
        .collect();
    let firsts: Vec<Vec<u32>> = pages.iter().map(|page| overloads(&page.sections)).collect();
    let mut folded_numbers: HashMap<&str, Option<u32>> = HashMap::new();
    let mut folded: HashMap<String, u32> = HashMap::new();
    for (page, number) in pages.iter().zip(0..) {
        for link in &page.links {
            let Some(&target) = numbers.get(&**link.page).filter(|target| **target != number) else {
                continue;
            };
            let section = sections[target as usize].get(&**link.anchor).copied().unwrap_or(0);
            let first = firsts[target as usize].get(section as usize).copied().unwrap_or(section);
            let (count, last) = linking.entry((target, first)).or_insert((0, u32::MAX));
            if *last != number {
                (*count, *last) = (*count + 1, number);
            }
            let text = *folded_numbers.entry(&link.text).or_insert_with(|| {
                let text = fold(&link.text);
                let count = folded.len() as u32;
                says_something(&text).then(|| *folded.entry(text).or_insert(count))
            });
            if let Some(text) = text {
                mentions.entry(((target, section), text)).or_insert((0, &link.text)).0 += 1;
            }
        }
    }
    let mut counted: Vec<(Target, Reverse<u32>, &str)> =
        mentions.into_iter().map(|((target, _), (count, text))| (target, Reverse(count), text)).collect();
    counted.sort_unstable();
    let mut gathered = Vec::new();
    for section in counted.chunk_by(|a, b| a.0 == b.0) {
        let texts = section.iter().take(MAX_ANCHOR_TEXTS).map(|(.., text)| (*text).to_owned());
        gathered.push((section[0].0, texts.collect::<Vec<String>>()));
    }
    for ((page, section), anchor_texts) in gathered {
        pages[page as usize].sections[section as usize].anchor_texts = anchor_texts;
    }
    for ((number, page), firsts) in (0..).zip(pages).zip(firsts) {
        for (section, first) in page.sections.iter_mut().zip(firsts) {
            section.linking_pages = linking.get(&(number, first)).map_or(0, |(count, _)| *count);
        }
    }
}

/// For each section, the first one with its name: readers look for a function, and seldom for one of its overloads.
fn overloads<'a>(sections: &'a [Section]) -> Vec<u32> {
    let mut known: HashMap<&str, u32> = HashMap::new();
    let first = |(section, at): (&'a Section, u32)| match section.names.first() {
        Some(Name { text, kind }) if *kind != NameKind::Listed => *known.entry(text).or_insert(at),
        _ => at,
    };
    sections.iter().zip(0..).map(first).collect()
}

/// Whether a folded text says where its link leads.
fn says_something(text: &str) -> bool {
    let is_empty = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        !word.contains(char::is_alphabetic) || is_empty_link_word(word)
    };
    let is_address = text.contains("://") || (text.contains(".html") && !text.contains(' '));
    text.len() <= MAX_TEXT_BYTES && !is_address && !text.split(' ').all(is_empty)
}

#[cfg(test)]
mod tests {
    use super::says_something;
    use crate::*;

    #[test]
    fn a_link_counts_for_all_overloads() {
        let page = |(url, html): (&str, &str)| {
            let filler: String = url.chars().map(|letter| format!("{letter}word ")).collect();
            read_page(url, format!("{html}<p>{filler}").as_bytes(), &IngestConfig::default()).unwrap()
        };
        let writer = "<h1>Class Writer</h1>To files.<h2 id=write(int)>write</h2>An integer.\
            <h2 id=write(char[])>write</h2>An array.<h2 id=close()>close</h2>Ends.";
        let one = "<h1>A</h1><a href='Writer.html#write(int)'>write</a>";
        let both = format!("{one}<a href='Writer.html#write(char[])'>write</a>");
        let (pages, _) =
            finish_site([("Writer.html", writer), ("a.html", one), ("b.html", &both)].map(page).into());
        let linking = pages[0].sections.iter().map(|section| section.linking_pages);
        assert_eq!(linking.collect::<Vec<_>>(), [0, 2, 2, 0]);
    }

    #[test]
    fn empty_texts_are_known() {
        for (text, expected) in [
            ("os.path", true),
            ("next steps", true),
            ("index of terms", true),
            ("目次", true),
            ("here", false),
            ("see the next section", false),
            ("[this link]", false),
            ("table of contents", false),
            ("section 4.1", false),
            ("vtab.html#xfind", false),
            ("https://example.org/a b", false),
            ("→", false),
            ("12", false),
            ("", false),
            (&"long ".repeat(30), false),
        ] {
            assert_eq!(says_something(text), expected, "{text}");
        }
    }
}
