//! Pages that one version has at several addresses: a folder like `latest/` often repeats that of a number.

use std::collections::HashMap;

use super::version_folders::without_version;
use super::versions::standing;
use crate::raw_page::RawPage;

/// Takes out pages that repeat another one of their version, as it is and at the same path within its folder; the most
/// current folder is kept. Returns their paths. O(total size).
pub(super) fn remove_aliases(pages: &mut Vec<RawPage>) -> Vec<String> {
    let mut same: HashMap<(String, &[String]), Vec<usize>> = HashMap::new();
    for (number, page) in pages.iter().enumerate().filter(|(_, page)| !page.versions.is_empty()) {
        same.entry((without_version(page), &page.versions)).or_default().push(number);
    }
    let mut is_alias = vec![false; pages.len()];
    for mut numbers in same.into_values().filter(|numbers| numbers.len() > 1) {
        numbers.sort_by_cached_key(|number| standing(&pages[*number]));
        let (kept, others) = (&pages[numbers[0]], &numbers[1..]);
        for other in others {
            is_alias[*other] =
                pages[*other].language == kept.language && pages[*other].sections == kept.sections;
        }
    }
    let mut numbers = is_alias.into_iter();
    pages.extract_if(.., |_| numbers.next().unwrap_or_default()).map(|page| page.url).collect()
}

#[cfg(test)]
mod tests {
    use crate::{IngestConfig, LeftOut, finish_site, read_page};

    #[test]
    fn a_version_has_each_page_once() {
        let pages = [
            ("0.10/a.html", "0.10,latest", "short"),
            ("latest/a.html", "0.10,latest", "short"),
            // Another text, another path, and another version.
            ("0.10/b.html", "0.10,latest", "one"),
            ("latest/b.html", "0.10,latest", "two"),
            ("0.10/c/a.html", "0.10,latest", "short"),
            ("legacy/a.html", "legacy", "short"),
        ];
        let read = |(url, version, text): (&str, &str, &str)| {
            let html = format!("<meta name=docsearch:version content='{version}'><h1>A</h1><p>{text}");
            read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        let (pages, left_out) = finish_site(pages.map(read).into());
        let kept: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
        assert_eq!(kept, ["0.10/b.html", "0.10/c/a.html", "latest/a.html", "latest/b.html", "legacy/a.html"]);
        assert_eq!(left_out, [("0.10/a.html".to_owned(), LeftOut::Duplicate)]);
    }
}
