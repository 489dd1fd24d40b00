//! `docfuse-linked.json`: the pages that a site's own texts link to most. The box shows them where nothing was found, and only
//! then loads this file. Links of headers and navigation are in no text, so they do not count.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::generations::Built;
use crate::error::CliError;
use docfuse::index::Page;
use serde::Serialize;

/// Name of the file.
const NAME: &str = "docfuse-linked.json";

/// Pages of each language.
const MOST: usize = 5;

/// Pages with fewer links than that say nothing of a site.
const LEAST_LINKS: usize = 2;

/// A page, as its hits have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkedPage {
    url: String,
    title: String,
}

/// Those of `pages`, the most linked first. Each linking page counts once. No secondary page, and no two with the
/// same title. O(links).
pub fn most_linked(pages: &[Page]) -> Vec<LinkedPage> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for page in pages {
        let targets: HashSet<&str> = page.links.iter().map(|link| &**link.page).collect();
        for target in targets.into_iter().filter(|target| *target != page.url) {
            *counts.entry(target).or_default() += 1;
        }
    }
    let count = |page: &Page| counts.get(page.url.as_str()).copied().unwrap_or_default();
    let is_shown = |page: &&Page| !page.is_secondary && !page.title.is_empty() && count(page) >= LEAST_LINKS;
    let mut linked: Vec<&Page> = pages.iter().filter(is_shown).collect();
    linked.sort_by_key(|page| Reverse(count(page)));
    let mut titles = HashSet::new();
    linked.retain(|page| titles.insert(&page.title));
    linked.truncate(MOST);
    linked.iter().map(|page| LinkedPage { url: page.url.clone(), title: page.title.clone() }).collect()
}

/// The file: those of each language, by its tag.
///
/// # Errors
/// None that its content can cause.
pub fn file(generations: &[Built]) -> Result<(String, Vec<u8>), CliError> {
    let of = |built: &Built| (built.index.manifest.language.clone(), built.linked.clone());
    let languages: BTreeMap<_, _> = generations.iter().map(of).collect();
    let content = serde_json::to_vec(&languages).map_err(CliError::json("the most linked pages"))?;
    Ok((NAME.to_owned(), content))
}

#[cfg(test)]
mod tests {
    use super::most_linked;
    use docfuse::index::{Link, Page, Section};

    /// A page whose title is its address, with links to others.
    fn page(url: &str, to: &[&str]) -> Page {
        let link = |to: &&str| Link { from: 0, page: (*to).into(), anchor: "".into(), text: "more".into() };
        let links = to.iter().map(link).collect();
        Page { links, ..Page::new(url, url, vec![Section::new("", "", "Owls.")]) }
    }

    #[test]
    fn pages_come_by_the_number_of_pages_that_link_to_them() {
        let mut pages = vec![
            page("a", &["c", "c", "c", "a", "b"]),
            page("b", &["a", "c", "old"]),
            page("c", &["b", "old", "e"]),
            page("e", &["b", "f", "old"]),
            page("f", &["c", "b"]),
            page("old", &["f"]),
        ];
        pages[5].is_secondary = true;
        let urls = |pages: &[Page]| most_linked(pages).into_iter().map(|page| page.url).collect::<Vec<_>>();
        assert_eq!(urls(&pages), ["b", "c", "f"]);
        // Versions of one page have one title.
        pages[4].title = "c".to_owned();
        assert_eq!(urls(&pages), ["b", "c"]);
        assert_eq!(urls(&[]), [""; 0]);
    }
}
