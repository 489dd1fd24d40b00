//! Why a page of the site is not in the index.

/// The reason for which a page was left out. [`std::fmt::Display`] says it to the author, [`LeftOut::key`] is for
/// counting in a summary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeftOut {
    /// Its name matches one of the patterns of generated look-up pages or of the configuration.
    #[error("its name matches the excluded pattern \"{pattern}\"")]
    Excluded {
        /// The pattern that matched.
        pattern: String,
    },
    /// It only sends the reader on to another page.
    #[error("only redirects to another page")]
    Redirect,
    /// `<meta name="robots" content="noindex">`.
    #[error("asks not to be indexed (meta robots noindex)")]
    NoIndex,
    /// Other pages of the site say where their content stands, and this one doesn't.
    #[error(
        "has no element with data-docfuse-body (or data-pagefind-body), which other pages of the site have"
    )]
    NoBody,
    /// Sections of other pages stand for all of its own.
    #[error("says nothing but what sections of the same headings on other pages say")]
    Duplicate,
    /// It repeats the text of the other pages, for printing.
    #[error("repeats {covered} other pages of the site (a print page)")]
    PrintPage {
        /// Pages whose text it repeats.
        covered: usize,
    },
    /// It says word for word what many others say: a stub that only its title tells apart.
    #[error("says nothing but what {others} other pages say word for word")]
    Stub {
        /// Pages with the same text.
        others: usize,
    },
    /// A frameset, whose text is in other pages.
    #[error("a frameset without text of its own")]
    Frames,
    /// The bytes are not text.
    #[error("not HTML: holds binary data")]
    NotHtml,
    /// More bytes than [`super::MAX_PAGE_BYTES`].
    #[error("{bytes} bytes of HTML, at most {limit} are read; split the page")]
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
    /// Malformed formatting tags make the parser create far more elements than the page has bytes for.
    #[error("unclosed formatting tags make more than {limit} elements")]
    TooManyElements {
        /// Limit of elements for a page of this size.
        limit: usize,
    },
    /// Nothing is left once navigation is taken away.
    #[error("no text besides navigation")]
    Empty,
}

impl LeftOut {
    /// A short, stable name of the reason.
    pub fn key(&self) -> &'static str {
        match self {
            LeftOut::Excluded { .. } => "excluded",
            LeftOut::Redirect => "redirect",
            LeftOut::NoIndex => "noindex",
            LeftOut::NoBody => "no body",
            LeftOut::Duplicate => "duplicate",
            LeftOut::PrintPage { .. } => "print page",
            LeftOut::Stub { .. } => "stub",
            LeftOut::Frames => "frames",
            LeftOut::NotHtml => "not HTML",
            LeftOut::TooLarge { .. } => "too large",
            LeftOut::TooDeep { .. } => "too deep",
            LeftOut::TooManyElements { .. } => "too many elements",
            LeftOut::Empty => "empty",
        }
    }
}
