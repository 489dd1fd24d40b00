//! How one page and the links on it write addresses: [`Form`], the page's [`Canonical`] address, and [`frame_links`].

use std::collections::HashSet;

use scraper::{Html, Node};
use serde::{Deserialize, Serialize};

use crate::href::{Target, percent_decode, resolve};
use docfuse::index::Shared;

/// Most links kept of a page as evidence of how the site writes addresses, besides those of its content. Pages repeat
/// their navigation, so a few of each are enough.
const MAX_FRAME_LINKS: usize = 32;

/// Most bytes of a canonical address.
const MAX_CANONICAL_BYTES: usize = 2_000;

/// How the address of a page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Form {
    /// By its file: `setup/index.html`, `cli/add.html`.
    File,
    /// By the folder of an index: `setup/`.
    Folder,
    /// Without ending: `setup` for `setup/index.html`, `cli/add` for `cli/add.html`.
    Bare,
}

impl Form {
    pub(crate) const ALL: [Form; 3] = [Form::File, Form::Folder, Form::Bare];

    /// The address of the file `url` in this form, relative to the site's root; `None` if the file has no such form.
    pub(crate) fn of(self, url: &str) -> Option<&str> {
        match self {
            Form::File => Some(url),
            Form::Folder if is_index(url) => url.strip_suffix("index.html"),
            Form::Folder => None,
            Form::Bare if is_index(url) => url.strip_suffix("/index.html"),
            Form::Bare => url.strip_suffix(".html"),
        }
    }

    /// The form in which `target` names the file `url`, to which it leads.
    pub(crate) fn written(target: &Target, url: &str) -> Form {
        if target.path.ends_with(url) {
            Form::File
        } else if target.path.is_empty() || target.path.ends_with('/') {
            Form::Folder
        } else {
            Form::Bare
        }
    }
}

/// The place of a page that is known by its address and not by a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Path of a file at this address.
    pub path: String,
    pub(crate) form: Form,
}

impl Placed {
    /// The place of an address relative to the site's root, without query and anchor: `guide/`, `guide/setup`,
    /// `guide/setup.html`.
    pub fn of(address: &str) -> Placed {
        let address = address.strip_prefix("./").unwrap_or(address);
        let path = percent_decode(address.strip_prefix('/').unwrap_or(address));
        let file = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        if file.is_empty() {
            Placed { path: format!("{path}index.html"), form: Form::Folder }
        } else if [".html", ".htm", ".xhtml"].iter().any(|ending| file.ends_with(ending)) {
            Placed { path, form: Form::File }
        } else {
            Placed { path: format!("{path}.html"), form: Form::Bare }
        }
    }

    /// The place of a route that the scripts of a page show, by its [`route_path`](crate::route_path).
    pub fn of_route(path: String) -> Placed {
        Placed { path, form: Form::File }
    }
}

/// Whether a file is the index of a folder.
pub(crate) fn is_index(url: &str) -> bool {
    url == "index.html" || url.ends_with("/index.html")
}

/// `<link rel="canonical">`, if it may name the page itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Canonical {
    /// What stands before the page's path, such as `https://docs.example/manual/`.
    pub(crate) prefix: String,
    pub(crate) form: Form,
}

impl Canonical {
    /// Reads the canonical address of the file `url`; `None` if it has none, or if it ends in another path. Whether the
    /// prefix is the site's, only the other pages tell.
    pub(crate) fn of(html: &Html, url: &str, base: Option<&str>) -> Option<Canonical> {
        let links = html.tree.nodes().filter_map(|node| node.value().as_element());
        let mut canonical = links.filter(|element| {
            let rel = element.attr("rel").unwrap_or("");
            element.name() == "link"
                && rel.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case("canonical"))
        });
        let href = canonical.next()?.attr("href")?.trim();
        let href = href.split('#').next().unwrap_or("");
        if href.is_empty() || href.len() > MAX_CANONICAL_BYTES || href.contains('?') {
            return None;
        }
        let is_absolute = href.starts_with('/') || href.contains("://");
        let written =
            if is_absolute { percent_decode(href) } else { resolve(url, base, href)?.path.to_string() };
        Form::ALL.into_iter().find_map(|form| {
            let prefix = written.strip_suffix(form.of(url)?)?;
            let is_whole = prefix.is_empty() || prefix.ends_with('/');
            is_whole.then(|| Canonical { prefix: prefix.to_owned(), form })
        })
    }
}

/// Targets of the first links of a page, navigation included, each once. O(page).
pub(crate) fn frame_links(html: &Html, url: &str, base: Option<&str>) -> Vec<Shared<Target>> {
    let mut seen = HashSet::new();
    let links = html.tree.nodes().filter_map(|node| match node.value() {
        Node::Element(element) if element.name() == "a" => element.attr("href"),
        _ => None,
    });
    let hrefs = links.filter(|href| !href.trim_start().starts_with('#') && seen.insert(*href));
    let targets = hrefs.filter_map(|href| resolve(url, base, href)).filter(|target| **target.path != *url);
    targets.take(MAX_FRAME_LINKS).map(|target| Target { anchor: "".into(), ..target }.into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse::parse;

    #[test]
    fn canonical_addresses_end_in_the_page_s_path() {
        use Form::*;
        let long = format!("https://e.org/{}/a.html", "x".repeat(MAX_CANONICAL_BYTES));
        for (url, href, expected) in [
            ("setup/index.html", "https://e.org/docs/setup/", Some(("https://e.org/docs/", Folder))),
            ("setup/index.html", "https://e.org/setup", Some(("https://e.org/", Bare))),
            ("setup/index.html", "/docs/setup/index.html#top", Some(("/docs/", File))),
            ("cli/add.html", "https://e.org/cli/add", Some(("https://e.org/", Bare))),
            ("cli/add.html", "add", Some(("", Bare))),
            ("a b.html", "https://e.org/a%20b", Some(("https://e.org/", Bare))),
            ("index.html", "https://e.org/docs/", Some(("https://e.org/docs/", Folder))),
            ("v1/setup/index.html", "https://e.org/latest/setup/", None),
            ("add.html", "https://e.org/madd", None),
            ("cli/add.html", "https://e.org/cli/add/", None),
            ("cli/add.html", "https://e.org/cli/add?x=1", None),
            ("cli/add.html", "../../cli/add", None),
            ("cli/add.htm", "https://e.org/cli/add", None),
            ("a.html", &long, None),
            ("a.html", "", None),
        ] {
            let html = parse(&format!("<link rel=canonical href='{href}'><p>x")).unwrap();
            let expected = expected.map(|(prefix, form)| Canonical { prefix: prefix.to_owned(), form });
            assert_eq!(Canonical::of(&html, url, None), expected, "{url} {href}");
        }
    }

    #[test]
    fn addresses_have_places() {
        for (address, path) in [
            ("", "index.html"),
            ("./", "index.html"),
            ("/guide/", "guide/index.html"),
            ("guide/set%20up", "guide/set up.html"),
            ("v1.2", "v1.2.html"),
            ("old/page.php", "old/page.php.html"),
            ("guide/index.html", "guide/index.html"),
            ("A.HTM", "A.HTM"),
        ] {
            let placed = Placed::of(address);
            assert_eq!(placed.path, path, "{address}");
            let written = address.trim_start_matches("./").trim_start_matches('/');
            assert_eq!(placed.form.of(path), Some(percent_decode(written).as_str()), "{address}");
        }
    }

    #[test]
    fn frame_links_are_few() {
        let links: String = (0..100).map(|number| format!("<a href={number}.html>x</a>")).collect();
        let html =
            parse(&format!("<nav><a href=#x>x</a><a href=a.html>x</a><a href='../cli/#y'>x</a>{links}"))
                .unwrap();
        let found = frame_links(&html, "b/a.html", None);
        assert_eq!((found.len(), &**found[0].path, &**found[0].anchor), (32, "cli/", ""));
    }
}
