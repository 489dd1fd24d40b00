//! Puts the search box into pages, where their theme has a search of its own.
//!
//! [`with_box`] inserts one marked stretch of HTML, or two on a page with `<base>`, and changes no other byte.
//! [`without_box`] takes them out again: a second pass adds no second box, and the index is that of the page as its
//! generator wrote it.

pub mod search_place;

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::LazyLock;

use lol_html::errors::RewritingError;
use lol_html::html_content::Element;
use lol_html::{ElementContentHandlers, HtmlRewriter, MemorySettings, Selector, Settings};
use memchr::memmem;

use super::generators;
use super::href::address;
use search_place::{IN_CORNER, IN_HEADER, SearchPlace, Side};

/// Around what is inserted.
pub(super) const BEGIN: &str = "<!--docfuse-->";
pub(super) const END: &str = "<!--/docfuse-->";
/// How the first tags of what is inserted begin. Behind [`BEGIN`], only we write them.
const OPENINGS: [&str; 3] = ["<script ", "<style>", "<docfuse-search "];

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

/// The script that defines the box.
pub struct BoxScript<'a> {
    /// Address of the index, relative to the root of the site, with a slash at its end: `docfuse/`.
    pub index: &'a str,
    /// File name.
    pub name: &'a str,
    /// Whether it is a module.
    pub is_module: bool,
    /// The language of the page, for one that states none.
    pub language: Option<&'a str>,
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
    ImportMap,
    /// An element that counts for nothing where scripts run.
    Inert,
    Base,
    Language,
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
    has_import_map: bool,
    states_language: bool,
    inert: Option<usize>,
    /// `<base href>` and its value.
    base: Option<(Tag, String)>,
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
        ("script[type='importmap' i]", Sign::ImportMap),
        ("template base, noscript base", Sign::Inert),
        ("base[href]", Sign::Base),
        ("html[lang], body[lang]", Sign::Language),
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
    if let Some(tag) = signs.authors_box {
        if signs.has_script {
            return Ok((html.to_vec(), BoxPlace::Author));
        }
        let script = placed_script(script, path, &signs, tag.start)?;
        return Ok((inserted(html, vec![script]), BoxPlace::Author));
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
        // XML has nothing behind the last end tag.
        (None, None) if signs.body.is_none() && is_xhtml(path) => return Err(NoBox::NoPage),
        // A page may omit `<body>`; its end is in the body too.
        (None, None) => {
            (signs.body.map_or(html.len(), |tag| tag.end), IN_CORNER.to_owned(), BoxPlace::Corner)
        }
    };
    let style = if rules.is_empty() { rules } else { format!("<style>{rules}</style>") };
    let language = script.language.filter(|_| !signs.states_language);
    let language = language.map_or(String::new(), |language| format!("lang=\"{language}\" "));
    let tags = format!("{style}<docfuse-search {language}layout=\"modal\"></docfuse-search>");
    let script = placed_script(script, path, &signs, at)?;
    Ok((inserted(html, vec![script, (at, tags)]), place))
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
            Sign::ImportMap => self.has_import_map = true,
            Sign::Language => self.states_language = true,
            Sign::Inert => self.inert = Some(tag.start),
            Sign::Base if self.base.is_none() && self.inert != Some(tag.start) => {
                self.base = element.get_attribute("href").map(|href| (tag, href));
            }
            Sign::Base => {}
        }
    }
}

/// The tag of the script, and its place: `at`, beside the box, unless `<base>` would move it from there.
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
    let address = format!("{to_root}{}{}", script.index, script.name).replace('&', "&amp;");
    Ok((at, format!("<script {kind} src=\"{address}\"></script>")))
}

/// The relative address of the root of the site, seen from the file `path` of it: `../../`, or nothing.
pub(super) fn to_root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// Whether hosts send this page for missing ones, by its name.
fn is_error_page(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.split('.').next() == Some("404")
}

fn is_xhtml(path: &str) -> bool {
    path.rsplit('.').next().is_some_and(|ending| ending.eq_ignore_ascii_case("xhtml"))
}

/// `<base href>` as browsers read it.
fn cleaned(href: &str) -> String {
    let href = href.trim_matches(|c: char| c <= ' ').replace(['\t', '\n', '\r'], "");
    href.replace('\\', "/")
}

/// Whether an address has neither a scheme nor a path from the root of its host.
fn is_relative(href: &str) -> bool {
    let href = cleaned(href);
    let scheme = href.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    !href.starts_with('/') && !scheme.is_some_and(is_scheme)
}

/// The address of the root of the site, relative to `<base href="/path/">`, which names the root, or the folder of the page
/// `path`. `None` for an address on another host, or on this one by its name, which may be another tomorrow.
pub(super) fn root_from(href: &str, path: &str) -> Option<String> {
    let href = cleaned(href);
    let base = href.split(['?', '#']).next().unwrap_or_default();
    if !base.starts_with('/') || base.starts_with("//") {
        return None;
    }
    let base = &base[..=base.rfind('/')?];
    let folder = address(&path[..path.rfind('/').map_or(0, |at| at + 1)]);
    let is_own = !folder.is_empty() && base.ends_with(&format!("/{folder}"));
    Some(if is_own { to_root(path) } else { String::new() })
}
