//! Resolves links: [`resolve`] gives a target from one page alone, [`Target::find`] the page once all pages are known.

use serde::{Deserialize, Serialize};

use docfuse::index::SharedText;

/// Where a link leads, relative to the site's root.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Target {
    /// Path of the file or, ending in `/` or empty, of a folder.
    pub(super) path: SharedText,
    /// The fragment without `#`, percent-decoded.
    pub(super) anchor: SharedText,
    /// Written from the server's root, of which the site may be only a part (`/docs/` on the web, `/` here).
    pub(super) rooted: bool,
}

/// Resolves `href` on the page `url`, whose `<base href>` is `base`. `None` if it leaves the site: another host,
/// `mailto:`, `javascript:`, a path above the root.
pub(super) fn resolve(url: &str, base: Option<&str>, href: &str) -> Option<Target> {
    let href = href.trim();
    let (path, anchor) = href.split_once('#').unwrap_or((href, ""));
    let anchor = percent_decode(anchor).into();
    let path = path.split('?').next().unwrap_or("");
    if path.is_empty() && base.is_none() {
        return Some(Target { path: url.into(), anchor, rooted: false });
    }
    if has_scheme(path) || path.starts_with("//") {
        return None;
    }
    let (mut segments, mut rooted) = (folder(url), false);
    if let Some(base) = base {
        // Only the path of an absolute base matters: the place of the site on its server.
        let base_path = match base.split_once("//") {
            Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
            None => base,
        };
        rooted = apply(&mut segments, base_path.split(['?', '#']).next().unwrap_or(""))?;
        segments.pop();
    }
    rooted |= apply(&mut segments, path)?;
    Some(Target { path: segments.join("/").into(), anchor, rooted })
}

/// The folder of a page, as path segments.
fn folder(url: &str) -> Vec<String> {
    let mut segments: Vec<String> = url.split('/').map(str::to_owned).collect();
    segments.pop();
    segments
}

/// Follows `path` from the folder `segments`. The last segment is the file's name, empty for a folder. Returns whether
/// the path began at the root; `None` if it goes above the root.
fn apply(segments: &mut Vec<String>, path: &str) -> Option<bool> {
    let rooted = path.starts_with('/');
    if rooted {
        segments.clear();
    }
    let mut file = String::new();
    for (at, segment) in path.trim_start_matches('/').split('/').enumerate() {
        if at > 0 && !file.is_empty() {
            segments.push(std::mem::take(&mut file));
        }
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            name => file = percent_decode(name),
        }
    }
    segments.push(file);
    Some(rooted)
}

fn has_scheme(path: &str) -> bool {
    path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// Decodes `%41` to `A`. Invalid escapes, and those that would not be UTF-8, stay unchanged.
pub fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    let hex = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    while at < bytes.len() {
        match (bytes[at], hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_owned())
}

/// The address of a section: that of its page, and its anchor.
pub(super) fn section_address(page: &str, anchor: &str) -> String {
    let page = address(page);
    match anchor {
        "" => page,
        // What the link to a place in a route has.
        _ if page.contains('#') => format!("{page}{anchor}"),
        _ => format!("{page}#{anchor}"),
    }
}

/// Between a page and a route that its scripts show. No file has such a path: a folder `#` in one that is named like a page.
const ROUTE: &str = ".html/#/";

/// The path of a route that the scripts of a page show. Its [`address`] is `index.html#/guide`.
pub fn route_path(page: &str, route: &str) -> Option<String> {
    page.strip_suffix(".html").map(|page| format!("{page}{ROUTE}{route}"))
}

/// The route of such a path; empty for another one.
pub fn route_of(path: &str) -> &str {
    path.split_once(ROUTE).map_or("", |(_, route)| route)
}

/// A file's address: its path, with characters that have a meaning in URLs percent-encoded; or that of a route.
pub fn address(path: &str) -> String {
    if let Some((page, route)) = path.split_once(ROUTE) {
        return format!("{}.html#/{}", address(page), address(route));
    }
    let mut address = String::with_capacity(path.len());
    // A colon before the first slash would end a scheme.
    let mut is_first = true;
    for c in path.chars() {
        is_first &= c != '/';
        match c {
            // Browsers drop tabs and line ends from an address.
            '%' | '?' | '#' | ' ' | '"' | '<' | '>' | '\\' | '\t' | '\n' | '\r' => {
                address.push_str(&format!("%{:02X}", c as u32));
            }
            ':' if is_first => address.push_str("%3A"),
            _ => address.push(c),
        }
    }
    address
}

impl Target {
    /// The page that a static host would serve. `exists` tells whether there is a page at a URL. A rooted path is also
    /// tried without its first folders, but not without all of them: other pages of the same server would resolve to
    /// the site's front page.
    pub(super) fn find(&self, exists: impl Fn(&str) -> bool) -> Option<String> {
        let mut path: &str = &self.path;
        loop {
            if exists(path) {
                return Some(path.to_owned());
            }
            let stem = path.strip_suffix('/').unwrap_or(path);
            let index = if stem.is_empty() { "index.html".to_owned() } else { format!("{stem}/index.html") };
            if let Some(found) =
                [index, format!("{stem}.html")].into_iter().find(|candidate| exists(candidate))
            {
                return Some(found);
            }
            match path.split_once('/') {
                Some((_, rest)) if self.rooted && !rest.is_empty() => path = rest,
                _ => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages() {
        let pages = ["index.html", "a/b.html", "a/index.html", "a/x y.html", "c.html"];
        let check = |base: Option<&str>, href: &str, expected: Option<(&str, &str)>| {
            let found = resolve("a/b.html", base, href).and_then(|target| {
                Some((target.find(|url| pages.contains(&url))?, target.anchor.to_string()))
            });
            assert_eq!(found, expected.map(|(page, anchor)| (page.to_owned(), anchor.to_owned())), "{href}");
        };
        for (href, expected) in [
            ("#top", Some(("a/b.html", "top"))),
            ("", Some(("a/b.html", ""))),
            ("../c.html#s%C3%A9", Some(("c.html", "sé"))),
            ("../c.html?q=1#x", Some(("c.html", "x"))),
            ("../c", Some(("c.html", ""))),
            ("./", Some(("a/index.html", ""))),
            (".", Some(("a/index.html", ""))),
            ("..", Some(("index.html", ""))),
            ("../a", Some(("a/index.html", ""))),
            ("x%20y.html", Some(("a/x y.html", ""))),
            ("/c.html", Some(("c.html", ""))),
            ("/docs/v1/c.html", Some(("c.html", ""))),
            ("/", Some(("index.html", ""))),
            ("/blog/", None),
            ("docs/c.html", None),
            ("../../c.html", None),
            ("https://example.org/c.html", None),
            ("//example.org/c.html", None),
            ("mailto:a@b.c", None),
            ("javascript:void(0)", None),
            ("%zz", None),
        ] {
            check(None, href, expected);
        }
        check(Some("../"), "c.html", Some(("c.html", "")));
        check(Some("https://example.org/docs/"), "c.html", Some(("c.html", "")));
        check(Some("/"), "a/b.html#x", Some(("a/b.html", "x")));
    }

    #[test]
    fn addresses_lead_to_their_files() {
        for (path, expected) in [
            ("a b/c#.html", "a%20b/c%23.html"),
            ("Category:Foo.html", "Category%3AFoo.html"),
            ("std/Foo::bar.html", "std/Foo::bar.html"),
            ("a\\b.html", "a%5Cb.html"),
            ("a\tb.html", "a%09b.html"),
            ("#/c#.html", "%23/c%23.html"),
            (&route_path("a b/index.html", "de/guide me").unwrap(), "a%20b/index.html#/de/guide%20me"),
        ] {
            assert_eq!(address(path), expected);
        }
    }
}
