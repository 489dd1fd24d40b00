//! Words of natural languages in headings and links: [`PHRASES`], a row for each language.
//!
//! Every row applies to every page, whatever its language: translated sites keep English furniture.

/// The words of one language, in lower case unless noted.
struct Phrases {
    /// Articles, which readers omit.
    articles: &'static [&'static str],
    /// Words before the number of a part of a book, in the case of titles.
    parts: &'static [&'static str],
    /// Kinds of syntax that follow a name in a heading, in lower case.
    kinds: &'static [&'static str],
    /// Remarks: words before a colon that are not the topic of the rest.
    remarks: &'static [&'static str],
    /// Words of link texts that do not say where the link leads; folded.
    empty_link_words: &'static [&'static str],
    /// Names of the current version of a site.
    current_versions: &'static [&'static str],
    /// Names of a version that is not released yet.
    unreleased_versions: &'static [&'static str],
}

static PHRASES: &[Phrases] = &[ENGLISH];

const ENGLISH: Phrases = Phrases {
    articles: &["the", "a", "an"],
    parts: &["Chapter", "Appendix", "Part", "Section"],
    kinds: &["clause", "keyword", "operator", "statement"],
    remarks: &["caution", "example", "important", "note", "step", "tip", "todo", "warning"],
    #[rustfmt::skip]
    empty_link_words: &[
        "a", "above", "also", "an", "and", "appendix", "back", "below", "chapter", "click", "contents", "details",
        "down", "edit", "example", "figure", "follow", "following", "for", "go", "here", "home", "in", "index", "it",
        "learn", "link", "more", "next", "note", "of", "on", "page", "part", "permalink", "prev", "previous", "read",
        "section", "see", "source", "step", "table", "that", "the", "there", "these", "this", "those", "to", "top",
        "up",
    ],
    current_versions: &["current", "latest", "stable"],
    #[rustfmt::skip]
    unreleased_versions: &[
        "canary", "dev", "devel", "develop", "development", "edge", "main", "master", "next", "nightly", "unreleased",
    ],
};

/// Whether a word is an article.
pub(super) fn is_article(word: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.articles).any(|article| word.eq_ignore_ascii_case(article))
}

/// Whether a word precedes the number of a part of a book, such as "Chapter".
pub(super) fn is_part(word: &str) -> bool {
    PHRASES.iter().any(|phrases| phrases.parts.contains(&word))
}

/// Whether a word says what kind of syntax the words before it are, such as "Clause".
pub(super) fn is_kind(word: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.kinds).any(|kind| word.eq_ignore_ascii_case(kind))
}

/// Whether the text before a colon is a remark such as "Note", not a topic.
pub(super) fn is_remark(text: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.remarks).any(|remark| text.eq_ignore_ascii_case(remark))
}

/// Whether a folded word of a link text does not say where the link leads.
pub(super) fn is_empty_link_word(word: &str) -> bool {
    PHRASES.iter().any(|phrases| phrases.empty_link_words.contains(&word))
}

/// Whether a version is called the current one.
pub(super) fn is_current_version(name: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.current_versions).any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether a version is called one that is not released yet.
pub(super) fn is_unreleased_version(name: &str) -> bool {
    PHRASES
        .iter()
        .flat_map(|phrases| phrases.unreleased_versions)
        .any(|known| name.eq_ignore_ascii_case(known))
}
