//! mdBook.

use super::{Generator, NONE};

pub(super) const MDBOOK: Generator = Generator {
    excludes: &["/print.html", "/toc.html"],
    // Hidden lines of Rust examples.
    furniture: &["boring"],
    ..NONE
};
