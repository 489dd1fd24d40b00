//! Puts the search box into pages, where their theme has a search of its own, and a link to their Markdown.
//!
//! [`with_box`] inserts a marked stretch of HTML, another on a page with `<base>` or with Markdown, and changes no other byte.
//! [`without_box`] takes them out again: a second pass adds no second box, and the index is that of the page as its
//! generator wrote it.

mod page_root;
pub mod search_place;
mod signs;
#[cfg(test)]
mod tests;
mod written;

use crate::href::address;
use memchr::memmem;
use page_root::{is_error_page, is_relative, is_xhtml, root_from, to_root};
use search_place::{HIDES_NAMED, HIDES_SEARCH, IN_BAR, IN_CORNER, IN_HEADER, NAMED_INPUT};
use signs::{PLACES, Signs, signs};
use written::Written;

/// Around what is inserted.
pub(super) const BEGIN: &str = "<!--docfuse-->";
pub(super) const END: &str = "<!--/docfuse-->";
/// How the first tags of what is inserted begin. Behind [`BEGIN`], only we write them.
const OPENINGS: [&str; 4] = ["<script ", "<style>", "<docfuse-search ", "<link "];

/// Where a page has its box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BoxPlace {
    /// Where the author put it. The page gets only the script, if it has none.
    Author,
    /// Where the theme has a search of its own.
    Theme,
    /// At the start of the header, else of the navigation.
    Header,
    /// At a free place of the window.
    Window,
}

/// Why a page gets no box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
pub enum NoBox {
    /// A frameset, a redirect, or a part of a page.
    #[error("no page by itself")]
    NoPage,
    /// A page that is not for reading, without its theme's search.
    #[error("excluded")]
    Excluded,
    /// UTF-16, or markup that means something else than it seems.
    #[error("not readable as HTML")]
    Unreadable,
    /// No address of the script holds wherever the page is sent, or a script before `<base>` would harm others.
    #[error(
        "its <base> leaves no place for the script; write <base href=\"/path/\">, or put the box into your theme"
    )]
    Base,
    /// More bytes than a page may have.
    #[error("too large")]
    TooLarge,
    /// The file is in a folder outside of the site, to which a link leads.
    #[error("in a linked folder outside of the site")]
    Outside,
    /// The file is in another folder of the site, from where the script has another address.
    #[error("linked from a folder at another depth")]
    OtherDepth,
}

/// Moves the box to where readers reach it, in pages where that is not where it was written.
const PLACE_SCRIPT: &str = "docfuse-place.js";

/// A page with its box.
#[derive(Debug, PartialEq, Eq)]
pub struct BoxedPage {
    /// Its content.
    pub html: Vec<u8>,
    /// Where the box is.
    pub place: BoxPlace,
    /// Whether a link was inserted, too.
    pub has_link: bool,
}

/// The script that defines the box, and what the page is told besides.
pub struct BoxScript<'a> {
    /// Address of the index, relative to the root of the site, with a slash at its end: `docfuse/`.
    pub index: &'a str,
    /// File name.
    pub name: &'a str,
    /// Whether it is a module.
    pub is_module: bool,
    /// The language of the page, for one that states none.
    pub language: Option<&'a str>,
    /// The versions of the page, joined by commas; empty for none. A page that states them is not told.
    pub version: &'a str,
    /// Name of the Markdown file beside the page.
    pub markdown: Option<&'a str>,
}

/// The page `html`, which is the file `path` of the site, with the box. `is_excluded`: whether the page is not indexed.
/// O(length).
///
/// # Errors
/// Why the page gets none.
pub fn with_box(
    html: &[u8],
    path: &str,
    script: &BoxScript<'_>,
    is_excluded: bool,
) -> Result<BoxedPage, NoBox> {
    let is_utf16 = html.starts_with(b"\xff\xfe") || html.starts_with(b"\xfe\xff");
    if is_utf16 {
        return Err(NoBox::Unreadable);
    }
    let signs = signs(html, script.name).map_err(|_| NoBox::Unreadable)?;
    let link = markdown_link(script, &signs);
    let boxed = |stretches: Vec<(usize, String)>, place| {
        let has_link = link.is_some();
        Ok(BoxedPage { html: inserted(html, stretches.into_iter().chain(link).collect()), place, has_link })
    };
    if let Some(tag) = signs.authors_box {
        if signs.has_script {
            return boxed(Vec::new(), BoxPlace::Author);
        }
        // What begins the body, applications leave alone; beside the box, they would take it for an error of their own.
        let at = signs.body.map_or(tag.start, |body| body.end);
        let script = placed_script(script, path, &signs, at)?;
        return boxed(vec![script], BoxPlace::Author);
    }
    let theme = signs.theme.and_then(|(number, tag)| Some((PLACES.get(number)?, tag)));
    if signs.is_no_page || signs.body.is_none() && theme.is_none() && !signs.has_content {
        return Err(NoBox::NoPage);
    }
    let search = signs.search.map(|tag| (tag, HIDES_SEARCH.to_owned()));
    let search =
        search.or_else(|| signs.named_search.map(|tag| (tag, HIDES_NAMED.replace("INPUT", NAMED_INPUT))));
    if is_excluded && theme.is_none() && search.is_none() {
        return Err(NoBox::Excluded);
    }
    let written = match (theme, search, signs.header.or(signs.navigation)) {
        (Some((place, tag)), ..) => Written::by(place, tag, &signs),
        (None, Some((tag, hides)), _) => Written {
            at: tag.start,
            rules: format!("{hides}{{display:none!important}}{IN_BAR}"),
            place: BoxPlace::Theme,
            attributes: String::new(),
        },
        (None, None, Some(tag)) => Written::plain(tag.end, IN_HEADER, BoxPlace::Header),
        // XML has nothing behind the last end tag.
        (None, None, None) if signs.body.is_none() && is_xhtml(path) => return Err(NoBox::NoPage),
        // A page may omit `<body>`; its end is in the body too.
        (None, None, None) => {
            let at = signs.body.map_or(html.len(), |tag| tag.end);
            Written::plain(at, IN_CORNER, BoxPlace::Window)
        }
    };
    let (at, place, tags) = (written.at, written.place, tags(&written, script, &signs));
    let script = placed_script(script, path, &signs, at)?;
    boxed(vec![script, (at, tags)], place)
}

/// The tags of the box.
fn tags(written: &Written, script: &BoxScript<'_>, signs: &Signs) -> String {
    let Written { rules, attributes, .. } = written;
    let style = if rules.is_empty() { String::new() } else { format!("<style>{rules}</style>") };
    let language = script.language.filter(|_| !signs.states_language);
    let language = language.map_or(String::new(), |language| format!("lang=\"{language}\" "));
    let version = if signs.versions.join(",") == script.version { "" } else { script.version };
    let version =
        if version.is_empty() { String::new() } else { format!("version=\"{}\" ", quoted(version)) };
    format!("{style}<docfuse-search {language}{version}layout=\"modal\"{attributes}></docfuse-search>")
}

/// A link to the Markdown of a page, and its place in the head. None beside one of the author's; none where `<base>` would
/// lead it elsewhere.
fn markdown_link(script: &BoxScript<'_>, signs: &Signs) -> Option<(usize, String)> {
    let name = script.markdown.filter(|_| signs.base.is_none() && !signs.has_markdown_link)?;
    let encoded =
        |byte: u8| if byte.is_ascii() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    // In any encoding of the page.
    let address: String = address(name).replace('&', "&amp;").bytes().map(encoded).collect();
    let link = format!("<link rel=\"alternate\" type=\"text/markdown\" href=\"{address}\"/>");
    Some((signs.title?.start, link))
}

/// A text as the value of an attribute, in any encoding.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| matches!(c, ' ' | '.' | ',' | '-' | '_' | '+') || c.is_ascii_alphanumeric();
    let quoted = |c: char| if is_plain(c) { c.to_string() } else { format!("&#{};", u32::from(c)) };
    text.chars().map(quoted).collect()
}

/// The page without what [`with_box`] inserted. O(length).
pub fn without_box(html: Vec<u8>) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut rest = html.as_slice();
    while let Some((before, from)) = split_at(rest, BEGIN) {
        let inner = from.get(BEGIN.len()..).unwrap_or_default();
        kept.extend_from_slice(before);
        if !OPENINGS.iter().any(|opening| inner.starts_with(opening.as_bytes())) {
            kept.extend_from_slice(BEGIN.as_bytes());
            rest = inner;
            continue;
        }
        rest = from;
        // Without an end, further beginnings have none either.
        let Some((_, behind)) = split_at(inner, END) else { break };
        rest = behind.get(END.len()..).unwrap_or_default();
    }
    kept.extend_from_slice(rest);
    kept
}

/// What is before the first `mark`, and the rest.
fn split_at<'a>(text: &'a [u8], mark: &str) -> Option<(&'a [u8], &'a [u8])> {
    text.split_at_checked(memmem::find(text, mark.as_bytes())?)
}

/// `stretches` are tags with their places. Those of one place become one, in their order.
fn inserted(html: &[u8], mut stretches: Vec<(usize, String)>) -> Vec<u8> {
    stretches.sort_by_key(|(at, _)| *at);
    let mut page = Vec::with_capacity(html.len() + 1024);
    let (mut done, mut stretches) = (0, stretches.into_iter().peekable());
    while let Some((at, mut tags)) = stretches.next() {
        while let Some((_, more)) = stretches.next_if(|(next, _)| *next == at) {
            tags += &more;
        }
        page.extend_from_slice(html.get(done..at).unwrap_or_default());
        [BEGIN, &tags, END].iter().for_each(|part| page.extend_from_slice(part.as_bytes()));
        done = at;
    }
    page.extend_from_slice(html.get(done..).unwrap_or_default());
    page
}

/// The tag of the script, and its place: `at`, unless `<base>` would move it from there.
fn placed_script(
    script: &BoxScript<'_>,
    path: &str,
    signs: &Signs,
    at: usize,
) -> Result<(usize, String), NoBox> {
    let (at, to_root) = match &signs.base {
        None => (at, to_root(path)),
        // Hosts send it for missing pages, so only `<base>` knows where the root is.
        Some((_, href)) if is_error_page(path) && !is_relative(href) => {
            (at, root_from(href, path).ok_or(NoBox::Base)?)
        }
        // Scripts before `<base>` count from the page's own address. An import map must come before all modules.
        Some(_) if script.is_module && signs.has_import_map => return Err(NoBox::Base),
        Some((tag, _)) => (tag.start, to_root(path)),
    };
    let kind = if script.is_module { "type=\"module\"" } else { "defer=\"\"" };
    let tag = |kind: &str, name: &str| {
        let address = format!("{to_root}{}{name}", script.index).replace('&', "&amp;");
        format!("<script {kind} src=\"{address}\"></script>")
    };
    // Where an author puts the box, it stays.
    let place = if signs.authors_box.is_some() { String::new() } else { tag("defer=\"\"", PLACE_SCRIPT) };
    Ok((at, format!("{}{place}", tag(kind, script.name))))
}
