//! Words of a natural language by which headings and links are read: [`PHRASES`], a row for each language.
//!
//! Every row applies to every page, whatever its language: translated sites keep English furniture.

/// The words of one language, in lower case unless said otherwise.
struct Phrases {
    /// Before a noun; readers leave them out.
    articles: &'static [&'static str],
    /// Before the number of a part of a book, as titles write them.
    parts: &'static [&'static str],
    /// Before a colon, and not the topic of what follows it.
    remarks: &'static [&'static str],
    /// In link texts, saying nothing of where the link leads. Folded.
    empty_link_words: &'static [&'static str],
}

static PHRASES: &[Phrases] = &[ENGLISH];

const ENGLISH: Phrases = Phrases {
    articles: &["the", "a", "an"],
    parts: &["Chapter", "Appendix", "Part", "Section"],
    remarks: &["caution", "example", "important", "note", "step", "tip", "todo", "warning"],
    #[rustfmt::skip]
    empty_link_words: &[
        "a", "above", "also", "an", "and", "appendix", "back", "below", "chapter", "click", "contents", "details",
        "down", "edit", "example", "figure", "follow", "following", "for", "go", "here", "home", "in", "index", "it",
        "learn", "link", "more", "next", "note", "of", "on", "page", "part", "permalink", "prev", "previous", "read",
        "section", "see", "source", "step", "table", "that", "the", "there", "these", "this", "those", "to", "top",
        "up",
    ],
};

/// Whether a word is an article.
pub(super) fn is_article(word: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.articles).any(|article| word.eq_ignore_ascii_case(article))
}

/// Whether a word is what the number of a part of a book stands behind: "Chapter".
pub(super) fn is_part(word: &str) -> bool {
    PHRASES.iter().any(|phrases| phrases.parts.contains(&word))
}

/// Whether what stands before a colon is a remark such as "Note", and no topic.
pub(super) fn is_remark(text: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.remarks).any(|remark| text.eq_ignore_ascii_case(remark))
}

/// Whether a folded word of a link text says nothing of where the link leads.
pub(super) fn is_empty_link_word(word: &str) -> bool {
    PHRASES.iter().any(|phrases| phrases.empty_link_words.contains(&word))
}
