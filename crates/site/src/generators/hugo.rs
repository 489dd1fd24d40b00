//! Hugo, its highlighter Chroma, and its themes Docsy and Book.

use super::{Generator, NONE};

pub(super) const HUGO: Generator = Generator {
    // Line numbers; links to change the page, and when it was changed.
    furniture: &["ln", "lnt", "td-page-meta", "td-page-meta__lastmod"],
    content_classes: &["td-content", "book-page"],
    ..NONE
};
