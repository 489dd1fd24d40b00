//! Pages that only say that what they were about stands elsewhere ([`rank_pointing_pages`]): "this edition is no longer
//! available, see the current one".
//!
//! Ten or more have one text, each with its title and its link. Their titles are what readers type, and other pages answer.
//! So they are secondary pages, and found by words alone: not as what a name means.

use std::collections::{HashMap, HashSet};

use super::resolved_links::ResolvedLink;
use crate::raw_page::RawPage;
use docfuse::index::USUAL_WEIGHT;

/// Minimum pages with the same text.
const MIN_PAGES: usize = 10;

/// Factor for their weight beside that of other secondary pages: a title of one word, alone on its page, is the best
/// match for that word.
const POINTING_WEIGHT: f32 = 0.2;

/// Weighs pages as secondary whose text at least nine others have, if their links lead to different pages: rules of a linter
/// may say the same, and link to the same list. Headings do not count; they are what such pages differ in. O(text).
pub(super) fn rank_pointing_pages(pages: &mut [RawPage], links: &[Vec<ResolvedLink>]) {
    let mut of_text: HashMap<Vec<&str>, Vec<usize>> = HashMap::new();
    for (number, page) in pages.iter().enumerate().filter(|(number, _)| !links[*number].is_empty()) {
        of_text
            .entry(page.sections.iter().map(|section| section.text.as_str()).collect())
            .or_default()
            .push(number);
    }
    of_text.retain(|_, alike| {
        let targets: HashSet<u32> =
            alike.iter().filter_map(|&page| links[page].first()).map(|link| link.page).collect();
        alike.len() >= MIN_PAGES && targets.len() * 2 >= alike.len()
    });
    for number in of_text.into_values().flatten().collect::<Vec<usize>>() {
        let page = &mut pages[number];
        // None: the author weighs it.
        let Some(secondary) = page.stub_weight.filter(|weight| *weight < USUAL_WEIGHT) else { continue };
        (page.is_secondary, page.points_elsewhere) = (true, true);
        for section in page.sections.iter_mut().filter(|section| section.weight == USUAL_WEIGHT) {
            section.weight = secondary * POINTING_WEIGHT;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{IngestConfig, Page, finish_site, read_page};

    /// Pages with one text, each with a link, after those that it leads to.
    fn site(count: usize, target: impl Fn(usize) -> String) -> Vec<Page> {
        let current = (0..count).map(|number| {
            let words = format!("word{number} ").repeat(20);
            (format!("new/{number}.html"), format!("<title>New {number}</title><h1>New {number}</h1>{words}"))
        });
        let old = (0..count).map(|number| {
            let html = format!(
                "<title>Lifetimes{number}</title><h1>Lifetimes{number}</h1><p>This edition is no longer there. See <a href=../{}>the current one</a>.",
                target(number)
            );
            (format!("old/{number}.html"), html)
        });
        let read = |(url, html): (String, String)| {
            read_page(&url, html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        let (pages, _) = finish_site(current.chain(old).map(read).collect());
        assert_eq!(pages.len(), 2 * count, "none is left out");
        pages.into_iter().filter(|page| page.url.starts_with("old/")).collect()
    }

    #[test]
    fn pages_that_point_elsewhere_are_secondary() {
        let check = |pages: Vec<Page>, expected: bool| {
            for page in pages {
                let section = &page.sections[0];
                let found = (page.is_secondary, section.weight < 1.0, section.names.is_empty());
                assert_eq!(found, (expected, expected, expected), "{}: {:?}", page.url, section.names);
            }
        };
        let each = |number| format!("new/{number}.html");
        check(site(10, each), true);
        check(site(9, each), false);
        check(site(10, |_| "new/0.html".to_owned()), false);
    }
}
