//! [`SiteAddress`]: what makes the addresses of sections, which are relative to the site's root, whole.

use std::fmt;
use std::path::Path;

use super::host::is_address;
use crate::error::CliError;
use docfuse::search::Context;

/// Address of the site's root with a final slash; empty if it is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddress(String);

impl SiteAddress {
    /// The given one, else the folder above a deployed index.
    ///
    /// # Errors
    /// `given` is no address.
    pub fn of(given: Option<&str>, index: &Path) -> Result<Self, CliError> {
        let index = index.to_str().filter(|index| is_address(index));
        match (given, index) {
            (Some(given), _) if is_address(given) => {
                Ok(SiteAddress(format!("{}/", given.trim_end_matches('/'))))
            }
            (Some(given), _) => Err(CliError::Argument(format!(
                "--site: an address such as https://docs.example/ expected, \"{given}\" found"
            ))),
            (None, Some(index)) => Ok(SiteAddress(above(index).to_owned())),
            (None, None) => Ok(SiteAddress(String::new())),
        }
    }

    /// The whole address of a section or page; as it is if the site's is not known, or if it is whole already.
    pub fn whole(&self, url: &str) -> String {
        if is_address(url) { url.to_owned() } else { format!("{}{url}", self.0) }
    }

    /// The address of a section or page as in the index.
    pub fn relative<'a>(&self, url: &'a str) -> &'a str {
        url.strip_prefix(&self.0).unwrap_or(url)
    }
}

impl fmt::Display for SiteAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The address of the folder above another one, or of the root of the host.
fn above(folder: &str) -> &str {
    let host = folder.find("://").map_or(0, |scheme| scheme + 3);
    let path = folder.trim_end_matches('/');
    match path.get(host..).and_then(|rest| rest.rfind('/')) {
        Some(slash) => &path[..=host + slash],
        None => folder,
    }
}

/// Makes the addresses of a context whole, as in its Markdown.
pub fn with_addresses(site: &SiteAddress, context: &mut Context) {
    let sections = context.sections.iter_mut().map(|section| &mut section.url);
    let left_out = context.left_out.iter_mut().map(|section| &mut section.url);
    sections.chain(left_out).for_each(|url| *url = site.whole(url));
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::SiteAddress;

    #[test]
    fn sites_are_above_their_indexes() {
        for (given, index, expected) in [
            (None, "https://docs.example/docfuse/", "https://docs.example/"),
            (None, "https://docs.example/sub/search/", "https://docs.example/sub/"),
            (None, "https://docs.example/", "https://docs.example/"),
            (None, "public/docfuse", ""),
            (Some("http://docs.example/sub"), "public/docfuse", "http://docs.example/sub/"),
            (Some("http://docs.example//"), "https://cdn.example/docfuse/", "http://docs.example/"),
        ] {
            let site = SiteAddress::of(given, Path::new(index)).unwrap();
            assert_eq!(site.to_string(), expected, "{given:?} {index}");
        }
        assert!(SiteAddress::of(Some("docs.example"), Path::new("public")).is_err());
    }

    #[test]
    fn addresses_are_whole_or_relative() {
        let site = SiteAddress::of(Some("https://docs.example/"), Path::new("x")).unwrap();
        for (url, whole) in [
            ("a.html#b", "https://docs.example/a.html#b"),
            ("https://other.example/a", "https://other.example/a"),
            ("", "https://docs.example/"),
        ] {
            assert_eq!(site.whole(url), whole);
            assert_eq!(site.relative(whole), url);
        }
        assert_eq!(site.relative("a.html"), "a.html");
    }
}
