//! A page ready for the index: [`Page`], its [`Section`]s, their [`Name`]s and [`Link`]s.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::shared::SharedText;

/// The usual weight of text.
pub const USUAL_WEIGHT: f32 = 1.0;

/// Begins the names of filters that are keys to sort by. No attribute can write such a name, since a colon ends names.
pub const SORT_KEY: &str = "sort:";

/// Most names of one section. Two or three are usual; a class has one more for each package around it.
pub const MAX_NAMES: usize = 16;

/// Most identifiers from one section's tables and terms. PostgreSQL's page on system information has 145 functions.
pub const MAX_LISTED: usize = 512;

/// Most bytes of a name. Nobody types more to find one thing, and longer headings are sentences.
pub const MAX_NAME_BYTES: usize = 120;

/// Most bytes of a heading or title; longer ones are tags that were never closed. A heading is cut, and the text keeps
/// all of it.
pub const MAX_HEADING_BYTES: usize = 300;

/// One page of the site, ready for the index: what `build` takes.
///
/// Its sections are never empty and in reading order; each is found by itself and has an address of its own. `docfuse-site`
/// makes pages from HTML and from records; a program can make them itself.
///
/// ```
/// use docfuse::index::{Name, NameKind, Page, Section};
///
/// let mut options = Section::new("options", "Options", "--depth limits how far history is fetched.");
/// options.names.push(Name { text: "--depth".to_owned(), kind: NameKind::Listed });
/// let page = Page { version: "2.1".to_owned(), ..Page::new("clone.html", "git clone", vec![options]) };
/// assert_eq!(page.language, "en");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Address relative to the site's root, not percent-encoded: the path of its file (`setup/index.html`), or where
    /// the site is served at clean addresses one of these (`setup/`). Of a JSONL record its url or id.
    pub url: String,
    /// Distinct among the pages of its language, if breadcrumbs or versions tell them apart. Empty for a JSONL record without title.
    pub title: String,
    /// What the page says of itself in one sentence or a few; often empty.
    pub description: String,
    /// Language in lower case, declared by the page, else from the settings: the primary subtag, with script and region
    /// where the site has several variants (`pt-br`).
    pub language: String,
    /// Filters: names and values; sorted, distinct, at most `MAX_VALUES`.
    pub filters: Vec<(String, String)>,
    /// Page metadata that hits show; sorted by key, one value each.
    pub meta: Vec<(String, String)>,
    /// Its version, several joined by commas (`2.0,latest`); empty on a site with fewer than two versions.
    pub version: String,
    /// Words of its address and breadcrumb that tell it from most other pages; they are searched and weigh least.
    pub path_words: String,
    /// Whether it is a secondary page, which comes after others with a name that it mentions.
    pub is_secondary: bool,
    /// In reading order, never empty; no two with the same anchor, unless they are records, or
    /// entries of lists: one without an id has the nearest anchor before it.
    pub sections: Vec<Section>,
    /// In reading order.
    pub links: Vec<Link>,
    /// What rules left out of it, for its author, if it was read to tell them. No part of the index.
    pub left_parts: Vec<LeftPart>,
}

impl Page {
    /// A page in English that has nothing but a title and its sections.
    pub fn new(url: impl Into<String>, title: impl Into<String>, sections: Vec<Section>) -> Self {
        Page {
            url: url.into(),
            title: title.into(),
            description: String::new(),
            language: "en".to_owned(),
            filters: Vec::new(),
            meta: Vec::new(),
            version: String::new(),
            path_words: String::new(),
            is_secondary: false,
            sections,
            links: Vec::new(),
            left_parts: Vec::new(),
        }
    }
}

/// A part of a page that is not in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftPart {
    /// The word for the rule that left it out.
    pub rule: &'static str,
    /// Its visible text, white space collapsed.
    pub text: String,
}

/// Where the text of a section comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextSource {
    /// From the page.
    #[default]
    Own,
    /// A symbol without description: its signature.
    Signature,
    /// A heading without text: the headings of its child sections. It gets no vector, but for
    /// entries that it holds.
    Headings,
    /// From the page: an entry of a list of names. Its text is in the vectors of the section that holds it, the nearest
    /// one before it that is no entry.
    Entry,
}

impl TextSource {
    fn is_decided_later(&self) -> bool {
        *self != TextSource::Entry
    }
}

/// A part of a page that begins at a heading, a definition term or an entry of a list.
///
/// Serde writes what one page alone says of it: the rest is empty until `docfuse_site::finish_site` is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The id of a record; empty for a section of a page.
    #[serde(skip)]
    pub id: String,
    /// The id, as in the HTML (not percent-encoded); empty for the top of the page.
    pub anchor: String,
    /// The heading or term on one line; empty for text before the first heading.
    pub heading: String,
    /// The headings above, outermost first, without the page's title and its own heading; terms without their
    /// parameters.
    pub path: Vec<String>,
    /// The text without the heading: blocks on lines of their own, code with its line breaks.
    pub text: String,
    /// Where `text` comes from. What one page alone says of it is whether it is an entry.
    #[serde(default, skip_serializing_if = "TextSource::is_decided_later")]
    pub source: TextSource,
    /// Byte ranges of `text` that are preformatted code; sorted, disjoint, not empty.
    pub code: Vec<Range<usize>>,
    /// Parts of words of heading and text that the page lets browsers break, badges of the heading, and what abbreviations
    /// mean, separated by spaces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub word_parts: String,
    /// The author's keywords, which are searched and not shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub keywords: String,
    /// Those of the page's `meta` element, in its first section; they weigh little.
    #[serde(skip)]
    pub page_keywords: String,
    /// Mean weight of its text; 1 by default. Within `WEIGHTS`.
    pub weight: f32,
    /// The kind of the symbol that it documents, such as `function`; empty for none.
    pub symbol_kind: Cow<'static, str>,
    /// Whether it says that what it documents is deprecated: its names come behind those of all others, and hits say so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_deprecated: bool,
    /// Its names, most reliable first; at most [`MAX_NAMES`] and [`MAX_LISTED`] listed ones, no two equal
    /// once folded.
    pub names: Vec<Name>,
    /// Texts of links on other pages that point at it, the most frequent first; at most `MAX_ANCHOR_TEXTS`, no two
    /// equal once folded.
    #[serde(skip)]
    pub anchor_texts: Vec<String>,
    /// Other pages that link to it, or to an overload of it.
    #[serde(skip)]
    pub linking_pages: u32,
    /// Removed duplicates, in page order; at most `MAX_ALSO`.
    #[serde(skip)]
    pub also: Vec<Also>,
    /// If other versions have this section with another text: which one this is.
    #[serde(skip)]
    pub edition: Option<Edition>,
    /// Those others, most current first; at most `MAX_ALSO`.
    #[serde(skip)]
    pub other_editions: Vec<Also>,
}

/// The place of a section among those with its page and headings in other versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// Equal for all editions of one section.
    pub group: u32,
    /// How current it is; 0 for the most current. Equal where nothing tells.
    pub rank: u32,
}

impl Section {
    /// A section of plain text with default weight.
    pub fn new(anchor: impl Into<String>, heading: impl Into<String>, text: impl Into<String>) -> Self {
        Section {
            id: String::new(),
            anchor: anchor.into(),
            heading: heading.into(),
            path: Vec::new(),
            text: text.into(),
            source: TextSource::Own,
            code: Vec::new(),
            word_parts: String::new(),
            keywords: String::new(),
            page_keywords: String::new(),
            weight: USUAL_WEIGHT,
            symbol_kind: Cow::Borrowed(""),
            is_deprecated: false,
            names: Vec::new(),
            anchor_texts: Vec::new(),
            linking_pages: 0,
            also: Vec::new(),
            edition: None,
            other_editions: Vec::new(),
        }
    }

    /// What hits show as its kind: `deprecated function`.
    pub fn shown_kind(&self) -> Cow<'_, str> {
        match (self.is_deprecated, &*self.symbol_kind) {
            (false, kind) => kind.into(),
            (true, "") => "deprecated".into(),
            (true, kind) => format!("deprecated {kind}").into(),
        }
    }
}

/// A name of a section: a query that equals it is a navigational query for the section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// At most 120 bytes, as on the page.
    pub text: String,
    /// How reliable it is.
    pub kind: NameKind,
}

/// How reliably a name identifies its section, most reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NameKind {
    /// The qualified name of the symbol that it documents, from its anchor: `os.path.join`.
    Qualified,
    /// The title of its page, or the symbol that its heading declares, without parameters: `CREATE TABLE`, `push`.
    Plain,
    /// Its heading, without section number: `Getting started`.
    Heading,
    /// The last two components of a longer qualified name: `Connection.execute` of `sqlite3.Connection.execute`.
    Member,
    /// The last component of a qualified name: `join`.
    Last,
    /// An identifier at the beginning of a table row, or a term without a section: `--no-verify`.
    Listed,
    /// A heading of a secondary page.
    Noted,
}

/// Another place of a section: a removed duplicate, or an edition of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Also {
    /// Address relative to the site's root, with its anchor if it has one.
    pub url: String,
    /// Title of its page.
    pub title: String,
    /// Version of its page, as in [`Page::version`].
    pub version: String,
}

/// A link from a section to a page of the same site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Number of the section in its page.
    pub from: usize,
    /// Url of the target page.
    pub page: SharedText,
    /// Anchor of a section of the target page; empty for its top, or if the anchor does not exist.
    pub anchor: SharedText,
    /// The text of the link.
    pub text: SharedText,
}
