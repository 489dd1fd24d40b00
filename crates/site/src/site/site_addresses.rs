//! The addresses to which hits lead: [`addresses`].
//!
//! Files are named `setup/index.html`, but many sites are served at clean addresses (`setup/`, `cli/add`), and a page
//! opened by its file name has broken links there. What tells is how the site writes addresses itself.

use std::collections::HashMap;

use crate::metadata::page_address::{Form, is_index};
use crate::raw_page::RawPage;

/// How often each [`Form`] was seen.
type Counts = [usize; Form::ALL.len()];

/// The address of each page, relative to the site's root and not percent-encoded: that of its file, or a clean one. A
/// page that names a canonical address has its form. Other pages have the form that most pages of their kind (index of
/// a folder or not) have, by their canonical address or most links to them. An address always belongs to the page's own
/// file, whatever the page says. O(links).
pub(crate) fn addresses(pages: &[RawPage]) -> Vec<String> {
    let named = canonical_forms(pages);
    let mut kinds = [Counts::default(); 2];
    for ((page, named), links) in pages.iter().zip(&named).zip(linked_forms(pages)) {
        if let Some(form) = named.or_else(|| most(&links)) {
            kinds[usize::from(is_index(&page.url))][form as usize] += 1;
        }
    }
    let styles = kinds.map(|counts| most(&counts).unwrap_or(Form::File));
    let clean = |(page, named): (&RawPage, Option<Form>)| {
        let form = named.unwrap_or(styles[usize::from(is_index(&page.url))]);
        match form.of(&page.url).or(Form::Folder.of(&page.url).filter(|_| form != Form::File)) {
            Some("") => "./".to_owned(),
            Some(address) => address.to_owned(),
            None => page.url.clone(),
        }
    };
    let mut addresses: Vec<String> = pages.iter().zip(named).map(clean).collect();
    let mut pages_at: HashMap<String, usize> = HashMap::new();
    for address in &addresses {
        *pages_at.entry(address.clone()).or_default() += 1;
    }
    // `a` for both `a.html` and `a/index.html`.
    for (address, page) in addresses.iter_mut().zip(pages).filter(|(address, _)| pages_at[*address] > 1) {
        *address = page.url.clone();
    }
    addresses
}

/// The form of each page's known address, else of its canonical one, if its prefix is the one that most pages name.
fn canonical_forms(pages: &[RawPage]) -> Vec<Option<Form>> {
    let mut prefixes: HashMap<&str, usize> = HashMap::new();
    let named = || pages.iter().filter_map(|page| page.canonical.as_ref());
    for canonical in named() {
        *prefixes.entry(&canonical.prefix).or_default() += 1;
    }
    let half = named().count() / 2;
    let shared = prefixes.into_iter().find(|(_, count)| *count > half).map(|(prefix, _)| prefix);
    let form = |page: &RawPage| {
        let canonical = page.canonical.as_ref().filter(|canonical| Some(canonical.prefix.as_str()) == shared);
        page.form.or(canonical.map(|canonical| canonical.form))
    };
    pages.iter().map(form).collect()
}

/// For each page, in which forms the links of other pages name it.
fn linked_forms(pages: &[RawPage]) -> Vec<Counts> {
    let numbers: HashMap<&str, usize> =
        pages.iter().enumerate().map(|(number, page)| (page.url.as_str(), number)).collect();
    let mut counts = vec![Counts::default(); pages.len()];
    for (from, page) in pages.iter().enumerate() {
        for target in page.links.iter().map(|link| &link.target).chain(&page.frame_links) {
            let found = target.find(|url| numbers.contains_key(url));
            if let Some(&to) = found.and_then(|url| numbers.get(url.as_str())).filter(|to| **to != from) {
                let form = Form::written(target, &pages[to].url);
                // `add/` may lead to `add.html`, but it is not its address.
                counts[to][form as usize] += usize::from(form.of(&pages[to].url).is_some());
            }
        }
    }
    counts
}

/// The form seen most often, the first of equals; `None` if none was seen.
fn most(counts: &Counts) -> Option<Form> {
    let most = *counts.iter().max()?;
    Form::ALL.into_iter().find(|form| most > 0 && counts[*form as usize] == most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IngestConfig, read_page};

    /// Pages with what stands before their text, and their addresses.
    fn check(pages: &[(&str, &str, &str)]) {
        let read = |(url, html, _): &(&str, &str, &str)| {
            read_page(url, format!("{html}<main>text</main>").as_bytes(), &IngestConfig::default()).unwrap()
        };
        let expected: Vec<&str> = pages.iter().map(|(.., address)| *address).collect();
        assert_eq!(addresses(&pages.iter().map(read).collect::<Vec<_>>()), expected);
    }

    #[test]
    fn links_tell_the_form_of_addresses() {
        let nav = "<nav><a href=/>Home</a><a href=/docs/setup/>Setup</a><a href=/docs/cli/add>Add</a></nav>";
        check(&[
            ("index.html", nav, "./"),
            ("setup/index.html", nav, "setup/"),
            ("cli/index.html", "", "cli/"),
            ("cli/add.html", nav, "cli/add"),
            ("cli/remove.html", nav, "cli/remove"),
            ("cli/old.htm", nav, "cli/old.htm"),
        ]);
        let nav = "<nav><a href=../index.html>Home</a><a href=../setup/index.html>Setup</a></nav>";
        check(&[
            ("index.html", "<a href=cli/add>Add</a><a href=cli/remove.html>Remove</a>", "index.html"),
            ("setup/index.html", "<a href=../cli/remove.html>", "setup/index.html"),
            // One link, perhaps a mistake.
            ("cli/add.html", nav, "cli/add.html"),
            ("cli/remove.html", nav, "cli/remove.html"),
            ("cli/other.html", "<a href=./>Up</a><a href=other.html>Here</a>", "cli/other.html"),
        ]);
        check(&[("index.html", "", "index.html"), ("a.html", "<a href=#x>x</a>", "a.html")]);
    }

    #[test]
    fn canonical_addresses_count_before_links() {
        let canonical = |path: &str| format!("<link rel=canonical href=https://e.org/docs/{path}>");
        let nav = "<a href=/setup/index.html>Setup</a><a href=/cli/add.html>Add</a>";
        check(&[
            ("index.html", &(canonical("") + nav), "./"),
            ("setup/index.html", &canonical("setup"), "setup"),
            ("cli/add.html", &(canonical("cli/add") + nav), "cli/add"),
            ("cli/remove.html", nav, "cli/remove"),
            // Of the latest version, and of another site.
            ("v1/cli/add.html", &canonical("cli/add"), "v1/cli/add"),
            ("evil.html", "<link rel=canonical href=https://evil.example/evil.html>", "evil"),
        ]);
        let own = canonical("a.html") + "<a href=b>B</a>";
        check(&[("a.html", &own, "a.html"), ("b.html", &canonical("b.html"), "b.html")]);
        // Without a common prefix, none counts.
        let other = "<link rel=canonical href=https://o.org/b>";
        check(&[("a.html", &canonical("a"), "a.html"), ("b.html", other, "b.html")]);
    }

    #[test]
    fn no_two_pages_have_one_address() {
        let nav = "<a href=/a>A</a><a href=/b>B</a><a href=/c>C</a>";
        check(&[
            ("a.html", nav, "a.html"),
            ("a/index.html", "<link rel=canonical href=https://e.org/a>", "a/index.html"),
            ("b/index.html", "<link rel=canonical href=https://e.org/b>", "b"),
            ("c.html", nav, "c"),
        ]);
    }
}
