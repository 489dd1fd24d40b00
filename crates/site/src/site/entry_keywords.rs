//! The entries of general indexes as keywords of the sections that they lead to ([`add_index_entries`]).

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::html::keyword_list::join;
use crate::raw_page::{LinkDraft, RawPage};
use docfuse::text::fold;

/// Gives sections the words of their entries in `indexes` that they do not say themselves. O(length of both).
pub(super) fn add_index_entries(pages: &mut [RawPage], indexes: &[RawPage]) {
    let links: Vec<&LinkDraft> = indexes.iter().flat_map(|index| &index.links).collect();
    if links.is_empty() {
        return;
    }
    let numbers: HashMap<&str, usize> =
        pages.iter().enumerate().map(|(number, page)| (page.url.as_str(), number)).collect();
    let mut entries: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
    for link in links {
        let Some(url) = link.target.find(|url| numbers.contains_key(url)) else { continue };
        let Some(&number) = numbers.get(url.as_str()) else { continue };
        let places = &pages[number].places;
        let place = places.binary_search_by(|(id, _)| id.as_str().cmp(&link.target.anchor));
        if let Ok(place) = place {
            entries.entry((number, places[place].1)).or_default().push(&link.text);
        }
    }
    for ((page, section), texts) in entries {
        let page = &mut pages[page];
        let section = &mut page.sections[section];
        let text = fold(&[page.titles.join(" ").as_str(), &section.heading, &section.text].join(" "));
        let is_between = |c: char| !c.is_alphanumeric();
        let mut said: HashSet<String> = text.split(is_between).map(str::to_owned).collect();
        for word in texts.into_iter().flat_map(str::split_whitespace) {
            let word = word.trim_matches(is_between);
            let folded = fold(word);
            // Scripts without blanks have no words here.
            let is_said = || !folded.is_ascii() && text.contains(&folded);
            if !folded.split(is_between).all(|part| said.contains(part)) && !is_said() {
                join(&mut section.keywords, word);
                said.extend(folded.split(is_between).map(str::to_owned));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::*;

    #[test]
    fn entries_are_keywords_of_their_sections() {
        let page = "<h1>Rows</h1><span class=target id=index-0></span><section id=unique><h2>Unique rows</h2><p>Rows that \
                    come twice.</section><span id=index-1></span><section id=s><h2>Strings</h2><p>Between signs.</section>";
        let index = "<title>Index</title><h1>Index</h1><table class=indextable><tr><td><ul>\
                     <li><a href=../rows.html#index-0>deduplication</a>, <a href=../rows.html#index-9>[1]</a>\
                     <li>rows<ul><li>dialect<ul><li><a href=../rows.html#index-1>quoting rules</a></ul></ul>\
                     <li><a href=../rows.html#s>Strings (of a dialect)</a><li><a href=../gone.html#index-0>gone</a></ul></table>";
        let read =
            |(url, html): (&str, &str)| read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap();
        let (pages, left_out) =
            finish_site([("i/genindex.html", index), ("rows.html", page)].map(read).into());
        let found = pages.iter().flat_map(|page| &page.sections);
        let found: Vec<_> = found.map(|section| (&*section.heading, &*section.keywords)).collect();
        let expected = [("Rows", ""), ("Unique rows", "deduplication"), ("Strings", "dialect quoting rules")];
        assert_eq!(found, expected);
        let [(url, reason)] = &left_out[..] else { panic!("{left_out:?}") };
        assert_eq!((url.as_str(), reason.key()), ("i/genindex.html", "excluded"));
    }
}
