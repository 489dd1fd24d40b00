//! One page: [`read_page`] makes a [`RawPage`] of its bytes, which [`super::finish_site`] makes a [`Page`].

use std::ops::Range;

use super::charset::decode;
use super::config::IngestConfig;
use super::content_walk::{LinkDraft, walk};
use super::dom::parse;
use super::head::Head;
use super::left_out::LeftOut;
use super::main_content::Survey;
use super::page_metadata::{PageMetadata, USUAL_WEIGHT};

/// Bytes of one page that are read. The largest pages of real sites (C++ API references, changelogs) have 10 MB;
/// more than 16 MiB is a generated dump whose tree would take gigabytes of memory, and whose text might not fit into a
/// file of the index.
pub const MAX_PAGE_BYTES: usize = 16 << 20;

/// Visible bytes up to which a page that redirects is a stub: a sentence with a link.
const STUB_BYTES: usize = 400;

/// One page of the site, ready for the index.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Path from the site's root, `/`-separated, not percent-encoded; of a JSONL record its url or id.
    pub url: String,
    /// Tells the page from all others of the site, if anything does. Empty for a JSONL record without title.
    pub title: String,
    /// Primary language subtag in lower case: what the page declares, else what the configuration says.
    pub language: String,
    /// Names and values by which answers can be narrowed; sorted, distinct, at most [`MAX_VALUES`].
    ///
    /// [`MAX_VALUES`]: super::MAX_VALUES
    pub filters: Vec<(String, String)>,
    /// What a hit shows besides its text; sorted by key, one value each.
    pub meta: Vec<(String, String)>,
    /// In reading order, never empty, no two with the same anchor.
    pub sections: Vec<Section>,
    /// In reading order.
    pub links: Vec<Link>,
}

/// A part of a page that begins at a heading or a definition term.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The id to point at, as it stands in the HTML (not percent-encoded); empty for the top of the page.
    pub anchor: String,
    /// The heading or term on one line; empty for text before the first heading.
    pub heading: String,
    /// The headings above, outermost first, without the page's title and the own heading. Terms stand in it
    /// without their parameters.
    pub path: Vec<String>,
    /// The text without the heading: blocks on lines of their own, code with its line breaks.
    pub text: String,
    /// Byte ranges of `text` that are preformatted code; sorted, disjoint, not empty.
    pub code: Vec<Range<usize>>,
    /// What its text counts: the mean over its bytes, 1 if the author said nothing. Within [`WEIGHTS`].
    ///
    /// [`WEIGHTS`]: super::WEIGHTS
    pub weight: f32,
    /// What readers call it by, the surest first; at most [`MAX_NAMES`] and [`MAX_LISTED`] listed ones, no two equal
    /// once folded.
    ///
    /// [`MAX_NAMES`]: super::MAX_NAMES
    /// [`MAX_LISTED`]: super::MAX_LISTED
    pub names: Vec<Name>,
    /// Texts of links on other pages that point at it, the most frequent first; at most [`MAX_ANCHOR_TEXTS`], no two
    /// equal once folded.
    ///
    /// [`MAX_ANCHOR_TEXTS`]: super::MAX_ANCHOR_TEXTS
    pub anchor_texts: Vec<String>,
    /// Other pages that link to it.
    pub linking_pages: u32,
    /// Sections that said the same and were removed, in page order; at most [`MAX_ALSO`].
    ///
    /// [`MAX_ALSO`]: super::MAX_ALSO
    pub also: Vec<Also>,
}

impl Section {
    /// A section of plain text, of usual weight, that nothing else is known of.
    pub(super) fn new(anchor: String, heading: String, text: String) -> Self {
        Section {
            anchor,
            heading,
            path: Vec::new(),
            text,
            code: Vec::new(),
            weight: USUAL_WEIGHT,
            names: Vec::new(),
            anchor_texts: Vec::new(),
            linking_pages: 0,
            also: Vec::new(),
        }
    }
}

/// What a section is called: a query of just this is about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// At most [`MAX_NAME_BYTES`](super::names::MAX_NAME_BYTES) bytes, as it stands on the page.
    pub text: String,
    /// How surely.
    pub kind: NameKind,
}

/// How surely a name means its section, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
    /// The whole name of what it documents, as its anchor has it: `os.path.join`.
    Qualified,
    /// The title of its page, or what its heading declares, without parameters: `CREATE TABLE`, `push`.
    Plain,
    /// Its heading, without section number: `Getting started`.
    Heading,
    /// The last two parts of a longer whole name: `Connection.execute` of `sqlite3.Connection.execute`.
    Member,
    /// The last part of a whole name: `join`.
    Last,
    /// An identifier that a row of a table in it begins with, or a term that is no section: `--no-verify`.
    Listed,
}

/// A section that another one stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Also {
    /// Address relative to the site's root, with its anchor if it has one.
    pub url: String,
    /// Title of its page.
    pub title: String,
}

/// A link from a section to a page of the same site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Number of the section in its page.
    pub from: usize,
    /// Url of the target page.
    pub page: String,
    /// Anchor of a section of the target page; empty for its top, or if there is no such place.
    pub anchor: String,
    /// The text of the link.
    pub text: String,
}

/// A page read on its own, before the rest of the site is known.
#[derive(Debug)]
pub struct RawPage {
    pub(super) url: String,
    pub(super) language: String,
    pub(super) marks: PageMetadata,
    /// It says itself where its content stands.
    pub(super) has_body: bool,
    /// `<title>`, the first heading, `og:title`: each may be empty.
    pub(super) titles: [String; 3],
    pub(super) sections: Vec<Section>,
    /// `from` counts sections.
    pub(super) links: Vec<LinkDraft>,
    /// Every id of the content and its section, sorted by id.
    pub(super) places: Vec<(String, usize)>,
}

/// Why a page of so many bytes is left out, if it is for that.
pub fn too_large(bytes: u64) -> Option<LeftOut> {
    (bytes > MAX_PAGE_BYTES as u64).then_some(LeftOut::TooLarge { bytes, limit: MAX_PAGE_BYTES })
}

/// Read the page `url` (path from the site's root, `/`-separated). Never fails on odd bytes or broken HTML. About
/// 25 MB/s, most of it html5ever.
///
/// # Errors
/// Why the page is to be left out.
pub fn read_page(url: &str, bytes: &[u8], config: &IngestConfig) -> Result<RawPage, LeftOut> {
    if let Some(excluded) = config.excluded(url) {
        return Err(excluded);
    }
    if let Some(reason) = too_large(bytes.len() as u64) {
        return Err(reason);
    }
    let text = decode(bytes);
    // Text has no NUL once it is decoded; a few are tolerated as damage.
    if text.bytes().take(1024).filter(|&byte| byte == 0).count() > 3 {
        return Err(LeftOut::NotHtml);
    }
    let html = parse(&text)?;
    drop(text);
    let head = Head::of(&html);
    let survey = Survey::of(&html);
    if head.no_index {
        return Err(LeftOut::NoIndex);
    }
    if survey.chars <= STUB_BYTES && (head.refresh || head.script_redirect) {
        return Err(LeftOut::Redirect);
    }
    if head.frames {
        return Err(LeftOut::Frames);
    }
    let has_body = survey.has_body();
    let content = survey.choose(&html, &config.content);
    let (outline, mut links) = walk(&content, config, url, head.base.as_deref());
    let outlined = outline.finish(&head.title);
    if outlined.sections.is_empty() {
        return Err(LeftOut::Empty);
    }
    links.retain_mut(|link| match outlined.numbers[link.from] {
        Some(section) => {
            link.from = section;
            true
        }
        None => false,
    });
    let mut places = outlined.places;
    places.sort_unstable();
    Ok(RawPage {
        url: url.to_owned(),
        language: head.language.unwrap_or_else(|| config.language().to_owned()),
        marks: PageMetadata::of(&html, config),
        has_body,
        titles: [head.title, outlined.heading.unwrap_or_default(), head.og_title],
        sections: outlined.sections,
        links,
        places,
    })
}
