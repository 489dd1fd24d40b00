//! Why a page of the site is not in the index.

use serde::{Deserialize, Serialize};

/// Why a page was left out. [`std::fmt::Display`] explains it to the author; summaries count by [`LeftOut::key`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum LeftOut {
    /// Its name matches an exclude pattern.
    #[error("its name matches the excluded pattern \"{pattern}\"")]
    Excluded {
        /// The pattern that matched.
        pattern: String,
    },
    /// It only redirects to another page.
    #[error("only redirects to another page")]
    Redirect,
    /// `<meta name="robots" content="noindex">`.
    #[error("excluded by its meta element (robots noindex)")]
    NoIndex,
    /// Other pages of the site mark their content, and this one does not.
    #[error(
        "has no element with data-docfuse-body (or data-pagefind-body), which other pages of the site have"
    )]
    NoBody,
    /// All its sections are duplicates of other pages' sections.
    #[error("all its sections are duplicates of sections on other pages")]
    Duplicate,
    /// It repeats the text of other pages, for printing.
    #[error("repeats {covered} other pages of the site (a print page)")]
    PrintPage {
        /// Pages whose text it repeats.
        covered: usize,
    },
    /// What the host sends in place of a missing page.
    #[error("an error page that no page links to")]
    ErrorPage,
    /// The page of the site's former search.
    #[error("a search page: a field, and almost no text")]
    SearchPage,
    /// A listing of source code.
    #[error("a listing of source code; a weight of its path in the settings includes it")]
    SourceListing,
    /// A frameset, whose text is in other pages.
    #[error("a frameset without text of its own")]
    Frames,
    /// The bytes are not text.
    #[error("not HTML: holds binary data")]
    NotHtml,
    /// A symbolic link, or a folder that is one, with its target elsewhere.
    #[error("a link that leads out of the site; --follow-links includes it")]
    LinkOutside,
    /// A link to a folder that the link is in, or that led to it.
    #[error("a link back to a folder that it is in")]
    LinkLoop,
    /// A page or a folder with very many addresses by links.
    #[error("has {limit} other addresses by links already")]
    ManyLinks {
        /// Number of such addresses.
        limit: usize,
    },
    /// A link without a target.
    #[error("a link whose target is missing or cannot be read")]
    DeadLink,
    /// Reading it might never end.
    #[error("a pipe, a socket or a device")]
    NoFile,
    /// No address can be made of its name.
    #[error("a name that is not UTF-8; rename it")]
    NameNotUtf8,
    /// More bytes than [`super::MAX_PAGE_BYTES`].
    #[error("{} of HTML found, at most {} allowed; split the page", megabytes(*bytes), megabytes(*limit as u64))]
    TooLarge {
        /// Size of the page.
        bytes: u64,
        /// Limit in bytes.
        limit: usize,
    },
    /// Elements nested deeper than [`super::MAX_DEPTH`].
    #[error("elements nested deeper than {limit}; probably tags that are never closed")]
    TooDeep {
        /// Limit of nesting.
        limit: usize,
    },
    /// The page is too large, or malformed formatting tags make the parser create more elements than the page has bytes.
    #[error("more than {limit} elements and texts found; close formatting tags, or split the page")]
    TooManyElements {
        /// Limit of elements and texts for a page of this size.
        limit: usize,
    },
    /// A tag with more attributes than [`super::MAX_ATTRIBUTES`].
    #[error("a tag with more than {limit} attributes; probably its end, or a quotation mark, is missing")]
    TooManyAttributes {
        /// Limit of attributes.
        limit: usize,
    },
    /// Many open elements and attributes together make parsing too slow.
    #[error("more than {limit} steps of parsing found; close the elements that it opens, or split the page")]
    TooManySteps {
        /// Limit of steps.
        limit: u64,
    },
    /// It has no text, and scripts that make it.
    #[error("no text, but scripts that make it")]
    MadeByScripts,
    /// Of a deployed site: robots.txt forbids it.
    #[error("disallowed by robots.txt")]
    Robots,
    /// Of a deployed site: the host wants it in no index.
    #[error("excluded by the host's header X-Robots-Tag (noindex)")]
    NoIndexHeader,
    /// Of a deployed site: no such page, or no right to see it.
    #[error("the host answers with status {status}")]
    Status {
        /// The status.
        status: u16,
    },
    /// Of a deployed site: the host was silent, or broke the connection.
    #[error("no whole answer of the host in time; try again later")]
    NoAnswer,
    /// Of a deployed site: something else than a page.
    #[error("no page, but content of the type {found}")]
    ContentType {
        /// What the host says that it is.
        found: String,
    },
    /// Of a deployed site: it leads to another host, or out of the site's folder, or nowhere.
    #[error("redirects to another site, or out of the folder of this one")]
    RedirectAway,
    /// Of a deployed site: another page stands for it.
    #[error("names another page of the site as its canonical address")]
    Canonical,
    /// Of a deployed site: an address of the sitemap that is elsewhere.
    #[error("an address of another site, or out of the folder of this one")]
    OtherSite,
    /// Of a deployed site: an address with a query.
    #[error("an address with a query (?)")]
    Query,
    /// Of a deployed site: an address that no file can have.
    #[error("an address with empty or very many folders")]
    NoPath,
    /// Of a deployed site: not fetched any more.
    #[error("beyond the limit of {of}")]
    Limit {
        /// The limit, and the option that moves it.
        of: String,
    },
    /// Without navigation, nothing is left, and it has no title.
    #[error("no title, and no text besides navigation")]
    Empty,
}

/// A size such as "16.8 MB" (1 MB = 1,000,000 bytes).
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

impl LeftOut {
    /// What an author may do about a reason that mostly has one cause.
    pub fn remedy(&self) -> Option<&'static str> {
        match self {
            LeftOut::NoIndex => {
                Some("build the site as its readers get it: drafts and previews have that element")
            }
            LeftOut::NoIndexHeader => {
                Some("name the address that readers use: hosts send that header for previews")
            }
            LeftOut::MadeByScripts => Some("render them first, or have --render CHROMIUM do it"),
            _ => None,
        }
    }

    /// A short, stable name of the reason.
    pub fn key(&self) -> &'static str {
        match self {
            LeftOut::Excluded { .. } => "excluded",
            LeftOut::Redirect => "redirect",
            LeftOut::NoIndex => "noindex",
            LeftOut::NoBody => "no-body",
            LeftOut::Duplicate => "duplicate",
            LeftOut::PrintPage { .. } => "print-page",
            LeftOut::ErrorPage => "error-page",
            LeftOut::SearchPage => "search-page",
            LeftOut::SourceListing => "source-listing",
            LeftOut::Frames => "frames",
            LeftOut::NotHtml => "not-html",
            LeftOut::LinkOutside => "link-out-of-site",
            LeftOut::LinkLoop => "link-in-loop",
            LeftOut::ManyLinks { .. } => "too-many-links",
            LeftOut::DeadLink => "dead-link",
            LeftOut::NoFile => "no-file",
            LeftOut::NameNotUtf8 => "name-not-utf-8",
            LeftOut::TooLarge { .. } => "too-large",
            LeftOut::TooDeep { .. } => "too-deep",
            LeftOut::TooManyElements { .. } => "too-many-elements",
            LeftOut::TooManyAttributes { .. } => "too-many-attributes",
            LeftOut::TooManySteps { .. } => "too-many-steps",
            LeftOut::MadeByScripts => "made-by-scripts",
            LeftOut::Robots => "robots.txt",
            LeftOut::NoIndexHeader => "noindex-header",
            LeftOut::Status { .. } => "status",
            LeftOut::NoAnswer => "no-answer",
            LeftOut::ContentType { .. } => "content-type",
            LeftOut::RedirectAway => "redirect-away",
            LeftOut::Canonical => "canonical",
            LeftOut::OtherSite => "other-site",
            LeftOut::Query => "query",
            LeftOut::NoPath => "no-path",
            LeftOut::Limit { .. } => "limit",
            LeftOut::Empty => "empty",
        }
    }
}
