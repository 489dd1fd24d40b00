//! Hugo, its highlighter Chroma, and its themes Docsy and Book.

use super::{Generator, NONE};

pub(super) const HUGO: Generator = Generator {
    // Line numbers.
    furniture: &["ln", "lnt"],
    content_classes: &["td-content", "book-page"],
    ..NONE
};
