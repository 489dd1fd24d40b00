//! Puts the search box into pages, where their theme has a search of its own.
//!
//! [`with_box`] inserts one marked stretch of HTML and changes no other byte. [`without_box`] takes it out again: a second
//! pass adds no second box, and the index is that of the page as its generator wrote it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::LazyLock;

use lol_html::errors::RewritingError;
use lol_html::html_content::Element;
use lol_html::{ElementContentHandlers, HtmlRewriter, MemorySettings, Selector, Settings};
use memchr::memmem;

use super::generators;
use super::search_place::{IN_CORNER, IN_HEADER, SearchPlace, Side};

/// Around what is inserted.
pub(super) const BEGIN: &str = "<!--docfuse-->";
pub(super) const END: &str = "<!--/docfuse-->";
/// The first tag of what is inserted. Behind [`BEGIN`], only we write it.
const SCRIPT: &str = "<script ";

/// Bytes that the scanner may keep of a page, far more than the longest tag of real pages.
const MAX_KEPT_BYTES: usize = 1 << 24;

/// Where a page has its box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BoxPlace {
    /// Where the author put it. The page gets only the script, if it has none.
    Author,
    /// Where the theme has a search of its own.
    Theme,
    /// At the start of the header, else of the navigation.
    Header,
    /// In a corner of the window.
    Corner,
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
    /// More bytes than a page may have.
    #[error("too large")]
    TooLarge,
}

/// The script that defines the box.
pub struct BoxScript<'a> {
    /// Address of the index, relative to the root of the site, with a slash at its end: `docfuse/`.
    pub index: &'a str,
    /// File name.
    pub name: &'a str,
    /// Whether it is a module.
    pub is_module: bool,
}

/// What a tag says about the place of the box.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    /// A theme's search, by its number in [`PLACES`].
    Theme(usize),
    Body,
    /// A header or navigation of a part of the page.
    OfPart,
    Header,
    Navigation,
    /// A page that omits `<body>` has one of these tags.
    Content,
    NoPage,
    AuthorsBox,
    Script,
    Base,
}

/// The first tag with each sign.
#[derive(Default)]
pub(super) struct Signs {
    pub(super) theme: Option<(usize, Tag)>,
    body: Option<Tag>,
    of_part: Option<usize>,
    header: Option<Tag>,
    navigation: Option<Tag>,
    has_content: bool,
    is_no_page: bool,
    authors_box: Option<Tag>,
    has_script: bool,
    /// Value of `<base href>`.
    base: Option<String>,
}

/// The bytes of a tag.
#[derive(Clone, Copy)]
pub(super) struct Tag {
    start: usize,
    end: usize,
}

pub(super) static PLACES: LazyLock<Vec<SearchPlace>> =
    LazyLock::new(|| generators::search_places().collect());

/// Of an element with several signs, the handlers run in this order.
pub(super) static SELECTORS: LazyLock<Vec<(Selector, Sign)>> = LazyLock::new(|| {
    let of_themes = PLACES.iter().enumerate().map(|(number, place)| (place.at, Sign::Theme(number)));
    let others = [
        ("body", Sign::Body),
        ("main header, article header, section header, aside header, dialog header", Sign::OfPart),
        ("main nav, article nav, section nav, aside nav, dialog nav", Sign::OfPart),
        ("header", Sign::Header),
        ("nav", Sign::Navigation),
        ("main, h1", Sign::Content),
        ("frameset, meta[http-equiv='refresh' i]", Sign::NoPage),
        ("docfuse-search, docfuse-input", Sign::AuthorsBox),
        ("script[src]", Sign::Script),
        ("base[href]", Sign::Base),
    ];
    // A test finds selectors that cannot be parsed.
    of_themes.chain(others).filter_map(|(selector, sign)| Some((selector.parse().ok()?, sign))).collect()
});

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
) -> Result<(Vec<u8>, BoxPlace), NoBox> {
    let is_utf16 = html.starts_with(b"\xff\xfe") || html.starts_with(b"\xfe\xff");
    if is_utf16 {
        return Err(NoBox::Unreadable);
    }
    let signs = signs(html, script.name).map_err(|_| NoBox::Unreadable)?;
    let script = script_tag(script, path, signs.base.as_deref());
    if let Some(tag) = signs.authors_box {
        let html = if signs.has_script { html.to_vec() } else { inserted(html, tag.start, &script) };
        return Ok((html, BoxPlace::Author));
    }
    let theme = signs.theme.and_then(|(number, tag)| Some((PLACES.get(number)?, tag)));
    if signs.is_no_page || signs.body.is_none() && theme.is_none() && !signs.has_content {
        return Err(NoBox::NoPage);
    }
    if is_excluded && theme.is_none() {
        return Err(NoBox::Excluded);
    }
    let (at, rules, place) = match (theme, signs.header.or(signs.navigation)) {
        (Some((place, tag)), _) => {
            let at = if place.side == Side::Before { tag.start } else { tag.end };
            let hides = match place.hides {
                "" => String::new(),
                selector => format!("{selector}{{display:none!important}}"),
            };
            (at, format!("{hides}{}", place.style), BoxPlace::Theme)
        }
        (None, Some(tag)) => (tag.end, IN_HEADER.to_owned(), BoxPlace::Header),
        // A page may omit `<body>`; its end is in the body too.
        (None, None) => {
            (signs.body.map_or(html.len(), |tag| tag.end), IN_CORNER.to_owned(), BoxPlace::Corner)
        }
    };
    let style = if rules.is_empty() { rules } else { format!("<style>{rules}</style>") };
    let tags = format!("{script}{style}<docfuse-search layout=\"modal\"></docfuse-search>");
    Ok((inserted(html, at, &tags), place))
}

/// The page without what [`with_box`] inserted. O(length).
pub fn without_box(html: Vec<u8>) -> Vec<u8> {
    let begin = format!("{BEGIN}{SCRIPT}");
    let mut kept = Vec::new();
    let mut rest = html.as_slice();
    while let Some((before, from)) = split_at(rest, &begin)
        && let Some((_, behind)) = split_at(from, END)
    {
        kept.extend_from_slice(before);
        rest = behind.get(END.len()..).unwrap_or_default();
    }
    if rest.len() == html.len() {
        return html;
    }
    kept.extend_from_slice(rest);
    kept
}

/// What is before the first `mark`, and the rest.
fn split_at<'a>(text: &'a [u8], mark: &str) -> Option<(&'a [u8], &'a [u8])> {
    text.split_at_checked(memmem::find(text, mark.as_bytes())?)
}

fn inserted(html: &[u8], at: usize, tags: &str) -> Vec<u8> {
    let (before, behind) = html.split_at(at.min(html.len()));
    [before, BEGIN.as_bytes(), tags.as_bytes(), END.as_bytes(), behind].concat()
}

/// `script` is the file name of the script of the box.
pub(super) fn signs(html: &[u8], script: &str) -> Result<Signs, RewritingError> {
    let signs = RefCell::new(Signs::default());
    let memory = MemorySettings::new().with_max_allowed_memory_usage(MAX_KEPT_BYTES);
    let mut settings = Settings::new().with_memory_settings(memory);
    for (selector, sign) in SELECTORS.iter() {
        let note = |element: &mut Element<'_, '_>| {
            signs.borrow_mut().note(*sign, element, script);
            Ok(())
        };
        let handlers = ElementContentHandlers::default().element(note);
        settings = settings.append_element_content_handler((Cow::Borrowed(selector), handlers));
    }
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| ());
    rewriter.write(html)?;
    rewriter.end()?;
    Ok(signs.into_inner())
}

impl Signs {
    fn note(&mut self, sign: Sign, element: &Element<'_, '_>, script: &str) {
        let bytes = element.source_location().bytes();
        let tag = Tag { start: bytes.start, end: bytes.end };
        let is_of_page = self.of_part != Some(tag.start);
        match sign {
            // The first theme in the list, and its first element.
            Sign::Theme(number) if self.theme.is_none_or(|(known, _)| number < known) => {
                self.theme = Some((number, tag));
            }
            Sign::Theme(_) => {}
            Sign::Body => self.body = self.body.or(Some(tag)),
            Sign::OfPart => self.of_part = Some(tag.start),
            Sign::Header if is_of_page => self.header = self.header.or(Some(tag)),
            Sign::Navigation if is_of_page => self.navigation = self.navigation.or(Some(tag)),
            Sign::Header | Sign::Navigation => {}
            Sign::Content => self.has_content = true,
            Sign::NoPage => self.is_no_page = true,
            Sign::AuthorsBox => self.authors_box = self.authors_box.or(Some(tag)),
            Sign::Script => {
                let address = element.get_attribute("src").unwrap_or_default();
                let path = address.split(['?', '#']).next().unwrap_or_default();
                self.has_script |= path.rsplit('/').next() == Some(script);
            }
            Sign::Base => self.base = self.base.take().or_else(|| element.get_attribute("href")),
        }
    }
}

fn script_tag(script: &BoxScript<'_>, path: &str, base: Option<&str>) -> String {
    let kind = if script.is_module { "type=\"module\"" } else { "defer" };
    format!("{SCRIPT}{kind} src=\"{}{}{}\"></script>", to_root(path, base), script.index, script.name)
}

/// The relative address of the root of the site, seen from the file `path` of it: `../../`, or nothing. With `<base
/// href>`, relative addresses begin there; an absolute one is taken for the root, as on pages that hosts send for
/// missing ones.
pub(super) fn to_root(path: &str, base: Option<&str>) -> String {
    let base = base.unwrap_or_default();
    if base.starts_with('/') || base.contains("://") {
        return String::new();
    }
    let mut depth = path.matches('/').count();
    for part in base.split_inclusive('/').filter(|part| part.ends_with('/')) {
        depth = match part {
            "./" => depth,
            "../" => depth.saturating_sub(1),
            _ => depth + 1,
        };
    }
    "../".repeat(depth)
}
