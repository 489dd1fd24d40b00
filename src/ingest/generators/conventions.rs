//! Names that belong to no single generator: many style sheets, Markdown parsers and themes share them.

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
        // When the page was changed.
        "last-updated",
        "last-modified",
        // Footnotes of Markdown.
        "footnote-ref",
        "footnote-backref",
    ],
    page_tools: &[
        "edit page",
        "edit this page",
        "edit this page on github",
        "improve this page",
        "report an issue",
        "report a bug",
        "suggest an edit",
    ],
    // A variation selector may follow a link symbol.
    permalink_signs: &['#', '∞', '🔗', '\u{fe0f}'],
    heading_signs: &['#', '🔗'],
    content_ids: &["content", "main", "docs-content"],
    version_metas: &["docsearch:version"],
    ..NONE
};
