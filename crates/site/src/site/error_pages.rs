//! The page that a host sends in place of a missing one: [`error_pages`].

use std::collections::{HashMap, HashSet};

use super::duplicates::page_name;
use crate::raw_page::RawPage;

/// What hosts and generators call it.
const NAME: &str = "404";

/// Minimum numbers beside it that make it one of a series, such as the status codes of an API.
const MIN_SERIES: usize = 3;

/// For each page, whether it is one that readers only see by mistake: its name says so, no other page links to it, and it is
/// none of a series. O(pages), and O(links) if there is one.
pub(super) fn error_pages(pages: &[RawPage]) -> Vec<bool> {
    let is_named = |url: &str| stem(url) == NAME;
    if !pages.iter().any(|page| is_named(&page.url)) {
        return vec![false; pages.len()];
    }
    let mut numbered: HashMap<&str, usize> = HashMap::new();
    for page in pages.iter().filter(|page| stem(&page.url).bytes().all(|byte| byte.is_ascii_digit())) {
        *numbered.entry(folder(&page.url)).or_default() += 1;
    }
    let is_lone = |url: &str| numbered.get(folder(url)).is_none_or(|count| *count <= MIN_SERIES);
    let mut alone: HashSet<&str> = pages.iter().map(|page| page.url.as_str()).collect();
    alone.retain(|url| is_named(url) && is_lone(url));
    for page in pages {
        let targets = page.links.iter().map(|link| &link.target).chain(&page.frame_links);
        for target in targets {
            if let Some(linked) = target.find(|url| *url != page.url && alone.contains(url)) {
                alone.remove(linked.as_str());
            }
        }
    }
    pages.iter().map(|page| alone.contains(page.url.as_str())).collect()
}

/// The name of a page without its ending.
pub(crate) fn stem(url: &str) -> &str {
    let name = page_name(url);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

/// Where pages of one series are.
fn folder(url: &str) -> &str {
    let url = url.strip_suffix("/index.html").unwrap_or(url);
    url.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use crate::*;

    #[test]
    fn error_pages_are_alone() {
        for (pages, expected) in [
            (&["a.html", "404.html"][..], &["404.html"][..]),
            (&["a.html", "fr/404.html", "404/index.html"], &["404/index.html", "fr/404.html"]),
            (&["404.html", "422.html", "500.html", "a.html"], &["404.html"]),
            (&["400.html", "401.html", "404.html", "500.html"], &[]),
            (
                &["status/400/index.html", "status/401/index.html", "status/404/index.html", "status/5.html"],
                &[],
            ),
            (&["a.html", "to-404.html", "404.html"], &[]),
        ] {
            let read = |url: &&str| {
                let link = if url.starts_with("to-") { "<a href=404.html>one</a>" } else { "" };
                let html = format!("<h1>{url}</h1><p>Text of {url}. {link}<a href=404.html#x></a>");
                let html =
                    if *url == "404.html" { html } else { html.replace("<a href=404.html#x></a>", "") };
                read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
            };
            let (_, left_out) = finish_site(pages.iter().map(read).collect());
            assert!(left_out.iter().all(|(_, why)| *why == LeftOut::ErrorPage));
            assert_eq!(
                left_out.iter().map(|(url, _)| url.as_str()).collect::<Vec<_>>(),
                expected,
                "{pages:?}"
            );
        }
    }
}
