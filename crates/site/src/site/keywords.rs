//! What a page says of itself besides its text: keywords, which are searched and not shown, and its description, where it has
//! little text ([`add_keywords`]).

use std::collections::HashMap;

use crate::raw_page::RawPage;
use docfuse::text::fold;

/// A page with fewer bytes of text shows its description, too.
const LITTLE_TEXT: usize = 200;

/// Fewest pages that show which keywords are those of the site: they tell no pages apart.
const MIN_PAGES: usize = 4;

/// Gives each page's first section the keywords of its `meta` element, but for those that half of the pages have, and its
/// description, if no other page has the same. O(length of both).
pub(super) fn add_keywords(pages: &mut [RawPage]) {
    let mut keywords: HashMap<String, usize> = HashMap::new();
    let mut descriptions: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        page.keywords.split(',').for_each(|word| *keywords.entry(fold(word.trim())).or_default() += 1);
        *descriptions.entry(page.description.clone()).or_default() += 1;
    }
    let is_of_site = |word: &str| {
        let count = keywords.get(&fold(word)).copied().unwrap_or(0);
        count >= MIN_PAGES && count * 2 >= pages.len()
    };
    let own = |page: &RawPage| {
        let words = page.keywords.split(',').map(str::trim).filter(|word| !is_of_site(word));
        words.collect::<Vec<_>>().join(" ")
    };
    let found: Vec<String> = pages.iter().map(own).collect();
    for (page, keywords) in pages.iter_mut().zip(found) {
        let text: usize = page.sections.iter().map(|section| section.text.len()).sum();
        let is_own = descriptions.get(&page.description) == Some(&1);
        let is_said =
            |description: &str| page.sections.iter().any(|section| section.text.contains(description));
        let adds = text < LITTLE_TEXT
            && is_own
            && !page.description.is_empty()
            && !is_said(&page.description)
            && page.titles.iter().all(|title| fold(title) != fold(&page.description));
        let Some(first) = page.sections.first_mut() else { continue };
        first.page_keywords = keywords;
        if adds {
            let line = format!("{}\n", page.description);
            first.text.insert_str(0, &line);
            first.text.truncate(first.text.trim_end().len());
            for range in &mut first.code {
                *range = range.start + line.len()..range.end + line.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::*;

    fn site(pages: &[&str]) -> Vec<Page> {
        let read = |(at, html): (usize, &&str)| {
            read_page(&format!("{at}.html"), html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        finish_site(pages.iter().enumerate().map(read).collect()).0
    }

    fn keywords(page: &Page) -> Vec<String> {
        let line = |section: &Section| {
            format!("{}: {}|{}|{}", section.anchor, section.text, section.keywords, section.page_keywords)
        };
        page.sections.iter().map(line).collect()
    }

    #[test]
    fn keywords_are_those_of_their_section_and_not_shown() {
        let page = "<html data-docfuse-keywords='whole page'><meta name=keywords content='Fowl, owls'>\
                    <main data-docfuse-keywords=top><h1 id=t>T</h1><p>x<section data-docfuse-keywords='raptor, prey'><h2 id=a>A</h2>\
                    <p>y<b data-docfuse-keywords=more>z</b></section><p data-docfuse-ignore data-docfuse-keywords=gone>w</main>";
        assert_eq!(
            keywords(&site(&[page])[0]),
            ["t: x|whole page top|Fowl owls", "a: yz|raptor, prey more|"]
        );
    }

    #[test]
    fn keywords_of_the_whole_site_are_none() {
        let page =
            |at: usize| format!("<meta name=keywords content='acme, n{at}'><h1 id=t>T{at}</h1>Text {at}.");
        let pages: Vec<String> = (0..4).map(page).collect();
        let found = site(&pages.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(
            found.iter().map(|page| page.sections[0].page_keywords.as_str()).collect::<Vec<_>>(),
            ["n0", "n1", "n2", "n3"]
        );
    }

    #[test]
    fn descriptions_are_text_where_there_is_little() {
        let long = "A text of its own. ".repeat(20);
        let page = |description: &str, text: &str| {
            format!("<meta name=description content='{description}'><main><h1 id=t>T</h1>{text}</main>")
        };
        for (description, text, expected) in [
            ("What it does.", "<pre>x()</pre>", "What it does.\nx()"),
            ("What it does.", "", "What it does."),
            ("What it does.", "<p>What it does. Now.", "What it does. Now."),
            ("T", "<p>x", "x"),
            ("What it does.", &long, long.trim()),
        ] {
            let found = site(&[&page(description, text)]);
            assert_eq!(found[0].sections[0].text, expected);
            let code: Vec<&str> = found[0].sections[0]
                .code
                .iter()
                .map(|range| &found[0].sections[0].text[range.clone()])
                .collect();
            assert_eq!(code.concat(), if text.contains("pre") { "x()" } else { "" });
        }
        let same = [page("Of the site.", "<p>x"), page("Of the site.", "<p>y")];
        let found = site(&[&same[0], &same[1]]);
        assert_eq!(found[1].sections[0].text, "y");
    }
}
