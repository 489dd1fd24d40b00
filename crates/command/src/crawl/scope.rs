//! [`Scope`]: which addresses belong to the site that is fetched, and which page each is.

use ureq::http::Uri;

use crate::http::follow::joined;
use crate::site::site_files::is_below;
use docfuse_site::{LeftOut, Placed};

/// More folders are those of a link that goes on and on.
const MAX_FOLDERS: usize = 20;

/// The folder of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Scheme and host, in lower case: `https://docs.example`.
    origin: String,
    /// With a slash at both ends.
    folder: String,
}

/// An address, as far as a site has it.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// A page, by its address without query and anchor, and its place.
    Page(String, Placed),
    /// No page of it.
    LeftOut(LeftOut),
}

impl Scope {
    /// The folder of the address that was named.
    pub fn of(start: &Uri) -> Option<Scope> {
        let path = start.path();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        Some(Scope { origin: origin(start)?, folder: format!("{folder}/") })
    }

    /// The same where the first address redirects to. Another host has the site then, or another folder unless the first one
    /// is around it. An address without its last slash may name a folder, of which only the redirect tells.
    pub fn moved_to(self, start: &Uri, end: &Uri) -> Scope {
        let Some(moved) = Scope::of(end) else { return self };
        let name = start.path().rsplit('/').next().unwrap_or_default();
        let is_folder = name.is_empty() || name.to_ascii_lowercase().starts_with("index.");
        let folder = if is_folder { self.folder.clone() } else { format!("{}/", start.path()) };
        match end.path().strip_prefix(&folder) {
            Some(_) => Scope { origin: moved.origin, folder },
            None if end.path() == start.path() => Scope { origin: moved.origin, folder: self.folder },
            None => moved,
        }
    }

    /// The address of the folder.
    pub fn root(&self) -> String {
        format!("{}{}", self.origin, self.folder)
    }

    /// The address of a file at the root of the host.
    pub fn at_host(&self, path: &str) -> String {
        format!("{}/{path}", self.origin)
    }

    /// Whether an address is of this host.
    pub fn is_host_of(&self, address: &Uri) -> bool {
        origin(address).as_ref() == Some(&self.origin)
    }

    /// Whether an address is of the site.
    pub fn holds(&self, address: &Uri) -> bool {
        self.is_host_of(address) && address.path().starts_with(&self.folder)
    }

    /// What an address is.
    pub fn place(&self, address: &Uri) -> Place {
        if !self.holds(address) {
            return Place::LeftOut(LeftOut::OtherSite);
        }
        let below = &address.path()[self.folder.len()..];
        let placed = Placed::of(below);
        if below.starts_with('/') || !is_below(&placed.path) || placed.path.split('/').count() > MAX_FOLDERS {
            return Place::LeftOut(LeftOut::NoPath);
        }
        Place::Page(format!("{}{}", self.origin, address.path()), placed)
    }
}

/// Scheme and host of an address of the web.
fn origin(address: &Uri) -> Option<String> {
    let scheme = address.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
    let authority = address.authority()?;
    let usual = if scheme == "http" { ":80" } else { ":443" };
    // Names in addresses are not for others.
    let host = authority.as_str().rsplit('@').next()?.to_ascii_lowercase();
    Some(format!("{scheme}://{}", host.strip_suffix(usual).unwrap_or(&host)))
}

/// The address that a link on a page leads to, without its anchor.
pub fn resolved(page: &Uri, link: &str) -> Option<Uri> {
    joined(page, &encoded(link.trim()))
}

/// With characters that an address cannot have as bytes in hexadecimal digits. Browsers leave line breaks out.
fn encoded(link: &str) -> String {
    let mut encoded = String::with_capacity(link.len());
    for c in link.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')) {
        if c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}') {
            encoded.push(c);
        } else {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| encoded.push_str(&format!("%{byte:02X}")));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        text.parse().unwrap()
    }

    #[test]
    fn a_site_is_a_folder_of_a_host() {
        let scope = Scope::of(&uri("https://Docs.example:443/guide/start")).unwrap();
        assert_eq!(scope.root(), "https://docs.example/guide/");
        let place = |text: &str| match scope.place(&uri(text)) {
            Place::Page(address, placed) => format!("{address} {}", placed.path),
            Place::LeftOut(reason) => reason.key().to_owned(),
        };
        for (address, expected) in [
            ("https://docs.example/guide/", "https://docs.example/guide/ index.html"),
            ("https://DOCS.example/guide/a?b=1", "https://docs.example/guide/a a.html"),
            ("https://docs.example/guide/a%20b/", "https://docs.example/guide/a%20b/ a b/index.html"),
            ("https://docs.example/blog/", "other-site"),
            ("http://docs.example/guide/", "other-site"),
            ("https://docs.example.evil/guide/", "other-site"),
            ("https://docs.example:8443/guide/", "other-site"),
            ("https://docs.example/guide//a", "no-path"),
            ("https://docs.example/guide/%2e%2e/a", "no-path"),
        ] {
            assert_eq!(place(address), expected, "{address}");
        }
        assert_eq!(place(&format!("https://docs.example/guide/{}", "a/".repeat(30))), "no-path");
        assert!(Scope::of(&uri("https://docs.example")).unwrap().holds(&uri("https://docs.example/x")));
    }

    #[test]
    fn a_first_redirect_moves_the_site() {
        for (start, end, root) in [
            ("http://e.org/docs/", "https://www.e.org/docs/", "https://www.e.org/docs/"),
            ("https://e.org/", "https://e.org/en/stable/", "https://e.org/"),
            ("http://e.org/", "https://e.org/en/stable/", "https://e.org/"),
            ("https://e.org/docs/", "https://docs.e.org/", "https://docs.e.org/"),
            ("https://e.org/old/", "https://e.org/new/", "https://e.org/new/"),
            // Without the last slash.
            ("https://e.org/guide", "https://e.org/guide/", "https://e.org/guide/"),
            ("http://e.org/guide", "https://www.e.org/guide/", "https://www.e.org/guide/"),
            ("https://e.org/guide", "https://e.org/guide/en/stable/", "https://e.org/guide/"),
            ("https://e.org/guide", "https://e.org/manual/", "https://e.org/manual/"),
            ("https://e.org/guide", "https://e.org/Guide/", "https://e.org/Guide/"),
            ("https://e.org/guide/start", "https://e.org/guide/start.html", "https://e.org/guide/"),
            ("http://e.org/guide/start", "https://e.org/guide/start", "https://e.org/guide/"),
            ("https://e.org/index.html", "https://e.org/en/", "https://e.org/"),
        ] {
            let (start, end) = (uri(start), uri(end));
            assert_eq!(Scope::of(&start).unwrap().moved_to(&start, &end).root(), root, "{start} {end}");
        }
    }

    #[test]
    fn links_are_resolved() {
        let page = uri("https://e.org/a/b.html");
        for (link, expected) in [
            ("c d.html#x", "https://e.org/a/c%20d.html"),
            ("../\u{e9}", "https://e.org/%C3%A9"),
            ("/x\n/y", "https://e.org/x/y"),
            ("//cdn.example/z", "https://cdn.example/z"),
        ] {
            assert_eq!(resolved(&page, link).unwrap().to_string(), expected, "{link}");
        }
        assert!(resolved(&page, "mailto:a@b.c").is_none_or(|uri| origin(&uri).is_none()));
        assert!(resolved(&page, "javascript:void(0)").is_none_or(|uri| origin(&uri).is_none()));
    }
}
