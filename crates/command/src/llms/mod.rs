//! `docfuse build --llms-txt`: llms.txt and a Markdown file for each page, as llmstxt.org describes them.
//!
//! `markdown` makes a page's file of what was extracted of it, `list` makes llms.txt, `written` puts them into the site's
//! folder.

mod list;
mod markdown;
mod written;

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::error::CliError;
use crate::output::{counted, printable};
use crate::site::site_files::is_below;
use crate::site::site_folder::SiteFolder;
use docfuse::index::Page;
use docfuse_site::percent_decode;

pub use written::{Kept, markdown_beside, put};

/// Name of the list.
pub const LIST_NAME: &str = "llms.txt";

/// Most bytes of a file's name on the file systems in use.
const MAX_NAME_BYTES: usize = 255;

/// The files of a site.
pub struct TextFiles {
    /// Contents, by paths from the site's root.
    texts: BTreeMap<String, String>,
    /// Addresses of the pages whose file would have too long a name.
    too_long: Vec<String>,
    /// Addresses of the pages in linked folders outside of the site.
    outside: Vec<String>,
}

/// Places of removed duplicates on a page, each with the address and the heading of the section that has their text.
type Elsewhere<'a> = HashMap<&'a str, Vec<(&'a Page, usize)>>;

/// The files for a site of these pages.
///
/// # Errors
/// There is no folder `site`.
pub fn files(site: &SiteFolder, pages: &[Page]) -> Result<TextFiles, CliError> {
    let root = site.real_path()?;
    let (mut too_long, mut outside) = (Vec::new(), Vec::new());
    let mut listed: Vec<(&Page, String)> = Vec::new();
    for page in pages {
        let Some(path) = path_of(&page.url) else { continue };
        if path.split('/').any(|name| name.len() > MAX_NAME_BYTES) {
            too_long.push(page.url.clone());
        } else if site.place_of(&root, &path).is_none() {
            outside.push(page.url.clone());
        } else {
            listed.push((page, path));
        }
    }
    let urls: HashSet<&str> = listed.iter().map(|(page, _)| page.url.as_str()).collect();
    let mut elsewhere = Elsewhere::new();
    for page in pages.iter().filter(|page| urls.contains(page.url.as_str())) {
        for (section, at) in page.sections.iter().zip(0..) {
            for also in &section.also {
                let url = also.url.split('#').next().unwrap_or_default();
                elsewhere.entry(url).or_default().push((page, at));
            }
        }
    }
    let pages: Vec<&Page> = listed.iter().map(|(page, _)| *page).collect();
    let text = |(page, path): (&Page, String)| {
        let elsewhere = elsewhere.get(page.url.as_str()).map_or(&[][..], Vec::as_slice);
        (path, printable::text(&markdown::page(page, elsewhere)).into_owned())
    };
    let mut texts: BTreeMap<String, String> = listed.into_iter().map(text).collect();
    texts.insert(LIST_NAME.to_owned(), printable::text(&list::list(&pages)).into_owned());
    Ok(TextFiles { texts, too_long, outside })
}

/// What a build says of these files.
pub fn summary(site: &SiteFolder, files: &TextFiles, kept: &Kept) -> Vec<String> {
    let count = files.texts.len() - 1;
    let count = counted(count as u64, "Markdown file");
    let mut lines = vec![format!("llms.txt: {count} in {}", site.path().display())];
    for (pages, reason) in [
        (&files.too_long, "whose Markdown file would have a name of more than 255 bytes"),
        (&files.outside, "in linked folders outside of the site, where nothing is written"),
    ] {
        if let Some(first) = pages.first() {
            let more = if pages.len() > 1 { ", …" } else { "" };
            lines.push(format!("left out of llms.txt, pages {reason}: {} ({first}{more})", pages.len()));
        }
    }
    if let Some(first) = kept.first() {
        let others = match kept.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        lines.push(format!(
            "left as they are, because docfuse did not write them, or they were changed since: {first}{others}; delete \
             them to have them written"
        ));
    }
    lines
}

/// Address of a page's Markdown, relative to the site's root: that of the page with `.md` behind it, or with
/// `index.html.md` where it names no file. `None` for an address that leads out of the site, or that no file can have: one
/// with a scheme, such as `javascript:`, too.
fn address_of(url: &str) -> Option<String> {
    let url = url.strip_prefix("./").unwrap_or(url);
    let is_safe = url.split('/').all(|part| !matches!(percent_decode(part).as_str(), "." | ".."));
    let is_inside =
        is_safe && !url.starts_with('/') && !url.contains("//") && !url.contains(['?', '#', '\\']);
    let ending = if url.is_empty() || url.ends_with('/') { "index.html.md" } else { ".md" };
    Some(format!("{url}{ending}")).filter(|address| is_inside && is_below(&percent_decode(address)))
}

/// Path of the same file below the site's folder.
fn path_of(url: &str) -> Option<String> {
    address_of(url).map(|address| percent_decode(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_beside_its_page() {
        for (url, expected) in [
            ("guide/threads.html", Some("guide/threads.html.md")),
            ("setup/", Some("setup/index.html.md")),
            ("./", Some("index.html.md")),
            ("", Some("index.html.md")),
            ("cli/add", Some("cli/add.md")),
            ("with%20space%231.html", Some("with space#1.html.md")),
            ("../a.html", None),
            ("a/%2e%2e/%2e%2e/b.html", None),
            ("a/..%2f..%2fb.html", None),
            ("/etc/passwd", None),
            ("a//b.html", None),
            ("a%00.html", None),
            ("https://e.org/a", None),
            ("javascript:alert(1)", None),
            ("javascript%3aalert(1)", None),
            ("\u{1}javascript:x", None),
            ("a/b:c.html", None),
        ] {
            assert_eq!(path_of(url).as_deref(), expected, "{url}");
        }
    }
}
