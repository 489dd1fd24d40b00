//! Anchor text: [`add_anchor_text`] collects the texts of the links that point at a section.
//!
//! Link texts differ from the heading they lead to, and often use the words that readers use (Craswell, Hawking,
//! Robertson, "Effective site finding using link anchor information", SIGIR 2001).

use std::collections::HashMap;

use super::page::Page;
use super::phrases::is_empty_link_word;
use crate::text::fold;

/// Most texts kept for one section; rarer ones are variants of these.
pub const MAX_ANCHOR_TEXTS: usize = 16;

/// Most bytes of a text. Longer ones are whole sentences about the linking page.
const MAX_TEXT_BYTES: usize = 120;

/// One link: its target (page and section number), its folded text (as a number), and its order.
type Mention = ((usize, usize), usize, usize);

/// Fills `anchor_texts` and `linking_pages` of all sections. A link to the top of a page counts for its first section.
/// O(links · log links).
pub(super) fn add_anchor_text(pages: &mut [Page]) {
    let mut texts: Vec<&str> = Vec::new();
    let mut mentions: Vec<Mention> = Vec::new();
    // For each section, the number of pages that link to it, and the last of them.
    let mut linking: HashMap<(usize, usize), (u32, usize)> = HashMap::new();
    {
        let numbers: HashMap<&str, usize> =
            pages.iter().enumerate().map(|(number, page)| (page.url.as_str(), number)).collect();
        let sections: Vec<HashMap<&str, usize>> = pages
            .iter()
            .map(|page| {
                page.sections.iter().zip(0..).map(|(section, at)| (section.anchor.as_str(), at)).collect()
            })
            .collect();
        let mut folded_numbers: HashMap<&str, Option<usize>> = HashMap::new();
        let mut folded: HashMap<String, usize> = HashMap::new();
        for (number, page) in pages.iter().enumerate() {
            for link in &page.links {
                let Some(&target) = numbers.get(link.page.as_str()).filter(|target| **target != number)
                else {
                    continue;
                };
                let section = sections[target].get(link.anchor.as_str()).copied().unwrap_or(0);
                let (count, last) = linking.entry((target, section)).or_insert((0, usize::MAX));
                if *last != number {
                    (*count, *last) = (*count + 1, number);
                }
                let text = *folded_numbers.entry(&link.text).or_insert_with(|| {
                    let text = fold(&link.text);
                    let count = folded.len();
                    says_something(&text).then(|| *folded.entry(text).or_insert(count))
                });
                let Some(text) = text else { continue };
                mentions.push(((target, section), text, texts.len()));
                texts.push(&link.text);
            }
        }
    }
    mentions.sort_unstable();
    let mut gathered = Vec::new();
    for section in mentions.chunk_by(|a, b| a.0 == b.0) {
        let mut counted: Vec<(usize, &str)> =
            section.chunk_by(|a, b| a.1 == b.1).map(|same| (same.len(), texts[same[0].2])).collect();
        counted.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
        let anchor_texts: Vec<String> =
            counted.iter().take(MAX_ANCHOR_TEXTS).map(|(_, text)| (*text).to_owned()).collect();
        gathered.push((section[0].0, anchor_texts));
    }
    for ((page, section), anchor_texts) in gathered {
        pages[page].sections[section].anchor_texts = anchor_texts;
    }
    for ((page, section), (count, _)) in linking {
        pages[page].sections[section].linking_pages = count;
    }
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
