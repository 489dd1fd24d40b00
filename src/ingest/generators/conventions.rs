//! Names that no generator owns: style sheets, Markdown readers and themes of many share them.

use super::{Generator, NONE};

pub(super) const CONVENTIONS: Generator = Generator {
    // A page about searching may be called `search.html` deeper down.
    excludes: &["404.html", "/search.html"],
    furniture: &[
        "permalink",
        // Text for screen readers only (Bootstrap, HTML5 Boilerplate, WordPress).
        "sr-only",
        "visually-hidden",
        "visuallyhidden",
        "screen-reader-text",
        "skip-link",
        // Footnotes of Markdown.
        "footnote-ref",
        "footnote-backref",
    ],
    page_tools: &["edit this page"],
    // A link symbol may have a variation selector behind it.
    permalink_signs: &['#', '∞', '🔗', '\u{fe0f}'],
    heading_signs: &['#', '🔗'],
    content_ids: &["content", "main", "docs-content"],
    ..NONE
};
